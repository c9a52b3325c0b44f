"""Building: what the sample and the corpus come to, and what bad input does to the old database."""

import json
import lzma
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ingest.files import InputError
from rulings_db.builder.pipeline import build
from rulings_db.database.opening import DatabaseFileError, open_database
from tests.invented_sets import a_card, a_set
from tests.surroundings import ROOT

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_set(name: str, content: Any) -> Path:
        path = tmp_path / "inputs" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content), "utf-8")
        return path

    return write_set


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(open_database(path)) as connection:
        return connection.execute(query).fetchall()


def one(connection: sqlite3.Connection, query: str) -> Any:
    return connection.execute(query).fetchone()[0]


def test_the_sample_has_five_cards_and_their_rulings(sample: sqlite3.Connection) -> None:
    assert one(sample, "SELECT count(*) FROM cards") == 5
    per_card = sample.execute(
        """
        SELECT cards.name, count(*)
        FROM cards
        JOIN card_rulings ON card_rulings.card_id = cards.id
        GROUP BY cards.id
        ORDER BY cards.name
        """
    ).fetchall()
    assert per_card == [
        ("Arno Dorian", 13),
        ("Cloudform", 24),
        ("Ghastly Conscription", 15),
        ("Дикий вызов", 14),
        ("野生呼び", 14),
    ]


def test_the_sample_knows_sets_by_name_only_and_mints_their_codes(
    sample: sqlite3.Connection,
) -> None:
    assert sample.execute("SELECT code, name, minted FROM sets ORDER BY code").fetchall() == [
        ("commander-2016", "Commander 2016", 1),
        ("commander-2018", "Commander 2018", 1),
        ("commander-2019", "Commander 2019", 1),
        ("fate-reforged", "Fate Reforged", 1),
    ]


def test_printed_text_is_never_filled_from_oracle_text(sample: sqlite3.Connection) -> None:
    carried = sample.execute(
        """
        SELECT set_code, language, substr(text, 1, 43)
        FROM card_texts
        WHERE card = 'cloudform' AND set_code IS NOT NULL
        """
    ).fetchall()
    assert carried == [("commander-2018", "en", "When Cloudform enters the battlefield, it b")]


def test_a_mixed_ruling_stands_in_its_pages_language(sample: sqlite3.Connection) -> None:
    assert sample.execute(
        "SELECT card_name, language FROM rulings_by_card WHERE status = 'mixed'"
    ).fetchall() == [("Дикий вызов", "ru")]


def test_pages_join_the_card_that_another_source_knows(write: Write, tmp_path: Path) -> None:
    cloudform = a_card(
        "32",
        "Cloudform",
        "2b9384a0-db2d-49e2-b121-6b81a0d77722",
        text="When Cloudform enters the battlefield, it becomes an Aura.",
    )
    fate = a_set("FRF", [cloudform], name="Fate Reforged")
    target = tmp_path / "rulings.db"
    page = ROOT / "data" / "003_1a5e5c50db7a7e36.txt"
    build(target, [page, write("FRF.json", fate)])
    assert rows(target, "SELECT name, unresolved FROM cards") == [("Cloudform", 0)]
    assert rows(target, "SELECT set_code, collector_number FROM printings ORDER BY 1") == [
        ("FRF", "32"),
        ("commander-2018", None),
    ]
    assert rows(target, "SELECT DISTINCT card FROM card_texts WHERE name = 'Wolkenform'") == [
        ("cloudform",)
    ]


def test_one_ruling_of_many_cards_is_stored_once(write: Write, tmp_path: Path) -> None:
    straight = [{"date": "2020-01-02", "text": "It can't attack."}]
    curly = [{"date": "2020-01-02", "text": "It can’t attack."}]
    target = tmp_path / "rulings.db"
    pair = (a_card("1", "A", rulings=straight), a_card("1", "B", rulings=curly))
    build(target, [write("AAA.json", a_set("AAA", pair))])
    assert rows(target, "SELECT text FROM ruling_texts") == [("It can't attack.",)]
    assert rows(target, "SELECT text FROM ruling_text_variants") == [("It can’t attack.",)]
    assert rows(target, "SELECT card_name, published_at FROM rulings_by_card ORDER BY 1") == [
        ("A", "2020-01-02"),
        ("B", "2020-01-02"),
    ]


def test_cards_that_share_a_name_have_slugs_of_their_own(write: Write, tmp_path: Path) -> None:
    target = tmp_path / "rulings.db"
    twins = [a_card("1", "Sly Spy", "aaaaaaaa-1"), a_card("1", "Sly Spy", "bbbbbbbb-2")]
    cards = [*twins, a_card("1", "Æ!", "c")]
    build(target, [write("UST.json", a_set("UST", cards))])
    assert rows(target, "SELECT slug FROM cards ORDER BY slug") == [
        ("ae",),
        ("sly-spy-aaaaaaaa",),
        ("sly-spy-bbbbbbbb",),
    ]


