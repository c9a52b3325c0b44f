"""Candidates: what a query finds, before it is ranked.

Words and conditions are matched by `retrieval.matching`. To what they find come the cards that are
called exactly what was typed, or have that set and number; where nothing is found, what a query
that was perhaps meant finds (`retrieval.did_you_mean`), or the cards whose name was perhaps
misspelt; and the English rulings that say the same as a word typed in another language
(`terminology.translation`).
"""

import sqlite3
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from ingest.languages import Language, find_language
from rulings_db.catalog.lookup import called, ids_by_printing, misspelt
from rulings_db.index.arrays import Arrays, Mask, load_arrays
from rulings_db.language.query_language import language_of
from rulings_db.notices import N_, Notice
from rulings_db.retrieval import questions
from rulings_db.retrieval.did_you_mean import card_and_words, card_only
from rulings_db.retrieval.matching import Matcher
from rulings_db.retrieval.query import And, Field, Or, Query, Word, parse
from rulings_db.retrieval.questions import Answers
from rulings_db.terminology.translation import english_for


class Candidates(NamedTuple):
    """What a query finds: `mask` over all hits, of which `exact` have the name that was typed.
    `places` gives the order of hits that have one of their own: names close to what was typed, and
    answers to a question, where nothing else was found.
    `by_translation` are the hits that only `translation` finds, the query in English. `text` is
    what was typed, `did_you_mean` the queries perhaps meant, of which `query` is the first where
    what was typed finds nothing."""

    query: Query
    arrays: Arrays
    matcher: Matcher
    mask: Mask
    exact: Mask
    by_translation: Mask
    translation: "QueryTranslation | None"
    warnings: tuple[Notice, ...]
    text: str
    places: Mapping[int, int] = MappingProxyType({})
    did_you_mean: "tuple[Suggestion, ...]" = ()


class Suggestion(NamedTuple):
    """A query that was perhaps meant, and how many hits it has."""

    query: str
    total: int


class QueryTranslation(NamedTuple):
    """The query in English: its matcher, and for people how its words were translated."""

    matcher: Matcher
    via: str


def find(connection: sqlite3.Connection, text: str, reader: str = "en") -> Candidates:
    """Find what somebody typed whose language is `reader` (our code)."""
    query = parse(text)
    found = _find(connection, query)
    others = _those_that_find(connection, card_and_words(connection, query))
    typed = typed_text(query)
    if typed and not found.mask.any() and not found.matcher.in_flavor:
        return _second_best(connection, found, typed, others, reader)
    return found._replace(did_you_mean=_suggestions(others))


def _suggestions(others: Sequence[tuple[str, Candidates]]) -> tuple[Suggestion, ...]:
    return tuple(Suggestion(query, int(found.mask.sum())) for query, found in others)


def _those_that_find(
    connection: sqlite3.Connection, queries: Sequence[str]
) -> Sequence[tuple[str, Candidates]]:
    """Those of some queries that find anything."""
    found = [(query, _find(connection, parse(query))) for query in queries]
    return [(query, one) for query, one in found if one.mask.any()]


def _find(connection: sqlite3.Connection, query: Query) -> Candidates:
    """What the words and conditions of a query find."""
    arrays = load_arrays(connection)
    matcher = Matcher(connection, arrays, query)
    mask = matcher.mask()
    exact = np.zeros(arrays.size, dtype=bool)
    by_translation = np.zeros(arrays.size, dtype=bool)
    translation = None
    typed = typed_text(query)
    if typed and not matcher.in_flavor:
        exact = _named(connection, arrays, typed) & matcher.conditions()
        mask = mask | exact
        translation = _translated(connection, arrays, query)
        if translation is not None:
            by_translation = translation.matcher.mask() & ~mask
            mask = mask | by_translation
    warnings = (*query.warnings, *matcher.warnings)
    return Candidates(
        query, arrays, matcher, mask, exact, by_translation, translation, warnings, query.text
    )


