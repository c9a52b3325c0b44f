"""The pages and their JSON, through Datasette's own client."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rulings_db.catalog.comparison import compare
from rulings_db.catalog.rulings import find_ruling
from rulings_db.retrieval.search import search
from tests.web.answers import Get, getting, parsed


@pytest.fixture(scope="module")
def get(sample_db: Path) -> Get:
    """GET from a server of the sample's database, opened as plain `datasette` does."""
    return getting(sample_db)


def test_the_start_page_says_what_the_database_holds(get: Get) -> None:
    response = get("/")
    assert response.status_code == 200
    figures = parsed(response).select(".figures div")
    counts = {figure.dt.text: figure.dd.text for figure in figures}
    assert counts["Cards"] == "5"
    assert counts["Rulings, of which 35 in English"] == "55"
    assert len(response.content) < 150_000


def test_a_search_lists_hits_with_the_match_marked(get: Get) -> None:
    page = parsed(get("/?q=予示"))
    assert page.select_one(".hit mark").text == "予示"
    assert page.select_one(".hit .snippet")["lang"] == "ja"


def test_a_facet_narrows_and_its_chip_takes_that_back(get: Get) -> None:
    page = parsed(get("/?q=manifest&kind=ruling"))
    assert page.select_one(".facets [aria-current]").text.startswith("Rulings")
    assert page.select_one(".chips a")["href"] == "/?q=manifest"


def test_values_of_one_facet_add_up(get: Get) -> None:
    def total(query: str) -> int:
        return int(get(f"/search.json?q={query}").json()["total"])

    both = total("&language=ja&language=ru")
    assert both == total("&language=ja") + total("&language=ru")


def test_a_query_mistake_is_said_and_the_rest_answered(get: Get) -> None:
    page = parsed(get("/?q=manifest cost:2"))
    assert "cost" in page.select_one(".warning").text
    assert page.select(".hit")


def test_the_browsers_language_stands_first(get: Get) -> None:
    page = parsed(get("/?q=Cloudform OR Wolkenform", headers={"Accept-Language": "de-CH,en;q=0.5"}))
    assert page.select_one(".hit h2 span")["lang"] == "de"


def test_a_hit_in_another_language_has_the_readers_name_of_its_card(get: Get) -> None:
    page = parsed(get("/?q=card:Cloudform in:rulings", headers={"Accept-Language": "de"}))
    first = page.select_one(".hit h2")
    assert first.select_one("a").text == "Cloudform"
    assert first.select_one(".quiet[lang=de]").text == "Wolkenform"


@pytest.mark.parametrize(
    "header", ["", "xx", "de;q=nonsense", ",,,;;;", "*", "a" * 3000, "-", "de;q=0.1,de;q=inf"]
)
def test_any_accept_language_is_answered(get: Get, header: str) -> None:
    assert get("/?q=manifest", headers={"Accept-Language": header}).status_code == 200


@pytest.mark.parametrize("page", ["0", "-3", "x", "9" * 40, "²", ""])
def test_any_page_number_is_answered(get: Get, page: str) -> None:
    assert get(f"/?q=manifest&page={page}").status_code == 200


