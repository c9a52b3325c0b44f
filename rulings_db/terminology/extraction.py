"""Term extraction: what the game's terms are called in each language, learned from the aligned
wordings of cards.

Translations are voted for by lines that hold only keywords, by what stands before a dash, and by
type lines; where these are silent, by association: the n-gram that stands in the lines beside a
term's lines and hardly anywhere else. No word of any language is written down here.
"""

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulings_db.database.schema import ENGLISH, is_chinese
from rulings_db.language.fold import fold
from rulings_db.language.tokenize import phrase_key
from rulings_db.terminology import alignment, lexicon
from rulings_db.terminology.alignment import Ints, Pairs
from rulings_db.terminology.bitext import Bitext
from rulings_db.terminology.english_terms import (
    COMMAS,
    COST,
    DASH,
    ENDS,
    SUBTYPE,
    KeywordLine,
    Term,
    read_terms,
    single_types,
)
from rulings_db.terminology.ngrams import Side
from rulings_db.terminology.whole_words import Evidence, WholeWords, plain

KEPT = 4
"""The most translations of a term that a language keeps."""

_MIN_DICE = 0.35
_MIN_FIT = 0.7
_LONGER = 0.005
_ONE_FORM = 1.15
_TRIED = 6
_RESIDUE = 8
_MIN_RESIDUE = 0.75
_PART = 0.7
_FEWEST = 15
_MIN_CONFIDENCE = 0.1
_SURE = 0.7
_WORTH = 0.15
_MOST = 0.7
_MANY = 4
_NEAR_BEST = 0.92


class TranslationCandidate(NamedTuple):
    """A translation that some lines speak for; `votes` are cards, `confidence` from 0 to 1."""

    translation: str
    votes: int
    confidence: float


def extract(connection: sqlite3.Connection) -> None:
    """Fill the tables `glossary` and `lexicon` of a loaded and indexed database."""
    english = alignment.read_english(connection)
    side = Side(english.lines, "en")
    terms, parsed = read_terms(connection, side)
    typed = single_types(side.lines)
    words = lexicon.english_words(side)
    connection.executemany("INSERT INTO lexicon VALUES (?, ?, ?, ?)", lexicon.common_english(side))
    found: dict[tuple[str, int], list[TranslationCandidate]] = {}
    query = f"""
        SELECT id, code
        FROM languages
        WHERE id <> {ENGLISH} AND id IN (SELECT language_id FROM localizations)
        ORDER BY id
    """
    for language_id, code in connection.execute(query).fetchall():
        lines, pairs = alignment.read_pairs(connection, language_id, english)
        local = Side(lines, code, is_chinese(language_id))
        bitext = Bitext(side, local, pairs)
        ballot = _count_votes(side, local, pairs, parsed, typed)
        whole_words = WholeWords(bitext)
        for term in terms:
            found[term.term, language_id] = _translations(term, ballot, whole_words, bitext)
        rows = lexicon.mine(language_id, words, bitext)
        connection.executemany("INSERT INTO lexicon VALUES (?, ?, ?, ?)", rows)
        del lines, pairs, local, bitext, ballot, whole_words, rows
    connection.executemany(
        "INSERT INTO glossary VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
        _rows(terms, _checked(found)),
    )


class Ballot:
    """Votes of one language: for each term the folded translations with cards and weight, and how
    each translation is written."""

    def __init__(self, code: str, chinese: bool) -> None:
        self.code = code
        self.chinese = chinese
        self.votes: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(
            lambda: defaultdict(lambda: [0, 0.0])
        )
        self.written: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def cast(self, term: str, part: str, cards: int, current: int) -> None:
        """`cards` cards say `part`; those whose newest wording does not count half."""
        part = plain(COST.sub("", part).strip(ENDS), self.code)
        if not part or len(part) > 40 or not any(letter.isalpha() for letter in part):
            return
        tally = self.votes[term][fold(part, self.chinese)]
        tally[0] += cards
        tally[1] += (cards + current) / 2
        self.written[fold(part, self.chinese)][part] += current + 1


