"""Questions: where no text has all that was asked, the texts that have most of what matters in it.

The words that carry a question (`language.function_words`) are left out, and so is what no ruling
has. What is left weighs the more the fewer rulings have it, terms of the game and names of cards
more than that; a word of another language counts by its English terms too. Rulings stand before
cards.
"""

import json
import math
import sqlite3
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulings_db.catalog.lookup import ids_by_name
from rulings_db.index.arrays import Arrays, Mask
from rulings_db.language.fold import fold
from rulings_db.language.function_words import (
    FUNCTION_WORDS,
    PARTED_BY_FUNCTION_WORDS,
    PARTICLES,
    between_function_words,
    is_only_function_words,
)
from rulings_db.language.query_language import language_of, likely_language
from rulings_db.language.tokenize import phrase_key
from rulings_db.retrieval.matching import Matcher
from rulings_db.retrieval.query import Field, Or, Query, Word
from rulings_db.terminology.translation import english_for

MOST = 200
"""The most hits that answer a question."""

SURE = 0.6
"""The part of what matters in a question that an answer has; below it, it is told that nothing
answers well."""

_LEAST = 0.35
_NEAR_BEST = 0.7
_MOST_PARTS = 12
_TERM = 1.5
_TOGETHER = 0.5
_LONGEST_PIECE = 8
_LONGEST_TERM = 4
_CHINESE = ("zhs", "zht")
_SIGNS = "?!.,;:¿¡…？！。、，"


class Answers(NamedTuple):
    """What answers a question: its hits, best first, a matcher of what they were found by, the
    words that were left out, how words were translated, and whether the best is sure to be one."""

    hits: NDArray[np.int64]
    matcher: Matcher
    left_out: tuple[str, ...]
    via: tuple[str, ...]
    sure: bool


class _Part(NamedTuple):
    """A word of a question that matters, or a card's name in it: what it is found by, which hits
    have it, and what it weighs."""

    word: Word
    node: Word | Field | Or
    mask: Mask
    weight: float
    via: str | None


def answer(
    connection: sqlite3.Connection, arrays: Arrays, query: Query, reader: str
) -> Answers | None:
    """What answers a query of several words that no text has all of; None where nothing has enough
    of it, and for one word. `reader` is the code of the language of who asks."""
    language = _language(query, reader)
    name, others = _apart_from_name(connection, query, language)
    words = [*([name] if name else []), *_content_words(connection, others, language)]
    if len(query.words) < 2 and len(words) < 2:
        return None
    is_ruling = arrays.entity > arrays.cards
    allowed = Matcher(connection, arrays, query).conditions()
    if not any(isinstance(part, Field) and part.name == "lang" for part in query.conditions):
        allowed &= _readable(arrays, language, reader)
    rulings = is_ruling & allowed
    known = [
        _part(connection, arrays, query, word, language, rulings) for word in words[:_MOST_PARTS]
    ]
    parts = [part for part in known if part is not None]
    if not parts:
        return None
    score = _score(connection, arrays, query, parts) * allowed
    best, most = float(score.max()), sum(part.weight for part in parts)
    if best < _LEAST * most:
        return None
    # What no ruling has weighs as much as what a single one has.
    unknown = (len(known) - len(parts)) * math.log(1 + int(rulings.sum()))
    hits = np.flatnonzero(score >= _NEAR_BEST * best)
    order = np.lexsort((arrays.length[hits], -score[hits], ~is_ruling[hits]))
    found = [part.word.text for part in parts]
    return Answers(
        hits[order][:MOST],
        Matcher(connection, arrays, query._replace(tree=Or(tuple(part.node for part in parts)))),
        tuple(w.text for w in query.words if not any(text in w.text for text in found)),
        tuple(part.via for part in parts if part.via),
        best >= SURE * (most + unknown),
    )


def _language(query: Query, reader: str) -> str:
    text = " ".join(word.text for word in query.words)
    return language_of(text) or likely_language(fold(text).split(), reader)


def _readable(arrays: Arrays, language: str, reader: str) -> Mask:
    """The hits in the language of a question, in the reader's, and in English."""
    wanted = [n for n, code in enumerate(arrays.languages) if code in (language, reader, "en")]
    return np.isin(arrays.language, wanted)


def _apart_from_name(
    connection: sqlite3.Connection, query: Query, language: str
) -> tuple[Word | None, Sequence[Word]]:
    """The card that a question names, the longest name first, and the words beside its name. A word
    that cards say is no name, though a card may be called so ("Fear", "Morph")."""
    words = query.words
    ends = [(n, start) for n in range(len(words), 0, -1) for start in range(len(words) - n + 1)]
    for length, start in ends:
        inside = words[start : start + length]
        text = " ".join(word.text.strip(_SIGNS) for word in inside)
        if is_only_function_words(text) or (length == 1 and _is_said(connection, text)):
            continue
        if ids_by_name(connection, text):
            return Word(text, column="name"), (*words[:start], *words[start + length :])
    return None, words


def _content_words(
    connection: sqlite3.Connection, words: Sequence[Word], language: str
) -> list[Word]:
    """The words of a question that matter, in their order, each once."""
    found: list[Word] = []
    for word in _with_terms(connection, words, language):
        text = word.text.strip(_SIGNS)
        if word.phrase or word.prefix:
            found.append(word)
        elif language in PARTED_BY_FUNCTION_WORDS:
            found += [Word(piece) for piece in _pieces(connection, text, language)]
        elif fold(text) not in FUNCTION_WORDS.get(language, ()):
            found.append(Word(PARTICLES.sub("", text) if language == "ko" else text))
    return [word for word in dict.fromkeys(found) if word.text]


