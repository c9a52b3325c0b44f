"""At a table without a network: what is installed, what is kept, and that nothing stale is shown
while there is one."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from bs4 import BeautifulSoup

from rulings_db.web.serving import assets

Open = Callable[..., Any]
Serve = Callable[..., Any]

KEPT = """
    async () => {
        const kept = [];
        for (const name of await caches.keys())
            if (name.includes(" pages "))
                for (const { url } of await (await caches.open(name)).keys())
                    kept.push(new URL(url).pathname + decodeURI(new URL(url).search));
        return kept;
    }
"""


def kept(page: Any) -> list[str]:
    """The pages that are kept, oldest first."""
    return list(page.evaluate(KEPT))


def until_kept(page: Any, path: str) -> None:
    for _ in range(100):
        if path in kept(page):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{path} is not among {kept(page)}")


def visit(page: Any, address: str, *paths: str) -> None:
    """Visit pages one after the other, until each is kept."""
    for path in paths:
        page.goto(address + path)
        until_kept(page, path)


def changed(database: Path, target: Path) -> Path:
    """A copy of a database as if it had been built from other inputs: another build, and
    Cloudform goes by another name."""
    target.write_bytes(database.read_bytes())
    with closing(sqlite3.connect(target)) as connection, connection:
        connection.execute("UPDATE meta SET value = 'another' WHERE key = 'build'")
        connection.execute("UPDATE cards SET name = 'Fogform' WHERE name = 'Cloudform'")
    return target


def test_visited_pages_and_searches_are_there_without_a_network(page: Any, address: str) -> None:
    visit(page, address, "/card/cloudform", "/?q=manifest")
    page.context.set_offline(True)
    page.goto(f"{address}/card/cloudform")
    assert page.get_by_role("heading", level=1).inner_text() == "Cloudform"
    notice = page.locator(".offline")
    assert notice.inner_text().startswith("No network. This page was saved on ")
    saved_at = page.evaluate("Date.parse(document.querySelector('.offline time').dateTime)")
    assert 0 <= page.evaluate("Date.now()") - saved_at < 60_000
    page.goto(f"{address}/?q=manifest")
    assert page.locator(".hit").count() > 0
    assert notice.is_visible()
    assert page.evaluate("getComputedStyle(document.body).margin") == "0px"


def test_a_search_shown_without_a_load_is_kept_and_marked_too(page: Any, address: str) -> None:
    visit(page, address, "/?q=manifest", "/?q=manifest&kind=ruling", "/?q=manifest")
    page.context.set_offline(True)
    page.evaluate("window.stays = true")
    page.get_by_role("complementary").get_by_role("link", name="Rulings").click()
    page.get_by_role("link", name="Remove Rulings").wait_for()
    assert page.evaluate("window.stays")
    assert page.locator(".offline").is_visible()


def test_a_page_never_visited_leads_to_those_kept(page: Any, address: str) -> None:
    visit(page, address, "/card/cloudform", "/?q=manifest")
    page.context.set_offline(True)
    page.goto(f"{address}/card/ghastly-conscription")
    assert page.get_by_role("heading", level=1).inner_text() == "Saved pages"
    links = page.locator("#kept a")
    links.first.wait_for()
    assert links.all_inner_texts() == ["manifest", "Cloudform"]
    links.nth(1).click()
    assert page.get_by_role("heading", level=1).inner_text() == "Cloudform"


def test_the_date_is_said_in_the_language_of_the_page(open_page: Open, address: str) -> None:
    with open_page(locale="ja-JP") as page:
        visit(page, address, "/card/cloudform")
        page.context.set_offline(True)
        page.reload()
        year = page.evaluate("new Date().getFullYear()")
        assert f"{year}年" in page.locator(".offline time").inner_text()


def test_nothing_stale_is_shown_while_there_is_a_network(
    page: Any, serve: Serve, sample_db: Path, tmp_path: Path
) -> None:
    """Nor is anything of an older build once a newer one was seen."""
    with serve(sample_db) as address:
        visit(page, address, "/card/cloudform", "/?q=manifest")
    port = int(address.rpartition(":")[2])
    with serve(changed(sample_db, tmp_path / "rulings.db"), port):
        page.goto(f"{address}/card/cloudform")
        assert page.get_by_role("heading", level=1).inner_text() == "Fogform"
        assert page.locator(".offline").is_hidden()
        until_kept(page, "/card/cloudform")
    page.reload()
    assert page.get_by_role("heading", level=1).inner_text() == "Fogform"
    assert page.locator(".offline").is_visible()
    page.goto(f"{address}/?q=manifest")
    assert page.get_by_role("heading", level=1).inner_text() == "Saved pages"


def test_two_hundred_pages_are_kept_the_last_ones(page: Any, address: str) -> None:
    visit(page, address, "/card/cloudform", "/card/ghastly-conscription")
    page.evaluate(
        """
        async () => {
            for (let at = 0; at < 205; at++)
                await fetch(`/?q=x${at}`, { headers: { Accept: "text/html" } });
            await fetch("/card/ghastly-conscription", { headers: { Accept: "text/html" } });
        }
        """
    )
    until_kept(page, "/?q=x204")
    page.wait_for_timeout(300)
    now = kept(page)
    assert len(now) == 200
    assert "/card/ghastly-conscription" in now
    assert "/card/cloudform" not in now
    assert "/?q=x5" not in now
    assert "/?q=x6" in now


def test_only_pages_of_ours_that_are_whole_are_kept(
    open_page: Open, address: str, sample_db: Path
) -> None:
    with open_page(forgiving="404") as page:
        visit(page, address, "/card/cloudform")
        for path in ("/card/nothing", f"/{sample_db.stem}/cards", "/card/cloudform.json"):
            page.goto(address + path)
        page.goto(f"{address}/card/Wolkenform")
        assert page.url == f"{address}/card/cloudform"
        assert kept(page) == ["/card/cloudform"]


def test_pages_can_be_removed(page: Any, address: str) -> None:
    visit(page, address, "/card/cloudform")
    page.goto(f"{address}/saved")
    page.get_by_role("link", name="Cloudform").wait_for()
    page.get_by_role("button", name="Remove all of them").click()
    page.get_by_text("Nothing is saved yet.").wait_for()
    assert kept(page) == []


def test_a_browser_that_cannot_keep_pages_is_told_so(plain: Any, address: str) -> None:
    plain.goto(f"{address}/saved")
    assert plain.locator("#kept .warning").is_visible()
    assert plain.get_by_role("button", name="Remove all of them").is_hidden()


def test_it_works_below_a_path(page: Any, serve: Serve, sample_db: Path) -> None:
    with serve(sample_db, None, "--setting", "base_url", "/rules/") as address:
        visit(page, address, "/rules/card/cloudform", "/rules/?q=manifest")
        page.context.set_offline(True)
        page.goto(f"{address}/rules/card/cloudform")
        assert page.get_by_role("heading", level=1).inner_text() == "Cloudform"
        assert page.locator(".offline").is_visible()
        page.goto(f"{address}/rules/card/ghastly-conscription")
        page.locator("#kept a").first.wait_for()
        assert page.locator("#kept a").count() == 2


def test_the_browser_can_install_the_site(page: Any, address: str) -> None:
    page.goto(address)
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )


def test_the_manifest_names_icons_that_exist(address: str) -> None:
    answer = httpx.get(f"{address}/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    icons = {icon["sizes"]: icon["src"] for icon in answer.json()["icons"]}
    assert set(icons) == {"any", "192x192", "512x512"}
    for size in (192, 512):
        data = httpx.get(address + icons[f"{size}x{size}"]).content
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (size, size)


def test_the_worker_is_asked_for_anew_each_time(address: str) -> None:
    headers = httpx.get(f"{address}/service-worker.js").headers
    assert headers["cache-control"] == "no-cache"
    assert headers["service-worker-allowed"] == "/"
    assert headers["content-type"] == "text/javascript; charset=utf-8"


def test_files_are_kept_for_long_at_their_own_version_only(address: str) -> None:
    page = BeautifulSoup(httpx.get(f"{address}/card/cloudform").text, "lxml")
    files = [tag.get("href") or tag.get("src") for tag in page.select("head [href], head [src]")]
    files = [file for file in files if file.startswith(assets.FOLDER)]
    assert len(files) > 5
    for file in files:
        assert file.endswith(f"?v={assets.version()}")
        assert "immutable" in httpx.get(address + file).headers["cache-control"]
    assert "immutable" not in httpx.get(f"{address}{files[0]}x").headers.get("cache-control", "")
    assert "immutable" not in httpx.get(address + files[0].partition("?")[0]).headers.get(
        "cache-control", ""
    )


@pytest.mark.slow
def test_another_build_is_told_by_the_pages(
    address: str, serve: Serve, sample_db: Path, tmp_path: Path
) -> None:
    first = httpx.get(f"{address}/card/cloudform").headers["rulings-build"]
    with serve(changed(sample_db, tmp_path / "rulings.db")) as other:
        second = httpx.get(f"{other}/card/cloudform").headers["rulings-build"]
    assert first != second
    assert first.endswith(assets.version())
    assert second.endswith(assets.version())
