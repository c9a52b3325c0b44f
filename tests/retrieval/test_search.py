"""Search: what is found, what stands first, what the facets count."""

import json
import random
import re
import sqlite3
from collections import defaultdict
from pathlib import Path

import pytest

from rulings_db.retrieval.hits import Hit
from rulings_db.retrieval.search import search


def found(connection: sqlite3.Connection, query: str, **options: object) -> list[tuple[str, str]]:
    """(language, name) of every hit."""
    results = search(connection, query, limit=0, **options)  # type: ignore[arg-type]
    assert results.total == len(results.hits)
    return [(hit.language, hit.name) for hit in results.hits]


def test_a_japanese_phrase_finds_japanese_cards_and_rulings(sample: sqlite3.Connection) -> None:
    results = search(sample, "予示")
    assert results.total == 6
    assert results.facets["kind"] == {"ruling": 4, "card": 2}
    assert results.facets["language"] == {"ja": 6}
    first = results.hits[0]
    assert (first.kind, first.dates, first.name) == ("ruling", ("2014-11-24",), "野生呼び")


def test_matches_are_marked_in_the_text_as_it_came(sample: sqlite3.Connection) -> None:
    (hit,) = [h for h in search(sample, "flugfahigkeit lang:de").hits if h.name == "Wolkenform"]
    assert [hit.text[start:end] for start, end in hit.matches] == ["Flugfähigkeit"]
    assert hit.snippet.endswith("hat <mark>Flugfähigkeit</mark> und Fluchsicherheit.")


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("полет lang:ru", ["Облик Тумана"]),
        ("полёт lang:ru", ["Облик Тумана"]),
        ("ПОЛЁТ", ["Облик Тумана"]),
        ("飛行 lang:ja", ["雲変化"]),
        ("飛行 lang:zht", ["幻雲賦形"]),
        ("飞行 lang:zht", ["幻雲賦形"]),
        ("飛行 lang:zhs", ["幻云赋形"]),
        ("비행", ["구름의 형상"]),
        ("とうとびと", []),
        ("anti-malocchio", ["Forma di Nube"]),
        ('"anti malocchio"', ["Forma di Nube"]),
        ("resistencia a magia", ["Nubiforme"]),
        ("《雲変化/Cloudform》 lang:ja", ["雲変化"]),
    ],
)
def test_folds(sample: sqlite3.Connection, query: str, names: list[str]) -> None:
    assert [name for _, name in found(sample, query)] == names


def test_full_width_and_plain_power_and_toughness_are_one(sample: sqlite3.Connection) -> None:
    assert found(sample, "2/2") == found(sample, "２/２")
    assert ("ja", "恐ろしい徴兵") in found(sample, "2/2")


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_apostrophes_are_one(sample: sqlite3.Connection, apostrophe: str) -> None:
    results = search(sample, f"can{apostrophe}t be turned face up")
    assert results.total == 6
    # What has the words side by side as they were typed stands first.
    assert results.hits[0].text.startswith("If a face-down creature loses its abilities, it can’t")


def test_hiragana_finds_katakana_below_what_was_typed(sample: sqlite3.Connection) -> None:
    assert [name for _, name in found(sample, "くりーちゃー in:cards")] == [
        "雲変化",
        "恐ろしい徴兵",
    ]


def test_inflected_forms_are_found_and_phrases_are_exact(sample: sqlite3.Connection) -> None:
    loose = search(sample, "manifests lang:en in:cards")
    assert {hit.name for hit in loose.hits} == {"Cloudform", "Ghastly Conscription"}
    assert search(sample, '"manifests" lang:en in:cards').total == 0


def test_conditions_narrow(sample: sqlite3.Connection) -> None:
    assert found(sample, 'set:"Commander 2018" in:cards lang:de,ja') == [
        ("de", "Wolkenform"),
        ("ja", "雲変化"),
    ]
    assert search(sample, "card:Wolkenform in:rulings").total == 24
    assert search(sample, "in:rulings year:2024").total == 13
    assert search(sample, "date>=2014-11-24 date<2015").facets["kind"] == {"ruling": 25}
    assert search(sample, "cards>=3 in:rulings").facets["language"] == {"en": 8}
    assert search(sample, "is:unresolved in:cards lang:en").total == 3


def test_operators(sample: sqlite3.Connection) -> None:
    assert search(sample, "予示 OR 飛行 lang:ja").total == 6
    assert search(sample, "予示 -飛行 in:cards").total == 1
    assert search(sample, "(予示 飛行) OR 비행").total == 2
    assert found(sample, "Wolk*") == [("de", "Wolkenform")]


