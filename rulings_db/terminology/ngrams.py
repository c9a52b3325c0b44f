"""The lines of one language cut into n-grams, runs of terms; *grams* for short."""

import re
from collections import defaultdict
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

from ingest.languages import BY_CODE
from rulings_db.language.stems import stem
from rulings_db.language.tokenize import BREAK, Tokenizer
from rulings_db.terminology.alignment import Ints, Lines

UNSPACED = frozenset(("ja", "ko", "zhs", "zht"))
"""Languages whose terms are single characters, so that a word is a gram of several."""

LONGEST = 4
"""The most terms that a gram has."""

_PRIME = np.uint64(0x9E3779B97F4A7C15)
_LETTER = re.compile(r"[^\W\d_]")
_HIRAGANA = re.compile("[\u3041-\u3096]")
_NOT_HIRAGANA = re.compile("[\u3005\u30a1-\u30fa\u3400-\u9fff]")
_STOPS = re.compile(r"[^\w\s{}/+*'’\-‑・]+")
_KATAKANA_GAP = re.compile("(?<=[\u30a1-\u30fa\u30fc]) (?=[\u30a1-\u30fa\u30fc])")


class Side:
    """The lines of one language, cut into grams.

    Gram `g` stands in `sizes[g]` lines; line `l` has the grams `grams[starts[l]:starts[l + 1]]`,
    each once. A gram is kept when two lines have it.
    """

    def __init__(self, lines: Lines, code: str, chinese: bool = False) -> None:
        self.lines = list(lines.numbers)
        self.code = code
        self.chinese = chinese
        self.unspaced = code in UNSPACED
        self._ids: dict[str, int] = {BREAK: 0}
        terms, owners, opening = self._terms()
        self.terms = terms
        names = np.array(list(self._ids), dtype=object)
        letters = [bool(_LETTER.search(name)) and name[0] != "{" for name in names]
        self._names: list[str] = list(names)
        known = terms * np.array(letters, dtype=np.int64)[terms]
        self._cut(known, owners, opening)

    def _terms(self) -> tuple[Ints, Ints, NDArray[np.bool_]]:
        """All terms of all lines one after the other, their lines, and which open a word."""
        tokenizer = Tokenizer(self.chinese, unspaced=self.unspaced)
        ids = self._ids
        new = count(len(ids))
        cut: list[list[str]] = []
        memory: dict[str, list[str]] = {}
        for line in self.lines:
            row: list[str] = []
            for segment in _STOPS.split(line):
                terms = memory.get(segment)
                if terms is None:
                    joined = self._joined(segment, tokenizer)
                    terms = memory[segment] = ["||", *joined.split()]
                row += terms
            cut.append(row)
        ids["||"] = next(new)
        for term in chain.from_iterable(cut):
            if term not in ids:
                ids[term] = next(new)
        flat = np.fromiter(map(ids.__getitem__, chain.from_iterable(cut)), dtype=np.int64)
        owners = np.repeat(np.arange(len(cut)), np.fromiter(map(len, cut), dtype=np.int64))
        opening = np.ones(len(flat), dtype=bool)
        if self.code == "ko":
            opening[1:] = (flat[:-1] == 0) | (flat[:-1] == 1)
        elif self.code == "ja":
            # Hiragana behind other script are the end of a word, or a particle.
            ends = np.array([bool(_HIRAGANA.match(name)) for name in ids])
            goes_on = np.array([bool(_NOT_HIRAGANA.match(name)) for name in ids])
            opening[1:] = ~(ends[flat[1:]] & goes_on[flat[:-1]])
        inside = flat != 0
        return flat[inside], owners[inside], opening[inside]

    def _cut(self, terms: Ints, owners: Ints, opening: NDArray[np.bool_]) -> None:
        hashes, places, lengths = [], [], []
        running = terms.astype(np.uint64)
        valid = (terms > 1) & opening
        for length in range(1, LONGEST + 1):
            if length > 1:
                tail = terms[length - 1 :]
                running = running[: len(tail)] * _PRIME + tail.astype(np.uint64)
                valid = valid[: len(tail)] & (tail > 1)
            at = np.flatnonzero(valid)
            hashes.append(running[at])
            places.append(at.astype(np.int32))
            lengths.append(np.full(len(at), length, dtype=np.int8))
        every, place = np.concatenate(hashes), np.concatenate(places)
        length_of = np.concatenate(lengths)
        del hashes, places, lengths, running, valid
        # By sorting: np.unique with a count is ten times slower here.
        order = np.argsort(every)
        every, place, length_of = every[order], place[order], length_of[order]
        del order
        opens = np.flatnonzero(np.concatenate((every[:1] == every[:1], every[1:] != every[:-1])))
        sizes = np.diff(np.append(opens, len(every)))
        kept = sizes > 1
        total = max(int(kept.sum()), 1)
        gram = np.repeat(np.cumsum(kept) - 1, sizes)
        line = owners[place]
        both = (line * total + gram)[np.repeat(kept, sizes)]
        del line, gram
        both.sort()
        both = both[np.concatenate((both[:1] == both[:1], both[1:] != both[:-1]))]
        self.grams = (both % total).astype(np.int32)
        self.starts = np.searchsorted(both, np.arange(len(self.lines) + 1) * total)
        self.sizes = np.bincount(self.grams, minlength=int(kept.sum()))
        self.lengths = length_of[opens[kept]]
        self._hashes = every[opens[kept]]
        self._places = place[opens[kept]]

    def cut(self, text: str) -> list[str]:
        """The terms of a text as grams have them."""
        terms = self._joined(text, Tokenizer(self.chinese, unspaced=self.unspaced)).split()
        return [term for term in terms if term != BREAK]

    def _joined(self, text: str, tokenizer: Tokenizer) -> str:
        joined = tokenizer(text.replace("・", " "))
        return _KATAKANA_GAP.sub("", joined) if self.code == "ja" else joined

    def terms_of(self, gram: int) -> list[str]:
        """The terms a gram is made of."""
        at = int(self._places[gram])
        return [self._names[term] for term in self.terms[at : at + int(self.lengths[gram])]]

    def gram(self, terms: list[str]) -> int | None:
        """The number of the gram made of these terms; None where it is not kept."""
        running = 0
        for term in terms:
            number = self._ids.get(term, 0)
            if number < 2:
                return None
            running = (running * int(_PRIME) + number) % (1 << 64)
        at = int(np.searchsorted(self._hashes, np.uint64(running)))
        if at < len(self._hashes) and int(self._hashes[at]) == running:
            return at
        return None

    def grams_of(self, lines: Ints) -> Ints:
        """The grams of several lines, one after the other."""
        return slices(self.grams, self.starts, lines)

    def word(self, gram: int) -> str:
        """The only term of a gram of one."""
        return self.terms_of(gram)[0]

    def by_stem(self) -> dict[str, list[int]]:
        """The grams of one word, those with one stem together; a word that nothing stems is its
        own."""
        stems: defaultdict[str, list[int]] = defaultdict(list)
        for gram in np.flatnonzero(self.lengths == 1).tolist():
            word = self.word(gram)
            stems[stem(word, self.code) or word].append(gram)
        return stems

    def families(self) -> Ints:
        """For every gram the first of its family: words with one stem are of one, all else is of
        its own."""
        families = np.arange(len(self.sizes))
        known = BY_CODE.get(self.code)
        if known is not None and known.stemmer is not None:
            for grams in self.by_stem().values():
                families[grams] = grams[0]
        return families

    def by_gram(self) -> tuple[Ints, Ints]:
        """(starts, lines): gram `g` stands in `lines[starts[g]:starts[g + 1]]`."""
        order = np.argsort(self.grams, kind="stable")
        owners = np.repeat(np.arange(len(self.lines)), np.diff(self.starts))
        return np.concatenate(([0], np.cumsum(self.sizes))), owners[order]


def slices(values: Ints, starts: Ints, wanted: Ints) -> Ints:
    """`values[starts[w]:starts[w + 1]]` for each w wanted, one after the other."""
    first, ends = starts[wanted], starts[wanted + 1]
    sizes = ends - first
    offsets = np.repeat(ends - np.cumsum(sizes), sizes)
    found: Ints = values[offsets + np.arange(len(offsets))]
    return found
