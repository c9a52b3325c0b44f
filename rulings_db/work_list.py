"""What a translator of a set has to write, as a table to fill in: the cards that have no wording in
a language, in the form of an overlay (docs/overlay.md), which a build takes."""

import csv
import io
import sqlite3
from typing import NamedTuple

from rulings_db.sets import by_number

COLUMNS = ("card", "face", "set", "number", "language", "name", "type_line", "text")

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes a cell for that begins so."""


class Row(NamedTuple):
    """A face without a wording: `card` is its card's name, or Oracle id where the name would not
    do, `face` its own name where the card has several."""

    card: str
    face: str | None
    number: str | None


def rows(connection: sqlite3.Connection, code: str, set_code: str) -> list[Row]:
    """The faces of a set's cards that have no wording in a language there, by number."""
    found: dict[tuple[str, str], Row] = {}
    without = connection.execute(_WITHOUT, {"language": code, "set": set_code}).fetchall()
    for oracle_id, name, shared, faces, face, number in sorted(
        without, key=lambda row: by_number(row[-1])
    ):
        card = oracle_id if shared or name.startswith(_FORMULA) else name
        row = Row(card, face if faces > 1 else None, number)
        found.setdefault((oracle_id, face), row)
    return list(found.values())


def as_csv(connection: sqlite3.Connection, code: str, set_code: str) -> str:
    """The table, with the columns that are to be written empty; so is a cell that a spreadsheet
    would take for a formula."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(COLUMNS)
    for row in rows(connection, code, set_code):
        cells = (row.card, row.face, set_code, row.number, code, None, None, None)
        table.writerow("" if (cell or "").startswith(_FORMULA) else cell for cell in cells)
    return written.getvalue()


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
