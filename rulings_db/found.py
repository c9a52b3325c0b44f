"""What a query finds, and in which order.

Words and conditions are matched by `rulings_db.match`. To what they find come the cards that are
called exactly what was typed, or have that set and number; where nothing is found, the cards whose
name was perhaps misspelt; and the English rulings that say the same as a word typed in another
language (`rulings_db.across`).
"""

import sqlite3
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ingest.languages import find_language
from rulings_db import facets
from rulings_db.across import english_for
from rulings_db.cards import keys_of, near, printed_as
from rulings_db.facets import Arrays, Mask
from rulings_db.match import Matcher
from rulings_db.notices import N_, Notice
from rulings_db.query import And, Field, Or, Query, Word, parse

RANKED_AT_MOST = 4_000
"""Above this many hits, those with the words in their name and then short ones stand first: bm25
over a hundred thousand hits would cost more than it tells."""

_BM25 = "bm25(hits_fts, 12.0, 4.0, 1.0)"


class Found(NamedTuple):
    """What a query finds: `mask` over all hits, of which `exact` have the name that was typed.
    Where nothing was found, `closeness` gives the order of the hits with a name close to it.
    `through` are the hits found only through `across`."""

    query: Query
    arrays: Arrays
    matcher: Matcher
    mask: Mask
    exact: Mask
    closeness: dict[int, int]
    through: Mask
    across: "Across | None"
    warnings: tuple[Notice, ...]


class Across(NamedTuple):
    """The query in English: its matcher, and for people how its words were translated."""

    matcher: Matcher
    via: str


def find(connection: sqlite3.Connection, text: str) -> Found:
    """Find what somebody typed."""
    query = parse(text)
    arrays = facets.load(connection)
    matcher = Matcher(connection, arrays, query)
    mask = matcher.mask()
    exact = np.zeros(arrays.size, dtype=bool)
    closeness: dict[int, int] = {}
    through = np.zeros(arrays.size, dtype=bool)
    across = None
    typed = _typed(query)
    if typed and not matcher.in_flavor:
        allowed = matcher.conditions()
        exact = _named(connection, arrays, typed) & allowed
        mask = mask | exact
        across = _in_english(connection, arrays, query)
        if across is not None:
            through = across.matcher.mask() & ~mask
            mask = mask | through
        if not mask.any():
            closeness = _misspelt(connection, arrays, typed, allowed)
            mask[list(closeness)] = True
    warnings = (*query.warnings, *matcher.warnings)
    if closeness:
        message = N_('nothing has "%(words)s"; these are the names closest to it')
        warnings += (Notice(message, {"words": typed or ""}),)
    return Found(query, arrays, matcher, mask, exact, closeness, through, across, warnings)


def _in_english(connection: sqlite3.Connection, arrays: Arrays, query: Query) -> Across | None:
    """The query with its words in English, for English rulings; None where it asks for languages of
    its own, or where a word has no translation that is sure."""
    asked = {
        (part.name, part.value.lower())
        for part in query.conditions
        if isinstance(part, Field) and part.name in ("lang", "xlang", "in")
    }
    if not asked <= _ACROSS:
        return None
    words = [word.text for word in query.words]
    translated = [english_for(connection, " ".join(words))]
    if not all(translated) and len(words) > 1:
        translated = [english_for(connection, word) for word in words]
    if not all(translated):
        return None
    english = [
        Or(tuple(Word(translation.english) for translation in translations))
        for translations in translated
    ]
    others = [p for p in query.conditions if not (isinstance(p, Field) and p.name == "lang")]
    tree = And((*english, *others, Field("lang", ":", "en"), Field("in", ":", "rulings")))
    via = ", ".join(translations[0].via for translations in translated)
    return Across(Matcher(connection, arrays, query._replace(tree=tree)), via)


# Conditions beside which a search may go on in English.
_ACROSS = frozenset({("lang", "any"), ("xlang", "on"), ("in", "rulings")})


def _typed(query: Query) -> str | None:
    """The query's words as one text, without its conditions; None where it has no words, or more
    than words that must all be there."""
    if "《" in query.text:
        return query.text
    return " ".join(word.text for word in query.words) or None


def _named(connection: sqlite3.Connection, arrays: Arrays, text: str) -> Mask:
    """The hits whose card is called exactly `text`, in their language; with set and number, all of
    the card's."""
    keys = sorted(keys_of(text))
    marks = ", ".join("?" * len(keys))
    rows = connection.execute(
        f"SELECT language_id, card_id FROM names WHERE name IN ({marks})", keys
    )
    mask = np.zeros(arrays.size, dtype=bool)
    mask[arrays.hits(rows)] = True
    printed = printed_as(connection, text)
    if printed:
        mask |= np.isin(arrays.entity, printed)
    return mask


def _misspelt(
    connection: sqlite3.Connection, arrays: Arrays, text: str, allowed: Mask
) -> dict[int, int]:
    """The hits with a name close to `text`, each with its place in the order of closeness."""
    close = arrays.hits(
        (language_id, card_id) for language_id, card_id, _ in near(connection, text)
    )
    return {hit: place for place, hit in enumerate(close.tolist()) if allowed[hit]}


def rank(found: Found, hits: NDArray[np.int64], reader: str) -> NDArray[np.int64]:
    """Some of the found hits in order: exact name, name prefix, the reader's language, words side
    by side and as typed before other forms, then relevance; or by date or name, where the query
    says so; or by closeness of the name."""
    arrays, matcher = found.arrays, found.matcher
    if found.closeness:
        places = [found.closeness[int(hit)] for hit in hits]
        return hits[np.argsort(places, kind="stable")]
    if found.query.order != "relevance":
        by_date = found.query.order == "date"
        values = (arrays.dates if by_date else arrays.names)[arrays.entity[hits]]
        return hits[np.lexsort((hits, -values if by_date else values))]
    tier = np.full(arrays.size, 2, dtype=np.int8)
    typed = _typed(found.query)
    if typed:
        tier[matcher.name_begins(typed)] = 1
    tier[found.exact] = 0
    tier[found.through] = 3
    language = find_language(reader)
    code = language.code if language else reader
    foreign = np.array([known != code for known in arrays.languages])[arrays.language]
    if len(hits) <= RANKED_AT_MOST:
        score = np.zeros(arrays.size)
        for asked in (matcher, *((found.across.matcher,) if found.across else ())):
            for hit, value in asked.scores(_BM25):
                score[hit] += value
    else:
        score = arrays.length.astype(float)
        score[matcher.name_hits()] -= 1e6
    loose = matcher.looseness()
    if found.across is not None:
        loose = np.where(found.through, found.across.matcher.looseness(), loose)
    order = (hits, score[hits], loose[hits], foreign[hits], tier[hits])
    return hits[np.lexsort(order)]
