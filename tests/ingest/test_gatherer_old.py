"""Pages of the old Gatherer to records. Small pages are invented; real ones are named by file."""

import html
import mmap
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.files import Document, InputError, find_documents
from ingest.gatherer import old
from ingest.readers import open_source
from ingest.records import Card, Printing, Problem, Record, Ruling, Wording
from tests.records import cards, problem_messages, write_text

P = "ctl00_ctl00_ctl00_MainContent_SubContent_SubContent_"
HEADER = "ctl00_ctl00_ctl00_MainContent_SubContent_SubContentHeader_subtitleDisplay"
TAP = '<img src="/Handlers/Image.ashx?size=small&amp;name=tap&amp;type=symbol" alt="Tap" />'
RED = (
    '<img src="/Handlers/Image.ashx?size=small&amp;name=RP&amp;type=symbol" alt="Phyrexian Red" />'
)


def row(face: str, name: str, value: str) -> str:
    return (
        f'<div id="{face}{name}" class="row">\r\n<div class="label">Label:</div>'
        f'<div class="value">\r\n      {value}</div></div>\r\n'
    )


def lines(*texts: str) -> str:
    return "".join(f'<div class="cardtextbox">{text}</div>' for text in texts)


def sets(*found: tuple[str, int]) -> str:
    return "".join(
        f'<a href="Details.aspx?multiverseid={number}"><img title="{name} (Rare)"'
        f' src="Image.ashx?type=symbol&amp;set=XX" alt="{name} (Rare)" /></a>'
        for name, number in found
    )


def rulings(face: str, *found: tuple[str, str]) -> str:
    table = "".join(
        f'<tr class="post"><td id="{face}rulingsRepeater_ctl{place:02}_rulingDate">{day}</td>'
        f'<td id="{face}rulingsRepeater_ctl{place:02}_rulingText">\r\n{text}</td></tr>'
        for place, (day, text) in enumerate(found)
    )
    return (
        f'<table><tr id="{face}rulingsRow"><td><div id="{face}rulingsContainer">'
        f"<table>{table}</table></div></td></tr></table>"
    )


def image(face: str, number: int) -> str:
    return f'<img id="{face}cardImage" src="Image.ashx?multiverseid={number}&amp;type=card" />'


def page(body: str, *, address: str = "Details.aspx?multiverseid=7", header: str = "") -> str:
    return (
        '<?xml version="1.0" encoding="utf-8" ?>\r\n<!DOCTYPE html><html>'
        "<head><title>\r\n\tQuiet Otter (River Bend) - Gatherer - Magic: The Gathering\r\n</title>"
        f"<script>ClientIDs.rulingsContainer = '{P}rulingsContainer';</script></head>"
        f'<body><form action="{html.escape(address)}"><span id="{HEADER}">{header}</span>'
        f'<td class="cardComponentContainer">{body}</td></form></body></html>\r\n'
    )


def switch(printed: bool) -> str:
    oracle, selected = ("", " class='selected'") if printed else (" class='selected'", "")
    return (
        f'<a id="cardTextSwitchLink1" href="#"{oracle}>Oracle</a>'
        f'<a id="cardTextSwitchLink2" href="#"{selected}>Printed</a>'
    )


OTTER = (
    switch(printed=False)
    + image(P, 7)
    + row(P, "nameRow", "Quiet Otter")
    + row(P, "manaRow", f'<img alt="2"/><img alt="Two or White"/>{RED}')
    + row(P, "typeRow", "Creature  — Otter")
    + row(P, "textRow", lines("Flying", f"{RED}, {TAP}: Like <i>(a\r\n  fish)</i>&nbsp;&amp; so."))
    + row(P, "flavorRow", lines("<i>It listens.</i>", "—Otto"))
    + row(P, "setRow", f"{sets(('River Bend', 7))}\r\n<a href='#'>River Bend</a>")
    + row(P, "otherSetsRow", sets(("Lake Side", 5), ("River Bend", 7)))
    + row(P, "numberRow", "12a")
)
OTTER_RULINGS = rulings(
    P,
    ("10/15/2006", f"Pay {TAP}, as with <autocard>Fist of Fish</autocard>."),
    ("1/2/2011", "It\r\n   wraps &amp; ends."),
)

