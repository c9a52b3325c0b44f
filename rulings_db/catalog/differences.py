"""What two wordings of one text do not share, word by word; in Chinese, Japanese and Korean by
character.

What identity does not tell apart (quotes, dashes, white space, symbol notation) is no difference.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Literal, NamedTuple

from rapidfuzz.distance import Indel

from rulings_db.database.identity import normalized
from rulings_db.language.fold import CJK_CHARACTER

Kind = Literal["same", "old", "new"]

LONGEST = 20_000
"""The most characters of a text that is compared."""

_LEAST_SHARED = 0.4
_CRUMB = 4

# A symbol, a character of an unspaced script, a word with what joins its parts, a line's end, white
# space, and each other sign.
_LETTERS = rf"(?:(?!{CJK_CHARACTER})\w)+"
_WORD = re.compile(
    r"\{[^{}\s]{1,9}\}"
    rf"|{CJK_CHARACTER}"
    rf"|[+-]?{_LETTERS}(?:['’/-][+-]?{_LETTERS})*"
    r"|\n|[^\S\n]+|[^\w\s]"
)


class Piece(NamedTuple):
    """A stretch of text that both have ("same", as the new one has it), or only one of them."""

    kind: Kind
    text: str


class _Change(NamedTuple):
    """What stands in one place of the old and the new text; `shared` where that is the same."""

    shared: bool
    old: str
    new: str


def differ(old: str, new: str) -> list[Piece] | None:
    """The stretches of two texts in reading order, what was left out before what came in its place.
    None when they share too little to be read as one, or are too long."""
    if max(len(old), len(new)) > LONGEST:
        return None
    changes = _without_crumbs(list(_changes(_WORD.findall(old), _WORD.findall(new))))
    shared = sum(len(change.new) for change in changes if change.shared)
    if shared < _LEAST_SHARED * min(len(old), len(new)):
        return None
    pieces = [piece for change in changes for piece in _pieces(change)]
    return [
        Piece(kind, "".join(piece.text for piece in run))
        for kind, run in groupby(pieces, key=lambda piece: piece.kind)
    ]


def same(old: str, new: str) -> bool:
    """Whether `differ` would mark nothing."""
    return normalized(old) == normalized(new)


def _changes(old: list[str], new: list[str]) -> Iterator[_Change]:
    """Shared stretches and changes, by turns."""
    operations = Indel.opcodes([_key(word) for word in old], [_key(word) for word in new])
    for shared, run in groupby(operations, key=lambda operation: operation.tag == "equal"):
        parts = list(run)
        yield _Change(
            shared,
            "".join(old[parts[0].src_start : parts[-1].src_end]),
            "".join(new[parts[0].dest_start : parts[-1].dest_end]),
        )


def _key(word: str) -> str:
    return word if word == "\n" else normalized(word)


def _without_crumbs(changes: list[_Change]) -> list[_Change]:
    """Changes with what little is shared between two of them (a space, a comma, a short word) taken
    in: it stands there by chance, and marks around it hinder reading."""
    joined: list[_Change] = []
    for place, change in enumerate(changes):
        before = joined[-1] if joined else None
        after = changes[place + 1] if place + 1 < len(changes) else None
        crumb = change.shared and before and after and _is_crumb(change.new, before, after)
        if before and not before.shared and (crumb or not change.shared):
            joined[-1] = _Change(False, before.old + change.old, before.new + change.new)
        else:
            joined.append(change)
    return joined


def _is_crumb(text: str, before: _Change, after: _Change) -> bool:
    if "\n" in text:
        return False
    length = len(text.strip())
    around = min(max(len(change.old), len(change.new)) for change in (before, after))
    return not re.search(r"\w", text) or length <= min(_CRUMB, around)


def _pieces(change: _Change) -> Iterator[Piece]:
    if change.shared or same(change.old, change.new):
        yield Piece("same", change.new)
        return
    if change.old:
        yield Piece("old", change.old)
    if change.new:
        yield Piece("new", change.new)
