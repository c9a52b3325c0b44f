"""What docs/architecture.md promises: to add a language, a facet, a query field or an export field,
one or two files are touched. Each is done here on a copy of the code, in the files it names."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.surroundings import ROOT

pytestmark = pytest.mark.slow

GUIDE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
CARD = {
    "uuid": "00000000-0000-4000-8000-000000000001",
    "name": "Day // Night",
    "layout": "split",
    "number": "1",
    "faceName": "Day",
    "side": "a",
    "type": "Instant",
    "text": "Draw a card.",
    "artist": "nobody",
    "identifiers": {"scryfallOracleId": "00000000-0000-4000-8000-000000000002"},
    "foreignData": [{"language": "Klingon", "faceName": "jaj", "text": "chaw' yItlhap."}],
    "rulings": [{"date": "2020-01-01", "text": "Only once."}],
}
SET = {"code": "TST", "name": "Test", "releaseDate": "2020-01-01", "cards": [CARD]}

Edits = list[tuple[str, str]]
"""What stands in a file, once, and what is to stand there."""

Changed = Callable[[str, Mapping[str, Edits], str], Any]


def files_to_touch(what: str) -> set[str]:
    """The files that the guide names for it."""
    (row,) = re.findall(rf"^\| {what} \| (.*) \|$", GUIDE, re.MULTILINE)
    return set(re.findall(r"`([a-z_./]+\.(?:py|json))`", row))


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """Makes changes in a copy of the code, in the files that the guide names for `what` and in all
    of them; builds a database there, and gives what a program that uses it prints as JSON."""

    def change(what: str, edits: Mapping[str, Edits], program: str) -> Any:
        assert set(edits) == files_to_touch(what)
        for package in ("ingest", "rulings_db"):
            shutil.copytree(ROOT / package, tmp_path / package)
        for name, changes in edits.items():
            text = (tmp_path / name).read_text("utf-8")
            for before, after in changes:
                assert text.count(before) == 1, f"{name}: {before!r} once"
                text = text.replace(before, after)
            (tmp_path / name).write_text(text, "utf-8")
        (tmp_path / "TST.json").write_text(json.dumps(SET), "utf-8")
        command = [sys.executable, "-m", "rulings_db.cli", "build", "TST.json", "--db", "test.db"]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
        opened = "import json, rulings_db; database = rulings_db.open('test.db')\n"
        printed = subprocess.run(
            [sys.executable, "-c", f"{opened}print(json.dumps({program}))"],
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )
        return json.loads(printed.stdout)

    return change


def test_a_language(changed: Changed) -> None:
    row = 'Language("tlh", "tlh", "Klingon", "tlhIngan Hol", "Latn", "ltr", None, ()),'
    found = changed(
        "a language",
        {"ingest/languages.py": [("LANGUAGES = (\n", f"LANGUAGES = (\n    {row}\n")]},
        "[rulings_db.search(database, f'{words} in:cards').as_json()['hits'][0]"
        " for words in ('yitlhap lang:klingon', 'draw')]",
    )
    assert [(hit["language"], hit["name"]) for hit in found] == [("tlh", "jaj"), ("en", "Day")]


def test_a_facet(changed: Changed) -> None:
    served = (
        "__import__('datasette.app').app.Datasette(['test.db']).client.get('/?q=draw&layout=split')"
    )
    page = f"'>Layout<' in __import__('asyncio').run({served}).text"
    found = changed(
        "a facet",
        {
            "rulings_db/index/arrays.py": [
                ('"keyword", "type", "color")\n', '"keyword", "type", "color", "layout")\n'),
                (
                    "_CARD_VALUES = {\n",
                    "_CARD_VALUES = {\n"
                    '    "layout": "SELECT id AS owner, layout AS label FROM cards",\n',
                ),
            ],
            "rulings_db/web/pages/search.py": [
                (
                    '    "issuer": N_("Issuer"),\n',
                    '    "issuer": N_("Issuer"),\n    "layout": N_("Layout"),\n',
                ),
            ],
        },
        f"[rulings_db.search(database, 'draw').as_json()['facets']['layout'], {page}]",
    )
    assert found == [[{"value": "split", "count": 1}], True]


def test_a_query_field(changed: Changed) -> None:
    condition = """
def _laid_out(condition: Condition) -> Met:
    query = "SELECT id FROM cards WHERE layout = ?"
    found = condition.connection.execute(query, (condition.field.value,))
    cards = {card_id for (card_id,) in found}
    return entities_of_cards(condition.connection, condition.arrays, cards), None


_CONDITIONS: dict[str, Callable[[Condition], Met]] = {
    "layout": _laid_out,
"""
    found = changed(
        "a query field",
        {
            "rulings_db/retrieval/query.py": [
                ("FIELDS = {\n", 'FIELDS = {\n    "layout": "layout",\n')
            ],
            "rulings_db/retrieval/conditions.py": [
                ("_CONDITIONS: dict[str, Callable[[Condition], Met]] = {\n", condition)
            ],
        },
        "[rulings_db.search(database, f'layout:{layout}').total for layout in ('split', 'saga')]",
    )
    assert found == [3, 0]


def test_an_export_field(changed: Changed) -> None:
    found = changed(
        "an export field",
        {
            "rulings_db/catalog/comparison.py": [
                (
                    '                "layout": self.layout,\n',
                    '                "layout": self.layout,\n'
                    '                "printings_total": len(self.printings),\n',
                )
            ],
            "rulings_db/catalog/export.schema.json": [
                ('"layout": {', '"printings_total": {"type": "integer"},\n            "layout": {')
            ],
        },
        "rulings_db.card(database, 'TST 1').as_json()['card']['printings_total']",
    )
    assert found == 1


@pytest.mark.parametrize(
    "what",
    ["a language", "a source format", "a facet", "an export field", "a page", "a query field"],
)
def test_the_files_of_the_guide_exist(what: str) -> None:
    named = files_to_touch(what)
    assert 1 <= len(named) <= 2
    assert [name for name in named if not (ROOT / name).exists()] == []
