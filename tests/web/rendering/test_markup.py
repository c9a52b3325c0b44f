"""Texts as HTML: symbols drawn and named, changes marked, everything else escaped."""

import pytest
from bs4 import BeautifulSoup

from ingest.languages import BY_CODE
from rulings_db.catalog.differences import Piece, differ
from rulings_db.web.rendering.interface_language import speaking
from rulings_db.web.rendering.markup import changed, inline, rules, snippet, status


def named(text: str) -> list[str]:
    """The names of the symbols that are drawn in a text."""
    drawn = BeautifulSoup(str(inline(text)), "lxml").select(".mana")
    assert all(symbol["role"] == "img" for symbol in drawn)
    return [symbol["aria-label"] for symbol in drawn]


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("{W}", "one white mana"),
        ("{g}", "one green mana"),
        ("{C}", "one colorless mana"),
        ("{S}", "one snow mana"),
        ("{T}", "tap"),
        ("{Q}", "untap"),
        ("{E}", "energy"),
        ("{P}", "one Phyrexian mana"),
        ("{Chaos}", "chaos"),
        ("{TK}", "ticket"),
        ("{X}", "X mana"),
        ("{0}", "0 generic mana"),
        ("{16}", "16 generic mana"),
        ("{1000000}", "1,000,000 generic mana"),
        ("{½}", "half a mana"),
        ("{∞}", "infinite mana"),
        ("{HW}", "half a white mana"),
        ("{W/U}", "white or blue"),
        ("{2/W}", "two or white"),
        ("{C/R}", "colorless or red"),
        ("{W/P}", "white or 2 life"),
        ("{G/U/P}", "green or blue or 2 life"),
        ("{WB}", "white or black"),
        ("{2R}", "two or red"),
        ("{PW}", "white or 2 life"),
    ],
)
def test_a_symbol_has_a_name(symbol: str, name: str) -> None:
    assert named(symbol) == [name]


@pytest.mark.parametrize(
    "text",
    ["{FOO}", "{}", "{一}", "{W/U/B}", "{W/X}", "{/}", "{W", "W}", "{99999999}", "{PP}", "{²}"],
)
def test_an_unknown_symbol_stays_text(text: str) -> None:
    assert named(text) == []
    assert BeautifulSoup(str(inline(text)), "lxml").text == text


@pytest.mark.parametrize("text", ["{2}{W/U}{T}: Add {C}.", "{W}{FOO}{U}", "{x}" * 20])
def test_the_text_of_drawn_symbols_can_be_copied_as_it_was(text: str) -> None:
    assert BeautifulSoup(str(inline(text)), "lxml").text == text


def test_the_symbols_of_a_cost_stay_together() -> None:
    page = BeautifulSoup(str(inline("{2}{W}{W}, {T}: Draw.")), "lxml")
    assert [cost.text for cost in page.select(".cost")] == ["{2}{W}{W}"]


def test_a_name_is_in_the_language_of_the_interface_and_says_so() -> None:
    with speaking(BY_CODE["de"]):
        page = BeautifulSoup(str(inline("{T}")), "lxml")
    assert page.select_one(".mana")["lang"] == "de"
    assert BeautifulSoup(str(inline("{T}")), "lxml").select_one(".mana")["lang"] == "en"


def test_each_line_of_rules_is_a_paragraph() -> None:
    page = BeautifulSoup(str(rules("Flying\n{T}: <b>Draw</b>.")), "lxml")
    assert [line.text for line in page.select("p")] == ["Flying", "{T}: <b>Draw</b>."]
    assert not page.select("p b")


def test_the_marks_of_a_snippet_stay() -> None:
    page = BeautifulSoup(str(snippet("{T}: <mark>Draw</mark>\n&lt;i&gt;")), "lxml")
    assert page.mark.text == "Draw"
    assert page.select_one(".mana")
    assert page.br


def test_changes_are_marked_and_said() -> None:
    pieces = differ("{T}: Add {G} to your pool.", "{T}: Add {G}{G}.")
    assert pieces is not None
    page = BeautifulSoup(str(changed(pieces)), "lxml")
    assert page.select_one("del").text == "[left out: to your pool]"
    assert page.select_one("ins").text == "[new: {G}]"
    assert [mark.text for mark in page.select(".unseen")] == ["[left out: ", "]", "[new: ", "]"]


def test_a_change_over_a_line_is_marked_line_by_line() -> None:
    pieces = [Piece("same", "Flying"), Piece("old", ", haste\nTrample"), Piece("new", "\n")]
    page = BeautifulSoup(str(changed(pieces)), "lxml")
    assert [len(line.select("del")) for line in page.select("p")] == [1, 1, 0]


def test_changed_text_is_escaped() -> None:
    pieces = [Piece("old", "<script>alert(1)</script>"), Piece("new", "{<b>} & %s")]
    page = BeautifulSoup(str(changed(pieces)), "lxml")
    assert not page.select("script, b")
    assert "{<b>} & %s" in page.text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("replaced", "replaced by a correction"),
        ("mixed", "text in two languages"),
        ("100%", "100%"),
    ],
)
def test_a_status_is_said_in_words(name: str, shown: str) -> None:
    assert status(name) == shown
