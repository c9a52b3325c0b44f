"""Files that a test writes, and the records that are read of them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ingest.files import Document, find_documents
from ingest.readers import open_source
from ingest.records import Card, Problem, Record, Source


def encode(content: Any) -> bytes:
    """A value as JSON."""
    return json.dumps(content, ensure_ascii=False).encode()


def write_json(path: Path, content: Any) -> Document:
    """A file of a value as JSON; of bytes as they are."""
    path.write_bytes(content if isinstance(content, bytes) else encode(content))
    return Document(path, path.name)


def write_text(path: Path, content: str | bytes) -> Document:
    """A file of a text; of bytes as they are."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return Document(path, path.name)


def write_and_open(path: Path, content: str | bytes) -> tuple[Source, list[Record]]:
    """Write a file; its source and its records, by the reader that takes it."""
    write_text(path, content)
    return found_in(path)


def found_in(path: Path) -> tuple[Source, list[Record]]:
    """The source and the records of a file of one document, by the reader that takes it."""
    (document,) = find_documents([path])
    source, records = open_source(document)
    return source, list(records)


def cards(records: Iterable[Record]) -> list[Card]:
    """The cards among records."""
    return [record for record in records if isinstance(record, Card)]


def problems(records: Iterable[Record]) -> list[tuple[str, str, str]]:
    """The problems among records: kind, place and message of each."""
    return [
        (record.kind, record.place, record.message)
        for record in records
        if isinstance(record, Problem)
    ]


def problem_messages(records: Iterable[Record]) -> list[tuple[str, str]]:
    """The problems among records: kind and message of each."""
    return [(kind, message) for kind, _, message in problems(records)]


def problem_places(records: Iterable[Record]) -> list[tuple[str, str]]:
    """The problems among records: kind and place of each."""
    return [(kind, place) for kind, place, _ in problems(records)]
