"""Small facts that pages show beside an answer: what the database holds, what cards and sets are
called."""

import json
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from rulings_db import cards
from rulings_db.about import RULINGS_IN_ENGLISH, as_of
from rulings_db.cards import CardName
from rulings_db.text import name_key


class Holdings(NamedTuple):
    """What a database holds. `english` are the rulings with an English text, `as_of` is the day of
    the newest source that has one, or None, `built_at` that of the build, `years` are rulings by
    year (without a gap, unless a date is far from all others), `languages` wordings and ruling
    texts by language, most first."""

    cards: int
    rulings: int
    english: int
    printings: int
    as_of: str | None
    built_at: str
    years: tuple[tuple[int, int], ...]
    languages: tuple[tuple[str, int, int], ...]


_HOLDINGS: dict[tuple[str, str], Holdings] = {}


def holdings(connection: sqlite3.Connection) -> Holdings:
    """Counts of the whole database, kept for the next call of the same build."""
    meta = dict(connection.execute("SELECT key, value FROM meta").fetchall())
    key = (meta["build"], meta["built_at"])
    if key not in _HOLDINGS:
        if len(_HOLDINGS) > 7:
            _HOLDINGS.clear()
        cards, rulings, english, printings = (
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("cards", "rulings", f"({RULINGS_IN_ENGLISH})", "printings")
        )
        years = {int(year): count for year, count in connection.execute(_YEARS)}
        span = range(min(years, default=1), max(years, default=0) + 1)
        _HOLDINGS[key] = Holdings(
            cards,
            rulings,
            english,
            printings,
            as_of(connection),
            meta["built_at"][:10],
            tuple((year, years.get(year, 0)) for year in (span if len(span) < 100 else years)),
            tuple(connection.execute(_LANGUAGES).fetchall()),
        )
    return _HOLDINGS[key]


class Build(NamedTuple):
    """A build of the database: its name, another one for another content, and its day."""

    name: str
    day: str


def build(connection: sqlite3.Connection) -> Build:
    """The build that is open."""
    rows = connection.execute("SELECT key, value FROM meta WHERE key IN ('build', 'built_at')")
    meta = dict(rows.fetchall())
    return Build(meta["build"], meta["built_at"][:10])


class Suggested(NamedTuple):
    """A card to suggest, and the name and language that made it one where that is another than its
    own name."""

    card: CardName
    found_as: str | None
    language: str | None


def suggested(
    connection: sqlite3.Connection, text: str, limit: int, reader: str = "en"
) -> list[Suggested]:
    """The cards with a name that begins with `text`, each with that name as it is printed: the
    reader's (our code), where that is one."""
    key = name_key(text)
    suggested = []
    for card in cards.suggest(connection, text, limit, reader):
        names = [(card.name, None), *connection.execute(_NAMES, (card.id,)).fetchall()]
        begun = [(name, code) for name, code in names if name_key(name).startswith(key)]
        name, code = min(
            begun,
            key=lambda one: ((one[1] or "en") != reader, len(one[0]), one[1] or ""),
            default=names[0],
        )
        suggested.append(Suggested(card, name if code else None, code))
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


def set_names(connection: sqlite3.Connection, codes: Iterable[str]) -> dict[str, str]:
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
_YEARS = """
    SELECT substr(published_at, 1, 4), count(DISTINCT ruling_id)
    FROM card_rulings
    WHERE published_at GLOB '[0-9][0-9][0-9][0-9]-*'
    GROUP BY 1
    ORDER BY 1
"""
_LANGUAGES = """
    WITH
        wordings AS (
            SELECT language_id, count(*) AS total FROM localizations GROUP BY language_id
        ),
        texts AS (
            SELECT language_id, count(*) AS total FROM ruling_texts GROUP BY language_id
        )
    SELECT languages.code, ifnull(wordings.total, 0), ifnull(texts.total, 0)
    FROM languages
    LEFT JOIN wordings ON wordings.language_id = languages.id
    LEFT JOIN texts ON texts.language_id = languages.id
    WHERE wordings.total > 0 OR texts.total > 0
    ORDER BY 2 DESC, 3 DESC, 1
"""
