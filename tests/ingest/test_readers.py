"""Which reader takes a document."""

import gzip
import hashlib
import lzma
from pathlib import Path

import pytest

from ingest import readers
from ingest.files import InputError
from ingest.readers import READERS
from ingest.records import Card, Problem, Set, Source
from tests.records import found_in, write_and_open
from tests.surroundings import ROOT

SAMPLES = ROOT / "data"
SET = (
    b'{"meta": {"date": "2021-08-01", "version": "5.1.0+20210801"},'
    b' "data": {"cards": [], "code": "LAK", "name": "Lake Side"}}'
)


def refusal(path: Path, content: bytes) -> str:
    with pytest.raises(InputError) as caught:
        write_and_open(path, content)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("LAK.json", bytes),
        ("LAK.json.xz", lzma.compress),
        ("LAK.txt", bytes),
        ("download", gzip.compress),
    ],
)
def test_mtgjson_is_known_by_its_content(tmp_path, name, pack):
    content = pack(SET)
    source, records = write_and_open(tmp_path / name, content)
    checksum = hashlib.sha256(content).hexdigest()
    assert source == Source("mtgjson", name, "5.1.0+20210801", checksum)
    assert records == [Set("LAK", "Lake Side")]


def test_a_document_that_does_not_say_has_no_version(tmp_path):
    source, _ = write_and_open(tmp_path / "LAK.json", b'{"cards": [], "code": "LAK"}')
    assert source.version is None


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.txt")), ids=lambda path: path.name)
def test_the_sample_pages_are_pages(path):
    source, records = found_in(path)
    assert (source.kind, source.address, source.version) == ("page", path.name, None)
    assert any(isinstance(record, Card) for record in records)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_page_that_is_no_utf_8_is_an_input_error_with_its_place(tmp_path, mark):
    content = mark + b"Stiller Otter\n\n01/02/2020\n\nEr h\xf6rt.\n"
    assert refusal(tmp_path / "otter.txt", content) == (
        f"otter.txt: byte {len(mark) + 31} (line 5): found the byte 0xf6, expected UTF-8"
    )


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_an_empty_text_file_is_a_page_with_a_problem(tmp_path, content):
    source, records = write_and_open(tmp_path / "empty.txt", content)
    assert source.kind == "page"
    assert [type(record) for record in records] == [Problem]


KNOWN = ", ".join(sorted(reader.kind for reader in READERS))
UNKNOWN = "not a format rulings-db knows"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("LAK.json", b"", f"an empty file, expected one of: {KNOWN}"),
        ("LAK.json", b"<!DOCTYPE html>\n<p>404", "an HTML page where JSON was expected"),
        ("LAK.json.gz", b"\n <html><p>404", "an HTML page where JSON was expected"),
        ("otter.html", b"<html><p>404", f"{UNKNOWN} (an HTML page), expected one of: {KNOWN}"),
        ("otter.txt", b"\x7fELF\0\x10", f"{UNKNOWN} (a binary file), expected one of"),
        ("otter.txt", "Otter".encode("utf-16"), "text in UTF-16 where UTF-8 was expected"),
        ("list.json", b'{"otters": []}', f"{UNKNOWN} (JSON of an unknown kind)"),
        ("list.json", b'[{"otter": 1}]', f"{UNKNOWN} (JSON of an unknown kind)"),
        ("notes.txt", b"- Buy milk", f"{UNKNOWN} (text that is no card page)"),
    ],
)
def test_what_no_reader_takes_is_an_input_error(tmp_path, name, content, message):
    assert refusal(tmp_path / name, content).startswith(f"{name}: {message}")


def test_a_packed_file_cut_short_is_an_input_error(tmp_path):
    assert refusal(tmp_path / "LAK.json.xz", lzma.compress(SET)[:60]).startswith("LAK.json.xz: ")


def test_a_reader_has_a_kind_of_its_own():
    kinds = [reader.kind for reader in READERS]
    assert len(set(kinds)) == len(kinds)
    assert {"mtgjson", "scryfall", "gatherer", "page", "overlay"} <= set(kinds)


def test_the_readers_of_installed_packages_are_loaded(monkeypatch):
    loaded = []

    class Plugin:
        def load(self):
            loaded.append(self)

    plugin = Plugin()
    monkeypatch.setattr(
        readers, "entry_points", lambda group: {"rulings_db.readers": [plugin]}[group]
    )
    readers.load_plugins.cache_clear()
    readers.load_plugins()
    readers.load_plugins()
    assert loaded == [plugin]
    readers.load_plugins.cache_clear()
