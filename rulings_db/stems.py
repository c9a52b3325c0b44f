"""The words of a language by stem, so that an inflected word finds its other forms.

A stem is made from the folded word (`rulings_db.text.fold`), the same for the index and for the
query: Snowball's, where it has the language.
"""

import functools
from collections.abc import Iterable, Iterator

import Stemmer

from ingest.languages import BY_CODE
from rulings_db.text import parts


@functools.cache
def _stemmer(name: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(name)


def stems(word: str, language: str) -> list[str]:
    """The stems that `word` may have in `language` (our code); none where nothing stems it."""
    known = BY_CODE.get(language)
    if known is None or known.stemmer is None:
        return []
    return [_stemmer(known.stemmer).stemWord(word)]


def word_forms(vocabulary: Iterable[str], language: str) -> Iterator[tuple[str, str]]:
    """(stem, word) for every word of a vocabulary that has a stem in `language`."""
    for word in vocabulary:
        if word.isalpha():
            for stem in stems(word, language):
                yield stem, word


def number_forms(vocabulary: Iterable[str]) -> Iterator[tuple[str, str]]:
    """(number, term) for every power/toughness term of a vocabulary."""
    for word in vocabulary:
        for part in parts(word):
            yield part, word
