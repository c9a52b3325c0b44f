"""Whatever lies in a folder, `rulings-db build` ends soon and in little memory, tells what it could
not read, and loads the good files beside it; and whatever a text holds, it can be shown."""

import asyncio
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from datasette.app import Datasette

from rulings_db.cli.main import main
from tests import hostile

pytestmark = pytest.mark.slow

MEMORY = 1 << 30
SECONDS = 60
CARDS = {"Quiet Otter", "Pike", "Brave Heron", "Swift Newt"}

# The most memory that the program itself had is only told from inside it.
MEASURED = """
import re, resource, sys
resource.setrlimit(resource.RLIMIT_DATA, (int(sys.argv.pop(1)),) * 2)
from rulings_db.cli.main import main
try:
    main()
finally:
    sys.stdout.flush()
    with open("/proc/self/status") as status:
        print("kB of memory:", re.search(r"VmHWM:\\s+(\\d+)", status.read())[1])
"""

Problem = tuple[str, str, str]


def run(*arguments: str | bytes | Path) -> tuple[int, str]:
    """The exit status and all that the program writes, within the limits."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(MEMORY), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS,
        check=False,
    )
    written = done.stdout.decode()
    assert "Traceback" not in written, written
    (memory,) = re.findall(r"kB of memory: (\d+)", written)
    assert int(memory) << 10 < MEMORY
    return done.returncode, written


def build(folder: Path) -> dict[str, list[Problem]]:
    """Build from a folder that also has the good files; the problems by file."""
    hostile.write(folder, hostile.good())
    database = folder.parent / "rulings.db"
    status, written = run("build", "--db", database, folder)
    assert status == 0, written
    problems: dict[str, list[Problem]] = {}
    with closing(sqlite3.connect(database)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM cards")}
        assert names >= CARDS
        (rulings,) = connection.execute(
            "SELECT count(*) FROM ruling_texts WHERE text LIKE 'Quiet Otter flies over rivers.'"
        ).fetchone()
        assert rulings == 1
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for source, kind, place, message in connection.execute(
            "SELECT source, kind, place, message FROM problems"
        ):
            problems.setdefault(source, []).append((kind, place, message))
    return problems


def unreadable(problems: dict[str, list[Problem]], names: Iterable[str]) -> None:
    """Each of the files is told to be unreadable, in one line that names it and says why."""
    for name in names:
        (message,) = [said for kind, _, said in problems.get(name, ()) if kind == "unreadable"]
        assert message.startswith(f"{name}:")
        assert len(message) > len(name) + 20
        assert "\n" not in message


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "inputs"


def test_files_cut_short(folder: Path) -> None:
    files = dict(hostile.truncated())
    hostile.write(folder, files)
    problems = build(folder)
    # A row, a line or a page can end anywhere; what is packed cannot.
    whole = {name for name in files if name.startswith(("page", "house", "cards"))}
    unreadable(problems, [name for name in files if name not in whole or name.endswith(".gz")])


def test_wrong_types(folder: Path) -> None:
    files = {f"{name}.json": json.dumps(value).encode() for name, value in hostile.wrong_types()}
    hostile.write(folder, files)
    problems = build(folder)
    silent = {name.removesuffix(".json") for name in files.keys() - problems.keys()}
    # A text can be any text and a list empty; what is null is not there.
    assert silent - {"list-5", "scryfall-4"} <= {
        name.removesuffix(".json") for name in files if re.match(r"(set|card)-", name)
    }
    assert not silent & {f"{what}-{field}-1" for what, field in FIELDS}
    assert len(files) - len(silent) > 130


FIELDS = [("set", field) for field in ("code", "name", "releaseDate", "cards")]
FIELDS += [("card", field) for field in hostile.a_set("BAD", "Odd Otter")["cards"][0]]


def test_values_in_values(folder: Path) -> None:
    files = {name: text.encode() for name, text in hostile.nested()}
    hostile.write(folder, files)
    unreadable(build(folder), files)


def test_garbage(folder: Path) -> None:
    files = dict(hostile.garbage())
    hostile.write(folder, files)
    problems = build(folder)
    unreadable(problems, files.keys() - {"empty.txt"})
    assert [kind for kind, _, _ in problems["empty.txt"]] == ["empty page"]


def test_bombs(folder: Path) -> None:
    files = dict(hostile.bombs())
    assert max(map(len, files.values())) < 3 << 20
    hostile.write(folder, files)
    unreadable(build(folder), files)


def test_a_string_without_an_end(folder: Path) -> None:
    folder.mkdir()
    starts = {
        "long.json": b'{"meta": {"version": "5"}, "data": {"code": "LNG", "name": "',
        "long.jsonl": b'{"object": "card", "name": "',
        "long.csv": b"card,ruling\nQuiet Otter,",
        "long.txt": b"Quiet Otter\n\n",
        "long.html": b"<!doctype html><html><body>",
        "long.pdf": b"%PDF-1.7\n",
    }
    for name, start in starts.items():
        with (folder / name).open("wb") as file:
            file.write(start)
            for _ in range(300):
                file.write(b"x" * (1 << 20))
    unreadable(build(folder), starts)


def test_archives(folder: Path) -> None:
    files = dict(hostile.archives())
    hostile.write(folder, files)
    problems = build(folder)
    assert not Path("/tmp/rulings-db-escaped.json").exists()
    assert list(folder.parent.parent.rglob("escaped.json")) == []
    unreadable(problems, ["nested.json.gz"])
    status, written = run("build", "--db", folder.parent / "other.db", folder / "nested.zip")
    assert (status, "a zip with nothing to read in it" in written) == (1, True)


def test_what_is_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pipes, sockets, links in circles: passed over in a folder, and told where they are named."""
    folder.mkdir()
    os.mkfifo(folder / "pipe.json")
    with socket.socket(socket.AF_UNIX) as listener:
        monkeypatch.chdir(folder)  # the path of a socket has to be short
        listener.bind("socket.json")
    (folder / "loop.json").symlink_to("loop.json")
    (folder / "back").symlink_to(".")
    (folder / "gone.json").symlink_to("nowhere")
    (folder / "zero.json").symlink_to("/dev/zero")
    (folder / "folder.json").mkdir()
    problems = build(folder)
    assert set(problems) <= {"page.txt", "cards.jsonl"}
    for name in ("pipe.json", "socket.json", "loop.json", "gone.json", "zero.json", "folder.json"):
        status, written = run("build", "--db", folder.parent / "other.db", folder / name)
        assert (status, written.count("\n")) == (1, 2)
        assert name in written


