"""What the plugin enforces by itself, whatever the server was started with."""

import asyncio
import re
import time
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from datasette.app import Datasette
from datasette.cli import cli

from rulings_db.web.pages import search as search_page
from rulings_db.web.serving import databases
from tests.web.answers import Get, getting, parsed

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def get(sample_db: Path) -> Get:
    """GET from a server of the sample's database, which it may not write to."""
    return getting(immutables=[str(sample_db)])


@pytest.fixture(scope="module")
def hostile(hostile_db: Path) -> Get:
    """GET from a server of a database whose only card is a list of attacks."""
    return partial(getting(hostile_db), follow_redirects=True)


def test_texts_of_sources_are_inert(hostile: Get) -> None:
    found = hostile("/search.json?q=alert").json()["hits"]
    slug = found[0]["card"]["slug"]
    ruling = next(hit["ruling_id"] for hit in found if hit["kind"] == "ruling")
    paths = ["/", "/?q=alert", f"/?q={HOSTILE}", "/?q=alert&keyword=<script>alert(1)</script>"]
    paths += [
        f"/card/{slug}",
        f"/compare/{slug}",
        f"/ruling/{ruling}",
        *("/sets", "/sets?kind=<b>", "/set/XSS", f"/set/{quote(HOSTILE, safe='')}", "/about"),
        *("/languages", "/language/de", "/language/de?set=XSS", f"/language/de?set={HOSTILE}"),
        f"/language/{quote(HOSTILE, safe='')}",
        *("/glossary", f"/glossary?term={HOSTILE}"),
        f"/card/{quote(HOSTILE, safe='')}x",
    ]
    for path in paths:
        page = parsed(hostile(path))
        for script in page.find_all("script"):
            assert script["src"].startswith("/-/static-plugins/rulings-db/"), path
            assert not script.text, path
        assert not page.find_all("img"), path
        assert not page.find_all(style=True), path
        assert not [tag for tag in page.find_all(True) if any(a[:2] == "on" for a in tag.attrs)]


def test_our_pages_allow_nothing_from_elsewhere(get: Get) -> None:
    headers = get("/card/cloudform").headers
    assert headers["content-security-policy"].startswith("default-src 'none'; style-src 'self'")
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-frame-options"] == "DENY"


def test_datasettes_pages_have_a_policy_too(get: Get, sample_db: Path) -> None:
    policy = get(f"/{sample_db.stem}/card_texts").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("path", ["/", "/search.json", "/card/cloudform", "/compare/x.json"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_our_pages_can_only_be_read(sample_db: Path, method: str, path: str) -> None:
    response = asyncio.run(Datasette([str(sample_db)]).client.request(method, path))
    assert response.status_code == 405
    assert response.headers["allow"] == "GET, HEAD"
    if path.endswith(".json"):
        assert response.json() == {"error": "This page can only be read."}
        assert response.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("path", ["/search.json", "/card/cloudform.json"])
def test_other_sites_are_told_what_they_may_ask_where_the_server_lets_them(
    sample_db: Path, path: str
) -> None:
    client = Datasette([str(sample_db)], cors=True).client
    response = asyncio.run(client.request("OPTIONS", path))
    assert response.status_code == 204
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["access-control-allow-methods"] == "GET, HEAD"
    assert asyncio.run(client.request("POST", path)).status_code == 405


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/{db}.json?sql=select+1", 403),
        ("/{db}?sql=select+1", 403),
        ("/{db}/card_texts?_where=1", 403),
        ("/{db}.db", 403),
        ("/{db}/card_texts?_facet=name", 400),
        ("/{db}/card_texts?_search=a&_searchmode=raw", 400),
        ("/{db}/cards?_search=a&_fts_table=hits_fts", 400),
        ("/{db}/hits_fts?_search=a&_searchmode=raw", 400),
        ("/{db}/card_texts.csv?_stream=1", 400),
    ],
)
def test_what_lets_a_visitor_keep_the_server_busy_is_off(
    get: Get, sample_db: Path, path: str, status: int
) -> None:
    assert get(path.format(db=sample_db.stem), follow_redirects=True).status_code == status


def test_metadata_cannot_open_the_console(sample_db: Path) -> None:
    get = getting(sample_db, metadata={"allow_sql": True})
    assert get(f"/{sample_db.stem}.json?sql=select+1", follow_redirects=True).status_code == 403


def test_the_command_line_can_ask_for_what_is_off(sample_db: Path) -> None:
    path = f"/{sample_db.stem}/languages.json?_where=code='ja'&_shape=array"
    arguments = [str(sample_db), "--setting", "default_allow_sql", "on", "--get", path]
    answer = CliRunner().invoke(cli, ["serve", *arguments])
    assert "Japanese" in answer.output
    refused = CliRunner().invoke(cli, ["serve", str(sample_db), "--get", path])
    assert "Japanese" not in refused.output


def test_inner_tables_are_hidden(get: Get, sample_db: Path) -> None:
    tables = get(f"/{sample_db.stem}.json").json()["tables"]
    shown = {table["name"] for table in tables if not table["hidden"]}
    assert {"cards", "rulings", "localizations"} <= shown
    assert not shown & {"facet_arrays", "hits", "hits_fts", "hits_fts_data", "names", "word_forms"}


