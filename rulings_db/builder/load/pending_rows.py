"""Rows on their way to the database, and which source gives each fact."""

import sqlite3
from collections import defaultdict

Row = tuple[object, ...]


class PendingRows:
    """Rows waiting to be written, a list for each table; updates of them wait until they are."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._waiting: defaultdict[str, list[Row]] = defaultdict(list)
        self._updates: defaultdict[str, list[Row]] = defaultdict(list)

    def of(self, table: str) -> list[Row]:
        """The list to append the table's rows to; it stays the same list."""
        return self._waiting[table]

    def updates(self, statement: str) -> list[Row]:
        """The list to append the values of an UPDATE to; it stays the same list."""
        return self._updates[statement]

    def flush(self) -> None:
        """Write all that waits."""
        for table, rows in self._waiting.items():
            if rows:
                marks = ", ".join("?" * len(rows[0]))
                # A fact can be told by one source twice, with another source between.
                verb = "INSERT OR IGNORE" if table.endswith("_sources") else "INSERT"
                self._connection.executemany(f"{verb} INTO {table} VALUES ({marks})", rows)
                rows.clear()
        for statement, rows in self._updates.items():
            if rows:
                self._connection.executemany(statement, rows)
                rows.clear()


class SourceLinks:
    """Facts with the sources that give them: one row a fact and source."""

    def __init__(self, rows: PendingRows, table: str) -> None:
        self._rows = rows.of(table)
        self._latest: dict[int, int] = {}

    def seen(self, fact: int, source: int) -> None:
        if self._latest.get(fact) != source:
            self._latest[fact] = source
            self._rows.append((fact, source))
