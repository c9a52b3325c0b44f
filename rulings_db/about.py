"""About the data: where it comes from, when it was read, and what could not be taken as it was."""

import sqlite3
from typing import Any, NamedTuple

MOST_SOURCES = 100
"""How many sources of a kind are listed; a folder of sets is a source a set."""


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
    """The sources of a kind: how many, and the first of them by address."""

    kind: str
    total: int
    first: tuple[Source, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "total": self.total,
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
        tuple(Sources(kind, total, _first(connection, kind)) for kind, total in kinds.fetchall()),
        tuple(Problems(*row) for row in problems),
    )


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


_COUNTED = {
    "sets": "sets",
    "cards": "cards",
    "printings": "printings",
    "wordings": "localizations",
    "rulings": "rulings",
    "ruling_texts": "ruling_texts",
}
