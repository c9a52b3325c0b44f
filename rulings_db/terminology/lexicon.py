"""Which English words stand beside the words of another language, counted over aligned lines.

An English word counts in all its forms; a word of a spaced language counts as it stands, in
Chinese, Japanese and Korean a run of characters does. A word is tied to an English one when its
lines have that one far more often than other lines do.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulings_db.database.schema import ENGLISH
from rulings_db.terminology.alignment import Ints
from rulings_db.terminology.bitext import Bitext
from rulings_db.terminology.ngrams import Side, slices

KEPT = 4
"""The most English words that a word is tied to."""

MIN_SCORE = 0.35
"""The least score that is kept: how much more of a word's lines have the English word than of all
other lines (0 to 1), less for words that few lines have."""

_MIN_LINES = 3
_MIN_ENGLISH = 6
_TIED = 0.5
_EVERYWHERE = 0.02
_MIN_DICE = 0.12
_NEAR_BEST = 0.75

COMMON = 20
"""A word that this many English lines have is English, whatever else it may be."""

Row = tuple[int, str, str, float]
"""(language row id, word, English word, score), as the table has it."""


class EnglishWord(NamedTuple):
    """An English word by its most frequent form, folded, and the lines that have any form of it."""

    word: str
    lines: Ints


def english_words(english: Side) -> list[EnglishWord]:
    """The words of English lines, forms of one stem together; none that too few lines have."""
    starts, owners = english.by_gram()
    found = []
    for family_grams in english.by_stem().values():
        words = [(english.word(gram), gram) for gram in family_grams]
        family = [(int(english.sizes[gram]), word, gram) for word, gram in words if len(word) > 1]
        if sum(size for size, _, _ in family) >= _MIN_ENGLISH:
            grams = np.array([gram for _, _, gram in family])
            lines = np.unique(slices(owners, starts, grams))
            found.append(EnglishWord(max(family)[1], lines))
    return found


def mine(language_id: int, words: list[EnglishWord], bitext: Bitext) -> Iterator[Row]:
    """The rows of one language. A frequent word that no English word is tied to, an article or
    the like, has one with an empty English word and its part of all lines."""
    local = bitext.local
    whole = len(local.lines)
    eligible = local.sizes >= _MIN_LINES
    if not local.unspaced:
        eligible &= local.lengths == 1
    starts, grams, names = _only(local, eligible)
    sizes = local.sizes[names]
    tied: list[tuple[Ints, NDArray[np.float64], Ints]] = []
    for place, word in enumerate(words):
        lines = bitext.beside(word.lines)
        if len(lines) < _MIN_LINES:
            continue
        counts = np.bincount(slices(grams, starts, lines), minlength=len(names))
        found = np.flatnonzero(counts >= _MIN_LINES)
        shared, size = counts[found], sizes[found]
        elsewhere = (len(lines) - shared) / np.maximum(whole - size, 1)
        score = (shared / size - elsewhere) * shared / (shared + 1)
        strong = score >= MIN_SCORE
        if local.unspaced:
            strong &= 2 * shared / (size + len(lines)) >= _MIN_DICE
        tied.append((found[strong], score[strong], np.full(int(strong.sum()), place)))
    if not tied:
        return
    gram, score, number = (np.concatenate(column) for column in zip(*tied, strict=True))
    order = np.lexsort((number, -score, gram))
    gram, score, number = gram[order], score[order], number[order]
    opens = np.flatnonzero(np.diff(gram, prepend=-1))
    rank = np.arange(len(gram)) - np.repeat(opens, np.diff(np.append(opens, len(gram))))
    best = score[np.arange(len(gram)) - rank]
    if not local.unspaced:
        often = sizes >= max(_EVERYWHERE * whole, COMMON)
        often[gram[score >= _TIED]] = False
        for at in np.flatnonzero(often).tolist():
            yield language_id, local.terms_of(int(names[at]))[0], "", round(sizes[at] / whole, 6)
    joiner = "" if local.unspaced else " "
    for at in np.flatnonzero((rank < KEPT) & (score >= _NEAR_BEST * best)).tolist():
        term = joiner.join(local.terms_of(int(names[gram[at]])))
        if len(term) > 1:
            yield language_id, term, words[int(number[at])].word, round(float(score[at]), 3)


def common_english(english: Side) -> Iterator[Row]:
    """The words that English lines have often, each standing for itself."""
    for gram in np.flatnonzero((english.lengths == 1) & (english.sizes >= COMMON)).tolist():
        (word,) = english.terms_of(gram)
        yield ENGLISH, word, word, round(int(english.sizes[gram]) / len(english.lines), 6)


def _only(side: Side, eligible: NDArray[np.bool_]) -> tuple[Ints, Ints, Ints]:
    """(starts, grams, names): the grams of each line, as `Side` has them, but only some grams and
    these numbered anew; `names` has their old numbers."""
    inside = eligible[side.grams]
    ends = np.concatenate(([0], np.cumsum(inside)))
    return (
        ends[side.starts],
        (np.cumsum(eligible) - 1)[side.grams[inside]],
        np.flatnonzero(eligible),
    )