RAW = (
    'Pay <img alt="Tap" src="/Handlers/Image.ashx?size=small&amp;name=tap&amp;type=symbol"/>, as'
    " with <autocard>Fist of Fish</autocard>."
)


def read(content: str | bytes, folder: Path, name: str = "otter.html") -> list[Record]:
    """The records of a page."""
    return list(old.read(write_text(folder / name, content)))


def test_a_page_in_full(tmp_path):
    assert read(page(OTTER + OTTER_RULINGS, header="Quiet Otter"), tmp_path) == [
        Card(
            "Quiet Otter",
            mana_cost="{2}{2/W}{R/P}",
            oracle=Wording(
                "en",
                "Quiet Otter",
                "Creature — Otter",
                "Flying\n{R/P}, {T}: Like (a fish) & so.",
            ),
            printings=(
                Printing(
                    set_name="River Bend",
                    collector_number="12a",
                    multiverse_id=7,
                    wordings=(Wording("en", "Quiet Otter", flavor_text="It listens.\n—Otto"),),
                ),
                Printing(set_name="Lake Side", multiverse_id=5),
            ),
            rulings=(
                Ruling("Pay {T}, as with Fist of Fish.", "2006-10-15", issuer="wotc", raw=RAW),
                Ruling("It wraps & ends.", "2011-01-02", issuer="wotc"),
            ),
            place="otter.html",
        )
    ]


def test_the_printed_text_of_an_english_page_is_the_printings_own(tmp_path):
    body = OTTER.replace(switch(printed=False), switch(printed=True))
    (card,) = cards(read(page(body), tmp_path))
    assert card.oracle is None
    assert card.printings[0].wordings == (
        Wording(
            "en",
            "Quiet Otter",
            "Creature — Otter",
            "Flying\n{R/P}, {T}: Like (a fish) & so.",
            "It listens.\n—Otto",
        ),
    )


def test_where_no_switch_says_the_address_tells_what_is_printed(tmp_path):
    body = OTTER.replace(switch(printed=False), "")
    (card,) = cards(read(page(body, address="Details.aspx?Printed=true&multiverseid=7"), tmp_path))
    assert card.oracle is None


FRENCH = (
    switch(printed=True)
    + image(P, 70)
    + row(P, "nameRow", "Loutre silencieuse")
    + row(P, "typeRow", "Créature&nbsp;: - loutre")
    + row(P, "textRow", lines("Vol", f"{TAP}&nbsp;: Piochez une carte."))
    + row(P, "setRow", "<a href='#'>River Bend</a>")
    + row(P, "otherSetsRow", sets(("Lake Side", 5), ("River Bend", 7)))
    + row(P, "numberRow", "12")
)


def test_a_localized_page_has_its_language_and_english_rulings(tmp_path):
    table = rulings(P, ("1/2/2011", "You draw the card."), ("1/2/2011", "Vous piochez la carte."))
    (card,) = cards(read(page(FRENCH + table, header="Loutre silencieuse"), tmp_path))
    assert (card.name, card.language, card.oracle) == ("Loutre silencieuse", "fr", None)
    wording = Wording(
        *("fr", "Loutre silencieuse", "Créature : loutre", "Vol\n{T} : Piochez une carte."),
        multiverse_id=70,
    )
    assert card.printings == (
        # The English printing of this set is the one that the list of sets names.
        Printing(
            set_name="River Bend", collector_number="12", multiverse_id=7, wordings=(wording,)
        ),
        Printing(set_name="Lake Side", multiverse_id=5),
    )
    assert [(r.language, r.text) for r in card.rulings] == [
        ("en", "You draw the card."),
        ("fr", "Vous piochez la carte."),
    ]


def test_two_printings_in_the_set_of_a_localized_page_stay_apart(tmp_path):
    body = FRENCH.replace(sets(("Lake Side", 5)), sets(("River Bend", 8)))
    (card,) = cards(read(page(body), tmp_path))
    assert [(p.set_name, p.multiverse_id) for p in card.printings] == [
        ("River Bend", None),
        ("River Bend", 8),
        ("River Bend", 7),
    ]


def two_faces(first: str = P + "ctl02_", second: str = P + "ctl03_") -> str:
    faces = ((first, "Shy Otter", 7), (second, "Bold Otter", 8))
    return "".join(
        image(face, number)
        + row(face, "nameRow", name)
        + row(face, "typeRow", "Creature — Otter")
        + row(face, "setRow", "<a href='#'>River Bend</a>")
        + row(face, "numberRow", f"12{'ab'[number - 7]}")
        for face, name, number in faces
    )


