"""Export: the whole database, one card or one search as JSON, nested by card.

The same inputs give the same bytes, whatever their order: everything is sorted by stable keys, and
nothing says when it was built. The shape is export.schema.json; it changes only with its version.
"""

import sqlite3
from collections.abc import Collection, Iterator
from typing import IO, Any, Literal

import msgspec

from rulings_db.catalog.comparison import compare_card
from rulings_db.catalog.lookup import CardName, cards_by_id

VERSION = 2


def export_cards(
    connection: sqlite3.Connection,
    stream: IO[bytes],
    card_ids: Collection[int] | None = None,
    form: Literal["json", "ndjson"] = "json",
) -> int:
    """Write the cards with some row ids, or all of them, to a binary stream; gives their number.

    "json" is one object with the sets and the list of cards; "ndjson" is one card a line. Memory
    does not grow with the number of cards.
    """
    cards = _cards(connection, card_ids)
    if form == "json":
        head = {"format": "rulings-db", "version": VERSION, "sets": _sets(connection)}
        stream.write(_encode(head)[:-1] + b',"cards":[\n')
    count = 0
    for count, card in enumerate(cards, 1):
        if form == "json" and count > 1:
            stream.write(b",\n")
        stream.write(_encode(as_json(connection, card)))
        if form == "ndjson":
            stream.write(b"\n")
    if form == "json":
        stream.write(b"\n]}\n")
    return count


def as_json(connection: sqlite3.Connection, card: CardName) -> dict[str, Any]:
    """One card with all it has, as the export writes it."""
    about = compare_card(connection, card).as_json()
    about["sources"] = [
        {"kind": kind, "address": address, "version": version, "checksum": checksum}
        for kind, address, version, checksum in connection.execute(_SOURCES, {"card": card.id})
    ]
    for ruling in about["rulings"]:
        del ruling["cards_total"]
    return about


def _cards(connection: sqlite3.Connection, card_ids: Collection[int] | None) -> Iterator[CardName]:
    in_order = connection.execute("SELECT id FROM cards ORDER BY slug").fetchall()
    for (card_id,) in in_order:
        if card_ids is None or card_id in card_ids:
            yield from cards_by_id(connection, [card_id])


def _sets(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    names: dict[str, dict[str, str]] = {}
    for code, language, name in connection.execute(
        """
        SELECT set_names.set_code, languages.code, set_names.name
        FROM set_names
        JOIN languages ON languages.id = set_names.language_id
        ORDER BY set_names.set_code, languages.code
        """
    ):
        names.setdefault(code, {})[language] = name
    rows = connection.execute(
        "SELECT code, name, released_at, kind, parent, digital, minted FROM sets ORDER BY code"
    )
    return [
        {
            "code": code,
            "name": name,
            "released_at": released_at,
            "kind": kind,
            "parent": parent,
            "digital": bool(digital),
            "minted": bool(minted),
            "names": names.get(code, {}),
        }
        for code, name, released_at, kind, parent, digital, minted in rows
    ]


def _encode(value: object) -> bytes:
    return msgspec.json.encode(value)


# The sources that give something of a card: a printing, a wording or a ruling.
_SOURCES = """
    SELECT DISTINCT sources.kind, sources.address, sources.version, sources.checksum
    FROM (
        SELECT printing_sources.source_id
        FROM printings
        JOIN printing_sources ON printing_sources.printing_id = printings.id
        WHERE printings.card_id = :card
        UNION
        SELECT localization_sources.source_id
        FROM faces
        JOIN localizations ON localizations.face_id = faces.id
        JOIN localization_sources ON localization_sources.localization_id = localizations.id
        WHERE faces.card_id = :card
        UNION
        SELECT card_ruling_sources.source_id
        FROM card_rulings
        JOIN card_ruling_sources ON card_ruling_sources.card_ruling_id = card_rulings.id
        WHERE card_rulings.card_id = :card
    ) AS given
    JOIN sources ON sources.id = given.source_id
    ORDER BY sources.kind, sources.address, sources.checksum
"""
