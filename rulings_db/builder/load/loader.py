"""Records in, rows out: cards resolved, wordings and rulings made one, each with its sources.

`Loader.take` is called once a record. A card with an Oracle id is written as it comes; what says
less (plain pages, Gatherer, release notes, overlays) waits for `finish`, when every card and set it
could mean is known, so that the order of inputs does not matter.
"""

import sqlite3
from collections.abc import Iterator

from msgspec.structs import replace

from ingest.records import Card, Migration, Record, Ruling, Set, Source
from rulings_db.builder.load.cards import Cards
from rulings_db.builder.load.ledger import Ledger
from rulings_db.builder.load.merge import apply_migrations, merge
from rulings_db.builder.load.overlay import Overlay
from rulings_db.builder.load.resolve import Resolver
from rulings_db.builder.load.rulings import Rulings
from rulings_db.builder.load.sets import Sets

_BATCH = 2_000


class Loader:
    """Writes the records of any number of sources to an empty database.

    One source after the other: `begin`, then `take` for each record; `flush`, and `finish` once at
    the end.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._ledger = Ledger(connection)
        self._sets = Sets(self._ledger)
        self._cards = Cards(self._ledger)
        self._rulings = Rulings(self._ledger)
        self._taken = 0
        self._waiting: list[tuple[int, Card]] = []
        self._overlays: list[tuple[int, Card]] = []
        self._migrations: dict[str, Migration] = {}

    @property
    def read_at(self) -> str:
        """When this build began, in UTC."""
        return self._ledger.read_at

    @property
    def anything(self) -> bool:
        """Whether any card was taken so far, those that wait included."""
        return bool(self._cards.numbers or self._waiting or self._overlays)

    @property
    def first_problem(self) -> str | None:
        """What the first problem says, if there is any."""
        return self._ledger.first_problem

    def begin(self, source: Source) -> None:
        """The records that follow come from `source`."""
        self._ledger.begin(source)

    def take(self, record: Record) -> None:
        """Write one record, or keep it for `finish`."""
        self._taken += 1
        if self._taken % _BATCH == 0:
            self._ledger.rows.flush()
        if isinstance(record, Card):
            if record.overlay:
                self._overlays.append((self._ledger.source, record))
            elif record.name and record.oracle_id and _places_its_printings(record):
                self._take_card(record, self._cards.card(record.oracle_id, record))
            else:
                self._waiting.append((self._ledger.source, record))
        elif isinstance(record, Set):
            self._sets.take(record)
        elif isinstance(record, Migration):
            self._migrations[record.old_id] = record
        else:
            self._ledger.take(record)

    def flush(self) -> None:
        """Write the rows that wait to be written. The indexes are made after it."""
        self._ledger.rows.flush()

    def finish(self) -> None:
        """Resolve what waited, make one what sources say alike, and write all that is only known
        at the end."""
        ledger = self._ledger
        self._sets.index()
        for card, card_id in self._resolved(self._waiting):
            self._take_card(card, card_id)
        self._waiting.clear()
        self._cards.settle_oracle()
        overlay = Overlay(ledger, self._cards, self._rulings)
        for card, card_id in self._resolved(self._overlays):
            overlay.lay(card, card_id)
        ledger.rows.flush()
        ledger.back_to(0)
        merge(ledger)
        apply_migrations(ledger, self._migrations)
        self._sets.write(self._cards.set_codes)
        self._cards.write_slugs()
        ledger.write_problems()
        ledger.rows.flush()

    def _resolved(self, waiting: list[tuple[int, Card]]) -> Iterator[tuple[Card, int]]:
        """Records that waited, each with the card it means and its source the one at hand; those
        that mean none are left out."""
        coded = [(source, self._sets.with_codes(card)) for source, card in waiting]
        resolver = Resolver(self._ledger, self._cards, self._rulings, [card for _, card in coded])
        for source, card in coded:
            self._ledger.back_to(source)
            card_id = resolver.resolve(card)
            if card_id is not None:
                yield card, card_id

    def _take_card(self, card: Card, card_id: int) -> None:
        self._cards.take(card, card_id)
        if card.rulings:
            self._rulings.take(card_id, self._dated(card))

    def _dated(self, card: Card) -> tuple[Ruling, ...]:
        """A card's rulings, given the release of its set for a date where the source says so."""
        if card.rulings[0].dated_by is None:
            return card.rulings
        released_at = self._sets.released_at(card.printings[0].set_code) if card.printings else None
        by = "release" if released_at else None
        return tuple(
            replace(ruling, published_at=released_at, dated_by=by) for ruling in card.rulings
        )


def _places_its_printings(card: Card) -> bool:
    """Whether every printing has its set's code and a number."""
    for printing in card.printings:
        if printing.set_code is None or printing.collector_number is None:
            return False
    return True
