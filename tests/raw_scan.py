"""What the files of the corpus hold, told by scans of their raw JSON, HTML, XML and text that share
nothing with the readers; and what a database holds, told in the same words."""

import html
import json
import re
import sqlite3
import unicodedata
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pypdf import PdfReader

Fact = tuple[str, ...]
"""Its kind, what it is about, and what it says."""

Facts = defaultdict[Fact, set[str]]
"""With each fact the names of the files that tell it."""

LANGUAGES = {
    "Ancient Greek": "grc",
    "Arabic": "ar",
    "Chinese Simplified": "zhs",
    "Chinese Traditional": "zht",
    "French": "fr",
    "German": "de",
    "Hebrew": "he",
    "Italian": "it",
    "Japanese": "ja",
    "Korean": "ko",
    "Latin": "la",
    "Phyrexian": "ph",
    "Portuguese (Brazil)": "pt",
    "Russian": "ru",
    "Sanskrit": "sa",
    "Spanish": "es",
}


def letters(text: str) -> str:
    """The letters and digits of a text without its symbols, markup and references."""
    text = re.sub(r"<[^>]*>|\{[^}]*\}", "", text)
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", html.unescape(text)))


def load(path: Path) -> Any:
    text = path.read_text("utf-8")
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.split("\n") if line]
    return json.loads(text)


def mtgjson(path: Path) -> Iterator[Fact]:
    """The facts of a set file."""
    content = load(path)
    a_set = content.get("data", content)
    code = a_set["code"]
    yield "set", code, "en", a_set["name"]
    for language, name in a_set["translations"].items():
        if name:
            yield "set", code, LANGUAGES[language], name
    for card in a_set["cards"]:
        oracle_id, ids = card["identifiers"]["scryfallOracleId"], card["identifiers"]
        place = f"{code} {card['number']}"
        name = card.get("faceName") or card["name"]
        yield "printing", oracle_id, code, card["number"]
        yield "name", oracle_id, "en", name
        yield from _words(oracle_id, "en", card["type"], card.get("text"))
        yield from _words(oracle_id, "en", card.get("originalType"), card.get("originalText"))
        yield "scryfall id", oracle_id, ids["scryfallId"]
        yield "uuid", oracle_id, card["uuid"]
        if "multiverseId" in ids:
            yield "multiverse id", oracle_id, ids["multiverseId"]
        if card.get("flavorName"):
            yield "name", oracle_id, "en", card.get("faceFlavorName") or card["flavorName"]
        if card.get("flavorText"):
            yield "flavor", oracle_id, place, "en", card["flavorText"]
        for foreign in card["foreignData"]:
            language = LANGUAGES[foreign["language"]]
            given = foreign.get("faceName") or foreign["name"]
            halves = "faceName" not in foreign and "faceName" in card
            for part in given.split(" // ") if halves else [given]:
                yield "name", oracle_id, language, part
            yield from _words(oracle_id, language, foreign.get("type"), foreign.get("text"))
            if foreign.get("flavorText"):
                yield "flavor", oracle_id, place, language, foreign["flavorText"]
            if foreign.get("multiverseId"):
                yield "multiverse id", oracle_id, str(foreign["multiverseId"])
        for ruling in card["rulings"]:
            if ruling["text"]:
                yield "ruling", oracle_id, ruling["date"], ruling["text"]


def scryfall(path: Path) -> Iterator[Fact]:
    """The facts of any file of Scryfall's."""
    for thing in _objects(load(path)):
        if thing["object"] == "card":
            yield from _scryfall_card(thing)
        elif thing["object"] == "set":
            yield "set", thing["code"].upper(), "en", thing["name"]
        else:
            yield "ruling", thing["oracle_id"], thing["published_at"], thing["comment"]
            yield "issuer", thing["oracle_id"], thing["source"], thing["comment"]


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    """The cards, rulings and sets in a value."""
    if isinstance(value, list):
        for item in value:
            yield from _objects(item)
    elif isinstance(value, dict):
        if value.get("object") in ("card", "ruling", "set"):
            yield value
        else:
            yield from _objects(list(value.values()))


