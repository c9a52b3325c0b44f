"""The help of the query language: docs/query.md as a page, its examples as searches."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from bs4 import BeautifulSoup, Tag
from markdown_it import MarkdownIt
from markupsafe import Markup

from rulings_db.web.serving.criteria import criteria_of
from rulings_db.web.serving.links import Links
from rulings_db.web.serving.responses import answering, page

_EXAMPLES = {"typed", "example", "value"}
"""Columns of the tables in docs/query.md that hold what can be typed as it stands."""


@answering
async def help_page(request: Any, datasette: Any) -> Any:
    """`/help`: the query language."""
    context = {"criteria": criteria_of(request), "text": Markup(_help(Links(datasette).home()))}
    return await page(datasette, request, "rulings_help.html", context)


@cache
def _help(home: str) -> str:
    """The document without its title, as HTML."""
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(_source())
    document = BeautifulSoup(html, "lxml")
    if document.h1:
        document.h1.decompose()
    for table in document.find_all("table"):
        _link_examples(document, table, home)
    for heading in document.find_all(["h2", "h3"]):
        heading["id"] = heading.get_text().strip(":").lower().replace(" ", "-")
    return str(document.body.decode_contents()) if document.body else ""


def _source() -> str:
    """The document of a checkout, else the one shipped in the package."""
    package = Path(str(files("rulings_db")))
    folders = (package.parent / "docs", package / "docs")
    found = next(folder for folder in folders if (folder / "query.md").exists())
    return (found / "query.md").read_text("utf-8")


def _link_examples(document: BeautifulSoup, table: Tag, home: str) -> None:
    titles = [cell.get_text() for cell in table.select("thead th")]
    for row in table.select("tbody tr"):
        for title, cell in zip(titles, row.find_all("td"), strict=True):
            for code in cell.find_all("code") if title in _EXAMPLES else ():
                address = f"{home}?{urlencode({'q': code.get_text()})}"
                code.wrap(document.new_tag("a", href=address))