def _with_terms(connection: sqlite3.Connection, words: Sequence[Word], language: str) -> list[Word]:
    """Words, those together that are one term of the game ("first strike")."""
    starts = range(len(words))
    texts = {
        (start, end): " ".join(word.text.strip(_SIGNS) for word in words[start:end])
        for start in starts
        for end in range(start + 2, min(start + _LONGEST_TERM, len(words)) + 1)
    }
    keys = {text: phrase_key(text, language in _CHINESE) for text in texts.values()}
    rows = connection.execute(_TERMS, {"keys": json.dumps(sorted(keys.values()))})
    known = {key for (key,) in rows}
    joined: list[Word] = []
    at = 0
    while at < len(words):
        ends = range(min(at + _LONGEST_TERM, len(words)), at + 1, -1)
        end = next((end for end in ends if keys[texts[at, end]] in known), at + 1)
        joined.append(Word(texts[at, end]) if end > at + 1 else words[at])
        at = end
    return joined


def _pieces(connection: sqlite3.Connection, text: str, language: str) -> list[str]:
    """The words of a text without spaces: the longest ones that glossary and lexicon know, and what
    stands between these and function words."""
    spans = [
        text[start:end]
        for start in range(len(text))
        for end in range(start + 2, min(start + _LONGEST_PIECE, len(text)) + 1)
    ]
    keys = {span: phrase_key(span, language in _CHINESE) for span in spans}
    rows = connection.execute(_KNOWN, {"keys": json.dumps(sorted(set(keys.values()) - {""}))})
    known = {key for (key,) in rows}
    found: list[str] = []
    rest, at = "", 0
    while at < len(text):
        lengths = range(min(_LONGEST_PIECE, len(text) - at), 1, -1)
        longest = next((n for n in lengths if keys[text[at : at + n]] in known), 0)
        if longest:
            found += [*_between(rest, language), text[at : at + longest]]
            rest = ""
        else:
            rest += text[at]
        at += longest or 1
    return [*found, *_between(rest, language)]


def _between(text: str, language: str) -> list[str]:
    return [piece for piece in between_function_words(text, language) if len(piece) > 1]


def _part(
    connection: sqlite3.Connection,
    arrays: Arrays,
    query: Query,
    word: Word,
    language: str,
    rulings: Mask,
) -> _Part | None:
    """A word with what it is found by; None where no ruling has it in any way."""
    node: Word | Field | Or
    if word.column == "name":
        translations, node = [], Field("name", ":", word.text)
    else:
        translations = english_for(connection, word.text, [language]) if language != "en" else []
        english = [Word(translation.english) for translation in translations]
        node = Or((word, *english)) if english else word
    mask = Matcher(connection, arrays, query._replace(tree=node)).mask()
    held = int((mask & rulings).sum())
    if not held:
        return None
    weight = math.log(1 + int(rulings.sum()) / held)
    if translations or word.column or _is_term(connection, word.text):
        weight *= _TERM
    return _Part(word, node, mask, weight, translations[0].via if translations else None)


def _is_term(connection: sqlite3.Connection, text: str) -> bool:
    row = connection.execute(
        "SELECT 1 FROM glossary WHERE lower(term) = ? LIMIT 1", (text.lower(),)
    ).fetchone()
    return row is not None


def _is_said(connection: sqlite3.Connection, text: str) -> bool:
    """Whether a word stands in the texts of cards, or is a term."""
    row = connection.execute(
        """
        SELECT 1 FROM lexicon WHERE word = :key
        UNION ALL
        SELECT 1 FROM glossary WHERE key = :key OR lower(term) = :key
        """,
        {"key": phrase_key(text)},
    ).fetchone()
    return row is not None


def _score(
    connection: sqlite3.Connection, arrays: Arrays, query: Query, parts: Sequence[_Part]
) -> NDArray[np.float64]:
    """What each hit has of the parts, by weight, with something for two that stand side by side as
    they were asked. Long texts count for less: they have more by chance."""
    score = np.zeros(arrays.size)
    for part in parts:
        score += part.weight * part.mask
    for one, other in pairwise(parts):
        phrase = Word(f"{one.word.text} {other.word.text}", phrase=True)
        if not one.word.phrase and phrase.text in query.text:
            together = Matcher(connection, arrays, query._replace(tree=phrase)).mask()
            score += _TOGETHER * (one.weight + other.weight) / 2 * together
    average = float(arrays.length[1:].mean())
    shortened: NDArray[np.float64] = score / (1 + 0.1 * np.log1p(arrays.length / average))
    return shortened


# Those of some keys that are a term of the game.
_TERMS = """
    SELECT value
    FROM json_each(:keys)
    WHERE value IN (SELECT key FROM glossary UNION ALL SELECT lower(term) FROM glossary)
"""
# Those of some keys that are a word for people: in the glossary, or in the lexicon.
_KNOWN = """
    SELECT value
    FROM json_each(:keys)
    WHERE EXISTS (SELECT 1 FROM glossary WHERE glossary.key = value)
        OR EXISTS (SELECT 1 FROM lexicon WHERE lexicon.word = value AND lexicon.english <> '')
"""