def _scryfall_card(card: dict[str, Any]) -> Iterator[Fact]:
    language = {None: "en", "px": "ph"}.get(card.get("lang"), card.get("lang"))
    place = f"{card['set'].upper()} {card['collector_number']}"
    if card.get("set_name"):
        yield "set", card["set"].upper(), "en", card["set_name"]
    for face in card.get("card_faces") or [card]:
        oracle_id = face.get("oracle_id") or card["oracle_id"]
        yield "printing", oracle_id, card["set"].upper(), card["collector_number"]
        yield "name", oracle_id, "en", face["name"]
        yield from _words(oracle_id, "en", face.get("type_line"), face.get("oracle_text"))
        for field in ("printed_name", "flavor_name"):
            if face.get(field):
                yield "name", oracle_id, language, face[field]
        yield from _words(
            oracle_id, language, face.get("printed_type_line"), face.get("printed_text")
        )
        if face.get("flavor_text"):
            yield "flavor", oracle_id, place, language, face["flavor_text"]
        yield "scryfall id", oracle_id, card["id"]
        for number in card.get("multiverse_ids", ()):
            yield "multiverse id", oracle_id, str(number)


def _words(about: str, language: str, type_line: str | None, text: str | None) -> Iterator[Fact]:
    if type_line:
        yield "type", about, language, type_line
    if text:
        yield "text", about, language, text


def gatherer(path: Path) -> Iterator[Fact]:
    """The facts of a saved page, by the letters of their texts."""
    page = path.read_text("utf-8")
    if "Languages.aspx" in page[:2000] or "cardList" in page[:2000]:
        return
    for kind in ("name", "text", "flavor"):
        row = rf'id="[^"]*_{kind}Row" class="row">\s*<div class="label">[^<]*</div>\s*'
        for value in re.findall(row + r'<div[^>]*value">(.*?)</div>\s*</div>', page, re.DOTALL):
            lines = re.findall(r"<div[^>]*textbox[^>]*>(.*?)(?=</div>|$)", value, re.DOTALL)
            for line in lines or [value]:
                yield kind, letters(line)
    texts = re.findall(r'id="[^"]*rulingText"[^>]*>(.*?)</td>', page, re.DOTALL)
    dates = re.findall(r'id="[^"]*rulingDate"[^>]*>\s*(\d+)/(\d+)/(\d+)', page)
    for text, (month, day, year) in zip(texts, dates, strict=True):
        yield "ruling", f"{year}-{int(month):02}-{int(day):02}", letters(text)
    for number in re.findall(r'cardImage" src="[^"]*multiverseid=(\d+)', page):
        yield "multiverse id", number
    other_sets = re.findall(r'id="[^"]*[sS]etsRow"(.*?)</div>\s*</div>', page, re.DOTALL)
    for number in re.findall(r"Details.aspx\?multiverseid=(\d+)", "".join(other_sets)):
        yield "multiverse id", number


def release_notes(path: Path) -> Iterator[Fact]:
    """The points of a document, by their letters: each is a ruling or a general note. Of a PDF the
    first line of each."""
    if path.suffix == ".pdf":
        text = "\n".join(page.extract_text() for page in PdfReader(path).pages)
        for line in re.findall(r"^• (.*)", text, re.MULTILINE):
            yield "point", letters(line)
        return
    with zipfile.ZipFile(path) as archive:
        document = archive.read("word/document.xml").decode()
    for paragraph in re.findall(r"<w:p[ >].*?</w:p>", document, re.DOTALL):
        shown = "".join(re.findall(r"<w:t(?: [^>]*)?>([^<]*)</w:t>", paragraph)).strip()
        listed = 'w:val="FAQPoint"' in paragraph or "<w:numPr>" in paragraph
        if shown and (listed or re.match(r"[*＊](?![*/])", shown)):
            yield "point", letters(shown)


def page(path: Path) -> Iterator[Fact]:
    """The lines of a plain page by their letters, dates aside."""
    for line in path.read_text("utf-8").split("\n"):
        if line.strip() and not re.fullmatch(r"[\d/]+", line.strip()):
            yield "line", letters(line)


