"""Documents -> records: which reader takes one is told by its content, never by its name.

Readers of other packages are found through the entry point group `rulings_db.readers`.
"""

import os
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from ingest.files import Document, InputError
from ingest.reading import READERS, is_json, not_text
from ingest.records import Record, Source

_HEAD = 64 << 10

# The readers, each asked before those above it: pages take almost any text, so they are asked last.
for _module in (
    "ingest.pages",
    "ingest.release_notes",
    "ingest.overlay",
    "ingest.mtgjson",
    "ingest.scryfall",
    "ingest.gatherer",
):
    import_module(_module)


@cache
def load_plugins() -> None:
    """Import the readers that other installed packages bring."""
    for plugin in entry_points(group="rulings_db.readers"):
        plugin.load()


def open_source(document: Document) -> tuple[Source, Iterator[Record]]:
    """What the document is and the records in it, read as they are asked for.

    Raises InputError when no reader knows the document; the records raise it too, when the
    document turns out to be damaged.
    """
    load_plugins()
    with document.open() as stream:
        head = stream.read(_HEAD)
    for reader in READERS:
        if reader.sniff(head, document.name):
            version = reader.find_version(head, document)
            source = Source(reader.kind, document.name, version, document.checksum())
            return source, reader.read(document)
    raise InputError(f"{document.name}: {_describe(head, document.name)}")


def _extension(name: str) -> str:
    stem, extension = os.path.splitext(name.lower())
    return os.path.splitext(stem)[1] if extension in (".gz", ".bz2", ".xz", ".zip") else extension


def _describe(head: bytes, name: str) -> str:
    """Why no reader takes a document that begins with `head`."""
    known = f"expected one of: {', '.join(sorted(reader.kind for reader in READERS))}"
    found = not_text(head)
    if not head.strip():
        return f"an empty file, {known}"
    if found == "an HTML page" and _extension(name) == ".json":
        return "an HTML page where JSON was expected"
    if found == "text in UTF-16":
        return f"{found} where UTF-8 was expected"
    if is_json(head):
        found = "JSON of an unknown kind"
    return f"not a format rulings-db knows ({found or 'text that is no card page'}), {known}"
