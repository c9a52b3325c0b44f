"""The tables of AllPrintings.sqlite as csv or parquet files of a table each, which lie beside each
other in a folder or a zip -> records.

`cards.csv` is the document that stands for all of them: it and those beside it are put into a
temporary database, which `database` reads. The others are parts of it and give nothing by
themselves. Parquet needs the package pyarrow, the extra `parquet` of this project.
"""

import csv
import io
import posixpath
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import date
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

import msgspec

from ingest.files import Document, InputError
from ingest.mtgjson.database import TABLES, VERSION, find_columns, read_database
from ingest.reading import reader
from ingest.records import Problem, Record

_MAX_FIELD = 16 << 20
_MAX_ROWS = 20_000_000
_BATCH = 1000

_OF_CARDS = (
    "cardForeignData cardIdentifiers cardLegalities cardPrices cardPurchaseUrls cardRulings"
    " foreign_data legalities prices rulings tokenIdentifiers tokens"
).split()
_OF_SETS = (
    "setBoosterContents setBoosterContentWeights setBoosterSheetCards setBoosterSheets"
    " setTranslations set_translations"
).split()
# The columns by which a csv file is known as the table that its name says.
_MARKS = {
    "cards": {"uuid", "setCode", "name"},
    "meta": {"date", "version"},
    "sets": {"code", "releaseDate"},
    **{table: {"uuid"} for table in _OF_CARDS},
    **{table: {"setCode"} for table in _OF_SETS},
}

_Rows = tuple[list[str], Iterator[list[Any] | Problem]]
"""The names of the columns, and the rows: texts or bytes in the order of the columns."""
_OpenRows = Callable[[Document], AbstractContextManager[_Rows]]


def _is_csv(head: bytes, name: str) -> bool:
    line = head.partition(b"\n")[0]
    try:
        columns = next(csv.reader([_without_bom(line.decode("latin-1").strip())]), [])
    except csv.Error:
        return False
    return _MARKS.get(_table(name), _MARKS["cards"]) <= set(columns)


def _find_version(head: bytes, document: Document) -> str | None:
    """The version that the table `meta` beside the cards gives."""
    extension = posixpath.splitext(_file_name(document.name))[1]
    meta = document.sibling(f"meta{extension}")
    if _table(document.name) != "cards" or meta is None:
        return None
    try:
        with meta.open() as stream:
            found = VERSION.search(stream.read(64 << 10))
    except InputError:  # which reading the tables will tell
        return None
    return found[0].decode() if found else None


@reader("mtgjson-csv", _is_csv, (".csv",), _find_version)
def read_csv(document: Document) -> Iterator[Record]:
    """The records of all tables beside the cards; none for another table.

    Raises InputError for a table without cards beside it, and, after the records of what could be
    read, when a table is damaged.
    """
    return _read(document, ".csv", _open_csv)


@reader(
    "mtgjson-parquet",
    lambda head, name: head.startswith(b"PAR1"),
    (".parquet",),
    _find_version,
)
def read_parquet(document: Document) -> Iterator[Record]:
    """The same for parquet files. Raises InputError when pyarrow is not installed, too."""
    return _read(document, ".parquet", _open_parquet)


def _read(document: Document, extension: str, open_rows: _OpenRows) -> Iterator[Record]:
    if _table(document.name) in _MARKS.keys() - {"cards"}:
        if document.sibling(f"cards{extension}") is None:
            raise InputError(
                f"{document.name}: a table of MTGJSON that says nothing without its cards, expected"
                f" cards{extension} beside it"
            )
        return
    faults: list[InputError] = []
    with TemporaryDirectory(prefix="rulings-db-") as folder:
        path = Path(folder, "tables.sqlite")
        try:
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                connection.execute("PRAGMA journal_mode = OFF")
                connection.execute("PRAGMA synchronous = OFF")
                for table, names in TABLES.items():
                    beside = (document.sibling(name + extension) for name in (table, *names.older))
                    found = document if table == "cards" else next(filter(None, beside), None)
                    if found:
                        connection.execute("BEGIN")
                        try:
                            yield from _load(connection, table, found, open_rows)
                        except InputError as error:
                            faults.append(error)
                        connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise InputError(f"{document.name}: no temporary database: {error}") from error
        try:
            yield from read_database(path, document.name)
        except InputError:  # no cards: what is wrong with their table tells why
            if not faults:
                raise
    if faults:
        raise faults[0]


