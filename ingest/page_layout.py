"""Blocks of a page in form A -> what each of them is.

Names and texts by language, then sets with or without a printed wording, then rulings: the page is
read as the cheapest way to take all blocks in that order, each judged by how much it looks like a
name, a text or a ruling, by its language, and by what stands beside it.
"""

import functools
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from ingest.detect import LATIN_LANGUAGES, probabilities

_END_OF_SENTENCE = re.compile(r"""[.。．!?！？…)）\]"”'’»」』]$""")
_SMALL_WORDS = {
    *("of", "the", "and", "a", "an", "to", "in", "from", "for"),
    *("at", "on", "by", "with", "vs", "or", "into", "as", "over", "under"),
}
_WORD = re.compile(r"\{[^{}\s]*\}|\w+")
_PARENTHESES = re.compile(r"\([^()]*\)")
_SIGNS = re.compile(r"\{[^{}\s]*\}|[+-]?[0-9X*]+/[+-]?[0-9X*]+")


class Step(NamedTuple):
    """Blocks taken as one thing: a name or set at `head`, with the text at `text` or none."""

    kind: Literal["wording", "set", "ruling"]
    head: int
    text: int | None = None
    language: str = ""


# What a block looks like


def is_sentence(text: str) -> bool:
    return "\n" in text or len(text) > 100 or _END_OF_SENTENCE.search(text) is not None


def _is_title(text: str) -> bool:
    """Whether a block is written like a name in English: short, no full stop, capitals."""
    if is_sentence(text) or len(text) > 70:
        return False
    words = [w for w in _WORD.findall(text) if w.casefold() not in _SMALL_WORDS and len(w) > 1]
    return not words or sum(w == w.upper() or not w[0].islower() for w in words) >= 0.7 * len(words)


def _as_name(text: str) -> float:
    if "\n" in text:
        return 6.0
    if len(text) > 150 or text.endswith((".", "。", "．")):
        return 4.0
    if len(text) > 60 or is_sentence(text):
        return 1.0
    return 0.5 if "," in text or "、" in text else 0.0


def _as_text(text: str) -> float:
    if is_sentence(text):
        return 0.0
    if "," in text or "、" in text or " " not in text:
        return 0.7
    # A line of keywords without a comma is one keyword: few words, only the first with a capital.
    return 3.0 if _is_title(text) else 1.0 if text.count(" ") == 1 else 2.0


def _as_set(text: str) -> float:
    foreign = 0.0 if text.isascii() else 0.5 if text[0] < "\u0370" else 3.0
    if _is_title(text):
        return foreign
    return foreign + (8.0 if is_sentence(text) else 2.0)


def _as_ruling(text: str) -> float:
    return 0.0 if is_sentence(text) else 2.5 if _is_title(text) else 1.5


def _in_language(probability: float, floor: float) -> float:
    return -math.log(max(probability, floor))


def _named_in(name: str, language: str, likely: dict[str, float]) -> float:
    """How strange a name is in a language; a few words tell little, but English ones are written
    with capitals."""
    small = 1.5 if language == "en" and not _is_title(name) else 0.0
    return small + 0.3 * _in_language(likely.get(language, 0), 1e-2)


def _similarity(first: str, second: str) -> float:
    """How many words two English texts share, 0 to 1, with or without their reminder texts."""

    def dice(a: str, b: str) -> float:
        one, two = (Counter(_WORD.findall(text.casefold())) for text in (a, b))
        return 2 * (one & two).total() / max(1, one.total() + two.total())

    plain = (_PARENTHESES.sub("", text) for text in (first, second))
    return max(dice(first, second), dice(*plain))


def _unlike(first: str, second: str) -> float:
    """How little two texts can be translations of each other: by length, lines and symbols."""
    sizes = [sum(2.5 if c > "\u2e80" else 1 for c in text) for text in (first, second)]
    cost = max(0.0, abs(math.log(sizes[0] / sizes[1])) - 0.4) * 3
    cost += 0.5 * abs(first.count("\n") - second.count("\n"))
    signs = [set(_SIGNS.findall(unicodedata.normalize("NFKC", t))) for t in (first, second)]
    return min(4.0, cost + 1.5 * (signs[0] != signs[1]))


# The cheapest way through


class _State(NamedTuple):
    """Where a way stands after some blocks: what the next step depends on, and no more."""

    phase: Literal["wording", "set", "ruling"] = "wording"
    used: frozenset[str] = frozenset()
    last: str = ""
    last_text: int | None = None
    gaps: bool = False
    oracle: int | None = None


class _Way(NamedTuple):
    cost: float
    step: Step | None = None
    before: "_Way | None" = None


_WITHOUT_TEXT = 2.5
_WITHOUT_TEXT_AGAIN = 0.5
_WITHOUT_ENGLISH = 1.5  # for one language; a page with several nearly always has English too
_WITHOUT_ENGLISH_MORE = 1.0
_WITHOUT_SETS = 1.0
_AFTER_ENGLISH = 3.0
_OUT_OF_ORDER = 0.7
_ALL_WITHOUT_TEXT = 2.5
_ALIKE = 0.6  # at this similarity a printed wording and a ruling are equally likely
_KEPT = 300  # ways kept at each block


