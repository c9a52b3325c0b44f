"""Pages of the old Gatherer (2008 to 2025) -> records: Details.aspx, a card with its rulings, and
Languages.aspx, its names in other languages.

Elements are found by the ends of their ids: what stands before depends on the number of faces. A
card without rulings has no rulings row, but the page's script names one all the same.
"""

import re
from collections.abc import Iterator

from bs4.element import Tag
from msgspec.structs import replace

from ingest.detect import LATIN_LANGUAGES, detect
from ingest.files import Document, InputError
from ingest.gatherer.languages import find_page_language
from ingest.gatherer.markup import type_line_from
from ingest.gatherer.page import Page, iso_date
from ingest.languages import find_language, language_code
from ingest.reading import reader
from ingest.records import Card, Printing, Record, Ruling, Wording

_MARK = b"ctl00_ctl00_ctl00_MainContent"
_SAVED_AT = re.compile(rb'useDate="([0-9/]+)"')
_FACE_ROW = re.compile(r"(?<![A-Za-z])(?:name|type|text|set)Row$")
_TITLE = re.compile(r"\s*(.+) \((.+)\) - (?:[^()]+ - )?Gatherer - ")
_MAX_TITLE = 400
_MULTIVERSE_ID = re.compile(r"[?&]multiverseid=(\d+)", re.IGNORECASE)
_RARITY = re.compile(r" \([^()]*\)$")


def _sniff(head: bytes, name: str) -> bool:
    return _MARK in head and head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")


def _find_version(head: bytes, document: Document) -> str | None:
    """The day the page was made, which stands in its banner."""
    found = _SAVED_AT.search(head)
    return iso_date(found[1].decode()) if found else None


@reader("gatherer-old", _sniff, (".html", ".htm", ".aspx"), _find_version)
def read(document: Document) -> Iterator[Record]:
    """The faces of the card on the page, after the problems met.

    Raises InputError when the page is cut short, or of another kind than Details and Languages.
    """
    page = _OldPage(document)
    if page.faces:
        cards = page.read_details()
    elif any("_languageList_" in id for id in page.elements):
        cards = page.read_languages()
    else:
        raise InputError(
            f"{page.place}: {page.describe()}, expected a card's Details page ([id$=nameRow]) or"
            " Languages page ([id*=languageList])"
        )
    yield from page.problems
    yield from cards


