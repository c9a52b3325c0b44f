"""What people type: whole names of cards with several faces, a name and a question, set and number
run together, no apostrophe, a type in their own language - on some sets of the corpus."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rulings_db.builder.pipeline import build
from rulings_db.catalog import lookup
from rulings_db.catalog.names import name_suggestions
from rulings_db.database.opening import open_database
from rulings_db.language.query_language import language_of
from rulings_db.retrieval.search import Results, search
from rulings_db.retrieval.table_rows import matching_row_ids
from tests.surroundings import set_files

SETS = ("8ED", "APC", "DOM", "DTK", "FRF", "GRN", "ISD", "KTK", "M10")


@pytest.fixture(scope="module")
def some(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """A connection to a database of some sets."""
    path = tmp_path_factory.mktemp("some") / "rulings.db"
    build(path, set_files(corpus, SETS))
    with closing(open_database(path)) as connection:
        yield connection


def told(results: Results) -> list[str]:
    return [str(warning) for warning in results.warnings]


def names(results: Results) -> set[str]:
    return {hit.card_name for hit in results.hits}


# Names

WHOLE = [
    ("Fire // Ice", "Fire // Ice"),
    ("fire//ice", "Fire // Ice"),
    ("火 // 氷", "Fire // Ice"),
    ("Fuego // Hielo", "Fire // Ice"),
    ("Delver of Secrets // Insectile Aberration", "Delver of Secrets // Insectile Aberration"),
    ("Geheimnisstöberer // Insekten-Scheußlichkeit", "Delver of Secrets // Insectile Aberration"),
    ("秘密を掘り下げる者 // 昆虫の逸脱者", "Delver of Secrets // Insectile Aberration"),
    ("Find // Finality", "Find // Finality"),
]


@pytest.mark.parametrize(("name", "card"), WHOLE)
def test_a_card_of_several_faces_is_found_by_its_whole_name(
    some: sqlite3.Connection, name: str, card: str
) -> None:
    assert lookup.find_card(some, name).name == card
    assert names(search(some, f'card:"{name}"', limit=0)) >= {card}
    assert card in [known.name for known in lookup.cards_beginning_with(some, name[:-1], 8)]
    results = search(some, name)
    assert results.hits[0].card_name == card
    assert results.warnings == results.did_you_mean == ()


def test_every_card_is_found_by_its_own_name(some: sqlite3.Connection) -> None:
    own = some.execute("SELECT id, name FROM cards").fetchall()
    assert len(own) > 2_000
    assert [name for number, name in own if number not in lookup.ids_by_name(some, name)] == []


@pytest.mark.parametrize(
    "typed", ["FRF 32", "ＦＲＦ 32", "ＦＲＦ　３２", "frf32", "FRF32", "frf#32"]
)
def test_set_and_number_are_found_in_any_width_and_run_together(
    some: sqlite3.Connection, typed: str
) -> None:
    assert lookup.find_card(some, typed).name == "Cloudform"
    assert names(search(some, typed)) == {"Cloudform"}


def test_a_sets_code_may_end_in_digits(some: sqlite3.Connection) -> None:
    assert lookup.find_card(some, "m1032") == lookup.find_card(some, "M10 32")


def test_full_width_values_of_fields(some: sqlite3.Connection) -> None:
    wide, plain = search(some, "set:ＦＲＦ number:３２"), search(some, "set:FRF number:32")
    assert (wide.total, wide.hits) == (plain.total, plain.hits)


def test_suggestions_are_in_the_readers_language_first(some: sqlite3.Connection) -> None:
    english = name_suggestions(some, "ser", 8, "en")
    assert [one.card.name for one in english[:2]] == ["Serra Angel", "Serra Disciple"]
    assert all(one.found_as is None for one in english if one.card.name.startswith("Ser"))
    german = name_suggestions(some, "ser", 8, "de")
    assert (german[0].card.name, german[0].found_as) == ("Serra Angel", "Serra-Engel")
    # Then English ones, then others.
    japanese = [one.language for one in name_suggestions(some, "fo", 8, "ja")]
    assert japanese[0] is None
    assert name_suggestions(some, "雲変", 8, "en")[0].found_as == "雲変化"


# Which wording

OLDER = 'card:"Serra Angel" "attacking doesn\'t cause serra angel" lang:en'


@pytest.mark.parametrize("query", ["Serra Angel", "flying Serra", 'card:"Serra Angel"', "8ED 45"])
def test_the_current_wording_is_shown(some: sqlite3.Connection, query: str) -> None:
    (hit,) = [
        hit
        for hit in search(some, query, limit=0).hits
        if (hit.kind, hit.language, hit.card_name) == ("card", "en", "Serra Angel")
    ]
    assert (hit.text, hit.current, hit.printed) == ("Flying, vigilance", True, None)


def test_an_older_wording_is_shown_where_that_alone_has_the_words(
    some: sqlite3.Connection,
) -> None:
    (hit,) = search(some, OLDER).hits
    assert "Attacking doesn't cause Serra Angel to tap" in hit.text
    assert (hit.current, hit.printed) == (False, "8ED")
    told = hit.as_json()
    assert (told["current"], told["printed"]) == (False, "8ED")


def test_every_english_card_called_as_typed_is_shown_as_it_is_today(
    some: sqlite3.Connection,
) -> None:
    oracle = some.execute(
        """
        SELECT DISTINCT cards.name, localizations.text
        FROM cards
        JOIN faces ON faces.card_id = cards.id
        JOIN localizations ON localizations.face_id = faces.id
        JOIN printings ON printings.card_id = cards.id
        WHERE localizations.oracle AND printings.set_code = '8ED' AND cards.name LIKE 'S%'
        """
    ).fetchall()
    assert len(oracle) > 20
    for name, text in oracle:
        hit = search(some, name, limit=1).hits[0]
        assert (hit.name, hit.text, hit.current) == (name, text or "", True)


# What is left out


@pytest.mark.parametrize(
    "query",
    ["set:XXX", "cmc<3", "foo:bar", "lang:klingon", "f*", "set:XXX OR kw:nothing", "-set:XXX"],
)
def test_a_query_of_which_nothing_is_left_finds_nothing(
    sample: sqlite3.Connection, query: str
) -> None:
    results = search(sample, query)
    assert (results.total, results.hits, len(results.warnings) > 0) == (0, [], True)


@pytest.mark.parametrize("left_out", ["set:XXX", "-set:XXX", "(set:XXX OR ?)", "foo:bar", "f*"])
def test_what_is_left_out_does_not_change_the_rest(
    sample: sqlite3.Connection, left_out: str
) -> None:
    results = search(sample, f"予示 {left_out}")
    assert results.total == search(sample, "予示").total
    assert results.warnings


def test_an_empty_query_still_lists_everything(sample: sqlite3.Connection) -> None:
    assert search(sample, "").total == search(sample, "  order:name").total > 70


# Fields


def test_colors(some: sqlite3.Connection) -> None:
    def found(color: str) -> set[str]:
        return names(search(some, f"{color} set:FRF in:cards lang:en", limit=0))

    assert found("c:rg") == found("c=gr") == {"Atarka, World Render"}
    assert "Atarka, World Render" in found("c:red") & found("color:g") & found("c>r")
    assert "Atarka, World Render" not in found("c=r") | found("c<=r")
    assert found("c<=r") == found("c=r") | found("c:colorless")
    assert found("c=c") == found("c:colorless") >= {"Ugin, the Spirit Dragon", "Plains"}
    assert search(some, "c:rg in:rulings set:FRF").total > 0


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_a_type_holds_in_every_language(some: sqlite3.Connection, language: str) -> None:
    everywhere = [
        names(search(some, f"{typed} lang:{language} set:DTK", limit=0))
        for typed in ("type:dragon", "t:Drache", "type:ドラゴン")
    ]
    assert everywhere[0] == everywhere[1] == everywhere[2] != set()


def test_rows_of_a_type_are_listed_in_every_language(some: sqlite3.Connection) -> None:
    rows = matching_row_ids(some, "localizations", "type:dragon lang:ja set:DTK")
    languages = some.execute(
        f"SELECT DISTINCT language_id FROM localizations WHERE id IN ({','.join(map(str, rows))})"
    ).fetchall()
    assert languages == some.execute("SELECT id FROM languages WHERE code = 'ja'").fetchall()


# A name and a question

ASKED = [
    ("Cloudform face down", 'card:"Cloudform" face down'),
    ("face down Cloudform", 'card:"Cloudform" face down'),
    ("Wolkenform face down", 'card:"Wolkenform" face down'),
    ("雲変化 ruling", 'card:"雲変化" in:rulings'),
    ("雲変化 裁定", 'card:"雲変化" in:rulings'),
    ("雲変化裁定", 'card:"雲変化" in:rulings'),
    ("Cloudform rulings", 'card:"Cloudform" in:rulings'),
    ("Wolkenform Regelhinweise", 'card:"Wolkenform" in:rulings'),
    ('Serra Angel "first strike" lang:en', 'card:"Serra Angel" "first strike" lang:en'),
]


@pytest.mark.parametrize(("typed", "meant"), ASKED[:-1])
def test_a_name_and_a_question_are_offered_as_a_query(
    some: sqlite3.Connection, typed: str, meant: str
) -> None:
    results = search(some, typed)
    ((query, total),) = results.did_you_mean
    assert (query, total) == (meant, search(some, meant).total)
    assert results.as_json()["instead"] == [{"query": meant, "total": total}]
    assert results.query == typed


def test_what_is_offered_is_shown_where_nothing_has_all_the_words(
    some: sqlite3.Connection,
) -> None:
    results, meant = search(some, "雲変化 裁定"), search(some, "card:雲変化 in:rulings")
    assert (results.total, results.hits, results.facets) == (meant.total, meant.hits, meant.facets)
    notice = 'nothing has all of "雲変化 裁定"; this is what card:"雲変化" in:rulings finds'
    assert told(results) == [notice]


def test_the_order_asked_for_holds_for_what_is_offered(some: sqlite3.Connection) -> None:
    dates = [hit.dates[-1] for hit in search(some, "雲変化 裁定 order:date", limit=0).hits]
    assert dates == sorted(dates, reverse=True)


def test_at_least_the_card_is_shown(some: sqlite3.Connection) -> None:
    results = search(some, "Wolkenform xyzzy")
    assert results.total == search(some, "card:Wolkenform").total
    assert told(results) == [
        'nothing has all of "Wolkenform xyzzy"; this is what card:"Wolkenform" finds'
    ]


@pytest.mark.parametrize(
    "query",
    [
        "Serra Angel",
        "flying",
        "Fire // Ice",
        "card:Cloudform face down",
        "Cloudform -face",
        "雲変化",
        "",
    ],
)
def test_nothing_is_offered_for_a_name_alone_or_a_query_that_says_what_it_means(
    some: sqlite3.Connection, query: str
) -> None:
    assert search(some, query).did_you_mean == ()


# Letters


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("cant be countered", "can't be countered"),
        ('"cant be countered"', '"can\'t be countered"'),
        ("doesnt untap", "doesn't untap"),
        ("Gaeas Blessing", "Gaea's Blessing"),
        ("lenchantement lang:fr", "l'enchantement lang:fr"),
        ("allinizio lang:it", "all'inizio lang:it"),
    ],
)  # fmt: skip
def test_an_apostrophe_may_be_left_out(some: sqlite3.Connection, typed: str, meant: str) -> None:
    results = search(some, typed)
    assert results.total == search(some, meant).total > 0
    assert any(hit.matches for hit in results.hits)
    assert results.warnings == ()


def test_dont_finds_what_has_it_with_an_apostrophe(some: sqlite3.Connection) -> None:
    assert "don’t" in search(some, "dont lang:en in:rulings").hits[0].text


def test_a_katakana_word_by_itself_goes_before_a_part_of_another(
    some: sqlite3.Connection,
) -> None:
    hits = search(some, "トロール lang:ja in:cards", limit=0).hits
    # What is left without コントロール has the word by itself.
    alone = [
        "トロール" in f"{hit.name} {hit.type_line} {hit.text}".replace("コントロール", "")
        for hit in hits
    ]
    assert alone == sorted(alone, reverse=True)
    assert 0 < sum(alone) < len(alone)


# What there is not


def test_a_language_without_rulings_is_named_where_nothing_is_found(
    some: sqlite3.Connection,
) -> None:
    (notice,) = told(search(some, "優先権"))
    assert notice.startswith("there are no rulings in 日本語 to speak of in this database")
    assert "Русский" in told(search(some, "приоритетность"))[0]
    assert "Deutsch" in told(search(some, "Prioritätenliste", reader="de"))[0]
    assert "Français" in told(search(some, "xyzzy lang:fr"))[0]
    assert told(search(some, "xyzzy")) == told(search(some, "xyzzy lang:en")) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("レイヤー", "ja"),
        ("優先権", "ja"),
        ("优先权", "zhs"),
        ("這張牌嗎", "zht"),
        ("우선권", "ko"),
        ("приоритет", "ru"),
        ("飛行", None),
        ("priority", None),
        ("", None),
    ],
)
def test_the_language_that_letters_tell(text: str, language: str | None) -> None:
    assert language_of(text) == language
