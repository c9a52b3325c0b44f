"""What aligned lines have in common: two languages with the pairs of their lines, and how many
lines n-grams of the two share: all the statistics that glossary and lexicon are made from."""

import numpy as np

from rulings_db.language.tokenize import BREAK, spans
from rulings_db.terminology.alignment import Ints, Pairs
from rulings_db.terminology.ngrams import Side, slices


class Bitext:
    """Two sides and the pairs of their lines."""

    def __init__(self, english: Side, local: Side, pairs: Pairs) -> None:
        self.english = english
        self.local = local
        self.pairs = pairs
        self.beside_starts, self.by_gram = local.by_gram()
        self.family = local.families()
        self.family_sizes = np.bincount(self.family, weights=local.sizes)
        order = np.argsort(pairs.local, kind="stable")
        self._english = pairs.english[order]
        self._starts = np.searchsorted(pairs.local[order], np.arange(len(local.lines) + 1))
        order = np.argsort(pairs.english, kind="stable")
        self._local = pairs.local[order]
        self._english_starts = np.searchsorted(
            pairs.english[order], np.arange(len(english.lines) + 1)
        )
        self.paired = np.zeros(len(english.lines), dtype=bool)
        self.paired[pairs.english] = True
        counted = english.grams_of(np.flatnonzero(self.paired))
        self.paired_sizes = np.bincount(counted, minlength=len(english.sizes))

    def beside(self, english_lines: Ints) -> Ints:
        """The local lines beside some English ones, each once."""
        mask = np.zeros(len(self.local.lines), dtype=bool)
        mask[slices(self._local, self._english_starts, english_lines)] = True
        return np.flatnonzero(mask)

    def shared(self, lines: Ints) -> tuple[Ints, Ints]:
        """The grams of local lines, and in how many of these each is."""
        counts = np.bincount(self.local.grams_of(lines), minlength=len(self.local.sizes))
        grams = np.flatnonzero(counts)
        return grams, counts[grams]

    def local_lines(self, gram: int) -> Ints:
        """The lines that have a local gram."""
        return self.by_gram[self.beside_starts[gram] : self.beside_starts[gram + 1]]

    def english_of(self, grams: list[int]) -> Ints:
        """The English lines beside those that have one of some local grams, each once."""
        lines = slices(self.by_gram, self.beside_starts, np.array(grams))
        mask = np.zeros(len(self.english.lines), dtype=bool)
        mask[slices(self._english, self._starts, lines)] = True
        return np.flatnonzero(mask)

    def fit(self, grams: list[int], english_lines: Ints) -> float:
        """How well English lines fit some local grams, 1 for as well as any English gram does."""
        lines = self.english_of(grams)
        counts = np.bincount(self.english.grams_of(lines))
        sizes = self.paired_sizes[: len(counts)]
        best = float((2 * counts / (len(lines) + sizes)).max(initial=0))
        whole = len(lines) + int(self.paired[english_lines].sum())
        shared = len(np.intersect1d(lines, english_lines, assume_unique=True))
        return 2 * shared / whole / best if best else 1.0

    def written(self, gram: int) -> str:
        """A local gram as some line has it, in small letters."""
        wanted = "".join(self.local.terms_of(gram))
        line = self.local.lines[int(self.by_gram[self.beside_starts[gram]])]
        found = [span for span in spans(line, self.local.chinese) if span[0] != BREAK]
        for first in range(len(found)):
            joined = ""
            for term, _, end in found[first:]:
                joined += term
                if joined == wanted:
                    return line[found[first][1] : end].lower()
                if not wanted.startswith(joined):
                    break
        return " ".join(self.local.terms_of(gram))
