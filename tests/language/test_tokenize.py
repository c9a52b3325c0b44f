"""Fold and tokenize: what search does not tell apart, and what it does."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings_db.language.fold import as_katakana, fold
from rulings_db.language.tokenize import Tokenizer, name_key, parts, spans, tokens


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Flying", "flying"),
        ("Flugfähigkeit", "flugfahigkeit"),
        ("RÉANIMÉ", "reanime"),
        ("Straße", "strasse"),
        ("STRASSE", "strasse"),
        ("cœur", "coeur"),
        ("Æther", "aether"),
        ("can’t", "can't"),
        ("can‘t", "can't"),
        ("can`t", "can't"),
        ("anti‑malocchio", "anti-malocchio"),
        ("−1/−1", "-1/-1"),
        ("２／２", "2/2"),
        ("ＡＢＣ", "abc"),
        ("полёт", "полет"),
        ("ПОЛЁТ", "полет"),
        ("Ἀρχαία", "αρχαια"),
        ("zero\u200bwidth", "zerowidth"),
        ("soft\u00adhyphen", "softhyphen"),
        ("\ufeffword", "word"),
        ("e\u0301", "e"),
        ("ｲｶ", "イカ"),
        ("ｶﾞ", "ガ"),
    ],
)
def test_what_search_does_not_tell_apart(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("й", "и"),
        ("が", "か"),
        ("パ", "ハ"),
        ("ッ", "ツ"),
        ("ょ", "よ"),
        ("ー", "-"),
        ("イカ", "いか"),
        ("里", "裏"),
        ("비행", "비 행"),
    ],
)
def test_what_search_tells_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_traditional_becomes_simplified_in_chinese_only() -> None:
    assert fold("飛行", chinese=True) == "飞行"
    assert fold("裏", chinese=True) == "里"
    assert fold("飛行") == "飛行"
    assert tokens("墳墓場", chinese=True) == ["|", "坟", "墓", "场"]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("", []),
        ("...", []),
        ("First strike.", ["first", "strike"]),
        ("can’t be blocked", ["can", "t", "be", "blocked"]),
        ("anti-malocchio", ["anti", "malocchio"]),
        ("{2}{G}, {T}: draw", ["{2}", "{g}", "{t}", "draw"]),
        ("{G/W} {2/u}", ["{g/w}", "{2/u}"]),
        ("a 2/2 bear", ["a", "2/2", "bear"]),
        ("２/２の熊", ["2/2", "|", "の", "熊"]),
        ("+1/+1 counter", ["+1/+1", "counter"]),
        ("gets −1/−1.", ["gets", "-1/-1"]),
        ("*/*", ["*/*"]),
        ("飛行、速攻", ["|", "飛", "行", "|", "速", "攻"]),
        ("クリーチャー・カード", ["|", *"クリーチャーカード"]),
        ("비행 돌진", ["|", "비", "행", "|", "돌", "진"]),
        ("비행을 가진다", ["|", "비", "행", "을", "|", "가", "진", "다"]),
        ("《雲変化/Cloudform》", ["|", "雲", "変", "化", "cloudform"]),
        ("ｲｶ", ["|", "イ", "カ"]),
        ("полёт", ["полет"]),
        ("_Legends_(TM)", ["legends", "tm"]),
    ],
)
def test_the_terms_of_a_text(text: str, terms: list[str]) -> None:
    assert tokens(text) == terms


def test_no_phrase_reaches_over_a_space() -> None:
    """비행 is no part of 비 행: the break stands between."""
    assert tokens("비행") == ["|", "비", "행"]
    assert tokens("비 행") == ["|", "비", "|", "행"]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("First strike", [("first", "First"), ("strike", "strike")]),
        ("die Straße.", [("die", "die"), ("strasse", "Straße")]),
        ("un cœur", [("un", "un"), ("coeur", "cœur")]),
        ("re\u0301anime\u0301!", [("reanime", "re\u0301anime\u0301")]),
        ("は２／２。", [("|", ""), ("は", "は"), ("2/2", "２／２")]),
        ("ｶﾞ", [("|", ""), ("ガ", "ｶﾞ")]),
        ("zero\u200bwidth", [("zerowidth", "zero\u200bwidth")]),
        ("イ・カ", [("|", ""), ("イ", "イ"), ("カ", "カ")]),
    ],
)
def test_where_terms_stand_in_the_text_as_it_came(text: str, places: list[tuple[str, str]]) -> None:
    assert [(term, text[start:end]) for term, start, end in spans(text)] == places


@pytest.mark.parametrize("text", ["비행", "イガ", "が", "각", "полёт", "Flugfähigkeit"])
def test_a_decomposed_text_has_the_same_terms(text: str) -> None:
    assert tokens(unicodedata.normalize("NFD", text)) == tokens(text)


def test_hiragana_alone_is_also_looked_for_as_katakana() -> None:
    assert as_katakana("とらんぷる") == "トランプル"
    assert as_katakana("くりーちゃー") == "クリーチャー"
    assert as_katakana("いか") is None
    assert as_katakana("飛ぶもの") is None
    assert as_katakana("") is None


def test_the_numbers_in_power_and_toughness() -> None:
    assert parts("+1/+1") == ["1"]
    assert parts("2/3") == ["2", "3"]
    assert parts("*/*") == ["*"]
    assert parts("word") == []


def test_a_name_is_one_whatever_stands_around_it() -> None:
    assert name_key("《雲変化》") == name_key("雲変化") == "雲 変 化"
    assert name_key("Jace, the Mind Sculptor") == "jace the mind sculptor"
    assert name_key("飛行", chinese=True) == name_key("飞行", chinese=True)
    assert name_key("Fire // Ice") == "fire ice"


_CHARACTERS = st.sampled_from(
    [*"aZ09éßœÆёйΩ飛行裏里いイカガがッー・비행ﾞﾟｶ '’`-−‐/+*{}|_.,。、《》（\n\t　™²½ﬁİǆ",
     "\u0301", "\u3099", "\u200b", "\ufeff", "\u00ad", "\u2028", "\0", "\ud800", "\U00020000",
     "\u1112", "\u1161", "\u11ab", "\u0130", "\u0345", "\uf900", "㍿", "㌍", "ﷺ", "ǰ", "ΐ"]
)  # fmt: skip
texts = st.text() | st.text(_CHARACTERS)


@given(texts, st.booleans())
def test_spans_have_the_terms_of_tokens(text: str, chinese: bool) -> None:
    assert [term for term, _, _ in spans(text, chinese)] == tokens(text, chinese)


@given(texts, st.booleans())
def test_spans_lie_in_the_text_and_in_order(text: str, chinese: bool) -> None:
    last = 0
    for _, start, end in spans(text, chinese):
        assert 0 <= start <= end <= len(text)
        assert start >= last
        last = start


@given(st.lists(texts, max_size=4), st.booleans(), st.booleans())
def test_a_tokenizer_gives_the_terms_of_tokens(
    some: list[str], chinese: bool, unspaced: bool
) -> None:
    tokenizer = Tokenizer(chinese, unspaced)
    for text in [*some, *some]:
        assert tokenizer(text).split() == tokens(text, chinese)


@given(texts, st.booleans())
def test_a_term_is_found_by_itself(text: str, chinese: bool) -> None:
    """What stands in the index, typed as it stands, asks for itself."""
    for term in tokens(unicodedata.normalize("NFKC", text), chinese):
        if term != "|":
            assert [t for t in tokens(term, chinese) if t != "|"] == [term]


@given(texts, st.booleans())
def test_folding_twice_is_folding_once(text: str, chinese: bool) -> None:
    assert fold(fold(text, chinese), chinese) == fold(text, chinese)
