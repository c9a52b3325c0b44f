"""Missing translations: what a set lacks in a language, card by card, and as a table to fill in, in
the form of an overlay (docs/overlay.md), which a build takes."""

import csv
import io
import sqlite3
from typing import Any, NamedTuple

from rulings_db.catalog import paging
from rulings_db.catalog.sets import by_number, in_order

LACKS = ("wording", "ruling")
"""What a card can lack in a language."""


COLUMNS = ("card", "face", "set", "number", "language", "name", "type_line", "text")

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes a cell for that begins so."""


class Lacking(NamedTuple):
    """A card of a set that lacks a wording in a language, or texts of rulings: `wording` is whether
    it has one, `rulings` how many of `rulings_total` it lacks."""

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
        return paging.pages(self.total)

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


class ToTranslate(NamedTuple):
    """A face without a wording: `card` is its card's name, or Oracle id where the name would not
    do, `face` its own name where the card has several."""

    card: str
    face: str | None
    number: str | None


def missing_in_set(
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
    page = paging.page_within(page, len(chosen))
    return Missing(
        set_code,
        len(wording),
        len(ruling),
        len(chosen),
        page,
        tuple(chosen[paging.place(page)]),
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


def to_translate(connection: sqlite3.Connection, code: str, set_code: str) -> list[ToTranslate]:
    """The faces of a set's cards that have no wording in a language there, by number."""
    found: dict[tuple[str, str], ToTranslate] = {}
    without = connection.execute(_WITHOUT, {"language": code, "set": set_code}).fetchall()
    for oracle_id, name, shared, faces, face, number in sorted(
        without, key=lambda row: by_number(row[-1])
    ):
        card = oracle_id if shared or name.startswith(_FORMULA) else name
        row = ToTranslate(card, face if faces > 1 else None, number)
        found.setdefault((oracle_id, face), row)
    return list(found.values())


def as_csv(connection: sqlite3.Connection, code: str, set_code: str) -> str:
    """The table, with the columns that are to be written empty; so is a cell that a spreadsheet
    would take for a formula."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(COLUMNS)
    for row in to_translate(connection, code, set_code):
        cells = (row.card, row.face, set_code, row.number, code, None, None, None)
        table.writerow("" if (cell or "").startswith(_FORMULA) else cell for cell in cells)
    return written.getvalue()


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
# Faces of the cards of a set without a wording in a language on any printing there, each with
# whether other cards have that card's name, how many faces the card has, and a printing's number.
_WITHOUT = """
    WITH
        here AS (
            SELECT id, card_id, collector_number FROM printings WHERE set_code = :set
        ),
        known AS (
            SELECT DISTINCT localizations.face_id
            FROM here
            JOIN localization_printings ON localization_printings.printing_id = here.id
            JOIN localizations ON localizations.id = localization_printings.localization_id
            JOIN languages ON languages.id = localizations.language_id
            WHERE languages.code = :language
        ),
        shared AS (
            SELECT name FROM cards GROUP BY name HAVING count(*) > 1
        )
    SELECT
        cards.oracle_id,
        cards.name,
        cards.name IN (SELECT name FROM shared),
        (SELECT count(*) FROM faces AS others WHERE others.card_id = cards.id),
        faces.name,
        here.collector_number
    FROM here
    JOIN cards ON cards.id = here.card_id
    JOIN faces ON faces.card_id = cards.id
    WHERE faces.id NOT IN (SELECT face_id FROM known)
    ORDER BY here.id, faces.side
"""
