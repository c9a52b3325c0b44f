"""Telling languages apart."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.detect import detect, is_mixed, probabilities

SENTENCES = {
    "de": "Wenn diese Kreatur stirbt, ziehe eine Karte.",
    "en": "When this creature dies, draw a card.",
    "es": "Cuando esta criatura muera, roba una carta.",
    "fr": "Quand cette créature meurt, piochez une carte.",
    "it": "Quando questa creatura muore, pesca una carta.",
    "pt": "Quando esta criatura morrer, compre um card.",
    "ru": "Когда это существо умирает, возьмите карту.",
    "ja": "このクリーチャーが死亡したとき、カードを１枚引く。",
    "ko": "이 생물이 죽을 때, 카드 한 장을 뽑는다.",
    "zhs": "当此生物死去时，抓一张牌。",
    "zht": "當此生物死去時，抽一張牌。",
    "he": "כאשר היצור הזה מת, שלוף קלף.",
    "ar": "عندما يموت هذا المخلوق، اسحب بطاقة.",
    "grc": "ὅταν τοῦτο τὸ ζῷον ἀποθάνῃ",
    "sa": "यदा एषः प्राणी म्रियते",
}


@pytest.mark.parametrize(("language", "sentence"), SENTENCES.items())
def test_a_sentence_tells_its_language(language, sentence):
    assert detect(sentence) == language


@pytest.mark.parametrize("text", ["", "2/2", "{T}: {G}", "—", "🜁 123"])
def test_a_text_without_letters_tells_nothing(text):
    assert detect(text) is None
    assert probabilities(text) == {}


def test_a_name_in_other_letters_does_not_change_the_language():
    assert detect("В выпуске Fate Reforged нет таких карт.") == "ru"
    assert detect("Fate Reforgedセットにこのようなカードはない。") == "ja"


def test_candidates_limit_the_answer():
    sentence = "Exilia la criatura"
    assert detect(sentence, ["pt", "en"]) in ("pt", "en", None)
    assert detect(SENTENCES["ru"], ["de", "en"]) is None
    assert detect(SENTENCES["de"], ["ja", "ru"]) is None


def test_probabilities_sum_to_one_and_the_likeliest_comes_first():
    ranked = probabilities("Vigilance")
    assert sum(ranked.values()) == pytest.approx(1)
    assert list(ranked.values()) == sorted(ranked.values(), reverse=True)


def test_the_answer_is_the_same_every_time():
    assert len({tuple(probabilities("Forma di Nube").items()) for _ in range(5)}) == 1


def test_han_that_several_languages_write_is_undecided():
    assert detect("飛行") is None
    assert set(probabilities("飛行")) >= {"ja", "zht"}
    assert detect("飛行", ["ja", "zhs"]) == "ja"
    assert detect("飛行", ["zhs", "zht"]) == "zht"


@pytest.mark.parametrize(
    ("name", "language"), [("変異", "ja"), ("变化", "zhs"), ("變化之戰", "zht"), ("野生呼び", "ja")]
)
def test_han_that_one_language_writes_is_decided(name, language):
    assert detect(name) == language


def test_traditional_chinese_is_never_taken_for_korean():
    assert "ko" not in probabilities(SENTENCES["zht"])


# Mixed texts


@pytest.mark.parametrize(
    "text",
    [
        "Вы можете повернуть его (ignoring any effects that might be applying to it), показав его.",
        "Это особое действие. It doesn't use the stack and can't be responded to.",
        "それを公開する（ignoring any effects that might be applying to it）ことで表向きにする。",
        "It doesn't use the stack. Это особое действие, на него нельзя ответить никаким образом.",
        "Este es un coste alternativo que pagas por el hechizo. You can't pay it with the others.",
        "Dies ist kein Effekt, und er wird nicht verrechnet (it is the last thing that you pay).",
    ],
)
def test_phrases_in_two_languages_make_a_text_mixed(text):
    assert is_mixed(text)


@pytest.mark.parametrize(
    "text",
    [
        *SENTENCES.values(),
        "В выпуске Fate Reforged нет карт, которые могли бы повернуть карту лицевой стороной.",
        "Fate Reforgedセットには、これを行えるカードはない。",
        "Если вы управляете Aminatou the Fateshifter, верните карту.",
        "あなたがThe Tabernacle at Pendrell Valeをコントロールしているなら、支払う。",
        "Если вы выбираете 0 для X, заплатите {X}{R} и добавьте {E}{E}.",
        "{T}: 加{G}。{2}{R}, {T}：每当你施放咒语时，加{R}或{W}。",
        "Choose the name Lim-Dûl the Necromancer or Señor de la Guerra for it. It has no other.",
        "If you control Der Herr und die Nacht, you may pay its cost. It can't be countered.",
        "",
        "{X}",
    ],
)
def test_names_symbols_and_single_words_make_no_text_mixed(text):
    assert not is_mixed(text)


@settings(deadline=None)
@given(st.text())
def test_any_text_has_an_answer(text):
    assert isinstance(is_mixed(text), bool)
    assert detect(text) is None or detect(text) in probabilities(text)
