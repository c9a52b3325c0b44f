"""Comparing in a real browser: one language at a time on a phone, all of them on a desktop, and a
text copied as its source has it."""

from typing import Any


def shown(page: Any) -> list[str]:
    """The languages whose columns are seen."""
    columns = page.locator("#texts > .column").all()
    return [column.get_attribute("id") for column in columns if column.is_visible()]


def test_a_phone_switches_between_languages(plain: Any, address: str) -> None:
    plain.set_viewport_size({"width": 390, "height": 844})
    plain.goto(f"{address}/compare/cloudform?langs=en,de,ja")
    assert shown(plain) == ["in-en", "in-de", "in-ja"]
    plain.click(".switch a[href='#in-ja']")
    assert shown(plain) == ["in-ja"]
    plain.click("#in-ja .tools a")
    assert shown(plain) == ["in-ja"]
    plain.click(".switch a[href='#texts']")
    assert shown(plain) == ["in-en", "in-de", "in-ja"]


def test_the_language_that_a_phone_shows_is_marked(phone: Any, address: str) -> None:
    """Its heading stands below the row of languages, which takes little of the screen."""
    phone.goto(f"{address}/compare/cloudform")
    row = phone.locator("nav.switch")
    current = row.locator("[aria-current]")
    assert current.all_inner_texts() == ["All"]
    for code, native in (("de", "Deutsch"), ("zht", "繁體中文")):
        row.locator(f"a[href='#in-{code}']").tap()
        row.locator("[aria-current]", has_text=native).wait_for()
        assert current.count() == 1
        phone.wait_for_timeout(600)
        box, pill = row.bounding_box(), current.bounding_box()
        assert box["height"] < 70
        assert 0 <= box["y"] < 3
        assert 0 <= pill["x"] < pill["x"] + pill["width"] <= 390
        heading = phone.locator(f"#in-{code} h2").bounding_box()
        assert box["height"] <= heading["y"] < 200
    phone.locator("#in-zht .tools a").first.tap()
    assert current.all_inner_texts() == ["繁體中文"]
    row.locator("a[href='#texts']").tap()
    row.locator("[aria-current]", has_text="All").wait_for()


def test_a_button_says_that_it_has_copied(open_page: Any, address: str) -> None:
    with open_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{address}/compare/cloudform?langs=de")
        button = page.get_by_role("button", name="German, Wolkenform").first
        label = button.locator("span").first
        for _ in range(2):
            button.click()
            assert label.inner_text() == "Copied"
        page.wait_for_timeout(2300)
        assert label.inner_text() == "Copy"


def test_a_printed_card_says_where_it_is_from_and_hides_nothing(page: Any, address: str) -> None:
    page.goto(f"{address}/card/cloudform")
    source = page.locator(".on-paper")
    assert source.is_hidden()
    assert page.locator("#wordings details").count() > 0
    folded = page.locator("#wordings details .wording").first
    assert folded.is_hidden()
    page.emulate_media(media="print")
    assert source.inner_text().startswith(f"{address}/card/cloudform · Sources read on 20")
    assert folded.bounding_box()["height"] > 20


def test_a_desktop_shows_all_columns_side_by_side(page: Any, address: str) -> None:
    page.goto(f"{address}/compare/cloudform?langs=en,de,ja#in-ja")
    assert shown(page) == ["in-en", "in-de", "in-ja"]
    # All at one moment: the page may be on its way to the language in the address.
    tops = page.evaluate(
        "[...document.querySelectorAll('#texts > .column')].map(c => c.getBoundingClientRect().top)"
    )
    assert len(tops) == 3
    assert len(set(tops)) == 1
    assert not page.locator(".switch").is_visible()


def test_a_text_is_copied_as_its_source_has_it(open_page: Any, address: str) -> None:
    granted = ["clipboard-read", "clipboard-write"]
    with open_page(permissions=granted) as page:
        page.goto(f"{address}/compare/cloudform?langs=de")
        page.click("#in-de button.copy >> nth=0")
        copied = page.evaluate("navigator.clipboard.readText()")
    lines = [line for line in copied.splitlines() if line]
    assert lines[0] == "Wolkenform"
    assert lines[-1] == "Die verzauberte Kreatur hat Flugfähigkeit und Fluchsicherheit."
