"""Official release notes and FAQ documents -> records: the rulings in many languages.

A document (Word, PDF, plain text, web page) becomes lines that know what they are; these become
notes: after the title and the date come general notes, then the notes on single cards, each a card
block (name, mana cost, type, text) with its rulings in order. What sections and dates are called
is in `headings`. The documents give one date for all: rulings are dated by the release.
"""

from collections.abc import Iterator

from ingest import reading
from ingest.files import Document, InputError
from ingest.records import Record
from ingest.release_notes import docx, pdf, text, web
from ingest.release_notes.headings import find_date, find_section, find_title
from ingest.release_notes.lines import Line
from ingest.release_notes.notes import read_head, read_notes

_MAX_SIZE = 64 << 20  # a real document has 1.2 MB
_MAX_TEXT = 4 << 20  # text or a web page; a tag of a page takes a hundred times its size
_HEAD = 64 << 10
_EXPECTED = "release notes"
_ZIP = b"PK\x03\x04"
_PDF = b"%PDF-"


def is_release_notes(head: bytes, name: str) -> bool:
    """Whether a document that begins with `head` is release notes. Of a Word or PDF file that does
    not tell: each is taken, and its reader says where it is none."""
    if head.startswith((_ZIP, _PDF)):
        return True
    if reading.is_json(head) or (reading.not_text(head) and not reading.is_html(head)):
        return False
    decoded = head.decode("utf-8-sig", "ignore")
    rows = web.find_headings(decoded) if reading.is_html(head) else decoded.splitlines()
    rows = [row for row in rows if row.strip()]
    titled = any(map(find_title, rows[:5]))
    if reading.is_html(head):
        return titled or any(map(find_section, rows))
    return any(find_section(row) or (titled and find_date(row)) for row in rows)


def find_version(head: bytes, document: Document) -> str | None:
    """The day the document says it was last changed."""
    try:
        return read_head(_lines(document, last_page=1)).updated
    except InputError:
        return None  # reading it says what is wrong


@reading.reader(
    "release notes", is_release_notes, (".docx", ".pdf", ".txt", ".html", ".htm"), find_version
)
def read(document: Document) -> Iterator[Record]:
    """The cards of the document with their rulings, and the problems beside them.

    Raises InputError, after the cards before the fault, when it is damaged, too large, encrypted,
    or no release notes in one of the languages known.
    """
    return read_notes(_lines(document), document.name)


def _lines(document: Document, last_page: int = pdf.MAX_PAGES) -> Iterator[Line]:
    with document.open() as stream:
        head = stream.read(_HEAD)
        content = head
        if head.startswith((_ZIP, _PDF)):
            content += stream.read(_MAX_SIZE - len(head) + 1)
    if len(content) > _MAX_SIZE:
        raise InputError(f"{document.name}: more than {_MAX_SIZE} bytes, expected {_EXPECTED}")
    if head.startswith(_ZIP):
        return docx.read_lines(content, document.name)
    if head.startswith(_PDF):
        return pdf.read_lines(content, document.name, last_page)
    decoded = reading.read_text(document, _MAX_TEXT, _EXPECTED)
    if reading.is_html(head):
        return web.read_lines(decoded, document.name)
    return text.read_lines(decoded, document.name)
