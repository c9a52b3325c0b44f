"""The JSON files of MTGJSON, in the `{meta, data}` wrapper of version 5 or without it.

- one set (LEA.json), or sets by their codes (AllPrintings.json; version 3: AllSets-x.json)
- cards by name, a list of faces (AtomicCards.json) or one (versions 3 and 4: AllCards.json), or by
  uuid (AllIdentifiers.json). Their `printings` are codes without numbers, which say nothing of a
  printing that its set does not say better: they are not taken.
- the list of sets (SetList.json)

All others (Keywords.json, AllPrices.json, decks, ...) hold no card or set of their own. A set or a
card is read, yielded and forgotten before the next is looked at.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import Any

import msgspec
from msgspec import DecodeError, Raw, Struct
from msgspec.json import Decoder

from ingest.files import Document, InputError
from ingest.json_stream import Scanner
from ingest.mtgjson import model
from ingest.mtgjson.convert import Converter, set_code
from ingest.reading import reader
from ingest.records import Problem, Record
from ingest.salvage import UNREADABLE, salvage

_SET_SCALARS = ("baseSetSize", "gathererCode", "releaseDate", "totalSetSize")
_SET_LISTS = ("booster", "cards", "tokens")
_SET_CODE = re.compile("[A-Z0-9_]{2,8}")
_FIELD = re.compile("[a-z][A-Za-z]*")
_SHAPE_KEYS = 64
"""How many keys are looked at to tell the shape: sets of version 3 have 15 before their cards."""

_BEGINS_WITH_META = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"meta"')
_META = re.compile(rb'"meta"\s*:\s*(\{[^{}]*\})')
_SET = Decoder(model.Set)
_CARD = Decoder(model.Card)


class _Label(Struct, gc=False):
    number: Any = None
    name: Any = None
    uuid: Any = None


class _Meta(Struct, gc=False):
    version: str | None = None
    date: str | None = None


class _Cards(Struct, gc=False):
    cards: list[Raw] | None = None


def is_mtgjson(head: bytes, name: str) -> bool:
    """Whether a document that begins with `head` is an MTGJSON one, of whatever kind."""
    if _BEGINS_WITH_META.match(head):
        return _version(head) is not None
    scanner = Scanner(BytesIO(head), name)
    try:
        shape = _find_shape(scanner, wrapped=False)
        if shape == "wrapper":
            for key in scanner.members():
                if key == "data":
                    return _find_shape(scanner, wrapped=True) is not None
                scanner.value()
    except InputError:  # the head ends before anything has told
        return False
    return shape not in (None, "wrapper")


def find_version(head: bytes, document: Document) -> str | None:
    """The version (else the date) in the `meta` object, when it stands in `head`."""
    return _version(head)


def _version(head: bytes) -> str | None:
    found = _META.search(head)
    if not found:
        return None
    try:
        meta = msgspec.json.decode(found[1], type=_Meta)
    except DecodeError:
        return None
    return meta.version or meta.date


@reader("mtgjson", is_mtgjson, (".json",), find_version)
def read(document: Document) -> Iterator[Record]:
    """Each set of the document, followed by its card faces, or each card; problems come beside
    what they concern, a single one where the document holds neither.

    Raises InputError, after the records before the fault, when the JSON is malformed or cut short.
    """
    with document.open() as stream:
        scanner = Scanner(stream, document.name)
        converter = Converter(document.name)
        shape = _find_shape(scanner, wrapped=False)
        if shape == "wrapper":
            shape = None
            for key in scanner.members():
                if key == "data":
                    shape = _find_shape(scanner, wrapped=True)
                    if shape is None:
                        break
                    yield from _read(scanner, shape, converter)
                else:
                    scanner.value()
        elif shape:
            yield from _read(scanner, shape, converter)
        if shape is None:
            message = "a kind of MTGJSON file with no cards and no sets in it; nothing is taken"
            yield Problem("nothing to take", document.name, message)
        elif scanner.peek():
            raise scanner.fault("more data after the end of the document", "nothing")


def _find_shape(scanner: Scanner, *, wrapped: bool) -> str | None:
    """What the value at hand is: the "wrapper", one "set", "sets" by code, "cards" by name or
    uuid, a "set list" or None of them. The first key that can tell does, and the scanner is left
    where it was."""
    token = scanner.peek()
    if token not in (b"{", b"["):
        raise scanner.unexpected("a JSON object")
    scanner.hold()
    shape = _shape_of_object(scanner, wrapped) if token == b"{" else _shape_of_array(scanner)
    scanner.rewind()
    return shape


def _shape_of_object(scanner: Scanner, wrapped: bool) -> str | None:
    for key in islice(scanner.members(), _SHAPE_KEYS):
        token = scanner.peek()
        if not wrapped and key in ("meta", "data"):
            return "wrapper"
        if key in _SET_SCALARS or (key in _SET_LISTS and token in (b"[", b"{")):
            return "set"
        if _SET_CODE.fullmatch(key) and token == b"{":
            return "sets"
        if key == "object":  # Scryfall's
            return None
        value = scanner.value()
        if _is_card(key, value):
            return "cards"
        if wrapped and not _FIELD.fullmatch(key):
            return None
    return None


def _shape_of_array(scanner: Scanner) -> str | None:
    for _ in scanner.elements():
        try:
            keys = msgspec.json.decode(scanner.value(), type=dict[str, Raw]).keys()
        except UNREADABLE:
            return None
        is_set = keys >= {"code", "name", "releaseDate"} and not keys & {"fileName", "object"}
        return "set list" if is_set else None
    return None


def _is_card(key: str, value: memoryview) -> bool:
    """Whether what stands under `key` is the card, or the faces of it, that `key` names."""
    try:
        if value.tobytes()[:1] == b"[":
            label = msgspec.json.decode(value, type=list[_Label])[0]
        else:
            label = msgspec.json.decode(value, type=_Label)
    except (*UNREADABLE, IndexError):
        return False
    return label.uuid == key or (isinstance(label.name, str) and label.name.startswith(key))


def _read(scanner: Scanner, shape: str, converter: Converter) -> Iterator[Record]:
    if shape == "set":
        yield from _read_set(scanner.value(), None, converter)
    elif shape == "set list":
        for number in scanner.elements():
            yield from _read_listed(scanner.value(), number, converter)
    else:
        for key in scanner.members():
            value = scanner.value()
            if shape == "sets":
                yield from _read_set(value, key, converter)
            else:
                yield from _read_cards(value, key, converter)
            yield from _mended(scanner)
    yield from _mended(scanner)


def _mended(scanner: Scanner) -> Iterator[Problem]:
    if scanner.mended:
        place = f"{scanner.name}: byte {scanner.mended_at}"
        message = f"{scanner.mended} escapes of half a character; U+FFFD stands for each"
        scanner.mended = 0
        yield Problem("half a character", place, message)


def _read_set(raw: memoryview, key: str | None, converter: Converter) -> Iterator[Record]:
    """The records of one set, which stands under `key` among the sets by code."""
    try:
        found = _SET.decode(raw)
    except UNREADABLE:
        found = _salvage_set(raw, key, converter)
    code = set_code(found, key)
    where = converter.where(code, found.name)
    if found.cards is None or not (code or found.name):
        message = "cannot be decoded or has no list of cards; the set is left out"
        converter.problem("unreadable set", where, message)
    else:
        yield converter.set(found, key)
        for card in found.cards:
            yield converter.card(card, code, found.name, where)
            yield from converter.drain()
    yield from converter.drain()


def _salvage_set(raw: memoryview, key: str | None, converter: Converter) -> model.Set:
    """A set of which something cannot be decoded: all of it that can, and problems."""
    try:
        fields, faults = salvage(raw, model.SetFields)
        found = model.Set(**msgspec.structs.asdict(fields))
        cards = msgspec.json.decode(raw, type=_Cards).cards
    except UNREADABLE:
        return model.Set()
    where = converter.where(set_code(found, key), found.name)
    for fault in faults:
        converter.problem("unreadable set field", where, fault)
    if cards is not None:
        kept = (
            _decode_card(card, where, f"at position {position}", converter)
            for position, card in enumerate(cards, 1)
        )
        found.cards = [card for card in kept if card]
    return found


def _read_listed(raw: memoryview, number: int, converter: Converter) -> Iterator[Record]:
    """The set that is the `number`th of a list of sets."""
    where = f"{converter.where(None)}: set {number}"
    try:
        found, faults = salvage(raw, model.SetFields)
        if not (found.code and found.name):
            raise DecodeError("no code and name")
    except UNREADABLE as error:
        converter.problem("unreadable set", where, f"{error}; the set is left out")
    else:
        for fault in faults:
            converter.problem("unreadable set field", where, fault)
        yield converter.set(found)
    yield from converter.drain()


def _read_cards(raw: memoryview, key: str, converter: Converter) -> Iterator[Record]:
    """The card, or the faces of the card, under the name or uuid `key`."""
    where = converter.where(None)
    faces = msgspec.json.decode(raw, type=list[Raw]) if raw.tobytes()[:1] == b"[" else [Raw(raw)]
    for face in faces:
        card = _decode_card(face, where, key, converter)
        if card:
            code = card.set_code.upper() if card.set_code else None
            yield converter.card(card, code, None, converter.where(code))
        yield from converter.drain()
    yield from converter.drain()


def _decode_card(raw: Raw, where: str, unnamed: str, converter: Converter) -> model.Card | None:
    """The card, as far as it can be decoded, with a problem for each field that cannot; None, and
    one problem, where its name cannot."""
    try:
        return _CARD.decode(raw)
    except UNREADABLE:
        place = f"{where}, card {_label(raw) or unnamed}"
    try:
        card, faults = salvage(raw, model.Card)
    except UNREADABLE as error:
        converter.problem("unreadable card", place, f"{error}; the card is left out")
        return None
    for fault in faults:
        converter.problem("unreadable field", place, fault)
    return card


def _label(card: Raw) -> str:
    """The number and name of a card that could not be decoded, as far as they can."""
    try:
        label = msgspec.json.decode(card, type=_Label)
    except UNREADABLE:
        return ""
    return " ".join(part for part in (label.number, label.name) if isinstance(part, str))
