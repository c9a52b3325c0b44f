"""The pages of cards, rulings, sets, languages and the data, on a small database written for them:
what stands on each, in which language, and that every page is sound."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from tests.invented_sets import a_card, a_set, build_sets, foreign
from tests.web import answers
from tests.web.answers import Get, getting, said

SHARED = {"date": "2019-05-05", "text": "A bear in flight lands at end of turn."}
OWN = {"date": "2020-02-02", "text": "{T} is paid once."}


COST = "{1}{G/W}"
DAMAGE = "{T}: This creature deals 1 damage to any target."


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A flying bear in two sets, worded otherwise in each, in German, Japanese and Hebrew, and a
    second card that shares a ruling with it."""
    first = a_card(
        "9",
        "Flying Bear",
        manaCost=COST,
        text=DAMAGE,
        originalText="{T}: This creature does 1 damage to target player.",
        originalType="Creature — Bear",
        rulings=[SHARED, OWN],
        foreignData=[
            foreign("German", "Fliegender Bär", "{T}: Diese Kreatur fügt 1 Schaden zu."),
            foreign("Japanese", "飛ぶ熊", "{T}：対象に１点のダメージを与える。"),
            foreign("Hebrew", "דוב מעופף", "{T}: הדוב עף."),
        ],
    )
    second = a_card(
        "10",
        "Flying Bear",
        manaCost=COST,
        text=DAMAGE,
        originalText=DAMAGE,
        originalType="Creature — Bear",
        rulings=[SHARED, OWN],
        foreignData=[foreign("German", "Fliegender Bär", "{T}: Diese Kreatur heilt 1 Schaden.")],
    )
    other = a_card("11", "Walking Bear", manaCost=COST, text="Reach", rulings=[SHARED])
    sets = [
        a_set("OLD", [first], name="Old Bears", releaseDate="2019-01-01"),
        a_set(
            "NEW",
            [second, other],
            name="New Bears",
            type="expansion",
            translations={"German": "Neue Bären"},
        ),
    ]
    path = build_sets(tmp_path_factory.mktemp("bears") / "bears.db", sets)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO problems VALUES (1, 'odd bear', 'OLD', 'card 9', 'odd', 3)")
    return path


@pytest.fixture(scope="module")
def get(database: Path) -> Get:
    return getting(database)


@pytest.fixture(scope="module")
def shared(get: Get) -> str:
    """The id of the ruling that both cards have."""
    rulings = get("/card/flying-bear.json").json()["rulings"]
    return next(str(ruling["id"]) for ruling in rulings if ruling["cards_total"] == 2)


def parsed(response: Any) -> BeautifulSoup:
    """The HTML of an answer without an error."""
    assert response.status_code == 200
    return answers.parsed(response)


def test_a_card_stands_with_its_names_and_its_text_drawn(get: Get) -> None:
    page = parsed(get("/card/flying-bear"))
    names = {said(item) for item in page.select(".names li")}
    assert names == {"Fliegender Bär de", "飛ぶ熊 ja", "דוב מעופף he"}
    panel = page.select_one(".oracle .panel")
    assert panel.select_one(".cost").text == "{1}{G/W}"
    assert panel.select_one(".rules .mana")["aria-label"] == "tap"
    assert [said(tag) for tag in panel.select(".tag")] == ["Oracle", "NEW 10"]
    assert page.select_one(".oracle .panel a.tag")["href"] == "/set/NEW"


def test_every_wording_stands_with_its_printings(get: Get) -> None:
    page = parsed(get("/card/flying-bear"))
    german = page.select_one("#in-de")
    assert [said(tag) for tag in german.select(".tag")] == ["NEW 10", "OLD 9"]
    assert len(german.select(".wording")) == 2
    assert page.select_one("#in-en details .rules").text.startswith("{T}: This creature does")
    assert page.select_one("#in-he .wording")["dir"] == "rtl"
    assert [said(tag) for tag in page.select(".printed .tag")] == ["NEW 10", "OLD 9"]


def test_the_readers_language_stands_first(get: Get) -> None:
    page = parsed(get("/card/flying-bear", headers={"Accept-Language": "ja"}))
    panels = page.select(".oracle .wording")
    assert [panel["lang"] for panel in panels] == ["ja", "en"]
    assert page.html["lang"] == "ja"


def test_rulings_stand_newest_first_with_who_shares_them(get: Get, shared: str) -> None:
    page = parsed(get("/card/flying-bear"))
    assert [said(day) for day in page.select(".rulings h3")] == ["2020-02-02", "2019-05-05"]
    links = {link["href"]: said(link) for link in page.select(".rulings .permalink")}
    assert links[f"/ruling/{shared}"] == "on 2 cards"
    assert "Permalink" in links.values()


