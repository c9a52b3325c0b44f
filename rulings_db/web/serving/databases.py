"""Which of the served databases are ours, and how the pages read them."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from rulings_db.database.opening import is_ours

LONGEST_QUERY = 2.0
"""Seconds that a page may read the database for."""

LARGEST_MAP = 1 << 30
"""Bytes of a database that are mapped into memory. A new build replaces the file by a rename, so
that nothing mapped ever changes."""

LARGEST_HEAP = 256 << 20
"""Bytes of memory that SQLite may take in this process, what is mapped apart."""

_STEPS_BETWEEN_CHECKS = 5_000

T = TypeVar("T")

_OURS: WeakKeyDictionary[Any, tuple[str, ...]] = WeakKeyDictionary()


class TooSlow(Exception):
    """A page would have read the database for longer than `LONGEST_QUERY`, or with more memory
    than `LARGEST_HEAP`."""


def ours(datasette: Any) -> tuple[str, ...]:
    """Names of the databases that are ours, as Datasette calls them. The pages show the first."""
    if datasette not in _OURS:
        _OURS[datasette] = tuple(
            name
            for name, database in datasette.databases.items()
            if database.path and is_ours(Path(database.path))
        )
    return _OURS[datasette]


async def read(
    datasette: Any, function: Callable[[sqlite3.Connection], T], name: str | None = None
) -> T:
    """What `function` makes of a connection to our database, or to the one called `name`. Raises
    TooSlow."""

    def reading(connection: sqlite3.Connection) -> T:
        deadline = time.monotonic() + LONGEST_QUERY
        factory = connection.row_factory
        connection.row_factory = None
        connection.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS_BETWEEN_CHECKS)
        try:
            return function(connection)
        except sqlite3.OperationalError as error:
            if str(error) == "interrupted":
                raise TooSlow from None
            raise
        except MemoryError:
            raise TooSlow from None
        finally:
            connection.set_progress_handler(None, _STEPS_BETWEEN_CHECKS)
            connection.row_factory = factory

    database = datasette.get_database(name or ours(datasette)[0])
    result: T = await database.execute_fn(reading)
    return result
