"""What a database says of itself: the table `meta`."""

import sqlite3


def read_meta(connection: sqlite3.Connection) -> dict[str, str]:
    """{key: value}: `inputs`, `origin`, `build`, `built_at`; nothing for a database without any
    facts."""
    return dict(connection.execute("SELECT key, value FROM meta").fetchall())
