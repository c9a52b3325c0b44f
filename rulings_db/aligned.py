"""Wordings of one face in English and in another language, line by line, and what goes with what.

A localization is laid beside the English text of its own printing, else beside the Oracle text;
where both have the same number of lines, lines at one place say the same. Type lines are lines too.
A `Side` holds the distinct lines of one language with the *grams* (runs of terms) each has; counts
of lines that two grams share are all the statistics that glossary and lexicon are made from.
"""

import re
import sqlite3
from collections.abc import Iterator
from itertools import chain, count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ingest.languages import BY_CODE
from rulings_db.load import CHINESE_FROM, FACES_PER_CARD
from rulings_db.stems import stem
from rulings_db.text import BREAK, Tokenizer, spans

Ints = NDArray[np.int64]

UNSPACED = frozenset(("ja", "ko", "zhs", "zht"))
"""Languages whose terms are single characters, so that a word is a gram of several."""

LONGEST, LONGEST_UNSPACED = 4, 5
"""The most terms that a gram has."""

_PRIME = np.uint64(0x9E3779B97F4A7C15)

REMINDER = re.compile(
    r"[ \u3000]*[(（](?:[^()（）\n]|[(（][^()（）\n]*[)）])*(?:[)）]|$)", re.MULTILINE
)
"""Reminder text, which is left out: it would tie a keyword to all the words that explain it."""

_LETTER = re.compile(r"[^\W\d_]")
_STOPS = re.compile(r"[^\w\s{}/+*'’\-‑・]+")
_KATAKANA_GAP = re.compile("(?<=[\u30a1-\u30fa\u30fc]) (?=[\u30a1-\u30fa\u30fc])")


class Pairs(NamedTuple):
    """Lines of one language beside English ones; `english` and `local` are numbers of lines,
    `cards` counts the cards that have the pair, `current` those whose newest wording has it, and
    `type_line` says that it is one."""

    english: Ints
    local: Ints
    cards: Ints
    current: Ints
    type_line: NDArray[np.bool_]


Text = tuple[int, tuple[int, ...]]
"""The numbers of a wording's lines: of its type line (-1 without one), and of its text's."""


class Lines:
    """Distinct lines without their reminder text, numbered as they come; those that are reminder
    text alone are none."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._raw: dict[str, int] = {}

    def read(self, type_line: str | None, text: str | None) -> Text:
        """Number the lines of one wording."""
        known = self._raw
        numbered = []
        for line in text.split("\n") if text else ():
            number = known.get(line)
            if number is None:
                number = known[line] = self._number(REMINDER.sub("", line).strip())
            if number >= 0:
                numbered.append(number)
        return self._number(type_line or ""), tuple(numbered)

    def _number(self, line: str) -> int:
        return self.numbers.setdefault(line, len(self.numbers)) if line else -1


class English:
    """The English wordings, of each printing and the current ones, and all their lines."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.lines = Lines()
        self.printed: dict[tuple[int, int], Text] = {}
        self.oracle: dict[int, Text] = {}
        rows = connection.execute(
            """
            SELECT
                localizations.face_id,
                localization_printings.printing_id,
                localizations.oracle,
                localizations.type_line,
                localizations.text
            FROM localizations
            LEFT JOIN localization_printings
                ON localization_printings.localization_id = localizations.id
            WHERE localizations.language_id = 1
            ORDER BY localizations.oracle, localizations.id
            """
        )
        for face, printing, oracle, type_line, text in rows:
            read = self.lines.read(type_line, text)
            if printing is not None:
                self.printed.setdefault((printing, face), read)
            if oracle or face not in self.oracle:
                self.oracle[face] = read


def read_pairs(
    connection: sqlite3.Connection, language_id: int, english: English
) -> tuple[Lines, Pairs]:
    """The lines of a language and their pairs with English lines, each distinct pair once."""
    rows = connection.execute(
        """
        SELECT
            localizations.face_id,
            localizations.type_line,
            localizations.text,
            localization_printings.printing_id,
            max(ifnull(sets.released_at, ''))
        FROM localizations
        LEFT JOIN localization_printings
            ON localization_printings.localization_id = localizations.id
        LEFT JOIN printings ON printings.id = localization_printings.printing_id
        LEFT JOIN sets ON sets.code = printings.set_code
        WHERE localizations.language_id = ?
        GROUP BY localizations.id
        ORDER BY localizations.face_id, 5 DESC, localizations.id DESC
        """,
        (language_id,),
    )
    lines = Lines()
    found: dict[tuple[int, int, bool], list[int]] = {}
    last_card = last_face = -1
    seen: set[tuple[int, int, bool]] = set()
    for face, type_line, text, printing, _ in rows:
        card = face // FACES_PER_CARD
        if card != last_card:
            last_card = card
            seen = set()
        current = face != last_face
        last_face = face
        theirs = [english.printed.get((printing, face)), english.oracle.get(face)]
        if _copied(type_line, text, english.lines):
            continue
        for key in _beside([x for x in theirs if x], lines.read(type_line, text)):
            if key not in seen:
                seen.add(key)
                tally = found.setdefault(key, [0, 0])
                tally[0] += 1
                tally[1] += current
    keys = np.array(list(found), dtype=np.int64).reshape(-1, 3)
    tallies = np.array(list(found.values()), dtype=np.int64).reshape(-1, 2)
    about = (tallies[:, 0], tallies[:, 1], keys[:, 2].astype(bool))
    return lines, Pairs(keys[:, 0], keys[:, 1], *about)