def test_compare_marks_what_a_printed_wording_says_otherwise(get: Get) -> None:
    page = parsed(get("/compare/flying-bear?langs=en,de"))
    english = page.select_one("#in-en .older")
    assert [said(mark) for mark in english.select("del, ins")] == [
        *("[left out: does]", "[new: deals]", "[new: any]", "[left out: player]")
    ]
    german = page.select_one("#in-de .older")
    assert [said(mark) for mark in german.select("del, ins")] == [
        "[left out: fügt]",
        "[new: heilt]",
        "[left out: zu]",
    ]
    assert page.select_one("#in-de .wording")["lang"] == "de"


def test_every_text_of_compare_can_be_copied_and_linked(get: Get) -> None:
    page = parsed(get("/compare/flying-bear"))
    buttons = page.select("button.copy")
    assert len(buttons) == 2 + 2 + 1 + 1 + 2
    for button in buttons:
        assert button.has_attr("hidden")
        assert page.find(id=button["data-copy"]).text.strip()
    anchors = [link["href"].removeprefix("#") for link in page.select(".tools a.anchor")]
    assert anchors == [button["data-copy"] for button in buttons]
    older = page.select_one("#in-en .older .plain")
    assert older.text == (
        "Flying Bear\nCreature — Bear\n{T}: This creature does 1 damage to target player."
    )


def test_compare_can_be_switched_to_one_language(get: Get) -> None:
    page = parsed(get("/compare/flying-bear?langs=ja,de"))
    links = [link["href"] for link in page.select(".switch a")]
    assert links == ["#texts", "#in-ja", "#in-de"]
    assert all(page.find(id=link[1:]) for link in links)


def test_the_readers_language_is_compared_first_and_then_english(get: Get) -> None:
    page = parsed(get("/compare/flying-bear", headers={"Accept-Language": "ja"}))
    assert [column["id"] for column in page.select("#texts > section")] == [
        *("in-ja", "in-en", "in-de", "in-he")
    ]
    assert page.select_one(".languages input")["value"] == "ja"


def test_each_button_says_what_it_copies(get: Get, shared: str) -> None:
    for address in ("/card/flying-bear", "/compare/flying-bear", f"/ruling/{shared}"):
        page = parsed(get(address))
        for of in ("button.copy", ".tools a.anchor"):
            names = [said(button) for button in page.select(of)]
            assert len(names) == len(set(names)), (address, names)
            assert all(name.startswith(("Copy: ", "Link: ")) for name in names)
    page = parsed(get("/compare/flying-bear?langs=de"))
    assert said(page.select_one("button.copy")) == "Copy: German, Fliegender Bär, NEW"


def test_a_wording_without_a_text_is_not_marked(database: Path, tmp_path: Path) -> None:
    path = tmp_path / "unknown.db"
    path.write_bytes(database.read_bytes())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE localizations SET text = NULL WHERE text LIKE '%does 1%'")
    answer = getting(path)("/compare/flying-bear?langs=en")
    older = parsed(answer).select_one("#in-en .older")
    assert "Its text is not known." in older.text
    assert not older.select("ins, del")


def test_labels_say_what_is_to_be_known_of_a_text(database: Path, tmp_path: Path) -> None:
    path = tmp_path / "labelled.db"
    path.write_bytes(database.read_bytes())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE card_rulings SET dated_by = 'release'")
        connection.execute("UPDATE localizations SET status = 'replaced' WHERE text LIKE '%heilt%'")
        connection.execute(
            "INSERT INTO ruling_texts (ruling_id, language_id, text, status)"
            " SELECT ruling_id, language_id, 'Better words.', 'correction' FROM ruling_texts"
        )
        connection.execute("UPDATE ruling_texts SET status = 'replaced' WHERE status IS NULL")

    get = getting(path)
    page = parsed(get("/card/flying-bear"))
    first = page.select_one(".rulings li")
    assert first.select_one(".rules").text == "Better words."
    labels = [said(label) for label in first.select(".tag-status")]
    assert labels == ["correction", "release date of the set", "replaced by a correction"]
    wordings = page.select("#in-de .wording .rules")
    assert ["heilt" in wording.text for wording in wordings] == [False, True]
    assert said(page.select_one("#in-de details .tag-status")) == "replaced by a correction"
    ruling = page.select_one(".rulings .permalink")["href"]
    page = parsed(get(ruling))
    assert "release date of the set" in page.select_one(".title").text


