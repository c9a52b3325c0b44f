"""Pages of the new Gatherer (since 2025) -> records: the page of one card, or of one face of it, in
one language.

The card is an object under the key `card` in the data that the page sends along (`flight`); where
that is gone, what the page shows is read, by `data-testid`. Parts of a split card or an adventure
stand in one text, with `//`, `///`, `//ADV//` or `//OMEN//` between them.
"""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from ingest.files import Document, InputError
from ingest.gatherer.fields import Fields
from ingest.gatherer.flight import Flight
from ingest.gatherer.languages import chinese_script
from ingest.gatherer.markup import text_from, type_line_from
from ingest.gatherer.page import Page, iso_date
from ingest.languages import find_language, language_code
from ingest.reading import is_html, reader
from ingest.records import Card, Printing, Record, Ruling, Set, Wording

_NAMES_THE_SITE = re.compile(
    rb"<title[^>]*>[^<]*gatherer|<(?:link|meta)\b[^>]*\bgatherer[.-]|cardDetailsCardName",
    re.IGNORECASE,
)
_PART = re.compile(r"\s*(?<!\S)///?(?!\S)\s*|\s*//(?:ADV|OMEN)//\s*")
_LEVEL = re.compile(r"\s*//Level_\d+//\s*")
_ADDRESS = re.compile(r"/([A-Za-z0-9]+)/([a-z]{2}-[a-z]{2})/([^/?#]+)/[^/]*$")
# Codes that Gatherer alone has ("OD" is Odyssey): those shared with others have three letters.
_OWN_CODE = re.compile(r"[0-9A-Z]{1,2}")
_NO_NUMBER = re.compile(r"0+[a-z]?")
_COLORS = frozenset("WUBRG")
_IDENTITY = ("resourceId", "multiverseId", "oracleName", "instanceName")
_MAX_CARDS = 16  # a page has one or two


def _sniff(head: bytes, name: str) -> bool:
    return is_html(head) and b"_next" in head and _NAMES_THE_SITE.search(head) is not None


@reader("gatherer", _sniff, (".html", ".htm"))
def read(document: Document) -> Iterator[Record]:
    """The card on the page (its faces, where they stand in one text), other cards it points to,
    and its set, after the problems met.

    Raises InputError when the page is cut short, or has no card.
    """
    page = _NewPage(document)
    records = page.read()
    yield from page.problems
    yield from records


