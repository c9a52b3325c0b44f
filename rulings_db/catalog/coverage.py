"""Coverage: how much of all there is exists in a language, as a whole and by set."""

import sqlite3
from typing import Any, NamedTuple

import numpy as np

from rulings_db.catalog.lookup import NotFound
from rulings_db.database.cache import cached_by_build
from rulings_db.index.arrays import KINDS, load_arrays
from rulings_db.notices import N_, Notice


class Share(NamedTuple):
    """How many of all there are."""

    known: int
    total: int

    @property
    def missing(self) -> int:
        return self.total - self.known

    def as_json(self) -> dict[str, int]:
        return self._asdict()


class LanguageTotals(NamedTuple):
    """What the whole database has in a language: `wordings`, cards with one, and rulings with a
    text."""

    code: str
    wordings: int
    cards: Share
    rulings: Share

    def as_json(self) -> dict[str, Any]:
        return {
            "language": self.code,
            "wordings": self.wordings,
            "cards": self.cards.as_json(),
            "rulings": self.rulings.as_json(),
        }


class SetCoverage(NamedTuple):
    """What a set has in a language: printings and cards of it with a wording, and rulings on its
    cards with a text."""

    code: str
    name: str
    released_at: str | None
    printings: Share
    cards: Share
    rulings: Share

    def as_json(self) -> dict[str, Any]:
        return {
            "set": self.code,
            "set_name": self.name,
            "released_at": self.released_at,
            "printings": self.printings.as_json(),
            "cards": self.cards.as_json(),
            "rulings": self.rulings.as_json(),
        }


@cached_by_build(4)
def languages(connection: sqlite3.Connection) -> list[LanguageTotals]:
    """The languages that something exists in, those with most cards first."""
    arrays = load_arrays(connection)
    wordings = dict(connection.execute(_WORDINGS).fetchall())
    (cards,) = connection.execute("SELECT count(*) FROM cards").fetchone()
    (rulings,) = connection.execute("SELECT count(*) FROM rulings").fetchone()
    counted = {
        kind: np.bincount(
            arrays.language[1:][arrays.kind[1:] == number], minlength=len(arrays.languages)
        )
        for number, kind in enumerate(KINDS)
    }
    totals = [
        LanguageTotals(
            code,
            wordings.get(code, 0),
            Share(int(counted["card"][place]), cards),
            Share(int(counted["ruling"][place]), rulings),
        )
        for place, code in enumerate(arrays.languages)
    ]
    existing = [total for total in totals if total.wordings or total.rulings.known]
    return sorted(existing, key=lambda total: (-total.cards.known, -total.rulings.known))


def language_totals(connection: sqlite3.Connection, code: str) -> LanguageTotals:
    """What exists in the language with this code. Raises NotFound where nothing does."""
    for totals in languages(connection):
        if totals.code == code:
            return totals
    raise NotFound(
        Notice(N_('nothing is known in a language called "%(name)s"'), {"name": code}), []
    )


@cached_by_build(40)
def by_set(connection: sqlite3.Connection, code: str) -> list[SetCoverage]:
    """What each set has in a language, newest set first."""
    known = {row[0]: row[1:] for row in connection.execute(_KNOWN, {"language": code})}
    all_rulings, rulings = _rulings_by_set(connection, code)
    return [
        SetCoverage(
            set_code,
            name,
            released_at,
            Share(known.get(set_code, (0, 0))[0], printings),
            Share(known.get(set_code, (0, 0))[1], cards),
            Share(rulings.get(set_code, 0), all_rulings.get(set_code, 0)),
        )
        for set_code, name, released_at, printings, cards in connection.execute(_ALL)
    ]


def _rulings_by_set(
    connection: sqlite3.Connection, code: str
) -> tuple[dict[str, int], dict[str, int]]:
    """How many rulings the cards of each set have, all and those with a text in a language."""
    arrays = load_arrays(connection)
    sets = arrays.facets["set"]
    rulings = arrays.kind == KINDS.index("ruling")
    rulings[0] = False
    place = arrays.languages.index(code)
    counted = []
    for chosen in (rulings, rulings & (arrays.language == place)):
        of_ruling = np.zeros(len(sets.starts) - 1, dtype=np.int64)
        of_ruling[arrays.entity[chosen]] = 1
        numbers = sets.frequencies(of_ruling)
        counted.append({label: int(numbers[at]) for at, label in enumerate(sets.labels)})
    return counted[0], counted[1]


_WORDINGS = """
    SELECT languages.code, count(*)
    FROM localizations
    JOIN languages ON languages.id = localizations.language_id
    GROUP BY languages.code
"""
_ALL = """
    SELECT sets.code, sets.name, sets.released_at, count(*), count(DISTINCT printings.card_id)
    FROM sets
    JOIN printings ON printings.set_code = sets.code
    GROUP BY sets.code
    ORDER BY sets.released_at DESC, sets.name, sets.code
"""
# Printings of each set with a wording in a language, and their cards.
_KNOWN = """
    SELECT
        printings.set_code,
        count(DISTINCT printings.id),
        count(DISTINCT printings.card_id)
    FROM languages
    JOIN localizations ON localizations.language_id = languages.id
    JOIN localization_printings ON localization_printings.localization_id = localizations.id
    JOIN printings ON printings.id = localization_printings.printing_id
    WHERE languages.code = :language AND printings.set_code IS NOT NULL
    GROUP BY printings.set_code
"""