def test_a_ruling_says_its_cards_and_its_sources(get: Get, shared: str) -> None:
    page = parsed(get(f"/ruling/{shared}"))
    assert said(page.h1) == "Ruling on 2 cards"
    assert [said(card) for card in page.select(".shared a")] == ["Flying Bear", "Walking Bear"]
    assert [said(source) for source in page.select(".sources li")] == [
        "mtgjson NEW.json",
        "mtgjson OLD.json",
    ]
    sources = get(f"/ruling/{shared}.json").json()["sources"]
    assert set(sources[0]) == {"kind", "address", "version", "checksum", "read_at"}


def test_sets_stand_by_year_and_can_be_narrowed(get: Get) -> None:
    page = parsed(get("/sets"))
    assert [said(year) for year in page.select(".year h2")] == ["2020", "2019"]
    assert [said(known) for known in page.select(".set-list li")] == [
        "New Bears NEW, 2",
        "Old Bears OLD, 1",
    ]
    assert [known["code"] for known in get("/sets.json?kind=expansion").json()["sets"]] == ["NEW"]
    assert get("/sets.json?kind=nonsense").json() == {"sets": []}
    page = parsed(get("/sets?kind=nonsense"))
    assert "No set is of this kind." in page.main.text
    assert not page.select(".kinds [aria-current]")


def test_a_set_lists_its_cards_and_languages(get: Get) -> None:
    page = parsed(get("/set/NEW"))
    assert said(page.h1) == "New Bears NEW"
    assert [said(name) for name in page.select(".names li")] == ["Neue Bären de"]
    rows = [[said(cell) for cell in row.select("th, td")] for row in page.select("tbody tr")]
    assert rows == [
        ["10", "Flying Bear", "{1}{G/W}", "Creature — Bear", "2"],
        ["11", "Walking Bear", "{1}{G/W}", "Creature — Bear", "1"],
    ]
    shares = {link["href"]: said(link) for link in page.select(".shares a")}
    assert shares["/language/de?set=NEW"] == "Deutsch German"
    assert get("/set/new", follow_redirects=False).headers["location"] == "/set/NEW"
    assert get("/set/NOPE").status_code == 404


def test_a_set_names_its_cards_in_the_readers_language(get: Get) -> None:
    page = parsed(get("/set/NEW", headers={"Accept-Language": "de"}))
    assert said(page.select_one("tbody th")) == "Fliegender Bär Flying Bear"
    assert page.select_one("tbody th [lang=de]").text == "Fliegender Bär"


def test_languages_lead_to_what_is_missing(get: Get) -> None:
    page = parsed(get("/languages"))
    rows = [said(row.th) for row in page.select("tbody tr")]
    assert rows[:2] == ["English", "Deutsch German"]
    page = parsed(get("/language/de"))
    assert [said(cell) for cell in page.select("tbody tr")[0].select("th, td")] == [
        *("New Bears NEW, 2020", "1/2", "", "1/2", "0/2")
    ]
    assert page.select_one("tbody a")["href"] == "/language/de?set=NEW"


@pytest.mark.parametrize(
    ("asked", "current", "rows"),
    [
        ("", "Wording 1", ["11 Walking Bear no wording 1/1"]),
        ("&lacks=nonsense", "Wording 1", ["11 Walking Bear no wording 1/1"]),
        ("&lacks=wording", "Wording 1", ["11 Walking Bear no wording 1/1"]),
        ("&lacks=ruling", "Rulings 2", ["10 Flying Bear 2/2", "11 Walking Bear no wording 1/1"]),
    ],
)
def test_a_set_says_what_it_lacks_in_a_language(
    get: Get, asked: str, current: str, rows: list[str]
) -> None:
    page = parsed(get(f"/language/de?set=NEW{asked}"))
    assert [said(tab) for tab in page.select(".kinds a")] == ["Wording 1", "Rulings 2"]
    assert said(page.select_one(".kinds [aria-current]")) == current
    assert [said(row) for row in page.select("tbody tr")] == rows
    name = page.select_one("tbody a")
    assert name["href"] == f"/compare/{said(name).lower().replace(' ', '-')}?langs=en,de"


def test_where_no_wording_is_lacking_the_rulings_stand_first(get: Get) -> None:
    page = parsed(get("/language/de?set=OLD"))
    assert said(page.select_one(".kinds [aria-current]")) == "Rulings 1"
    assert [said(row) for row in page.select("tbody tr")] == ["9 Flying Bear 2/2"]
    assert not page.select("a[download]")


