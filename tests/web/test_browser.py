"""The pages as people use them: a real server, a real browser, and no error on its console."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def absent(reason: str) -> None:
    """Skip for want of a browser, or fail where the environment says that there must be one."""
    if "browser" in os.environ.get("RULINGS_DB_REQUIRE", "").split(","):
        pytest.fail(f"a browser is required here: {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="module")
def address(sample_db: Path) -> Iterator[str]:
    """The address of a server of the sample's database."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "datasette", str(sample_db), "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(150):
            try:
                httpx.get(f"http://127.0.0.1:{port}/", timeout=5)
                break
            except httpx.TransportError:
                time.sleep(0.1)
        else:
            pytest.fail("the server does not answer")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        absent("playwright is not installed")
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        except Error as error:
            absent(f"no browser starts: {error.message.splitlines()[0]}")
        yield opened
        opened.close()


def opened(browser: Any, **options: Any) -> Iterator[Any]:
    """A page of a fresh context; fails on anything its console calls an error."""
    context = browser.new_context(**options)
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    yield from opened(browser, viewport={"width": 1280, "height": 900})


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    yield from opened(browser, viewport={"width": 390, "height": 844}, has_touch=True)


@pytest.fixture
def plain(browser: Any) -> Iterator[Any]:
    yield from opened(browser, java_script_enabled=False)


def search_to_comparison(page: Any, address: str) -> None:
    """Search in Japanese, narrow to cards, open Cloudform, compare German with Japanese."""
    page.goto(address)
    page.get_by_role("searchbox").or_(page.get_by_role("combobox")).fill("予示")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("complementary").get_by_role("link", name="Cards").click()
    assert page.locator(".chips li").count() == 2
    page.get_by_role("link", name="雲変化").click()
    assert page.get_by_role("heading", level=1).inner_text() == "Cloudform"
    page.get_by_role("link", name="Compare languages").click()
    page.get_by_label("Deutsch").check()
    page.get_by_label("日本語").check()
    page.get_by_role("button", name="Compare").click()
    columns = page.locator("section.column")
    assert columns.count() == 2
    assert "Wolkenform ins Spiel kommt" in columns.nth(0).inner_text()
    assert "オーラになる" in columns.nth(1).inner_text()


def test_from_a_japanese_word_to_a_comparison(page: Any, address: str) -> None:
    search_to_comparison(page, address)
    left, right = (page.locator("section.column").nth(n).bounding_box() for n in (0, 1))
    assert left["y"] == right["y"]


def test_the_same_without_javascript(plain: Any, address: str) -> None:
    search_to_comparison(plain, address)


def test_the_same_on_a_phone(phone: Any, address: str) -> None:
    search_to_comparison(phone, address)
    upper, lower = (phone.locator("section.column").nth(n).bounding_box() for n in (0, 1))
    assert upper["x"] == lower["x"]


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_no_page_is_wider_than_the_screen(page: Any, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in ("/", "/?q=予示", "/card/cloudform", "/compare/cloudform", "/compare/野生呼び"):
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_with_the_keyboard_alone(page: Any, address: str) -> None:
    page.goto(f"{address}/card/cloudform")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("Ghast")
    page.get_by_role("option", name="Ghastly Conscription").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/card/ghastly-conscription")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"


def test_escape_closes_the_suggestions_and_enter_searches(page: Any, address: str) -> None:
    page.goto(address)
    page.get_by_role("combobox").fill("Wolken")
    page.get_by_role("option", name="Cloudform").wait_for()
    page.keyboard.press("Escape")
    assert page.get_by_role("listbox").is_hidden()
    page.keyboard.press("Enter")
    page.wait_for_url("**/?q=Wolken")


def test_datasettes_own_pages_work_under_their_policy(
    page: Any, address: str, sample_db: Path
) -> None:
    page.goto(f"{address}/{sample_db.stem}/card_texts?_search=予示")
    assert page.locator("table.rows-and-columns tbody tr").count() > 0
    assert page.locator(".facet-results").count() > 0


def test_nothing_is_asked_of_anybody_else(page: Any, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/?q=予示", "/card/cloudform"):
        page.goto(address + path)
    assert all(url.startswith((address, "data:")) for url in asked)