def test_a_page_behind_the_last_is_the_last(get: Get) -> None:
    page = parsed(get("/?q=manifest&page=9999&size=5"))
    total = get("/search.json?q=manifest").json()["total"]
    last = -(-total // 5)
    assert page.select_one(".pages span").text == f"Page {last} of {last}"
    assert len(page.select(".hit")) == total - 5 * (last - 1)
    assert not page.select(".pages a[rel~=next]")


def test_a_text_that_is_too_long_is_cut_aloud(get: Get) -> None:
    page = parsed(get("/?q=" + "manifest " * 150))
    assert "longer than 1000 characters" in page.select_one(".warning").text.lower()
    assert not page.select_one("#q").has_attr("maxlength")


def test_json_is_what_search_gives(get: Get, sample: sqlite3.Connection) -> None:
    response = get("/search.json?q=予示")
    assert response.json() == search(sample, "予示").as_json()
    assert "予示" in response.text
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["content-type"] == "application/json; charset=utf-8"


def test_card_json_is_the_comparison_of_all_languages(get: Get, sample: sqlite3.Connection) -> None:
    expected = json.loads(json.dumps(compare(sample, "cloudform").as_json()))
    assert get("/card/cloudform.json").json() == expected


def test_compare_json_has_the_languages_asked_for(get: Get, sample: sqlite3.Connection) -> None:
    expected = json.loads(json.dumps(compare(sample, "cloudform", ["de", "ja"]).as_json()))
    assert get("/compare/cloudform.json?langs=de,ja").json() == expected
    assert get("/compare/cloudform.json?langs=de&langs=ja").json() == expected


def test_a_ruling_has_a_page_and_json(get: Get, sample: sqlite3.Connection) -> None:
    number = compare(sample, "cloudform").rulings[0].id
    expected = json.loads(json.dumps(find_ruling(sample, number).as_json()))
    assert get(f"/ruling/{number}.json").json() == expected
    assert parsed(get(f"/ruling/{number}")).select_one(".statement [lang=en]")


def test_compare_puts_languages_side_by_side(get: Get) -> None:
    page = parsed(get("/compare/cloudform?langs=de,ja"))
    names = [column.select_one(".wording-name").text for column in page.select("section.column")]
    assert names == ["Wolkenform", "雲変化"]
    held = [item.get_text(" ", strip=True) for item in page.select(".coverage li")]
    assert held == ["Deutsch 0 of 24", "日本語 0 of 24"]
    assert "is shown in English" in page.select_one(".rulings").text


def test_slugs_hold_any_script(get: Get) -> None:
    response = get("/card/野生呼び")
    assert response.status_code == 200
    assert parsed(response).h1.text == "野生呼び"


def test_any_name_leads_to_the_slug(get: Get) -> None:
    response = get("/card/Wolkenform", follow_redirects=False)
    assert (response.status_code, response.headers["location"]) == (302, "/card/cloudform")
    response = get("/compare/雲変化.json?langs=de", follow_redirects=False)
    assert response.headers["location"] == "/compare/cloudform.json?langs=de"


def test_an_old_ruling_id_leads_to_the_new(sample_db: Path, tmp_path: Path) -> None:
    path = tmp_path / "aliased.db"
    path.write_bytes(sample_db.read_bytes())
    with closing(sqlite3.connect(path)) as connection, connection:
        (ruling,) = connection.execute("SELECT ruling_id FROM rulings WHERE id = 1").fetchone()
        connection.execute("INSERT INTO ruling_aliases VALUES ('000000000000', 1)")
    response = getting(path)("/ruling/000000000000", follow_redirects=False)
    assert response.headers["location"] == f"/ruling/{ruling}"


def test_an_unknown_card_is_answered_with_those_meant_perhaps(get: Get) -> None:
    response = get("/card/Cloud")
    assert response.status_code == 404
    assert parsed(response).select_one("main li a")["href"] == "/card/cloudform"
    response = get("/card/nothing.json")
    assert response.status_code == 404
    assert response.json() == {"error": 'no card is called "nothing"'}


def test_names_are_suggested_in_any_language(get: Get) -> None:
    cards = get("/suggest.json?q=wolken").json()["cards"]
    found_as = {"found_as": "Wolkenform", "tag": "de"}
    assert cards == [{"name": "Cloudform", "slug": "cloudform"} | found_as]


def test_every_text_says_its_language(get: Get) -> None:
    page = parsed(get("/card/cloudform"))
    assert all(wording.get("lang") and wording.get("dir") for wording in page.select(".wording"))
    assert {wording["lang"] for wording in page.select(".wording")} >= {"de", "ja", "zh-Hans", "en"}


def test_table_pages_keep_facets_and_search_in_all_languages(get: Get, sample_db: Path) -> None:
    page = parsed(get(f"/{sample_db.stem}/card_texts?_search=予示"))
    facets = [facet["data-column"] for facet in page.select(".facet-info")]
    assert sorted(facets) == ["language", "set_code"]
    assert page.select_one("input[name=_search]")
    table = get(f"/{sample_db.stem}/card_texts.json?_search=予示&_shape=objects").json()
    assert table["rows"]
    assert all("予示" in row["name"] + (row["text"] or "") for row in table["rows"])
    rulings = get(f"/{sample_db.stem}/rulings_by_card.json?_search=予示&_shape=objects").json()
    assert rulings["rows"]
    assert all("予示" in row["text"] for row in rulings["rows"])


def test_the_users_own_metadata_stands(sample_db: Path) -> None:
    own = {"title": "Mine", "tables": {"card_texts": {"facets": ["set_code"]}}}
    get = getting(sample_db, metadata={"databases": {sample_db.stem: own}})
    assert parsed(get(f"/{sample_db.stem}")).h1.text.strip() == "Mine"
    page = parsed(get(f"/{sample_db.stem}/card_texts"))
    assert page.h1.text.strip().startswith("Card texts")
    assert [facet["data-column"] for facet in page.select(".facet-info")] == ["set_code"]


def test_another_database_is_left_alone(sample_db: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
    console = "/other.json?sql=select+1"
    alone = getting(other)
    response = alone("/")
    assert "other" in response.text
    assert "content-security-policy" not in response.headers
    assert alone(console, follow_redirects=True).status_code == 200
    beside = getting(other, sample_db)
    assert beside("/card/cloudform").status_code == 200
    assert beside(console, follow_redirects=True).status_code == 200
    assert beside("/other/things.json?_searchmode=raw").status_code == 200


def test_pages_work_below_a_path(sample_db: Path) -> None:
    get = getting(sample_db, settings={"base_url": "/rules/"})
    page = parsed(get("/card/cloudform"))
    assert page.select_one(".home")["href"] == "/rules/"
    assert page.select_one("link[rel=stylesheet]")["href"].startswith("/rules/-/static")


def test_the_glossary_lists_its_terms_and_answers_in_json(corpus_db: Path) -> None:
    get = getting(corpus_db)
    listed = get("/glossary.json").json()["terms"]
    assert "Flying" in listed["keyword ability"]
    terms = get("/glossary")
    assert terms.status_code == 200
    assert 'href="/glossary?term=Flying"' in terms.text
    page = get("/glossary?term=%E9%A3%9B%E8%A1%8C")
    assert '<b lang="de" dir="ltr">Fliegend</b>' in page.text
    entries = get("/glossary.json?term=Flying").json()["entries"]
    assert {"term", "kind", "language", "translation", "votes", "confidence", "examples"} == set(
        entries[0]
    )
    assert get("/glossary?term=zzzz").status_code == 404
