"""A document's lines, each with what its form says it is: what all formats are turned into."""

import re
from typing import Literal, NamedTuple

Kind = Literal["text", "point", "heading", "rule", "blank", "damage"]

_RULE = re.compile(r"[-_=—–─━]{3,}")
_STARRED = re.compile(r"\*{2,}\s*([^*]+?)\s*\*{2,}")
# A star can begin a power and toughness too: */*, *+1/*.
_POINT = re.compile(r"[*＊](?!\s?[+*＊/]|[^\s]{0,3}/)\s*")
_BULLET = re.compile(r"[•●‣]\s*")
# Scripts written without blanks between words: Han, kana and their punctuation.
_UNSPACED = "\u2e80-\u30ff\u31f0-\u9fff\uf900-\ufaff\uff00-\uffef"
_CLOSED = re.compile(f".?[{_UNSPACED}—–/]|\\w[-‐]")
_STARTS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_SET_GAP = re.compile(f"(?<=[{_UNSPACED}]) (?=[!-~])|(?<=[!-~]) (?=[{_UNSPACED}])")


SHORT = 200
"""No name, type line, title or heading is longer: what is, is not looked at as one."""
PARAGRAPH = 1 << 16
"""No paragraph is longer: one that is would be put together of too many lines."""


class Line(NamedTuple):
    """One line or paragraph. A `point` is an item of a list, its mark taken off: a ruling, where
    it stands below a card; a bullet stays on `text`, for it can mark a mode of a card too.
    `damage` is none of the document's own: what is wrong there. `place` is where the line stands
    in the document."""

    text: str
    kind: Kind
    place: str


def plain_line(text: str, place: str) -> Line:
    """A line of plain text, its kind told by its marks: a star before a point, `-----` for a rule,
    stars around a heading."""
    text = text.strip()
    if not text:
        return Line("", "blank", place)
    if _RULE.fullmatch(text):
        return Line(text, "rule", place)
    if len(text) <= SHORT and (heading := _STARRED.fullmatch(text)):
        return Line(heading[1], "heading", place)
    if mark := _POINT.match(text):
        return Line(text[mark.end() :], "point", place)
    return Line(text, "text", place)


def without_bullet(text: str) -> str | None:
    """What stands behind a bullet; None where there is none."""
    bullet = _BULLET.match(text)
    return text[bullet.end() :] if bullet else None


def unspaced(text: str) -> bool:
    """Whether `text` begins in a script that sets no blanks between words."""
    return _STARTS_UNSPACED.match(text) is not None


def join(before: str, after: str) -> str:
    """One text of two lines that a page's width has parted: no blank is put where Chinese or
    Japanese stands on either side, nor after a hyphen or dash."""
    before = before.rstrip()
    if unspaced(after) or _CLOSED.fullmatch(before[-2:]):
        return before + after
    return f"{before} {after}"


def close_gaps(text: str) -> str:
    """`text` without the blanks between Chinese or Japanese and Latin letters or digits: Word sets
    a gap there, which a PDF file shows as a blank."""
    return _SET_GAP.sub("", text)
