"""Sources: where facts come from."""

import sqlite3
from typing import Any, NamedTuple

from ingest.dates import day_of

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


def all_sources(connection: sqlite3.Connection) -> tuple[Sources, ...]:
    """The sources of a database, by kind."""
    kinds = connection.execute("SELECT kind, count(*) FROM sources GROUP BY kind ORDER BY kind")
    return tuple(
        Sources(kind, total, as_of(connection, kind), _first(connection, kind))
        for kind, total in kinds.fetchall()
    )


def as_of(connection: sqlite3.Connection, kind: str | None = None) -> str | None:
    """The newest day that stands in a version of a source ("5.2.2+20260801", "2026-08-01T..."), of
    those of a kind or of all."""
    versions = connection.execute(
        "SELECT DISTINCT ifnull(version, '') FROM sources WHERE kind = ?1 OR ?1 IS NULL", (kind,)
    )
    return max(filter(None, (day_of(version) for (version,) in versions)), default=None)


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