def test_warnings_point_at_what_was_not_understood(sample: sqlite3.Connection) -> None:
    results = search(sample, "予示 sett:FRF lang:klingon set:XYZ")
    # The rest is answered.
    assert results.total == search(sample, "予示").total
    field, *others = map(str, results.warnings)
    assert field.startswith('no field is called "sett"')
    assert field.endswith("(at character 4)")
    assert tuple(others) == (
        'no language is known as "klingon" (at character 18)',
        'no set is known as "XYZ" (at character 30)',
    )


@pytest.mark.parametrize(
    "query",
    ["Wolkenform -lang:de", "Wolkenform (lang:fr OR lang:it)", "Wolkenform in:flavor"],
)
def test_a_name_is_found_only_where_the_rest_of_the_query_allows(
    sample: sqlite3.Connection, query: str
) -> None:
    assert search(sample, query).total == 0


def test_a_name_with_one_letter_wrong_is_found(sample: sqlite3.Connection) -> None:
    for query in ("Wolkenfrom", "Wolkenforn", "Wolkenfom", "Wolkennform"):
        assert found(sample, query) == [("de", "Wolkenform")]
    (warning,) = search(sample, "Wolkenfrom").warnings
    assert str(warning) == 'nothing has "Wolkenfrom"; these are the names closest to it'


@pytest.mark.parametrize("query", ["予示 ?", "予示 OR ?", "? 予示 lang:", "予示 card:"])
def test_what_cannot_be_looked_for_is_left_out_with_a_warning(
    sample: sqlite3.Connection, query: str
) -> None:
    results = search(sample, query)
    assert results.total == search(sample, "予示").total
    assert results.warnings


def test_a_card_is_found_by_name_whatever_words_are_looked_for(
    sample: sqlite3.Connection,
) -> None:
    assert (
        search(sample, "card:Cloudform in:flavor").total == search(sample, "card:Cloudform").total
    )


def test_a_month_that_is_none_is_a_warning(sample: sqlite3.Connection) -> None:
    (warning,) = search(sample, "date>=2020-13").warnings
    assert str(warning).startswith('"2020-13" is not a date')


@pytest.mark.parametrize("query", ["!!!", "_", '"..."'])
def test_a_query_without_a_letter_finds_nothing_and_says_so(
    sample: sqlite3.Connection, query: str
) -> None:
    results = search(sample, query)
    assert (results.total, len(results.warnings)) == (0, 1)


def test_signs_of_an_input_method_are_those_of_the_query_language(
    sample: sqlite3.Connection,
) -> None:
    assert found(sample, "lang：ja （予示　OR　飛行） in：cards") == found(
        sample, "lang:ja (予示 OR 飛行) in:cards"
    )


def test_several_values_of_a_facet_widen_and_do_not_hide_their_siblings(
    sample: sqlite3.Connection,
) -> None:
    one = search(sample, "2/2", selected={"language": ["ja"]})
    two = search(sample, "2/2", selected={"language": ["ja", "de"]})
    assert two.total == one.total + search(sample, "2/2 lang:de").total
    assert one.facets["language"] == search(sample, "2/2").facets["language"]
    assert one.facets["kind"] != search(sample, "2/2").facets["kind"]


def test_pages_of_a_result_follow_on_each_other(sample: sqlite3.Connection) -> None:
    whole = search(sample, "2/2", limit=0).hits
    parts = [hit for at in (0, 4, 8) for hit in search(sample, "2/2", limit=4, offset=at).hits]
    assert parts == whole[:12]


def test_set_and_number_find_the_card(whole: sqlite3.Connection) -> None:
    results = search(whole, "FRF 32")
    assert {hit.card_name for hit in results.hits} == {"Cloudform"}
    assert results.total == 11


def test_an_exact_name_stands_first(whole: sqlite3.Connection) -> None:
    for query, name in [("Fire", "Fire"), ("Wolkenform", "Wolkenform"), ("島", "島")]:
        assert search(whole, query).hits[0].name == name


def test_the_readers_language_stands_first_among_equals(whole: sqlite3.Connection) -> None:
    # The first hit is the one card whose name begins with the word; all others are equals.
    assert search(whole, "生物", reader="zhs").hits[1].language == "zhs"
    assert search(whole, "生物", reader="zht").hits[1].language == "zht"


@pytest.fixture(scope="module")
def scan(corpus: Path) -> dict[str, dict[tuple[str, str], list[str]]]:
    """The raw texts of the corpus, read without the project: language -> (kind, id) -> texts."""
    texts: dict[str, dict[tuple[str, str], list[str]]] = defaultdict(lambda: defaultdict(list))
    content = json.loads((corpus / "AllPrintings.json").read_text("utf-8"))["data"]
    for a_set in content.values():
        for card in a_set["cards"]:
            key = ("card", card["identifiers"]["scryfallOracleId"])
            english = texts["English"][key]
            english += [card.get("faceName") or card["name"], card["type"], card.get("text") or ""]
            english += [card.get("originalType") or "", card.get("originalText") or ""]
            for row in card["foreignData"]:
                name = row.get("faceName") or row["name"]
                texts[row["language"]][key] += [name, row.get("type") or "", row.get("text") or ""]
            for ruling in card["rulings"]:
                texts["English"]["ruling", ruling["text"]].append(ruling["text"])
    return texts


