"""What exists in a language and what is missing: as a whole, by set, and card by card."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from rulings_db.catalog import coverage
from rulings_db.catalog.coverage import LanguageTotals, Share
from rulings_db.catalog.lookup import NotFound
from rulings_db.catalog.missing_translations import Lacking, missing_in_set
from rulings_db.database.opening import open_database
from tests.invented_sets import a_card, a_set, build_sets, foreign

RULINGS = [{"date": "2020-01-01", "text": "It cannot fly."}]


def printed(number: str, name: str, **more: Any) -> dict[str, Any]:
    """A card whose printed wording is known."""
    as_printed = {"originalText": f"Text of {name}.", "originalType": "Creature — Bear"}
    return a_card(number, name, **as_printed, **more)


def german(name: str) -> list[dict[str, Any]]:
    """The foreign wordings of a card in German only."""
    return [foreign("German", name, f"Text von {name}.")]


@pytest.fixture(scope="module")
def bears(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """Two sets: one with three cards and four printings, two of them in German, and a ruling on two
    cards; one with a card in English only and no ruling."""
    brs = [
        printed("9", "Old Bear", foreignData=german("Alter Bär"), rulings=RULINGS),
        printed("10", "Young Bear", foreignData=german("Junger Bär")),
        printed("10a", "Young Bear"),
        printed("2", "Lost Bear", rulings=RULINGS),
    ]
    sets = [a_set("BRS", brs), a_set("LONE", [printed("1", "Lone Bear")])]
    path = build_sets(tmp_path_factory.mktemp("bears") / "rulings.db", sets)
    with closing(open_database(path)) as connection:
        yield connection


def test_languages_stand_with_what_they_have(bears: sqlite3.Connection) -> None:
    assert coverage.languages(bears) == [
        LanguageTotals("en", 4, Share(4, 4), Share(1, 1)),
        LanguageTotals("de", 2, Share(2, 4), Share(0, 1)),
    ]


def test_a_language_without_anything_is_not_found(bears: sqlite3.Connection) -> None:
    assert coverage.language_totals(bears, "de").cards.missing == 2
    with pytest.raises(NotFound, match='nothing is known in a language called "ja"'):
        coverage.language_totals(bears, "ja")


def test_each_set_says_what_it_has(bears: sqlite3.Connection) -> None:
    found = {known.code: known for known in coverage.by_set(bears, "de")}
    assert found["BRS"].printings == Share(2, 4)
    assert found["BRS"].cards == Share(2, 3)
    assert found["BRS"].rulings == Share(0, 1)
    assert found["LONE"].printings == Share(0, 1)
    assert found["LONE"].rulings == Share(0, 0)
    english = {known.code: known for known in coverage.by_set(bears, "en")}
    assert english["BRS"].printings == Share(4, 4)
    assert english["BRS"].rulings == Share(1, 1)


def test_the_cards_that_lack_something_stand_by_number(bears: sqlite3.Connection) -> None:
    lacking = missing_in_set(bears, "de", "BRS")
    assert lacking.cards == (
        Lacking("2", "Lost Bear", "lost-bear", False, 1, 1),
        Lacking("9", "Old Bear", "old-bear", True, 1, 1),
    )
    assert (lacking.total, lacking.page, lacking.pages) == (2, 1, 1)
    assert (lacking.wording, lacking.ruling) == (1, 2)
    without = missing_in_set(bears, "de", "BRS", lacks="wording")
    assert without.cards == lacking.cards[:1]
    assert (without.wording, without.ruling, without.total) == (1, 2, 1)
    assert missing_in_set(bears, "de", "BRS", lacks="ruling").cards == lacking.cards
    assert missing_in_set(bears, "en", "BRS").cards == ()
    assert missing_in_set(bears, "de", "BRS", 99).page == 1


def test_the_whole_corpus_agrees_with_a_plain_count(whole: sqlite3.Connection) -> None:
    (known,) = whole.execute(
        """
        SELECT count(DISTINCT card_texts.collector_number)
        FROM card_texts
        WHERE set_code = 'FRF' AND language = 'de'
        """
    ).fetchone()
    frf = next(found for found in coverage.by_set(whole, "de") if found.code == "FRF")
    assert frf.printings.known == known > 100
    (rulings,) = whole.execute(
        """
        SELECT count(DISTINCT card_rulings.ruling_id)
        FROM card_rulings
        WHERE card_id IN (SELECT card_id FROM printings WHERE set_code = 'FRF')
        """
    ).fetchone()
    assert frf.rulings == Share(0, rulings)
