"""Which card a record means that has no Oracle id: told by its name, its sets and its rulings.

A name leads to a card when it is the only one of that name, or the only one in a set the record
names. A translated name without such a set does not hold against the rulings: where the record has
English ones and most of them are not that card's, it is another card.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ingest.records import Card, Wording
from rulings_db.builder.load.cards import Cards
from rulings_db.builder.load.ledger import Ledger
from rulings_db.builder.load.rulings import Rulings
from rulings_db.database import identity
from rulings_db.database.schema import ENGLISH, FACES_PER_CARD, is_chinese
from rulings_db.language.tokenize import name_key

_ENOUGH = 3
"""So many English rulings, all of one card and of no other, tell that card without its name."""


class Resolver:
    """Finds the cards of records that wait, among all that are known by now."""

    def __init__(
        self, ledger: Ledger, cards: Cards, rulings: Rulings, waiting: Iterable[Card]
    ) -> None:
        self._ledger = ledger
        self._cards = cards
        self._rulings = rulings
        self._any_known = bool(cards.numbers)
        ledger.rows.flush()
        self._named: defaultdict[str, defaultdict[str, set[int]]]
        self._named = defaultdict(lambda: defaultdict(set))
        self._held: dict[int, set[int]] = {}
        self._holders: defaultdict[int, set[int]] = defaultdict(set)
        nameless = [card for card in waiting if card.name and not card.oracle_id]
        if nameless and self._any_known:
            self._index_names({key for card in nameless for key in _keys(card)})
            self._index_rulings()

    def resolve(self, card: Card) -> int | None:
        """The row id of the card that the record means. Where none can be told, which is a problem
        where there are others, a minted one; None for an overlay, which has nothing to lie on."""
        if card.oracle_id:
            if card.overlay and self._any_known and card.oracle_id not in self._cards.numbers:
                message = f"no card has the Oracle id {card.oracle_id}; left out"
                self._ledger.problem("unknown card", card.place, message)
                return None
            if not card.name and card.oracle_id not in self._cards.numbers:
                message = "rulings of a card that no source names; kept under its Oracle id"
                self._ledger.problem("nameless card", card.place, message)
                return self._cards.card(card.oracle_id, card, unresolved=True)
            return self._cards.card(card.oracle_id, card)
        found, why = self._search(card)
        if found is not None:
            return found
        if self._any_known and card.overlay:
            self._ledger.problem("unknown card", card.place, f"{card.name}: {why}; left out")
            return None
        if self._any_known:
            message = f"{card.name}: {why}; kept as a card of its own"
            self._ledger.problem("unresolved card", card.place, message)
        name = card.name or ""
        number = self._cards.card(identity.unresolved_id(name), card, unresolved=True)
        if not card.oracle and not card.wordings and not any(p.wordings for p in card.printings):
            # What it is called is all that is known of its text.
            self._cards.wording(self._cards.face(number, card), Wording(card.language, name))
        return number

    def _search(self, card: Card) -> tuple[int | None, str]:
        """The card, or why none."""
        named = self._candidates(card)
        codes = {p.set_code for p in card.printings if p.set_code}
        placed = {n for n in named if any(self._cards.in_set(n, code) for code in codes)}
        if len(placed) == 1:
            return placed.pop(), ""
        if not named:
            by_number = self._by_number(card) if card.language != "en" or card.overlay else None
            found = by_number or self._by_rulings(card)
            return found, "no card of that name is known"
        if len(named) > 1:
            agreeing = {n for n in placed or named if self._shares_rulings(n, card)}
            if len(agreeing) == 1:
                return agreeing.pop(), ""
            return self._by_rulings(card), f"{len(named)} cards of that name are known"
        (only,) = named
        if self._contradicted(only, card):
            found = self._by_rulings(card)
            return found, "most of its rulings are not those of the card of that name"
        return only, ""

    def _candidates(self, card: Card) -> set[int]:
        """The cards that go by the record's name: in its language, else in any."""
        for key in _keys(card):
            by_language = self._named.get(key)
            if by_language:
                own = by_language.get(card.language)
                return own or set().union(*by_language.values())
        return set()

    def _by_number(self, card: Card) -> int | None:
        """The only card with a set and number of the record's."""
        placed = {(p.set_code, p.collector_number) for p in card.printings if p.collector_number}
        found: set[int] = set()
        for code, number in sorted(placed, key=str):
            rows = self._ledger.connection.execute(
                "SELECT card_id FROM printings WHERE set_code = ? AND collector_number = ?",
                (code, number),
            )
            found.update(card_id for (card_id,) in rows)
        return found.pop() if len(found) == 1 else None

    def _by_rulings(self, card: Card) -> int | None:
        """The only card that has all the English rulings of the record which any card has."""
        holders = [self._holders[n] for n in self._english(card) if n and n in self._holders]
        if len(holders) < _ENOUGH:
            return None
        shared = set.intersection(*holders)
        return shared.pop() if len(shared) == 1 else None

    def _contradicted(self, number: int, card: Card) -> bool:
        if card.language == "en":
            return False
        english = list(self._english(card))
        held = self._held.get(number)
        if not english or not held:
            return False
        return 2 * sum(ruling in held for ruling in english) < len(english)

    def _shares_rulings(self, number: int, card: Card) -> bool:
        held = self._held.get(number, set())
        return any(ruling in held for ruling in self._english(card))

    def _english(self, card: Card) -> Iterator[int | None]:
        """The English rulings of the record, by row id; None for one that nobody has."""
        for ruling in card.rulings:
            if ruling.language == "en":
                yield self._rulings.find(ruling.text)

    def _index_names(self, wanted: set[str]) -> None:
        """The cards that go by the names wanted, by language: every name of every face."""
        rows = self._ledger.connection.execute(
            f"""
            SELECT DISTINCT languages.id, languages.code, found.name, found.card_id
            FROM (
                SELECT {ENGLISH} AS language_id, name, id AS card_id FROM cards
                UNION
                SELECT {ENGLISH}, name, card_id FROM faces
                UNION
                SELECT language_id, name, face_id / {FACES_PER_CARD} FROM localizations
                WHERE name IS NOT NULL
            ) AS found
            JOIN languages ON languages.id = found.language_id
            ORDER BY 1
            """
        )
        for language_id, code, name, card_id in rows:
            for part in _parts(name):
                key = name_key(part, is_chinese(language_id))
                if key in wanted:
                    self._named[key][code].add(card_id)

    def _index_rulings(self) -> None:
        rows = self._ledger.connection.execute(
            "SELECT DISTINCT card_id, ruling_id FROM card_rulings"
        )
        for card_id, ruling_id in rows:
            self._held.setdefault(card_id, set()).add(ruling_id)
            self._holders[ruling_id].add(card_id)


def _keys(card: Card) -> list[str]:
    """What the names table could know a record's card by, best first."""
    chinese = card.language in ("zhs", "zht")
    names = dict.fromkeys(filter(None, (card.name, card.face_name)))
    return [key for name in names if (key := name_key(name, chinese))]


def _parts(name: str) -> list[str]:
    return [name, *name.split(" // ")] if " // " in name else [name]
