"""The glossary and lexicon: what aligned wordings teach, and what they must not."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulings_db.database.opening import open_database
from rulings_db.retrieval.search import search
from rulings_db.terminology.glossary import lookup
from rulings_db.terminology.translation import english_for
from tests.invented_sets import a_card, a_set, build_sets, foreign

Texts = dict[str, str]
"""A card's text by language: English under "English"."""

Teach = Callable[..., sqlite3.Connection]


@pytest.fixture
def teach(tmp_path: Path) -> Iterator[Teach]:
    """Builds a database of cards with the given keywords, one card for each dict of texts."""
    opened = []

    def build_from(keywords: list[str], *learned: Texts, types: Texts | None = None) -> Any:
        types = types or {"English": "Creature"}
        cards = []
        for number, texts in enumerate(learned):
            wordings = [
                foreign(language, f"{language} {number}", text, type=types.get(language))
                for language, text in texts.items()
                if language != "English"
            ]
            known = {"type": types["English"], "types": ["Creature"], "keywords": keywords}
            known |= {"text": texts["English"], "foreignData": wordings}
            cards.append(a_card(str(number), f"Card {number}", **known))
        connection = open_database(build_sets(tmp_path / "rulings.db", [a_set("AAA", cards)]))
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
    assert called(database, "Flying", "de") == ["Fliegend"]
    assert called(database, "Trample", "de") == ["Trampelschaden"]


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
    assert called(database, "Kicker", "de") == ["Bonus"]
    assert called(database, "Kicker", "ja") == ["キッカー"]
    assert called(database, "Cycling", "de") == ["Umwandlung"]


def test_german_has_the_case_that_sentences_have(teach: Teach) -> None:
    lines = {"English": "Flying, haste", "German": "Fliegend, Eile", "French": "Vol, célérité"}
    sentence = {
        "English": "This creature has flying and haste.",
        "German": "Diese Kreatur ist fliegend und hat Eile.",
        "French": "Cette créature a le vol et la célérité.",
    }
    database = teach(["Flying", "Haste"], lines, lines, sentence)
    assert called(database, "Flying", "de") == ["fliegend"]
    assert called(database, "Haste", "de") == ["Eile"]
    assert called(database, "Haste", "fr") == ["célérité"]
    assert {entry.term for entry in lookup(database, "eile")} == {"Haste"}


def test_a_keyword_action_is_what_is_done(teach: Teach) -> None:
    texts = [
        {
            "English": f"Amass {number}.\nProliferate.",
            "Japanese": f"動員{wide}を行う。\n増殖を行う。",
            "Korean": f"축적 {number}을 한다.\n증식한다.",
        }
        for number, wide in ((1, "１"), (2, "２"))
    ]
    database = teach(["Amass", "Proliferate"], *texts, *texts)
    assert called(database, "Amass", "ja") == ["動員"]
    assert called(database, "Proliferate", "ja") == ["増殖"]
    assert called(database, "Amass", "ko") == ["축적"]
    assert called(database, "Proliferate", "ko") == ["증식"]
    assert {entry.kind for entry in lookup(database, "増殖")} == {"keyword action"}


def test_a_keyword_that_always_has_more_to_it_is_what_stays(teach: Teach) -> None:
    def enchant(english: str, japanese: str, german: str) -> Texts:
        return {
            "English": f"Enchant {english}",
            "Japanese": f"エンチャント（{japanese}）",
            "German": f"{german} verzaubern",
        }

    database = teach(
        ["Enchant"],
        enchant("creature", "クリーチャー", "Kreatur"),
        enchant("land", "土地", "Land"),
        enchant("player", "プレイヤー", "Spieler"),
    )
    assert called(database, "Enchant", "ja") == ["エンチャント"]


