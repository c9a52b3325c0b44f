"""AllPrintings.sqlite -> records: the tables that MTGJSON makes of its JSON.

Their names and columns differ between versions (`cardRulings` was `rulings`; the ids were in
`cards` before there was `cardIdentifiers`): what a database has is looked up, and what it lacks is
absent. A list is text with commas, or JSON; an empty text is none. Where no text of a card has a
line break, the texts were written with backslash escapes in their place.

The file is a stranger's: it is opened read only, checked whole, and only its tables are read, no
view, no generated column, in a number of steps that follows its size.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ingest.files import Document, InputError
from ingest.mtgjson import model
from ingest.mtgjson.convert import Converter
from ingest.reading import reader
from ingest.records import Problem, Record

_MAGIC = b"SQLite format 3\0"
VERSION = re.compile(rb"\d\.\d+\.\d+\+20\d{6}")

_STEPS = 20_000_000
_STEPS_PER_BYTE = 2
"""Steps of SQLite's machine: a database of all sets takes 0.2 a byte."""
_MAX_FIELD = 16 << 20


class Names(NamedTuple):
    """The columns of a table that are read, and what older versions called the table."""

    columns: tuple[str, ...]
    older: tuple[str, ...] = ()


TABLES = {
    "cards": Names(
        (
            *("uuid", "setCode", "name", "number", "language", "layout", "faceName", "side"),
            *("manaCost", "power", "toughness", "loyalty", "defense", "colors", "types"),
            *("keywords", "type", "text", "originalType"),
            *("originalText", "printedName", "facePrintedName", "printedType", "printedText"),
            *("flavorName", "faceFlavorName", "flavorText", "names"),
            *("scryfallOracleId", "scryfallId", "multiverseId"),
        )
    ),
    "cardIdentifiers": Names(("uuid", "scryfallOracleId", "scryfallId", "multiverseId")),
    "cardRulings": Names(("uuid", "date", "text"), ("rulings",)),
    "cardForeignData": Names(
        (
            *("uuid", "language", "name", "faceName", "type", "text", "flavorText"),
            *("multiverseId", "identifiers"),
        ),
        ("foreign_data",),
    ),
    "sets": Names(
        ("code", "name", "releaseDate", "type", "parentCode", "mtgoCode", "isOnlineOnly")
    ),
    "setTranslations": Names(("setCode", "language", "translation"), ("set_translations",)),
}
"""The tables that are read; the first column of those beside `cards` and `sets` is the key."""

_OTHER_COLUMNS = {"setCode": ("code",), "translation": ("name",)}
_CARD_FIELDS = {field.encode_name: field.name for field in msgspec.structs.fields(model.Card)}
_LISTS = ("colors", "types", "keywords")
_NEEDED = ("uuid", "setCode", "name")

