"""Replacing a database file: the new one is made aside and put in place in one rename."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from rulings_db.database.meta import read_meta
from rulings_db.database.opening import (
    DatabaseFileError,
    OtherSchema,
    check_is_ours,
    connect_read_only,
)
from rulings_db.database.schema import create_tables

SAMPLE = "sample"
FILES = "files"

# The file is new and nobody else's: what fails in the middle is thrown away.
_WHILE_BUILDING = {
    "journal_mode": "OFF",
    "synchronous": "OFF",
    "cache_size": "-65536",
    "temp_store": "MEMORY",
}


def check_replaceable(path: Path, inputs: str, force: bool) -> None:
    """Raise DatabaseFileError when building from `inputs` (SAMPLE or FILES) may not replace
    `path`."""
    if not path.exists():
        return
    if path.is_dir():
        raise DatabaseFileError(f"{path}: a folder, not a database file")
    with closing(connect_read_only(path)) as connection:
        try:
            check_is_ours(connection, path)
        except OtherSchema:
            return
        except DatabaseFileError as error:
            raise DatabaseFileError(f"{error}; it is left as it was") from None
        if inputs == SAMPLE and not force:
            held = read_meta(connection)["inputs"]
            if held != SAMPLE:
                raise DatabaseFileError(
                    f"{path}: built from other inputs than the sample; "
                    "name the inputs to build from, or pass --force to replace it with the sample"
                )


@contextmanager
def replacing(path: Path) -> Iterator[Database]:
    """An empty database with our schema, in a transaction, which replaces `path` when the block
    ends well and vanishes when it does not. Raises DatabaseFileError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(
            prefix=f".{path.name}.", suffix=".db-building", dir=path.parent
        )
    except OSError as error:
        raise DatabaseFileError(f"{path}: cannot be written: {error.strerror}") from None
    os.close(handle)
    part = Path(name)
    try:
        with Database(part, execute_plugins=False) as database:
            for name, value in _WHILE_BUILDING.items():
                database.execute(f"PRAGMA {name} = {value}")
            with database.atomic():
                create_tables(database.conn)
                yield database
        with part.open("rb+") as finished:
            os.fsync(finished.fileno())
        part.chmod(0o644)
        os.replace(part, path)
    except sqlite3.OperationalError as error:
        if "full" in str(error) or "disk" in str(error):
            raise DatabaseFileError(f"{path}: cannot be written: {error}") from None
        raise
    finally:
        part.unlink(missing_ok=True)
