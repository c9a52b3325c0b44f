"""MTGJSON v5 documents -> records: files of one set and AllPrintings.json, in the `{meta, data}`
wrapper or without it (https://mtgjson.com/data-models/).

A set is read, yielded and forgotten before the next is looked at, so memory follows the largest
set and not the file. Only the fields of the structs below are decoded.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import DecodeError, Raw, Struct
from msgspec.json import Decoder

from ingest.files import Document, InputError
from ingest.json_stream import BOM, Scanner
from ingest.languages import find_language, language_code
from ingest.records import Card, Printing, Problem, Record, Ruling, Set, Wording

_SET_FIELDS = frozenset(
    ("baseSetSize", "booster", "cards", "code", "releaseDate", "tokens", "totalSetSize")
)
_SET_CODE = r"[A-Z0-9_]{2,8}"
# Scryfall's lists have `data` too; its objects begin with `object`.
_LOOKS_LIKE_MTGJSON = re.compile(
    rb'\s*\{(?!\s*"object"\s*:)(?:\s*"%s"\s*:\s*\{|.*?"(?:meta|data|%s)"\s*:)'
    % (_SET_CODE.encode(), "|".join(sorted(_SET_FIELDS)).encode()),
    re.DOTALL,
)
_META = re.compile(rb'"meta"\s*:\s*(\{[^{}]*\})')


class _Identifiers(Struct, gc=False, rename="camel"):
    scryfall_oracle_id: str | None = None
    scryfall_id: str | None = None
    multiverse_id: int | str | None = None


class _Foreign(Struct, gc=False, rename="camel"):
    language: str = ""
    name: str | None = None
    face_name: str | None = None
    type: str | None = None
    text: str | None = None
    flavor_text: str | None = None
    multiverse_id: int | str | None = None
    identifiers: _Identifiers | None = None


class _Ruling(Struct, gc=False):
    date: str | None = None
    text: str | None = None


class _Card(Struct, gc=False, rename="camel"):
    name: str
    number: str | None = None
    uuid: str | None = None
    identifiers: _Identifiers | None = None
    layout: str | None = None
    face_name: str | None = None
    side: str | None = None
    mana_cost: str | None = None
    colors: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None
    keywords: tuple[str, ...] | None = None
    type: str | None = None
    text: str | None = None
    original_type: str | None = None
    original_text: str | None = None
    flavor_text: str | None = None
    foreign_data: list[_Foreign] | None = None
    rulings: list[_Ruling] | None = None


class _SetFields(Struct, gc=False, rename="camel"):
    code: str | None = None
    name: str | None = None
    release_date: str | None = None
    type: str | None = None
    parent_code: str | None = None
    mtgo_code: str | None = None
    is_online_only: bool | None = None
    translations: dict[str, str | None] | None = None


class _Set(_SetFields, gc=False, rename="camel"):
    cards: list[_Card] | None = None


class _Label(Struct, gc=False):
    number: Any = None
    name: Any = None


class _Meta(Struct, gc=False):
    version: str | None = None
    date: str | None = None


_SET = Decoder(_Set)
_CARD = Decoder(_Card)
_NOTHING = _Identifiers()
_UNREADABLE = (DecodeError, RecursionError)


def is_mtgjson(head: bytes) -> bool:
    """Whether a document that begins with `head` is an MTGJSON one, of whatever kind."""
    return _LOOKS_LIKE_MTGJSON.match(head.removeprefix(BOM)) is not None


def find_version(head: bytes) -> str | None:
    """The version (else the date) in the `meta` object, when it stands in `head`."""
    found = _META.search(head)
    if not found:
        return None
    try:
        meta = msgspec.json.decode(found[1], type=_Meta)
    except DecodeError:
        return None
    return meta.version or meta.date


def read(document: Document) -> Iterator[Record]:
    """Each set of the document, followed by its card faces; problems come beside what they
    concern. Tokens are not read.

    Raises InputError, after the sets before the fault, when the JSON is malformed or cut short,
    and at once when it is another kind of MTGJSON file.
    """
    with document.open() as stream:
        scanner = Scanner(stream, document.name)
        converter = _Converter(document.name)
        shape = _find_shape(scanner, wrapped=False)
        if shape != "wrapper":
            yield from _read_sets(scanner, shape, converter)
        else:
            found = False
            for key in scanner.members():
                if key == "data":
                    found = True
                    shape = _find_shape(scanner, wrapped=True)
                    yield from _read_sets(scanner, shape, converter)
                else:
                    scanner.value()
            if not found:
                raise _not_read(document.name)
        if scanner.peek():
            raise scanner.fault("more data after the end of the document", "nothing")


def _read_sets(scanner: Scanner, shape: str, converter: "_Converter") -> Iterator[Record]:
    if shape == "set":
        yield from converter.convert(scanner.value(), None)
    else:
        for code in scanner.members():
            yield from converter.convert(scanner.value(), code)


def _find_shape(scanner: Scanner, *, wrapped: bool) -> str:
    """What the object at hand is: the "wrapper", one "set" or "sets" by code. It is told by the
    first key that can tell, and the scanner is left where it was."""
    if scanner.peek() == b"{":
        scanner.hold()
        for key in scanner.members():
            if not wrapped and key in ("meta", "data"):
                shape = "wrapper"
            elif key in _SET_FIELDS:
                shape = "set"
            elif re.fullmatch(_SET_CODE, key) and scanner.peek() == b"{":
                shape = "sets"
            elif wrapped and not re.fullmatch("[a-z][A-Za-z]*", key):
                break  # a card's name or a uuid
            else:
                scanner.value()
                continue
            scanner.rewind()
            return shape
    elif scanner.peek() != b"[":
        raise scanner.unexpected("a JSON object")
    raise _not_read(scanner.name)


def _not_read(name: str) -> InputError:
    return InputError(
        f"{name}: a kind of MTGJSON file that is not read yet, expected a set (an object with"
        " `cards`) or AllPrintings.json (sets by their codes)"
    )


class _Converter:
    """Makes records of sets; remembers which languages of the document it has met."""

    def __init__(self, document: str) -> None:
        self._document = document
        self._languages: dict[str, str] = {}
        self._problems: list[Problem] = []

    def convert(self, raw: memoryview, key: str | None) -> Iterator[Record]:
        """The records of one set, which stands under `key` in AllPrintings.json."""
        try:
            found = _SET.decode(raw)
        except _UNREADABLE:
            found = self._decode_piecemeal(raw, key)
        code = (found.code or key or "").upper() or None
        where = f"{self._document}: set {code or found.name}"
        if found.cards is None or not (code or found.name):
            if key is None:
                raise _not_read(self._document)
            message = "cannot be decoded or has no list of cards; the set is left out"
            self._problem("unreadable set", where, message)
        else:
            yield self._set(found, code, where)
            for card in found.cards:
                yield self._card(card, code, found.name, where)
                if self._problems:
                    yield from self._drain()
        yield from self._drain()

    def _drain(self) -> list[Problem]:
        problems, self._problems = self._problems, []
        return problems

    def _problem(self, kind: str, place: str, message: str) -> None:
        self._problems.append(Problem(kind, place, message))

    def _decode_piecemeal(self, raw: memoryview, key: str | None) -> _Set:
        """A set of which something cannot be decoded: all of it that can, and problems."""
        found = _Set()
        where = f"{self._document}: set {key}"
        try:
            fields = msgspec.json.decode(raw, type=dict[str, Raw])
        except _UNREADABLE:
            return found
        for field in msgspec.structs.fields(_SetFields):
            if field.encode_name in fields:
                try:
                    value = msgspec.json.decode(fields[field.encode_name], type=field.type)
                    setattr(found, field.name, value)
                except _UNREADABLE as error:
                    message = f"{field.encode_name}: {error}; taken as absent"
                    self._problem("unreadable set field", where, message)
        where = f"{self._document}: set {(found.code or key or '').upper() or found.name}"
        try:
            cards = msgspec.json.decode(fields.get("cards", b"null"), type=list[Raw])
        except _UNREADABLE:
            return found
        found.cards = []
        for position, card in enumerate(cards, 1):
            try:
                found.cards.append(_CARD.decode(card))
            except _UNREADABLE as error:
                place = f"{where}, card {_label(card) or f'at position {position}'}"
                self._problem("unreadable card", place, f"{error}; the card is left out")
        return found

    def _set(self, found: _Set, code: str | None, where: str) -> Set:
        names = {
            self._language(language, where): name
            for language, name in (found.translations or {}).items()
            if name
        }
        mtgo = (found.mtgo_code or "").upper()
        return Set(
            code,
            found.name or code or "",
            self._date(found.release_date, where, "the set") if found.release_date else None,
            found.type,
            found.parent_code.upper() if found.parent_code else None,
            bool(found.is_online_only),
            names,
            (mtgo,) if mtgo and mtgo != code else (),
        )

    def _card(self, card: _Card, code: str | None, set_name: str | None, where: str) -> Card:
        place = f"{where}, card {card.number or '?'} {card.name}"
        face = card.face_name or card.name
        ids = card.identifiers or _NOTHING
        wordings: list[Wording] = []
        if card.original_text or card.original_type or card.flavor_text:
            wordings.append(
                Wording("en", face, card.original_type, card.original_text, card.flavor_text)
            )
        for row in card.foreign_data or ():
            name = row.face_name or row.name or None
            if not name or not row.language:
                self._faulty_wording(row, place)
                if not row.language or not row.text:
                    continue
            elif card.face_name and not row.face_name:
                name = _half(name, card.name, card.face_name)
            number = row.multiverse_id
            if number is None and row.identifiers:
                number = row.identifiers.multiverse_id
            wordings.append(
                Wording(
                    self._languages.get(row.language) or self._language(row.language, place),
                    name,
                    row.type,
                    row.text,
                    row.flavor_text,
                    None if number is None else self._multiverse_id(number, place),
                )
            )
        multiverse_id = ids.multiverse_id
        return Card(
            card.name,
            ids.scryfall_oracle_id,
            card.side,
            card.face_name,
            card.layout or "normal",
            card.mana_cost,
            card.colors or (),
            card.types or (),
            card.keywords or (),
            Wording("en", face, card.type, card.text),
            (),
            (
                Printing(
                    code,
                    None if code else set_name,
                    card.number,
                    ids.scryfall_id,
                    card.uuid,
                    None if multiverse_id is None else self._multiverse_id(multiverse_id, place),
                    tuple(wordings),
                ),
            ),
            self._rulings(card.rulings, place) if card.rulings else (),
            place,
        )

    def _rulings(self, rows: list[_Ruling], place: str) -> tuple[Ruling, ...]:
        rulings = []
        for row in rows:
            if row.text and not row.text.isspace():
                rulings.append(Ruling(row.text, self._date(row.date, place, "a ruling")))
            else:
                message = f"a ruling without text, dated {row.date}; left out"
                self._problem("empty ruling", place, message)
        return tuple(rulings)

    def _date(self, text: str | None, place: str, whose: str) -> str | None:
        if text and _is_date(text):
            return text
        found = "no date" if text is None else f"the date {text[:40]!r}"
        message = f"{whose} with {found}, expected one like 2014-11-24; taken as undated"
        self._problem("impossible date", place, message)
        return None

    def _language(self, name: str, place: str) -> str:
        if name not in self._languages:
            self._languages[name] = language_code(name)
            if not find_language(name):
                message = f"the language {name!r} is not in the table; kept under that name"
                self._problem("unknown language", place, message)
        return self._languages[name]

    def _multiverse_id(self, number: int | str, place: str) -> int | None:
        if isinstance(number, str) and number.isascii() and number.isdigit():
            number = int(number[:20])
        if isinstance(number, int) and 0 <= number < 1 << 63:
            return number
        message = f"{str(number)[:40]!r} is no multiverse id; taken as absent"
        self._problem("impossible multiverse id", place, message)
        return None

    def _faulty_wording(self, row: _Foreign, place: str) -> None:
        if not row.language:
            message = "a wording without a language; left out"
        else:
            fate = "kept without a name" if row.text else "left out"
            message = f"a wording in {row.language} without a name; {fate}"
        self._problem("faulty wording", place, message)


def _half(name: str, card_name: str, face_name: str) -> str:
    """The part of "A // B" that belongs to the face, where the parts can be matched; else all."""
    halves, faces = name.split(" // "), card_name.split(" // ")
    if len(halves) == len(faces) and faces.count(face_name) == 1:
        return halves[faces.index(face_name)]
    return name


def _label(card: Raw) -> str:
    """The number and name of a card that could not be decoded, as far as they can."""
    try:
        label = msgspec.json.decode(card, type=_Label)
    except _UNREADABLE:
        return ""
    return " ".join(part for part in (label.number, label.name) if isinstance(part, str))


@lru_cache(maxsize=4096)
def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
