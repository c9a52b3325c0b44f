"""`rulings-db update` against sites on loopback: what comes, what stays, and what each fault does.

After every fault the database is as it was, byte for byte, and the next try goes on from there.
"""

import gzip
import hashlib
import json
import lzma
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ingest.cache import open_cache
from rulings_db.cli.main import main
from rulings_db.cli.progress import transfer_line
from tests import invented_sets
from tests.server import (
    BULK,
    META,
    MIGRATIONS,
    PRINTINGS,
    SETS,
    Fault,
    Handler,
    Sites,
    body,
    cut,
    stall,
    status,
)
from tests.surroundings import ROOT

pytestmark = pytest.mark.slow

JULY_1, JULY_2, JULY_3 = "5.2.2+20260701", "5.2.2+20260702", "5.2.2+20260703"
OTTER = "22222222-0000-4000-8000-000000000001"
RULING = "The river does not stop the otter."

Run = Callable[..., Result]


def a_set(*rulings: str) -> dict[str, Any]:
    """MTGJSON: a set with one card, which has these rulings."""
    card = invented_sets.a_card(
        "7",
        "Quiet Otter",
        OTTER,
        type="Creature — Otter",
        text="Flash",
        foreignData=[{"language": "German", "name": "Stiller Otter", "text": "Aufblitzen"}],
        rulings=[{"date": "2020-01-24", "text": text} for text in rulings],
    )
    return {"RIV": invented_sets.a_set("RIV", [card], name="River Bend", releaseDate="2020-01-24")}


def publish_scryfall(sites: Sites, day: str = "2026-07-01", *more: str) -> dict[str, str]:
    """Scryfall's files: the same card in two languages, a ruling and `more`, moved once."""
    card = {
        "object": "card",
        "id": "33333333-0000-4000-8000-000000000001",
        "oracle_id": OTTER,
        "lang": "en",
        "name": "Quiet Otter",
        "layout": "normal",
        "type_line": "Creature — Otter",
        "oracle_text": "Flash",
        "set": "riv",
        "set_name": "River Bend",
        "collector_number": "7",
    }
    german = card | {
        "id": "33333333-0000-4000-8000-000000000002",
        "lang": "de",
        "printed_name": "Stiller Otter",
        "printed_text": "Aufblitzen",
    }
    ruling = {
        "object": "ruling",
        "oracle_id": OTTER,
        "source": "wotc",
        "published_at": "2020-01-24",
    }
    migrations = [
        {
            "object": "migration",
            "id": f"44444444-0000-4000-8000-00000000000{number}",
            "performed_at": "2026-05-07",
            "migration_strategy": "delete",
            "old_scryfall_id": f"33333333-0000-4000-8000-00000000001{number}",
        }
        for number in range(3)
    ]
    return sites.publish_scryfall(
        f"{day}T09:02:54.512+00:00",
        [card, german],
        [ruling | {"comment": text} for text in (RULING, *more)],
        [{"object": "set", "code": "riv", "name": "River Bend", "released_at": "2020-01-24"}],
        [migrations[:2], migrations[2:]],
    )


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "rulings.db"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def run(sites: Sites, db: Path, cache: Path) -> Run:
    """Runs `rulings-db update` against the sites."""

    def run_update(*arguments: str) -> Result:
        sites.requests.clear()
        command = ["update", *arguments, "--db", str(db), "--cache", str(cache)]
        return CliRunner().invoke(main, command, obj=sites.web(timeout=0.5))

    return run_update


@pytest.fixture
def built(sites: Sites, run: Run, db: Path) -> bytes:
    """The bytes of a database of 1 July, when the sites are a day on."""
    sites.publish_mtgjson(JULY_1, a_set(RULING))
    assert run().exit_code == 0
    sites.publish_mtgjson(JULY_2, a_set(RULING, "Nor does rain."))
    return db.read_bytes()


def rows(db: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(db)) as connection:
        return connection.execute(query).fetchall()


