"""Somebody's own table, CSV or JSONL -> records laid over what other sources say.

One row is a ruling of a card, a wording of it in a language, or both; docs/overlay.md describes
the columns.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import DecodeError, Struct, ValidationError

from ingest.checks import Checks
from ingest.files import Document, InputError
from ingest.reading import reader
from ingest.records import Card, Printing, Problem, Record, Ruling, Wording

MAX_LINE = 1 << 20
"""Bytes of the longest line or cell taken."""

_DELIMITERS = ",;\t"
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class _Row(Struct, forbid_unknown_fields=True):
    card: str | None = None
    face: str | None = None
    set: str | None = None
    number: str | None = None
    language: str | None = None
    name: str | None = None
    type_line: str | None = None
    text: str | None = None
    flavor_text: str | None = None
    ruling: str | None = None
    of: str | None = None
    date: str | None = None
    issuer: str | None = None


COLUMNS = _Row.__struct_fields__
"""What a row can say."""

_SAYS = frozenset(("name", "type_line", "text", "flavor_text", "ruling"))
_ROW = msgspec.json.Decoder(_Row)


def _sniff(head: bytes, name: str) -> bool:
    first = head.removeprefix(codecs.BOM_UTF8).lstrip().partition(b"\n")[0]
    if first.startswith(b"{"):
        try:
            keys = set(msgspec.json.decode(first, type=dict[str, object]))
        except (DecodeError, RecursionError):
            return False
    else:
        keys = set(_header(first.decode("utf-8", "replace")))
    # One column nobody knows is a slip of the pen, which is reported; several are another format.
    return "card" in keys and bool(keys & _SAYS) and len(keys - set(COLUMNS)) < 2


def _header(line: str) -> list[str]:
    """The columns that the first line of a CSV file names."""
    line = line.strip()
    delimiter = max(_DELIMITERS, key=line.count)
    return [name.strip().strip('"').casefold() for name in line.split(delimiter)]


@reader("overlay", _sniff, (".csv", ".jsonl", ".ndjson"))
def read(document: Document) -> Iterator[Record]:
    """A card for each row, in their order; a row that cannot be taken is a problem.

    Raises InputError, after the rows before, where the file is no UTF-8, or no CSV from there on.
    """
    with document.open() as stream:
        first = stream.read(1 << 10).removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    rows = _json_rows(document) if first == b"{" else _csv_rows(document)
    checks = Checks()
    for place, row in rows:
        yield from (row,) if isinstance(row, Problem) else _records(row, place, checks)


def _csv_rows(document: Document) -> Iterator[tuple[str, _Row | Problem]]:
    csv.field_size_limit(MAX_LINE)
    with document.open() as stream:
        text = io.TextIOWrapper(stream, "utf-8-sig", newline="")
        try:
            first = _next_line(text)
        except (csv.Error, UnicodeDecodeError) as error:
            raise InputError(f"{document.name}:1: {error}, expected CSV in UTF-8") from error
        header = _header(first)
        for name in header:
            if name not in COLUMNS:
                message = f"the column {name[:40]!r}, expected one of: {', '.join(COLUMNS)}"
                place = f"{document.name}:1"
                yield place, Problem("unknown column", place, f"{message}; not read")
        lines = iter(lambda: _next_line(text), "")
        table = csv.reader(lines, delimiter=max(_DELIMITERS, key=first.count), strict=True)
        while True:
            place = f"{document.name}:{table.line_num + 2}"
            try:
                cells = next(table, None)
            except (csv.Error, UnicodeDecodeError) as error:
                raise InputError(f"{place}: {error}, expected CSV in UTF-8") from error
            if cells is None:
                return
            if len(cells) > len(header) and any(cells[len(header) :]):
                message = f"{len(cells)} cells under {len(header)} columns; left out"
                yield place, Problem("unreadable row", place, message)
            elif any(cells):
                named = zip(header, cells, strict=False)
                yield place, _Row(**{name: cell for name, cell in named if name in COLUMNS})


def _next_line(text: io.TextIOWrapper) -> str:
    line = text.readline(MAX_LINE)
    if len(line) == MAX_LINE:
        raise csv.Error(f"a line of {MAX_LINE} characters or more")
    return line


def _json_rows(document: Document) -> Iterator[tuple[str, _Row | Problem]]:
    with document.open() as stream:
        for number, line in enumerate(iter(lambda: stream.readline(MAX_LINE + 1), b""), 1):
            place = f"{document.name}:{number}"
            if len(line) > MAX_LINE:
                raise InputError(f"{place}: more than {MAX_LINE} bytes, expected one row a line")
            line = line.removeprefix(codecs.BOM_UTF8).strip()
            if not line:
                continue
            try:
                yield place, _ROW.decode(line)
            except ValidationError as error:
                message = f"{error}; expected texts named {', '.join(COLUMNS)}; left out"
                yield place, Problem("unreadable row", place, message)
            except (DecodeError, RecursionError) as error:
                message = f"no JSON object ({error}); left out"
                yield place, Problem("unreadable row", place, message)


def _records(row: _Row, place: str, checks: Checks) -> Iterable[Record]:
    cells = {name: (getattr(row, name) or "").strip() or None for name in COLUMNS}
    given = _Row(**cells)
    code = given.set.upper() if given.set else None
    named = given.card or (code and given.number and f"{code} {given.number}")
    if not named or not any(cells[name] for name in _SAYS):
        message = f"a row without a card or without one of {', '.join(sorted(_SAYS))}; left out"
        yield Problem("unreadable row", place, message)
        return
    language = checks.language(given.language or "en", place)
    published_at = checks.date(given.date, place, "a row") if given.date else None
    yield from checks.drain()
    wording = Wording(language, given.name, given.type_line, given.text, given.flavor_text)
    wordings = (wording,) if wording != Wording(language) else ()
    rulings: tuple[Ruling, ...] = ()
    if given.ruling:
        rulings = (Ruling(given.ruling, published_at, language, given.issuer, of=given.of),)
    by_id = _ID.fullmatch(named)
    yield Card(
        None if by_id else named,
        named if by_id else None,
        face_name=given.face,
        wordings=() if code else wordings,
        printings=(Printing(code, collector_number=given.number, wordings=wordings),)
        if code
        else (),
        rulings=rulings,
        place=place,
        overlay=True,
    )
