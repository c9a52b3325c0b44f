"""Release notes as files: PDF pages, damage, limits, and which files are taken for release notes.
Cards and rulings are invented."""

import io
import re
import time
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter

from ingest.files import Document, InputError
from ingest.records import Card, Problem, Record, Set
from ingest.release_notes import docx, is_release_notes, pdf, read, text, web
from ingest.release_notes.notes import read_notes
from tests.records import cards, problem_places, write_and_open
from tests.surroundings import ROOT

SAMPLES = ROOT / "data"
TITLE = [(72, "Otterfall Release Notes"), (72, "Document last modified August 30, 2022"), (72, "")]
OTTER = [
    (122, "Quiet Otter"),
    (122, "{2}{U}"),
    (122, "Creature - Otter"),
    (122, "1/1"),
    (122, "Flying"),
    (122, "When Quiet Otter enters the"),
    (122, "battlefield, choose one. You may"),
    (122, "choose both instead."),
    (122, "\u2022 Draw a card."),
    (122, "\u2022 Discard a card."),
    (90, "\u2022 It stays quiet, and this ruling is long enough to go on in a second line, as"),
    (108, "most of them do in documents of this kind, and even in a third, with a well-"),
    (108, "known hyphen."),
    (90, "\u2022 It fishes."),
    (72, ""),
]
POND = [(122, "Still Pond"), (122, "Land"), (122, "Wait."), (90, "\u2022 It is a land."), (72, "")]


def write_pdf(pages: list[list[tuple[int, str]]]) -> bytes:
    """A PDF file with these pages, each of lines with the column they begin in."""
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "", ""]
    kids = []
    for lines in pages:
        shown = "".join(
            f"1 0 0 1 {left} {720 - 14 * row} Tm ({line or ' '}) Tj\n"
            for row, (left, line) in enumerate(lines)
        ).replace("\u2022", "\\225")
        stream = f"BT /F1 10 Tf\n{shown}ET"
        objects.append(f"<</Length {len(stream)}>>stream\n{stream}\nendstream")
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {len(objects)} 0 R"
            "/Resources<</Font<</F1 3 0 R>>>>>>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]>>"
    objects[2] = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    file = b"%PDF-1.4\n"
    places = []
    for number, item in enumerate(objects, 1):
        places.append(len(file))
        file += f"{number} 0 obj{item}endobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    return file + (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
        f"trailer<</Root 1 0 R/Size {len(objects) + 1}>>\nstartxref\n{len(file)}\n%%EOF"
    ).encode("latin-1")


def write_docx(lines: list[str]) -> bytes:
    namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    body = "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in lines)
    return zipped(f'<w:document xmlns:w="{namespace}"><w:body>{body}</w:body></w:document>')