class _OldPage(Page):
    """A page of the old site. `elements` are those with an id, by it; `faces` what the ids of each
    face begin with, in the order of the page."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.elements: dict[str, Tag] = {}
        for element in self.soup.find_all(id=True):
            self.elements.setdefault(str(element["id"]), element)
        self.faces = list(
            dict.fromkeys(_FACE_ROW.sub("", id) for id in self.elements if _FACE_ROW.search(id))
        )
        title = self.soup.title.get_text()[:_MAX_TITLE] if self.soup.title else ""
        found = _TITLE.match(title)
        self._title: str | None = found[1] if found else None
        self._title_set: str | None = found[2] if found else None
        self._header = next(
            (text for e in self._ending("subtitleDisplay") if (text := self.text_of(e))), None
        )

    def describe(self) -> str:
        """What kind of page this is, by the address it was got from."""
        form = self.soup.find("form", action=True)
        address = str(form["action"]) if form else ""
        kind = re.match(r"[./]*(?:\w+/)*(\w+)\.aspx", address)
        if not kind:
            return "a page of the old Gatherer of an unknown kind"
        if kind[1] in ("Details", "Languages"):
            return f"a {kind[1]} page with no card on it"
        return f"a {kind[1]} page, which is not read"

    def read_details(self) -> list[Card]:
        """The faces on a Details page."""
        names = [self._value(face, "nameRow", needed="card name") for face in self.faces]
        whole = self._header or self._title
        if len(names) > 1 and all(names):
            whole = " // ".join(filter(None, names))
        elif not whole or " // " not in whole:
            whole = next(filter(None, names), whole)
        if not whole:
            self.missing("card name", "the card and its rulings are left out")
            return []
        halves = whole.split(" // ")
        cards = []
        for place, (face, name) in enumerate(zip(self.faces, names, strict=True)):
            if len(names) == 1 and name in halves:
                place = halves.index(name)
            face_name, side = None, None
            if len(halves) > 1:
                face_name = name or (halves[place] if place < len(halves) else None)
                side = chr(ord("a") + place)
            cards.append(self._card(face, whole, face_name, side))
        if len(halves) > len(self.faces):
            shown = {card.face_name for card in cards}
            lacking = ", ".join(half for half in halves if half not in shown)
            self.problem("missing half", f"a page of {whole} that does not show {lacking}")
        rulings = self._rulings_by_face(cards[0].language)
        return [
            replace(card, rulings=tuple(rulings[face]))
            for card, face in zip(cards, self.faces, strict=True)
        ]

    def read_languages(self) -> list[Card]:
        """The card of a Languages page, with its name in each language listed."""
        wordings = [wording for row in self._language_rows() if (wording := self._named(row))]
        if not wordings and not self._ending("noOtherLanguagesParent"):
            self.missing("list of languages (tr.cardItem)")
        if any(e.find("a") for e in self._ending("languageList_pagingControls")):
            self.problem("further pages", "the list of languages goes on on other pages")
        name = self._header or self._title
        english = next((w.name for w in wordings if w.language == "en"), None)
        if name and english and name != english:
            others = {"de", "es", "fr", "it", "pt"} - {w.language for w in wordings}
            wordings.append(Wording(self._detected(name, others), name))
        language = "en"
        if not (english or name):
            self.missing("card name (subtitleDisplay)", "a translated one stands in")
            language, name = next(((w.language, w.name) for w in wordings), ("en", None))
        if not (english or name):
            return []
        printings: tuple[Printing, ...] = ()
        if self._title_set:
            printings = (Printing(set_name=self._title_set, wordings=tuple(wordings)),)
            wordings = []
        card = Card(english or name, wordings=tuple(wordings), printings=printings)
        return [replace(card, place=self.place, language=language)]

    def _ending(self, suffix: str) -> list[Tag]:
        return [element for id, element in self.elements.items() if id.endswith(suffix)]

    def _value(self, face: str, row: str, needed: str = "") -> str | None:
        """The text of a row of a face; a problem where it is `needed` or has lost its value."""
        element = self.elements.get(face + row)
        value = element.select_one(".value") if element else None
        if element and not value:
            self.missing(f"value in the row [id$={row}]")
        elif needed and not element:
            self.missing(f"{needed} ([id$={row}])")
        return self.text_of(value) if value else None

    # Details.aspx

    def _card(self, face: str, whole: str, face_name: str | None, side: str | None) -> Card:
        name = face_name or whole
        type_line = self._value(face, "typeRow", needed="type line")
        type_line = type_line_from(type_line) if type_line else None
        text = self._value(face, "textRow")
        flavor_text = self._value(face, "flavorRow")
        printed = self._is_printed()
        language = self._language(printed, type_line, [name, text, flavor_text])
        oracle = None if printed else Wording(language, name, type_line, text)
        wording: Wording | None = None
        if printed:
            wording = Wording(language, name, type_line, text, flavor_text)
        elif flavor_text:
            wording = Wording(language, name, flavor_text=flavor_text)
        place = f"{self.place}, {name}" if side else self.place
        power, toughness, loyalty = self._figures(face)
        return Card(
            whole,
            side=side,
            face_name=face_name,
            mana_cost=(self._value(face, "manaRow") or "").replace(" ", "") or None,
            oracle=oracle if language == "en" else None,
            wordings=(oracle,) if oracle and language != "en" else (),
            printings=self._printings(face, side, wording, language),
            place=place,
            language=language,
            power=power,
            toughness=toughness,
            loyalty=loyalty,
        )

    def _figures(self, face: str) -> tuple[str | None, str | None, str | None]:
        """Power, toughness and loyalty; a card has the first two or the last."""
        figures = (self._value(face, "ptRow") or "").replace(" ", "").strip("()")
        if "{" in figures:  # half a point, drawn as a symbol
            return None, None, None
        power, slash, toughness = figures.partition("/")
        return (power, toughness, None) if slash else (None, None, figures or None)

    def _is_printed(self) -> bool:
        """Whether the page shows the printed text rather than the Oracle text."""
        for number, printed in (("1", False), ("2", True)):
            link = self.elements.get(f"cardTextSwitchLink{number}")
            if link and "selected" in link.get_attribute_list("class"):
                return printed
        form = self.soup.find("form", action=True)
        return form is not None and "printed=true" in str(form["action"]).casefold()

    def _language(self, printed: bool, type_line: str | None, texts: list[str | None]) -> str:
        found = find_page_language(type_line or "", "\n".join(filter(None, texts)))
        if not printed and (found is None or found in LATIN_LANGUAGES):
            return "en"
        if found is None:
            self.problem("unknown language", "nothing on the page tells its language; taken as en")
        return found or "en"

    def _printings(
        self, face: str, side: str | None, wording: Wording | None, language: str
    ) -> tuple[Printing, ...]:
        own_id = self._own_id(face)
        set_name = self._value(face, "setRow", needed="set") or self._title_set
        number = self._value(face, "numberRow")
        if number and side and number.endswith(side):
            number = number.removesuffix(side)  # "81a" and "81b" are the faces of number 81
        others = self._other_printings(face, own_id)
        if language == "en":
            english_id = own_id
        else:
            wording = replace(wording, multiverse_id=own_id) if wording else None
            # The English printing in this set, where the list of sets has just one.
            same = [p for p in others if p.set_name == set_name]
            english_id = same[0].multiverse_id if len(same) == 1 else None
            others = [p for p in others if len(same) != 1 or p is not same[0]]
        own = Printing(
            set_name=set_name,
            collector_number=number,
            multiverse_id=english_id,
            wordings=(wording,) if wording else (),
        )
        known = set_name or number or english_id or wording
        return (own, *others) if known else tuple(others)

    def _own_id(self, face: str) -> int | None:
        image = self.elements.get(face + "cardImage")
        form = self.soup.find("form", action=True)
        for address in (image and image.get("src"), form and form["action"]):
            if found := _MULTIVERSE_ID.search(str(address or "")):
                return self.multiverse_id(found[1])
        self.missing("multiverse id ([id$=cardImage])")
        return None

    def _other_printings(self, face: str, own_id: int | None) -> list[Printing]:
        element = self.elements.get(face + "otherSetsRow")
        printings = []
        for link in element.find_all("a") if element else ():
            image = link.find("img")
            title = str(image.get("title") or image.get("alt") or "") if image else ""
            set_name = _RARITY.sub("", title) or self.text_of(link)
            found = _MULTIVERSE_ID.search(str(link.get("href") or ""))
            number = self.multiverse_id(found[1]) if found else None
            if not set_name or number is None:
                self.missing("name or multiverse id of another set ([id$=otherSetsRow])")
            elif number != own_id:
                printings.append(Printing(set_name=set_name, multiverse_id=number))
        return printings

    def _rulings_by_face(self, language: str) -> dict[str, list[Ruling]]:
        """The rulings, each by the face whose table it stands in, else by the first; on a page in
        `language`."""
        rulings: dict[str, list[Ruling]] = {face: [] for face in self.faces}
        tables: set[str] = set()
        for id, element in self.elements.items():
            if id.endswith("_rulingText"):
                owner = id.partition("rulingsRepeater")[0]
                if owner not in rulings:
                    owner = self.faces[0]
                tables.add(owner)
                day = self.elements.get(id.removesuffix("Text") + "Date")
                ruling = self.ruling(
                    self.text_of(element),
                    (self.text_of(day) or "") if day else "",
                    element.decode_contents(),
                    language,
                )
                if ruling:
                    rulings[owner].append(ruling)
        for face in self.faces:
            if face not in tables and any(
                face + part in self.elements for part in ("rulingsRow", "rulingsContainer")
            ):
                self.missing("rulings in the rulings part ([id$=rulingText])")
        if not tables and "rulingsContainer" not in self.content:
            self.missing("rulings part", "whether the card has rulings cannot be told")
        return rulings

    # Languages.aspx

    def _language_rows(self) -> list[Tag]:
        return [row for row in self.soup.select("tr.cardItem") if row.find("td")]

    def _named(self, row: Tag) -> Wording | None:
        """The wording a row of the list gives: a name, its language and multiverse id."""
        cells = row.find_all("td")
        link = row.select_one("a[id$=cardTitle]")
        name = self.text_of(link) if link else None
        language = (self.text_of(cells[1]) if len(cells) > 1 else None) or ""
        if not name or not language:
            found = self.text_of(row) or ""
            message = f"a row without a name or a language, left out: {found[:60]!r}"
            self.problem("faulty wording", message)
            return None
        if not find_language(language):
            message = f"the language {language!r} is not in the table; kept under that name"
            self.problem("unknown language", message)
        number = _MULTIVERSE_ID.search(str(link.get("href") or "")) if link else None
        if not number:
            self.missing(f"multiverse id of the name in {language}")
        return Wording(
            language_code(language),
            name,
            multiverse_id=self.multiverse_id(number[1]) if number else None,
        )

    def _detected(self, name: str, others: set[str]) -> str:
        """The language of a name among those the list does not have."""
        found = detect(name)
        if found is None or found in LATIN_LANGUAGES:
            found = detect(name, others)
        if found is None:
            self.problem("unknown language", f"nothing tells the language of {name!r}")
        return found or "en"
