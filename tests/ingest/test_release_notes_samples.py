"""The real documents in the corpus, counted apart from the reader."""

import io
import re
import unicodedata
import zipfile
from pathlib import Path

import pytest
from pypdf import PdfReader

from ingest.files import find_documents
from ingest.readers import open_source
from ingest.records import Card, Problem, Record, Source
from tests.surroundings import raw_cards

# By document: set code, language, last change, blocks of single cards, those whose name no card of
# the set has in the corpus: it has no Chinese names of the cards in ELD's Brawl decks.
DOCUMENTS = {
    "faq_c16.docx": ("C16", "zhs", "2016-09-19", 45, 0),
    "faq_c18.docx": ("C18", "en", "2018-06-14", 48, 0),
    "faq_dom.docx": ("DOM", "zhs", "2018-01-31", 132, 0),
    "faq_dtk.docx": ("DTK", "zhs", "2015-02-25", 99, 0),
    "faq_eld.docx": ("ELD", "zhs", "2019-06-27", 174, 15),
    "faq_frf.docx": ("FRF", "zhs", "2014-11-18", 79, 0),
    "faq_m19.docx": ("M19", "zhs", "2018-04-12", 123, 0),
    "faq_m20.docx": ("M20", "zhs", "2019-05-31", 170, 0),
    "faq_mh1.docx": ("MH1", "zhs", "2019-04-29", 144, 0),
    "faq_mid.pdf": ("MID", "zhs", "2021-08-02", 116, None),
    "faq_ogw.docx": ("OGW", "zhs", "2015-11-06", 85, 0),
    "faq_otj.pdf": ("OTJ", "zhs", "2024-04-08", 280, None),
    "faq_thb.docx": ("THB", "zhs", "2019-11-22", 159, 0),
    "faq_znr.docx": ("ZNR", "zhs", "2020-07-27", 155, 0),
}
# The corpus has no Chinese names of MID and no OTJ: None above.
OTHER_SETS = ("ZNC", "PELD")


@pytest.fixture(scope="session")
def samples(samples: Path) -> Path:
    """The folder with the documents."""
    return samples / "release-notes-zh"


@pytest.fixture(scope="session")
def readings(samples) -> dict[str, tuple[Source, list[Record]]]:
    """Each document's source and records."""
    found = {}
    for document in find_documents([samples]):
        source, records = open_source(document)
        found[document.name] = (source, list(records))
    return found


@pytest.fixture(scope="session")
def names(corpus) -> dict[str, set[str]]:
    """Every English and every Simplified Chinese name in the sets of the documents, folded."""
    known: dict[str, set[str]] = {"en": set(), "zhs": set()}
    for code in {row[0] for row in DOCUMENTS.values()}.union(OTHER_SETS) - {"OTJ"}:
        for card in raw_cards(corpus, code):
            known["en"] |= {fold(card["name"]), fold(card.get("faceName") or "")}
            for foreign in card["foreignData"]:
                if foreign["language"] == "Chinese Simplified":
                    for key in ("name", "faceName"):
                        parts = (foreign.get(key) or "").split(" // ")
                        known["zhs"] |= set(map(fold, parts))
    return known


def fold(name: str) -> str:
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", name)).casefold()


def raw_points(path: Path) -> int:
    """How many rulings and general points a document has, by a scan of its raw text: paragraphs
    of the style for points, items of lists and stars in Word, bullets in PDF but those of modes."""
    if path.suffix == ".pdf":
        text = "\n".join(page.extract_text() for page in PdfReader(path).pages)
        # Modes have no gap behind the bullet, but for one card's.
        return len(re.findall(r"^• ", text, re.MULTILINE))
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        document = archive.read("word/document.xml").decode()
    count = 0
    for paragraph in re.findall(r"<w:p[ >].*?</w:p>", document, re.DOTALL):
        shown = "".join(re.findall(r"<w:t(?: [^>]*)?>([^<]*)</w:t>", paragraph)).strip()
        listed = 'w:val="FAQPoint"' in paragraph or "<w:numPr>" in paragraph
        count += bool(shown) and (listed or re.match(r"[*＊](?![*/])", shown) is not None)
    return count


def single(records: list[Record]) -> list[Card]:
    """The cards that notes are on; without those that only explain a keyword, which have none."""
    return [record for record in records if isinstance(record, Card) and record.rulings]


def test_all_documents_are_there(samples):
    assert sorted(path.name for path in samples.iterdir()) == sorted(DOCUMENTS)


@pytest.mark.parametrize("name", DOCUMENTS)
class TestDocument:
    def test_head(self, readings, name):
        code, language, updated, _, _ = DOCUMENTS[name]
        source, records = readings[name]
        assert (source.kind, source.version) == ("release notes", updated)
        cards = [record for record in records if isinstance(record, Card)]
        assert cards[0].printings[0].set_code == code
        # One document gives the English names of two cards whose Chinese ones were mixed up.
        assert {card.language for card in cards} - {"en"} == {language} - {"en"}
        assert sum(card.language == "en" != language for card in cards) in (0, 3)

    def test_every_point_is_a_ruling_or_counted(self, readings, samples, name):
        _, records = readings[name]
        rulings = sum(len(card.rulings) for card in single(records))
        (general,) = [
            int(found[1])
            for record in records
            if isinstance(record, Problem) and (found := re.search(r"and (\d+) po", record.message))
        ]
        assert rulings + general == raw_points(samples / name)
        assert not any(
            record.kind == "ruling without a card"
            for record in records
            if isinstance(record, Problem)
        )

    def test_every_block_is_a_card_that_is_known(self, readings, names, name):
        *_, blocks, unknown = DOCUMENTS[name]
        cards = single(readings[name][1])
        missing = [
            card.name
            for card in cards
            if not {fold(card.name), fold(card.name.split(" // ")[0])} & names[card.language]
        ]
        assert len(cards) == blocks
        assert unknown is None or len(missing) == unknown, missing

    def test_no_text_runs_into_another(self, readings, name):
        for card in readings[name][1]:
            if not isinstance(card, Card):
                continue
            (wording,) = card.printings[0].wordings if card.printings else card.wordings
            assert wording.name
            assert len(wording.name) <= 40
            assert wording.type_line is None or len(wording.type_line) <= 60
            for text in [wording.text or "", *(ruling.text for ruling in card.rulings)]:
                assert not re.search(r"-----|^[*＊] |单卡解惑$", text, re.MULTILINE)
                assert text == text.strip()


def test_of_all_blocks_with_names_in_the_corpus_nearly_all_attach():
    known = [row[3:] for row in DOCUMENTS.values() if row[4] is not None]
    blocks, unknown = map(sum, zip(*known, strict=True))
    assert (blocks - unknown) / blocks > 0.98


def test_chinese_type_lines_and_texts_agree_with_the_corpus(readings, corpus):
    """The type lines of one set in an older layout, one in a newer: what MTGJSON has of them."""
    for name in ("faq_frf.docx", "faq_eld.docx"):
        types = {
            fold(foreign.get("faceName") or foreign["name"]): fold(foreign["type"])
            for card in raw_cards(corpus, DOCUMENTS[name][0])
            for foreign in card["foreignData"]
            if foreign["language"] == "Chinese Simplified"
        }
        wordings = [
            wording
            for card in readings[name][1]
            if isinstance(card, Card)
            for printing in card.printings
            for wording in printing.wordings
        ]
        compared = [
            (types[fold(wording.name)], fold(wording.type_line))
            for wording in wordings
            if fold(wording.name) in types
        ]
        assert len(compared) > 80
        assert all(ours == theirs for ours, theirs in compared)
