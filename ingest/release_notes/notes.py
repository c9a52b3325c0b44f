"""The lines of release notes -> records."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ingest.files import InputError
from ingest.records import Card, Printing, Problem, Record, Ruling, Set, Wording
from ingest.release_notes.cards import Found, find_cards
from ingest.release_notes.headings import (
    HEADINGS,
    Headings,
    Section,
    find_date,
    find_section,
    find_title,
)
from ingest.release_notes.lines import Line, without_bullet
from ingest.release_notes.symbols import symbols

_TITLE_LINES = 12
_HEAD_LINES = 200
"""How far below the beginning a title and a date can stand: web pages have menus above them."""

_SET_CODE = re.compile(r"(?:^|/)(?:faq_|(?:[a-z]{2,3}_)?mtg)([a-z0-9]{3,4})[_.]", re.IGNORECASE)
_LEGAL = re.compile(r"©\s?\d{4}|\(c\) ?\d{4}", re.IGNORECASE)
_SENTENCE = re.compile(r"[.。!！]['\"’”」』）)]*$")


class Head(NamedTuple):
    """What the beginning of a document says: its title (the language, the set's name) and the day
    it was last changed."""

    headings: Headings | None = None
    set_name: str | None = None
    updated: str | None = None


def read_head(lines: Iterable[Line]) -> Head:
    """The head of a document with these lines; no more of them are read than it takes."""
    head = Head()
    seen = 0
    for line in lines:
        if line.kind == "blank":
            continue
        seen += 1
        if seen <= _TITLE_LINES and not head.set_name and (title := find_title(line.text)):
            head = head._replace(headings=title[0], set_name=title[1])
        elif updated := find_date(line.text):
            head = head._replace(updated=updated)
        if seen >= _HEAD_LINES or (head.set_name and head.updated):
            break
    return head


def read_notes(lines: Iterable[Line], document: str) -> Iterator[Record]:
    """The cards in the lines of a document called `document`, each with its rulings in order, and
    the problems; what explains the release as a whole is counted in one problem.

    Raises InputError, when all lines are read, where they hold no section of release notes.
    """
    notes = _Notes(document)
    for run in _runs(lines):
        yield from notes.take(run)
    yield from notes.end()


class _Run(NamedTuple):
    """Lines that belong together: text without a blank line in it, else one line. It is `apart`
    unless it follows a point directly."""

    lines: list[Line]
    apart: bool

    @property
    def first(self) -> Line:
        return self.lines[0]


def _runs(lines: Iterable[Line]) -> Iterator[_Run]:
    text: list[Line] = []
    apart = text_apart = True
    for line in lines:
        if line.kind == "damage":
            yield _Run([line], apart)
            continue
        if line.kind == "text" and not text and (point := without_bullet(line.text)) is not None:
            line = Line(point, "point", line.place)
        if line.kind == "text" and not find_section(line.text):
            if not text:
                text_apart = apart
            text.append(line)
            continue
        if text:
            yield _Run(text, text_apart)
            text, apart = [], False
        if line.kind != "blank":
            yield _Run([line], apart)
        apart = line.kind != "point"
    if text:
        yield _Run(text, text_apart)


class _Notes:
    """What has been read of a document: takes its runs one by one, gives records."""

    def __init__(self, document: str) -> None:
        self._document = document
        code = _SET_CODE.search(document)
        self._set_code = code[1].upper() if code else None
        self._head: list[Line] = []
        self._headings = HEADINGS[0]
        self._set_name: str | None = None
        self._section: Section | None = None
        self._english: dict[str, str] = {}  # names that the document has given, by its own
        self._card: Found | None = None
        self._rulings: list[str] = []
        self._after_point = False
        self._paragraphs = 0
        self._points = 0

    def take(self, run: _Run) -> Iterator[Record]:
        """The records that are complete with `run`."""
        line = run.first
        if line.kind == "damage":
            expected = "expected a sound document: something may be missing"
            yield Problem("damaged", line.place, f"{line.text}, {expected}")
        elif line.kind != "point" and (found := find_section(line.text)):
            yield from self._close()
            if self._section is None:
                yield from self._begin(found[0])
            self._section = found[1]
        elif self._section is None:
            self._head += run.lines
        elif line.kind == "point":
            yield from self._take_point(line)
        elif line.kind == "text":
            yield from self._take_text(run)
        else:
            yield from self._close()
        self._after_point = line.kind == "point"

    def end(self) -> Iterator[Record]:
        """The last records. Raises InputError when there was no section at all."""
        if self._section is None:
            raise InputError(
                f"{self._document}: found no heading of a section, expected release notes in one of"
                " the languages known"
            )
        yield from self._close()
        if self._paragraphs or self._points:
            yield Problem(
                "general notes not taken",
                self._document,
                f"found {self._paragraphs} paragraphs and {self._points} points that explain the"
                " release and its keywords, not one card: rulings are taken for single cards only",
            )

    def _begin(self, headings: Headings) -> Iterator[Record]:
        head = read_head(self._head)
        self._headings = head.headings or headings
        self._set_name = head.set_name
        self._head = []
        if self._set_code and head.set_name:
            names = {self._headings.language: head.set_name}
            yield Set(self._set_code, self._set_code, names=names)
        if head.set_name is None:
            yield Problem(
                "no title",
                self._document,
                'found no title that names a set, expected one like "Dominaria Release Notes"',
            )

    def _take_point(self, line: Line) -> Iterator[Record]:
        if self._card:
            self._rulings.append(line.text)
        elif self._section and self._section.specific:
            yield Problem(
                "ruling without a card",
                line.place,
                f"found {line.text!r} below no card, expected a card's name, type and text first",
            )
        else:
            self._points += 1

    def _take_text(self, run: _Run) -> Iterator[Record]:
        before, cards = find_cards(run.lines, self._headings)
        if self._card and self._after_point and not run.apart:
            self._rulings[-1] = "\n".join([self._rulings[-1], *(b.text for b in before)])
            before = []
        for line in before:
            yield from self._take_paragraph(line)
        for card in cards:
            yield from self._close()
            if self._section and self._section.specific:
                self._card = card
            else:
                yield from self._records(card, [])

    def _take_paragraph(self, line: Line) -> Iterator[Record]:
        if self._section and not self._section.specific:
            self._paragraphs += 1
        elif _SENTENCE.search(line.text) and not _LEGAL.search(line.text):
            yield Problem(
                "paragraph not taken",
                line.place,
                f"found {line.text!r} among the notes on cards, expected a card or a ruling",
            )

    def _close(self) -> Iterator[Record]:
        if self._card:
            yield from self._records(self._card, self._rulings)
        self._card, self._rulings = None, []

    def _records(self, card: Found, rulings: list[str]) -> Iterator[Record]:
        """The card, a record for each face; the rulings stand on the first. It goes by its English
        name where the document gives that, here or before."""
        language = self._headings.language
        self._english |= {face.name: face.english for face in card.faces if face.english}
        names = [self._english.get(face.name, "") for face in card.faces]
        in_english = all(names)
        if not in_english:
            names = [face.name for face in card.faces]
        several = len(names) > 1
        for index, (face, name) in enumerate(zip(card.faces, names, strict=True)):
            wording = Wording(language, face.name, face.type_line, face.text)
            printing = self._printing(wording)
            if face.type_line is None:
                yield Problem(
                    "no type line", card.place, f"found none on {face.name!r}, expected a card's"
                )
            yield Card(
                name=" // ".join(names),
                side="abcde"[index] if several else None,
                face_name=name if several else None,
                mana_cost=face.cost if face.cost and face.cost.isascii() else None,
                wordings=() if printing else (wording,),
                printings=(printing,) if printing else (),
                rulings=tuple(_ruling(text, language) for text in (() if index else rulings)),
                place=card.place,
                language="en" if in_english else language,
                power=face.power,
                toughness=face.toughness,
                loyalty=face.loyalty,
            )

    def _printing(self, wording: Wording) -> Printing | None:
        """The printing the section is about: in the set of the title or another that the heading
        names; None where it names none."""
        of = self._section.of if self._section else ""
        if of in ("", self._set_name) or of.casefold() in self._headings.main:
            if self._set_code or self._set_name:
                return Printing(self._set_code, self._set_name, wordings=(wording,))
        elif of.casefold() not in self._headings.commander:
            return Printing(set_name=of, wordings=(wording,))
        return None


def _ruling(text: str, language: str) -> Ruling:
    told = symbols(text)
    raw = text if told != text else None
    return Ruling(told, None, language, "wotc", dated_by="release", raw=raw)