@pytest.mark.parametrize("numbers", [("02", "03"), ("05", "06"), ("07", "08")])
def test_two_faces_whatever_their_numbers(tmp_path, numbers):
    first, second = (f"{P}ctl{number}_" for number in numbers)
    body = two_faces(first, second) + rulings(second, ("1/2/2011", "It is bold."))
    found = read(page(body, header="Shy Otter"), tmp_path)
    assert problem_messages(found) == []
    assert [(c.name, c.side, c.face_name, c.place) for c in cards(found)] == [
        ("Shy Otter // Bold Otter", "a", "Shy Otter", "otter.html, Shy Otter"),
        ("Shy Otter // Bold Otter", "b", "Bold Otter", "otter.html, Bold Otter"),
    ]
    assert [[r.text for r in c.rulings] for c in cards(found)] == [[], ["It is bold."]]
    assert [(p.collector_number, p.multiverse_id) for c in cards(found) for p in c.printings] == [
        ("12", 7),
        ("12", 8),
    ]


def test_a_page_of_one_half_names_the_other(tmp_path):
    body = OTTER.replace("Quiet Otter", "Bold")
    found = read(page(body, header="Shy // Bold"), tmp_path)
    assert problem_messages(found) == [
        ("missing half", "a page of Shy // Bold that does not show Shy")
    ]
    assert [(c.name, c.side, c.face_name) for c in cards(found)] == [("Shy // Bold", "b", "Bold")]


NO_TABLE = "no rulings in the rulings part ([id$=rulingText])"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        # A card without rulings has no part for them; the script names it all the same.
        (page(OTTER), []),
        (page(OTTER).replace("rulingsContainer", "RulingsBox"), ["no rulings part; whether"]),
        (page(OTTER + rulings(P)), [NO_TABLE]),
        (page(OTTER + f'<tr id="{P}rulingsRow"></tr>'), [NO_TABLE]),
        (page(OTTER.replace("nameRow", "titleRow")), ["no card name ([id$=nameRow])"]),
        (page(OTTER.replace("typeRow", "kindRow")), ["no type line ([id$=typeRow])"]),
        (page(OTTER.replace("setRow", "editionRow")), ["no set ([id$=setRow])"]),
        (
            page(OTTER.replace('class="value"', 'class="val"', 1)),
            ["no value in the row [id$=nameRow]"],
        ),
        (
            page(OTTER.replace("cardImage", "picture"), address="Details.aspx?name=otter"),
            ["no multiverse id ([id$=cardImage])"],
        ),
        (
            page(OTTER.replace('title="Lake Side (Rare)"', "").replace('alt="Lake', 'name="Lake')),
            ["no name or multiverse id of another set ([id$=otherSetsRow])"],
        ),
    ],
)
def test_what_a_page_no_longer_has_is_named(tmp_path, content, expected):
    found = read(content, tmp_path)
    assert [kind for kind, _ in problem_messages(found)] == ["missing part"] * len(expected)
    for (_, message), start in zip(problem_messages(found), expected, strict=True):
        assert message.startswith(start)
    (card,) = cards(found)
    assert card.name == "Quiet Otter"
    assert card.printings[0].set_name == "River Bend"


def test_a_card_without_any_name_is_left_out_and_told(tmp_path):
    content = page(OTTER.replace("nameRow", "titleRow")).replace("<title>", "<title>?")
    content = content.replace("Quiet Otter (River Bend)", "Gatherer")
    assert problem_messages(read(content, tmp_path)) == [
        ("missing part", "no card name ([id$=nameRow])"),
        ("missing part", "no card name; the card and its rulings are left out"),
    ]


def test_faulty_rulings_are_told(tmp_path):
    table = rulings(P, ("13/1/2011", "No such month."), ("1/2/2011", " "), ("", "Undated."))
    found = read(page(OTTER + table.replace("ctl02_rulingDate", "ctl02_day")), tmp_path)
    assert problem_messages(found) == [
        (
            "impossible date",
            "a ruling with the date '13/1/2011', expected one like 10/15/2006; taken as undated",
        ),
        ("empty ruling", "a ruling without text, dated '1/2/2011'; left out"),
        (
            "impossible date",
            "a ruling with no date, expected one like 10/15/2006; taken as undated",
        ),
    ]
    (card,) = cards(found)
    assert [(r.text, r.published_at) for r in card.rulings] == [
        ("No such month.", None),
        ("Undated.", None),
    ]