NAMES = {
    b"new\nline.json": "new\ufffdline.json",
    b"\x1b]0;title\x07\x1b[31mred.json": "\ufffd]0;title\ufffd\ufffd[31mred.json",
    b"not\xff\xfeutf-8.json": "not\ufffd\ufffdutf-8.json",
    b"$(touch touched).json": "$(touch touched).json",
    b"%s%n.json": "%s%n.json",
    b"--help.json": "--help.json",
}


def test_names_of_files(folder: Path) -> None:
    """A name is one line without what would steer a terminal."""
    folder.mkdir()
    for name in NAMES:
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_bytes(b'{"meta": {}')
    unreadable(build(folder), NAMES.values())
    status, written = run("problems", "--db", folder.parent / "rulings.db")
    assert status == 0
    assert not set(written) & {"\x1b", "\x07"}
    assert "not\ufffd\ufffdutf-8.json" in written
    status, written = run("build", "--db", folder.parent / "other.db", b"no\x1b[31m\xfffile")
    assert status == 1
    assert "\x1b" not in written


TEXTS = {
    "half a character": "Half \ud83d otter",
    "the other half": "Other \ude00 otter",
    "NUL": "Nul\0otter",
    "controls": "\x1b]0;title\x07\x1b[2JSteering otter\x85\x9b31m",
    "bidi": "Turned \u202eretto\u202c \u2066otter\u2069",
    "line separators": "Lined\u2028otter\u2029",
    "no character": "Wrong\ufffe\uffff otter",
    "combining": "Marked otter" + "\u0301" * 5000,
    "long": "Long otter " + "x" * (1 << 20),
    "empty": "\u200b\ufeff",
    "quotes": "'\"`; DROP TABLE cards; -- otter",
    "format": "%s %(x)s {0} ${x} {{x}} {% x %} otter",
}


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with each of the texts wherever a text can be."""
    folder = tmp_path_factory.mktemp("strange")
    for number, text in enumerate(TEXTS.values()):
        a_set = hostile.a_set(f"S{number}", text, type=text, text=text, flavorText=text)
        a_set["cards"][0]["identifiers"]["scryfallOracleId"] = f"oracle {number}"
        a_set["cards"][0]["foreignData"] = [
            {"language": language, "name": text, "text": text, "flavorText": text, "type": text}
            for language in ("Japanese", "German", "Chinese Simplified", text)
        ]
        a_set["name"] = text[:1000]
        a_set["translations"] = {"German": text}
        (folder / f"S{number}.json").write_text(json.dumps(a_set), "utf-8")
    database = folder / "rulings.db"
    status, written = run("build", "--db", database, folder)
    assert status == 0, written
    return database


def test_strange_texts_are_kept(strange: Path) -> None:
    with closing(sqlite3.connect(strange)) as connection:
        names = dict(connection.execute("SELECT oracle_id, name FROM cards").fetchall())
        rulings = {text for (text,) in connection.execute("SELECT text FROM ruling_texts")}
    for number, text in enumerate(TEXTS.values()):
        kept = re.sub("[\ud800-\udfff]", "\ufffd", text)
        assert names[f"oracle {number}"] == kept
        assert f"{kept} flies over rivers." in rulings


@pytest.mark.parametrize("text", [t for t in TEXTS.values() if len(t) < 1000], ids=ascii)
def test_strange_texts_are_found_and_shown(strange: Path, text: str) -> None:
    name = re.sub("[\ud800-\udfff]", "\ufffd", text)
    for command in ("search", "card", "compare"):
        done = CliRunner().invoke(main, [command, "--db", str(strange), "--", name])
        assert done.exception is None or isinstance(done.exception, SystemExit), command
        assert not re.search("[\0\x07\x1b\x85\x9b]", done.output)
        if name.strip("\u200b\ufeff"):
            assert done.exit_code == 0, done.output


def test_strange_texts_are_exported(strange: Path, tmp_path: Path) -> None:
    for form in ("json", "ndjson"):
        output = tmp_path / form
        done = CliRunner().invoke(
            main, ["export", "--db", str(strange), "--format", form, "-o", str(output)]
        )
        assert done.exit_code == 0, done.output
    cards = [json.loads(line) for line in output.read_text("utf-8").split("\n") if line]
    assert len(cards) == len(TEXTS) == len(json.loads((tmp_path / "json").read_bytes())["cards"])


def test_pages_of_strange_texts(strange: Path) -> None:
    with closing(sqlite3.connect(strange)) as connection:
        slugs = [slug for (slug,) in connection.execute("SELECT slug FROM cards")]
        rulings = [number for (number,) in connection.execute("SELECT ruling_id FROM rulings")]
    paths = [f"/card/{quote(slug)}" for slug in slugs]
    paths += [f"/compare/{quote(slug)}" for slug in slugs]
    paths += [f"/ruling/{number}" for number in rulings]
    paths += [f"/set/S{number}" for number in range(len(TEXTS))]
    paths += [f"/?q={quote(text[:300].encode(errors='replace'))}" for text in TEXTS.values()]
    paths += ["/", "/?q=otter", "/sets", "/languages", "/glossary", "/about"]

    async def statuses() -> dict[str, int]:
        client = Datasette([str(strange)]).client
        return {path: (await client.get(path)).status_code for path in paths}

    assert {path: status for path, status in asyncio.run(statuses()).items() if status != 200} == {}