def test_a_page_has_at_most_a_hundred_hits(get: Get) -> None:
    assert len(get("/search.json?size=5000").json()["hits"]) <= 100


def test_a_long_query_is_cut(get: Get) -> None:
    answer = get("/search.json?q=" + "manifest " * 1000).json()
    assert len(answer["query"]) <= 1000


def test_a_slow_query_is_given_up_calmly(get: Get, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "LONGEST_QUERY", -1.0)
    monkeypatch.setattr(databases, "_STEPS_BETWEEN_CHECKS", 1)
    response = get("/?q=manifest")
    assert response.status_code == 503
    assert "takes too long" in response.text
    assert set(get("/search.json?q=manifest").json()) == {"error"}


def test_what_takes_too_long_is_interrupted(
    sample_db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the database counts, not only before and after."""
    monkeypatch.setattr(databases, "LONGEST_QUERY", 0.1)
    endless = "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT max(x) FROM t"
    datasette = Datasette([str(sample_db)])
    started = time.monotonic()
    with pytest.raises(databases.TooSlow):
        asyncio.run(databases.read(datasette, lambda c: c.execute(endless).fetchone()))
    assert time.monotonic() - started < 5


def test_what_takes_too_much_memory_is_given_up(sample_db: Path) -> None:
    datasette = Datasette([str(sample_db)])
    large = f"SELECT hex(zeroblob({databases.LARGEST_HEAP}))"
    with pytest.raises(databases.TooSlow):
        asyncio.run(databases.read(datasette, lambda c: c.execute(large).fetchone()))


@pytest.mark.parametrize("path", ["/?q=manifest&page={}", "/search.json?q=manifest&page={}"])
def test_the_last_page_has_an_end(get: Get, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    offsets = []
    known = search_page.search

    def noted(*arguments: Any, **named: Any) -> Any:
        offsets.append(named["offset"])
        return known(*arguments, **named)

    monkeypatch.setattr(search_page, "search", noted)
    assert get(path.format(10**9)).status_code == 200
    assert max(offsets) == 10_000


def test_no_more_than_fifty_values_are_selected(get: Get) -> None:
    one = get("/search.json?language=en").json()["total"]
    many = "&".join(["year=1990"] * 50 + ["language=de"])
    assert 0 < one < get("/search.json").json()["total"]
    assert get(f"/search.json?language=en&{many}").json()["total"] == 0
    assert get("/search.json?" + "x=1&" * 50 + "language=en").json()["total"] > one


def test_what_is_typed_for_suggestions_is_cut(get: Get) -> None:
    assert len(get("/suggest.json?q=" + "x" * 5_000).json()["query"]) == 100


@pytest.mark.parametrize("path", ["/", "/?q=manifest", "/card/cloudform", "/service-worker.js"])
def test_head_is_answered_like_get(sample_db: Path, path: str) -> None:
    client = Datasette([str(sample_db)]).client
    head = asyncio.run(client.request("HEAD", path))
    get = asyncio.run(client.request("GET", path))
    assert head.status_code == get.status_code == 200
    for name in ("content-type", "content-security-policy", "vary"):
        assert head.headers.get(name) == get.headers.get(name)


def test_an_error_shows_nothing_of_the_machine(get: Get, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("/secret/path")

    monkeypatch.setattr("rulings_db.web.pages.search.search", broken)
    response = get("/?q=manifest")
    assert response.status_code == 500
    assert "secret" not in response.text
    assert "Traceback" not in response.text


BROKEN = (
    *("/{db}/cards?_sort=nope", "/{db}/cards?_sort=id&_sort_desc=id", "/{db}/cards?_through=x"),
    *("/{db}/card_texts?_next=abc", "/{db}/cards?id__in=[", "/{db}/printing_faces/1"),
    "/{db}/cards?_timelimit=abc",
)


@pytest.mark.parametrize("address", BROKEN)
def test_what_a_table_page_cannot_do_says_nothing_of_the_machine(
    sample_db: Path, address: str
) -> None:
    answer = getting(sample_db)(address.format(db=sample_db.stem))
    assert answer.status_code == 400
    assert "sqlite" not in answer.text.lower()
    assert not re.search("[a-z]Error", answer.text)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "TRACE", "FOO"])
def test_tables_can_only_be_read(sample_db: Path, method: str) -> None:
    client = Datasette([str(sample_db)]).client
    path = f"http://localhost/{sample_db.stem}/cards"
    assert asyncio.run(client.request(method, path)).status_code == 405


def test_what_runs_on_the_machine_is_not_shown(sample_db: Path) -> None:
    get = getting(sample_db)
    for path in ("/-/threads", "/-/threads.json"):
        assert get(path).status_code == 404


@pytest.mark.parametrize("cookie", [b"a(b=1", b"a=1; b[]=2", b"\xff=1", b"=;;=", b"a b c"])
def test_cookies_of_others_break_no_page(get: Get, sample_db: Path, cookie: bytes) -> None:
    for path in ("/", "/card/cloudform", f"/{sample_db.stem}/cards"):
        assert get(path, headers=[(b"cookie", cookie)]).status_code == 200
