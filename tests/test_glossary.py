"""The glossary and lexicon: what aligned wordings teach, and what they must not."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulings_db import store
from rulings_db.across import english_for
from rulings_db.build import build
from rulings_db.glossary import lookup

Texts = dict[str, str]
"""A card's text by language: English under "English"."""

Teach = Callable[..., sqlite3.Connection]


@pytest.fixture
def teach(tmp_path: Path) -> Iterator[Teach]:
    """Builds a database of cards with the given keywords, one card for each dict of texts."""
    opened = []

    def build_from(keywords: list[str], *cards: Texts, types: Texts | None = None) -> Any:
        types = types or {"English": "Creature"}
        content = {"code": "AAA", "name": "A Set", "cards": []}
        for number, texts in enumerate(cards):
            foreign = [
                {
                    "language": language,
                    "name": f"{language} {number}",
                    "text": text,
                    "type": types.get(language),
                }
                for language, text in texts.items()
                if language != "English"
            ]
            content["cards"].append(  # type: ignore[attr-defined]
                {
                    "uuid": f"uuid {number}",
                    "name": f"Card {number}",
                    "layout": "normal",
                    "number": str(number),
                    "type": types["English"],
                    "types": ["Creature"],
                    "keywords": keywords,
                    "text": texts["English"],
                    "identifiers": {"scryfallOracleId": f"oracle {number}"},
                    "foreignData": foreign,
                    "rulings": [],
                }
            )
        path = tmp_path / "AAA.json"
        path.write_text(json.dumps(content), "utf-8")
        target = tmp_path / "rulings.db"
        build(target, [path])
        connection = store.open_store(target)
        opened.append(connection)
        return connection

    yield build_from
    for connection in opened:
        connection.close()


def called(connection: sqlite3.Connection, term: str, language: str) -> list[str]:
    """The translations of an English term, best first."""
    return [e.translation for e in lookup(connection, term) if e.language == language]


def test_a_line_of_keywords_is_read_place_by_place(teach: Teach) -> None:
    texts = {"English": "Flying, trample", "German": "Fliegend, Trampelschaden"}
    database = teach(["Flying", "Trample"], texts, texts)
    assert called(database, "Flying", "de") == ["fliegend"]
    assert called(database, "Trample", "de") == ["trampelschaden"]


def test_lines_that_disagree_in_number_teach_nothing(teach: Teach) -> None:
    texts = {"English": "Flying, trample", "German": "Fliegend"}
    database = teach(["Flying", "Trample"], texts)
    assert called(database, "Trample", "de") == []


def test_costs_and_reminder_text_are_no_part_of_a_term(teach: Teach) -> None:
    texts = {
        "English": "Kicker {2} (You may pay more.)\nCycling {1}{U}",
        "German": "Bonus {2} (Du kannst mehr bezahlen.)\nUmwandlung {1}{U}",
        "Japanese": "キッカー{2}（あなたは{2}を支払ってもよい。）\nサイクリング{1}{U}",
    }
    database = teach(["Kicker", "Cycling"], texts, texts)
    assert called(database, "Kicker", "de") == ["bonus"]
    assert called(database, "Kicker", "ja") == ["キッカー"]
    assert called(database, "Cycling", "de") == ["umwandlung"]


def test_an_ability_word_stands_before_a_dash(teach: Teach) -> None:
    texts = {
        "English": "Landfall — Whenever a land enters, draw a card.",
        "French": "Toucheterre — À chaque fois qu'un terrain arrive, piochez une carte.",
        "Chinese Simplified": "地落～每当一个地进战场时，抓一张牌。",
    }
    database = teach(["Landfall"], texts, texts)
    assert called(database, "Landfall", "fr") == ["toucheterre"]
    assert called(database, "Landfall", "zhs") == ["地落"]
    assert {entry.kind for entry in lookup(database, "Landfall")} == {"ability word"}


def test_the_wording_that_most_cards_have_goes_first(teach: Teach) -> None:
    new = {"English": "Shroud", "German": "Verhüllt"}
    old = {"English": "Shroud", "German": "Schleier"}
    database = teach(["Shroud"], new, new, new, old)
    assert called(database, "Shroud", "de") == ["verhüllt", "schleier"]


