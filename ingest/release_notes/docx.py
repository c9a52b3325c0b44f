"""A Word document -> its lines, by the names of its styles where it has the ones of newer notes."""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO

from lxml import etree

from ingest.files import InputError
from ingest.release_notes.lines import Line, plain_line, without_bullet

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_BREAKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}

MAX_PART = 64 << 20
"""The largest real text of a document has 3 MB unpacked."""

_DAMAGE = (
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
    etree.XMLSyntaxError,
    zipfile.BadZipFile,
    zlib.error,
)


class _Limited(io.RawIOBase):
    """A part of the document that is damaged where it has more than `MAX_PART` bytes."""

    def __init__(self, part: IO[bytes]) -> None:
        self._part = part
        self._size = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        data = self._part.read(min(size, 1 << 16) if size >= 0 else 1 << 16)
        self._size += len(data)
        if self._size > MAX_PART:
            raise ValueError(f"its text unpacks to more than {MAX_PART} bytes")
        return data


def read_lines(content: bytes, name: str) -> Iterator[Line]:
    """The lines of a Word document called `name`; places count its paragraphs from 1.

    Raises InputError, after the lines before the fault, when it is damaged or none.
    """
    number = 0
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            styles = _style_names(archive)
            before = ""
            for number, paragraph in enumerate(_elements(archive, "word/document.xml", "p"), 1):
                place = f"{name}:paragraph {number}"
                style, listed = _form(paragraph, styles)
                if "faqcard" in (before, style) and before != style:
                    yield Line("", "blank", place)  # a card ends with its style
                yield from _lines("".join(_texts(paragraph)).strip(), style, listed, place)
                before = style
    except _DAMAGE as error:
        raise InputError(
            f"{name}: damaged after paragraph {number}: {str(error) or type(error).__name__},"
            " expected a Word document"
        ) from error


def _elements(archive: zipfile.ZipFile, part: str, tag: str) -> Iterator[etree._Element]:
    """Every element of the name in a part, one at a time: it is emptied when it is done with."""
    with archive.open(part) as stream:
        events = etree.iterparse(
            _Limited(stream), tag=f"{_W}{tag}", resolve_entities=False, no_network=True
        )
        for _, element in events:
            yield element
            element.clear(keep_tail=True)
            while element.getprevious() is not None and element.getparent() is not None:
                del element.getparent()[0]


def _style_names(archive: zipfile.ZipFile) -> dict[str, str]:
    """What the styles are called, by their ids, without blanks and in lower case: "faqcard"."""
    names = {}
    if "word/styles.xml" in archive.namelist():
        for style in _elements(archive, "word/styles.xml", "style"):
            name = style.find(f"{_W}name")
            if name is not None:
                called = re.sub(r"\s", "", name.get(f"{_W}val", "")).lower()
                names[style.get(f"{_W}styleId", "")] = called
    return names


def _form(paragraph: etree._Element, styles: dict[str, str]) -> tuple[str, bool]:
    """What the paragraph's style is called, and whether it is an item of a list."""
    properties = paragraph.find(f"{_W}pPr")
    if properties is None:
        return "", False
    used = properties.find(f"{_W}pStyle")
    style = "" if used is None else used.get(f"{_W}val", "")
    return styles.get(style, style.lower()), properties.find(f"{_W}numPr") is not None


def _lines(text: str, style: str, listed: bool, place: str) -> Iterator[Line]:
    if not text:
        yield Line("", "blank", place)
    elif style == "faqpoint" or (listed and not style.startswith(("faqcard", "heading"))):
        yield Line(without_bullet(text) or plain_line(text, place).text, "point", place)
    elif style.startswith("heading"):
        yield Line(text, "heading", place)
    else:
        yield from _text_lines(text, style, place)


def _text_lines(text: str, style: str, place: str) -> Iterator[Line]:
    """The lines of a paragraph that is broken by hand; a card in one paragraph stands apart."""
    parts = text.split("\n")
    if len(parts) > 1:
        yield Line("", "blank", place)
    for part in parts:
        if style == "faqcard":
            yield Line(part.strip(), "text" if part.strip() else "blank", place)
        else:
            yield plain_line(part, place)
    if len(parts) > 1:
        yield Line("", "blank", place)


def _texts(element: etree._Element) -> Iterator[str]:
    """The text of a paragraph, not of one inside it (a text box): that one comes by itself."""
    for child in element:
        if child.tag == f"{_W}t":
            yield child.text or ""
        elif child.tag in _BREAKS:
            yield _BREAKS[child.tag]
        elif child.tag not in (f"{_W}p", f"{_W}pPr", _FALLBACK):
            yield from _texts(child)
