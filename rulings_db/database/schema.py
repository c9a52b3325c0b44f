"""The tables of a database: how they are made, and what their row ids mean."""

import sqlite3
from collections.abc import Iterator
from importlib.resources import files

SCHEMA_VERSION = 2
APPLICATION_ID = 0x52554C53
"""The bytes "RULS" in the header of every database of ours."""

FACES_PER_CARD = 1000
"""A face's id is its card's id times this, and its place on the card."""

ENGLISH = 1
"""The row id of English."""

CHINESE_FROM = 900
"""Language ids from here on are Chinese: their texts are folded Traditional to Simplified."""


def is_chinese(language_id: int) -> bool:
    """Whether the texts of a language are folded as Chinese."""
    return language_id >= CHINESE_FROM


def create_tables(connection: sqlite3.Connection) -> None:
    """Make all tables and views, empty, and put our mark in the header."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    _run(connection, "schema.sql")


def create_indexes(connection: sqlite3.Connection) -> None:
    """Make the indexes, once all but the last rows are in."""
    _run(connection, "indexes.sql")


def _run(connection: sqlite3.Connection, name: str) -> None:
    for statement in _statements(name):
        connection.execute(statement)


def _statements(name: str) -> Iterator[str]:
    """The statements of one of our .sql files."""
    buffer = ""
    text = files("rulings_db.database").joinpath(name).read_text("utf-8")
    for line in text.splitlines(keepends=True):
        buffer += line
        if sqlite3.complete_statement(buffer):
            yield buffer.strip()
            buffer = ""
