"""Cards that are not like the others: several of one name, of two faces, with figures, with one
text, with an older one. What their pages and the search show of them."""

from typing import Any

import pytest

from tests.invented_sets import a_card, a_set, build_sets, foreign
from tests.web.answers import Get, getting, parsed, said


def german(name: str, face: str | None = None) -> list[dict[str, Any]]:
    """The foreign wordings of a card, or one face of it, in German only."""
    return [foreign("German", name, "Text.", faceName=face)]


TOLD = [{"date": "2020-02-02", "text": "Night is a face of a bear."}]


@pytest.fixture(scope="module")
def get(tmp_path_factory: pytest.TempPathFactory) -> Get:
    cards = [
        a_card("2a", "Twin Bear", "1" * 8),
        a_card("10b", "Twin Bear", "2" * 8),
        a_card("3", "Plain Bear", power="1+*", toughness="0"),
        a_card("4", "Walking Bear", type="Legendary Planeswalker — Bear", loyalty="X"),
        a_card(
            "5",
            "Day // Night",
            layout="adventure",
            faceName="Day",
            side="a",
            rulings=TOLD,
            foreignData=german("Tag // Nacht", "Tag"),
        ),
        a_card(
            "5",
            "Day // Night",
            layout="adventure",
            faceName="Night",
            side="b",
            rulings=TOLD,
            foreignData=german("Tag // Nacht", "Nacht"),
        ),
        a_card(
            "6",
            "Changed Bear",
            originalText="Growls when it comes into play.",
            originalType="Summon — Bear",
        ),
    ]
    return getting(build_sets(tmp_path_factory.mktemp("odd") / "odd.db", [a_set("ODD", cards)]))


def test_of_cards_that_share_a_name_one_is_chosen_by_its_number(get: Get) -> None:
    for kind in ("card", "compare"):
        answer = get(f"/{kind}/twin bear")
        assert answer.status_code == 300
        page = parsed(answer)
        assert said(page.h1) == "Which card?"
        links = page.select("main li a")
        assert [said(link) for link in links] == ["Twin Bear ODD 2a", "Twin Bear ODD 10b"]
        assert len({link["href"] for link in links}) == 2
        for link in links:
            assert link["href"].startswith(f"/{kind}/twin-bear-")
            assert get(link["href"]).status_code == 200
    answer = get("/card/twin-bear.json")
    assert answer.status_code == 300
    assert [card["printing"] for card in answer.json()["cards"]] == ["ODD 2a", "ODD 10b"]
    assert "is the name of 2 cards" in answer.json()["error"]


@pytest.mark.parametrize(
    ("address", "label"),
    [("plain-bear", "Power and toughness: 1+*/0"), ("walking-bear", "Loyalty: X")],
)
def test_the_figures_of_a_card_stand_at_its_end(get: Get, address: str, label: str) -> None:
    for kind in ("card", "compare"):
        page = parsed(get(f"/{kind}/{address}"))
        figures = page.select(".wording .figure b")
        assert [figure["aria-label"] for figure in figures] == [label]
        assert figures[0].text == label.partition(": ")[2]
    assert not parsed(get("/card/changed-bear")).select(".figure")


def test_a_card_with_one_text_has_no_empty_section(get: Get) -> None:
    page = parsed(get("/card/plain-bear"))
    assert not page.select("#wordings, a[href='#wordings']")
    page = parsed(get("/card/changed-bear"))
    assert page.select("#wordings .wording, a[href='#wordings']")


def test_both_faces_stand_in_the_readers_language(get: Get) -> None:
    page = parsed(get("/card/day-night", headers={"Accept-Language": "de"}))
    assert said(page.h1) == "Tag // Nacht Day // Night"
    assert page.h1["lang"] == "de"
    assert page.h1.span["lang"] == "en"
    assert page.title.text == "Tag // Nacht (Day // Night) · Rulings"
    assert not page.select(".names li")


def test_a_hit_names_its_card_once(get: Get) -> None:
    page = parsed(get("/?q=night in:rulings"))
    assert [said(heading) for heading in page.select(".hit h2")] == ["Day // Night"]
    page = parsed(get("/?q=nacht"))
    assert [said(heading) for heading in page.select(".hit h2")][:1] == ["Nacht Day // Night"]


def test_a_hit_in_an_older_wording_says_so(get: Get) -> None:
    page = parsed(get('/?q="comes into play"'))
    assert said(page.select_one(".hit .tag-status")) == "older wording: ODD"
    assert not parsed(get("/?q=Changed")).select(".hit .tag-status")


def test_searches_that_were_perhaps_meant_stand_above_the_hits(get: Get) -> None:
    offers = get("/search.json?q=day face").json()["instead"]
    assert offers
    page = parsed(get("/?q=day face"))
    links = page.select(".instead a")
    assert [said(link) for link in links] == [offer["query"] for offer in offers]
    asked = get(links[0]["href"].replace("/?", "/search.json?")).json()
    assert asked["total"] == offers[0]["total"]
