"""What a query finds, and in which order.

Words and conditions are matched by `rulings_db.match`. To what they find come the cards that are
called exactly what was typed, or have that set and number; where nothing is found, what a query
that was perhaps meant finds (`rulings_db.instead`), or the cards whose name was perhaps misspelt;
and the English rulings that say the same as a word typed in another language
(`rulings_db.across`).
"""

import sqlite3
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ingest.languages import Language, find_language
from rulings_db import facets
from rulings_db.across import english_for
from rulings_db.asked_in import language_of
from rulings_db.cards import keys_of, near, printed_as
from rulings_db.facets import Arrays, Mask
from rulings_db.instead import at_least, instead
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
    `through` are the hits found only through `across`. `text` is what was typed, `instead` the
    queries that were perhaps meant, of which `query` is the first where what was typed finds
    nothing."""

    query: Query
    arrays: Arrays
    matcher: Matcher
    mask: Mask
    exact: Mask
    through: Mask
    across: "Across | None"
    warnings: tuple[Notice, ...]
    text: str
    closeness: Mapping[int, int] = MappingProxyType({})
    instead: "tuple[Offer, ...]" = ()


class Offer(NamedTuple):
    """A query that was perhaps meant, and how many hits it has."""

    query: str
    total: int


class Across(NamedTuple):
    """The query in English: its matcher, and for people how its words were translated."""

    matcher: Matcher
    via: str


def find(connection: sqlite3.Connection, text: str, reader: str = "en") -> Found:
    """Find what somebody typed whose language is `reader` (our code)."""
    query = parse(text)
    found = _find(connection, query)
    others = _all_that_find(connection, instead(connection, query))
    typed = _typed(query)
    if typed and not found.mask.any() and not found.matcher.in_flavor:
        return _otherwise(connection, found, typed, others, reader)
    return found._replace(instead=_offers(others))


def _offers(others: Sequence[tuple[str, Found]]) -> tuple[Offer, ...]:
    return tuple(Offer(query, int(found.mask.sum())) for query, found in others)


def _all_that_find(
    connection: sqlite3.Connection, queries: Sequence[str]
) -> Sequence[tuple[str, Found]]:
    """Those of some queries that find anything."""
    found = [(query, _find(connection, parse(query))) for query in queries]
    return [(query, one) for query, one in found if one.mask.any()]


def _find(connection: sqlite3.Connection, query: Query) -> Found:
    """What the words and conditions of a query find."""
    arrays = facets.load(connection)
    matcher = Matcher(connection, arrays, query)
    mask = matcher.mask()
    exact = np.zeros(arrays.size, dtype=bool)
    through = np.zeros(arrays.size, dtype=bool)
    across = None
    typed = _typed(query)
    if typed and not matcher.in_flavor:
        exact = _named(connection, arrays, typed) & matcher.conditions()
        mask = mask | exact
        across = _in_english(connection, arrays, query)
        if across is not None:
            through = across.matcher.mask() & ~mask
            mask = mask | through
    warnings = (*query.warnings, *matcher.warnings)
    return Found(query, arrays, matcher, mask, exact, through, across, warnings, query.text)


def _otherwise(
    connection: sqlite3.Connection,
    found: Found,
    typed: str,
    others: Sequence[tuple[str, Found]],
    reader: str,
) -> Found:
    """Where a query finds nothing: what one finds that was perhaps meant, else the names close to
    what was typed, else nothing, with a word on what the database lacks."""
    closeness = {}
    if not others:
        closeness = _misspelt(connection, found.arrays, typed, found.matcher.conditions())
    if closeness:
        found.mask[list(closeness)] = True
        message = N_('nothing has "%(words)s"; these are the names closest to it')
        notice = Notice(message, {"words": typed})
        return found._replace(closeness=closeness, warnings=(*found.warnings, notice))
    others = others or _all_that_find(connection, at_least(connection, found.query))
    if others:
        offered, other = others[0]
        message = N_('nothing has all of "%(words)s"; this is what %(query)s finds')
        notice = Notice(message, {"words": typed, "query": offered})
        query = other.query._replace(order=found.query.order)
        warnings = (*found.warnings, notice)
        return other._replace(
            query=query, text=found.text, warnings=warnings, instead=_offers(others)
        )
    language = _lacking_rulings(found, typed, reader)
    if language is None:
        return found
    message = N_(
        "there are no rulings in %(language)s to speak of in this database; "
        "rules terms that stand on no card are found in English only"
    )
    notice = Notice(message, {"language": language.native})
    return found._replace(warnings=(*found.warnings, notice))


def _lacking_rulings(found: Found, typed: str, reader: str) -> Language | None:
    """The language that something was asked in, where it has next to no rulings."""
    codes = found.arrays.languages
    asked = found.matcher.languages or [language_of(typed) or reader]
    is_ruling = found.arrays.entity > found.arrays.cards
    rulings = np.bincount(found.arrays.language[is_ruling], minlength=len(codes))
    asked_in = [codes.index(code) for code in asked if code in codes]
    if not asked_in or rulings[asked_in].sum() * _NEXT_TO_NONE >= rulings.max():
        return None
    return find_language(codes[asked_in[0]])


# One in so many of the language with most.
_NEXT_TO_NONE = 100


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
    loose = matcher.looseness(hits)
    if found.across is not None:
        loose = np.where(found.through[hits], found.across.matcher.looseness(hits), loose)
    order = (hits, score[hits], loose, foreign[hits], tier[hits])
    return hits[np.lexsort(order)]