def test_rulings_outside_their_table_are_the_first_faces(tmp_path):
    table = rulings(P + "ctl09_", ("1/2/2011", "It is shy."))
    shy, bold = cards(read(page(two_faces() + table, header="Shy Otter"), tmp_path))
    assert ([r.text for r in shy.rulings], bold.rulings) == (["It is shy."], ())


def test_unknown_symbols_and_lost_letters_are_told(tmp_path):
    body = OTTER.replace("Flying", 'Fl\x90ing <img alt="Fish"/>')
    found = read(page(body), tmp_path)
    assert problem_messages(found) == [
        ("unknown symbol", "an image for 'Fish'; kept in braces"),
        (
            "lost letter",
            "found '\\x90' where a letter was:"
            " 'Fl\\x90ing {Fish}\\n{R/P}, {T}: Like (a fish) & so.'",
        ),
    ]
    (card,) = cards(found)
    assert card.oracle
    assert (card.oracle.text or "").startswith("Fl\x90ing {Fish}\n")


# Languages.aspx


def language_row(place: int, name: str, language: str, number: int) -> str:
    return (
        f'<tr class="cardItem"><td><a id="{P}languageList_listRepeater_ctl{place:02}_cardTitle"'
        f' href="Details.aspx?multiverseid={number}">{name}</a></td><td>\r\n {language}\r\n</td>'
        "<td># 中国话</td></tr>"
    )


def language_page(rows: str, **options: str) -> str:
    content = page(
        f'<table class="cardList"><tr class="headerRow"><td>Name</td></tr>{rows}</table>',
        address="Languages.aspx?multiverseid=7",
        **options,
    )
    return content.replace(") - Gatherer", ") - Languages - Gatherer")


def test_a_languages_page_gives_names(tmp_path):
    rows = (
        language_row(0, "Loutre silencieuse", "French", 70)
        + language_row(1, "静獭", "Chinese Simplified", 71)
        + language_row(2, "Azaghal", "Khuzdul", 72)
    )
    found = read(language_page(rows, header="Quiet Otter"), tmp_path)
    message = "the language 'Khuzdul' is not in the table; kept under that name"
    assert found == [
        Problem("unknown language", "otter.html", message),
        Card(
            "Quiet Otter",
            printings=(
                Printing(
                    set_name="River Bend",
                    wordings=(
                        Wording("fr", "Loutre silencieuse", multiverse_id=70),
                        Wording("zhs", "静獭", multiverse_id=71),
                        Wording("khuzdul", "Azaghal", multiverse_id=72),
                    ),
                ),
            ),
            place="otter.html",
        ),
    ]


def test_the_languages_page_of_a_localized_card_has_its_english_name_in_the_list(tmp_path):
    rows = language_row(0, "Quiet Otter", "English", 7) + language_row(1, "静獭", "Japanese", 71)
    (card,) = cards(read(language_page(rows, header="Тихая выдра"), tmp_path))
    assert (card.name, card.language) == ("Quiet Otter", "en")
    assert Wording("ru", "Тихая выдра") in card.printings[0].wordings


def test_a_card_in_one_language_only(tmp_path):
    rows = f'<tr id="{P}languageList_noOtherLanguagesParent"><td>None</td></tr>'
    found = read(language_page(rows, header="Quiet Otter"), tmp_path)
    assert problem_messages(found) == []
    assert [card.name for card in cards(found)] == ["Quiet Otter"]


@pytest.mark.parametrize(
    ("rows", "header", "problem"),
    [
        (
            f'<tr id="{P}languageList_list"></tr>',
            "Otter",
            ("missing part", "no list of languages (tr.cardItem)"),
        ),
        (
            language_row(0, "静獭", "", 7) + language_row(1, "Otto", "German", 8),
            "Otter",
            ("faulty wording", "a row without a name or a language, left out: '静獭 # 中国话'"),
        ),
        (
            language_row(0, "Otto", "German", 8).replace("multiverseid", "id"),
            "Otter",
            ("missing part", "no multiverse id of the name in German"),
        ),
        (
            language_row(0, "Otto", "German", 8)
            + f'<div id="{P}languageList_pagingControls"><a href="?page=1">2</a></div>',
            "Otter",
            ("further pages", "the list of languages goes on on other pages"),
        ),
    ],
)
def test_what_a_languages_page_lacks_is_named(tmp_path, rows, header, problem):
    assert problem_messages(read(language_page(rows, header=header), tmp_path)) == [problem]


