"""What exists in a language and what is missing, as a whole, by set, and card by card."""

import sqlite3
from typing import Any, NamedTuple

import numpy as np

from rulings_db import facets
from rulings_db.cards import NotFound
from rulings_db.kept import kept
from rulings_db.notices import N_, Notice
from rulings_db.sets import PAGE, in_order

LACKS = ("wording", "ruling")
"""What a card can lack in a language."""


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


class Lacking(NamedTuple):
    """A card of a set that lacks a wording in a language, or texts of rulings: `rulings` of
    `rulings_total`."""

    number: str | None
    name: str
    slug: str
    wording: bool
    rulings: int
    rulings_total: int

    def as_json(self) -> dict[str, Any]:
        return self._asdict()


class Missing(NamedTuple):
    """A page of the cards of a set that lack something in a language: of `total`, which are those
    that lack a `wording` (so many), those that lack a text of a `ruling` (so many), or all."""

    set_code: str
    wording: int
    ruling: int
    total: int
    page: int
    cards: tuple[Lacking, ...]

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // PAGE))

    def as_json(self) -> dict[str, Any]:
        return {
            "set": self.set_code,
            "wording": self.wording,
            "ruling": self.ruling,
            "total": self.total,
            "page": self.page,
            "pages": self.pages,
            "cards": [card.as_json() for card in self.cards],
        }


@kept(4)
def languages(connection: sqlite3.Connection) -> list[LanguageTotals]:
    """The languages that something exists in, those with most cards first."""
    arrays = facets.load(connection)
    wordings = dict(connection.execute(_WORDINGS).fetchall())
    (cards,) = connection.execute("SELECT count(*) FROM cards").fetchone()
    (rulings,) = connection.execute("SELECT count(*) FROM rulings").fetchone()
    counted = {
        kind: np.bincount(
            arrays.language[1:][arrays.kind[1:] == number], minlength=len(arrays.languages)
        )
        for number, kind in enumerate(facets.KINDS)
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


def of_language(connection: sqlite3.Connection, code: str) -> LanguageTotals:
    """What exists in the language with this code. Raises NotFound where nothing does."""
    for totals in languages(connection):
        if totals.code == code:
            return totals
    raise NotFound(
        Notice(N_('nothing is known in a language called "%(name)s"'), {"name": code}), []
    )


@kept(40)
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


def missing(
    connection: sqlite3.Connection,
    code: str,
    set_code: str,
    page: int = 1,
    lacks: str | None = None,
) -> Missing:
    """The cards of a set that lack a wording in a language, or texts of their rulings, by number; a
    page behind the last is the last. `lacks` narrows to one of LACKS."""
    every = _lacking(connection, code, set_code)
    wording = [card for card in every if not card.wording]
    ruling = [card for card in every if card.rulings]
    chosen = {"wording": wording, "ruling": ruling}[lacks] if lacks else every
    page = max(1, min(page, -(-len(chosen) // PAGE)))
    return Missing(
        set_code,
        len(wording),
        len(ruling),
        len(chosen),
        page,
        tuple(chosen[(page - 1) * PAGE : page * PAGE]),
    )


def _lacking(connection: sqlite3.Connection, code: str, set_code: str) -> list[Lacking]:
    numbers: dict[int, str | None] = {}
    for _, card, number in in_order(connection, set_code):
        numbers.setdefault(card, number)
    found = connection.execute(_LACKING, {"language": code, "set": set_code})
    rows = {row[0]: row[1:] for row in found}
    lacking = []
    for card, number in numbers.items():
        name, slug, wording, known, total = rows[card]
        if not wording or known < total:
            lacking.append(Lacking(number, name, slug, bool(wording), total - known, total))
    return lacking


def _rulings_by_set(
    connection: sqlite3.Connection, code: str
) -> tuple[dict[str, int], dict[str, int]]:
    """How many rulings the cards of each set have, all and those with a text in a language."""
    arrays = facets.load(connection)
    sets = arrays.facets["set"]
    rulings = arrays.kind == facets.KINDS.index("ruling")
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
# The cards of a set, each with whether a printing of it here has a wording in a language, and its
# rulings, those with a text in the language and all.
_LACKING = """
    WITH
        wanted AS (SELECT id FROM languages WHERE code = :language),
        here AS (
            SELECT
                printings.card_id,
                max(
                    EXISTS (
                        SELECT 1
                        FROM localization_printings
                        JOIN localizations
                            ON localizations.id = localization_printings.localization_id
                        WHERE localization_printings.printing_id = printings.id
                            AND localizations.language_id = (SELECT id FROM wanted)
                    )
                ) AS wording
            FROM printings
            WHERE printings.set_code = :set
            GROUP BY printings.card_id
        ),
        ruled AS (
            SELECT
                here.card_id,
                count(DISTINCT card_rulings.ruling_id) AS total,
                count(DISTINCT ruling_texts.ruling_id) AS known
            FROM here
            JOIN card_rulings ON card_rulings.card_id = here.card_id
            LEFT JOIN ruling_texts
                ON ruling_texts.ruling_id = card_rulings.ruling_id
                AND ruling_texts.language_id = (SELECT id FROM wanted)
            GROUP BY here.card_id
        )
    SELECT
        here.card_id,
        cards.name,
        cards.slug,
        here.wording,
        ifnull(ruled.known, 0),
        ifnull(ruled.total, 0)
    FROM here
    JOIN cards ON cards.id = here.card_id
    LEFT JOIN ruled ON ruled.card_id = here.card_id
"""