def test_the_json_of_a_set_has_all_that_is_lacking(get: Get) -> None:
    missing = get("/language/de.json?set=NEW").json()["missing"]
    assert (missing["wording"], missing["ruling"], missing["total"]) == (1, 2, 2)
    narrowed = get("/language/de.json?set=NEW&lacks=wording").json()["missing"]
    assert [card["name"] for card in narrowed["cards"]] == ["Walking Bear"]


def test_what_lacks_a_wording_is_a_table_to_fill_in(get: Get) -> None:
    link = parsed(get("/language/de?set=NEW")).select_one("a[download]")
    answer = get(link["href"])
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''NEW-de.csv"
    assert answer.content.decode("utf-8-sig").splitlines() == [
        "card,face,set,number,language,name,type_line,text",
        "Walking Bear,,NEW,11,de,,,",
    ]
    assert get("/language/German.csv?set=new").content == answer.content
    for address in ("/language/ko.csv?set=NEW", "/language/de.csv", "/language/de.csv?set=NOPE"):
        assert get(address).status_code == 404


def test_the_readers_name_of_a_card_stands_first(get: Get, shared: str) -> None:
    german = {"headers": {"Accept-Language": "de"}}
    both = "Fliegender Bär Flying Bear"
    for kind in ("card", "compare"):
        page = parsed(get(f"/{kind}/flying-bear", **german))
        assert said(page.h1) == both
        assert "Fliegender Bär (Flying Bear)" in page.title.text
    names = {said(name) for name in parsed(get("/card/flying-bear", **german)).select(".names li")}
    assert names == {"飛ぶ熊 ja", "דוב מעופף he"}
    page = parsed(get(f"/ruling/{shared}", **german))
    assert [said(card) for card in page.select(".shared li")] == [both, "Walking Bear"]
    page = parsed(get("/language/ja?set=NEW&lacks=ruling", **german))
    assert said(page.select_one("tbody th")) == f"{both} keine Fassung"


def test_a_language_is_found_by_its_tag_and_name(get: Get) -> None:
    for name in ("de-DE", "Deutsch", "German"):
        answer = get(f"/language/{name}", follow_redirects=False)
        assert answer.headers["location"] == "/language/de"
    assert get("/language/ko").status_code == 404
    assert get("/language/de?set=NOPE").status_code == 404


def test_what_is_said_about_the_data(get: Get) -> None:
    page = parsed(get("/about"))
    sources = [said(source.b) for source in page.select(".source-list li")]
    assert sources == ["NEW.json", "OLD.json"]
    problem = page.select_one("tbody tr")
    assert [said(cell) for cell in problem.select("th, td")] == ["odd bear", "1", "3"]
    assert problem.a["href"] == "/bears/problems?kind=odd+bear"
    assert get(problem.a["href"]).status_code == 200
    assert "Fan Content Policy" in page.select_one("main").text
    answer = get("/about.json").json()
    assert answer["counts"]["cards"] == 2
    assert answer["counts"]["rulings_in_english"] == answer["counts"]["rulings"] == 2
    assert answer["sources"][0]["as_of"] is None
    assert answer["problems"] == [{"kind": "odd bear", "entries": 1, "places": 3}]


def test_each_page_has_a_twin_in_json(get: Get, shared: str) -> None:
    addresses = ["/sets", "/set/NEW", "/languages", "/language/de", "/language/de?set=NEW"]
    addresses += [
        "/glossary",
        "/about",
        "/card/flying-bear",
        "/compare/flying-bear",
        f"/ruling/{shared}",
    ]
    for address in addresses:
        twin = parsed(get(address)).select_one("link[type='application/json']")["href"]
        answer = get(twin)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/json; charset=utf-8"
        assert answer.json()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_page_is_sound(get: Get, shared: str, language: str) -> None:
    addresses = ["/sets", "/set/OLD", "/languages", "/language/de", "/language/de?set=NEW"]
    addresses += ["/about", "/card/flying-bear", "/compare/flying-bear", f"/ruling/{shared}"]
    for address in addresses:
        page = parsed(get(address, headers={"Accept-Language": language}))
        ids = [tag["id"] for tag in page.find_all(id=True)]
        assert len(ids) == len(set(ids)), address
        levels = [int(heading.name[1]) for heading in page.select("h1, h2, h3, h4")]
        assert levels.count(1) == 1, address
        assert all(b - a <= 1 for a, b in zip([0, *levels], levels, strict=False)), address
        for link in page.select("main a[href^='#']"):
            assert page.find(id=link["href"][1:]), (address, link["href"])
        for table in page.find_all("table"):
            assert table.select("thead th[scope=col]"), address
            assert table.select("tbody th[scope=row]"), address
        for text in page.select(".wording, main .rules[id]"):
            assert text.get("lang"), address
            assert text.get("dir"), address
