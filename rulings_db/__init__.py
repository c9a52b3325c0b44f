"""Every Magic card's text in every language and every dated ruling, in one SQLite file.

What programs use is here; everything else may change from one release to the next.

    database = rulings_db.open("data/rulings.db")
    for hit in rulings_db.search(database, "予示 in:rulings").hits:
        print(hit.name, hit.dates, hit.text)

Each function takes a connection, and imports what it needs when it is first called. What they give
are tuples with names, and `as_json()` for the JSON that the command line and the pages give too
(docs/api.md). How the code is laid out stands in docs/architecture.md.
"""

from __future__ import annotations

import sqlite3
from typing import IO, TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from os import PathLike

    from rulings_db.catalog.comparison import Comparison
    from rulings_db.catalog.rulings import RulingPage
    from rulings_db.retrieval.search import Results

__all__ = ["card", "compare", "export", "open", "ruling", "search"]


def open(path: str | PathLike[str]) -> sqlite3.Connection:
    """A read-only connection to a database that `rulings-db build` has made.

    Raises OSError where there is none, or one of something else or of another schema; the message
    says which.
    """
    from pathlib import Path

    from rulings_db.database.opening import open_database

    return open_database(Path(path))


def search(
    database: sqlite3.Connection,
    query: str,
    *,
    limit: int = 20,
    offset: int = 0,
    reader: str = "en",
    selected: Mapping[str, Sequence[str]] | None = None,
) -> Results:
    """Search cards and rulings for what somebody typed, in the query language of docs/query.md.

    Gives `Results`: `total`, `hits` (each with `kind`, `language`, `name`, `text`, `matches`,
    `slug`, `ruling_id`, `dates`, ...), `facets` as {facet: {value: count}} with frequent values
    first, `warnings`, and `did_you_mean`.

    `limit` 0 gives all hits. `reader` is the code of the language that stands first among equals.
    `selected` narrows by facet, {"language": ["ja", "de"], "kind": ["ruling"]}: values of one facet
    widen, different facets narrow, and a facet that there is not is passed over. Nothing that can
    be typed raises: what is not understood is in `warnings`, and the rest is answered.
    """
    from rulings_db.retrieval.search import search

    return search(database, query, limit=limit, offset=offset, reader=reader, selected=selected)


def card(database: sqlite3.Connection, name: str) -> Comparison:
    """One card with its wordings in every language and its rulings: `card`, `faces`, `printings`,
    `languages`, `localizations` (each with `language`, `name`, `type_line`, `text`, `printings`),
    and `rulings` (each with `id`, `published_at`, `issuer`, `texts`).

    `name` is its name in any language, its slug or Oracle id, or set and collector number
    ("FRF 32"). Raises LookupError where no card is meant, or more than one; `candidates` of the
    error are those meant perhaps.
    """
    return compare(database, name)


def compare(
    database: sqlite3.Connection, name: str, languages: Collection[str] | None = None
) -> Comparison:
    """`card` with its wordings in some languages (our codes: "de", "zhs") only. Its rulings keep
    every text they have. Raises LookupError as `card` does."""
    from rulings_db.catalog.comparison import compare

    return compare(database, name, languages)


def ruling(database: sqlite3.Connection, ruling_id: str) -> RulingPage:
    """One ruling: `texts` in every language, the `cards` that have it with date and issuer, and its
    `sources`.

    `ruling_id` is a public id ("601f3a5d7f8c"), or one that the ruling had before. Raises
    LookupError where there is no such ruling.
    """
    from rulings_db.catalog.rulings import find_ruling

    return find_ruling(database, ruling_id)


def export(
    database: sqlite3.Connection,
    stream: IO[bytes],
    query: str | None = None,
    form: Literal["json", "ndjson"] = "json",
) -> int:
    """Write all cards, or those that a query finds by their own texts or by a ruling they have, to
    a binary stream; gives their number.

    "json" is one object with the sets and the list of cards, "ndjson" one card a line; the shape is
    catalog/export.schema.json. An empty query finds all. Memory does not grow with the number of
    cards.
    """
    from rulings_db.catalog.export import export_cards

    if query is None:
        return export_cards(database, stream, form=form)
    from rulings_db.retrieval.search import matching_cards

    return export_cards(database, stream, matching_cards(database, query), form)
