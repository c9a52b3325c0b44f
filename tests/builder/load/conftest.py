"""A database of records that a test makes up, source by source."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence

import pytest

from ingest.records import Record, Source
from rulings_db.builder.load.loader import Loader
from rulings_db.database.schema import create_indexes, create_tables

Load = Callable[..., sqlite3.Connection]


@pytest.fixture
def load() -> Iterator[Load]:
    """`load(mtgjson=[...], scryfall=[...])` loads the records of each kind of source, in that
    order; a pair of a version and a list gives the source a version."""
    opened = []

    def load(**sources: Sequence[Record] | tuple[str, list[Record]]) -> sqlite3.Connection:
        connection = sqlite3.connect(":memory:", isolation_level=None)
        opened.append(connection)
        create_tables(connection)
        loader = Loader(connection)
        for kind, records in sources.items():
            version = None
            if isinstance(records, tuple):
                version, records = records
            loader.begin(Source(kind, f"{kind}.file", version, kind.ljust(64, "0")))
            for record in records:
                loader.take(record)
        loader.flush()
        create_indexes(connection)
        loader.finish()
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        return connection

    yield load
    for connection in opened:
        connection.close()
