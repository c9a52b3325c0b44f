"""The English terms of the game, read from the database itself: keywords and types as cards give
them, and words that rules text has and flavor text hardly ever."""

import json
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import numpy as np

from rulings_db.database.schema import ENGLISH
from rulings_db.language.fold import fold
from rulings_db.language.stems import stem
from rulings_db.terminology.alignment import Ints
from rulings_db.terminology.ngrams import Side, slices

ABILITY, ACTION, ABILITY_WORD = "keyword ability", "keyword action", "ability word"
TYPE, SUPERTYPE, SUBTYPE, GAME_TERM = "card type", "supertype", "subtype", "game term"

COMMAS = re.compile(r"\s*[,;，；、]\s*")
DASH = re.compile(r"\s*[—―～–]|\s-\s")
COST = re.compile(
    r"\s*(?:[—―～–:：]|\{|[0-9０-９XＸ]+(?![^\W\u3041-\u9fff\uac00-\ud7a3])|\s-\s).*$", re.DOTALL
)
_MIN_LINES = 50
_KEEN = 8.0
_TOGETHER = 0.2
ENDS = ' .。:：!！•・‧"“”„«»「」'


class Term(NamedTuple):
    """An English term: as it is written, its kind, and the English lines that have it."""

    term: str
    kind: str
    lines: Ints


class Keyword(NamedTuple):
    """A keyword in a line; not `bare` with more to it than a cost ("Protection from red")."""

    term: str
    bare: bool


class KeywordLine(NamedTuple):
    """What an English line holds when it holds only keywords: these in their order. With `heads`,
    just what is before its dash."""

    words: tuple[Keyword, ...]
    heads: bool


def read_terms(
    connection: sqlite3.Connection, english: Side
) -> tuple[list[Term], dict[int, KeywordLine]]:
    """The English terms of a database, and its lines of keywords by number."""
    keywords: Counter[str] = Counter()
    types: Counter[str] = Counter()
    for row in connection.execute("SELECT keywords, types FROM cards"):
        keywords.update(json.loads(row[0]))
        types.update(json.loads(row[1]))
    types = Counter({word: n for word, n in types.items() if n > 1 and word.istitle()})
    parsed, kinds = _keyword_lines(english.lines, keywords)
    terms = {keyword: kinds.get(keyword, ACTION) for keyword in sorted(keywords)}
    supertypes, subtypes = _words_of_types(connection, types)
    for words, kind in ((types, TYPE), (supertypes, SUPERTYPE), (subtypes, SUBTYPE)):
        for word in sorted(words):
            terms.setdefault(word, kind)
    known = {fold(term) for term in terms}
    for word in _game_terms(connection, english):
        if word not in known:
            terms[word] = GAME_TERM
    starts, owners = english.by_gram()
    stems = english.by_stem()
    found = []
    for term, kind in terms.items():
        grams = _grams_of(term, english, {} if kind in (ABILITY, ABILITY_WORD) else stems)
        lines = slices(owners, starts, np.array(grams, dtype=np.int64))
        found.append(Term(term, kind, np.unique(lines)))
    return found, parsed


def _grams_of(term: str, english: Side, stems: dict[str, list[int]]) -> list[int]:
    words = re.findall(r"[^\W_]+", fold(term))
    exact = english.gram(words)
    found = [exact] if exact is not None else []
    if len(words) == 1:
        found += stems.get(stem(words[0], "en") or words[0], [])
    return found