def _second_best(
    connection: sqlite3.Connection,
    found: Candidates,
    typed: str,
    others: Sequence[tuple[str, Candidates]],
    reader: str,
) -> Candidates:
    """Where a query finds nothing: what one finds that was perhaps meant, else the names close to
    what was typed, else the answers to a question, else nothing, with a word on what the database
    lacks."""
    places = {}
    if not others:
        places = _misspelt(connection, found.arrays, typed, found.matcher.conditions())
    if places:
        found.mask[list(places)] = True
        message = N_('nothing has "%(words)s"; these are the names closest to it')
        notice = Notice(message, {"words": typed})
        return found._replace(places=places, warnings=(*found.warnings, notice))
    others = others or _those_that_find(connection, card_only(connection, found.query))
    if others:
        suggested, other = others[0]
        message = N_('nothing has all of "%(words)s"; this is what %(query)s finds')
        notice = Notice(message, {"words": typed, "query": suggested})
        query = other.query._replace(order=found.query.order)
        warnings = (*found.warnings, notice)
        return other._replace(
            query=query, text=found.text, warnings=warnings, did_you_mean=_suggestions(others)
        )
    answers = questions.answer(connection, found.arrays, found.query, reader)
    if answers is not None:
        return _answered(found, typed, answers)
    language = _lacking_rulings(found, typed, reader)
    if language is None:
        return found
    message = N_(
        "there are no rulings in %(language)s to speak of in this database; "
        "rules terms that stand on no card are found in English only"
    )
    notice = Notice(message, {"language": language.native})
    return found._replace(warnings=(*found.warnings, notice))


def _answered(found: Candidates, typed: str, answers: Answers) -> Candidates:
    """The answers to a question, with a word on how well they answer and what was left out."""
    message = N_('nothing has all of "%(words)s"; this has most of it')
    if not answers.sure:
        message = N_('nothing answers "%(words)s" well; this comes closest')
    notices = [Notice(message, {"words": typed})]
    if answers.left_out:
        message = N_("left out: %(words)s")
        notices.append(Notice(message, {"words": ", ".join(answers.left_out)}))
    if answers.via:
        message = N_("looked for in English too: %(words)s")
        notices.append(Notice(message, {"words": ", ".join(answers.via)}))
    found.mask[answers.hits] = True
    order = {hit: place for place, hit in enumerate(answers.hits.tolist())}
    return found._replace(
        matcher=answers.matcher, places=order, warnings=(*found.warnings, *notices)
    )


def _lacking_rulings(found: Candidates, typed: str, reader: str) -> Language | None:
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


def _translated(
    connection: sqlite3.Connection, arrays: Arrays, query: Query
) -> QueryTranslation | None:
    """The query with its words in English, for English rulings; None where it asks for languages of
    its own, or where a word has no translation that is sure."""
    asked = {
        (part.name, part.value.lower())
        for part in query.conditions
        if isinstance(part, Field) and part.name in ("lang", "xlang", "in")
    }
    if not asked <= _BESIDE_TRANSLATION:
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
    return QueryTranslation(Matcher(connection, arrays, query._replace(tree=tree)), via)


# Conditions beside which a search may go on in English.
_BESIDE_TRANSLATION = frozenset({("lang", "any"), ("xlang", "on"), ("in", "rulings")})


def typed_text(query: Query) -> str | None:
    """The query's words as one text, without its conditions; None where it has no words, or more
    than words that must all be there."""
    if "《" in query.text:
        return query.text
    return " ".join(word.text for word in query.words) or None


def _named(connection: sqlite3.Connection, arrays: Arrays, text: str) -> Mask:
    """The hits whose card is called exactly `text`, in their language; with set and number, all of
    the card's."""
    mask = np.zeros(arrays.size, dtype=bool)
    mask[arrays.hits(called(connection, text))] = True
    printed = ids_by_printing(connection, text)
    if printed:
        mask |= np.isin(arrays.entity, printed)
    return mask


def _misspelt(
    connection: sqlite3.Connection, arrays: Arrays, text: str, allowed: Mask
) -> dict[int, int]:
    """The hits with a name close to `text`, each with its place in the order of closeness."""
    close = arrays.hits(
        (language_id, card_id) for language_id, card_id, _ in misspelt(connection, text)
    )
    return {hit: place for place, hit in enumerate(close.tolist()) if allowed[hit]}
