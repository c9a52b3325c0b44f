"""Compare: one card's wordings with the printings that carry them, its rulings with their texts."""

import sqlite3

import pytest

from rulings_db.catalog.comparison import compare
from rulings_db.catalog.lookup import NotFound, cards_beginning_with, find_card
from rulings_db.catalog.rulings import find_ruling


def test_wordings_stand_with_the_sets_that_carry_them(whole: sqlite3.Connection) -> None:
    german = compare(whole, "Cloudform", ["de", "ja"]).localizations
    assert [(known.language, known.name, known.sets) for known in german] == [
        ("de", "Wolkenform", ["C18"]),
        ("de", "Wolkenform", ["FRF"]),
        ("ja", "雲変化", ["C18"]),
        ("ja", "雲変化", ["FRF"]),
    ]


def test_languages_chosen_narrow_wordings_not_rulings(sample: sqlite3.Connection) -> None:
    compared = compare(sample, "Wolkenform", ["de"])
    assert [known.language for known in compared.localizations] == ["de"]
    assert len(compared.rulings) == 24
    assert compared.languages == (
        *("en", "de", "es", "fr", "it", "pt", "ru", "ja", "ko", "zhs", "zht"),
    )


def test_rulings_stand_by_date(whole: sqlite3.Connection) -> None:
    dates = [ruling.published_at for ruling in compare(whole, "Cloudform").rulings]
    assert dates == sorted(dates, key=str)
    assert dates[0] == "2014-11-24"


def test_a_ruling_keeps_its_language_and_status(sample: sqlite3.Connection) -> None:
    rulings = compare(sample, "Дикий вызов").rulings
    languages = [text.language for ruling in rulings for text in ruling.texts]
    assert {code: languages.count(code) for code in languages} == {"en": 7, "ru": 7}
    assert [text.status for ruling in rulings for text in ruling.texts].count("mixed") == 1


@pytest.mark.parametrize(
    "name",
    [
        "Cloudform",
        "cloudform",
        "雲変化",
        "《雲変化/Cloudform》",
        "幻云赋形",
        "FRF 32",
        "frf #32/185",
    ],
)
def test_a_card_is_found_by_whatever_is_at_hand(whole: sqlite3.Connection, name: str) -> None:
    assert find_card(whole, name).name == "Cloudform"


def test_a_card_is_found_from_either_face(whole: sqlite3.Connection) -> None:
    assert find_card(whole, "Ice").name == "Fire // Ice"
    assert find_card(whole, "Dusk").name == find_card(whole, "Sonnenaufgang").name == "Dusk // Dawn"


def test_an_ambiguous_name_lists_the_cards(whole: sqlite3.Connection) -> None:
    with pytest.raises(NotFound, match="6 cards") as error:
        find_card(whole, "Sly Spy")
    assert len(error.value.candidates) == 6


def test_an_unknown_name_says_so(sample: sqlite3.Connection) -> None:
    with pytest.raises(NotFound, match='no card is called "Blotus"'):
        find_card(sample, "Blotus")


def test_names_are_suggested_by_their_beginning(sample: sqlite3.Connection) -> None:
    assert [card.name for card in cards_beginning_with(sample, "Wolk", 5)] == ["Cloudform"]


def test_a_ruling_lists_every_card_that_shares_it(sample: sqlite3.Connection) -> None:
    shared = next(
        ruling
        for ruling in compare(sample, "Cloudform").rulings
        if ruling.texts[0].text.startswith("A permanent that turns face up or face down")
    )
    page = find_ruling(sample, shared.id)
    assert shared.cards_total == len(page.cards) == 3
    assert [attached.card.name for attached in page.cards] == [
        "Cloudform",
        "Ghastly Conscription",
        "Дикий вызов",
    ]


def test_rulings_of_a_day_stand_in_the_order_of_their_source(whole: sqlite3.Connection) -> None:
    """Statements that build on one another: the card's own first, as MTGJSON has them."""
    rulings = compare(whole, "Bonecrusher Giant").rulings
    assert [" ".join(ruling.texts[0].text.split()[:3]) for ruling in rulings[:4]] == [
        "Bonecrusher Giant’s ability",
        "If a spell",
        "An adventurer card",
        "When casting a",
    ]


def test_the_figures_of_each_face_are_as_printed(whole: sqlite3.Connection) -> None:
    faces = compare(whole, "Delver of Secrets").faces
    assert [(f.name, f.mana_cost, f.power, f.toughness, f.loyalty) for f in faces] == [
        ("Delver of Secrets", "{U}", "1", "1", None),
        ("Insectile Aberration", None, "3", "2", None),
    ]
    (jace,) = compare(whole, "Jace, the Mind Sculptor").faces
    assert (jace.power, jace.loyalty) == (None, "3")
    (tarmogoyf,) = compare(whole, "Tarmogoyf").faces
    assert (tarmogoyf.power, tarmogoyf.toughness) == ("*", "1+*")