def _keyword_lines(
    lines: list[str], keywords: Iterable[str]
) -> tuple[dict[int, KeywordLine], dict[str, str]]:
    """The lines that hold only keywords or open with one and a dash, and what kind each is."""
    by_fold = {fold(keyword): keyword for keyword in keywords}
    longest = max((keyword.count(" ") for keyword in by_fold), default=0) + 1
    parsed: dict[int, KeywordLine] = {}
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for number, line in enumerate(lines):
        bare = line.strip(ENDS)
        if not bare:
            continue
        dash = DASH.search(bare)
        head = by_fold.get(fold(bare[: dash.start()])) if dash else None
        if head is not None and dash is not None:
            parsed[number] = KeywordLine((Keyword(head, True),), True)
            votes[head][ABILITY_WORD if dash[0][0] == " " else ABILITY] += 1
            continue
        if "." in line[: len(bare)] or len(bare) > 80:
            continue
        parts = [_keyword(part, by_fold, longest) for part in COMMAS.split(bare)]
        known = tuple(part for part in parts if part is not None)
        if len(known) == len(parts):
            parsed[number] = KeywordLine(known, False)
            for word, _ in known:
                # An action is a sentence, an ability is none.
                votes[word][ACTION if line.endswith(".") else ABILITY] += 1
    kinds = {word: counts.most_common(1)[0][0] for word, counts in votes.items()}
    return parsed, kinds


def _keyword(part: str, by_fold: dict[str, str], longest: int) -> Keyword | None:
    """The keyword that a part of a line opens with."""
    bare = fold(COST.sub("", part)).strip()
    if bare in by_fold:
        return Keyword(by_fold[bare], True)
    words = bare.split(" ")
    for size in range(min(longest, len(words) - 1), 0, -1):
        keyword = by_fold.get(" ".join(words[:size]))
        if keyword is not None:
            return Keyword(keyword, False)
    return None


def _words_of_types(
    connection: sqlite3.Connection, types: Counter[str]
) -> tuple[set[str], set[str]]:
    """The words before and after the dash of type lines, but for the types."""
    left: Counter[str] = Counter()
    right: Counter[str] = Counter()
    rows = connection.execute(
        "SELECT type_line FROM localizations WHERE oracle = 1 AND type_line IS NOT NULL"
    )
    for (line,) in rows:
        before, _, after = line.partition(" — ")
        left.update(before.split())
        right.update(after.split())
    supertypes = {w for w, n in left.items() if n > 1 and w not in types and w.istitle()}
    return supertypes, {w for w, n in right.items() if n > 2 and w[0].isupper() and len(w) > 2}


def _game_terms(connection: sqlite3.Connection, english: Side) -> list[str]:
    """The words, and pairs of them, that are frequent in rules text and rare in flavor text."""
    flavor: Counter[str] = Counter()
    rows = connection.execute(
        f"""
        SELECT DISTINCT flavor_texts.text
        FROM flavor_texts
        JOIN localization_printings ON localization_printings.flavor_text_id = flavor_texts.id
        JOIN localizations ON localizations.id = localization_printings.localization_id
        WHERE localizations.language_id = {ENGLISH}
        """
    )
    texts = 1
    for (text,) in rows:
        texts += 1
        flavor.update(set(re.findall(r"[a-z]+", text.lower())))
    scale = texts / max(len(english.lines), 1)
    keenness: dict[str, float] = {}
    families = [
        [(int(english.sizes[gram]), english.word(gram)) for gram in grams]
        for grams in english.by_stem().values()
    ]
    for size, word in chain.from_iterable(families):
        keenness[word] = size * scale / (flavor[word] + 1)
    found = [
        max(family)[1]
        for family in families
        if sum(size for size, _ in family) >= _MIN_LINES
        and keenness[max(family)[1]] > _KEEN
        and len(max(family)[1]) > 2
    ]
    for gram in np.flatnonzero((english.lengths == 2) & (english.sizes >= _MIN_LINES)).tolist():
        words = english.terms_of(gram)
        parts = [english.gram([word]) for word in words]
        sizes = sum(int(english.sizes[part]) for part in parts if part is not None)
        together = 2 * int(english.sizes[gram]) / sizes
        if together > _TOGETHER and all(keenness.get(word, 0) > _KEEN for word in words):
            found.append(" ".join(words))
    return sorted(found)


def single_types(lines: list[str]) -> dict[int, list[tuple[str, int]]]:
    """Lines that have one word before or after the dash, with that word and which it is."""
    found: dict[int, list[tuple[str, int]]] = {}
    for number, line in enumerate(lines):
        if len(line) > 40 or "." in line:
            continue
        parts = line.split(" — ")
        if len(parts) <= 2:
            found[number] = [(p, n) for n, p in enumerate(parts) if " " not in p]
    return found