def test_names_without_a_card_stand_for_themselves(tmp_path):
    found = read(language_row(0, "Тихая выдра", "Russian", 70), tmp_path)
    assert problem_messages(found) == [
        ("missing part", "no card name (subtitleDisplay); a translated one stands in")
    ]
    wording = Wording("ru", "Тихая выдра", multiverse_id=70)
    assert cards(found) == [
        Card("Тихая выдра", wordings=(wording,), place="otter.html", language="ru")
    ]


# Other pages, and damaged ones

EXPECTED = ", expected a card's Details page ([id$=nameRow]) or Languages page ([id*=languageList])"


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("Printings.aspx?multiverseid=7", "a Printings page, which is not read"),
        ("/Pages/Card/Discussion.aspx?multiverseid=7", "a Discussion page, which is not read"),
        ("../Search/Default.aspx?output=checklist", "a Default page, which is not read"),
        ("Details.aspx?multiverseid=7", "a Details page with no card on it"),
        ("", "a page of the old Gatherer of an unknown kind"),
    ],
)
def test_a_page_of_another_kind_is_an_input_error(tmp_path, address, found):
    content = page('<table class="cardList"><tr class="cardItem"></tr></table>', address=address)
    with pytest.raises(InputError) as caught:
        read(content, tmp_path)
    assert str(caught.value) == f"otter.html: {found}{EXPECTED}"


def test_a_page_is_known_by_its_content_and_dated_by_its_banner(tmp_path):
    path = tmp_path / "saved"
    content = page(OTTER).replace("<body>", '<body><body docname="ad" useDate="4/7/2012">')
    path.write_text(content, encoding="utf-8")
    source, records = open_source(Document(path, "saved"))
    assert (source.kind, source.version) == ("gatherer-old", "2012-04-07")
    assert [card.name for card in cards(records)] == ["Quiet Otter"]


def test_pages_are_found_in_a_folder(tmp_path):
    for name in ("a.html", "b.htm", "c.aspx", "d.css"):
        (tmp_path / name).write_text(page(OTTER), encoding="utf-8")
    assert [d.name for d in find_documents([tmp_path])] == ["a.html", "b.htm", "c.aspx"]


def test_other_files_are_not_taken():
    assert not old._sniff(b"# notes on ctl00_ctl00_ctl00_MainContent", "notes.md")
    assert not old._sniff(b"<!DOCTYPE html><html><p>404", "otter.html")


@pytest.mark.slow
def test_a_page_cut_short_at_any_byte_is_an_input_error(tmp_path):
    body = row(P, "nameRow", "Quiet Otter") + rulings(P, ("1/2/2011", "Er hört."))
    content = page(body).encode()
    end = content.index(b"</html>") + len(b"</html>")
    for size in range(content.index(b"<html") + len(b"<html"), end):
        with pytest.raises(InputError, match=r"expected (the rest of the page|UTF-8)"):
            read(content[:size], tmp_path)


