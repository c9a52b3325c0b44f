"""Small facts that pages show beside an answer: what the database holds, what sets are called,
what a face costs."""

import json
import re
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from rulings_db import cards
from rulings_db.cards import CardName
from rulings_db.text import name_key


class Holdings(NamedTuple):
    """What a database holds. `as_of` is the day of its newest source, `years` are rulings by year
    (without a gap, unless a date is far from all others), `languages` wordings and ruling texts by
    language, most first."""

    cards: int
    rulings: int
    printings: int
    as_of: str
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
        cards, rulings, printings = (
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("cards", "rulings", "printings")
        )
        years = {int(year): count for year, count in connection.execute(_YEARS)}
        span = range(min(years, default=1), max(years, default=0) + 1)
        _HOLDINGS[key] = Holdings(
            cards,
            rulings,
            printings,
            _as_of(connection) or meta["built_at"][:10],
            tuple((year, years.get(year, 0)) for year in (span if len(span) < 100 else years)),
            tuple(connection.execute(_LANGUAGES).fetchall()),
        )
    return _HOLDINGS[key]


def _as_of(connection: sqlite3.Connection) -> str | None:
    """The newest day that stands in a version of a source ("5.2.2+20260801", "2026-08-01T...")."""
    versions = connection.execute("SELECT DISTINCT ifnull(version, '') FROM sources")
    found = [_DAY.search(version) for (version,) in versions]
    return max(("-".join(match.groups()) for match in found if match), default=None)


def build(connection: sqlite3.Connection) -> str:
    """The name of the build: another one for another content."""
    return str(connection.execute("SELECT value FROM meta WHERE key = 'build'").fetchone()[0])


class Suggested(NamedTuple):
    """A card to suggest, and the name and language that made it one where that is another than its
    own name."""

    card: CardName
    found_as: str | None
    language: str | None


def suggested(connection: sqlite3.Connection, text: str, limit: int) -> list[Suggested]:
    """The cards with a name that begins with `text`, each with that name as it is printed."""
    key = name_key(text)
    suggested = []
    for card in cards.suggest(connection, text, limit):
        names = [(card.name, None), *connection.execute(_NAMES, (card.id,)).fetchall()]
        begun = [(name, code) for name, code in names if name_key(name).startswith(key)]
        name, code = min(begun, key=lambda one: (len(one[0]), one[1] or ""), default=names[0])
        suggested.append(Suggested(card, name if code else None, code))
    return suggested


def card_names(
    connection: sqlite3.Connection, slugs: Iterable[str], language: str
) -> dict[str, str]:
    """What cards are called in a language, by slug: the name of their first face that has one."""
    rows = connection.execute(_NAMES_IN, (json.dumps(list(slugs)), language))
    return {slug: name for slug, name, _ in rows}


def set_names(connection: sqlite3.Connection, codes: Iterable[str]) -> dict[str, str]:
    """What sets are called, by code."""
    rows = connection.execute(
        "SELECT code, name FROM sets WHERE code IN (SELECT value FROM json_each(?))",
        (json.dumps(list(codes)),),
    )
    return dict(rows.fetchall())


def mana_costs(connection: sqlite3.Connection, card_id: int) -> dict[str, str]:
    """The mana costs of a card's faces, by the face's name."""
    rows = connection.execute(
        "SELECT name, mana_cost FROM faces WHERE card_id = ? AND mana_cost IS NOT NULL", (card_id,)
    )
    return dict(rows.fetchall())


_DAY = re.compile(r"(?<!\d)(\d{4})-?([01]\d)-?([0-3]\d)(?!\d)")

_NAMES = """
    SELECT DISTINCT localizations.name, languages.code
    FROM faces
    JOIN localizations ON localizations.face_id = faces.id
    JOIN languages ON languages.id = localizations.language_id
    WHERE faces.card_id = ? AND localizations.name IS NOT NULL
"""
_NAMES_IN = """
    SELECT cards.slug, localizations.name, min(localizations.id)
    FROM cards
    JOIN faces ON faces.card_id = cards.id
    JOIN localizations ON localizations.face_id = faces.id
    JOIN languages ON languages.id = localizations.language_id
    WHERE cards.slug IN (SELECT value FROM json_each(?))
        AND languages.code = ?
        AND localizations.name IS NOT NULL
    GROUP BY cards.slug
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
