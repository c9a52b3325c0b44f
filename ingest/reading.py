"""How a format is made known: the `reader` decorator and what readers share.

A format is a module (or a package) with one function under `@reader`; docs/readers.md shows how to
add one.
"""

import codecs
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ingest import files
from ingest.files import Document, InputError
from ingest.records import Record

Sniff = Callable[[bytes, str], bool]
FindVersion = Callable[[bytes, Document], str | None]
Read = Callable[[Document], Iterator[Record]]

_BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Reader(NamedTuple):
    """One format. `sniff` tells it by the first bytes of a document, at most 64 KiB, and by the
    document's name only where these cannot tell; `find_version` finds in these, else in the
    document, what the source calls itself, None where it does not say."""

    kind: str
    sniff: Sniff
    read: Read
    find_version: FindVersion


READERS: list[Reader] = []
"""All readers that are known; the one that came last is asked first."""


def reader(
    kind: str,
    sniff: Sniff,
    extensions: tuple[str, ...],
    find_version: FindVersion = lambda head, document: None,
) -> Callable[[Read], Read]:
    """Makes the decorated function the reader of `kind`: it is given a Document and yields records
    as it reads, and raises InputError where the document is damaged. Files with one of
    `extensions` (".json") are found in folders and zips; named on its own a file can have any."""

    def register(read: Read) -> Read:
        READERS.insert(0, Reader(kind, sniff, read, find_version))
        files.EXTENSIONS.extend(e for e in extensions if e not in files.EXTENSIONS)
        return read

    return register


def read_text(document: Document, limit: int, expected: str) -> str:
    """The whole of a document as text.

    Raises InputError when it has more than `limit` bytes, or is not UTF-8, with the byte and line.
    """
    with document.open() as stream:
        content = stream.read(limit + 1)
    if len(content) > limit:
        raise InputError(f"{document.name}: more than {limit} bytes, expected {expected}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The codec counts from behind a byte order mark.
        start = error.start + len(content) - len(error.object)
        line = content.count(b"\n", 0, start) + 1
        raise InputError(
            f"{document.name}: byte {start} (line {line}): found the byte"
            f" {content[start]:#04x}, expected UTF-8"
        ) from error


def is_json(head: bytes) -> bool:
    """Whether a document that begins with `head` is JSON, or nothing else that is known."""
    return head.removeprefix(codecs.BOM_UTF8).lstrip().startswith((b"{", b"["))


def is_html(head: bytes) -> bool:
    """Whether a document that begins with `head` is HTML, with or without an XML declaration."""
    start = head.removeprefix(codecs.BOM_UTF8).lstrip()[:4096].lower()
    if start.startswith(b"<?xml"):
        start = start.partition(b"?>")[2].lstrip()
    return start.startswith((b"<!doctype html", b"<html"))


def not_text(head: bytes) -> str | None:
    """What a document is that begins with `head` and is no plain text in UTF-8; else None."""
    if is_html(head):
        return "an HTML page"
    if head.startswith(_BOMS):
        return "text in UTF-16"
    return "a binary file" if b"\0" in head else None
