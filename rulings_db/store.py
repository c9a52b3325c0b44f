"""The database file: made aside and put in place in one rename, opened read-only, known as ours."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import IO

SCHEMA_VERSION = 2
APPLICATION_ID = 0x52554C53
"""The bytes "RULS" in the header of every database of ours."""

SAMPLE = "sample"
FILES = "files"


class StoreError(Exception):
    """A database that is missing, not ours, or in the way; the message is one clear line."""


def open_store(path: Path) -> sqlite3.Connection:
    """A read-only connection to a database of ours."""
    if not path.exists():
        raise StoreError(f"{path}: no such database; `rulings-db build` makes it")
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        _check(connection, path)
    except StoreError:
        connection.close()
        raise
    return connection


def is_store(connection: sqlite3.Connection) -> bool:
    """Whether a connection leads to a database of ours, of this schema."""
    try:
        (number,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError:
        return False
    return bool(number == APPLICATION_ID and version == SCHEMA_VERSION)


def _check(connection: sqlite3.Connection, path: Path) -> None:
    try:
        (number,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{path}: not a rulings-db database ({error})") from None
    if number != APPLICATION_ID:
        raise StoreError(f"{path}: a database, but not one of rulings-db")
    if version != SCHEMA_VERSION:
        raise StoreError(
            f"{path}: has schema {version}, this rulings-db reads {SCHEMA_VERSION}; build it again"
        )


def check_replaceable(path: Path, inputs: str, force: bool) -> None:
    """Raise StoreError when building from `inputs` (SAMPLE or FILES) may not replace `path`."""
    if not path.exists():
        return
    if path.is_dir():
        raise StoreError(f"{path}: a folder, not a database file")
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            _check(connection, path)
        except StoreError as error:
            if "schema" not in str(error):
                raise StoreError(f"{error}; it is left as it was") from None
            return
        if inputs == SAMPLE and not force:
            (held,) = connection.execute("SELECT value FROM meta WHERE key = 'inputs'").fetchone()
            if held != SAMPLE:
                raise StoreError(
                    f"{path}: built from other inputs than the sample; "
                    "name the inputs to build from, or pass --force to replace it with the sample"
                )


def open_last(path: Path) -> sqlite3.Connection:
    """A read-only connection to the database at `path`; to one without any facts where there is
    none of ours, or one of another schema."""
    try:
        return open_store(path)
    except StoreError:
        empty = sqlite3.connect(":memory:")
        for statement in statements("schema.sql"):
            empty.execute(statement)
        return empty


@contextmanager
def replacing(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to an empty database with our schema, which replaces `path` when the block
    ends well and vanishes when it does not."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(
            prefix=f".{path.name}.", suffix=".db-building", dir=path.parent
        )
    except OSError as error:
        raise StoreError(f"{path}: cannot be written: {error.strerror}") from None
    os.close(handle)
    part = Path(name)
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as connection:
            connection.executescript(
                f"""
                PRAGMA journal_mode = OFF;
                PRAGMA synchronous = OFF;
                PRAGMA cache_size = -65536;
                PRAGMA temp_store = MEMORY;
                PRAGMA application_id = {APPLICATION_ID};
                PRAGMA user_version = {SCHEMA_VERSION};
                """
            )
            connection.execute("BEGIN")
            for statement in statements("schema.sql"):
                connection.execute(statement)
            yield connection
            connection.execute("COMMIT")
        with part.open("rb+") as finished:
            os.fsync(finished.fileno())
        part.chmod(0o644)
        os.replace(part, path)
    except sqlite3.OperationalError as error:
        if "full" in str(error) or "disk" in str(error):
            raise StoreError(f"{path}: cannot be written: {error}") from None
        raise
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def writing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write, put in place of `path` when the block ends well; a link's target is
    replaced, and what is no regular file (a device, a pipe) is written to as it is. Raises
    OSError."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    handle, name = tempfile.mkstemp(".part", f".{path.name}.", path.parent)
    part = Path(name)
    try:
        with open(handle, "wb") as stream:
            yield stream
        part.chmod(0o644)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def statements(name: str) -> Iterator[str]:
    """The statements of one of our .sql files."""
    buffer = ""
    for line in files("rulings_db").joinpath(name).read_text("utf-8").splitlines(keepends=True):
        buffer += line
        if sqlite3.complete_statement(buffer):
            yield buffer.strip()
            buffer = ""
