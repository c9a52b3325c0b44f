"""The public functions: what `import rulings_db` gives, what they raise, and how fast it comes."""

import io
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import rulings_db


def test_all_else_is_imported_when_it_is_needed() -> None:
    """Importing it takes a few milliseconds, since it brings nothing but the standard library."""
    code = "import sys, rulings_db; print([m for m in sys.modules if 'rulings' in m or m in HEAVY])"
    heavy = ("numpy", "click", "datasette", "msgspec", "httpx", "sqlite_utils", "ingest", "lxml")
    command = [sys.executable, "-c", code.replace("HEAVY", repr(heavy))]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "'rulings_db'" in printed
    assert not [name for name in (*heavy, "rulings_db.") if f"'{name}" in printed]


def test_functions_stay_functions_when_their_code_is_loaded(sample: sqlite3.Connection) -> None:
    rulings_db.search(sample, "manifest")
    rulings_db.export(sample, io.BytesIO(), "manifest")
    assert all(callable(getattr(rulings_db, name)) for name in rulings_db.__all__)


def test_a_database_is_opened_by_its_path(sample_db: Path) -> None:
    for path in (sample_db, str(sample_db)):
        with closing(rulings_db.open(path)) as connection:
            assert connection.execute("SELECT count(*) FROM cards").fetchone() == (5,)
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                connection.execute("DELETE FROM cards")


def test_what_is_no_database_of_ours_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(
        OSError, match=r"nothing\.db: no such database; `rulings-db build` makes it"
    ):
        rulings_db.open(tmp_path / "nothing.db")
    (tmp_path / "text.db").write_text("no database" * 200)
    with pytest.raises(OSError, match=r"text\.db: not a rulings-db database"):
        rulings_db.open(tmp_path / "text.db")


def test_a_search_narrows_by_facets(sample: sqlite3.Connection) -> None:
    everything = rulings_db.search(sample, "予示", limit=0)
    rulings = rulings_db.search(sample, "予示", limit=0, selected={"kind": ["ruling"]})
    assert 0 < rulings.total < everything.total
    assert {hit.kind for hit in rulings.hits} == {"ruling"}


def test_a_card_is_found_by_any_of_its_names(sample: sqlite3.Connection) -> None:
    assert rulings_db.card(sample, "Wolkenform") == rulings_db.card(sample, "cloudform")
    german = rulings_db.compare(sample, "cloudform", ["de"])
    assert [wording.language for wording in german.localizations] == ["de"]


@pytest.mark.parametrize("name", ["nobody", "Cloudfrom"])
def test_an_unknown_card_is_a_lookup_error(sample: sqlite3.Connection, name: str) -> None:
    with pytest.raises(LookupError, match=f'no card is called "{name}"'):
        rulings_db.card(sample, name)


def test_a_ruling_is_found_by_its_id(sample: sqlite3.Connection) -> None:
    found = rulings_db.ruling(sample, "601f3a5d7f8c")
    assert [(text.language, text.text[:4]) for text in found.texts] == [("ja", "Xとして")]
    with pytest.raises(LookupError, match="no ruling"):
        rulings_db.ruling(sample, "000000000000")


def test_an_export_is_of_all_cards_or_of_those_found(sample: sqlite3.Connection) -> None:
    everything, some = io.BytesIO(), io.BytesIO()
    assert rulings_db.export(sample, everything) == 5
    slugs = [card["card"]["slug"] for card in json.loads(everything.getvalue())["cards"]]
    assert slugs == ["arno-dorian", "cloudform", "ghastly-conscription", "дикий-вызов", "野生呼び"]
    assert rulings_db.export(sample, some, "card:雲変化", "ndjson") == 1
    (line,) = some.getvalue().splitlines()
    assert json.loads(line)["card"]["name"] == "Cloudform"
