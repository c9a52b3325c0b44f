"""The readers: which one takes a document is told by its content, never by its name.

A new format is a module with a function that knows it by its first bytes and one that reads it,
and a row in `READERS`.
"""

import codecs
import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ingest import mtgjson, pages
from ingest.files import Document, InputError
from ingest.records import Record, Source

_HEAD = 64 << 10
_MAX_PAGE = 16 << 20  # a real page has a few thousand bytes
_BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Reader(NamedTuple):
    """One format. `sniff` tells it by the first bytes of a document, at most 64 KiB, and by the
    document's name only where these cannot tell; `find_version` finds in the same bytes what the
    source calls itself, None where it does not say."""

    kind: str
    sniff: Callable[[bytes, str], bool]
    read: Callable[[Document], Iterator[Record]]
    find_version: Callable[[bytes], str | None] = lambda head: None


def open_source(document: Document) -> tuple[Source, Iterator[Record]]:
    """What the document is and the records in it, read as they are asked for.

    Raises InputError when no reader knows the document; the records raise it too, when the
    document turns out to be damaged.
    """
    with document.open() as stream:
        head = stream.read(_HEAD)
    for reader in READERS:
        if reader.sniff(head, document.name):
            version = reader.find_version(head)
            source = Source(reader.kind, document.name, version, document.checksum())
            return source, reader.read(document)
    raise InputError(f"{document.name}: {_describe(head, document.name)}")


def _sniff_mtgjson(head: bytes, name: str) -> bool:
    return mtgjson.is_mtgjson(head)


def _sniff_page(head: bytes, name: str) -> bool:
    if not head.strip():  # a page with nothing on it, which its reader reports
        return _extension(name) == ".txt"
    if _refusal(head) or head.lstrip().startswith((b"{", b"[")):
        return False
    # The last character can be cut in two; a fault elsewhere is for the reader to place.
    return pages.is_page(head.decode("utf-8-sig", "ignore"))


def _read_page(document: Document) -> Iterator[Record]:
    with document.open() as stream:
        content = stream.read(_MAX_PAGE + 1)
    if len(content) > _MAX_PAGE:
        raise InputError(f"{document.name}: more than {_MAX_PAGE} bytes, expected one card's page")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The codec counts from behind a byte order mark.
        start = error.start + len(content) - len(error.object)
        line = content.count(b"\n", 0, start) + 1
        raise InputError(
            f"{document.name}: byte {start} (line {line}): found the byte"
            f" {content[start]:#04x}, expected UTF-8"
        ) from error
    yield from pages.read_page(text, document.name)


def _extension(name: str) -> str:
    stem, extension = os.path.splitext(name.lower())
    return os.path.splitext(stem)[1] if extension in (".gz", ".bz2", ".xz", ".zip") else extension


def _refusal(head: bytes) -> str | None:
    """What is wrong with a document that is no text, or HTML; None for any other."""
    start = head.removeprefix(codecs.BOM_UTF8).lstrip()[:20].lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return "an HTML page"
    if head.startswith(_BOMS):
        return "text in UTF-16"
    return "a binary file" if b"\0" in head else None


def _describe(head: bytes, name: str) -> str:
    """Why no reader takes a document that begins with `head`."""
    known = f"expected one of: {', '.join(reader.kind for reader in READERS)}"
    found = _refusal(head)
    if not head.strip():
        return f"an empty file, {known}"
    if found == "an HTML page" and _extension(name) == ".json":
        return "an HTML page where JSON was expected"
    if found == "text in UTF-16":
        return f"{found} where UTF-8 was expected"
    if head.removeprefix(codecs.BOM_UTF8).lstrip().startswith((b"{", b"[")):
        found = "JSON of an unknown kind"
    return f"not a format rulings-db knows ({found or 'text that is no card page'}), {known}"


READERS = (
    Reader("mtgjson", _sniff_mtgjson, mtgjson.read, mtgjson.find_version),
    Reader("page", _sniff_page, _read_page),
)