LOOKALIKES = str.maketrans("’“”–—", '\'""--')
PT = r"(?<![0-9０-９+＋/\-])[2２][/／][2２](?![0-9０-９/])"

COUNTED = [
    ("飛行 lang:ja", "Japanese", "飛行"),
    ("予示 lang:ja", "Japanese", "予示"),
    ("비행 lang:ko", "Korean", "비행"),
    ("显化 lang:zhs", "Chinese Simplified", "显化"),
    ("島 lang:ja", "Japanese", "島"),
    ("イカ lang:ja", "Japanese", "イカ"),
    ("里 lang:ja", "Japanese", "里"),
    ('"полёт" lang:ru', "Russian", r"\bпол[её]т\b"),
    ('"полет" lang:ru', "Russian", r"\bпол[её]т\b"),
    ('"flugfahigkeit" lang:de', "German", r"\bflugf[aä]higkeit\b"),
    ("2/2 lang:de", "German", PT),
    ("２/２ lang:ja", "Japanese", PT),
    ("2/2 lang:ja", "Japanese", PT),
    ("2/2 lang:en", "English", PT),
    ('"can\'t" lang:en', "English", r"\bcan['’]t\b"),
    ('"can’t" lang:en', "English", r"\bcan['’]t\b"),
]


@pytest.mark.parametrize(("query", "language", "pattern"), COUNTED)
def test_counts_equal_a_scan_of_the_raw_texts(
    whole: sqlite3.Connection,
    scan: dict[str, dict[tuple[str, str], list[str]]],
    query: str,
    language: str,
    pattern: str,
) -> None:
    expression = re.compile(pattern, re.IGNORECASE)
    keys = {
        # Two raw texts that differ in quotes, dashes or spaces alone are one ruling.
        (kind, " ".join(key.translate(LOOKALIKES).split()))
        for (kind, key), texts in scan[language].items()
        if any(expression.search(text) for text in texts)
    }
    assert search(whole, query, limit=1).total == len(keys)


def test_every_interface_has_the_same_hit(sample: sqlite3.Connection) -> None:
    hit = search(sample, "予示").hits[0]
    assert isinstance(hit, Hit)
    assert set(hit.as_json()) == {
        "kind",
        "language",
        "card",
        "name",
        "text",
        "snippet",
        "matches",
        "wordings",
        "via",
        "ruling_id",
        "dates",
        "cards_total",
        "status",
    }


HOSTILE = (
    *('"', "*", "(", ")", "-", "OR", "AND", "NOT", "NEAR(", "^", "+", "|", '"|"', "{", "}", ":"),
    *("《", "》", "・", "ー", "\0", "\ud800", "\u202e", "\n", ">=", "'; DROP TABLE cards; --"),
    *("card:", "set:", "lang:", 'name:"', "kw:", "date>", "cards>=3", "in:flavor", "number:1"),
    *("flying", "creature", "飛行", "の", "e*", "1*", "2/2", "{T}", "x" * 5_000, "is:shared"),
    *("year:2014..2015", "source:page", "order:date", "-creature", "в", "ﾄﾗﾝﾌﾟﾙ"),
)


@pytest.mark.slow
def test_no_query_raises_or_finds_more_than_there_is(sample: sqlite3.Connection) -> None:
    chance = random.Random(20_141_124)
    everything = search(sample, "").total
    for number in range(2_000):
        glue = " " if number % 3 else ""
        query = glue.join(chance.choices(HOSTILE, k=chance.randint(1, 8)))
        results = search(sample, query, limit=3)
        assert 0 <= results.total <= everything
        assert len(results.hits) == min(results.total, 3)


def test_a_hundred_kilobytes_are_answered(sample: sqlite3.Connection) -> None:
    assert search(sample, "飛" * 100_000).total == 0
    assert search(sample, "manifest " * 10_000).total == search(sample, "manifest").total


@pytest.mark.parametrize("one", ["in:cards", "in:rulings", "lang:en", "is:shared", "date:2014-11"])
def test_a_condition_alone_and_its_opposite_make_everything(
    sample: sqlite3.Connection, one: str
) -> None:
    total = len(found(sample, one))
    assert total > 0
    assert total + len(found(sample, f"-{one}")) == search(sample, "").total
