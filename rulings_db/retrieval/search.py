"""Search: a query and selections in, ranked hits with facets out.

`search` is what the command line, the pages and the API all call.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from rulings_db.index.arrays import FACETS
from rulings_db.notices import Notice
from rulings_db.retrieval.candidates import Suggestion, find
from rulings_db.retrieval.facets import count, select
from rulings_db.retrieval.hits import Hit, fetch_hits
from rulings_db.retrieval.ranking import rank


class Results(NamedTuple):
    """What a search found: `total` hits, those asked for, and for each facet how many hits have
    each of its values, frequent first. `did_you_mean` are queries perhaps meant instead; where the
    query itself finds nothing, the hits are those of the first of them, and a warning says so."""

    query: str
    total: int
    hits: list[Hit]
    facets: dict[str, dict[str, int]]
    warnings: tuple[Notice, ...]
    did_you_mean: tuple[Suggestion, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The results as the JSON of every interface has them."""
        return {
            "query": self.query,
            "total": self.total,
            "hits": [hit.as_json() for hit in self.hits],
            "facets": {
                name: [{"value": value, "count": count} for value, count in values.items()]
                for name, values in self.facets.items()
            },
            "warnings": [str(warning) for warning in self.warnings],
            "instead": [{"query": query, "total": total} for query, total in self.did_you_mean],
        }


def search(
    connection: sqlite3.Connection,
    text: str,
    *,
    limit: int = 20,
    offset: int = 0,
    reader: str = "en",
    selected: Mapping[str, Sequence[str]] | None = None,
) -> Results:
    """Search a database for what somebody typed.

    `limit` 0 gives all hits. `selected` narrows by facet: values of one facet widen, different
    facets narrow. `reader` is the language (our code) that stands first among equals.
    """
    found = find(connection, text, reader)
    masks = {
        facet: select(found.arrays, facet, values)
        for facet, values in (selected or {}).items()
        if values and facet in FACETS
    }
    counted = count(found.arrays, masks, found.mask)
    hits = np.flatnonzero(np.logical_and.reduce([found.mask, *masks.values()]))
    ranked = rank(found, hits, reader)
    shown = ranked[offset : offset + limit] if limit else ranked[offset:]
    return Results(
        found.text,
        len(hits),
        fetch_hits(connection, found, shown.tolist()),
        counted,
        found.warnings,
        found.did_you_mean,
    )


def matching_cards(connection: sqlite3.Connection, text: str) -> set[int]:
    """Row ids of the cards that a query finds, by a text of their own or by a ruling they have, but
    not through another language."""
    found = find(connection, text)
    arrays = found.arrays
    entities = np.unique(arrays.entity[found.mask & ~found.by_translation])
    cards = set(entities[entities <= arrays.cards].tolist())
    rulings = set((entities[entities > arrays.cards] - arrays.cards).tolist())
    attached = connection.execute("SELECT card_id, ruling_id FROM card_rulings")
    named = found.matcher.cards()
    return cards | {
        card_id
        for card_id, ruling_id in attached
        if ruling_id in rulings and (named is None or card_id in named)
    }