class _Layout:
    """The blocks of a form A page and what its steps cost, each worked out once."""

    def __init__(self, texts: list[str], textless: bool) -> None:
        self.texts = texts
        self.textless = textless  # whether this is the page of a card without any text
        self.languages = functools.cache(lambda i: probabilities(self.texts[i]))
        self.spoken = functools.cache(self._spoken)
        self.similarity = functools.cache(lambda i, j: _similarity(self.texts[i], self.texts[j]))
        self.unlike = functools.cache(lambda i, j: _unlike(self.texts[i], self.texts[j]))

    def _spoken(self, head: int) -> dict[str, float]:
        """The languages of the text after a name; a line of keywords is judged with the name."""
        text = self.texts[head + 1]
        named, said = self.languages(head), self.languages(head + 1)
        if not is_sentence(text) and said.keys() & named.keys():
            return probabilities(f"{self.texts[head]}\n{text}")
        return said or named

    def cheapest(self) -> _Way:
        size = len(self.texts)
        ways: list[dict[_State, _Way]] = [{} for _ in range(size + 1)]
        ways[0][_State()] = _Way(_ALL_WITHOUT_TEXT if self.textless else 0.0)
        for here in range(size):
            kept = sorted(ways[here].items(), key=lambda item: item[1].cost)[:_KEPT]
            for state, way in kept:
                for cost, step, after in self.steps(here, state):
                    there = ways[here + (1 if step.text is None else 2)]
                    if after not in there or way.cost + cost < there[after].cost:
                        there[after] = _Way(way.cost + cost, step, way)
            ways[here].clear()
        return min(ways[size].items(), key=lambda item: item[1].cost)[1]

    def steps(self, here: int, state: _State) -> Iterator[tuple[float, Step, _State]]:
        if state.phase == "wording":
            yield from self.wordings(here, state)
        if not state.used and state.phase == "wording":
            return
        english = "en" in state.used or state.phase != "wording"
        toll = 0.0
        if not english:
            toll = _WITHOUT_ENGLISH + _WITHOUT_ENGLISH_MORE * min(3, len(state.used) - 1)
        if state.phase != "ruling":
            yield from self.sets(here, state, toll)
        cost = toll + _as_ruling(self.texts[here])
        if state.phase == "wording":
            cost += _WITHOUT_SETS
        elif state.phase == "set" and state.oracle is not None:
            cost += min(3.0, max(0.0, 8 * (self.similarity(here, state.oracle) - _ALIKE)))
        yield cost, Step("ruling", here), _State("ruling")

    def wordings(self, here: int, state: _State) -> Iterator[tuple[float, Step, _State]]:
        as_name = _as_name(self.texts[here]) + (_AFTER_ENGLISH if state.last == "en" else 0)
        named = self.languages(here)
        text = here + 1
        said: dict[str, float] = {}
        if text < len(self.texts) and not self.textless:
            said = self.spoken(here) or {"en": 1.0}
        for language in _choices(said):
            if said and language not in state.used:
                cost = as_name + _as_text(self.texts[text]) + _order(state.last, language)
                cost += _in_language(said.get(language, 0), 1e-6)
                cost += _named_in(self.texts[here], language, named)
                if state.last_text is not None:
                    cost += self.unlike(text, state.last_text)
                yield cost, Step("wording", here, text, language), _after(state, language, text)
        gap = _WITHOUT_TEXT_AGAIN if self.textless or state.gaps else _WITHOUT_TEXT
        for language in _choices(named or {"en": 1.0}):
            if language not in state.used:
                cost = as_name + gap + _order(state.last, language)
                cost += 2 * _named_in(self.texts[here], language, named)
                yield cost, Step("wording", here, None, language), _after(state, language, None)

    def sets(self, here: int, state: _State, toll: float) -> Iterator[tuple[float, Step, _State]]:
        toll += _as_set(self.texts[here])
        after = _State("set", oracle=state.oracle)
        yield toll, Step("set", here), after
        text = here + 1
        if text < len(self.texts) and not self.textless:
            cost = 5.0
            if state.oracle is not None:
                cost = min(4.0, max(0.0, 8 * (_ALIKE - self.similarity(text, state.oracle))))
            yield toll + cost, Step("set", here, text), after


def _choices(likely: dict[str, float]) -> list[str]:
    """The languages to try. All Latin ones for a Latin text: two blocks may claim one."""
    if any(code in LATIN_LANGUAGES for code in likely):
        return list(LATIN_LANGUAGES)
    return list(likely)


def _order(last: str, language: str) -> float:
    """Languages usually come in the order of their codes, English last."""
    return _OUT_OF_ORDER if "en" not in (last, language) and language < last else 0.0


def _after(state: _State, language: str, text: int | None) -> _State:
    oracle = text if language == "en" else state.oracle
    last_text = state.last_text if text is None else text
    gaps = state.gaps or text is None
    return _State("wording", state.used | {language}, language, last_text, gaps, oracle)


def read_layout(texts: list[str]) -> list[Step]:
    """What each of `texts`, the blocks of a page and at least one, is; every block is in one step,
    in the order of the page, and the first step is a wording."""
    way: _Way | None = min(
        (_Layout(texts, textless).cheapest() for textless in (False, True)),
        key=lambda found: found.cost,
    )
    steps: list[Step] = []
    while way and way.step:
        steps.append(way.step)
        way = way.before
    return steps[::-1]