def zipped(document: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", document)
    return file.getvalue()


LINES = [line for _, line in TITLE]
LINES += ["CARD-SPECIFIC NOTES", "", "Quiet Otter", "{U}", "Creature", "1/1", "", "* It is.", "---"]
WHOLE = {
    "faq_ott.txt": "\n".join(LINES).encode(),
    "faq_ott.html": ("<html><h1>Otterfall Release Notes</h1>" + "<br>".join(LINES)).encode(),
    "faq_ott.docx": write_docx(LINES),
    "faq_ott.pdf": write_pdf([[*TITLE, (72, "CARD-SPECIFIC NOTES"), (72, ""), *POND]]),
}


def load(folder: Path, name: str, content: bytes) -> tuple[str | None, list[Record]]:
    """The version and the records of a file with that content."""
    source, records = write_and_open(folder / name, content)
    assert source.kind == "release notes"
    return source.version, records


def refusal(folder: Path, name: str, content: bytes) -> str:
    with pytest.raises(InputError) as caught:
        load(folder, name, content)
    return str(caught.value)


class TestPages:
    HEADER = (250, "Otterfall Notes")

    def pages(self) -> list[list[tuple[int, str]]]:
        start = [*TITLE, (72, "CARD-SPECIFIC NOTES"), (72, ""), *OTTER[:12]]
        pages = [start, [*OTTER[12:], *POND], [(72, "Blue"), (72, ""), *POND]]
        return [[self.HEADER, *page, (300, f"{number}")] for number, page in enumerate(pages, 1)]

    def test_paragraphs_are_put_together_and_points_told_from_modes(self, tmp_path):
        version, records = load(tmp_path, "faq_ott.pdf", write_pdf(self.pages()))
        otter, pond, again = cards(records)
        assert version == "2022-08-30"
        assert otter.printings[0].wordings[0].text == (
            "Flying\nWhen Quiet Otter enters the battlefield, choose one. You may choose both"
            " instead.\n\u2022 Draw a card.\n\u2022 Discard a card."
        )
        assert [ruling.text for ruling in otter.rulings] == [
            "It stays quiet, and this ruling is long enough to go on in a second line, as most of"
            " them do in documents of this kind, and even in a third, with a well-known hyphen.",
            "It fishes.",
        ]
        assert [ruling.text for ruling in pond.rulings] == ["It is a land."]
        assert again == Card(
            "Still Pond", printings=pond.printings, rulings=pond.rulings, place=again.place
        )
        assert otter.place == "faq_ott.pdf:page 1, line 7"
        assert problem_places(records) == []

    def test_an_encrypted_file_is_refused(self, tmp_path):
        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(WHOLE["faq_ott.pdf"])))
        writer.encrypt("secret", algorithm="RC4-128")
        file = io.BytesIO()
        writer.write(file)
        assert "encrypted" in refusal(tmp_path, "faq_ott.pdf", file.getvalue())

    def test_limits(self, tmp_path, monkeypatch):
        monkeypatch.setattr(pdf, "MAX_PAGE", 100)
        assert "page 1: more than 100 bytes" in refusal(tmp_path, "a.pdf", WHOLE["faq_ott.pdf"])
        monkeypatch.undo()
        monkeypatch.setattr(pdf, "MAX_SECONDS", -1.0)
        assert "not read after" in refusal(tmp_path, "a.pdf", WHOLE["faq_ott.pdf"])
        monkeypatch.undo()
        monkeypatch.setattr(pdf, "MAX_PAGES", 2)
        assert "more than 2 pages" in refusal(tmp_path, "a.pdf", write_pdf(self.pages()))

    def test_a_damaged_page_is_a_problem_and_the_others_are_read(self, tmp_path):
        content = write_pdf(self.pages())
        number = content.split(b"/Contents ")[2].split()[0]
        content = content.replace(b"/Contents %s 0 R" % number, b"/Contents 3 0 R")
        _, records = load(tmp_path, "faq_ott.pdf", content)
        assert problem_places(records) == [("damaged", "faq_ott.pdf:page 2")]
        assert [card.name for card in cards(records)] == ["Quiet Otter", "Still Pond"]


