"""Scryfall's data -> records: bulk files, in JSON Lines or the older JSON array, and saved answers
of its API (https://scryfall.com/docs/api): a card, a ruling, a set, a migration, lists of them,
and arrays of them under keys of one's own.

Objects are read, yielded and forgotten one by one, however long the document is.
"""

import io
import re
from collections.abc import Iterator
from datetime import datetime
from itertools import count
from typing import BinaryIO

import msgspec

from ingest.files import Document, InputError
from ingest.json_stream import Scanner, is_lines, lines
from ingest.reading import is_json, reader
from ingest.records import Problem, Record
from ingest.salvage import UNREADABLE
from ingest.scryfall import objects
from ingest.scryfall.converter import NOTHING_TO_TAKE, Converter

_HEAD = 64 << 10
_LIST = "list"
_ERROR = "error"
_OBJECTS = "objects by key"
# Kinds of objects that hold no text of a card, and what to call a document that is one.
_NO_TEXT = {
    "bulk_data": "an entry of the list of bulk files",
    "card_symbol": "a symbol",
    "catalog": "a catalog",
    "mana_cost": "a mana cost",
    "tag": "a tag",
}
_KINDS = frozenset((*objects.TYPES, *_NO_TEXT, _LIST, _ERROR))
_BULK_TIME = re.compile(r"-(\d{14})\.")


def is_scryfall(head: bytes, name: str) -> bool:
    """Whether a document that begins with `head` holds objects of Scryfall's."""
    return is_json(head) and _find_kind(head) is not None


def find_version(head: bytes, document: Document) -> str | None:
    """The time in the name of a bulk file (`all-cards-20261130100523.jsonl.gz`), as ISO text."""
    found = _BULK_TIME.search(document.name)
    try:
        return datetime.strptime(found[1], "%Y%m%d%H%M%S").isoformat() if found else None
    except ValueError:
        return None


@reader("scryfall", is_scryfall, (".json", ".jsonl"), find_version)
def read(document: Document) -> Iterator[Record]:
    """The cards (one record a face), rulings (one record for those of a card that stand together),
    sets and migrations of the document, each with its problems behind it. Objects that hold no
    text of a card are a problem "nothing to take".

    Raises InputError, after the records before the fault, when the JSON is malformed or cut short,
    and when the document is an error of Scryfall's. A malformed line of JSON Lines is a problem.
    """
    converter = Converter()
    try:
        yield from _read(document, converter)
    except InputError:
        yield from converter.finish()
        raise
    yield from converter.finish()


def _read(document: Document, converter: Converter) -> Iterator[Record]:
    with document.open() as stream:
        head = stream.read(_HEAD)
    with document.open() as stream:
        if is_lines(head):
            yield from _read_lines(stream, document.name, converter)
            return
        scanner = Scanner(stream, document.name)
        if scanner.peek() == b"[":
            for number in scanner.elements():
                yield from _take(scanner, f"{document.name}: item {number}", converter)
        else:
            kind = _find_kind(head)
            if kind in (_LIST, _OBJECTS):
                yield from _read_members(scanner, kind == _LIST, converter)
            else:
                yield from _read_one(scanner, kind, converter)
                # JSON Lines too, where the first is longer than the head: tokens name all cards
                # that make them.
                for number in count(2):
                    if scanner.peek() != b"{":
                        break
                    yield from _take(scanner, f"{document.name}: object {number}", converter)
        _end(scanner)


def _read_lines(stream: BinaryIO, name: str, converter: Converter) -> Iterator[Record]:
    for number, line in lines(stream, name):
        where = f"{name}: line {number}"
        try:
            yield from converter.convert(memoryview(line), where)
        except UNREADABLE:
            scanner = Scanner(io.BytesIO(line), where)  # mends, and tells better what is wrong
            try:
                yield from _take(scanner, where, converter)
                _end(scanner)
            except InputError as error:
                if not line.endswith(b"\n"):
                    raise
                yield Problem("unreadable line", where, f"{error}; left out")


