"""Sets: their list, one with its cards by collector number, and its languages."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from rulings_db.catalog.lookup import NotFound
from rulings_db.catalog.paging import PAGE
from rulings_db.catalog.sets import all_sets, by_number, find_set, set_page
from rulings_db.database.opening import open_database
from tests.invented_sets import a_card, a_set, build_sets, foreign


def a_printing(number: str, name: str = "Many Bear", **more: Any) -> dict[str, Any]:
    """A printing of a card that costs mana and, unless told otherwise, flies."""
    return a_card(number, name, **{"manaCost": "{1}{G}", "text": "Flying"} | more)


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """A set of 101 printings with a name in German, the promos that belong to it, and an empty
    one without a date."""
    german = [foreign("German", "Vielbär", "Fliegend")]
    ruled = [{"date": "2020-01-01", "text": "It flies."}]
    many = [a_printing(str(number)) for number in range(1, PAGE + 1)]
    many[4] = a_printing("5", foreignData=german, rulings=ruled)
    many.append(a_printing("5b", "Other Bear", text="Reach"))
    known = [
        a_set(
            "BIG",
            many,
            name="Big Set",
            type="expansion",
            releaseDate="2020-02-02",
            translations={"German": "Große Edition"},
        ),
        a_set(
            "PBIG",
            [a_printing("1")],
            name="Big Promos",
            type="promo",
            parentCode="BIG",
            releaseDate="2020-03-03",
        ),
        {"code": "NONE", "name": "Empty Set", "cards": []},
    ]
    path = build_sets(tmp_path_factory.mktemp("sets") / "rulings.db", known)
    with closing(open_database(path)) as connection:
        yield connection


def test_sets_stand_newest_first_and_undated_last(sets: sqlite3.Connection) -> None:
    found = all_sets(sets)
    assert [(known.code, known.printings) for known in found] == [
        ("PBIG", 1),
        ("BIG", 101),
        ("NONE", 0),
    ]
    assert found[0].parent == "BIG"


def test_a_set_is_found_by_its_code_in_any_case(sets: sqlite3.Connection) -> None:
    assert find_set(sets, "big").code == "BIG"
    with pytest.raises(NotFound, match='no set has the code "XYZ"'):
        find_set(sets, "XYZ")


def test_a_set_says_its_names_its_family_and_its_languages(sets: sqlite3.Connection) -> None:
    page = set_page(sets, find_set(sets, "BIG"))
    assert page.names["de"] == "Große Edition"
    assert [known.code for known in page.related] == ["PBIG"]
    assert page.languages["de"] == 1
    assert [known.code for known in set_page(sets, find_set(sets, "PBIG")).related] == ["BIG"]


def test_the_cards_of_a_set_stand_by_number_and_are_paged(sets: sqlite3.Connection) -> None:
    first = set_page(sets, find_set(sets, "BIG"), 1, "de")
    assert [card.number for card in first.cards[:7]] == ["1", "2", "3", "4", "5", "5b", "6"]
    assert (len(first.cards), first.pages) == (PAGE, 2)
    assert first.cards[4]._asdict() == {
        "number": "5",
        "name": "Many Bear",
        "slug": "many-bear",
        "type_line": "Creature — Bear",
        "mana_cost": "{1}{G}",
        "localized": "Vielbär",
        "rulings": 1,
    }
    assert [card.number for card in set_page(sets, first.about, 2).cards] == ["100"]
    assert set_page(sets, first.about, 10_000).page == 2


def test_a_set_without_cards_has_one_empty_page(sets: sqlite3.Connection) -> None:
    page = set_page(sets, find_set(sets, "NONE"))
    assert (page.cards, page.page, page.pages) == ((), 1, 1)


def test_a_card_of_two_faces_stands_once_with_both_names(whole: sqlite3.Connection) -> None:
    page = set_page(whole, find_set(whole, "ISD"), 1, "de")
    delver = [card for card in page.cards if card.name.startswith("Delver")]
    assert [card.localized for card in delver] == ["Geheimnisstöberer // Insekten-Scheußlichkeit"]


@pytest.mark.parametrize(
    ("numbers", "ordered"),
    [
        (["10", "9", "2b", "2", "2a"], ["2", "2a", "2b", "9", "10"]),
        (["A10", "3", "A9", None], ["3", "A9", "A10", None]),
        (["★1", "1★", "1"], ["1", "1★", "★1"]),
        (["1" * 400, "2"], ["2", "1" * 400]),
    ],
)
def test_numbers_are_put_in_order(numbers: list[str | None], ordered: list[str | None]) -> None:
    assert sorted(numbers, key=by_number) == ordered
