"""The plugin for sqlite-utils: its command and SQL functions search as `rulings-db search` does."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlite_utils import Database
from sqlite_utils.cli import cli

import rulings_db


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, list(map(str, arguments)))


@pytest.fixture
def ours(sample_db: Path) -> Iterator[Database]:
    """The sample's database, with the plugin."""
    with closing(Database(sample_db)) as database:
        yield database


@pytest.mark.parametrize(
    "query", ["予示 in:rulings", "manifest", "wolk*", "-変異 予示", "2/2 lang:de,ja"]
)
def test_the_command_gives_the_hits_of_our_search(sample_db: Path, query: str) -> None:
    rows = json.loads(run("rulings-search", sample_db, query, "--limit", 5).output)
    with closing(rulings_db.open(sample_db)) as connection:
        hits = rulings_db.search(connection, query, limit=5).hits
    assert len(hits) > 0
    assert [(row["language"], row["card"], row["ruling"], row["text"]) for row in rows] == [
        (hit.language, hit.slug, hit.ruling_id, hit.text) for hit in hits
    ]


def test_the_command_has_the_output_options_of_sqlite_utils(sample_db: Path) -> None:
    result = run("rulings-search", sample_db, "予示 -変異 in:rulings", "--limit", 1, "--csv")
    assert result.output.splitlines() == [
        "kind,language,card,name,ruling,dates,text",
        "ruling,ja,野生呼び,野生呼び,601f3a5d7f8c,2014-11-24,Xとして0を選ぶなら、"
        "あなたは単にあなたのライブラリーの一番上のカードを予示する.",
    ]


def test_the_command_says_that_a_database_is_none_of_ours(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    Database(other).table("cards").insert({"name": "Cloudform"})
    result = run("rulings-search", other, "Cloudform")
    assert result.exit_code == 1
    assert result.output == f"Error: {other}: a database, but not one of rulings-db\n"


def test_rows_are_found_in_sql(ours: Database) -> None:
    rows = ours.query(
        """
        SELECT DISTINCT card, language
        FROM rulings_by_card
        WHERE ruling_text_id IN (
            SELECT value FROM json_each(rulings_match('rulings_by_card', '予示'))
        )
        """
    )
    assert list(rows) == [{"card": "野生呼び", "language": "ja"}]


def test_hits_are_found_in_sql(ours: Database) -> None:
    (found,) = ours.execute("SELECT rulings_search('Wolkenform lang:de', 1)").fetchone()
    (hit,) = json.loads(found)
    assert (hit["card"]["slug"], hit["name"]) == ("cloudform", "Wolkenform")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_on_another_database_the_functions_raise() -> None:
    with pytest.raises(sqlite3.OperationalError, match="raised exception"):
        Database(memory=True).execute("SELECT rulings_search('Cloudform')").fetchone()
