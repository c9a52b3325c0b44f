"""The command line: names, keys and exit statuses are a contract with other programs."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from rulings_db.cli.main import main
from rulings_db.cli.terminal import cells
from tests.invented_sets import a_card, a_set, write_sets


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def output(*arguments: object) -> str:
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_build_ends_with_a_table(tmp_path: Path) -> None:
    lines = output("build", "--db", tmp_path / "rulings.db").splitlines()
    assert lines[2:4] == ["cards              5", "printings          5"]
    assert lines[-2:] == ["problems           0", f"-> {tmp_path / 'rulings.db'}"]


def test_search_json(sample_db: Path) -> None:
    found: Any = json.loads(output("search", "予示 in:rulings", "--db", sample_db, "--json"))
    assert set(found) == {"query", "total", "hits", "facets", "warnings", "instead"}
    assert (found["query"], found["total"]) == ("予示 in:rulings", 4)
    assert found["facets"]["kind"] == [{"value": "ruling", "count": 4}]
    hit = found["hits"][0]
    assert {key: hit[key] for key in ("kind", "language", "name", "dates", "cards_total")} == {
        "kind": "ruling",
        "language": "ja",
        "name": "野生呼び",
        "dates": ["2014-11-24"],
        "cards_total": 1,
    }
    assert hit["card"]["name"] == "野生呼び"
    assert "<mark>予示</mark>" in hit["snippet"]
    assert hit["text"].startswith("Xとして0を選ぶなら")


def test_search_limit(sample_db: Path) -> None:
    def count(limit: int) -> int:
        text = output("search", "2/2", "--limit", limit, "--json", "--db", sample_db)
        return len(json.loads(text)["hits"])

    assert count(3) == 3
    assert count(0) == json.loads(output("search", "2/2", "--json", "--db", sample_db))["total"]


def test_search_offers_what_was_perhaps_meant(sample_db: Path) -> None:
    lines = output("search", "Cloudform face", "--db", sample_db).splitlines()
    assert lines[1] == 'Perhaps meant: card:"Cloudform" face (25 hits)'


def test_search_takes_several_languages(sample_db: Path) -> None:
    found = json.loads(output("search", "2/2 lang:de,ja", "--json", "--db", sample_db))
    assert {hit["language"] for hit in found["hits"]} == {"de", "ja"}


def test_compare_json(sample_db: Path) -> None:
    arguments = ("compare", "Cloudform", "--langs", "de,ja", "--json", "--db", sample_db)
    found: Any = json.loads(output(*arguments))
    assert found["card"]["name"] == "Cloudform"
    assert [(x["language"], x["name"], x["sets"]) for x in found["localizations"]] == [
        ("de", "Wolkenform", []),
        ("ja", "雲変化", []),
    ]
    assert {"language", "face", "name", "type_line", "text", "sets"} <= set(
        found["localizations"][0]
    )
    ruling = found["rulings"][0]
    assert {"id", "published_at", "issuer", "texts"} <= set(ruling)
    assert set(ruling["texts"][0]) == {"language", "text", "status"}


def test_card_in_any_language(sample_db: Path) -> None:
    assert output("card", "雲変化", "--db", sample_db).startswith("Cloudform\n")
    found = json.loads(output("card", "Nubiforme", "--json", "--db", sample_db))["card"]
    assert found.pop("id").startswith("unresolved-")
    assert found == {
        "name": "Cloudform",
        "slug": "cloudform",
        "layout": "normal",
        "unresolved": True,
        "colors": [],
        "types": [],
        "keywords": [],
    }


def test_export_to_a_file(sample_db: Path, tmp_path: Path) -> None:
    target = tmp_path / "cards.ndjson"
    result = run("export", "飛行", "--format", "ndjson", "-o", target, "--db", sample_db)
    assert (result.exit_code, result.stderr) == (0, f"1 cards -> {target}\n")
    (line,) = target.read_text("utf-8").splitlines()
    assert json.loads(line)["card"]["name"] == "Cloudform"


def test_problems(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("Name of a Card\n\n31/02/2015\n\nThis is a ruling about the card.", "utf-8")
    output("build", page, "--db", tmp_path / "rulings.db")
    (problem,) = json.loads(output("problems", "--json", "--db", tmp_path / "rulings.db"))
    assert (problem["kind"], problem["place"]) == ("impossible date", "page.txt:3")


@pytest.mark.parametrize(
    "arguments",
    [
        ("card", "Blotus"),
        ("compare", "Blotus"),
        ("search", "x", "--db", "nowhere/rulings.db"),
        ("build", "nowhere.json"),
    ],
)
def test_a_job_that_cannot_be_done_is_one_clear_line_and_status_1(
    arguments: tuple[str, ...], sample_db: Path
) -> None:
    if "--db" not in arguments:
        arguments = (*arguments, "--db", str(sample_db))
    result = run(*arguments)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [("search",), ("search", "x", "--limit", "-1"), ("export", "--format", "xml"), ("paint",)],
)
def test_wrong_usage_is_status_2(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).exit_code == 2


def test_an_unknown_language_is_wrong_usage(sample_db: Path) -> None:
    result = run("compare", "Cloudform", "--langs", "tlh", "--db", sample_db)
    assert result.exit_code == 2
    assert 'no language is known as "tlh"' in result.stderr


def test_a_database_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE precious (data TEXT)")
    result = run("search", "x", "--db", other)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Error: {other}: a database, but not one of rulings-db\n"


def test_a_device_is_written_to_and_a_links_target_replaced(
    sample_db: Path, tmp_path: Path
) -> None:
    target, link, pipe = tmp_path / "target", tmp_path / "link", tmp_path / "pipe"
    target.write_text("old")
    link.symlink_to(target)
    assert run("export", "-o", link, "--db", sample_db).exit_code == 0
    assert link.is_symlink()
    assert json.loads(target.read_text("utf-8"))["format"] == "rulings-db"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        reading = pool.submit(pipe.read_text, "utf-8")
        assert run("export", "-o", pipe, "--db", sample_db).exit_code == 0
        assert json.loads(reading.result(10)) == json.loads(target.read_text("utf-8"))
    assert pipe.is_fifo()


def test_an_unfinished_build_that_is_ended_leaves_nothing(corpus: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rulings_db.cli", "build", str(corpus / "sets")]
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        process = subprocess.Popen(
            [*command, "--db", str(tmp_path / "rulings.db")], stderr=subprocess.DEVNULL
        )
        while not list(tmp_path.iterdir()):
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(0.5)
        process.send_signal(number)
        assert process.wait(30) != 0
        assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_one_clear_line(sample_db: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device here that is always full")
    command = [sys.executable, "-m", "rulings_db.cli", "export", "--db", str(sample_db)]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_query_may_begin_with_a_minus(sample_db: Path) -> None:
    found = json.loads(output("search", "-in:rulings", "--json", "--db", sample_db))
    assert found["facets"]["kind"] == [{"value": "card", "count": 22}]


def test_bytes_that_are_no_text_find_nothing(sample_db: Path) -> None:
    assert run("card", "\udcff", "--db", sample_db).exit_code == 1


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_command_has_a_database_option_and_an_example(name: str) -> None:
    command = main.commands[name]
    assert "Example" in (command.help or "")
    option = next(p for p in command.params if isinstance(p, click.Option) and p.name == "db")
    assert option.default == Path("data/rulings.db")


@pytest.mark.parametrize("query", ["予示", "flying", "2/2 lang:ja,de"])
def test_output_fits_80_columns_and_has_no_color_in_a_pipe(sample_db: Path, query: str) -> None:
    for command in (("search", query), ("card", "Cloudform"), ("compare", "Cloudform")):
        text = output(*command, "--db", sample_db)
        assert "\33" not in text
        assert max(map(cells, text.splitlines())) <= 80


def test_glossary(corpus_db: Path) -> None:
    found = json.loads(output("glossary", "飛行", "--json", "--db", corpus_db))
    best = {entry["language"]: entry["translation"] for entry in reversed(found["entries"])}
    assert found["term"] == "飛行"
    assert {code: best[code] for code in ("de", "fr", "ja", "ko", "zhs")} == {
        "de": "Fliegend",
        "fr": "vol",
        "ja": "飛行",
        "ko": "비행",
        "zhs": "飞行",
    }
    assert run("glossary", "zzzz", "--db", corpus_db).exit_code == 1


def test_what_a_build_could_not_read_is_named(tmp_path: Path) -> None:
    """A table that a spreadsheet has saved in an encoding of its own is not dropped unseen."""
    (lak,) = write_sets(tmp_path, [a_set("LAK", [a_card("1", "Otter")])])
    (tmp_path / "mine.csv").write_bytes(b"card,ruling\nOtter,H\xf6rt.\n")
    result = run("build", lak, tmp_path / "mine.csv", "--db", tmp_path / "a.db")
    assert result.exit_code == 0
    assert result.stderr.startswith("Not read: mine.csv:")
    assert result.stdout.endswith(
        f"`rulings-db problems --db {tmp_path / 'a.db'}` lists the problems\n"
    )
