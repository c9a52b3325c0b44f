"""Which rows of a table or view a search finds: those whose own text matches.

A hit stands for all wordings of a card in a language. A table page lists wordings one by one, so a
hit with several is narrowed to those that match by themselves.
"""

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulings_db.database.cache import cached_by_build
from rulings_db.database.schema import FACES_PER_CARD, is_chinese
from rulings_db.index.arrays import Arrays, Mask, load_arrays
from rulings_db.retrieval import highlight
from rulings_db.retrieval.highlight import Pattern
from rulings_db.retrieval.matching import Matcher
from rulings_db.retrieval.query import And, Field, Node, Or, Query, Word, parse

ID_COLUMNS = {
    "card_texts": "localization_id",
    "localizations": "id",
    "rulings_by_card": "ruling_text_id",
    "ruling_texts": "id",
}
"""The tables and views that can be searched, each with the column that holds a row's id."""

Parts = Mapping[str, str]
"""The text of one row by column: "name", "type", "text"."""


def matching_row_ids(connection: sqlite3.Connection, table: str, text: str) -> list[int]:
    """Ids, as `ID_COLUMNS[table]` has them, of the rows that a query finds, in order."""
    query = parse(text)
    arrays = load_arrays(connection)
    matcher = Matcher(connection, arrays, query)
    found = matcher.mask()
    of_cards = table in ("card_texts", "localizations")
    rows = _rows(connection, of_cards)
    listed = found[rows.hits]
    sure = listed & rows.alone
    unsure = rows.ids[listed & ~rows.alone].tolist()
    holds = _condition(connection, arrays, query)
    statement = _WORDINGS if of_cards else _RULING_TEXTS
    checked = [
        row_id
        for row_id, language_id, *parts in connection.execute(statement, (json.dumps(unsure),))
        if holds(
            {
                column: part or ""
                for column, part in zip(("name", "type", "text"), parts, strict=True)
            },
            is_chinese(language_id),
        )
    ]
    return sorted([*rows.ids[sure].tolist(), *checked])


class _Rows(NamedTuple):
    """All rows of a table: `hits` the hit each belongs to, `alone` whether it is its only one."""

    ids: NDArray[np.int64]
    hits: NDArray[np.int64]
    alone: Mask


@cached_by_build(8)
def _rows(connection: sqlite3.Connection, of_cards: bool) -> _Rows:
    """The rows of localizations or of ruling_texts."""
    arrays = load_arrays(connection)
    statement = _OWNERS if of_cards else _OWNERS_OF_RULING_TEXTS
    first = FACES_PER_CARD if of_cards else arrays.cards
    owners = connection.execute(statement, (first,)).fetchall()
    hits = arrays.hits([(language, entity) for _, language, entity in owners])
    alone = np.bincount(hits, minlength=arrays.size)[hits] == 1
    return _Rows(np.array([row[0] for row in owners], dtype=np.int64), hits, alone)


def _condition(
    connection: sqlite3.Connection, arrays: Arrays, query: Query
) -> Callable[[Parts, bool], bool]:
    """Whether one row, of a hit that was found, has what a query's words ask for. Conditions on
    the card hold for all rows of a hit; flavor texts are not in the row, and hold too."""
    fields = [node for node in query.parts if isinstance(node, Field)]
    scopes = {field.value.lower() for field in fields if field.name == "in"}
    patterns: dict[tuple[Word, bool], list[Pattern]] = {}

    def patterns_of(word: Word, chinese: bool) -> list[Pattern]:
        if (word, chinese) not in patterns:
            alone = query._replace(tree=And((word, *fields)))
            patterns[word, chinese] = Matcher(connection, arrays, alone).patterns(chinese)
        return patterns[word, chinese]

    def holds(node: Node | None, parts: Parts, chinese: bool) -> bool:
        if isinstance(node, Word):
            if node.column == "type":
                return True  # a card's types hold for all its rows
            column = node.column or ("name" if "names" in scopes else None)
            wanted = patterns_of(node, chinese)
            texts = [parts[column]] if column else list(parts.values())
            return not wanted or _has_any(texts, wanted, chinese)
        if isinstance(node, And):
            return all(holds(child, parts, chinese) for child in node.nodes)
        if isinstance(node, Or):
            return any(holds(child, parts, chinese) for child in node.nodes)
        return True

    if "flavor" in scopes:
        return lambda parts, chinese: True
    return lambda parts, chinese: holds(query.tree, parts, chinese)


def _has_any(texts: Sequence[str], patterns: Sequence[Pattern], chinese: bool) -> bool:
    return any(highlight.find(text, patterns, chinese)[1] for text in texts)


_OWNERS = "SELECT id, language_id, face_id / ? FROM localizations"
_OWNERS_OF_RULING_TEXTS = "SELECT id, language_id, ruling_id + ? FROM ruling_texts"
_WORDINGS = """
    SELECT id, language_id, name, type_line, text
    FROM localizations
    WHERE id IN (SELECT value FROM json_each(?))
"""
_RULING_TEXTS = """
    SELECT id, language_id, '', '', text
    FROM ruling_texts
    WHERE id IN (SELECT value FROM json_each(?))
"""
