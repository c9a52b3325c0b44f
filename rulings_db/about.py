"""About the data: where it comes from, when it was read, and what could not be taken as it was."""

import re
import sqlite3
from typing import Any, NamedTuple

MOST_SOURCES = 100
"""How many sources of a kind are listed; a folder of sets is a source a set."""


RULINGS_IN_ENGLISH = """
    SELECT DISTINCT ruling_texts.ruling_id
    FROM ruling_texts
    JOIN languages ON languages.id = ruling_texts.language_id
    WHERE languages.code = 'en'
"""
"""The others are translations that nothing joins to their English original."""


class Source(NamedTuple):
    """Where facts come from."""

    kind: str
    address: str
    version: str | None
    checksum: str
    read_at: str

    def as_json(self) -> dict[str, Any]:
        return self._asdict()


class Sources(NamedTuple):
    """The sources of a kind: how many, the newest day that stands in a version of theirs, and the
    first of them by address."""

    kind: str
    total: int
    as_of: str | None
    first: tuple[Source, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "total": self.total,
            "as_of": self.as_of,
            "first": [source.as_json() for source in self.first],
        }


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
    (built_at,) = connection.execute("SELECT value FROM meta WHERE key = 'built_at'").fetchone()
    counts = {
        name: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for name, table in _COUNTED.items()
    }
    kinds = connection.execute("SELECT kind, count(*) FROM sources GROUP BY kind ORDER BY kind")
    problems = connection.execute(
        "SELECT kind, count(*), sum(places) FROM problems GROUP BY kind ORDER BY 3 DESC, kind"
    )
    return About(
        built_at,
        counts,
        tuple(
            Sources(kind, total, as_of(connection, kind), _first(connection, kind))
            for kind, total in kinds.fetchall()
        ),
        tuple(Problems(*row) for row in problems),
    )


def as_of(connection: sqlite3.Connection, kind: str | None = None) -> str | None:
    """The newest day that stands in a version of a source ("5.2.2+20260801", "2026-08-01T..."), of
    those of a kind or of all."""
    versions = connection.execute(
        "SELECT DISTINCT ifnull(version, '') FROM sources WHERE kind = ?1 OR ?1 IS NULL", (kind,)
    )
    found = [_DAY.search(version) for (version,) in versions]
    return max(("-".join(match.groups()) for match in found if match), default=None)


def _first(connection: sqlite3.Connection, kind: str) -> tuple[Source, ...]:
    rows = connection.execute(
        """
        SELECT kind, address, version, checksum, read_at
        FROM sources
        WHERE kind = ?
        ORDER BY address, checksum
        LIMIT ?
        """,
        (kind, MOST_SOURCES),
    )
    return tuple(Source(*row) for row in rows)


_DAY = re.compile(r"(?<!\d)(\d{4})-?([01]\d)-?([0-3]\d)(?!\d)")

_COUNTED = {
    "sets": "sets",
    "cards": "cards",
    "printings": "printings",
    "wordings": "localizations",
    "rulings": "rulings",
    "rulings_in_english": f"({RULINGS_IN_ENGLISH})",
    "ruling_texts": "ruling_texts",
}
