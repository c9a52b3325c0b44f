"""Plain-text card pages: the five samples as a person reads them, and small pages of all shapes."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.pages import is_page, read_page
from ingest.records import Card, Problem, Wording
from tests.surroundings import ROOT

EXPECTED = sorted((ROOT / "tests" / "data" / "expected").glob("[0-9]*.json"))

GERMAN = (
    "Nebelhirte",
    "Fliegend\nWenn der Nebelhirte ins Spiel kommt, ziehe eine Karte und lege eine Karte ab.",
)
SPANISH = (
    "Pastor de niebla",
    "Vuela\nCuando el Pastor de niebla entre al campo de batalla, roba una carta y descarta otra.",
)
FRENCH = (
    "Bergère de la brume",
    "Vol\nQuand la Bergère de la brume arrive sur le champ de bataille, piochez puis défaussez.",
)
JAPANESE = ("霧の羊飼い", "飛行\n霧の羊飼いが戦場に出たとき、カードを１枚引き、その後１枚捨てる。")
RUSSIAN = (
    "Пастух Туманов",
    "Полет\nКогда Пастух Туманов выходит на поле битвы, возьмите карту, затем сбросьте карту.",
)
SIMPLIFIED = ("雾中牧者", "飞行\n当雾中牧者进战场时，抓一张牌，然后弃一张牌。")
TRADITIONAL = ("霧中牧者", "飛行\n當霧中牧者進戰場時，抽一張牌，然後棄一張牌。")
ENGLISH = (
    "Shepherd of Mists",
    "Flying\nWhen Shepherd of Mists enters, draw a card, then discard a card.",
)
PRINTED = "Flying\nWhen Shepherd of Mists enters the battlefield, draw a card, then discard a card."
RULINGS = (
    "If your hand is empty after you draw, you discard the card that you have just drawn.",
    "You draw and discard while the ability resolves. Nobody can act in between.",
)


def page(*parts: str | tuple[str, ...]) -> str:
    blocks = [block for part in parts for block in ([part] if isinstance(part, str) else part)]
    return "\n\n".join(blocks) + "\n"


def problems(text: str) -> list[Problem]:
    return [record for record in read_page(text, "p.txt") if isinstance(record, Problem)]


def card(text: str) -> Card:
    (found,) = (record for record in read_page(text, "p.txt") if isinstance(record, Card))
    return found


def wordings(found: Card) -> list[tuple[str, str | None, str | None]]:
    return [(wording.language, wording.name, wording.text) for wording in found.wordings]


def sets(found: Card) -> list[tuple[str | None, str | None]]:
    return [(p.set_name, p.wordings[0].text if p.wordings else None) for p in found.printings]


def ruling_texts(found: Card) -> list[str]:
    return [ruling.text for ruling in found.rulings]


# The sample pages


@pytest.fixture(params=EXPECTED, ids=lambda path: path.stem)
def sample(request):
    expected = json.loads(request.param.read_text(encoding="utf-8"))
    content = (ROOT / "data" / expected["page"]).read_text(encoding="utf-8-sig")
    return expected, content


def is_quoted(expected: dict, text: str | None) -> bool:
    return (
        text is not None
        and text.startswith(expected["opening"])
        and len(text) == expected["length"]
    )


def test_all_five_samples_have_an_expected_reading():
    assert [path.stem[:3] for path in EXPECTED] == ["000", "001", "002", "003", "004"]


def test_a_sample_is_a_page_without_problems(sample):
    expected, content = sample
    assert is_page(content)
    assert [type(record) for record in read_page(content, expected["page"])] == [Card]
    (found,) = read_page(content, expected["page"])
    assert found.place == f"{expected['page']}:1"
    assert found.name == expected["name"]


def test_a_sample_has_its_wordings(sample):
    expected, content = sample
    found = card(content)
    assert [(w.language, w.name) for w in found.wordings] == [
        (w["language"], w["name"]) for w in expected["wordings"]
    ]
    for wording, wanted in zip(found.wordings, expected["wordings"], strict=True):
        if expected["form"] == "A":
            assert is_quoted(wanted, wording.text), wording
            assert wording.text.count("\n") + 1 == wanted["lines"]
        else:
            assert wording.text is None
    if expected["oracle"] is None:
        assert found.oracle is None
    else:
        assert found.oracle.language == "en"
        assert found.oracle.name == expected["oracle"]["name"]
        assert is_quoted(expected["oracle"], found.oracle.text)


def test_a_sample_has_its_sets_and_no_invented_printed_text(sample):
    expected, content = sample
    found = card(content)
    assert [p.set_name for p in found.printings] == [s["name"] for s in expected["sets"]]
    for printing, wanted in zip(found.printings, expected["sets"], strict=True):
        assert (printing.set_code, printing.collector_number) == (None, None)
        if wanted["printed"] is None:
            assert printing.wordings == ()
        else:
            (wording,) = printing.wordings
            assert (wording.language, wording.name) == ("en", wanted["printed"]["name"])
            assert is_quoted(wanted["printed"], wording.text)


def test_a_sample_has_its_rulings(sample):
    expected, content = sample
    found = card(content)
    assert Counter(r.status or r.language for r in found.rulings) == expected["counts"]
    assert [(r.published_at, r.language, r.status, r.issuer) for r in found.rulings] == [
        (r["date"], r["language"], r["status"], None) for r in expected["rulings"]
    ]
    for ruling, wanted in zip(found.rulings, expected["rulings"], strict=True):
        assert is_quoted(wanted, ruling.text), ruling


# Form A: names and texts by language


def test_languages_can_be_missing():
    found = card(page(GERMAN, RUSSIAN, ENGLISH, "Fate Reforged", RULINGS))
    assert wordings(found) == [("de", *GERMAN), ("ru", *RUSSIAN)]
    assert found.name == "Shepherd of Mists"
    assert found.oracle == Wording("en", ENGLISH[0], None, ENGLISH[1])
    assert sets(found) == [("Fate Reforged", None)]
    assert ruling_texts(found) == list(RULINGS)


def test_a_page_can_be_english_only():
    found = card(page(ENGLISH, "Fate Reforged", RULINGS))
    assert wordings(found) == []
    assert found.oracle.text == ENGLISH[1]
    assert sets(found) == [("Fate Reforged", None)]
    assert ruling_texts(found) == list(RULINGS)


def test_a_page_can_be_german_only():
    found = card(page(GERMAN, "Commander 2018", "Fate Reforged", RULINGS))
    assert found.name == "Nebelhirte"
    assert found.oracle is None
    assert wordings(found) == [("de", *GERMAN)]
    assert sets(found) == [("Commander 2018", None), ("Fate Reforged", None)]
    assert ruling_texts(found) == list(RULINGS)


def test_a_german_page_with_one_set_does_not_take_a_ruling_for_the_oracle_text():
    found = card(page(GERMAN, "Fate Reforged", RULINGS))
    assert found.oracle is None
    assert sets(found) == [("Fate Reforged", None)]


def test_languages_can_stand_in_another_order():
    found = card(page(TRADITIONAL, FRENCH, JAPANESE, GERMAN, SIMPLIFIED, SPANISH, ENGLISH, RULINGS))
    assert wordings(found) == [
        ("zht", *TRADITIONAL),
        ("fr", *FRENCH),
        ("ja", *JAPANESE),
        ("de", *GERMAN),
        ("zhs", *SIMPLIFIED),
        ("es", *SPANISH),
    ]
    assert found.oracle.text == ENGLISH[1]


def test_english_can_stand_first():
    found = card(page(ENGLISH, GERMAN, JAPANESE, "Fate Reforged", RULINGS))
    assert found.name == "Shepherd of Mists"
    assert wordings(found) == [("de", *GERMAN), ("ja", *JAPANESE)]
    assert sets(found) == [("Fate Reforged", None)]


def test_a_name_can_lack_its_text():
    found = card(page(GERMAN, SPANISH[0], JAPANESE, RUSSIAN, ENGLISH, "Fate Reforged", RULINGS))
    assert wordings(found) == [
        ("de", *GERMAN),
        ("es", "Pastor de niebla", None),
        ("ja", *JAPANESE),
        ("ru", *RUSSIAN),
    ]
    assert sets(found) == [("Fate Reforged", None)]


def test_a_card_can_have_no_text_in_any_language():
    names = (GERMAN[0], FRENCH[0], JAPANESE[0], RUSSIAN[0], "Shepherd of Mists")
    found = card(page(names, "Commander 2018", "Fate Reforged"))
    assert wordings(found) == [
        ("de", "Nebelhirte", None),
        ("fr", "Bergère de la brume", None),
        ("ja", "霧の羊飼い", None),
        ("ru", "Пастух Туманов", None),
    ]
    assert found.oracle == Wording("en", "Shepherd of Mists")
    assert sets(found) == [("Commander 2018", None), ("Fate Reforged", None)]


def test_a_text_can_be_one_line_of_keywords():
    found = card(
        page(
            ("Nebelfalke", "Fliegend, Wachsamkeit"),
            ("Faucon des brumes", "Vol, vigilance"),
            ("霧の鷹", "飛行、警戒"),
            ("Mist Falcon", "Flying, vigilance"),
            "Fate Reforged",
        )
    )
    assert [(code, text) for code, _, text in wordings(found)] == [
        ("de", "Fliegend, Wachsamkeit"),
        ("fr", "Vol, vigilance"),
        ("ja", "飛行、警戒"),
    ]
    assert found.oracle.text == "Flying, vigilance"
    assert sets(found) == [("Fate Reforged", None)]


def test_a_language_is_used_at_most_once():
    spanish = ("Niebla", "Exilia la criatura objetivo. Su controlador gana 2 vidas.")
    portuguese = ("Niebla", "Exile a criatura alvo. O controlador dela ganha 2 pontos de vida.")
    found = card(page(spanish, portuguese, ("Mist", "Exile target creature."), RULINGS))
    assert [code for code, _, _ in wordings(found)] == ["es", "pt"]


# Form A: sets and rulings


def test_a_set_nobody_knows_is_recognized_by_its_form():
    found = card(page(GERMAN, ENGLISH, "Zanzibar: Gardens of Qor", "Moonfall II", RULINGS))
    assert sets(found) == [("Zanzibar: Gardens of Qor", None), ("Moonfall II", None)]


def test_a_set_can_carry_its_printed_wording():
    found = card(page(GERMAN, ENGLISH, "Moonfall", PRINTED, "Sunrise", RULINGS))
    assert sets(found) == [("Moonfall", PRINTED), ("Sunrise", None)]
    assert found.printings[0].wordings == (Wording("en", "Shepherd of Mists", None, PRINTED),)


def test_the_last_set_can_carry_its_printed_wording():
    found = card(page(ENGLISH, "Moonfall", "Sunrise", PRINTED, RULINGS))
    assert sets(found) == [("Moonfall", None), ("Sunrise", PRINTED)]
    assert ruling_texts(found) == list(RULINGS)


def test_an_older_wording_between_two_sets_is_printed():
    old = "Flying. When Shepherd of Mists comes into play, draw one card and bury one card."
    found = card(page(ENGLISH, "Moonfall", old, "Sunrise", RULINGS))
    assert sets(found) == [("Moonfall", old), ("Sunrise", None)]


def test_a_page_can_have_no_rulings():
    found = card(page(GERMAN, ENGLISH, "Moonfall", "Sunrise"))
    assert sets(found) == [("Moonfall", None), ("Sunrise", None)]
    assert found.rulings == ()


def test_a_page_can_have_no_sets():
    found = card(page(GERMAN, ENGLISH, RULINGS))
    assert found.printings == ()
    assert ruling_texts(found) == list(RULINGS)


@pytest.mark.parametrize("place", [1, 2], ids=["amid the rulings", "last"])
def test_a_ruling_can_look_like_a_set(place):
    rulings = [*RULINGS]
    rulings.insert(place, "Shepherds Are Not Sheep")
    found = card(page(GERMAN, ENGLISH, "Moonfall", *rulings))
    assert sets(found) == [("Moonfall", None)]
    assert ruling_texts(found) == rulings


def test_undated_rulings_have_their_language():
    german = "Wenn du keine Karte auf der Hand hast, wirfst du die gerade gezogene Karte ab."
    japanese = "手札がない場合、あなたは今引いたカードを捨てる。"
    found = card(page(GERMAN, ENGLISH, "Moonfall", RULINGS[0], german, japanese))
    assert [(r.language, r.published_at) for r in found.rulings] == [
        ("en", None),
        ("de", None),
        ("ja", None),
    ]


# Form B


def test_dates_are_day_first():
    found = card(page("Shepherd of Mists", "05/07/2024", RULINGS[0]))
    assert found.rulings[0].published_at == "2024-07-05"


def test_an_impossible_date_is_told_and_its_ruling_kept():
    text = page("Shepherd of Mists", "31/02/2015", RULINGS[0], "01/03/2015", RULINGS[1])
    assert [r.published_at for r in card(text).rulings] == [None, "2015-03-01"]
    (problem,) = problems(text)
    assert problem.place == "p.txt:3"
    assert "31/02/2015" in problem.message


def test_a_date_without_a_ruling_is_told():
    text = page("Shepherd of Mists", "01/03/2015", "02/03/2015", RULINGS[0], "03/03/2015")
    assert [(r.text, r.published_at) for r in card(text).rulings] == [(RULINGS[0], "2015-03-02")]
    assert [(p.kind, p.place) for p in problems(text)] == [
        ("date without ruling", "p.txt:3"),
        ("date without ruling", "p.txt:9"),
    ]


def test_a_ruling_without_a_date_is_told_and_kept():
    text = page("Shepherd of Mists", "01/03/2015", RULINGS[0], RULINGS[1])
    assert [r.published_at for r in card(text).rulings] == ["2015-03-01", None]
    assert [(p.kind, p.place) for p in problems(text)] == [("ruling without date", "p.txt:7")]


def test_a_page_without_a_name_gives_no_card_and_tells_every_ruling():
    text = page("01/03/2015", RULINGS[0])
    records = list(read_page(text, "p.txt"))
    assert [record.kind for record in records] == ["ruling without card", "no name"]
    assert RULINGS[0] in records[0].message


def test_date_and_ruling_need_no_blank_line_between_them():
    text = f"Shepherd of Mists\n\n01/03/2015\n{RULINGS[0]}\n02/03/2015\n{RULINGS[1]}\n"
    assert [(r.text, r.published_at) for r in card(text).rulings] == [
        (RULINGS[0], "2015-03-01"),
        (RULINGS[1], "2015-03-02"),
    ]
    assert problems(text) == []


def test_a_ruling_can_have_several_lines():
    text = page("Shepherd of Mists", "01/03/2015", "\n".join(RULINGS))
    assert ruling_texts(card(text)) == ["\n".join(RULINGS)]


def test_a_mixed_ruling_counts_as_one_in_the_language_of_its_page():
    russian = "Если у вас нет карт в руке, вы сбрасываете карту, которую только что взяли."
    mixed = "Это способность (you draw the card before you discard any card) существа."
    found = card(page("Пастух Туманов", "01/03/2015", russian, "01/03/2015", mixed))
    assert [(r.language, r.status) for r in found.rulings] == [("ru", None), ("ru", "mixed")]


@pytest.mark.parametrize(
    ("name", "ruling", "language"),
    [
        ("Пастух Туманов", RULINGS[0], "ru"),
        ("霧の羊飼い", RULINGS[0], "ja"),
        ("雾中牧者", RULINGS[0], "zhs"),
        ("火山", "手札がない場合、あなたは今引いたカードを捨てる。", "ja"),
        ("火山", "如果你没有手牌，则你弃掉刚刚抓到的牌。", "zhs"),
        ("Eldo Varian", RULINGS[0], "en"),
        ("Eldo Varian", "Si no tienes cartas en la mano, descartas la que acabas de robar.", "es"),
        ("Montaña del dragón", "Si no tienes cartas en la mano, descartas una.", "es"),
    ],
)
def test_a_lone_name_has_the_language_of_its_script_or_its_page(name, ruling, language):
    found = card(page(name, "01/03/2015", ruling))
    assert wordings(found) == [(language, name, None)]


# White space and strange texts


@pytest.mark.parametrize("end", ["\r\n", "\r", "\x85", "\r\r\n", " \t\n", "\u200b\n"])
def test_line_ends_do_not_matter(end):
    for text in (
        page(GERMAN, JAPANESE, ENGLISH, "Moonfall", PRINTED, RULINGS),
        page("Shepherd of Mists", "01/03/2015", RULINGS[0]),
    ):
        assert card(text.replace("\n", end)) == card(text)


@pytest.mark.parametrize("start", ["\ufeff", "\u200b", "\n\n\ufeff", " "])
def test_what_nobody_sees_at_the_start_does_not_matter(start):
    text = start + page(GERMAN, ENGLISH, "Moonfall", RULINGS)
    assert is_page(text)
    assert card(text).wordings[0].name == "Nebelhirte"


@pytest.mark.parametrize("text", ["", "\ufeff", " \r\n\n\t"])
def test_an_empty_page_is_a_problem(text):
    (problem,) = read_page(text, "p.txt")
    assert (problem.kind, problem.place) == ("empty page", "p.txt")
    assert not is_page(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"meta": {}, "data": {}}',
        "<!DOCTYPE html>\n\n<p>A card.</p>",
        "# Cards\n\nA list of cards.",
        "name,text\nMist,Fog rises.\n",
        "Release notes\n\nThe rules of this set are as follows.\n\n-----\n\nMist",
        "Cards of the set\n\n* Mist falls.\n\n* Fog rises.",
        "This is a letter. It has no name at its head.\n\nIt goes on for a while.",
        "Mist",
    ],
)
def test_other_texts_are_no_pages(text):
    assert not is_page(text)


BLOCKS = st.sampled_from(
    [
        *(*GERMAN, *SPANISH, *JAPANESE, *TRADITIONAL, *ENGLISH, PRINTED, *RULINGS),
        *("Moonfall", "31/02/2015", "24/11/2014", "1", "{T}", "\x85", "—", "\udc81", "🜁"),
    ]
)


@pytest.mark.slow
@settings(deadline=None)
@given(st.text() | st.lists(BLOCKS | st.text(max_size=20)).map("\n\n".join))
def test_any_text_gives_records(text):
    is_page(text)
    records = list(read_page(text, "p.txt"))
    assert records
    assert all(isinstance(record, Card | Problem) for record in records)


@pytest.mark.slow
@settings(deadline=None, max_examples=50)
@given(st.lists(BLOCKS.filter(lambda block: "/20" not in block and block.strip()), min_size=1))
def test_no_block_is_lost(blocks):
    found = card("\n\n".join(blocks))
    everything = [
        *(part for w in found.wordings for part in (w.name, w.text)),
        *((found.oracle.name, found.oracle.text) if found.oracle else ()),
        *(part for pair in sets(found) for part in pair),
        *ruling_texts(found),
    ]
    assert Counter(filter(None, everything)) == Counter(blocks)
