"""One saved page while it is read: its text and elements, and the problems met so far."""

import re
import warnings
from datetime import date

from bs4 import BeautifulSoup, ParserRejectedMarkup, XMLParsedAsHTMLWarning
from bs4.element import Tag

from ingest.files import Document, InputError
from ingest.gatherer import markup
from ingest.gatherer.languages import ruling_language
from ingest.reading import read_text
from ingest.records import Problem, Ruling

_MAX_PAGE = 16 << 20  # a real page has less than 1 MB

_ISO = re.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:$|[T ])")
_MONTH_FIRST = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})(?:$| )")
_MONTH_NAMED = re.compile(r"([a-z]{3,9})\.? (\d{1,2}), ?(\d{4})$")
_MONTHS = (
    "january february march april may june july august september october november december"
).split()


class Page:
    """A page of either site. Raises InputError when it is no UTF-8, is too large or cut short."""

    def __init__(self, document: Document) -> None:
        self.place = document.name
        self.problems: list[Problem] = []
        self.content = read_text(document, _MAX_PAGE, "one page of Gatherer")
        if "<html" in self.content and "</html>" not in self.content:
            size, line = len(self.content.encode()), self.content.count("\n") + 1
            raise InputError(
                f"{self.place}: byte {size} (line {line}): found the end of the file, expected the"
                " rest of the page (`</html>`)"
            )
        try:
            with warnings.catch_warnings():
                # The old site calls its HTML XML.
                warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
                self.soup = BeautifulSoup(self.content, "lxml")
        except (ParserRejectedMarkup, RecursionError) as error:
            raise InputError(f"{self.place}: cannot be read as HTML: {error}") from error

    def problem(self, kind: str, message: str) -> None:
        """Something that could not be taken as it is."""
        self.problems.append(Problem(kind, self.place, message))

    def missing(self, part: str, consequence: str = "") -> None:
        """A part that every such page has, and this one has not."""
        self.problem("missing part", f"no {part}{consequence and f'; {consequence}'}")

    def text_of(self, element: Tag) -> str | None:
        """The text of an element, None where there is none."""
        unknown: set[str] = set()
        text = markup.text_of(element, unknown)
        for words in sorted(unknown):
            self.problem("unknown symbol", f"an image for {words[:60]!r}; kept in braces")
        return self.checked(text)

    def checked(self, text: str) -> str | None:
        """`text`, reported where letters of it are lost; None where there is none."""
        for letter in sorted(markup.lost_letters(text)):
            self.problem("lost letter", f"found {letter!a} where a letter was: {text[:60]!r}")
        return text or None

    def ruling(
        self, text: str | None, date_text: str, source: str, page_language: str
    ) -> Ruling | None:
        """A ruling; None, and a problem, for one without text. `source` is the text with its
        markup."""
        if not text:
            self.problem("empty ruling", f"a ruling without text, dated {date_text!r}; left out")
            return None
        published_at = iso_date(date_text)
        if published_at is None:
            found = f"the date {date_text[:40]!r}" if date_text else "no date"
            message = f"a ruling with {found}, expected one like 10/15/2006; taken as undated"
            self.problem("impossible date", message)
        return Ruling(
            text,
            published_at,
            ruling_language(text, page_language),
            "wotc",
            raw=markup.raw_of(source, text),
        )

    def multiverse_id(self, digits: str) -> int | None:
        """A multiverse id; None, and a problem, for what is none."""
        if len(digits) < 19 and digits.isascii() and digits.isdigit() and int(digits):
            return int(digits)
        message = f"{digits[:40]!r} is no multiverse id; taken as absent"
        self.problem("impossible multiverse id", message)
        return None


def iso_date(text: str) -> str | None:
    """A date as ISO text: from "10/15/2006" (month first), "2006-10-15", with or without a time
    (which shifts nothing), or "October 15, 2006"; None for anything else."""
    text = " ".join(text.split())
    if found := _ISO.match(text):
        year, month, day = found.groups()
    elif found := _MONTH_FIRST.match(text):
        month, day, year = found.groups()
    elif found := _MONTH_NAMED.match(text.casefold()):
        name, day, year = found.groups()
        month = next((str(n) for n, m in enumerate(_MONTHS, 1) if m.startswith(name)), "0")
    else:
        return None
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None