@pytest.mark.slow
def test_a_page_cut_short_and_closed_raises_nothing_else(tmp_path):
    content = page(two_faces() + OTTER_RULINGS, header="Quiet Otter")
    for size in range(0, len(content), 11):
        try:
            found = read(content[:size] + "</html>", tmp_path)
        except InputError:
            continue
        assert found


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        "<div>" * 10_000 + OTTER,
        OTTER.replace("Flying", "<i>" * 10_000 + "Flying"),
        OTTER.replace("Flying", "Flying " * 100_000),
        OTTER.replace("Flying", "oo" * 100_000 + "{(" * 10_000 + "<" * 10_000),
        OTTER + "".join(row(f"{P}ctl{n}_", "nameRow", f"Otter {n}") for n in range(500)),
        OTTER + rulings(P, *((("1/2/2011"), f"Number {n}.") for n in range(2_000))),
        OTTER.replace("multiverseid=7", "multiverseid=" + "7" * 10_000),
        OTTER.replace("Quiet Otter", " (" * 50_000),
    ],
    ids=["nested", "nested text", "long", "codes", "faces", "rulings", "id", "brackets"],
)
def test_no_page_takes_long(tmp_path, body):
    start = time.process_time()
    content = page(body, header="(" * 10_000).replace("(River Bend)", "(River) - " * 20_000)
    try:
        assert read(content, tmp_path)
    except InputError as error:
        assert str(error).startswith("otter.html: ")  # noqa: PT017
    assert time.process_time() - start < 10


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_page_with_any_piece_changed_is_read_or_an_input_error(tmp_path_factory, data):
    content = page(OTTER + OTTER_RULINGS, header="Quiet Otter")
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(len(content), start + 200)))
    piece = data.draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
    try:
        read(content[:start] + piece + content[end:], tmp_path_factory.mktemp("page"))
    except InputError as error:
        assert str(error).startswith("otter.html: ")  # noqa: PT017


# The corpus


@pytest.fixture(scope="module")
def saved(samples: Path) -> Path:
    return samples / "gatherer-old"


@pytest.fixture(scope="module")
def read_all(saved: Path) -> dict[str, list[Record]]:
    return {path.name: list(old.read(Document(path, path.name))) for path in saved.glob("*.html")}


@pytest.mark.parametrize(
    ("file", "name", "faces", "language", "printing", "counts", "first_date"),
    [
        (
            "afflicteddeserter",
            "Afflicted Deserter // Werewolf Ransacker",
            ["Afflicted Deserter", "Werewolf Ransacker"],
            "en",
            ("Dark Ascension", "81", 262675),
            [4, 0],
            "2011-01-22",
        ),
        (
            "akromaangelofwrath_de",
            "Akroma, Engel des Zorns",
            [None],
            "de",
            ('Time Spiral "Timeshifted"', "1", 106645),
            [0],
            None,
        ),
        (
            "ancestralvision",
            "Ancestral Vision",
            [None],
            "en",
            ("Time Spiral", "48", 113505),
            [2],
            "2006-10-15",
        ),
        (
            "birdsofparadise_fr",
            "Oiseaux de paradis",
            [None],
            "fr",
            ("Magic 2012", "165", 221896),
            [0],
            None,
        ),
        (
            "birdsofparadise_zh_tw",
            "天堂鳥",
            [None],
            "zht",
            ("Magic 2012", "165", 221896),
            [0],
            None,
        ),
        (
            "birdsofparadise_ru",
            "Райские Птицы",
            [None],
            "ru",
            ("Magic 2012", "165", 221896),
            [0],
            None,
        ),
        (
            "crackleburr",
            "Crackleburr",
            [None],
            "en",
            ("Eventide", "100", 157420),
            [4],
            "2008-08-01",
        ),
        (
            "flamejavelin",
            "Flame Javelin",
            [None],
            "en",
            ("Shadowmoor", "92", 146017),
            [4],
            "2008-05-01",
        ),
        ("ice", "Fire // Ice", ["Ice"], "en", ("Apocalypse", "128", 27166), [0], None),
        (
            "serratedarrows",
            "Serrated Arrows",
            [None],
            "en",
            ("Duel Decks: Garruk vs. Liliana", "20", 202280),
            [1],
            "2008-08-01",
        ),
        (
            "vaultskirge",
            "Vault Skirge",
            [None],
            "en",
            ("New Phyrexia", "76", 217984),
            [5],
            "2011-06-01",
        ),
        (
            "ætherstorm",
            "Æther Storm",
            [None],
            "en",
            ("Masters Edition II", "39", 184722),
            [2],
            "2004-10-04",
        ),
    ],
)
def test_a_saved_page(read_all, file, name, faces, language, printing, counts, first_date):
    found = cards(read_all[f"{file}.html"])
    assert {card.name for card in found} == {name}
    assert [card.face_name for card in found] == faces
    assert {card.language for card in found} == {language}
    own = found[0].printings[0]
    assert (own.set_name, own.collector_number, own.multiverse_id) == printing
    assert [len(card.rulings) for card in found] == counts
    dates = [ruling.published_at for card in found for ruling in card.rulings]
    assert next(iter(dates), None) == first_date


