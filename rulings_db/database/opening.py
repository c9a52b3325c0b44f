"""Opening a database file: read-only, and known as ours."""

import sqlite3
from pathlib import Path

from rulings_db.database.schema import APPLICATION_ID, SCHEMA_VERSION, create_tables


class DatabaseFileError(OSError):
    """A database that is missing, not ours, or in the way; the message is one clear line."""


class OtherSchema(DatabaseFileError):
    """A database of ours, but of an older or newer schema."""


def open_database(path: Path) -> sqlite3.Connection:
    """A read-only connection to a database of ours. Raises DatabaseFileError."""
    if not path.exists():
        raise DatabaseFileError(f"{path}: no such database; `rulings-db build` makes it")
    connection = connect_read_only(path)
    try:
        check_is_ours(connection, path)
    except DatabaseFileError:
        connection.close()
        raise
    return connection


def open_or_empty(path: Path) -> sqlite3.Connection:
    """A read-only connection to the database at `path`; to one without any facts where there is
    none of ours, or one of another schema."""
    try:
        return open_database(path)
    except DatabaseFileError:
        empty = sqlite3.connect(":memory:")
        create_tables(empty)
        return empty


def is_ours(path: Path) -> bool:
    """Whether a file is a database of ours, of this schema."""
    try:
        open_database(path).close()
    except (DatabaseFileError, sqlite3.Error):
        return False
    return True


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, to whatever database is there."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def check_is_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Raise DatabaseFileError unless the connection leads to a database of ours, of this schema."""
    try:
        (number,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise DatabaseFileError(f"{path}: not a rulings-db database ({error})") from None
    if number != APPLICATION_ID:
        raise DatabaseFileError(f"{path}: a database, but not one of rulings-db")
    if version != SCHEMA_VERSION:
        raise OtherSchema(
            f"{path}: has schema {version}, this rulings-db reads {SCHEMA_VERSION}; build it again"
        )
