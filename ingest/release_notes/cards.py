"""A run of lines in release notes -> the cards in it: name, mana cost, type line, text by face."""

import re
from typing import NamedTuple

from ingest.release_notes.headings import Headings, is_type_line
from ingest.release_notes.lines import SHORT, Line, unspaced
from ingest.release_notes.symbols import symbols

_COST = re.compile(r"(?:\{[^{}]{1,8}\})+(?:\s*//?\s*(?:\{[^{}]{1,8}\})+)?")
_FACES = re.compile(r"/{2,}(?:\s?\w+\s?/{2,})?")  # "//", "/////", "//ADV//"
_STATS = re.compile(r"[\d*＊+X½-]{1,6}\s*/\s*[\d*＊+X½-]{1,6}|\[?(?:\d{1,2}|X)\]?", re.IGNORECASE)
_MAX_FACES = 5  # Who // What // When // Where // Why
_TEXT = re.compile(r"[.。:：({（]")  # no type line has one, but before a subtype in French
_REMARK = re.compile(r"\s*(?:（[^（）]*）|\([^()]*\))\s*$")
_LATIN = r"[A-Za-z][A-Za-zÀ-ÿ0-9 ,.'’!?&:®™\-–/]*"
_ENGLISH = re.compile(_LATIN)
_TWO_NAMES = re.compile(
    rf"(?P<local>.*[^\s!-~])(?:\s*[/／]\s*|\s+|\s*[（(])(?P<english>{_LATIN})[)）]?|"
    rf"(?P<english_first>{_LATIN}?)\s*[/／]\s*(?P<local_second>.+)"
)


class Face(NamedTuple):
    """One face of a card, as the document has it. `english` is its English name where a document
    in another language gives it too; what it does not give is None."""

    name: str
    english: str | None
    cost: str | None
    type_line: str | None
    text: str | None
    power: str | None
    toughness: str | None
    loyalty: str | None


class Found(NamedTuple):
    """A card in a run of lines: its faces, and where it stands."""

    faces: tuple[Face, ...]
    place: str


def find_cards(run: list[Line], headings: Headings) -> tuple[list[Line], list[Found]]:
    """The lines of `run` before its first card, which belong to none, and the cards.

    A card begins with its name, in one line or, with the English one below, in two; then comes a
    mana cost or a type line. Behind a first card only both together show another.
    """
    starts: list[int] = []
    texts = [*(line.text for line in run), ""]
    for index in range(1, len(run)):
        if _faces_part(texts[index - 1]):
            continue
        cost = _is_cost(texts[index])
        typed = is_type_line(texts[index + 1 if cost and starts else index], headings)
        if (cost and typed) if starts else (cost or typed):
            start = index - 1
            if start and _is_second_name(texts[start - 1], texts[start]):
                start -= 1
            if not starts or not _faces_part(texts[start - 1]):
                starts.append(start)
    if not starts:
        return run, []
    ends = [*starts[1:], len(run)]
    cards = [
        Found(_faces(run[start:end], headings), run[start].place)
        for start, end in zip(starts, ends, strict=True)
    ]
    return run[: starts[0]], cards


def _is_cost(line: str) -> bool:
    return _COST.fullmatch(line) is not None


def _faces_part(line: str) -> bool:
    return _FACES.fullmatch(line) is not None


def _is_second_name(first: str, second: str) -> bool:
    return unspaced(first) and _ENGLISH.fullmatch(second) is not None


def _faces(card: list[Line], headings: Headings) -> tuple[Face, ...]:
    parts: list[list[str]] = [[]]
    for line in card:
        if _faces_part(line.text):
            parts.append([])
        else:
            parts[-1].append(line.text)
    if len(parts) > _MAX_FACES:
        parts = [[line.text for line in card]]
    return tuple(_face(lines, headings) for lines in parts if lines)


def _face(lines: list[str], headings: Headings) -> Face:
    name, english = _names(lines[0])
    rest = lines[1:]
    if len(rest) > 1 and english is None and _is_second_name(name, rest[0]):
        english, rest = rest[0], rest[1:]
    cost = rest.pop(0) if rest and _is_cost(rest[0]) else None
    type_line = None
    if rest and (is_type_line(rest[0], headings) or not _TEXT.search(rest[0])):
        type_line = rest.pop(0)
    stats = rest.pop(0).replace("＊", "*") if rest and _STATS.fullmatch(rest[0]) else ""
    first, slash, toughness = stats.partition("/")
    return Face(
        name,
        english,
        symbols(cost) if cost else None,
        type_line,
        symbols("\n".join(rest)) or None,
        first.strip() if slash else None,
        toughness.strip() or None,
        None if slash else first.strip("[]") or None,
    )


def _names(line: str) -> tuple[str, str | None]:
    """The localized and the English name in `line`, without brackets and without a remark like
    "(Planeswalker deck only)"."""
    line = line.strip("《》 ")
    if len(line) > SHORT:
        return line, None
    if any(map(unspaced, line)) and (found := _TWO_NAMES.fullmatch(line)):
        local = found["local"] or found["local_second"]
        english = found["english"] or found["english_first"]
        if local and english:
            return local.strip(), english.strip()
    return _REMARK.sub("", line) or line, None
