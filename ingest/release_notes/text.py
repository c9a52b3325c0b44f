"""A plain-text file -> its lines, those of a file wrapped by hand put together again."""

import re
from collections.abc import Iterator

from ingest.release_notes.lines import PARAGRAPH, Line, join, plain_line, unspaced

_LINE_END = re.compile(r"\r\n|\r|\n")
_MAX_WIDTH = 120
"""No file that is not wrapped has only lines shorter than this: its paragraphs are one line."""


def read_lines(text: str, name: str) -> Iterator[Line]:
    """The lines of a text called `name`; places count its lines from 1."""
    rows = [row.strip() for row in _LINE_END.split(text)]
    width = max(map(len, rows))
    wrapped = width <= _MAX_WIDTH and sum(len(row) > width * 0.8 for row in rows) >= 10
    line: Line | None = None
    before = ""
    for number, row in enumerate(rows, 1):
        part = plain_line(row, f"{name}:{number}")
        if line and wrapped and part.kind == "text" and _goes_on(line, before, row, width):
            line = line._replace(text=join(line.text, row))
        else:
            if line:
                yield line
            line = part
        before = row
    if line:
        yield line


def _goes_on(line: Line, before: str, row: str, width: int) -> bool:
    """Whether `row` goes on with `line`, whose last row is `before`: nothing else stands directly
    below a point, and a row that had room for the next word was ended on purpose."""
    if len(line.text) > PARAGRAPH:
        return False
    if line.kind == "point":
        return True
    word = row[:1] if unspaced(row) else row.split()[0]
    return line.kind == "text" and len(before) + 1 + len(word) > width