def _end(scanner: Scanner) -> None:
    if scanner.peek():
        raise scanner.fault("more data after the end of the document", "nothing")


def _take(scanner: Scanner, where: str, converter: Converter) -> Iterator[Record]:
    raw = scanner.value()
    if scanner.mended:
        message = f"{scanner.mended} escapes of half a character; U+FFFD stands for each"
        yield Problem("half a character", where, message)
        scanner.mended = 0
    try:
        yield from converter.convert(raw, where)
    except UNREADABLE as error:
        yield Problem("unreadable object", where, f"{error}; left out")


def _read_members(scanner: Scanner, is_list: bool, converter: Converter) -> Iterator[Record]:
    """The objects in the arrays of an object: in `data` only, where it is a list."""
    beside: dict[str, object] = {}
    found = False
    for key in scanner.members():
        if (key == "data" or not is_list) and scanner.peek() == b"[":
            found = True
            for number in scanner.elements():
                yield from _take(scanner, f"{scanner.name}: {key[:40]} {number}", converter)
        else:
            beside[key[:40]] = _plain(scanner.value())
    if not found:
        raise InputError(f"{scanner.name}: a list without `data`, expected an array there")
    if beside.get("has_more"):
        message = f"the list goes on at {beside.get('next_page')}, which is not in this document"
        yield Problem("more pages", scanner.name, message)
    for warning in _listed(beside.get("warnings")):
        yield Problem("warning", scanner.name, f"Scryfall warned: {warning}")
    for asked in _listed(beside.get("not_found")):
        yield Problem("not found", scanner.name, f"Scryfall did not find {asked}")


def _read_one(scanner: Scanner, kind: str | None, converter: Converter) -> Iterator[Record]:
    """The one object that the document is."""
    if kind in _NO_TEXT:
        message = f"{_NO_TEXT[kind]} of Scryfall's, which holds no text or ruling of a card"
        yield Problem(NOTHING_TO_TAKE, scanner.name, message)
        scanner.value()
    elif kind == _ERROR:
        answer = _plain(scanner.value())
        fields = answer if isinstance(answer, dict) else {}
        said = "; ".join((str(fields.get("details")), *_listed(fields.get("warnings"))))
        raise InputError(
            f"{scanner.name}: an error in place of data: Scryfall said {fields.get('code')}"
            f" (status {fields.get('status')}): {said[:1000]}"
        )
    else:
        yield from _take(scanner, scanner.name, converter)


def _find_kind(head: bytes) -> str | None:
    """What the document is that begins with `head`, or its first element, where it is an array:
    what stands in `object`, one of `_KINDS`, or `_OBJECTS`. None when it is not Scryfall's."""
    scanner = Scanner(io.BytesIO(head), "")
    try:
        if scanner.peek() == b"[":
            next(scanner.elements(), None)
        return _kind_at(scanner, deep=True)
    except InputError:  # the head is cut off, or the document is malformed
        return None


def _kind_at(scanner: Scanner, *, deep: bool) -> str | None:
    """The kind of the value at hand; with `deep`, it is `_OBJECTS` where an array in an object
    without `object` before it begins with one of Scryfall's."""
    if scanner.peek() != b"{":
        return None
    for key in scanner.members():
        if key == "object":
            kind = _plain(scanner.value())
            return kind if isinstance(kind, str) and kind in _KINDS else None
        if deep and scanner.peek() == b"[":
            scanner.hold()
            next(scanner.elements(), None)
            if _kind_at(scanner, deep=False) in objects.TYPES:
                return _OBJECTS
            scanner.rewind()
        scanner.value()
    return None


def _plain(raw: memoryview) -> object:
    """A small value as Python has it; None when it cannot be decoded."""
    try:
        return msgspec.json.decode(raw)
    except UNREADABLE:
        return None


def _listed(value: object) -> list[str]:
    return [str(item)[:200] for item in value[:100]] if isinstance(value, list) else []
