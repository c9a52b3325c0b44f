"""A table of one's own, CSV or JSONL."""

import contextlib
import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.files import InputError, find_documents
from ingest.overlay import COLUMNS, read
from ingest.readers import open_source
from ingest.records import Card, Printing, Problem, Ruling, Wording
from tests.records import write_and_open
from tests.surroundings import ROOT

WOLF = "0a000000-0000-0000-0000-000000000001"


def records(path: Path, content: str | bytes) -> list:
    source, found = write_and_open(path, content)
    assert source.kind == "overlay"
    return found


def card(place: str, **more) -> Card:
    return Card("Quiet Wolf", place=place, overlay=True, **more)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_csv_row_is_a_ruling_of_a_card(tmp_path, mark, delimiter):
    rows = (
        f"{mark}card|language|ruling|of|date|issuer\r\n"
        "Quiet Wolf|German|Er fliegt.|It flies.|2026-11-30|Club\r\n"
    )
    assert records(tmp_path / "mine.csv", rows.replace("|", delimiter)) == [
        card(
            "mine.csv:2",
            rulings=(Ruling("Er fliegt.", "2026-11-30", "de", "Club", of="It flies."),),
        )
    ]


def test_a_row_can_say_a_wording_of_a_printing(tmp_path):
    rows = (
        "card,set,number,language,name,type_line,text,flavor_text\n"
        "Quiet Wolf,lak,7,ja,狼,,本文,味\n"
    )
    wording = Wording("ja", "狼", None, "本文", "味")
    assert records(tmp_path / "mine.csv", rows) == [
        card("mine.csv:2", printings=(Printing("LAK", collector_number="7", wordings=(wording,)),))
    ]


def test_without_a_set_a_wording_is_on_no_printing(tmp_path):
    (found,) = records(tmp_path / "mine.csv", "card,language,name\nQuiet Wolf,pt-BR,Lobo\n")
    assert found == card("mine.csv:2", wordings=(Wording("pt", "Lobo"),))


def test_a_card_can_be_named_by_its_oracle_id(tmp_path):
    (found,) = records(tmp_path / "mine.csv", f"card,ruling\n{WOLF},It flies.\n")
    assert (found.name, found.oracle_id) == (None, WOLF)


def test_cells_can_hold_lines_quotes_and_commas(tmp_path):
    rows = 'card,text,ruling\nQuiet Wolf,"One\nTwo, ""three""",\nQuiet Wolf,,Next.\n'
    first, second = records(tmp_path / "mine.csv", rows)
    assert first.wordings == (Wording("en", text='One\nTwo, "three"'),)
    assert second == card("mine.csv:4", rulings=(Ruling("Next."),))


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_jsonl_says_the_same(tmp_path, pack):
    rows = (
        '{"card": "Quiet Wolf", "language": "de", "ruling": "Er fliegt.", "of": "It flies."}\n\n'
        '{"card": "Quiet Wolf", "face": "Wolf", "set": "LAK", "name": "Wolf"}\n'
    )
    assert records(tmp_path / "mine.jsonl", pack(rows.encode())) == [
        card("mine.jsonl:1", rulings=(Ruling("Er fliegt.", None, "de", of="It flies."),)),
        card(
            "mine.jsonl:3",
            face_name="Wolf",
            printings=(Printing("LAK", wordings=(Wording("en", "Wolf"),)),),
        ),
    ]


@pytest.mark.parametrize(
    ("name", "rows", "kind", "said"),
    [
        ("a.csv", "card,ruling\n,It flies.\n", "unreadable row", "without a card"),
        ("a.csv", "card,ruling,date\nWolf,,2020-01-01\n", "unreadable row", "without one of"),
        ("a.csv", "card,ruling\nWolf,It flies.,more\n", "unreadable row", "3 cells under 2"),
        ("a.csv", "card,ruling,colour\nWolf,It flies.,red\n", "unknown column", "'colour'"),
        ("a.csv", "card,ruling,date\nWolf,It flies.,1.5.2020\n", "impossible date", "'1.5.2020'"),
        ("a.csv", "card,ruling,language\nWolf,It flies.,Elvish\n", "unknown language", "'Elvish'"),
        ("a.jsonl", '{"card": "W", "ruling": "R"}\n{"card": 1}\n', "unreadable row", "expected"),
        ("a.jsonl", '{"card": "W", "ruling": "R"}\n[]\n', "unreadable row", "expected"),
        ("a.jsonl", '{"card": "W", "ruling": "R"}\n{"ca\n', "unreadable row", "no JSON"),
        ("a.jsonl", '{"card": "W", "ruling": "R"}\n{"colour": ""}\n', "unreadable row", "colour"),
    ],
)
def test_a_row_that_is_not_as_it_should_be_is_a_problem(tmp_path, name, rows, kind, said):
    (problem,) = (r for r in records(tmp_path / name, rows) if isinstance(r, Problem))
    assert problem.kind == kind
    assert said in problem.message
    assert problem.place.startswith(f"{name}:")


@pytest.mark.parametrize(
    ("name", "rows", "place"),
    [
        ("a.csv", b"card,ruling\nWolf,It flies.\nWolf,\xff\n", "a.csv:"),
        ("a.csv", b'card,ruling\nWolf,It flies.\nWolf,"It fl', "a.csv:3"),
        ("a.csv", b"card,ruling\nWolf," + b"x" * (1 << 21), "a.csv:2"),
        ("a.jsonl", b'{"card":"W","ruling":"R"}\n' + b"x" * (1 << 21), "a.jsonl:2"),
    ],
)
def test_damage_is_an_error_with_its_place(tmp_path, name, rows, place):
    with pytest.raises(InputError) as caught:
        records(tmp_path / name, rows)
    assert str(caught.value).startswith(place)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cards.csv", "artist,name,text,uuid\n"),
        ("cards.jsonl", '{"object": "card", "card_faces": []}\n'),
        ("notes.csv", "card,price,seller,stock,ruling\n"),
        ("wolf.txt", "Wolf\n\n01/02/2020\n\nIt flies.\n"),
    ],
)
def test_other_tables_are_none_of_ours(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content)
    (document,) = find_documents([path])
    try:
        source, _ = open_source(document)
    except InputError:
        return
    assert source.kind != "overlay"


@given(st.binary(max_size=200), st.sampled_from(["a.csv", "a.jsonl"]))
def test_no_bytes_do_more_than_an_error(tmp_path_factory, content, name):
    path = tmp_path_factory.mktemp("fuzz") / name
    head = b"card,ruling\n" if name == "a.csv" else b'{"card": "W", "ruling": "R"}\n'
    path.write_bytes(head + content)
    (document,) = find_documents([path])
    found = []
    with contextlib.suppress(InputError):
        found.extend(read(document))
    assert all(isinstance(record, Card | Problem) for record in found)


def test_the_columns_are_those_of_the_document():
    described = (ROOT / "docs" / "overlay.md").read_text("utf-8")
    table = [line for line in described.splitlines() if line.startswith("| `")]
    named = [name for line in table for name in line.split(" | ")[0].strip("| `").split("`, `")]
    assert sorted(named) == sorted(COLUMNS)


def test_set_and_number_can_stand_for_the_card(tmp_path):
    (found,) = records(tmp_path / "mine.csv", "card,set,number,ruling\n,lak,7,It flies.\n")
    assert (found.name, found.printings) == ("LAK 7", (Printing("LAK", collector_number="7"),))
