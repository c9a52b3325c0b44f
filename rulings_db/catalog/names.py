"""What cards and sets are called, for pages to show beside an answer."""

import json
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from rulings_db.catalog import lookup
from rulings_db.catalog.lookup import CardName
from rulings_db.language.tokenize import name_key


class NameSuggestion(NamedTuple):
    """A card to suggest, and the name and language that made it one where that is another than its
    own name."""

    card: CardName
    found_as: str | None
    language: str | None


def name_suggestions(
    connection: sqlite3.Connection, text: str, limit: int, reader: str = "en"
) -> list[NameSuggestion]:
    """The cards with a name that begins with `text`, each with that name as it is printed: the
    reader's (our code), where that is one."""
    key = name_key(text)
    suggested = []
    for card in lookup.cards_beginning_with(connection, text, limit, reader):
        names = [(card.name, None), *connection.execute(_NAMES, (card.id,)).fetchall()]
        begun = [(name, code) for name, code in names if name_key(name).startswith(key)]
        name, code = min(
            begun,
            key=lambda one: ((one[1] or "en") != reader, len(one[0]), one[1] or ""),
            default=names[0],
        )
        suggested.append(NameSuggestion(card, name if code else None, code))
    return suggested


def card_names(
    connection: sqlite3.Connection, slugs: Iterable[str], language: str
) -> dict[str, str]:
    """What cards are called in a language, by slug: the names of their faces, as far as known."""
    rows = connection.execute(_NAMES_IN, (json.dumps(list(slugs)), language))
    return dict(rows.fetchall())


def first_printings(connection: sqlite3.Connection, ids: Iterable[int]) -> dict[int, str]:
    """Set and number ("FRF 32") of the first printing of cards, by their row ids."""
    rows = connection.execute(_FIRST_PRINTINGS, (json.dumps(list(ids)),))
    return {card: " ".join(filter(None, where)) for card, _, *where in rows}


def set_names_of(connection: sqlite3.Connection, codes: Iterable[str]) -> dict[str, str]:
    """What sets are called, by code."""
    rows = connection.execute(
        "SELECT code, name FROM sets WHERE code IN (SELECT value FROM json_each(?))",
        (json.dumps(list(codes)),),
    )
    return dict(rows.fetchall())


_NAMES = """
    SELECT DISTINCT localizations.name, languages.code
    FROM faces
    JOIN localizations ON localizations.face_id = faces.id
    JOIN languages ON languages.id = localizations.language_id
    WHERE faces.card_id = ? AND localizations.name IS NOT NULL
"""
_NAMES_IN = """
    SELECT slug, group_concat(name, ' // ')
    FROM (
        SELECT
            cards.slug,
            localizations.name,
            row_number() OVER (
                PARTITION BY faces.id
                ORDER BY localizations.status IS NOT 'correction', localizations.id
            ) AS place
        FROM cards
        JOIN faces ON faces.card_id = cards.id
        JOIN localizations ON localizations.face_id = faces.id
        JOIN languages ON languages.id = localizations.language_id
        WHERE cards.slug IN (SELECT value FROM json_each(?))
            AND languages.code = ?
            AND localizations.name IS NOT NULL
            AND localizations.status IS NOT 'replaced'
        ORDER BY cards.slug, faces.side
    )
    WHERE place = 1
    GROUP BY slug
"""
_FIRST_PRINTINGS = """
    SELECT
        printings.card_id,
        min(ifnull(sets.released_at, '9999')),
        printings.set_code,
        printings.collector_number
    FROM printings
    LEFT JOIN sets ON sets.code = printings.set_code
    WHERE printings.card_id IN (SELECT value FROM json_each(?))
    GROUP BY printings.card_id
"""