def database(connection: sqlite3.Connection) -> Facts:
    """All that a database holds, with the addresses of the sources of each."""
    facts: Facts = defaultdict(set)
    for query in _FACTS:
        for *fact, addresses in connection.execute(query):
            if None not in fact:
                facts[tuple(map(str, fact))].update(json.loads(addresses))
    return facts


def _wordings(kind: str, column: str) -> str:
    """Every wording's words of one column, its other readings included."""
    addresses = _addresses("localization_sources", "localization_id = localizations.id")
    return f"""
        SELECT '{kind}', cards.oracle_id, languages.code, said.{column}, {addresses}
        FROM localizations
        JOIN (
            SELECT id, name, type_line, text FROM localizations
            UNION
            SELECT localization_id, name, type_line, text FROM localization_variants
        ) AS said ON said.id = localizations.id
        JOIN languages ON languages.id = localizations.language_id
        JOIN faces ON faces.id = localizations.face_id
        JOIN cards ON cards.id = faces.card_id
    """


def _addresses(table: str, condition: str) -> str:
    return f"""(
        SELECT json_group_array(DISTINCT sources.address)
        FROM {table}
        JOIN sources ON sources.id = {table}.source_id
        WHERE {table}.{condition}
    )"""


_OF_PRINTING = _addresses("printing_sources", "printing_id = printings.id")
_OF_WORDING = _addresses(
    "localization_sources", "localization_id = localization_printings.localization_id"
)
_CARRIED = """
    FROM localization_printings
    JOIN printings ON printings.id = localization_printings.printing_id
    JOIN cards ON cards.id = printings.card_id
"""
_SAID = """
    FROM card_rulings
    JOIN cards ON cards.id = card_rulings.card_id
    JOIN ruling_texts ON ruling_texts.ruling_id = card_rulings.ruling_id
    JOIN (
        SELECT id, text FROM ruling_texts
        UNION
        SELECT ruling_text_id, text FROM ruling_text_variants
    ) AS said ON said.id = ruling_texts.id
"""
_OF_RULING = _addresses("card_ruling_sources", "card_ruling_id = card_rulings.id")

_FACTS = (
    "SELECT 'set', set_code, languages.code, set_names.name, '[]' FROM set_names"
    " JOIN languages ON languages.id = set_names.language_id",
    "SELECT 'set', set_code, 'en', alias, '[]' FROM set_aliases",
    f"SELECT 'printing', cards.oracle_id, set_code, collector_number, {_OF_PRINTING}"
    " FROM printings JOIN cards ON cards.id = printings.card_id",
    f"SELECT 'scryfall id', cards.oracle_id, scryfall_id, {_OF_PRINTING}"
    " FROM printings JOIN cards ON cards.id = printings.card_id",
    f"SELECT 'scryfall id', cards.oracle_id, localization_printings.scryfall_id, {_OF_WORDING}"
    + _CARRIED,
    f"SELECT 'uuid', cards.oracle_id, mtgjson_uuid, {_OF_PRINTING} FROM printing_faces"
    " JOIN printings ON printings.id = printing_faces.printing_id"
    " JOIN cards ON cards.id = printings.card_id",
    f"SELECT 'multiverse id', cards.oracle_id, multiverse_id, {_OF_PRINTING} FROM printing_faces"
    " JOIN printings ON printings.id = printing_faces.printing_id"
    " JOIN cards ON cards.id = printings.card_id",
    f"SELECT 'multiverse id', cards.oracle_id, multiverse_id, {_OF_WORDING}" + _CARRIED,
    _wordings("name", "name"),
    _wordings("type", "type_line"),
    _wordings("text", "text"),
    "SELECT 'flavor', cards.oracle_id, set_code || ' ' || ifnull(collector_number, ''),"
    " languages.code,"
    f" flavor_texts.text, {_OF_WORDING}"
    + _CARRIED
    + "JOIN localizations ON localizations.id = localization_printings.localization_id"
    " JOIN languages ON languages.id = localizations.language_id"
    " JOIN flavor_texts ON flavor_texts.id = localization_printings.flavor_text_id",
    f"SELECT 'ruling', cards.oracle_id, ifnull(published_at, ''), said.text, {_OF_RULING}" + _SAID,
    f"SELECT 'issuer', cards.oracle_id, issuer, said.text, {_OF_RULING}" + _SAID,
)