_ESCAPE = re.compile(rb"\\(''|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"0": b"\0", b"Z": b"\x1a", b"''": b"'"}
_ID = re.compile(r"""["'](scryfallId|multiverseId)["']\s*:\s*["']?([\w-]+)""")


def _find_version(head: bytes, document: Document) -> str | None:
    """The version that stands in the table `meta`, which is the first."""
    found = VERSION.search(head)
    return found[0].decode() if found else None


@reader(
    "mtgjson-sqlite",
    lambda head, name: head.startswith(_MAGIC),
    (".sqlite",),
    _find_version,
)
def read(document: Document) -> Iterator[Record]:
    """The sets, then the cards set by set; problems come beside what they concern.

    Raises InputError, before the first record, for a damaged database and one without the table
    of cards.
    """
    with document.on_disk() as path:
        yield from read_database(path, document.name)


def read_database(path: Path, name: str) -> Iterator[Record]:
    """The records of the database at `path`, which messages call `name`."""
    with _opened(path, name) as connection:
        database = _Database(connection)
        if not database.has("cards", *_NEEDED):
            raise InputError(
                f"{name}: found an SQLite database of something else, expected one of MTGJSON, with"
                f" a table `cards` that has {', '.join(_NEEDED)}"
            )
        converter = Converter(name)
        yield from _read_sets(database, converter)
        yield from _read_cards(database, converter)
        for table in ("cardRulings", "cardForeignData"):
            count = database.count_orphans(table)
            if count:
                message = f"{count} rows with the uuid of no card; they are left out"
                yield Problem("rows without a card", f"{name}: {table}", message)


@contextmanager
def _opened(path: Path, name: str) -> Iterator[sqlite3.Connection]:
    """A connection that can read the file and do nothing else."""
    try:
        connection = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
        with closing(connection):
            connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_FIELD)
            connection.text_factory = lambda value: value.decode(errors="replace")
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA cell_size_check = ON")
            size = path.stat().st_size
            _limit_steps(connection, size)
            # SQLite reads zeros where the last page is cut.
            (page_size,) = connection.execute("PRAGMA page_size").fetchone()
            if size % page_size:
                raise InputError(f"{name}: an SQLite database cut short after {size} bytes")
            (state,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if state != "ok":
                raise InputError(f"{name}: a damaged SQLite database: {' '.join(state.split())}")
            yield connection
    except (sqlite3.Error, UnicodeError, OverflowError) as error:
        raise InputError(f"{name}: cannot be read as an SQLite database: {error}") from error


def _limit_steps(connection: sqlite3.Connection, size: int) -> None:
    """Interrupt the connection after more steps than a database of `size` bytes can need."""
    interval = 1_000_000
    left = (_STEPS + _STEPS_PER_BYTE * size) // interval

    def count() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    connection.set_progress_handler(count, interval)


class _Table(NamedTuple):
    """A table as the database has it: `name` quoted for SQL, and `columns` by our names."""

    name: str
    columns: dict[str, str]

    def select(self, alias: str, columns: Iterable[str]) -> str:
        """The columns for SELECT, each as a text or NULL."""
        return ", ".join(
            f"NULLIF(CAST({alias}.{self.columns[column]} AS TEXT), '')"
            if column in self.columns
            else "NULL"
            for column in columns
        )


def _find_tables(connection: sqlite3.Connection) -> dict[str, _Table]:
    """The tables of TABLES; one without columns for each that the database does not have."""
    present = {
        name
        for schema, name, kind, *_ in connection.execute("PRAGMA table_list").fetchall()
        if schema == "main" and kind == "table"
    }
    tables = {}
    for table, names in TABLES.items():
        name = next((name for name in (table, *names.older) if name in present), None)
        columns = {}
        if name is not None:
            # Generated columns, which would compute what a stranger wrote, are not among them.
            rows = connection.execute(f"PRAGMA table_info({_quoted(name)})").fetchall()
            found = find_columns(table, [row[1] for row in rows])
            columns = {column: _quoted(name) for column, name in found.items()}
        tables[table] = _Table(_quoted(name or table), columns)
    return tables


def find_columns(table: str, present: list[str]) -> dict[str, str]:
    """What each column of ours is called among the columns that are `present`."""
    found: dict[str, str] = {}
    for column in TABLES[table].columns:
        for name in (column, *_OTHER_COLUMNS.get(column, ())):
            if name in present:
                found.setdefault(column, name)
    return found


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


class _Database:
    """The tables of a database and the queries on them, each of which gives the row id of a set
    or a card and then texts. `damaged` are the row ids with a text that is not UTF-8."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._tables = _find_tables(connection)
        self._damaged = False
        self.damaged: set[int] = set()
        cards = self._tables["cards"]
        self._escaped = False
        if "text" in cards.columns:
            text = f"instr({cards.columns['text']}, char(10))"
            broken = connection.execute(f"SELECT 1 FROM {cards.name} WHERE {text} LIMIT 1")
            self._escaped = broken.fetchone() is None
        connection.text_factory = self._decode

    def has(self, table: str, *columns: str) -> bool:
        """Whether there is the table, with the columns."""
        return all(column in self._tables[table].columns for column in columns)

    def owners(self, table: str, beside: str | None = None) -> Iterator[tuple[Any, ...]]:
        """The rows of `sets` or `cards` by the set's code, each behind the columns that the first
        row of the table `beside` has for it."""
        owner = self._tables[table]
        first, join = "", ""
        if beside:
            other = self._tables[beside]
            first = other.select("b", TABLES[beside].columns[1:]) + ", "
            join = f" LEFT JOIN {self._match(beside, table)}" if other.columns else ""
        last = None
        for row in self._rows(
            f"SELECT a.rowid, {first}{owner.select('a', TABLES[table].columns)}"
            f" FROM {owner.name} AS a{join} ORDER BY {self._order(table)}"
        ):
            if row[0] != last:
                yield row
            last = row[0]

    def beside(self, table: str, owner: str) -> Callable[[int], list[tuple[Any, ...]]]:
        """What gives the rows of the table that belong to a row of the owner, by the row id of
        that; asked for in the order of the owner's rows, so that both are read once."""
        if not self.has(table, TABLES[table].columns[0]):
            return lambda rowid: []
        rows = self._rows(
            f"SELECT a.rowid, {self._tables[table].select('b', TABLES[table].columns[1:])}"
            f" FROM {self._tables[owner].name} AS a JOIN {self._match(table, owner)}"
            f" ORDER BY {self._order(owner)}, b.rowid"
        )
        waiting = next(rows, None)

        def take(rowid: int) -> list[tuple[Any, ...]]:
            nonlocal waiting
            taken = []
            while waiting is not None and waiting[0] == rowid:
                taken.append(waiting[1:])
                waiting = next(rows, None)
            return taken

        return take

    def count_orphans(self, table: str) -> int:
        """How many rows of the table belong to no card."""
        if not self.has(table, "uuid"):
            return 0
        uuid = self._tables[table].columns["uuid"]
        cards = self._tables["cards"]
        (count,) = self._connection.execute(
            f"SELECT count(*) FROM {self._tables[table].name} WHERE {uuid} IS NULL OR {uuid} NOT IN"
            f" (SELECT {cards.columns['uuid']} FROM {cards.name}"
            f" WHERE {cards.columns['uuid']} IS NOT NULL)"
        ).fetchone()
        return int(count)

    def _match(self, table: str, owner: str) -> str:
        other, key = self._tables[table], TABLES[table].columns[0]
        owned_by = self._tables[owner].columns["code" if owner == "sets" else key]
        return f"{other.name} AS b ON b.{other.columns[key]} = a.{owned_by}"

    def _order(self, owner: str) -> str:
        code = self._tables[owner].columns["code" if owner == "sets" else "setCode"]
        return f"a.{code}, a.rowid"

    def _rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        for row in self._connection.execute(query):
            if self._damaged:
                self._damaged = False
                self.damaged.add(row[0])
            yield row

    def _decode(self, value: bytes) -> str:
        if self._escaped and b"\\" in value:
            value = _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), value)
        try:
            return value.decode()
        except UnicodeDecodeError:
            self._damaged = True
            return value.decode(errors="replace")