@pytest.mark.slow
@pytest.mark.parametrize("name", WHOLE)
def test_a_file_cut_at_any_byte_gives_records_or_an_input_error(tmp_path, name):
    path = tmp_path / name
    whole = WHOLE[name]
    path.write_bytes(whole)
    document = Document(path, name)
    assert [len(card.rulings) for card in cards(list(read(document)))] == [1]
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        with suppress(InputError):
            assert len(cards(list(read(document)))) <= 1


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_change_of_bytes_gives_records_or_an_input_error(tmp_path_factory, data):
    name = data.draw(st.sampled_from(sorted(WHOLE)))
    content = bytearray(WHOLE[name])
    for _ in range(data.draw(st.integers(1, 12))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("changed") / name
    path.write_bytes(bytes(content))
    try:
        records = list(read(Document(path, name)))
    except InputError:
        return
    assert all(isinstance(record, Card | Problem | Set) for record in records)


_PIECES = [
    "GENERAL NOTES",
    "CARD-SPECIFIC NOTES",
    "单卡解惑",
    "Otter",
    "静水獭/Otter",
    "{U}",
    "Land",
]
_PIECES += ["//", "1/1", "* A.", "\u2022 B.", "-----", "", "A sentence.", "***Head***", "\ud800\0"]


@given(st.lists(st.sampled_from(_PIECES), max_size=40))
def test_no_line_is_lost_whatever_their_order(rows):
    """Every point below the first section is a ruling, a mode, or counted in a problem."""
    rows = ["CARD-SPECIFIC NOTES", *rows]
    records = list(read_notes(text.read_lines("\n".join(rows), "notes.txt"), "notes.txt"))
    shown = repr(records)
    counted = sum(map(int, re.findall(r"and (\d+) points", shown)))
    general = sum(map(int, re.findall(r"found (\d+) paragraphs", shown)))
    kept = shown.count("A.'") + shown.count("A.\\n") + counted + general
    assert kept >= rows.count("* A.")


class TestHostile:
    def test_a_bomb_of_a_word_document(self, tmp_path, monkeypatch):
        monkeypatch.setattr(docx, "MAX_PART", 1 << 20)
        bomb = write_docx([*LINES, " " * (2 << 20)])
        assert len(bomb) < 10_000
        assert "unpacks to more than" in refusal(tmp_path, "faq_ott.docx", bomb)

    def test_entities_are_never_expanded(self, tmp_path):
        entity = '<!DOCTYPE d [<!ENTITY a "BOOM"><!ENTITY b "&a;&a;&a;&a;">]>'
        document = write_docx(LINES)
        with zipfile.ZipFile(io.BytesIO(document)) as archive:
            part = archive.read("word/document.xml").decode()
        _, records = load(tmp_path, "a.docx", zipped(entity + part.replace("It is.", "It&b; is.")))
        assert "BOOM" not in repr(records)

    @pytest.mark.slow
    def test_deep_nesting(self, tmp_path):
        deep = "<w:r>" * 10_000 + "</w:r>" * 10_000
        with zipfile.ZipFile(io.BytesIO(write_docx(LINES))) as archive:
            part = archive.read("word/document.xml").decode()
        assert "damaged" in refusal(
            tmp_path, "a.docx", zipped(part.replace("</w:body>", f"<w:p>{deep}</w:p></w:body>"))
        )
        started = time.monotonic()
        page = WHOLE["faq_ott.html"] + b"<div>" * 10_000 + b"<li>" * 10_000
        assert len(cards(load(tmp_path, "a.html", page)[1])) == 1
        assert time.monotonic() - started < 20

    @pytest.mark.slow
    def test_a_huge_line(self, tmp_path):
        started = time.monotonic()
        gap = " " * 500_000
        lines = ["x" * 1_000_000, "/" * 1_000_000, "{U}" * 300_000, "land " * 200_000]
        lines += [f"a{gap}b", f"**{gap}x", f"獭{gap}/{gap}b", f"Land{gap}b{gap}-", "（" * 500_000]
        for line in lines:
            content = WHOLE["faq_ott.txt"] + f"\n{line}\n{line}\n".encode()
            assert len(cards(load(tmp_path, "a.txt", content)[1])) >= 1
        assert time.monotonic() - started < 20

    def test_a_huge_paragraph(self, tmp_path):
        started = time.monotonic()
        row = "otters swim in the pond all day long and never tire of it, not at all"
        content = b"\n".join([*WHOLE["faq_ott.txt"].split(b"\n"), *[row.encode()] * 40_000])
        assert len(cards(load(tmp_path, "a.txt", content)[1])) == 1
        assert time.monotonic() - started < 20

    def test_a_word_or_pdf_file_that_is_something_else(self, tmp_path):
        message = "found no heading of a section, expected release notes"
        assert message in refusal(tmp_path, "letter.docx", write_docx(["Dear otter,", "bye."]))
        assert message in refusal(tmp_path, "a.pdf", write_pdf([[(72, "Dear otter,")]]))
        assert "a.pdf: damaged" in refusal(tmp_path, "a.pdf", b"%PDF-1.7\nnothing")


class TestSniff:
    @pytest.mark.parametrize("name", WHOLE)
    def test_release_notes_are_known_under_any_name(self, name):
        assert is_release_notes(WHOLE[name][: 64 << 10], "download")

    @pytest.mark.parametrize(
        "content",
        [
            "Quiet Otter\n\nCreature. It is quiet.\n\nOtterfall\n\nA ruling about it.\n",
            "Release Notes\n\nOur program has fewer bugs now.\n",
            "Otter 2.0 Release Notes\n\nOur program has fewer bugs now.\n",
            '{"GENERAL NOTES": 1}',
            "<html><title>Quiet Otter - Gatherer</title><h1>Quiet Otter</h1>GENERAL NOTES</html>",
            "",
            "SQLite format 3\0",
        ],
    )
    def test_other_files_are_not(self, content):
        assert not is_release_notes(content.encode(), "faq_ott.txt")

    @pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.txt")), ids=lambda path: path.name)
    def test_a_card_page_is_none(self, path):
        assert not is_release_notes(path.read_bytes(), path.name)

    def test_many_open_tags_take_no_time(self):
        started = time.monotonic()
        assert web.find_headings("<h1>" * 16_000) == []
        assert time.monotonic() - started < 5
