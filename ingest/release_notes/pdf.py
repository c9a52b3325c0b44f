"""A PDF file -> its paragraphs, put together again from the lines of its pages.

What a line is, is told by where it stands: rulings are the points furthest out, modes of a card
stand deeper; a card's lines begin in a column of their own.
"""

import io
import logging
import re
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any, NamedTuple

from pypdf import PageObject, PdfReader

from ingest.files import InputError
from ingest.release_notes.lines import PARAGRAPH, Line, close_gaps, join, plain_line, without_bullet

MAX_PAGES = 2000
MAX_PAGE = 1 << 20  # a page's drawing instructions, unpacked; a real page has some 50 kB
MAX_SECONDS = 120.0

_SAME = 3.0  # points: what is this near begins in one column
_NARROWEST = 20.0  # type sizes: the lines of a card have 25
_PAGE_NUMBER = re.compile(r"\d+")


class _Mended(logging.Handler):
    """What pypdf has found wrong and mended as well as it could: the first fault of each place."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.place = ""
        self.found: dict[str, str] = {}

    def emit(self, record: logging.LogRecord) -> None:
        self.found.setdefault(self.place, f"found {record.getMessage()[:200]!r}")


class _Part(NamedTuple):
    """A line of a page: `left` and `right` are where it begins and about where it ends, `em` its
    type size, all in points."""

    text: str
    place: str
    left: float
    right: float
    em: float

    @property
    def bullet(self) -> bool:
        return without_bullet(self.text.lstrip()) is not None


def read_lines(content: bytes, name: str, last_page: int = MAX_PAGES) -> Iterator[Line]:
    """The paragraphs of a PDF file called `name` as far as `last_page`; places count its pages and
    their lines from 1.

    Raises InputError, after the lines of the pages before the fault, when it is damaged,
    encrypted or beyond the limits.
    """
    pages: list[list[_Part]] = []
    fault = None
    deadline = time.monotonic() + MAX_SECONDS
    mended = _Mended()
    logging.getLogger("pypdf").addHandler(mended)
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted:
            raise InputError(f"{name}: encrypted, expected a PDF file that can be read by anyone")
        if len(reader.pages) > MAX_PAGES:
            raise InputError(f"{name}: more than {MAX_PAGES} pages, expected release notes")
        for number, page in enumerate(islice(reader.pages, last_page), 1):
            mended.place = f"{name}:page {number}"
            pages.append(list(_page_parts(page, mended.place, deadline)))
    except InputError as error:
        fault = error
    except Exception as error:  # what pypdf raises on damaged files is not limited to its own
        fault = InputError(
            f"{name}: damaged after page {len(pages)}: {str(error) or type(error).__name__},"
            " expected a PDF file"
        )
    finally:
        logging.getLogger("pypdf").removeHandler(mended)
    yield from (Line(found, "damage", place or name) for place, found in mended.found.items())
    yield from _paragraphs([part for page in _without_margins(pages) for part in page])
    if fault:
        raise fault


def _page_parts(page: PageObject, place: str, deadline: float) -> Iterator[_Part]:
    contents = page.get_contents()
    if contents is not None and len(contents.get_data()) > MAX_PAGE:
        raise InputError(f"{place}: more than {MAX_PAGE} bytes, expected a page of text")
    pieces: list[list[tuple[str, float, float]]] = [[]]

    def take(text: str, _cm: Any, matrix: list[float], _font: Any, size: float) -> None:
        for index, piece in enumerate(text.split("\n")):
            if index:
                pieces.append([])
            if piece:
                pieces[-1].append((piece, matrix[4], abs(matrix[0] * size) or size))

    def watch(*_: Any) -> None:
        if time.monotonic() > deadline:
            raise InputError(f"{place}: not read after {MAX_SECONDS:.0f} s, expected less")

    page.extract_text(visitor_text=take, visitor_operand_before=watch)
    for number, line in enumerate(pieces, 1):
        text = "".join(piece for piece, _, _ in line)
        _, left, em = next((piece for piece in line if piece[0].strip()), ("", 0.0, 0.0))
        yield _Part(text, f"{place}, line {number}", left, left + _width(text.strip()) * em, em)


def _width(text: str) -> float:
    """About how wide `text` is, in type sizes."""
    return sum(1.0 if unicodedata.east_asian_width(c) in "WFA" else 0.5 for c in text)


def _without_margins(pages: list[list[_Part]]) -> Iterator[list[_Part]]:
    """The pages without page numbers and what else stands at the top or the bottom of most."""
    edges: Counter[str] = Counter()
    for page in pages:
        shown = [part for part in page if part.text.strip()]
        edges.update({_PAGE_NUMBER.sub("#", part.text.strip()) for part in shown[:1] + shown[-1:]})
    often = {text for text, count in edges.items() if count > 2 and count > len(pages) / 2}
    for page in pages:
        shown = [part for part in page if part.text.strip()]
        margins = [
            part
            for part in shown[:1] + shown[-1:]
            if _PAGE_NUMBER.sub("#", part.text.strip()) in often
        ]
        yield [part for part in page if part not in margins]


def _paragraphs(parts: list[_Part]) -> Iterator[Line]:
    """The lines put together to paragraphs, with a blank line where the column changes."""
    bullets = Counter(round(part.left) for part in parts if part.bullet)
    points = bullets.most_common(1)[0][0] if bullets else 0
    wrapped = _Wrapping(parts)
    paragraph: _Part | None = None
    before: _Part | None = None
    for part, following in pairwise([*parts, _Part("", "", 0.0, 0.0, 0.0)]):
        if paragraph is None:
            paragraph = part
        else:
            paragraph = paragraph._replace(text=join(paragraph.text, part.text.strip()))
        if len(paragraph.text) <= PARAGRAPH and wrapped.goes_on(part, following):
            continue
        if before and not paragraph.bullet and abs(before.left - paragraph.left) > _SAME:
            yield Line("", "blank", paragraph.place)
        yield _line(paragraph, points)
        before = None if paragraph.bullet or not paragraph.text.strip() else paragraph
        paragraph = None


def _line(paragraph: _Part, points: int) -> Line:
    text = close_gaps(paragraph.text.strip())
    point = without_bullet(text)
    if point is not None and abs(paragraph.left - points) <= _SAME:
        return Line(point, "point", paragraph.place)
    return plain_line(text, paragraph.place)


class _Wrapping:
    """Whether a line of text goes on in the next."""

    def __init__(self, parts: list[_Part]) -> None:
        self._rights: defaultdict[int, float] = defaultdict(float)
        sentences = [part.text for part in parts if part.text.rstrip().endswith("。")]
        # Word ends a paragraph with a blank. In scripts that have no other the blank tells.
        self._marked = sum(text.endswith(" ") for text in sentences) * 2 > len(sentences)
        for part in parts:
            column = round(part.left)
            right = max(part.right, part.left + _NARROWEST * part.em)
            self._rights[column] = max(self._rights[column], right)

    def goes_on(self, part: _Part, following: _Part) -> bool:
        """Whether the paragraph of `part` goes on in `following`."""
        if not part.text.strip() or not following.text.strip() or following.bullet:
            return False
        if self._marked:
            return not part.text.endswith(" ")
        column = following.left if part.bullet else part.left
        word = following.text.split()[0] if following.text.isascii() else following.text.strip()[:3]
        room = self._rights[round(column)] - part.right
        return room < (_width(word) + 1.5) * part.em
