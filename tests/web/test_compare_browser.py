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