def _load(
    connection: sqlite3.Connection, table: str, document: Document, open_rows: _OpenRows
) -> Iterator[Problem]:
    """Make a table of the columns that are read, and fill it with the document's rows."""
    with open_rows(document) as (header, rows):
        columns = find_columns(table, header)
        if not columns:
            return
        places = [header.index(name) for name in columns.values()]
        connection.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
        insert = f"INSERT INTO {table} VALUES ({', '.join(['CAST(? AS TEXT)'] * len(columns))})"
        while batch := list(islice(rows, _BATCH)):
            yield from (row for row in batch if isinstance(row, Problem))
            taken = (row for row in batch if not isinstance(row, Problem))
            connection.executemany(insert, ([row[place] for place in places] for row in taken))


@contextmanager
def _open_csv(document: Document) -> Iterator[_Rows]:
    """Cells are bytes: what is no UTF-8 among them is found when the database is read."""
    with document.open() as stream:
        limit = csv.field_size_limit(_MAX_FIELD)
        rows = csv.reader(_lines(stream, document.name), strict=True)
        try:
            header = next(rows, [])
            if header:
                header[0] = _without_bom(header[0])
            yield header, _csv_rows(rows, len(header), document.name)
        except csv.Error as error:
            raise InputError(f"{document.name}: line {rows.line_num}: {error}") from error
        finally:
            csv.field_size_limit(limit)


def _csv_rows(rows: Any, width: int, name: str) -> Iterator[list[Any] | Problem]:
    for row in rows:
        if len(row) == width:
            yield [cell.encode("latin-1") for cell in row]
        elif row:
            message = f"{len(row)} cells, expected {width}; the row is left out"
            yield Problem("unreadable row", f"{name}: line {rows.line_num}", message)


def _lines(stream: BinaryIO, name: str) -> Iterator[str]:
    """The lines, a character for each byte."""
    text = io.TextIOWrapper(stream, "latin-1", newline="")
    while line := text.readline(_MAX_FIELD):
        if len(line) == _MAX_FIELD:
            raise InputError(f"{name}: a line of more than {_MAX_FIELD} bytes, expected a table")
        yield line


@contextmanager
def _open_parquet(document: Document) -> Iterator[_Rows]:
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise InputError(
            f"{document.name}: a Parquet file, which needs the package pyarrow:"
            " pip install 'rulings-db[parquet]'"
        ) from error
    table = _table(document.name)
    try:
        with document.on_disk() as path, ParquetFile(path) as file:
            if file.metadata.num_rows > _MAX_ROWS:
                raise InputError(f"{document.name}: more than {_MAX_ROWS} rows, expected a table")
            names = file.schema_arrow.names
            header = list(find_columns(table if table in TABLES else "cards", names).values())
            batches = file.iter_batches(batch_size=_BATCH, columns=header)
            rows = (
                [_cell(row[name]) for name in header]
                for batch in batches
                for row in batch.to_pylist()
            )
            yield header, rows
    except (ArrowException, OSError, ValueError, KeyError) as error:
        raise InputError(f"{document.name}: cannot be read as Parquet: {error}") from error


def _cell(value: Any) -> str | bytes | None:
    if value is None or isinstance(value, str | bytes):
        return value
    if isinstance(value, list | dict):
        return msgspec.json.encode(value, enc_hook=str)
    return value.isoformat() if isinstance(value, date) else str(value)


def _table(name: str) -> str:
    """The table that a file of this name holds."""
    return posixpath.splitext(_file_name(name))[0]


def _file_name(name: str) -> str:
    """The name without the folders, and without ".gz" and the like."""
    stem, extension = posixpath.splitext(posixpath.basename(name))
    return stem if extension.lower() in (".gz", ".bz2", ".xz", ".zip") else stem + extension


def _without_bom(text: str) -> str:
    return text.removeprefix("\xef\xbb\xbf")