def _copied(type_line: str | None, text: str | None, english: Lines) -> bool:
    """Whether a wording is English, whatever language it stands under."""
    longest = max((text or type_line or "").split("\n"), key=len)
    return longest.count(" ") > 3 and REMINDER.sub("", longest) in english.numbers


def _beside(theirs: list[Text], ours: Text) -> Iterator[tuple[int, int, bool]]:
    """The pairs of lines of one wording with the first of the English ones that fits."""
    if ours[0] >= 0:
        yield from ((their[0], ours[0], True) for their in theirs[:1] if their[0] >= 0)
    for their in theirs:
        if their[1] and len(their[1]) == len(ours[1]):
            for one, other in zip(their[1], ours[1], strict=True):
                yield one, other, False
            return


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
        inside = flat != 0
        return flat[inside], owners[inside], opening[inside]

    def _cut(self, terms: Ints, owners: Ints, opening: NDArray[np.bool_]) -> None:
        hashes, places, lengths = [], [], []
        running = terms.astype(np.uint64)
        valid = (terms > 1) & opening
        for length in range(1, (LONGEST_UNSPACED if self.unspaced else LONGEST) + 1):
            if length > 1:
                tail = terms[length - 1 :]
                running = running[: len(tail)] * _PRIME + tail.astype(np.uint64)
                valid = valid[: len(tail)] & (tail > 1)
            at = np.flatnonzero(valid)
            hashes.append(running[at])
            places.append(at)
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
        self.sizes = np.bincount(self.grams, minlength=total)
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

    def families(self) -> Ints:
        """For every gram the number of its family: words with one stem are of one, all else is
        of its own."""
        numbers: dict[str, int] = {}
        families = np.arange(len(self.sizes))
        if BY_CODE.get(self.code) is None or BY_CODE[self.code].stemmer is None:
            return families
        for gram in np.flatnonzero(self.lengths == 1).tolist():
            (word,) = self.terms_of(gram)
            families[gram] = numbers.setdefault(stem(word, self.code) or word, gram)
        return families

    def by_gram(self) -> tuple[Ints, Ints]:
        """(starts, lines): gram `g` stands in `lines[starts[g]:starts[g + 1]]`."""
        order = np.argsort(self.grams, kind="stable")
        owners = np.repeat(np.arange(len(self.lines)), np.diff(self.starts))
        return np.concatenate(([0], np.cumsum(self.sizes))), owners[order]


class Linked:
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
        self.paired = np.zeros(len(english.lines), dtype=bool)
        self.paired[pairs.english] = True
        counted = english.grams_of(np.flatnonzero(self.paired))
        self.paired_sizes = np.bincount(counted, minlength=len(english.sizes))
        self._starts = np.searchsorted(pairs.local[order], np.arange(len(local.lines) + 1))

    def beside(self, english_lines: NDArray[np.bool_]) -> Ints:
        """The local lines beside the English ones of a mask, each once."""
        mask = np.zeros(len(self.local.lines), dtype=bool)
        mask[self.pairs.local[english_lines[self.pairs.english]]] = True
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

    def fit(self, grams: list[int], english_lines: NDArray[np.bool_]) -> float:
        """How well English lines fit some local grams, 1 for as well as any English gram does."""
        lines = self.english_of(grams)
        counts = np.bincount(self.english.grams_of(lines))
        sizes = self.paired_sizes[: len(counts)]
        best = float((2 * counts / (len(lines) + sizes)).max(initial=0))
        whole = len(lines) + int((english_lines & self.paired).sum())
        return 2 * int(english_lines[lines].sum()) / whole / best if best else 1.0

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


def slices(values: Ints, starts: Ints, wanted: Ints) -> Ints:
    """`values[starts[w]:starts[w + 1]]` for each w wanted, one after the other."""
    first, ends = starts[wanted], starts[wanted + 1]
    sizes = ends - first
    offsets = np.repeat(ends - np.cumsum(sizes), sizes)
    return values[offsets + np.arange(len(offsets))]


def is_chinese(language_id: int) -> bool:
    """Whether the texts of a language are folded as Chinese."""
    return language_id >= CHINESE_FROM