class _NewPage(Page):
    """A page of the new site, with the data it sends along."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._flight = Flight(self.content)

    def read(self) -> list[Record]:
        """All records of the page."""
        records: list[Record] = []
        cards = self._find_cards()
        for fields in cards:
            records.extend(self._read_card(fields))
        if not cards:
            records.append(self._read_shown())
        for fault in self._flight.faults:
            self.problem("unreadable data", f"in `__next_f`, {fault}; left out")
        return records

    def _find_cards(self) -> list[Fields]:
        """The page's card: the object that also has rulings, should several look like a card."""
        found: dict[tuple[str | int | None, ...], Fields] = {}
        for value in self._flight.find("card"):
            if isinstance(value, dict) and ("oracleName" in value or "instanceName" in value):
                own = (value.get(key) for key in _IDENTITY)
                key = tuple(part if isinstance(part, str | int) else None for part in own)
                found.setdefault(key, Fields(self, self._flight, value))
            if len(found) == _MAX_CARDS:
                self.problem("too many cards", f"only {_MAX_CARDS} are looked at")
                break
        cards = [*found.values()]
        chosen = [fields for fields in cards if fields.has("rulings")] or cards[:1]
        for fields in cards:
            if fields not in chosen:
                name = fields.text("oracleName") or fields.text("instanceName")
                self.problem("card left out", f"{name}, which the page has no rulings for")
        return chosen

    def _read_card(self, fields: Fields) -> list[Record]:
        """The faces of the card, its set, and the other cards it points to."""
        for key in ("oracleName", "instanceName", "oracleTypeLine", "instanceTypeLine", "setName"):
            if not fields.has(key):
                self.missing(f"`{key}` in the card data")
        language = self._language(fields)
        others = self._related(fields)
        rulings = self._rulings(fields, language)
        cards = self._faces(fields, language)
        if not cards:
            self.missing("card name", f"the card and its {len(rulings)} rulings are left out")
            return []
        printings = (*cards[0].printings, *others.pop(cards[0].name or "", ()))
        cards[0] = replace(cards[0], rulings=rulings, printings=printings)
        records: list[Record] = [*cards]
        records.extend(
            Card(name, printings=tuple(printings), place=self.place)
            for name, printings in others.items()
        )
        code, set_name = _usual_code(fields.text("setCode")), fields.text("setName")
        if code and set_name and language == "en":
            records.append(Set(code, set_name, iso_date(fields.text("setReleaseDate") or "")))
        return records

    def _faces(self, fields: Fields, language: str) -> list[Card]:
        """A card for each part that has a name."""
        oracle_names = _split(fields.text("oracleName"))
        names = oracle_names or _split(fields.text("instanceName"))
        several = len(names) > 1
        columns = [
            self._parts(fields, key, len(names))
            for key in (
                *("oracleTypeLine", "oracleText", "oracleManaText"),
                *("instanceName", "instanceTypeLine", "instanceText", "flavorText"),
            )
        ]
        cards = []
        for place, name in enumerate(names):
            type_line, text, mana, *printed = (column[place] for column in columns)
            cards.append(
                Card(
                    " // ".join(names),
                    side=chr(ord("a") + place) if several else None,
                    face_name=name if several else None,
                    mana_cost=mana.replace(" ", "") if mana else None,
                    colors=() if several else self._colors(fields),
                    oracle=Wording("en", name, type_line, text) if oracle_names else None,
                    printings=self._own_printing(fields, language, *printed),
                    place=f"{self.place}, {name}" if several else self.place,
                    language="en" if oracle_names else language,
                )
            )
        return cards

    def _parts(self, fields: Fields, key: str, count: int) -> list[str | None]:
        """A field cut into the parts of the card's faces; all of it the first one's, and a problem,
        where the parts are more."""
        whole = fields.text(key) or ""
        parts: list[str | None] = [*_split(whole)]
        found = f"`{key}` has {len(parts)} parts, the card {count} names"
        if len(parts) > count:
            self.problem("unnamed part", f"{found}; kept as one text")
            parts = [whole]
        elif 0 < len(parts) < count and key != "flavorText":
            self.problem("missing half", found)
        return [part or None for part in parts] + [None] * (count - len(parts))

    def _own_printing(
        self,
        fields: Fields,
        language: str,
        name: str | None,
        type_line: str | None,
        text: str | None,
        flavor_text: str | None,
    ) -> tuple[Printing, ...]:
        found = fields.text("multiverseId")
        multiverse_id = self.multiverse_id(found) if found else None
        english = language == "en"
        wording = Wording(
            language,
            name,
            type_line_from(type_line) if type_line else None,
            text,
            flavor_text,
            None if english else multiverse_id,
        )
        return _printing(
            fields.text("setCode"),
            fields.text("setName"),
            fields.text("cardNumber"),
            (wording,) if name or text else (),
            multiverse_id if english else None,
        )

    def _rulings(self, fields: Fields, language: str) -> tuple[Ruling, ...]:
        rulings = []
        for row in fields.objects("rulings"):
            source = row.string("rulingStatement") or ""
            text = self.checked(text_from(source))
            ruling = self.ruling(text, row.text("rulingDate") or "", source, language)
            if ruling:
                rulings.append(ruling)
        return tuple(rulings)

    def _related(self, fields: Fields) -> dict[str, list[Printing]]:
        """The other printings that are listed, by the card they are of."""
        found: dict[str, list[Printing]] = {}
        for row in fields.objects("relatedCardInstances"):
            name = row.text("oracleName")
            if not name:
                self.missing("`oracleName` in an entry of `relatedCardInstances`", "it is left out")
                continue
            instance = row.text("instanceName")
            wordings: tuple[Wording, ...] = ()
            if instance and row.has("languageCode"):
                wordings = (Wording(self._language(row), instance),)
            found.setdefault(" // ".join(_split(name)), []).extend(
                _printing(
                    row.text("setCode"), row.text("setName"), row.text("cardNumber"), wordings
                )
            )
        return found

    def _language(self, fields: Fields) -> str:
        """The language, by its English name, which alone tells both Chinese apart."""
        language = fields.object("language")
        name = (
            (language.text("englishName") if language else None)
            or fields.text("englishLanguageName")
            or fields.text("languageCode")
            or (language.text("code") if language else None)
        )
        if not name:
            self.missing("`language` in the card data", "taken as English")
            return "en"
        if name.casefold() in ("zh", "chinese"):
            texts = " ".join(filter(None, map(fields.text, ("instanceName", "instanceText"))))
            script = chinese_script(texts)
            if script is None:
                message = f"Chinese in either script: {texts[:40]!r}; taken as zhs"
                self.problem("unknown language", message)
            return script or "zhs"
        if not find_language(name):
            message = f"the language {name!r} is not in the table; kept under that name"
            self.problem("unknown language", message)
        return language_code(name)

    def _colors(self, fields: Fields) -> tuple[str, ...]:
        codes = [row.text("colorCode") for row in fields.objects("colors", needed=False)]
        return tuple(code for code in codes if code in _COLORS)

    # What is shown

    def _read_shown(self) -> Card:
        """What the page shows of the card."""
        name = self._shown("cardDetailsCardName")
        if not name:
            raise InputError(
                f"{self.place}: a page of Gatherer without a card (a list, or a page of a new"
                " shape), expected `card` in `self.__next_f`, or data-testid=cardDetailsCardName"
            )
        self.missing("card data (`card` in `self.__next_f`)", "what the page shows is read")
        self.missing("rulings part", "whether the card has rulings cannot be told")
        address = self._address()
        if not address:
            self.missing("address (og:url)", "taken as English, its set and number as unknown")
        code, locale, number = address or (None, "en", None)
        language = language_code(locale)
        type_line = self._shown("cardDetailsTypeLine")
        if not type_line:
            self.missing("type line (cardDetailsTypeLine)")
        wording = Wording(
            language,
            name,
            type_line_from(type_line) if type_line else None,
            self._shown("cardDetailsOracleText"),
            self._shown("cardDetailsFlavorText"),
        )
        oracle = None
        if language == "en":
            oracle = replace(wording, flavor_text=None)
            wording = Wording(language, name, flavor_text=wording.flavor_text)
        printings = _printing(code, None, number, (wording,))
        return Card(name, oracle=oracle, printings=printings, place=self.place, language=language)

    def _shown(self, test_id: str) -> str | None:
        element = self.soup.select_one(f'[data-testid="{test_id}"]')
        return self.text_of(element) if element else None

    def _address(self) -> tuple[str, str, str] | None:
        """The set code, locale and number in the page's address."""
        for selector in ('link[rel="canonical"]', 'meta[property="og:url"]'):
            element = self.soup.select_one(selector)
            address = (element.get("href") or element.get("content")) if element else None
            if found := _ADDRESS.search(str(address or "")):
                return found[1], found[2], found[3]
        return None


def _split(text: str | None) -> list[str]:
    """The parts of a text that stand for faces; the levels of a class are lines of one."""
    text = _LEVEL.sub("\n", text or "").strip()
    return [part.strip() for part in _PART.split(text)] if text else []


def _printing(
    code: str | None,
    name: str | None,
    number: str | None,
    wordings: tuple[Wording, ...],
    multiverse_id: int | None = None,
) -> tuple[Printing, ...]:
    """The printing of a set and number (0 for cards without one); none where nothing is known of
    it."""
    number = None if number and _NO_NUMBER.fullmatch(number) else number
    if not (code or name or number or wordings or multiverse_id):
        return ()
    code = _usual_code(code)
    return (Printing(code, name, number, multiverse_id=multiverse_id, wordings=wordings),)


def _usual_code(code: str | None) -> str | None:
    """A set code that other sources use too, else None."""
    return None if code is None or _OWN_CODE.fullmatch(code.upper()) else code.upper()
