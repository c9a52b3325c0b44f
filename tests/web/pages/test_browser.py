"""The pages as people use them: a real server, a real browser, and no error on its console."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Open = Callable[..., Any]
Serve = Callable[..., Any]

JAPANESE_PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "ja-JP"}


def heading(page: Any) -> str:
    return str(page.get_by_role("heading", level=1).inner_text())


def search_to_comparison(page: Any, address: str, narrow: bool = False) -> None:
    """Search in Japanese, narrow to cards, open Cloudform, compare German with Japanese."""
    page.goto(address)
    page.get_by_role("searchbox").or_(page.get_by_role("combobox")).fill("予示")
    page.get_by_role("button", name="Search").click()
    if narrow:
        page.get_by_text("Narrow down").click()
    page.get_by_role("complementary").get_by_role("link", name="Cards").click()
    page.get_by_role("link", name="Remove Cards").wait_for()
    page.get_by_role("link", name="雲変化", exact=True).click()
    assert heading(page) == "Cloudform"
    page.get_by_role("link", name="Compare languages").click()
    page.get_by_text("Choose languages").click()
    page.get_by_label("Deutsch").check()
    page.get_by_label("日本語").check()
    page.get_by_role("button", name="Compare").click()
    columns = page.locator("section.column")
    assert columns.count() == 2
    assert "Wolkenform ins Spiel kommt" in columns.nth(0).inner_text()
    assert "オーラになる" in columns.nth(1).inner_text()


def test_from_a_japanese_word_to_a_comparison(page: Any, address: str) -> None:
    search_to_comparison(page, address)
    left, right = (page.locator("section.column").nth(n).bounding_box() for n in (0, 1))
    assert left["y"] == right["y"]


def test_the_same_without_javascript(plain: Any, address: str) -> None:
    search_to_comparison(plain, address)


def test_the_same_on_a_phone(phone: Any, address: str) -> None:
    search_to_comparison(phone, address, narrow=True)
    upper, lower = (phone.locator("section.column").nth(n).bounding_box() for n in (0, 1))
    assert upper["x"] == lower["x"]


def test_a_judge_on_a_phone_in_japanese(open_page: Open, address: str) -> None:
    """She types a phrase and reads rulings in her language, dated, then the English ones."""
    with open_page(**JAPANESE_PHONE) as page:
        page.goto(address)
        assert page.locator("html").get_attribute("lang") == "ja"
        page.get_by_role("combobox").fill("Xとして0を選ぶ")
        page.keyboard.press("Enter")
        page.wait_for_url("**/?q=X*")
        hit = page.locator(".hit").first
        assert "Xとして0を選ぶ" in hit.locator(".snippet").inner_text()
        assert hit.locator(".snippet").get_attribute("lang") == "ja"
        assert hit.locator("time").get_attribute("datetime") == "2014-11-24"
        hit.get_by_role("link", name="野生呼び", exact=True).click()
        assert page.locator("h1").get_attribute("lang") == "ja"
        day = page.locator("#rulings h3 time").first
        assert day.get_attribute("datetime") == "2014-11-24"
        rulings = page.locator("#rulings .rules")
        assert {rulings.nth(n).get_attribute("lang") for n in range(rulings.count())} == {
            "ja",
            "en",
        }


def test_a_translator_compares_and_copies(open_page: Open, address: str) -> None:
    with open_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{address}/compare/cloudform?langs=de,fr")
        column = page.locator("#in-de")
        column.get_by_role("button", name="Copy").first.click()
        page.locator("#said", has_text="Copied").wait_for(state="attached")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith("Wolkenform\n")
        assert "ins Spiel kommt" in copied


def test_a_reader_of_the_glossary(open_page: Open, serve: Serve, corpus_db: Path) -> None:
    """A Japanese word leads to what it is called in German, and to a card that says so."""
    with serve(corpus_db) as address, open_page() as page:
        page.goto(address)
        page.get_by_role("link", name="Glossary").click()
        page.locator("#term").fill("飛行")
        page.keyboard.press("Enter")
        page.wait_for_url("**/glossary?term=*")
        assert page.locator("dd [lang=de]").first.inner_text().lower() == "fliegend"
        page.locator("dd a[lang=de]").first.click()
        assert "/card/" in page.url


@pytest.mark.parametrize("width", [320, 390, 768, 1280, 2560])
def test_no_page_is_wider_than_the_screen(
    page: Any, address: str, kinds: dict[str, str], width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in kinds.values():
        page.goto(address + path)
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_with_the_keyboard_alone(page: Any, address: str) -> None:
    page.goto(f"{address}/card/cloudform")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("Ghast")
    page.get_by_role("option", name="Ghastly Conscription").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/card/ghastly-conscription")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"


def test_a_slash_leads_to_the_search_field(page: Any, address: str) -> None:
    page.goto(f"{address}/?q=manifest")
    page.keyboard.press("/")
    page.keyboard.type("1/1")
    assert page.get_by_role("combobox").input_value() == "1/1"


def test_facets_are_chosen_with_the_keyboard(page: Any, address: str) -> None:
    """What was chosen keeps the focus, and the number of hits is said."""
    page.goto(f"{address}/?q=manifest")
    link = page.get_by_role("complementary").get_by_role("link", name="Rulings")
    link.focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Remove Rulings").wait_for()
    assert "Rulings" in page.evaluate("document.activeElement.textContent")
    hits = page.locator(".hit").count()
    assert page.locator("#said").inner_text() == f"{hits} hits: manifest"
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Remove Rulings").wait_for(state="detached")


def test_the_hits_can_be_reached_without_the_facets(page: Any, address: str) -> None:
    page.goto(f"{address}/?q=manifest")
    focused = []
    while "Skip to the hits" not in focused:
        page.keyboard.press("Tab")
        focused.append(page.evaluate("document.activeElement.textContent"))
        assert len(focused) < 9, focused
    assert page.evaluate("document.activeElement.getBoundingClientRect().width") > 50
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.hit') !== null")


def test_what_has_the_focus_shows_it(page: Any, address: str) -> None:
    page.goto(f"{address}/?q=manifest")
    for _ in range(25):
        page.keyboard.press("Tab")
        style = page.evaluate(
            "(({outlineStyle, outlineWidth}) => [outlineStyle, outlineWidth])"
            "(getComputedStyle(document.activeElement))"
        )
        assert style == ["solid", "3px"], page.evaluate("document.activeElement.outerHTML")


def test_suggestions_follow_the_combobox_pattern(page: Any, address: str) -> None:
    page.goto(address)
    field = page.get_by_role("combobox")
    assert field.get_attribute("aria-expanded") == "false"
    field.fill("Wolken")
    page.get_by_role("option", name="Wolkenform Cloudform").wait_for()
    assert field.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    option = page.locator(f"#{field.get_attribute('aria-activedescendant')}")
    assert option.get_attribute("aria-selected") == "true"
    page.keyboard.press("Escape")
    assert page.get_by_role("listbox").is_hidden()
    assert field.get_attribute("aria-activedescendant") is None
    assert field.input_value() == "Wolken"
    page.keyboard.press("Enter")
    page.wait_for_url("**/?q=Wolken")


def test_searches_do_not_load_the_page_anew(page: Any, address: str) -> None:
    page.goto(address)
    page.evaluate("window.stays = true")
    page.get_by_role("combobox").fill("in:rulings")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?q=in%3Arulings")
    page.locator(".hit").first.wait_for()
    assert page.title() == "in:rulings · Rulings"
    page.get_by_role("link", name="Newest").click()
    page.wait_for_url("**/?q=in%3Arulings&sort=date")
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**/?q=in%3Arulings&sort=date&page=2")
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.activeElement.tagName") == "H1"
    assert page.evaluate("window.stays")
    page.get_by_role("combobox").fill("Wolken")
    page.get_by_role("option", name="Cloudform").wait_for()


def test_back_and_forward_lead_where_one_was(page: Any, address: str) -> None:
    page.goto(f"{address}/?q=in:rulings")
    page.evaluate("window.stays = true")
    first = page.locator(".hit h2").first.inner_text()
    page.get_by_role("link", name="Next").scroll_into_view_if_needed()
    there = page.evaluate("scrollY")
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**page=2")
    page.go_back()
    page.locator(".pages", has_text="Page 1").wait_for()
    assert abs(page.evaluate("scrollY") - there) < 2
    assert page.locator(".hit h2").first.inner_text() == first
    page.go_forward()
    page.locator(".pages", has_text="Page 2").wait_for()
    assert page.evaluate("window.stays")


def test_of_two_searches_the_later_is_shown(open_page: Open, address: str) -> None:
    with open_page(service_workers="block") as page:
        held: list[Any] = []
        page.route("**/*kind=ruling*", lambda route: held.append(route))
        page.goto(f"{address}/?q=manifest")
        facets = page.get_by_role("complementary")
        facets.get_by_role("link", name="Rulings").click()
        facets.get_by_role("link", name="Cards").click()
        page.get_by_role("link", name="Remove Cards").wait_for()
        for route in held:
            route.continue_()
        page.wait_for_timeout(300)
        assert page.get_by_role("link", name="Remove Cards").is_visible()
        assert page.url.endswith("?q=manifest&kind=card")


def test_where_fetching_fails_the_browser_goes_by_itself(open_page: Open, address: str) -> None:
    with open_page(service_workers="block", forgiving="net::ERR_FAILED") as page:
        page.route(
            "**/*kind=ruling*",
            lambda route: (
                route.abort() if route.request.resource_type == "fetch" else route.continue_()
            ),
        )
        page.goto(f"{address}/?q=manifest")
        page.get_by_role("complementary").get_by_role("link", name="Rulings").click()
        page.get_by_role("link", name="Remove Rulings").wait_for()
        assert page.url.endswith("?q=manifest&kind=ruling")


def test_links_opened_elsewhere_are_left_to_the_browser(page: Any, address: str) -> None:
    page.goto(f"{address}/?q=manifest")
    with page.context.expect_page() as other:
        page.get_by_role("link", name="Newest").click(modifiers=["Control"])
    other.value.wait_for_load_state()
    assert other.value.url.endswith("sort=date")
    assert page.url.endswith("/?q=manifest")


def test_facets_are_tucked_away_on_a_phone(phone: Any, address: str) -> None:
    phone.goto(f"{address}/?q=manifest")
    facets = phone.get_by_role("complementary")
    assert facets.get_by_role("link", name="Rulings").is_hidden()
    assert phone.locator(".hit").first.bounding_box()["y"] < 300
    phone.get_by_text("Narrow down").tap()
    facets.get_by_role("link", name="Rulings").tap()
    phone.get_by_role("link", name="Remove Rulings").wait_for()
    assert facets.get_by_role("link", name="Cards").is_visible()


def test_motion_is_reduced_where_asked_for(open_page: Open, address: str) -> None:
    for wanted, behavior in (("reduce", "auto"), ("no-preference", "smooth")):
        with open_page(reduced_motion=wanted) as page:
            page.goto(address)
            shown = page.evaluate("getComputedStyle(document.documentElement).scrollBehavior")
            assert shown == behavior


def test_print_leaves_out_what_is_only_for_the_screen(page: Any, address: str) -> None:
    page.goto(f"{address}/?q=manifest")
    page.emulate_media(media="print")
    assert page.get_by_role("searchbox").or_(page.get_by_role("combobox")).is_hidden()
    assert page.locator(".facets").is_hidden()
    assert page.locator(".hit").first.is_visible()


def test_datasettes_own_pages_work_under_their_policy(
    page: Any, address: str, sample_db: Path
) -> None:
    page.goto(f"{address}/{sample_db.stem}/card_texts?_search=予示")
    assert page.locator("table.rows-and-columns tbody tr").count() > 0
    assert page.locator(".facet-results").count() > 0


def test_nothing_is_asked_of_anybody_else(page: Any, address: str, kinds: dict[str, str]) -> None:
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    for path in kinds.values():
        page.goto(address + path)
    assert all(url.startswith((address, "data:")) for url in asked)


def test_the_first_page_is_small(page: Any, address: str) -> None:
    """With all it loads, what is kept for later included."""
    answers: list[Any] = []
    page.context.on("response", lambda response: answers.append(response))
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_load_state("networkidle")
    sizes = [answer.request.sizes() for answer in answers]
    total = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    assert 10_000 < total < 150_000


def test_the_help_has_examples_that_are_understood(page: Any, address: str) -> None:
    """Every example that is a link gives no warning, but where it names what the sample lacks."""
    page.goto(f"{address}/help")
    links = page.locator("main td a")
    examples = {links.nth(n).get_attribute("href") for n in range(links.count())}
    assert len(examples) > 50
    page.goto(address)
    links = page.locator(".help dt a")
    examples |= {links.nth(n).get_attribute("href") for n in range(links.count())}
    for path in sorted(examples):
        told = page.request.get(address + path.replace("/?", "/search.json?")).json()["warnings"]
        absent = ("is known as", "nothing has")
        assert not [said for said in told if not any(part in said for part in absent)], path


def test_texts_of_sources_do_nothing(open_page: Open, serve: Serve, hostile_db: Path) -> None:
    """Not on a page, nor where scripts show them: in suggestions, after a search, among the saved
    pages."""
    with serve(hostile_db) as address, open_page() as page:
        page.on("dialog", lambda dialog: pytest.fail(dialog.message))
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.get_by_role("combobox").fill("<script>al")
        page.get_by_role("option").first.wait_for()
        page.keyboard.press("Enter")
        page.wait_for_url("**/?q=*")
        page.get_by_role("combobox").fill("alert")
        page.keyboard.press("Enter")
        page.wait_for_url("**/?q=alert")
        for link in page.locator(".hit a").all():
            page.goto(address + link.get_attribute("href"))
            page.go_back()
        page.goto(f"{address}/saved")
        page.locator("#kept a").nth(3).wait_for()
        page.wait_for_timeout(300)
        assert page.locator("main script, main img").count() == 0
