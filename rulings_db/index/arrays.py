"""The index as arrays: what each hit is and what it has in common with others, baked when a
database is built and loaded whole by searches.

A hit belongs to an *entity*, its card or its ruling, which it shares with its other languages. An
entity has any number of values of a facet: a card the sets it is in, a ruling the sets of its
cards. Each facet is stored as three arrays in the table `facet_arrays`: the values' labels (JSON),
and for each entity where its values start and what they are.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulings_db.database.cache import cached_by_build

KINDS = ("ruling", "card")
FACETS = ("kind", "language", "set", "year", "issuer", "keyword", "type", "color")

Mask = NDArray[np.bool_]


class FacetValues(NamedTuple):
    """The values of one facet: `labels`, and entity `e` has `values[starts[e]:starts[e + 1]]`."""

    labels: list[str]
    starts: NDArray[np.int32]
    values: NDArray[np.int32]

    def frequencies(self, by_entity: NDArray[np.int64]) -> NDArray[np.int64]:
        """How often each value occurs, when entity `e` occurs `by_entity[e]` times."""
        entities = np.flatnonzero(by_entity)
        starts = self.starts[entities]
        sizes = self.starts[entities + 1] - starts
        # The values of all entities, one after the other: each starts where its own begin.
        gaps = np.repeat(starts - np.cumsum(sizes) + sizes, sizes)
        chosen = self.values[gaps + np.arange(len(gaps))]
        weights = np.repeat(by_entity[entities], sizes)
        summed = np.bincount(chosen, weights=weights, minlength=len(self.labels))
        return summed.astype(np.int64)

    def of(self, wanted: Iterable[str]) -> Mask:
        """Which entities have one of the labels `wanted`."""
        labels = frozenset(wanted)
        chosen = np.array([label in labels for label in self.labels], dtype=bool)
        owners = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        mask = np.zeros(len(self.starts) - 1, dtype=bool)
        if len(self.values):
            mask[owners[chosen[self.values]]] = True
        return mask


class Arrays(NamedTuple):
    """All that search keeps in memory of one database.

    By hit id (0 is unused): `language` is a place in `languages`, to which `places` leads from a
    language's row id; `entity` is a card's row id, or `cards` plus a ruling's; `kind` is a place
    in KINDS; `length` is that of the indexed text; `sorted` is language times entities plus
    entity, the order of hits. `first_chinese` is the first hit whose text is folded as Chinese.
    By entity: `spread` is how many cards share a ruling (1 for a card), `names` its place in the
    order of names, `dates` its newest date as the number yyyymmdd.
    """

    cards: int
    languages: list[str]
    places: Mapping[int, int]
    language: NDArray[np.int16]
    entity: NDArray[np.int32]
    length: NDArray[np.int32]
    spread: NDArray[np.int32]
    names: NDArray[np.int32]
    dates: NDArray[np.int32]
    first_chinese: int
    facets: Mapping[str, FacetValues]
    kind: NDArray[np.int16]
    sorted: NDArray[np.int64]

    @property
    def size(self) -> int:
        return len(self.entity)

    def hits(self, pairs: Iterable[tuple[int, int]]) -> NDArray[np.int64]:
        """The hits for (language row id, card row id) pairs, as the table `names` has them."""
        wanted = np.array(
            [self.places.get(language, -1) * len(self.spread) + card for language, card in pairs],
            dtype=np.int64,
        )
        places = np.searchsorted(self.sorted, wanted)
        known = self.sorted[np.minimum(places, self.size - 1)] == wanted
        hits: NDArray[np.int64] = places[known]
        return hits


def bake_arrays(
    connection: sqlite3.Connection,
    language: Sequence[int],
    entity: Sequence[int],
    length: Sequence[int],
    first_chinese: int,
) -> None:
    """Store the arrays of the hits just numbered; every array starts at hit 0, which is unused."""
    codes = [code for (code,) in connection.execute("SELECT code FROM languages ORDER BY id")]
    numbers = [number for (number,) in connection.execute("SELECT id FROM languages ORDER BY id")]
    order = {number: place for place, number in enumerate(numbers)}
    (cards,) = connection.execute("SELECT ifnull(max(id), 0) FROM cards").fetchone()
    (rulings,) = connection.execute("SELECT ifnull(max(id), 0) FROM rulings").fetchone()
    about = {"cards": cards, "languages": codes, "ids": numbers, "first_chinese": first_chinese}
    store = {
        "about": json.dumps(about).encode(),
        "language": np.array([order.get(n, 0) for n in language], dtype=np.int16).tobytes(),
        "entity": np.array(entity, dtype=np.int32).tobytes(),
        "length": np.array(length, dtype=np.int32).tobytes(),
    }
    for name, query in _NUMBERS.items():
        numbers_by_entity = np.zeros(cards + rulings + 1, dtype=np.int32)
        rows = np.array(
            connection.execute(query, {"cards": cards}).fetchall(), dtype=np.int64
        ).reshape(-1, 2)
        numbers_by_entity[rows[:, 0]] = rows[:, 1]
        store[name] = numbers_by_entity.tobytes()
    for name, query in _VALUES.items():
        pairs = connection.execute(query, {"cards": cards}).fetchall()
        labels = sorted({str(label) for _, label in pairs})
        number_of = {label: number for number, label in enumerate(labels)}
        owners = np.array([owner for owner, _ in pairs], dtype=np.int64)
        values = np.array([number_of[str(label)] for _, label in pairs], dtype=np.int32)
        counts = np.bincount(owners, minlength=cards + rulings + 1)
        starts = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
        store[f"{name}.labels"] = json.dumps(labels).encode()
        store[f"{name}.starts"] = starts.tobytes()
        store[f"{name}.values"] = values[np.argsort(owners, kind="stable")].tobytes()
    connection.executemany("INSERT INTO facet_arrays VALUES (?, ?)", store.items())


@cached_by_build(4)
def load_arrays(connection: sqlite3.Connection) -> Arrays:
    """The arrays of a database."""
    store: dict[str, bytes] = dict(connection.execute("SELECT name, data FROM facet_arrays"))
    about = json.loads(store["about"])
    language = np.frombuffer(store["language"], dtype=np.int16)
    entity = np.frombuffer(store["entity"], dtype=np.int32)
    spread = np.frombuffer(store["spread"], dtype=np.int32)
    in_order = language.astype(np.int64) * len(spread) + entity
    in_order[0] = -1
    return Arrays(
        about["cards"],
        about["languages"],
        {number: place for place, number in enumerate(about["ids"])},
        language,
        entity,
        np.frombuffer(store["length"], dtype=np.int32),
        spread,
        np.frombuffer(store["names"], dtype=np.int32),
        np.frombuffer(store["dates"], dtype=np.int32),
        about["first_chinese"],
        {
            name: FacetValues(
                json.loads(store[f"{name}.labels"]),
                np.frombuffer(store[f"{name}.starts"], dtype=np.int32),
                np.frombuffer(store[f"{name}.values"], dtype=np.int32),
            )
            for name in _VALUES
        },
        (entity <= about["cards"]).astype(np.int16),
        in_order,
    )


_CARD_VALUES = {
    "set": "SELECT DISTINCT card_id AS owner, set_code AS label FROM printings "
    "WHERE set_code IS NOT NULL",
    "keyword": "SELECT DISTINCT cards.id AS owner, word.value AS label "
    "FROM cards, json_each(cards.keywords) AS word",
    "type": "SELECT DISTINCT cards.id AS owner, word.value AS label "
    "FROM cards, json_each(cards.types) AS word",
    "color": "SELECT DISTINCT cards.id AS owner, word.value AS label "
    "FROM cards, json_each(cards.colors) AS word",
}

# Each gives (entity, label) pairs: a card's own, and what a ruling has through its cards.
_VALUES = {
    name: f"""
        WITH own AS MATERIALIZED ({query})
        SELECT owner, label FROM own
        UNION
        SELECT :cards + card_rulings.ruling_id, own.label
        FROM card_rulings
        JOIN own ON own.owner = card_rulings.card_id
    """
    for name, query in _CARD_VALUES.items()
} | {
    "date": """
        SELECT DISTINCT printings.card_id AS owner, sets.released_at AS label
        FROM printings
        JOIN sets ON sets.code = printings.set_code
        WHERE sets.released_at IS NOT NULL
        UNION
        SELECT :cards + ruling_id, published_at
        FROM card_rulings
        WHERE published_at IS NOT NULL
    """,
    "year": """
        SELECT printings.card_id AS owner, substr(sets.released_at, 1, 4) AS label
        FROM printings
        JOIN sets ON sets.code = printings.set_code
        WHERE sets.released_at IS NOT NULL
        UNION
        SELECT :cards + ruling_id, substr(published_at, 1, 4)
        FROM card_rulings
        WHERE published_at IS NOT NULL
    """,
    "issuer": """
        SELECT DISTINCT :cards + ruling_id AS owner, issuer AS label
        FROM card_rulings
        WHERE issuer IS NOT NULL
    """,
}

# Each gives (entity, number) pairs.
_NUMBERS = {
    "spread": """
        SELECT id, 1 FROM cards
        UNION ALL
        SELECT :cards + ruling_id, count(DISTINCT card_id) FROM card_rulings GROUP BY ruling_id
    """,
    "names": """
        SELECT id, row_number() OVER (ORDER BY slug) FROM cards
        UNION ALL
        SELECT
            :cards + card_rulings.ruling_id,
            1000000 + row_number() OVER (ORDER BY min(cards.slug), card_rulings.ruling_id)
        FROM card_rulings
        JOIN cards ON cards.id = card_rulings.card_id
        GROUP BY card_rulings.ruling_id
    """,
    "dates": """
        SELECT printings.card_id, max(CAST(replace(sets.released_at, '-', '') AS INTEGER))
        FROM printings
        JOIN sets ON sets.code = printings.set_code
        WHERE sets.released_at IS NOT NULL
        GROUP BY printings.card_id
        UNION ALL
        SELECT :cards + ruling_id, max(CAST(replace(published_at, '-', '') AS INTEGER))
        FROM card_rulings
        WHERE published_at IS NOT NULL
        GROUP BY ruling_id
    """,
}