@pytest.mark.parametrize(
    ("file", "cost"),
    [
        ("crackleburr", "{1}{U/R}{U/R}"),
        ("flamejavelin", "{2/R}{2/R}{2/R}"),
        ("vaultskirge", "{1}{B/P}"),
        ("akromaangelofwrath_de", "{5}{W}{W}{W}"),
        ("ancestralvision", None),
    ],
)
def test_a_saved_page_has_its_symbols(read_all, file, cost):
    assert cards(read_all[f"{file}.html"])[0].mana_cost == cost


@pytest.mark.parametrize(
    ("file", "count", "name"),
    [
        ("birdsofparadise", 9, Wording("pt", "Aves do Paraíso", multiverse_id=264536)),
        ("drownedcatacomb", 10, Wording("ko", "수몰된 묘지", multiverse_id=330498)),
    ],
)
def test_a_saved_languages_page(read_all, file, count, name):
    (card,) = cards(read_all[f"{file}.html"])
    (printing,) = card.printings
    assert len(printing.wordings) == count
    assert name in printing.wordings


def test_the_saved_pages_have_no_problem_but_two(read_all):
    assert sorted(
        (file, kind) for file, records in read_all.items() for kind, _ in problem_messages(records)
    ) == [("ice.html", "missing half"), ("languages-row-snippet.html", "missing part")]


def test_nothing_on_the_saved_pages_is_lost(saved, read_all):
    """Compared word for word with a scan of the pages that knows nothing of elements."""
    total = 0
    for path in saved.glob("*.html"):
        raw = path.read_text(encoding="utf-8")
        cells = re.findall(r'_rulingText"[^>]*>(.*?)</td>', raw, re.DOTALL)
        rulings = [r.text for card in cards(read_all[path.name]) for r in card.rulings]
        plain = [html.unescape(re.sub("<[^>]*>", "", cell)).split() for cell in cells]
        assert [text.split() for text in rulings] == plain
        total += len(plain)
        texts = [
            text
            for card in cards(read_all[path.name])
            for wording in (
                card.oracle,
                *card.wordings,
                *(w for p in card.printings for w in p.wordings),
            )
            if wording
            for text in (wording.text, wording.flavor_text)
            if text
        ]
        said = re.sub(r"\{[^}]*\}", "", "\n".join(texts)).split()
        boxes = re.findall(r"<div[^>]*textbox[^>]*>(.*?)</div>", raw, re.DOTALL)
        marks = re.findall(r'_markRow".*?textbox[^>]*>(.*?)</div>', raw, re.DOTALL)
        for mark in marks:  # a watermark, which no record has
            boxes.remove(mark)
        shown = html.unescape(re.sub("<[^>]*>", "", "\n".join(boxes))).split()
        assert sorted(said) == sorted(shown)
        names = re.findall(r'_cardTitle"[^>]*>(.*?)</a>', raw)
        wordings = [
            w.name
            for card in cards(read_all[path.name])
            for w in (*card.wordings, *(w for p in card.printings for w in p.wordings))
        ]
        if names:
            assert wordings == names
    assert total == 22


def test_the_english_names_of_the_saved_pages_are_mtgjsons(corpus, read_all):
    found = {
        card.name.replace("Æ", "Ae")
        for records in read_all.values()
        for card in cards(records)
        if card.language == "en" and card.name
    }
    assert len(found) == 15
    with (
        (corpus / "AllPrintings.json").open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content,
    ):
        unknown = {name for name in found if content.find(f'"name": "{name}"'.encode()) < 0}
    # Its only set is not in the corpus.
    assert unknown == {"Crackleburr"}


def test_the_saved_pages_cut_short_are_input_errors(saved, tmp_path):
    for path in saved.glob("*_*.html"):
        content = path.read_bytes()
        end = content.rindex(b"</html>")
        for size in range(200, end, 97):
            with pytest.raises(InputError, match=r"expected (the rest of the page|UTF-8)"):
                read(content[:size], tmp_path)


def test_a_saved_page_cut_short_and_closed_is_read_or_an_input_error(saved, tmp_path):
    content = (saved / "afflicteddeserter.html").read_bytes()
    for size in range(0, len(content), 997):
        try:
            found = read(content[:size] + b"</html>", tmp_path)
        except InputError:
            continue
        assert found
