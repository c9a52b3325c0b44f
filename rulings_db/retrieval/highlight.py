"""Marks matches in the text as it came: which characters were found, and a snippet around them."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from rulings_db.language.tokenize import BREAK, spans


class Pattern(NamedTuple):
    """Terms to find in a row; each place takes any of its terms, the last one prefixes too.
    `column` is where they were looked for: "name", "type", "text", or None for all of these."""

    places: tuple[frozenset[str], ...]
    prefix: bool = False
    column: str | None = None


Span = tuple[int, int]


def find(text: str, patterns: Sequence[Pattern], chinese: bool) -> tuple[list[Span], int]:
    """Where `patterns` match in `text`: spans in characters, joined where they touch, and how many
    of the patterns were found at all."""
    if not patterns or not text:
        return [], 0
    terms = spans(text, chinese)
    marked: list[Span] = []
    found = 0
    for pattern in patterns:
        length = len(pattern.places)
        before = len(marked)
        for start in range(len(terms) - length + 1):
            if _matches(terms, start, pattern):
                marked.append((terms[start][1], terms[start + length - 1][2]))
        found += len(marked) > before
    return _joined(marked), found


def _matches(terms: Sequence[tuple[str, int, int]], start: int, pattern: Pattern) -> bool:
    last = len(pattern.places) - 1
    for at, place in enumerate(pattern.places):
        term = terms[start + at][0]
        if term in place:
            continue
        if pattern.prefix and at == last and term != BREAK and term.startswith(tuple(place)):
            continue
        return False
    return True


def _joined(marked: list[Span]) -> list[Span]:
    joined: list[Span] = []
    for start, end in sorted(marked):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def snippet(text: str, marked: Sequence[Span], width: int = 220) -> str:
    """About `width` characters of `text` around its first match, as HTML: escaped, each match in
    `<mark>`, `…` where text is left out."""
    start, end = 0, len(text)
    if len(text) > width:
        first = marked[0][0] if marked else 0
        start = max(0, min(first - width // 3, len(text) - width))
        end = min(len(text), start + width)
        start = _word_start(text, start)
    pieces = ["…" if start else ""]
    at = start
    for begin, finish in marked:
        if begin < at or finish > end:
            continue
        pieces += [escape(text[at:begin]), "<mark>", escape(text[begin:finish]), "</mark>"]
        at = finish
    pieces += [escape(text[at:end]), "…" if end < len(text) else ""]
    return "".join(pieces)


def _word_start(text: str, at: int) -> int:
    """The start of a word at or shortly after `at`."""
    if at == 0:
        return 0
    space = text.find(" ", at, at + 20)
    return space + 1 if space >= 0 else at