def _count_votes(
    english_side: Side,
    side: Side,
    pairs: Pairs,
    parsed: dict[int, KeywordLine],
    typed: dict[int, list[tuple[str, int]]],
) -> Ballot:
    ballot = Ballot(side.code, side.chinese)
    fixed: defaultdict[tuple[str, str], dict[str, tuple[int, int]]] = defaultdict(dict)
    rows = zip(*(column.tolist() for column in pairs), strict=True)
    for english, local, cards, current, is_type in rows:
        line = side.lines[local]
        if is_type:
            for word, place in typed.get(english, ()):
                _vote_type(ballot, word, place, line, cards, current)
            continue
        known = parsed.get(english)
        if known is None:
            continue
        bare = line.strip(ENDS)
        if known.heads:
            dash = DASH.search(bare)
            if dash:
                ballot.cast(known.words[0].term, bare[: dash.start()], cards, current)
            continue
        parts = COMMAS.split(bare)
        if len(parts) == len(known.words):
            theirs = COMMAS.split(english_side.lines[english].strip(ENDS))
            for keyword, part, their in zip(known.words, parts, theirs, strict=True):
                if keyword.bare:
                    ballot.cast(keyword.term, part, cards, current)
                elif part.count(" ") <= keyword.term.count(" ") + 1:
                    fixed[keyword.term, COST.sub("", part)][fold(their)] = cards, current
    for (term, part), beside in fixed.items():
        # What stays while the rest of the English part changes ("Enchant land") is the keyword.
        everyone = sum(cards for cards, _ in beside.values())
        if max(cards for cards, _ in beside.values()) < _NEAR_BEST * everyone:
            for cards, current in beside.values():
                ballot.cast(term, part, cards, current)
    return ballot


def _vote_type(ballot: Ballot, word: str, place: int, line: str, cards: int, current: int) -> None:
    """A vote for a type line with one word on one side of the dash."""
    parts = re.split(r"\s*(?:[—―～–]|\s-\s|:)\s*", line)
    if place < len(parts):
        ballot.cast(word, parts[place], cards, current)


# Association


def _without(lines: Ints, text: str, bitext: Bitext) -> tuple[Ints, float]:
    """The lines that do not have a text, and how well it fits all of them."""
    gram = bitext.local.gram(bitext.local.cut(text))
    if gram is None:
        return lines, 0.0
    rest = np.setdiff1d(lines, bitext.local_lines(gram), assume_unique=True)
    return rest, 2 * (len(lines) - len(rest)) / (len(lines) + int(bitext.local.sizes[gram]))


class _Scored(NamedTuple):
    """N-grams beside a term: `grams[i]` stands in `shared[i]` of the lines, and fits them by
    `dice[i]`. Where all forms of a word together stand for it, `forms` has them by the place of the
    first."""

    grams: Ints
    shared: Ints
    dice: NDArray[np.float64]
    forms: dict[int, list[int]]


def _score(grams: Ints, shared: Ints, lines: Ints, bitext: Bitext) -> _Scored:
    """How well n-grams fit the lines that `shared` of each stand in."""
    local = bitext.local
    shared = shared.copy()
    # A longer gram goes before the parts of it that stand nowhere else.
    dice = 2 * shared / (len(lines) + local.sizes[grams])
    dice = np.minimum(dice * (1 + _LONGER * (local.lengths[grams] - 1)), 1.0)
    forms: dict[int, list[int]] = {}
    # Where no single form does, all forms of a word together may; the most frequent stands for it.
    family, place = np.unique(bitext.family[grams], return_inverse=True)
    together = np.bincount(place, weights=shared)
    jointly = 2 * together / (len(lines) + bitext.family_sizes[family])
    best = int(np.argmax(jointly))
    members = np.flatnonzero(place == best)
    if len(members) > 1 and _ONE_FORM * dice.max() < jointly[best] <= 1:
        first = int(members[np.argmax(shared[members])])
        forms[first] = grams[members].tolist()
        dice[first], shared[first] = jointly[best], together[best]
    return _Scored(grams, shared, dice, forms)


