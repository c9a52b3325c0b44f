"""The documents say all there is to say: every field and value, every table and column."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ingest.languages import BY_CODE
from rulings_db.builder.pipeline import build
from rulings_db.catalog import coverage
from rulings_db.catalog.comparison import compare
from rulings_db.catalog.missing_translations import missing_in_set
from rulings_db.catalog.overview import about
from rulings_db.catalog.rulings import find_ruling
from rulings_db.catalog.sets import all_sets, set_page
from rulings_db.database.opening import open_database
from rulings_db.database.schema import create_tables
from rulings_db.retrieval import query
from rulings_db.retrieval.search import search
from rulings_db.terminology.glossary import Entry
from tests.surroundings import ROOT

_DOCS = ROOT / "docs"
_DATA = ROOT / "data"
_COLUMN_ROW = re.compile(r"^\| (`[^|]+) \| (?!-)(.+) \|$", re.MULTILINE)


def _read(name: str) -> str:
    return (_DOCS / name).read_text("utf-8")


@pytest.mark.parametrize("field", sorted(query.FIELDS))
def test_every_field_has_a_row_with_an_example(field: str) -> None:
    rows = [row for row in _read("query.md").splitlines() if row.startswith("| `")]
    names = [row.split(" | ")[0] for row in rows]
    examples = [row.split(" | ")[1] for row in rows]
    assert any(
        re.search(rf"`{field}:?`", name) and "`" in example
        for name, example in zip(names, examples, strict=True)
    )


@pytest.mark.parametrize(
    "value",
    [
        f"{field}:{value}"
        for field, values in (("in", query._IN), ("is", query._IS), ("order", query._ORDERS))
        for value in values
    ],
)
def test_every_value_has_a_row(value: str) -> None:
    assert f"| `{value}` | " in _read("query.md")


def test_the_examples_of_fields_are_understood() -> None:
    _, _, fields = _read("query.md").partition("## Fields")
    examples = re.findall(r"`([a-z]+(?::|[<>]=?)[^`\s]+(?: [^`]+)?)`", fields)
    assert len(examples) > 30
    for example in examples:
        parsed = query.parse(example)
        assert parsed.warnings == ()
        assert parsed.tree is not None or parsed.order != "relevance" or "order:" in example


def test_the_limits_are_those_of_the_parser() -> None:
    assert f"{query.MAX_LENGTH:,} characters and {query.MAX_TERMS} terms" in _read("query.md")


def _schema() -> dict[str, set[str]]:
    """The tables and views that schema.sql makes, each with its columns."""
    with closing(sqlite3.connect(":memory:")) as connection:
        create_tables(connection)
        made = connection.execute(
            """
            SELECT name
            FROM pragma_table_list
            WHERE schema = 'main' AND type IN ('table', 'view', 'virtual')
                AND name NOT LIKE 'sqlite_%'
            """
        ).fetchall()
        columns = "SELECT name FROM pragma_table_info(?)"
        return {
            name: {column for (column,) in connection.execute(columns, (name,))} for (name,) in made
        }


def _documented() -> dict[str, set[str]]:
    """The tables and views that schema.md has a section for, each with the columns in its table."""
    documented = {}
    for section in _read("schema.md").split("\n### ")[1:]:
        heading, _, body = section.partition("\n")
        body = body.partition("\n## ")[0]
        columns = {
            column
            for row in _COLUMN_ROW.findall(body)
            for column in re.findall("`([a-z_]+)`", row[0])
        }
        for name in re.findall("`([a-z_]+)`", heading):
            documented[name] = columns
    return documented


def test_every_table_and_view_is_documented_and_no_other() -> None:
    assert sorted(_documented()) == sorted(_schema())


@pytest.mark.parametrize(("name", "columns"), sorted(_schema().items()))
def test_every_column_is_documented(name: str, columns: set[str]) -> None:
    assert columns <= _documented()[name]


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        (name, columns)
        for name, columns in sorted(_schema().items())
        if not name.endswith(("_sources", "_fts"))
    ],
)
def test_no_column_is_documented_that_is_not_there(name: str, columns: set[str]) -> None:
    assert _documented()[name] == columns


def keys(value: Any) -> set[str]:
    """All keys anywhere in a JSON value."""
    if isinstance(value, dict):
        return set(value) | {key for part in value.values() for key in keys(part)}
    if isinstance(value, list):
        return {key for part in value for key in keys(part)}
    return set()


def test_every_key_of_the_json_is_documented(sample: sqlite3.Connection) -> None:
    text = _read("api.md")
    found = search(sample, "予示").as_json()
    compared = compare(sample, "Cloudform").as_json()
    ruling = find_ruling(sample, compared["rulings"][0]["id"]).as_json()
    entry = Entry("Flying", "keyword ability", "ja", "飛行", 1, 1.0, (("a", "b", "c"),)).as_json()
    answers = [found, compared, ruling, entry, about(sample).as_json()]
    answers += [known.as_json() for known in all_sets(sample)]
    answers += [set_page(sample, known).as_json() for known in all_sets(sample)]
    answers += [totals.as_json() for totals in coverage.languages(sample)]
    answers += [known.as_json() for known in coverage.by_set(sample, "de")]
    answers.append(missing_in_set(sample, "de", "FRF").as_json())
    named = set(BY_CODE)
    for key in set().union(*map(keys, answers)) - named:
        assert f"`{key}`" in text, key


def test_the_overlays_of_the_document_do_what_it_says(tmp_path: Path) -> None:
    csv, jsonl = re.findall(r"```(?:csv|json)\n(.*?)```", _read("overlay.md"), re.DOTALL)
    for name, content in (("house.csv", csv), ("house.jsonl", jsonl)):
        (tmp_path / name).write_text(content, "utf-8")
    build(tmp_path / "rulings.db", [_DATA, tmp_path / "house.csv", tmp_path / "house.jsonl"])
    with closing(open_database(tmp_path / "rulings.db")) as connection:
        compared = compare(connection, "Cloudform", ["de"])
        assert [(known.name, known.status) for known in compared.localizations] == [
            ("Wolkengestalt", "correction"),
            ("Wolkenform", "replaced"),
        ]
        laid = [
            (text.language, text.text.split(",")[0], text.status, ruling.issuer)
            for ruling in compared.rulings
            for text in ruling.texts
            if text.language == "de" or "our table" in text.text
        ]
        assert laid == [
            ("en", "At our table", None, "Our club"),
            ("de", "Umdrehen ändert nicht", None, None),
        ]
        found = search(connection, "source:house.jsonl lang:de")
        assert [hit["name"] for hit in found.as_json()["hits"]] == ["Wolkengestalt"]
        assert connection.execute("SELECT count(*) FROM problems").fetchone() == (0,)