def test_what_cannot_be_read_is_a_problem_and_the_rest_is_loaded(
    write: Write, tmp_path: Path
) -> None:
    write("AAA.json", a_set("AAA", [a_card("1", "A")]))
    whole = json.dumps(a_set("BBB", [a_card("1", "B")]))
    (tmp_path / "inputs" / "BBB.json").write_text(whole[: len(whole) // 2])
    target = tmp_path / "rulings.db"
    report = build(target, [tmp_path / "inputs"])
    assert report.problems == {"unreadable": 1}
    assert rows(target, "SELECT name FROM cards") == [("A",)]
    ((kind, source, message),) = rows(target, "SELECT kind, source, message FROM problems")
    assert (kind, source) == ("unreadable", "BBB.json")
    assert message.startswith("BBB.json")


BAD_INPUTS = {
    "binary.json": b"\x7fELF\0\0\1\2\3",
    "error.json": b"<!DOCTYPE html><html><body>Bad gateway</body></html>",
    "cut.json.xz": lzma.compress(b'{"code": "AAA", "cards": []}' * 500)[:60],
    "unknown.json": b'{"hello": "world"}',
}


@pytest.mark.parametrize("name", BAD_INPUTS)
def test_bad_input_leaves_the_old_database_as_it_was(
    name: str, write: Write, tmp_path: Path
) -> None:
    target = tmp_path / "rulings.db"
    build(target, [write("AAA.json", a_set("AAA", [a_card("1", "A")]))])
    before = target.read_bytes()
    bad = tmp_path / name
    bad.write_bytes(BAD_INPUTS[name])
    with pytest.raises(InputError, match=name):
        build(target, [bad])
    assert target.read_bytes() == before
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"inputs", name, "rulings.db"}


def test_a_fact_told_by_sources_in_turn_keeps_each_once(write: Write, tmp_path: Path) -> None:
    ruling = [{"date": "2020-01-02", "text": "It can't attack."}]
    nameless = a_card("1", "C", rulings=ruling) | {"identifiers": {}}
    write("AAA.json", a_set("AAA", [a_card("1", "A", rulings=ruling), nameless]))
    write("BBB.json", a_set("BBB", [a_card("1", "A", rulings=ruling)]))
    target = tmp_path / "rulings.db"
    build(target, [tmp_path / "inputs"])
    assert rows(target, "SELECT source_id FROM ruling_text_sources ORDER BY 1") == [(1,), (2,)]
    assert rows(target, "SELECT name, unresolved FROM cards ORDER BY 1") == [("A", 0), ("C", 1)]


def test_sets_without_a_code_keep_apart(write: Write, tmp_path: Path) -> None:
    for name in ("Alpha", "Beta"):
        content = a_set("", [a_card("1", "A")], name=f"The {name} Set")
        del content["code"]
        write(f"{name}.json", content)
    target = tmp_path / "rulings.db"
    build(target, [tmp_path / "inputs"])
    assert rows(target, "SELECT set_code, collector_number FROM printings ORDER BY 1") == [
        ("the-alpha-set", "1"),
        ("the-beta-set", "1"),
    ]


def test_inputs_without_a_card_replace_nothing(write: Write, tmp_path: Path) -> None:
    target = tmp_path / "rulings.db"
    build(target, [write("AAA.json", a_set("AAA", [a_card("1", "A")]))])
    before = target.read_bytes()
    (tmp_path / "empty.txt").write_text("")
    with pytest.raises(InputError, match=r"empty\.txt"):
        build(target, [tmp_path / "empty.txt"])
    assert target.read_bytes() == before


def test_a_file_that_cannot_be_opened_does_not_stop_the_others(
    write: Write, tmp_path: Path
) -> None:
    write("AAA.json", a_set("AAA", [a_card("1", "A")]))
    unreadable = Path("/proc/self/mem")
    if not unreadable.exists():
        pytest.skip("no file here that opens and cannot be read")
    (tmp_path / "inputs" / "BBB.json").symlink_to(unreadable)
    report = build(tmp_path / "rulings.db", [tmp_path / "inputs"])
    assert (report.counts["cards"], report.problems) == (1, {"unreadable": 1})


def test_a_page_that_leaves_the_type_open_does_not_contradict(write: Write, tmp_path: Path) -> None:
    oracle = (
        "When Cloudform enters, it becomes an Aura with enchant creature. Manifest the top card of"
        " your library and attach Cloudform to it. (To manifest a card, put it onto the"
        " battlefield face down as a 2/2 creature. Turn it face up any time for its mana cost if"
        " it's a creature card.)\nEnchanted creature has flying and hexproof."
    )
    page = ROOT / "data" / "003_1a5e5c50db7a7e36.txt"
    card = a_card("1", "Cloudform", text=oracle, type="Enchantment")
    report = build(tmp_path / "rulings.db", [page, write("FRF.json", a_set("FRF", [card]))])
    assert report.problems == {}


def test_a_folder_without_anything_known_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("nothing here")
    with pytest.raises(InputError):
        build(tmp_path / "rulings.db", [tmp_path])
    assert not (tmp_path / "rulings.db").exists()


@pytest.mark.parametrize("content", [b"", b"not a database at all, by far"])
def test_a_file_that_is_not_ours_is_never_replaced(content: bytes, tmp_path: Path) -> None:
    target = tmp_path / "rulings.db"
    target.write_bytes(content)
    with pytest.raises(DatabaseFileError, match=r"rulings\.db"):
        build(target, force=True)
    assert target.read_bytes() == content


def test_another_programs_database_is_never_replaced(tmp_path: Path) -> None:
    target = tmp_path / "rulings.db"
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("CREATE TABLE precious (data TEXT)")
    before = target.read_bytes()
    with pytest.raises(DatabaseFileError, match="not one of rulings-db"):
        build(target, force=True)
    assert target.read_bytes() == before


def test_the_sample_replaces_other_inputs_only_by_force(write: Write, tmp_path: Path) -> None:
    target = tmp_path / "rulings.db"
    build(target, [write("AAA.json", a_set("AAA", [a_card("1", "A")]))])
    with pytest.raises(DatabaseFileError, match="--force"):
        build(target)
    assert rows(target, "SELECT name FROM cards") == [("A",)]
    build(target, force=True)
    assert len(rows(target, "SELECT name FROM cards")) == 5
    build(target)


def test_the_corpus_comes_to_what_was_counted(whole: sqlite3.Connection) -> None:
    assert one(whole, "SELECT count(*) FROM sets") == 527
    assert one(whole, "SELECT count(*) FROM printings") == 52_133
    assert one(whole, "SELECT count(*) FROM printing_faces") == 52_804
    assert one(whole, "SELECT count(*) FROM cards") == 21_283
    assert one(whole, "SELECT count(*) FROM rulings") == 21_617
    # 21,624 raw texts: one is empty, the others stand, or are variants of one that stands.
    assert one(whole, "SELECT count(*) FROM ruling_texts") == 21_617
    assert one(whole, "SELECT count(*) FROM ruling_text_variants") == 6
    assert whole.execute("SELECT kind, places FROM problems").fetchall() == [("empty ruling", 2)]


def test_every_foreign_key_holds(whole: sqlite3.Connection) -> None:
    assert whole.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.slow
def test_a_large_file_is_never_whole_in_memory(tmp_path: Path) -> None:
    """200 MB of printings: their text is in memory once, and of the file a part at a time."""
    dump, target = tmp_path / "cards.jsonl", tmp_path / "rulings.db"
    bench = ROOT / "bench" / "scryfall_dump.py"
    subprocess.run([sys.executable, bench, "200", dump], check=True, stdout=subprocess.DEVNULL)
    assert dump.stat().st_size > 199e6
    code = (
        "import sys; from rulings_db.cli.main import main\n"
        "main(sys.argv[1:], standalone_mode=False)"
    )
    command = [sys.executable, "-c", code + "\n" + _PEAK, "build", str(dump), "--db", str(target)]
    built = subprocess.run(command, check=True, capture_output=True, text=True)
    assert int(built.stdout.split()[-1]) < 190_000


# Not ru_maxrss, which a process inherits from the one that started it.
_PEAK = "print(*[line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line])"


def test_what_is_built_from_the_same_inputs_is_not_built_again(
    write: Write, tmp_path: Path
) -> None:
    target, first = tmp_path / "rulings.db", write("AAA.json", a_set("AAA", [a_card("1", "A")]))
    assert build(target, [first]).built
    before = target.stat().st_mtime_ns
    again = build(target, [first])
    assert (again.built, again.counts["cards"], target.stat().st_mtime_ns) == (False, 1, before)
    assert build(target, [first], force=True).built
    other = write("BBB.json", a_set("BBB", [a_card("1", "B")]))
    assert build(target, [first, other]).counts["cards"] == 2
    write("BBB.json", a_set("BBB", [a_card("1", "B"), a_card("2", "C")]))
    assert build(target, [first, other]).counts["cards"] == 3
    assert build(target, [other]).counts["cards"] == 2
