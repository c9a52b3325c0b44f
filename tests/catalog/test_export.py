"""Export: valid against its schema, the same bytes from the same inputs."""

import io
import json
import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rulings_db import export
from rulings_db.builder.pipeline import build
from rulings_db.database.opening import open_database
from tests.surroundings import ROOT


def exported(connection: sqlite3.Connection, query: str | None = None, form: str = "json") -> bytes:
    stream = io.BytesIO()
    export(connection, stream, query, form)
    return stream.getvalue()


@pytest.fixture(scope="module")
def schema() -> Any:
    return json.loads(files("rulings_db.catalog").joinpath("export.schema.json").read_text("utf-8"))


def test_the_sample_is_valid_against_the_schema(sample: sqlite3.Connection, schema: Any) -> None:
    content = json.loads(exported(sample))
    jsonschema.validate(content, schema)
    assert [card["card"]["slug"] for card in content["cards"]] == [
        "arno-dorian",
        "cloudform",
        "ghastly-conscription",
        "дикий-вызов",
        "野生呼び",
    ]


def test_ndjson_is_one_card_a_line(sample: sqlite3.Connection) -> None:
    lines = exported(sample, form="ndjson").splitlines()
    assert [json.loads(line) for line in lines] == json.loads(exported(sample))["cards"]


def test_a_query_exports_the_cards_it_finds_and_those_whose_rulings_it_finds(
    sample: sqlite3.Connection,
) -> None:
    content = json.loads(exported(sample, "予示"))
    assert [card["card"]["name"] for card in content["cards"]] == [
        "Cloudform",
        "Ghastly Conscription",
        "野生呼び",
    ]


def test_text_is_not_escaped_to_ascii(sample: sqlite3.Connection) -> None:
    assert "雲変化".encode() in exported(sample)


@pytest.mark.slow
def test_the_order_of_inputs_does_not_change_the_export(tmp_path: Path) -> None:
    pages = sorted((ROOT / "data").glob("*.txt"))
    exports = []
    for name, order in (("a", pages), ("b", pages[::-1])):
        build(tmp_path / name, order)
        with closing(open_database(tmp_path / name)) as connection:
            exports.append(exported(connection))
    assert exports[0] == exports[1]


def test_two_builds_of_the_corpus_give_the_same_export(
    corpus: Path, whole: sqlite3.Connection, tmp_path: Path, schema: Any
) -> None:
    build(tmp_path / "again.db", sorted((corpus / "sets").iterdir(), reverse=True))
    with closing(open_database(tmp_path / "again.db")) as connection:
        second = exported(connection, form="ndjson")
    first = exported(whole, form="ndjson")
    assert first == second
    lines = first.splitlines()
    assert len(lines) == 21_283
    card = jsonschema.Draft202012Validator({"$ref": "#/$defs/card", "$defs": schema["$defs"]})
    for line in lines[::50]:
        card.validate(json.loads(line))
