"""Gatherer's markup, symbols, codes and dates to plain text."""

import pytest
from bs4 import BeautifulSoup

from ingest.gatherer import markup
from ingest.gatherer.languages import chinese_script, find_page_language, ruling_language
from ingest.gatherer.page import iso_date

RAID = "Raid — Draw a card & win.\nOr not."


@pytest.mark.parametrize(
    ("words", "symbol"),
    [
        ("White", "{W}"),
        ("Blue", "{U}"),
        ("Colorless", "{C}"),
        ("10", "{10}"),
        ("Sixteen", "{16}"),
        ("1000000", "{1000000}"),
        ("Variable Colorless", "{X}"),
        ("X", "{X}"),
        ("Blue or Red", "{U/R}"),
        ("Two or White", "{2/W}"),
        ("Colorless or Green", "{C/G}"),
        ("Phyrexian Red", "{R/P}"),
        ("Phyrexian Green or Blue", "{G/U/P}"),
        ("Phyrexian", "{P}"),
        ("Half a Red", "{HR}"),
        ("Tap", "{T}"),
        ("Untap", "{Q}"),
        ("Snow", "{S}"),
        ("Energy", "{E}"),
        ("[chaos]", "{CHAOS}"),
        ("Planeswalker", "{PW}"),
        ("Infinite", "{∞}"),
        (" two  or  black ", "{2/B}"),
        ("Two or", None),
        ("Otter", None),
        ("", None),
    ],
)
def test_an_image_is_the_symbol_its_words_name(words, symbol):
    assert markup.find_symbol(words) == symbol


def text_of(html: str) -> tuple[str, set[str]]:
    unknown: set[str] = set()
    soup = BeautifulSoup(f"<section>{html}</section>", "lxml")
    return markup.text_of(soup.section, unknown), unknown


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<div>Flying</div><div></div><div> Reach </div>", "Flying\nReach"),
        ("It wraps\r\n      here.<br/>Not here.", "It wraps here.\nNot here."),
        ("Like&nbsp;<autocard>Quiet Otter</autocard> &amp; friends", "Like Quiet Otter & friends"),
        ("<i>(<img alt='Tap'>: Add <img alt='Phyrexian Red'>.)</i>", "({T}: Add {R/P}.)"),
        ("Otter<!-- no text --> swims", "Otter swims"),
        ("<a><img alt='River (Rare)' src='i?type=symbol&amp;set=RIV'></a>River", "River"),
        ("&lt;sad trombone noises&gt;", "<sad trombone noises>"),
        ("\x93Caf\xe9\x94 it\x92s", "“Café” it’s"),
        (
            "ocT: Add oUoU. Look out, you owe him o10.",
            "{T}: Add {U}{U}. Look out, you owe him {10}.",
        ),
        (
            "Add <b data-manacost='(u/b)'><svg>x</svg></b><b class='block'>Then</b>",
            "Add {U/B}\nThen",
        ),
    ],
)
def test_an_element_gives_its_text(html, text):
    assert text_of(html) == (text, set())


def test_an_image_without_a_known_name_is_kept_and_told():
    assert text_of("Pay <img alt='Fish'>.") == ("Pay {Fish}.", {"Fish"})


def test_a_deep_element_is_read():
    assert text_of("<i>" * 5_000 + "deep" + "</i>" * 5_000)[0] == "deep"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("Flying\r\nReach\rHaste\n\nDash", "Flying\nReach\nHaste\nDash"),
        ("Flying+|Reach +| Haste", "Flying\nReach\nHaste"),
        ("+1/+1 counter", "+1/+1 counter"),
        ("&lt;i&gt;Raid&lt;/i&gt; — <b>Draw</b> a card &amp; win.<br />Or not.", RAID),
        ("It makes <sad trombone noises> and 3 < 4.", "It makes <sad trombone noises> and 3 < 4."),
        ("{UUU}{(u/b)}{Si}{CHAOS}{10}", "{U}{U}{U}{U/B}{S}{CHAOS}{10}"),
        ("o2oWoW, ocT: oX", "{2}{W}{W}, {T}: {X}"),
        ("oWooB Draw a card.", "{W}{B}: Draw a card."),
        ("doX oWeird photo", "doX oWeird photo"),
        ("one\u2028two\xa0three", "one\u2028two three"),
        ("half \ud83d pair", "half \ufffd pair"),
        ("", ""),
    ],
)
def test_a_string_of_the_data_gives_its_text(data, text):
    assert markup.text_from(data) == text


