"""About the data: where it comes from, when it was read, and what could not be taken as it was."""

import sqlite3
from typing import Any, NamedTuple

from sqlite_utils import Database

from rulings_db.catalog.sources import Sources, all_sources, as_of
from rulings_db.database.cache import build_of, cached_by_build

RULINGS_IN_ENGLISH = """
    SELECT DISTINCT ruling_texts.ruling_id
    FROM ruling_texts
    JOIN languages ON languages.id = ruling_texts.language_id
    WHERE languages.code = 'en'
"""
"""The others are translations that nothing joins to their English original."""


class Problems(NamedTuple):
    """Problems of a kind: how many entries, and how many places they stand for."""

    kind: str
    entries: int
    places: int

    def as_json(self) -> dict[str, Any]:
        return self._asdict()


class About(NamedTuple):
    """About the data of a database: when it was built, its sources and its problems by kind, and
    how many there are of what (cards, printings, wordings, ...)."""

    built_at: str
    counts: dict[str, int]
    sources: tuple[Sources, ...]
    problems: tuple[Problems, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "built_at": self.built_at,
            "counts": self.counts,
            "sources": [source.as_json() for source in self.sources],
            "problems": [problem.as_json() for problem in self.problems],
        }


def about(connection: sqlite3.Connection) -> About:
    """About the data of this database."""
    counts = {
        name: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for name, table in _COUNTED.items()
    }
    problems = connection.execute(
        "SELECT kind, count(*), sum(places) FROM problems GROUP BY kind ORDER BY 3 DESC, kind"
    )
    return About(
        build_of(connection).built_at,
        counts,
        all_sources(connection),
        tuple(Problems(*row) for row in problems),
    )


def all_problems(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """What could not be taken as it was, entry by entry: {kind, source, place, message, places}."""
    database = Database(connection, execute_plugins=False)
    columns = "kind, source, place, message, places"
    return list(database.table("problems").rows_where(select=columns, order_by="id"))


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


@cached_by_build(8)
def holdings(connection: sqlite3.Connection) -> Holdings:
    """Counts of the whole database."""
    cards, rulings, english, printings = (
        connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for table in ("cards", "rulings", f"({RULINGS_IN_ENGLISH})", "printings")
    )
    years = {int(year): count for year, count in connection.execute(_YEARS)}
    span = range(min(years, default=1), max(years, default=0) + 1)
    return Holdings(
        cards,
        rulings,
        english,
        printings,
        as_of(connection),
        build_of(connection).built_at[:10],
        tuple((year, years.get(year, 0)) for year in (span if len(span) < 100 else years)),
        tuple(connection.execute(_LANGUAGES).fetchall()),
    )


_COUNTED = {
    "sets": "sets",
    "cards": "cards",
    "printings": "printings",
    "wordings": "localizations",
    "rulings": "rulings",
    "rulings_in_english": f"({RULINGS_IN_ENGLISH})",
    "ruling_texts": "ruling_texts",
}
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
