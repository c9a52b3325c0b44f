"""In which order candidates are shown."""

import numpy as np
from numpy.typing import NDArray

from ingest.languages import find_language
from rulings_db.retrieval.candidates import Candidates, typed_text

RANKED_AT_MOST = 4_000
"""Above this many hits, those with the words in their name and then short ones stand first: bm25
over a hundred thousand hits would cost more than it tells."""

_BM25 = "bm25(hits_fts, 12.0, 4.0, 1.0)"


def rank(found: Candidates, hits: NDArray[np.int64], reader: str) -> NDArray[np.int64]:
    """Some of the found hits in order: exact name, name prefix, the reader's language, words side
    by side and as typed before other forms, then relevance; or by date or name, where the query
    says so; or by an order of their own."""
    arrays, matcher = found.arrays, found.matcher
    if found.places:
        places = [found.places[int(hit)] for hit in hits]
        return hits[np.argsort(places, kind="stable")]
    if found.query.order != "relevance":
        by_date = found.query.order == "date"
        values = (arrays.dates if by_date else arrays.names)[arrays.entity[hits]]
        return hits[np.lexsort((hits, -values if by_date else values))]
    tier = np.full(arrays.size, 2, dtype=np.int8)
    typed = typed_text(found.query)
    if typed:
        tier[matcher.name_begins(typed)] = 1
    tier[found.exact] = 0
    tier[found.by_translation] = 3
    language = find_language(reader)
    code = language.code if language else reader
    foreign = np.array([known != code for known in arrays.languages])[arrays.language]
    if len(hits) <= RANKED_AT_MOST:
        score = np.zeros(arrays.size)
        for asked in (matcher, *((found.translation.matcher,) if found.translation else ())):
            for hit, value in asked.scores(_BM25):
                score[hit] += value
    else:
        score = arrays.length.astype(float)
        score[matcher.name_hits()] -= 1e6
    loose = matcher.looseness(hits)
    if found.translation is not None:
        loose = np.where(
            found.by_translation[hits], found.translation.matcher.looseness(hits), loose
        )
    order = (hits, score[hits], loose, foreign[hits], tier[hits])
    return hits[np.lexsort(order)]