@pytest.mark.parametrize(
    ("found", "clean"),
    [
        ("Creature  — Otter", "Creature — Otter"),
        ("Créature : - loutre", "Créature : loutre"),
        ("クリーチャー ― - 鳥", "クリーチャー ― 鳥"),
        ("生物～ - 鳥", "生物～鳥"),
        ("Kreatur - Otter", "Kreatur - Otter"),
        ("Creature — Otter-Folk", "Creature — Otter-Folk"),
    ],
)
def test_a_type_line_has_one_separator(found, clean):
    assert markup.type_line_from(found) == clean


@pytest.mark.parametrize(
    ("source", "text", "raw"),
    [
        ("  You draw\r\n  &amp; win. ", "You draw & win.", None),
        ("You draw.\nYou win.", "You draw.\nYou win.", None),
        ("<i>You</i>\n draw", "You draw", "<i>You</i> draw"),
        ("You\xa0draw", "You draw", "You\xa0draw"),
        ("oW", "{W}", "oW"),
    ],
)
def test_the_source_is_kept_where_more_than_line_ends_and_escapes_were_cleaned(source, text, raw):
    assert markup.raw_of(source, text) == raw


def test_letters_the_source_has_lost_are_found():
    assert markup.lost_letters("for\x90t d\ufffdj\xe0") == {"\x90", "\ufffd"}


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("10/15/2006", "2006-10-15"),
        ("1/2/2011", "2011-01-02"),
        (" 2011-01-22 ", "2011-01-22"),
        ("2011/1/22", "2011-01-22"),
        ("2011-01-22T23:59:59.000Z", "2011-01-22"),
        ("2011-01-22T00:00:00-08:00", "2011-01-22"),
        ("1/22/2011 12:00:00 AM", "2011-01-22"),
        ("January 22, 2011", "2011-01-22"),
        ("Sept. 3, 2021", "2021-09-03"),
        ("may 3,2021", "2021-05-03"),
        ("22/1/2011", None),
        ("2/30/2011", None),
        ("13 January 2011", None),
        ("Octember 3, 2021", None),
        ("2011-01-221", None),
        ("tomorrow", None),
        ("", None),
    ],
)
def test_a_date_in_many_forms_is_the_day_it_says(text, date):
    assert iso_date(text) == date


@pytest.mark.parametrize(
    ("type_line", "texts", "language"),
    [
        ("Creature — Otter", "Quiet Otter", "en"),
        ("Legendäre Kreatur - Otter", "Otto", "de"),
        ("Créature : loutre", "Otto", "fr"),
        ("Creatura — Lontra", "Otto", "it"),
        ("Artefacto", "Otto", "es"),
        ("Artefato", "Otto", "pt"),
        ("Criatura — Lontra", "Voar\nVocê compra uma carta. Ela não pode ser bloqueada.", "pt"),
        (
            "Criatura — Nutria",
            "Vuela.\nCuando muera la criatura, roba una carta del cementerio.",
            "es",
        ),
        ("Standardland", "Wenn dein Gegner stirbt, ziehst du eine Karte.", "de"),
        ("Существо — Выдра", "Полет", "ru"),
        ("クリーチャー ― カワウソ", "飛行", "ja"),
        ("생물 — 수달", "비행", "ko"),
        ("生物～鳥", "飛行\n加一點任意顏色的魔法力到你的魔法力池中。", "zht"),
        ("生物～鸟", "飞行\n加一点任意颜色的法术力到你的法术力池中。", "zhs"),
        ("", "", None),
    ],
)
def test_a_page_speaks_the_language_of_its_type_line_and_texts(type_line, texts, language):
    assert find_page_language(type_line, texts) == language


@pytest.mark.parametrize(
    ("text", "page", "language"),
    [
        ("You draw a card.", "fr", "en"),
        ("Vous piochez une carte quand la loutre meurt.", "fr", "fr"),
        ("Flying", "de", "en"),
        ("Du ziehst eine Karte, wenn der Otter stirbt.", "en", "en"),
        ("カワウソが死亡したとき、カードを引く。", "ja", "ja"),
        ("カワウソが死亡したとき、カードを引く。", "en", "ja"),
        ("{T}", "ru", "en"),
    ],
)
def test_a_ruling_is_english_unless_it_clearly_is_not(text, page, language):
    assert ruling_language(text, page) == language


def test_the_script_tells_both_chinese_apart():
    assert chinese_script("飛行生物") == "zht"
    assert chinese_script("飞行生物") == "zhs"
    assert chinese_script("天") is None
