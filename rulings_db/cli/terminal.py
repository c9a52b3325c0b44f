"""Writing to a terminal: nothing that would steer it, lines broken by the room that they take."""

import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

import click

_STEERING = re.compile(r"(?!\x1b\[[0-9;]*m)[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def harmless(text: str) -> str:
    """`text` without what would steer a terminal, but for colors; U+FFFD stands for it."""
    return _STEERING.sub("\ufffd", text)


def echo(text: str = "", *, err: bool = False, **style: Any) -> None:
    click.secho(harmless(text), err=err, **style)


def terminal_width() -> int:
    return min(shutil.get_terminal_size((80, 24)).columns, 100) if sys.stdout.isatty() else 80


def cells(text: str) -> int:
    """How many columns a terminal needs for `text`: two for a wide character."""
    return sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.combining(character) or character < " ":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wrapped(text: str, width: int, indent: str = "") -> str:
    """`text` in lines of at most `width` columns, broken at spaces, or anywhere in CJK text."""
    lines = []
    for line in text.split("\n"):
        current = ""
        for word in _breakable(line):
            if current.strip() and cells(indent + current + word.rstrip()) > width:
                lines.append(indent + current.rstrip())
                current = word.lstrip()
            else:
                current += word
        lines.append(indent + current.rstrip())
    return "\n".join(lines)


def _breakable(line: str) -> Iterable[str]:
    """Pieces between which a line may be broken."""
    piece = ""
    for character in line:
        wide = unicodedata.east_asian_width(character) in "WF"
        if wide and character not in "、。，．」』）！？：":
            if piece:
                yield piece
            piece = character
        else:
            piece += character
            if character == " ":
                yield piece
                piece = ""
    if piece:
        yield piece


def styled(marked: str) -> str:
    """A text for the terminal: what stands between the marks \\1 and \\2 in bold yellow."""
    pieces = marked.replace("\2", "\1").split("\1")
    return "".join(
        click.style(piece, fg="yellow", bold=True) if at % 2 else piece
        for at, piece in enumerate(pieces)
    )


def table(rows: Sequence[tuple[str, str]]) -> None:
    """Two columns, the second flush right."""
    left = max(cells(row[0]) for row in rows)
    right = max(cells(row[1]) for row in rows)
    for label, value in rows:
        echo(f"{label}{' ' * (left - cells(label))}  {value:>{right}}")