def versions(db: Path) -> list[str]:
    return [version for (version,) in rows(db, "SELECT version FROM sources ORDER BY version")]


def fault(result: Result) -> str:
    """The one line of a command that could not do its job, told after what it told on the way."""
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Traceback" not in result.stderr
    *told, last = result.stderr.splitlines()
    assert all("Error" not in line for line in told)
    return last


def files(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


# What comes and what stays


def test_the_first_time_it_fetches_and_builds(
    sites: Sites, run: Run, db: Path, cache: Path
) -> None:
    packed = sites.publish_mtgjson(JULY_1, a_set(RULING))
    result = run()
    assert result.exit_code == 0
    assert result.stderr == f"mtgjson/AllPrintings: {JULY_1}, 0.0 MB\n"
    assert re.search(r"^rulings +1$", result.stdout, re.MULTILINE)
    assert result.stdout.endswith(f"-> {db}\n")
    assert [request.address for request in sites.requests] == [
        META,
        f"{PRINTINGS}.sha256",
        PRINTINGS,
    ]
    assert (cache / "mtgjson/AllPrintings.json.xz").read_bytes() == packed
    assert files(cache) == [".lock", ".state.json", "mtgjson/AllPrintings.json.xz"]
    assert rows(db, "SELECT kind, address, version FROM sources") == [
        ("mtgjson", "AllPrintings.json.xz", JULY_1)
    ]


def test_when_nothing_is_new_it_does_nothing(sites: Sites, run: Run, db: Path) -> None:
    sites.publish_mtgjson(JULY_1, a_set(RULING))
    run()
    before = db.stat()
    result = run()
    assert (result.exit_code, result.output) == (0, f"{db} is up to date\n")
    assert [request.address for request in sites.requests] == [META]
    assert (db.stat().st_ino, db.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_what_is_new_replaces_the_old(sites: Sites, run: Run, built: bytes, db: Path) -> None:
    assert run().exit_code == 0
    assert versions(db) == [JULY_2]
    assert len(rows(db, "SELECT * FROM rulings")) == 2


def test_force_builds_from_what_is_there(sites: Sites, run: Run, built: bytes, db: Path) -> None:
    run()
    before = db.stat()
    assert run("--force").exit_code == 0
    assert [request.address for request in sites.requests] == [META]
    assert db.stat().st_ino != before.st_ino


def test_without_a_database_it_builds_from_the_cache(
    sites: Sites, run: Run, built: bytes, db: Path
) -> None:
    run()
    db.unlink()
    assert run().exit_code == 0
    assert [request.address for request in sites.requests] == [META]
    assert versions(db) == [JULY_2]


@pytest.mark.parametrize("file", ["mtgjson/AllPrintings.json.xz", ".state.json"])
@pytest.mark.parametrize("harm", ["damaged", "gone"])
def test_what_the_cache_has_lost_is_fetched_again(
    sites: Sites, run: Run, built: bytes, db: Path, cache: Path, file: str, harm: str
) -> None:
    run()
    before = db.read_bytes()
    if harm == "gone":
        (cache / file).unlink()
    else:
        (cache / file).write_bytes((cache / file).read_bytes()[:-9] + b"not these")
    result = run()
    assert (result.exit_code, result.stdout) == (0, f"{db} is up to date\n")
    assert len(sites.asked(PRINTINGS)) == 1
    assert db.read_bytes() == before
    assert run().stderr == ""


def test_it_never_goes_back(sites: Sites, run: Run, built: bytes, db: Path) -> None:
    run()
    sites.publish_mtgjson(JULY_1, a_set(RULING))
    result = run()
    assert (result.exit_code, result.stdout) == (0, f"{db} is up to date\n")
    assert result.stderr == (
        f"https://mtgjson.com/api/v5/: offers {JULY_1}; {JULY_2} is held, and kept\n"
    )
    assert versions(db) == [JULY_2]


@pytest.mark.parametrize("served", [JULY_1, JULY_2])
def test_a_file_older_than_announced_is_not_taken(
    sites: Sites, run: Run, built: bytes, db: Path, cache: Path, served: str
) -> None:
    run()
    held = (cache / "mtgjson/AllPrintings.json.xz").read_bytes()
    if served == JULY_1:
        sites.publish_mtgjson(JULY_1, a_set(RULING))
    sites.files[META] = json.dumps({"data": {"date": "2026-07-03", "version": JULY_3}}).encode()
    result = run()
    assert (result.exit_code, result.stdout) == (0, f"{db} is up to date\n")
    assert f"{JULY_3} is announced, but this is no newer than {JULY_2}, which is kept" in (
        result.stderr
    )
    assert (cache / "mtgjson/AllPrintings.json.xz").read_bytes() == held
    assert files(cache) == [".lock", ".state.json", "mtgjson/AllPrintings.json.xz"]
    sites.publish_mtgjson(JULY_3, a_set(RULING))
    assert run().exit_code == 0
    assert versions(db) == [JULY_3]


def test_a_database_newer_than_what_is_to_be_had_stays(
    sites: Sites, run: Run, built: bytes, db: Path, cache: Path
) -> None:
    run()
    before = db.read_bytes()
    sites.publish_mtgjson(JULY_1, a_set(RULING))
    for path in (cache / ".state.json", cache / "mtgjson/AllPrintings.json.xz"):
        path.unlink()
    assert fault(run()) == (
        f"Error: {db}: built from mtgjson of 20260702, newer than what is to be had; it is left as"
        " it was (--force builds from the older)"
    )
    assert db.read_bytes() == before
    assert run("--force").exit_code == 0
    assert versions(db) == [JULY_1]


def test_the_cache_can_be_named_by_the_environment(
    sites: Sites, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sites.publish_mtgjson(JULY_1, a_set(RULING))
    monkeypatch.setenv("RULINGS_DB_CACHE", str(tmp_path / "elsewhere"))
    result = CliRunner().invoke(main, ["update", "--db", str(db)], obj=sites.web())
    assert result.exit_code == 0
    assert (tmp_path / "elsewhere/mtgjson/AllPrintings.json.xz").exists()


# What is in the place of the database


def test_the_sample_gives_way(sites: Sites, run: Run, db: Path) -> None:
    CliRunner().invoke(main, ["build", "--db", str(db)])
    sites.publish_mtgjson(JULY_1, a_set(RULING))
    assert run().exit_code == 0
    assert versions(db) == [JULY_1]


HOUSE = "House Card\n\n24/01/2020\n\nThis is a ruling of our house, and ours alone."


def test_what_was_built_from_other_inputs_too_is_not_lost(
    sites: Sites, run: Run, built: bytes, db: Path, cache: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.txt"
    page.write_text(HOUSE)
    CliRunner().invoke(main, ["build", str(page), str(cache), "--db", str(db)])
    before = db.read_bytes()
    assert fault(run()) == (
        f"Error: {db}: built from page.txt too, which would be lost;"
        " --with FILE builds from all, --force without"
    )
    assert sites.requests == []
    assert db.read_bytes() == before
    assert run("--force").exit_code == 0
    assert rows(db, "SELECT kind, version FROM sources") == [("mtgjson", JULY_2)]


def test_files_at_hand_are_built_from_too(
    sites: Sites, run: Run, built: bytes, db: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.txt"
    page.write_text(HOUSE)
    assert run("--with", str(page)).exit_code == 0
    assert rows(db, "SELECT address FROM sources ORDER BY 1") == [
        ("AllPrintings.json.xz",),
        ("page.txt",),
    ]
    assert run("--with", str(page)).output == f"{db} is up to date\n"
    page.write_text(HOUSE.replace("ours alone", "no other"))
    assert run("--with", str(page)).exit_code == 0
    assert ("This is a ruling of our house, and no other.",) in rows(
        db, "SELECT text FROM ruling_texts"
    )
    page.unlink()
    assert fault(run("--with", str(page))).startswith(f"Error: {page}: does not exist")


def test_a_database_of_somebody_else_is_left_alone(sites: Sites, run: Run, db: Path) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("CREATE TABLE precious (data TEXT)")
    assert "not one of rulings-db; it is left as it was" in fault(run("--force"))
    assert sites.requests == []


# Faults


def elsewhere(handler: Handler) -> None:
    handler.answer(302, b"", Location="https://example.org/AllPrintings.json.xz")


def endless(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", str(5 << 30))
    handler.end_headers()
    handler.close_connection = True


HTML = body(b"<!DOCTYPE html><html><body>Please log in to this network.</body></html>")
FAULTS: dict[str, tuple[str, Fault, str]] = {
    "429": (META, status(429, Retry_After="3"), "429 Too Many Requests (tried 5 times)"),
    "429 for an hour": (
        META,
        status(429, Retry_After="3600"),
        "429 Too Many Requests, try again in 3,600 s",
    ),
    "503": (PRINTINGS, status(503), "503 Service Unavailable (tried 5 times)"),
    "404": (PRINTINGS, status(404), "404 Not Found"),
    "HTML for JSON": (META, HTML, "found an HTML page, expected data"),
    "HTML for a file": (PRINTINGS, HTML, "found an HTML page, expected data"),
    "HTML for a checksum": (f"{PRINTINGS}.sha256", HTML, "found an HTML page, expected data"),
    "no checksum": (f"{PRINTINGS}.sha256", body(b""), "expected a SHA-256 checksum, found none"),
    "JSON cut short": (META, body(b'{"data": '), "expected JSON, found none: "),
    "another shape": (META, body(b"{}"), "Object missing required field `data`"),
    "no date": (
        META,
        body(b'{"data": {"date": "", "version": "new"}}'),
        "expected a version with a date in it",
    ),
    "wrong checksum": (
        f"{PRINTINGS}.sha256",
        body(b"0" * 64),
        "what came has not the checksum that the site gives; it is thrown away",
    ),
    "another file": (
        PRINTINGS,
        body(b"another file"),
        "what came has not the checksum that the site gives; it is thrown away",
    ),
    "cut short": (PRINTINGS, cut(10), "cut short: peer closed connection without sending"),
    "silence": (PRINTINGS, stall(10), "no answer for 0.5 s (tried 5 times)"),
    "redirect": (PRINTINGS, elsewhere, "https://example.org/AllPrintings.json.xz: not asked"),
    "endless": (PRINTINGS, endless, "more than 4,294,967,296 bytes"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_clear_line_and_the_next_try_goes_on(
    sites: Sites, run: Run, built: bytes, db: Path, name: str
) -> None:
    address, answer, message = FAULTS[name]
    sites.faults[address] = [answer] * 5
    assert message in fault(run())
    assert db.read_bytes() == built
    sites.faults.clear()
    result = run()
    assert (result.exit_code, versions(db)) == (0, [JULY_2])
    ranges = [headers.get("range") for headers in sites.asked(PRINTINGS)]
    assert ranges == [{"cut short": "bytes=50-", "silence": "bytes=50-"}.get(name)]


def test_offline(sites: Sites, run: Run, built: bytes, db: Path) -> None:
    port, sites.port = sites.port, 9  # where nobody listens
    message = fault(run())
    assert f"https://{META}: cannot be reached: " in message
    assert db.read_bytes() == built
    sites.port = port
    assert run().exit_code == 0


def test_a_full_disk(sites: Sites, run: Run, built: bytes, db: Path, cache: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device here that is always full")
    part = cache / "mtgjson/AllPrintings.part"
    part.symlink_to("/dev/full")
    assert fault(run()) == f"Error: {part}: cannot be written: No space left on device"
    assert db.read_bytes() == built
    part.unlink()
    assert run().exit_code == 0
    assert versions(db) == [JULY_2]


def test_a_cache_that_cannot_be_made(run: Run, cache: Path) -> None:
    cache.write_text("in the way")
    result = run()
    assert result.exit_code == 2
    assert "is a file" in result.stderr
    cache.unlink()
    cache.symlink_to("/proc/nowhere")
    assert f"Error: {cache}: cannot be written: " in fault(run())


def test_one_update_at_a_time(sites: Sites, run: Run, built: bytes, db: Path, cache: Path) -> None:
    with open_cache(cache):
        assert fault(run()) == (f"Error: {cache}: another update is at work here; try again later")
    assert sites.requests == []
    assert db.read_bytes() == built
    assert run().exit_code == 0


@pytest.mark.parametrize(
    ("ending", "status", "message"),
    [
        (
            signal.SIGINT,
            1,
            "Error: interrupted: the database is as it was, the next update goes on from here\n",
        ),
        (signal.SIGTERM, 128 + signal.SIGTERM, ""),
    ],
)
def test_interrupted(
    sites: Sites,
    run: Run,
    built: bytes,
    db: Path,
    cache: Path,
    ending: signal.Signals,
    status: int,
    message: str,
) -> None:
    sites.faults[PRINTINGS] = [stall(100)]
    part = cache / "mtgjson/AllPrintings.part"
    command = [sys.executable, "-m", "tests.server", str(sites.port), "update"]
    with subprocess.Popen(
        [*command, "--db", str(db), "--cache", str(cache)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        for _ in range(600):
            if part.exists():
                break
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(0.3)
        process.send_signal(ending)
        _, told = process.communicate(timeout=30)
    assert (process.returncode, told) == (status, message)
    assert db.read_bytes() == built
    assert part.stat().st_size == 100
    assert run().exit_code == 0
    assert sites.asked(PRINTINGS)[0]["range"] == "bytes=100-"
    assert versions(db) == [JULY_2]


# Scryfall


@pytest.fixture
def scryfall(sites: Sites) -> dict[str, str]:
    return publish_scryfall(sites)


def test_scryfall_comes_with_sets_and_all_pages_of_migrations(
    sites: Sites, scryfall: dict[str, str], run: Run, db: Path, cache: Path
) -> None:
    result = run("scryfall")
    assert (result.exit_code, result.stderr) == (
        0,
        "scryfall/all_cards: 20260701090254, 0.0 MB\nscryfall/rulings: 20260701090254, 0.0 MB\n",
    )
    assert files(cache) == [
        ".lock",
        ".state.json",
        "scryfall/all-cards-20260701090254.jsonl.gz",
        "scryfall/migrations.json",
        "scryfall/rulings-20260701090254.jsonl.gz",
        "scryfall/sets.json",
    ]
    migrations = json.loads((cache / "scryfall/migrations.json").read_bytes())
    assert (migrations["object"], migrations["has_more"]) == ("list", False)
    assert [migration["id"][-1] for migration in migrations["data"]] == ["0", "1", "2"]
    assert rows(db, "SELECT text FROM ruling_texts") == [(RULING,)]
    assert rows(db, "SELECT code, released_at FROM sets") == [("RIV", "2020-01-24")]
    names = rows(db, "SELECT name FROM card_texts WHERE language = 'de'")
    assert names == [("Stiller Otter",)]
    assert len(rows(db, "SELECT * FROM sources")) == 4


def test_scryfall_is_asked_once_when_nothing_is_new(
    sites: Sites, scryfall: dict[str, str], run: Run, db: Path
) -> None:
    run("scryfall")
    result = run("scryfall")
    assert (result.exit_code, result.output) == (0, f"{db} is up to date\n")
    assert [request.address for request in sites.requests] == [BULK]


def test_what_is_new_at_scryfall_replaces_the_old(
    sites: Sites, scryfall: dict[str, str], run: Run, db: Path, cache: Path
) -> None:
    run("scryfall")
    new = publish_scryfall(sites, "2026-07-02", "Nor does rain.")
    sites.faults[new["rulings"]] = [status(503)] * 5
    before = db.read_bytes()
    assert "503 Service Unavailable" in fault(run("scryfall"))
    assert db.read_bytes() == before
    assert [name for name in files(cache) if "2026" in name] == [
        "scryfall/all-cards-20260702090254.jsonl.gz",
        "scryfall/rulings-20260701090254.jsonl.gz",
    ]
    assert run("scryfall").exit_code == 0
    assert sites.asked(new["all_cards"]) == []
    assert [name for name in files(cache) if "2026" in name] == [
        "scryfall/all-cards-20260702090254.jsonl.gz",
        "scryfall/rulings-20260702090254.jsonl.gz",
    ]
    assert len(rows(db, "SELECT * FROM rulings")) == 2


def test_scryfall_never_goes_back(
    sites: Sites, scryfall: dict[str, str], run: Run, db: Path
) -> None:
    run("scryfall")
    publish_scryfall(sites, "2026-06-30")
    result = run("scryfall")
    assert (result.exit_code, result.stdout) == (0, f"{db} is up to date\n")
    assert "offers rulings of 20260630090254; 20260701090254 is held, and kept" in result.stderr


NOT_WHOLE = gzip.compress(json.dumps({"object": "ruling"}).encode() * 100, mtime=0)
NEXT = '{"data": [], "has_more": true, "next_page": "%s://api.scryfall.com/sets"}'
SCRYFALL_FAULTS = {
    "cut short": ("rulings", NOT_WHOLE[:-8], "damaged or cut short"),
    "damaged": ("rulings", NOT_WHOLE[:-8] + b"\0" * 8, "CRC check failed"),
    "no lines": ("rulings", gzip.compress(b"<p>Sorry"), "expected lines of JSON"),
    "an array": ("rulings", gzip.compress(b"["), "expected lines of JSON"),
    "a bomb": ("rulings", gzip.compress(b"{" + b" " * (70 << 20)), "unpacks to more than"),
    "HTML": ("rulings", b"<html>Sorry", "found an HTML page"),
    "no bulk": (BULK, b'{"data": []}', "expected a jsonl_download_uri for all_cards"),
    "no data": (MIGRATIONS, b"{}", "Object missing required field `data`"),
    "no last page": (SETS, (NEXT % "https").encode(), "more than 3 pages"),
    "an open page": (SETS, (NEXT % "http").encode(), "http://api.scryfall.com/sets: not asked"),
}


@pytest.mark.parametrize("name", SCRYFALL_FAULTS)
def test_a_fault_of_scryfalls_is_one_clear_line(
    sites: Sites,
    run: Run,
    db: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    address, content, message = SCRYFALL_FAULTS[name]
    monkeypatch.setattr("ingest.origins._MAX_PAGES", 3)
    publish_scryfall(sites)
    run("scryfall")
    before = db.read_bytes()
    address = publish_scryfall(sites, "2026-07-02", "Nor does rain.").get(address, address)
    good, sites.files[address] = sites.files[address], content
    assert message in fault(run("scryfall"))
    assert db.read_bytes() == before
    sites.files[address] = good
    assert run("scryfall").exit_code == 0
    assert "2026-07-02T09:02:54" in versions(db)[-1]


def test_both_at_once_and_what_they_share_is_one(
    sites: Sites, scryfall: dict[str, str], run: Run, db: Path
) -> None:
    sites.publish_mtgjson(JULY_1, a_set(RULING))
    assert run("all").exit_code == 0
    assert rows(db, "SELECT count(*) FROM cards") == [(1,)]
    assert rows(db, "SELECT count(*) FROM rulings") == [(1,)]
    assert run("all").output == f"{db} is up to date\n"
    message = fault(run("mtgjson"))
    assert message == (
        f"Error: {db}: built from all-cards-20260701090254.jsonl.gz, migrations.json,"
        " rulings-20260701090254.jsonl.gz, ... too, which would be lost;"
        " `rulings-db update all` builds from all, --force without"
    )


# What is shown


@pytest.mark.parametrize(
    ("done", "total", "speed", "line"),
    [
        (
            10_000_000,
            40_000_000,
            250_000.0,
            "[######..................] 10.0 of 40.0 MB, 0.2 MB/s, 2:00 left, file",
        ),
        (0, 2_300_000_000, 0.0, "[........................] 0.0 of 2,300.0 MB, 0.0 MB/s, file"),
        (1_500_000, None, 1_000_000.0, "1.5 MB, 1.0 MB/s, file"),
        (5, 5, 1.0, "[########################] 0.0 of 0.0 MB, 0.0 MB/s, 0:00 left, file"),
    ],
)
def test_a_download_shows_size_speed_and_time(
    done: int, total: int | None, speed: float, line: str
) -> None:
    assert transfer_line("file", done, total, speed) == line


# An address in place of a file


def build_from(sites: Sites, db: Path, cache: Path, *inputs: str) -> Result:
    sites.requests.clear()
    command = ["build", *inputs, "--db", str(db), "--cache", str(cache)]
    return CliRunner().invoke(main, command, obj=sites.web(timeout=0.5))


def test_build_takes_an_address(sites: Sites, db: Path, cache: Path, tmp_path: Path) -> None:
    sites.files["mtgjson.com/api/v5/RIV.json"] = json.dumps(a_set(RULING)["RIV"]).encode()
    mine = tmp_path / "mine.csv"
    mine.write_text("card,ruling\nQuiet Otter,Ours.\n")
    address = "https://mtgjson.com/api/v5/RIV.json"
    result = build_from(sites, db, cache, address, str(mine))
    assert result.exit_code == 0, result.output
    assert rows(db, "SELECT kind FROM sources ORDER BY kind") == [("mtgjson",), ("overlay",)]
    assert rows(db, "SELECT address FROM sources WHERE kind = 'mtgjson'")[0][0].endswith(
        "-RIV.json"
    )
    assert rows(db, "SELECT count(*) FROM rulings") == [(2,)]
    again = build_from(sites, db, cache, address)
    assert again.exit_code == 0
    assert "if-none-match" in sites.requests[0].headers


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://mtgjson.com/api/v5/RIV.json", "expected https://"),
        ("https://localhost/RIV.json", "expected https://"),
        ("https://mtgjson.com@evil.example/RIV.json", "expected https://"),
        ("file:///etc/passwd", "expected https://"),
        ("https://mtgjson.com/api/v5/NONE.json", "404"),
        ("https://mtgjson.com/api/v5/page.json", "HTML page where JSON was expected"),
    ],
)
def test_an_address_that_cannot_be_taken_is_one_clear_line(
    sites: Sites, built: bytes, db: Path, cache: Path, address: str, said: str
) -> None:
    sites.files["mtgjson.com/api/v5/page.json"] = b"<!DOCTYPE html><title>Sorry</title>"
    assert said in fault(build_from(sites, db, cache, address))
    assert db.read_bytes() == built


def test_what_is_damaged_inside_replaces_nothing(
    sites: Sites, run: Run, built: bytes, db: Path
) -> None:
    """A good checksum says that it came as it is there, not that it is good there."""
    good = json.dumps({"meta": {"version": JULY_3}, "data": a_set(RULING)}).encode()
    sites.publish_mtgjson(JULY_3, a_set(RULING))
    for name, content in damaged(sites, good[:-40]).items():
        sites.files[name] = content
    assert "AllPrintings.json.xz" in fault(run())
    assert db.read_bytes() == built


def damaged(sites: Sites, content: bytes) -> dict[str, bytes]:
    packed = lzma.compress(content)
    checksum = hashlib.sha256(packed).hexdigest().encode()
    return {PRINTINGS: packed, f"{PRINTINGS}.sha256": checksum}