def _associated(
    term: Term, lines: Ints, whole_words: WholeWords, bitext: Bitext, known: bool
) -> list[TranslationCandidate]:
    """The words that stand in the lines beside a term's, best first; where a translation is
    `known`, only what fits the lines that lack it as well."""
    if len(lines) < (_RESIDUE if known else 2):
        return []
    grams, shared = bitext.shared(lines)
    if not len(grams):
        return []
    evidence = Evidence(term.term.count(" ") + 1, bitext, lines, grams, shared)
    scored = _score(grams, shared, lines, bitext)
    least = _MIN_RESIDUE if known else _MIN_DICE
    strong = np.flatnonzero((scored.dice >= least) & (scored.shared > 1))
    strong = strong[np.lexsort((grams[strong], -scored.dice[strong]))][:_TRIED]
    scores: dict[str, float] = {}
    origins: defaultdict[str, list[int]] = defaultdict(list)
    for at in strong.tolist():
        for text, score in whole_words.of(int(grams[at]), float(scored.dice[at]), evidence):
            scores[text] = max(score, scores.get(text, 0.0))
            origins[text].append(at)
    found: list[TranslationCandidate] = []
    taken: set[int] = set()
    for text, score in sorted(scores.items(), key=lambda item: -item[1]):
        if score < least or len(found) == 2:
            break
        at = origins[text][0]
        alike = scored.forms.get(at, [int(grams[at])])
        if taken.isdisjoint(origins[text]) and (
            any(text in other.translation or other.translation in text for other in found)
            or not (known or bitext.fit(alike, term.lines) >= _MIN_FIT)
        ):
            continue
        found.append(TranslationCandidate(text, int(scored.shared[at]), score))
        taken.update(origins[text])
        least = max(least, _NEAR_BEST * score)
    return found


def _translations(
    term: Term, ballot: Ballot, whole_words: WholeWords, bitext: Bitext
) -> list[TranslationCandidate]:
    """The translations of a term in one language, best first."""
    chinese = bitext.local.chinese
    votes: dict[str, list[float]] = ballot.votes.get(term.term, {})
    whole = sum(weight for _, weight in votes.values())
    merged: dict[str, list[float]] = {}
    for key, (cards, weight) in votes.items():
        merged[key] = [cards, weight / whole * weight / (weight + 0.5), 0.0]
    written = {key: ballot.written[key].most_common(1)[0][0] for key in votes}
    told = term.kind == SUBTYPE and bool(merged)
    lines = bitext.beside(term.lines)
    sure = [] if told else [key for key, (_, voted, _) in merged.items() if voted >= _SURE]
    for key in sure:
        lines, merged[key][2] = _without(lines, key, bitext)
    associated = () if told else _associated(term, lines, whole_words, bitext, bool(sure))
    for text, shared, dice in associated:
        key = fold(text, chinese)
        written.setdefault(key, text)
        tally = merged.setdefault(key, [0, 0.0, 0.0])
        tally[0] = max(tally[0], shared)
        tally[2] = dice
    found = [
        TranslationCandidate(written[key], int(cards), round(1 - (1 - voted) * (1 - 0.8 * dice), 3))
        for key, (cards, voted, dice) in merged.items()
    ]
    found.sort(key=lambda c: (-c.confidence, -c.votes, c.translation))
    kept = [c for place, c in enumerate(found) if _worth(c, found[:place])][:KEPT]
    return [c._replace(translation=whole_words.shown(c.translation)) for c in kept]


def _worth(candidate: TranslationCandidate, better: list[TranslationCandidate]) -> bool:
    """Whether a translation is more than an oversight, and no part or extension of a much surer
    one."""
    if not better:
        return candidate.confidence >= _MIN_CONFIDENCE
    best, text = better[0], candidate.translation.lower()
    return (
        candidate.confidence >= max(_MIN_CONFIDENCE, best.confidence * _WORTH)
        and candidate.votes * _FEWEST >= best.votes
        and not any(
            (text in other.translation.lower() or other.translation.lower() in text)
            and candidate.confidence < _PART * other.confidence
            for other in better
        )
    )


def _checked(
    found: dict[tuple[str, int], list[TranslationCandidate]],
) -> dict[tuple[str, int], list[TranslationCandidate]]:
    """Without what is no translation: a term that most languages leave as it is in English is one
    that nobody translated."""
    same: Counter[str] = Counter()
    known: Counter[str] = Counter()
    for (term, _), candidates in found.items():
        known[term] += bool(candidates)
        same[term] += any(fold(c.translation) == fold(term) for c in candidates)
    untranslated = {t for t, n in same.items() if n >= _MANY and n > _MOST * known[t]}
    return {
        (term, language): [
            c for c in candidates if term not in untranslated or fold(c.translation) != fold(term)
        ]
        for (term, language), candidates in found.items()
    }


def _rows(
    terms: list[Term], found: dict[tuple[str, int], list[TranslationCandidate]]
) -> Iterator[tuple[str, str, int, str, str, int, float]]:
    kinds = {term.term: term.kind for term in terms}
    for (term, language_id), candidates in found.items():
        for c in candidates:
            key = phrase_key(c.translation, is_chinese(language_id))
            yield term, kinds[term], language_id, c.translation, key, c.votes, c.confidence