def _read_sets(database: _Database, converter: Converter) -> Iterator[Record]:
    if not database.has("sets", "code"):
        return
    translated = database.beside("setTranslations", "sets")
    for rowid, *values, digital in database.owners("sets"):
        found = model.SetFields(*values)
        found.is_online_only = digital in ("1", "True", "true")
        found.translations = {language: name for language, name in translated(rowid) if language}
        where = converter.where(found.code, found.name)
        _report_damage(database, rowid, where, converter)
        if found.code:
            yield converter.set(found)
        else:
            message = "a set without a code; the set is left out"
            converter.problem("unreadable set", where, message)
        yield from converter.drain()


def _read_cards(database: _Database, converter: Converter) -> Iterator[Record]:
    rulings = database.beside("cardRulings", "cards")
    foreign = database.beside("cardForeignData", "cards")
    for rowid, oracle_id, scryfall_id, multiverse_id, *values in database.owners(
        "cards", "cardIdentifiers"
    ):
        card = _card(dict(zip(TABLES["cards"].columns, values, strict=True)))
        if oracle_id or scryfall_id or multiverse_id:
            card.identifiers = model.Identifiers(oracle_id, scryfall_id, multiverse_id)
        card.rulings = [model.Ruling(*row) for row in rulings(rowid)]
        card.foreign_data = [_foreign(*row) for row in foreign(rowid)]
        code = (card.set_code or "").upper() or None
        where = converter.where(code)
        place = f"{where}, card {card.number or '?'} {card.name or ''}".rstrip()
        _report_damage(database, rowid, place, converter)
        if card.name:
            yield converter.card(card, code, None, where)
        else:
            message = "a card without a name; the card is left out"
            converter.problem("unreadable card", place, message)
        yield from converter.drain()


def _report_damage(database: _Database, rowid: int, place: str, converter: Converter) -> None:
    if rowid in database.damaged:
        database.damaged.remove(rowid)
        message = "text that is no UTF-8; U+FFFD stands for what cannot be read"
        converter.problem("damaged text", place, message)


def _card(row: dict[str, str | None]) -> model.Card:
    fields: dict[str, Any] = {_CARD_FIELDS[column]: value for column, value in row.items()}
    for name in _LISTS:
        if fields[name]:
            fields[name] = _items(fields[name], ",")
    if fields["names"]:  # only in version 4, which puts no space behind the commas between them
        fields["names"] = _items(fields["names"], ",(?! )")
    return model.Card(**fields)


def _items(text: str, separator: str) -> tuple[str, ...]:
    if text.startswith("["):
        try:
            return msgspec.json.decode(text, type=tuple[str, ...])
        except msgspec.DecodeError:
            pass
    return tuple(item.strip() for item in re.split(separator, text) if item.strip())


def _foreign(language: str | None, *values: Any) -> model.Foreign:
    """A foreign row; its ids are an object written as Python or as JSON does."""
    row = model.Foreign(language or "", *values[:-1])
    written = values[-1]
    if written:
        ids = dict(_ID.findall(written))
        row.identifiers = model.Identifiers(None, ids.get("scryfallId"), ids.get("multiverseId"))
    return row
