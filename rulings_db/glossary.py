"""What the game's terms are called in each language, learned from the aligned wordings of cards.

Translations are voted for by lines that hold only keywords, by what stands before a dash, and by
type lines; where these are silent, by association: the gram that stands in the lines beside a
term's lines and hardly anywhere else. No word of any language is written down here.
"""

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rulings_db import aligned, lexicon
from rulings_db.aligned import English, Linked, Pairs, Side
from rulings_db.terms import (
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
from rulings_db.text import fold

KEPT = 4
"""The most translations of a term that a language keeps."""

_MIN_DICE = 0.35
_MIN_FIT = 0.8
_LONGER = 0.005
_ONE_FORM = 1.15
_TRIED = 4
_RESIDUE = 8
_MIN_CONFIDENCE = 0.2
_SURE = 0.7
_MAX_LETTERS = 40


class Candidate(NamedTuple):
    """A translation that some lines speak for; `votes` are cards, `confidence` from 0 to 1."""

    translation: str
    votes: int
    confidence: float


def mine(connection: sqlite3.Connection) -> None:
    """Fill the tables `glossary` and `lexicon` of a loaded and indexed database."""
    english = English(connection)
    side = Side(english.lines, "en")
    terms, parsed = read_terms(connection, side)
    typed = single_types(side.lines)
    words = lexicon.english_words(side)
    found: dict[tuple[str, int], list[Candidate]] = {}
    query = """
        SELECT id, code
        FROM languages
        WHERE id <> 1 AND id IN (SELECT language_id FROM localizations)
        ORDER BY id
    """
    for language_id, code in connection.execute(query).fetchall():
        lines, pairs = aligned.read_pairs(connection, language_id, english)
        local = Side(lines, code, aligned.is_chinese(language_id))
        ballot = _count_votes(local, pairs, parsed, typed)
        linked = Linked(side, local, pairs)
        for term in terms:
            found[term.term, language_id] = _translations(term, ballot, linked)
        connection.executemany(
            "INSERT INTO lexicon VALUES (?, ?, ?, ?)",
            lexicon.mine(language_id, words, linked),
        )
    connection.executemany(
        "INSERT INTO glossary VALUES (NULL, ?, ?, ?, ?, ?, ?)",
        _rows(terms, _checked(found)),
    )


class Ballot:
    """Votes of one language: for each term the folded translations with cards and weight, and how
    each translation is written."""

    def __init__(self, chinese: bool) -> None:
        self.chinese = chinese
        self.votes: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(
            lambda: defaultdict(lambda: [0, 0.0])
        )
        self.written: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def cast(self, term: str, part: str, cards: int, current: int) -> None:
        """`cards` cards say `part`; those whose newest wording does not count half."""
        part = COST.sub("", part).strip(ENDS).lower()
        if not part or len(part) > 40 or not any(letter.isalpha() for letter in part):
            return
        tally = self.votes[term][fold(part, self.chinese)]
        tally[0] += cards
        tally[1] += (cards + current) / 2
        self.written[fold(part, self.chinese)][part] += current + 1


def _count_votes(
    side: Side,
    pairs: Pairs,
    parsed: dict[int, KeywordLine],
    typed: dict[int, list[tuple[str, int]]],
) -> Ballot:
    ballot = Ballot(side.chinese)
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
            if dash and known.terms[0] is not None:
                ballot.cast(known.terms[0], bare[: dash.start()], cards, current)
            continue
        parts = COMMAS.split(bare)
        if len(parts) == len(known.terms):
            for term, part in zip(known.terms, parts, strict=True):
                if term is not None:
                    ballot.cast(term, part, cards, current)
    return ballot


def _vote_type(ballot: Ballot, word: str, place: int, line: str, cards: int, current: int) -> None:
    """A vote for a type line with one word on one side of the dash."""
    parts = re.split(r"\s*(?:[—―～–]|\s-\s|:)\s*", line)
    if place < len(parts):
        ballot.cast(word, parts[place], cards, current)


# Association


def _associated(term: Term, linked: Linked, known: list[str]) -> list[Candidate]:
    """The grams that stand beside a term's lines, best first; only beside those that have none of
    the `known` translations, where there are such."""
    local = linked.local
    lines = linked.beside(term.lines)
    for text in known:
        gram = local.gram(local.cut(text))
        if gram is not None:
            lines = np.setdiff1d(lines, linked.local_lines(gram), assume_unique=True)
    if len(lines) < (_RESIDUE if known else 2):
        return []
    grams, shared = linked.shared(lines)
    if not len(grams):
        return []
    # A longer gram goes before the parts of it that stand nowhere else.
    dice = 2 * shared / (len(lines) + local.sizes[grams])
    dice = np.minimum(dice * (1 + _LONGER * (local.lengths[grams] - 1)), 1.0)
    forms: dict[int, list[int]] = {}
    # Where no single form does, all forms of a word together may; the most frequent stands for it.
    family, place = np.unique(linked.family[grams], return_inverse=True)
    together = np.bincount(place, weights=shared)
    jointly = 2 * together / (len(lines) + linked.family_sizes[family])
    best = int(np.argmax(jointly))
    members = np.flatnonzero(place == best)
    if len(members) > 1 and _ONE_FORM * dice.max() < jointly[best] <= 1:
        first = int(members[np.argmax(shared[members])])
        forms[first] = grams[members].tolist()
        dice[first], shared[first] = jointly[best], together[best]
    strong = np.flatnonzero((dice >= _MIN_DICE) & (shared > 1))
    found: list[Candidate] = []
    for at in strong[np.lexsort((grams[strong], -dice[strong]))][:_TRIED].tolist():
        text = linked.written(int(grams[at]))
        overlaps = any(text in other.translation or other.translation in text for other in found)
        alike = forms.get(at, [int(grams[at])])
        if not overlaps and (known or linked.fit(alike, term.lines) >= _MIN_FIT):
            found.append(Candidate(text, int(shared[at]), float(dice[at])))
    return found[:2]


def _translations(term: Term, ballot: Ballot, linked: Linked) -> list[Candidate]:
    """The translations of a term in one language, best first."""
    chinese = linked.local.chinese
    votes = ballot.votes.get(term.term, {})
    whole = sum(weight for _, weight in votes.values())
    merged: dict[str, list[float]] = {}
    for key, (cards, weight) in votes.items():
        merged[key] = [cards, weight / whole * weight / (weight + 0.5), 0.0]
    written = {key: ballot.written[key].most_common(1)[0][0] for key in votes}
    sure = [key for key, (_, voted, _) in merged.items() if voted >= _SURE]
    told = term.kind == SUBTYPE and bool(merged)
    for text, shared, dice in () if told else _associated(term, linked, sure):
        key = fold(text, chinese)
        written.setdefault(key, text)
        tally = merged.setdefault(key, [0, 0.0, 0.0])
        tally[0] = max(tally[0], shared)
        tally[2] = dice
    found = [
        Candidate(written[key], int(cards), round(1 - (1 - voted) * (1 - 0.8 * dice), 3))
        for key, (cards, voted, dice) in merged.items()
    ]
    found.sort(key=lambda c: (-c.confidence, -c.votes, c.translation))
    least = max(_MIN_CONFIDENCE, found[0].confidence * 0.25) if found else 0
    return [c for c in found if c.confidence >= least][:KEPT]


def _checked(
    found: dict[tuple[str, int], list[Candidate]],
) -> dict[tuple[str, int], list[Candidate]]:
    return found


def _rows(
    terms: list[Term], found: dict[tuple[str, int], list[Candidate]]
) -> Iterator[tuple[str, str, int, str, int, float]]:
    kinds = {term.term: term.kind for term in terms}
    for (term, language_id), candidates in found.items():
        for c in candidates:
            yield term, kinds[term], language_id, c.translation, c.votes, c.confidence
