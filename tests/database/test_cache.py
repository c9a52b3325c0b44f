"""What is cached of a database is worked out once for a build, and anew for another."""

import sqlite3

from rulings_db.database.cache import cached_by_build


def a_database(build: str) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE meta (key TEXT, value TEXT)")
    connection.execute("INSERT INTO meta VALUES ('build', ?), ('built_at', '2026-08-01')", (build,))
    return connection


def test_an_answer_is_kept_for_its_build_and_its_arguments() -> None:
    asked: list[tuple[str, str]] = []

    @cached_by_build(2)
    def answer(connection: sqlite3.Connection, what: str) -> int:
        (build,) = connection.execute("SELECT value FROM meta WHERE key = 'build'").fetchone()
        asked.append((build, what))
        return len(asked)

    first, second = a_database("first"), a_database("second")
    assert [answer(first, "a"), answer(first, "a"), answer(a_database("first"), "a")] == [1, 1, 1]
    assert [answer(second, "a"), answer(first, "a")] == [2, 1]
    assert answer(first, "b") == 3
    assert answer(first, "a") == 4
    assert asked == [("first", "a"), ("second", "a"), ("first", "b"), ("first", "a")]
