"""A real server of the sample's database, and a real browser."""

import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.invented_sets import a_card, a_set, build_sets, foreign
from tests.surroundings import absent

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


HOSTILE = "<script>alert(1)</script>"
IMAGE = '<img src=x onerror="alert(2)">'

Serve = Callable[..., AbstractContextManager[str]]
Open = Callable[..., AbstractContextManager[Any]]


@contextmanager
def _serving(database: Path, port: int | None = None, *arguments: str) -> Iterator[str]:
    """The address of a server of a database, which ends with the block."""
    if port is None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
    command = [sys.executable, "-m", "datasette", str(database), "--port", str(port), *arguments]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                httpx.get(address, timeout=5)
                break
            except httpx.TransportError:
                time.sleep(0.1)
        else:
            pytest.fail("the server does not answer")
        yield address
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture(scope="session")
def serve() -> Serve:
    """Serves a database, on a port and with arguments to choose, while a block lasts."""
    return _serving


@pytest.fixture(scope="session")
def address(sample_db: Path, serve: Serve) -> Iterator[str]:
    """The address of a server of the sample's database."""
    with serve(sample_db) as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium. While it is open, `asyncio.run` cannot be used."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        absent("browser", "playwright is not installed")
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        except Error as error:
            absent("browser", f"no browser starts: {error.message.splitlines()[0]}")
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def kinds(sample: sqlite3.Connection) -> dict[str, str]:
    """Paths of every kind of page, by kind."""
    (ruling,) = sample.execute("SELECT min(ruling_id) FROM rulings").fetchone()
    return {
        "start": "/",
        "results": "/?q=予示",
        "results narrowed": "/?q=manifest&kind=ruling&language=en",
        "results with warnings": "/?q=manifest color:mauve",
        "nothing found": "/?q=xyzzyx",
        "card": "/card/cloudform",
        "card of one page": "/card/野生呼び",
        "compare": "/compare/cloudform",
        "compare two": "/compare/cloudform?langs=de,ja",
        "ruling": f"/ruling/{ruling}",
        "sets": "/sets",
        "set": "/set/fate-reforged",
        "languages": "/languages",
        "language": "/language/ja",
        "missing translations": "/language/ja?set=fate-reforged",
        "glossary": "/glossary",
        "about": "/about",
        "help": "/help",
        "saved": "/saved",
    }


@pytest.fixture(scope="session")
def hostile_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database whose only card is a list of attacks."""
    card = a_card(
        '1"><script>',
        HOSTILE,
        "00000000-0000-4000-8000-000000000002",
        type=f"Creature — {IMAGE}",
        types=["Creature"],
        text=f"{{T}}: {HOSTILE} {IMAGE} {{<b>}} javascript:alert(3)",
        manaCost="{G}",
        rulings=[{"date": "2020-01-01", "text": f"Rule {HOSTILE} {IMAGE}"}],
        foreignData=[foreign("German", IMAGE, HOSTILE, type=IMAGE)],
        keywords=[HOSTILE],
        colors=["G"],
    )
    known = a_set("XSS", [card], name=f"Set {HOSTILE}", type="expansion")
    return build_sets(tmp_path_factory.mktemp("hostile") / "rulings.db", [known])


@contextmanager
def _opened(browser: Any, forgiving: str | None = None, **options: Any) -> Iterator[Any]:
    """A page of a fresh context; fails on anything its console calls an error, but for what has
    `forgiving` in it."""
    context = browser.new_context(**options)
    page = context.new_page()
    errors: list[str] = []

    def hear(said: Any) -> None:
        if said.type == "error" and (forgiving is None or forgiving not in said.text):
            errors.append(said.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def open_page(browser: Any) -> Open:
    """Opens a page in a context of its own, with options to choose, while a block lasts."""
    return partial(_opened, browser)


@pytest.fixture
def page(open_page: Open) -> Iterator[Any]:
    with open_page(viewport={"width": 1280, "height": 900}) as page:
        yield page


@pytest.fixture
def phone(open_page: Open) -> Iterator[Any]:
    with open_page(viewport={"width": 390, "height": 844}, has_touch=True) as page:
        yield page


@pytest.fixture
def plain(open_page: Open) -> Iterator[Any]:
    with open_page(java_script_enabled=False) as page:
        yield page
