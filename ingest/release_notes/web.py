"""A web page -> its lines: headings, items of lists, and the lines of paragraphs."""

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PreformattedString

from ingest.release_notes.lines import Line, plain_line

_HEADINGS = ("title", "h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = frozenset(
    (*_HEADINGS, "p", "li", "div", "blockquote", "pre", "td", "th", "body", "section", "article")
)
_TITLE = re.compile(r"<(title|h1|h2)\b[^<>]{0,300}>(.{0,400}?)</\1", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
_SPACE = re.compile(r"[ \t\r\n\xa0]+")
_LINE_SPACE = re.compile(r"[ \t\r\xa0]+")


def find_headings(head: str) -> list[str]:
    """The titles and first headings in the beginning of a page."""
    return [_clean(_TAG.sub("", found)) for _, found in _TITLE.findall(head)]


def read_lines(text: str, name: str) -> Iterator[Line]:
    """The lines of a web page called `name`; places count the lines of its source from 1."""
    soup = BeautifulSoup(text, "lxml")
    block: Tag | None = None
    parts: list[str] = []
    for node in soup.descendants:
        if isinstance(node, Tag):
            if node.name in ("br", "img"):
                parts.append("\n" if node.name == "br" else str(node.get("alt") or ""))
            elif node.name == "hr":
                yield from _lines(block, parts, name)
                yield Line("---", "rule", f"{name}:{node.sourceline}")
                block, parts = None, []
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
            own = _block(node)
            if own is None or (own is not block and not node.strip()):
                continue
            if own is not block:
                yield from _lines(block, parts, name)
                if block and block.name == "li" and own.name != "li":
                    yield Line("", "blank", f"{name}:{own.sourceline}")
                block, parts = own, []
            parts.append(str(node) if own.name == "pre" else _SPACE.sub(" ", node))
    yield from _lines(block, parts, name)


def _block(node: NavigableString) -> Tag | None:
    """The block the text stands in: an item of a list with all the paragraphs in it, else the
    innermost; None for what is no text to read."""
    innermost = None
    for parent in node.parents:
        if parent.name in ("script", "style", "template", "nav", "footer", "head"):
            return innermost if innermost and innermost.name == "title" else None
        if parent.name == "li":
            return parent
        if innermost is None and parent.name in _BLOCKS:
            innermost = parent
    return innermost


def _lines(block: Tag | None, parts: list[str], name: str) -> Iterator[Line]:
    if block is None:
        return
    place = f"{name}:{block.sourceline}"
    rows = [_LINE_SPACE.sub(" ", row).strip() for row in "".join(parts).split("\n")]
    text = "\n".join(row for row in rows if row)
    if not text:
        return
    if block.name == "li":
        yield Line(text, "point", place)
    elif block.name in _HEADINGS:
        yield Line(_clean(text), "heading", place)
    elif len(rows) == 1:
        yield plain_line(text, place)
    else:  # a card, or an older page that has nothing but line breaks
        yield Line("", "blank", place)
        yield from (plain_line(row, place) for row in rows)
        yield Line("", "blank", place)


def _clean(text: str) -> str:
    return _SPACE.sub(" ", text).strip()