def test_an_english_copy_teaches_nothing(teach: Teach) -> None:
    text = "Whenever this creature attacks, mill three cards."
    texts = dict.fromkeys(("English", "German", "French"), text)
    database = teach(["Mill"], texts, texts, texts)
    assert lookup(database, "Mill") == []


def test_a_term_that_no_language_translates_has_no_translation(teach: Teach) -> None:
    languages = ("English", "German", "French", "Italian", "Spanish", "Portuguese (Brazil)")
    texts = dict.fromkeys(languages, "Mill")
    database = teach(["Mill"], texts, texts)
    assert lookup(database, "Mill") == []


def test_a_term_that_one_language_leaves_as_it_is_has_one(teach: Teach) -> None:
    texts = {
        "English": "Menace",
        "French": "Menace",
        "German": "Bedrohlich",
        "Italian": "Minacciare",
        "Spanish": "Amenaza",
    }
    database = teach(["Menace"], texts, texts)
    assert called(database, "Menace", "fr") == ["menace"]


def test_types_are_read_from_type_lines(teach: Teach) -> None:
    texts = {"English": "Flying", "Japanese": "飛行"}
    types = {"English": "Creature — Goblin", "Japanese": "クリーチャー — ゴブリン"}
    database = teach(["Flying"], texts, texts, texts, types=types)
    assert called(database, "Creature", "ja") == ["クリーチャー"]
    assert called(database, "Goblin", "ja") == ["ゴブリン"]


def test_a_term_is_found_by_any_of_its_names(teach: Teach) -> None:
    texts = {"English": "Flying", "Japanese": "飛行", "Russian": "Полёт"}
    database = teach(["Flying"], texts, texts)
    for name in ("flying", "飛行", "полет", "ПОЛЁТ"):
        assert {entry.term for entry in lookup(database, name)} == {"Flying"}
    (russian,) = [entry for entry in lookup(database, "Flying") if entry.language == "ru"]
    assert russian.votes == 2
    assert russian.examples == (
        ("card-0", "Russian 0", "Полёт"),
        ("card-1", "Russian 1", "Полёт"),
    )


def test_an_unknown_term_is_nothing(sample: sqlite3.Connection) -> None:
    assert lookup(sample, "no such term") == []
    assert english_for(sample, "") == []
    assert english_for(sample, "\0 \"'*") == []


KEYWORDS = {
    "Flying": {"de": "fliegend", "fr": "vol", "ja": "飛行", "ko": "비행", "zht": "飛行"},
    "Double strike": {"it": "doppio attacco", "es": "daña dos veces", "zhs": "连击"},
    "Landfall": {"de": "landung", "ja": "上陸"},
    "Creature": {"pt": "criatura", "ru": "существо"},
    "Manifest": {"zhs": "显化"},
}


@pytest.mark.parametrize("term", KEYWORDS)
def test_the_corpus_knows_the_terms(term: str, whole: sqlite3.Connection) -> None:
    first: dict[str, str] = {}
    for entry in lookup(whole, term):
        if entry.term == term:
            first.setdefault(entry.language, entry.translation)
    assert {code: first.get(code) for code in KEYWORDS[term]} == KEYWORDS[term]


def test_mill_is_not_translated_as_itself(whole: sqlite3.Connection) -> None:
    entries = lookup(whole, "Mill")
    assert entries
    assert "mill" not in {entry.translation for entry in entries}


@pytest.mark.parametrize(
    "typed", "飛行 полёт vol fliegend Flugfähigkeit 비행 飞行 voar volare vuela".split()
)
def test_flying_is_reached_from_every_language(typed: str, whole: sqlite3.Connection) -> None:
    assert [one.english for one in english_for(whole, typed)] == ["flying"]


@pytest.mark.parametrize("word", ["creature", "menace", "die", "la", "der"])
def test_english_words_and_articles_are_not_translated(
    word: str, whole: sqlite3.Connection
) -> None:
    assert english_for(whole, word) == []


def test_a_word_of_a_named_language_is_translated_though_english_has_it(
    whole: sqlite3.Connection,
) -> None:
    (menace,) = english_for(whole, "menace", ["fr"])
    assert (menace.language, menace.english, menace.via) == ("fr", "menace", 'menace → "menace"')
