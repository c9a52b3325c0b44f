"""Documents in, one database out: read, load, compare with the last build, index, learn
translations, check, replace."""

import gc
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from ingest.files import Document, InputError, find_documents
from ingest.readers import open_source
from ingest.records import Problem, Source
from rulings_db.builder.load.loader import Loader
from rulings_db.builder.lost_rulings import losses
from rulings_db.database.meta import read_meta
from rulings_db.database.opening import DatabaseFileError, open_or_empty
from rulings_db.database.replacing import FILES, SAMPLE, check_replaceable, replacing
from rulings_db.database.schema import create_indexes
from rulings_db.index.building import build_index
from rulings_db.terminology.extraction import extract

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many documents are done, and how many there are."""


class Report(NamedTuple):
    """What a database holds: rows by table, how many problems by kind, and what is wrong with the
    documents that could not be read to their end. `built` is False where it was found as a build
    would make it."""

    counts: dict[str, int]
    problems: dict[str, int]
    unreadable: list[str]
    built: bool


def sample_documents() -> list[Document]:
    """The sample pages: those of a checkout's data/, else those shipped in the package."""
    package = Path(str(files("rulings_db")))
    for folder in (package.parent / "data", package / "sample"):
        pages = sorted(folder.glob("[0-9]*.txt"))
        if pages:
            return find_documents(pages)
    raise InputError("the sample pages are missing from this installation")


def build(
    target: Path,
    paths: Iterable[Path] = (),
    *,
    force: bool = False,
    whole: bool = False,
    progress: Progress = lambda step, done, total: None,
) -> Report:
    """Build the database `target` from files and folders; from the sample pages without any.
    Nothing is done when the same code has built it from the same inputs, unless by `force`.

    A document that cannot be read is a problem row, and the rest is loaded; so is a set or layout
    that has lost most of its rulings since the build before. With `whole` either is an error.
    Raises InputError when no document could be read to its end, DatabaseFileError when `target` is
    in the way. The old database is then as it was.
    """
    paths = list(paths)
    inputs = FILES if paths else SAMPLE
    check_replaceable(target, inputs, force)
    documents = find_documents(paths) if paths else sample_documents()
    origin = _origin(inputs, documents)
    if not force and (known := _known(target, origin)):
        return known
    with _without_garbage_collection(), replacing(target) as database:
        connection = database.conn
        meta = {"inputs": inputs, "origin": origin}
        meta |= _fill(connection, documents, progress, whole)
        gc.collect()  # an error holds the loader in a cycle, and pages are read into cycles
        _compare_with_last(target, connection, whole)
        # Without statistics the planner walks a whole language to find one card's texts.
        database.execute("PRAGMA analysis_limit = 400")
        database.analyze()
        progress("indexing", len(documents), len(documents))
        build_index(connection)
        progress("learning translations", len(documents), len(documents))
        extract(connection)
        database.table("meta").insert_all({"key": k, "value": v} for k, v in meta.items())
        _check(connection)
        return _report(database, built=True)


def _origin(inputs: str, documents: list[Document]) -> str:
    """What tells one build from every other: the inputs, and the code that makes the database."""
    told = sha256(inputs.encode())
    for package in ("ingest", "rulings_db"):
        folder = Path(str(files(package)))
        for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.sql"))):
            told.update(path.read_bytes())
    for document in documents:
        try:
            told.update(f"{document.name}\0{document.checksum()}\n".encode())
        except InputError as error:
            told.update(f"{error}\n".encode())
    return told.hexdigest()


def _known(target: Path, origin: str) -> Report | None:
    """What the database `target` holds, when it is of this origin."""
    with closing(open_or_empty(target)) as last:
        if read_meta(last).get("origin") == origin:
            return _report(Database(last, execute_plugins=False), built=False)
    return None


def _fill(
    connection: sqlite3.Connection, documents: list[Document], progress: Progress, whole: bool
) -> dict[str, str]:
    """Load every document; gives what `meta` says of the build. What the loader remembers is gone
    when this returns."""
    loader = Loader(connection)
    checksums = _load(loader, documents, progress, whole)
    progress("linking", len(documents), len(documents))
    loader.flush()
    create_indexes(connection)
    loader.finish()
    build_id = sha256("\n".join(sorted(checksums)).encode()).hexdigest()[:16]
    return {"build": build_id, "built_at": loader.read_at}


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """A build makes millions of small objects and few cycles: looking for them among all objects
    over and over costs a tenth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _load(loader: Loader, documents: list[Document], progress: Progress, whole: bool) -> list[str]:
    """Load every document; gives the checksums of those read to their end."""
    checksums = []
    failures = []
    for number, document in enumerate(documents):
        progress(f"reading {document.name}", number, len(documents))
        begun = False
        try:
            source, records = open_source(document)
            for record in records:
                # A part of another document has nothing of its own to say.
                if not begun:
                    loader.begin(source)
                    begun = True
                loader.take(record)
            checksums.append(source.checksum)
        except InputError as error:
            if whole:
                raise
            failures.append(error)
            if not begun:
                loader.begin(Source("unreadable", document.name, None, ""))
            loader.take(Problem("unreadable", document.name, str(error)))
        gc.collect(0)  # a page is read into cycles; what was loaded before is not looked at again
    if failures and not checksums:
        raise failures[0]
    if not loader.anything:
        why = f" ({loader.first_problem})" if loader.first_problem else ""
        raise InputError(f"{', '.join(d.name for d in documents[:3])}: no card in it{why}")
    return checksums


def _compare_with_last(target: Path, connection: sqlite3.Connection, whole: bool) -> None:
    with closing(open_or_empty(target)) as last:
        lost = losses(last, connection)
    if lost and whole:
        raise DatabaseFileError(
            f"{target}: left as it was, for the new one would have lost rulings ({lost[0]}"
            f"{f' and {len(lost) - 1} more' if len(lost) > 1 else ''}); --force replaces it"
        )
    connection.executemany(
        "INSERT INTO problems VALUES (NULL, 'fewer rulings', 'all sources together', ?, ?, 1)",
        ((loss.group, f"{loss}; taken as it is") for loss in lost),
    )


def _check(connection: sqlite3.Connection) -> None:
    violations = connection.execute("PRAGMA foreign_key_check").fetchall()
    if violations:
        raise AssertionError(f"foreign keys do not hold: {violations[:3]}")


def _report(database: Database, *, built: bool) -> Report:
    tables = {
        "sources": "sources",
        "sets": "sets",
        "cards": "cards",
        "printings": "printings",
        "printed faces": "printing_faces",
        "wordings": "localizations",
        "rulings": "rulings",
        "ruling texts": "ruling_texts",
        "rulings on cards": "card_rulings",
    }
    counts = {label: database.table(name).count for label, name in tables.items()}
    problems = database.execute("SELECT kind, sum(places) FROM problems GROUP BY kind ORDER BY 1")
    unreadable = database.table("problems").rows_where("kind = ?", ["unreadable"], order_by="id")
    messages = [problem["message"] for problem in unreadable]
    return Report(counts, dict(problems.fetchall()), messages, built)