def test_a_word_in_sentences_is_whole(teach: Teach) -> None:
    """The gram that is counted ends inside the word, or has a particle at its end."""
    when = (
        ("When this dies", "これが死亡したとき", "이 생물이 죽을 때", "Wenn dies stirbt,"),
        (
            "Whenever this attacks",
            "これが攻撃するたび",
            "이 생물이 공격할 때마다",
            "Sooft es angreift,",
        ),
        ("At end of turn", "ターン終了時に", "턴종료시에", "Am Ende des Zuges"),
    )
    texts = [
        {
            "English": f"{english}, manifest the top card of your library.",
            "Japanese": f"{japanese}、あなたのライブラリーの一番上のカードを予示する。",
            "Korean": f"{korean} 당신의 서고 맨 위 카드를 구현화한다.",
            "German": f"{german} manifestiere die oberste Karte deiner Bibliothek.",
        }
        for english, japanese, korean, german in when
    ]
    plain = [
        {
            "English": f"{english}, reveal the top card of your library.",
            "Japanese": f"{japanese}、あなたのライブラリーの一番上のカードを公開する。",
            "Korean": f"{korean} 당신의 서고 맨 위 카드를 공개한다.",
            "German": f"{german} zeige die oberste Karte deiner Bibliothek.",
        }
        for english, japanese, korean, german in when
    ]
    database = teach(["Manifest"], *texts, *plain)
    assert called(database, "Manifest", "ja")[0] == "予示"
    assert called(database, "Manifest", "ko")[0] == "구현화"
    assert called(database, "Manifest", "de")[0] == "manifestiere"


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
    assert called(database, "Shroud", "de") == ["Verhüllt", "Schleier"]


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
    "Flying": {"de": "Fliegend", "fr": "vol", "ja": "飛行", "ko": "비행", "zht": "飛行"},
    "Double strike": {"it": "doppio attacco", "es": "daña dos veces", "zhs": "连击"},
    "Landfall": {"de": "Landung", "ja": "上陸", "ko": "대지력", "zhs": "地落"},
    "Creature": {"de": "Kreatur", "pt": "criatura", "ru": "существо"},
    "Manifest": {"de": "manifestiere", "ja": "予示", "ko": "구현화", "zhs": "显化"},
    "Proliferate": {"de": "Wucherung", "ja": "増殖", "ko": "증식", "zhs": "增殖"},
    "Deathtouch": {"de": "Todesberührung", "ja": "接死", "ko": "치명타", "zhs": "死触"},
    "Affinity": {"de": "Affinität", "ja": "親和", "es": "afinidad", "it": "affinità"},
    "Amass": {"de": "Aufmarsch", "ja": "動員", "ko": "축적", "zhs": "囤兵"},
    "Awaken": {"de": "erwecken", "ja": "覚醒", "ko": "각성", "zhs": "醒转"},
    "Fight": {"de": "kämpft", "ja": "格闘", "ko": "싸운다", "zhs": "互斗"},
    "Explore": {"ja": "探検", "ko": "탐험", "zhs": "勘察"},
    "Enchant": {"de": "verzaubert", "ja": "エンチャント", "it": "incanta"},
    "Kicker": {"de": "Bonus", "ja": "キッカー", "ko": "키커", "zhs": "增幅"},
    "Trample": {"de": "verursacht Trampelschaden", "ja": "トランプル", "ko": "돌진", "zhs": "践踏"},
    "Scry": {"de": "Hellsicht", "ja": "占術", "ko": "점술", "zhs": "占卜"},
    "Mill": {"ja": "切削", "ko": "민다", "es": "muele"},
    "Clash": {"ja": "激突", "es": "enfréntate", "zhs": "比点"},
    "sacrifice": {"de": "opfere", "ja": "生け贄に捧げる", "ko": "희생", "zhs": "牺牲"},
    "library": {"de": "Bibliothek", "ja": "ライブラリー", "ko": "서고", "zhs": "牌库"},
    "graveyard": {"de": "Friedhof", "ja": "墓地", "ko": "무덤", "zhs": "坟墓场"},
    "draw": {"ja": "引く", "ko": "뽑는다", "zhs": "抓"},
    "discard": {"ja": "捨てる", "ko": "버린다", "zhs": "弃"},
}


@pytest.mark.parametrize("term", KEYWORDS)
def test_the_corpus_knows_the_terms(term: str, whole: sqlite3.Connection) -> None:
    first: dict[str, str] = {}
    for entry in lookup(whole, term):
        if entry.term == term:
            first.setdefault(entry.language, entry.translation)
    assert {code: first.get(code) for code in KEYWORDS[term]} == KEYWORDS[term]


@pytest.mark.parametrize(
    ("typed", "term"),
    [
        ("予示", "Manifest"),
        ("増殖", "Proliferate"),
        ("生け贄", "sacrifice"),
        ("接死", "Deathtouch"),
    ],
)
def test_a_word_of_japanese_is_found(typed: str, term: str, whole: sqlite3.Connection) -> None:
    assert term in {entry.term for entry in lookup(whole, typed)}


@pytest.mark.parametrize(("typed", "english"), [("予示", "manifest"), ("増殖", "proliferate")])
def test_a_keyword_is_asked_for_in_japanese(
    typed: str, english: str, whole: sqlite3.Connection
) -> None:
    asked = search(whole, f"kw:{typed}")
    assert asked.hits
    assert not asked.warnings
    assert asked.total == search(whole, f"kw:{english}").total


def test_no_translation_in_japanese_begins_or_ends_with_a_particle(
    whole: sqlite3.Connection,
) -> None:
    rows = whole.execute(
        """
        SELECT translation
        FROM glossary
        JOIN languages ON languages.id = glossary.language_id
        WHERE languages.code = 'ja' AND kind <> 'game term'
        """
    )
    words = [word for (word,) in rows]
    assert len(words) > 300
    assert [word for word in words if word[0] in "をにがはともの" or word[-1] in "をがはの"] == []


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
