"""A card's name and a question about it ("Cloudform face down"), as what the query language has for
that: `card:"Cloudform" face down`."""

import sqlite3
from collections.abc import Sequence

from rulings_db.catalog.lookup import called
from rulings_db.language.function_words import is_only_function_words
from rulings_db.language.tokenize import name_key
from rulings_db.retrieval.query import Field, Query, Word, written

SUGGESTED = 3
"""The most queries that are suggested in place of one."""

# What people call rulings; those of the second kind stand behind a name without a space too.
_SPACED = """
    ruling rulings faq regelhinweis regelhinweise aclaración aclaraciones dictamen dictámenes
    chiarimento chiarimenti esclarecimento esclarecimentos clarification clarifications
    разъяснение разъяснения рулинг рулинги
"""
_UNSPACED = ("裁定", "ルーリング", "释疑", "釋疑", "裁决", "裁決", "룰링", "재정")
_MEANING_RULINGS = frozenset(map(name_key, [*_SPACED.split(), *_UNSPACED]))


def card_and_words(connection: sqlite3.Connection, query: Query) -> list[str]:
    """The queries that somebody perhaps meant who typed a card's name, in any language, before or
    after other words; the longest name first. Empty where the words are a name as they stand."""
    return [" ".join([card, *rest]) for card, rest, _ in _read(connection, query)][:SUGGESTED]


def card_only(connection: sqlite3.Connection, query: Query) -> list[str]:
    """The same without the other words."""
    return [" ".join([card, *fields]) for card, _, fields in _read(connection, query)][:SUGGESTED]


def _read(connection: sqlite3.Connection, query: Query) -> list[tuple[str, list[str], list[str]]]:
    """A query as a card's name, the words beside it with the conditions, and the conditions."""
    conditions = query.conditions
    fields = [node for node in conditions if isinstance(node, Field) and node.name != "name"]
    if len(fields) < len(conditions):
        return []
    words = [part for word in query.words for part in _without_rulings(word)]
    if len(words) < 2 or _is_name(connection, words):
        return []
    return [
        (
            f'card:"{_text(words[start:end])}"',
            _written([*words[:start], *words[end:], *fields]),
            _written(fields),
        )
        for start, end in _ends(len(words))
        if _is_name(connection, words[start:end])
    ]


def _ends(count: int) -> list[tuple[int, int]]:
    """The beginnings and the ends of so many words, long ones first."""
    return [
        place
        for length in range(count - 1, 0, -1)
        for place in ((0, length), (count - length, count))
    ]


def _without_rulings(word: Word) -> list[Word]:
    """A word, cut in two where a word for rulings stands at its end without a space: 雲変化裁定."""
    for meaning in _UNSPACED:
        if word.text.endswith(meaning) and word.text != meaning and not word.phrase:
            return [Word(word.text.removesuffix(meaning)), Word(meaning)]
    return [word]


def _is_name(connection: sqlite3.Connection, words: list[Word]) -> bool:
    """Whether words are a card's name; what only carries a question ("who") is taken for none."""
    if any(word.prefix for word in words) or is_only_function_words(_text(words)):
        return False
    return bool(called(connection, _text(words)))


def _written(nodes: Sequence[Word | Field]) -> list[str]:
    told = [
        Field("in", ":", "rulings")
        if isinstance(node, Word) and name_key(node.text) in _MEANING_RULINGS
        else node
        for node in nodes
    ]
    return [written(node) for node in dict.fromkeys(told)]


def _text(words: list[Word]) -> str:
    return " ".join(word.text.replace('"', " ") for word in words)
