"""Differences between two wordings: by word, by character where words are not spaced, and none
where only quotes, dashes, spaces or the writing of symbols differ."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings_db.catalog.differences import LONGEST, differ, same


def marked(old: str, new: str) -> str | None:
    """The difference with what was left out in [-...-] and what is new in {+...+}."""
    pieces = differ(old, new)
    if pieces is None:
        return None
    marks = {"same": "%s", "old": "[-%s-]", "new": "{+%s+}"}
    return "".join(marks[piece.kind] % piece.text for piece in pieces)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "When Mistform comes into play, it becomes an Aura.",
            "When Mistform enters the battlefield, it becomes an Aura.",
            "When Mistform [-comes into play-]{+enters the battlefield+}, it becomes an Aura.",
        ),
        (
            "{T}: Add {G} to your mana pool.",
            "{T}: Add {G}.",
            "{T}: Add {G}[- to your mana pool-].",
        ),
        (
            "Target creature gets +1/+1.",
            "Target creature gets +2/+2.",
            "Target creature gets [-+1/+1-]{++2/+2+}.",
        ),
        ("Flying", "Flying, vigilance", "Flying{+, vigilance+}"),
        (
            "霧変化が場に出たとき、引く。",
            "霧変化が戦場に出たとき、引く。",
            "霧変化が{+戦+}場に出たとき、引く。",
        ),
        (
            "당신은 카드를 뽑는다.",
            "당신은 카드 두 장을 뽑는다.",
            "당신은 카드[-를-]{+ 두 장을+} 뽑는다.",
        ),
        ("Летает.\nБдительность", "Летает", "Летает[-.\nБдительность-]"),
    ],
)
def test_what_changed_is_marked(old: str, new: str, expected: str) -> None:
    assert marked(old, new) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("It's 1/1", "It’s 1/1"),
        ('a "word" - so', "a “word” – so"),
        ("two  spaces", "two spaces"),
        ("{(r/w)} or {RW}", "{R/W} or {R/W}"),
        ("zero\u200bwidth", "zerowidth"),
    ],
)
def test_what_identity_does_not_tell_apart_is_no_difference(old: str, new: str) -> None:
    assert same(old, new)


def test_quotes_in_a_text_that_changed_elsewhere_stand_unmarked() -> None:
    assert marked("It's a bear now.", "It’s a wolf now.") == "It’s a [-bear-]{+wolf+} now."


def test_words_shared_by_chance_do_not_break_a_change_up() -> None:
    old = "Tap target creature of an opponent, and it stays tapped."
    new = "Tap target artifact or a land you control, and it stays tapped."
    assert marked(old, new) == (
        "Tap target [-creature of an opponent-]{+artifact or a land you control+},"
        " and it stays tapped."
    )


def test_a_text_written_anew_is_not_marked_at_all() -> None:
    assert marked("Tap to add one green mana to your pool.", "Basic Land") is None


def test_an_empty_text_becomes_all_new_and_back() -> None:
    assert marked("", "Flying") == "{+Flying+}"
    assert marked("Flying", "") == "[-Flying-]"
    assert marked("", "") == ""


def test_a_text_too_long_is_not_compared() -> None:
    assert differ("a" * (LONGEST + 1), "a") is None


def test_the_longest_texts_are_compared_in_a_blink() -> None:
    old, new = "a b c d e " * (LONGEST // 10), "b e a d c " * (LONGEST // 10)
    started = time.process_time()
    differ(old, new)
    assert time.process_time() - started < 2


words = st.text(alphabet="ab'{}T/ \n,予示\u200b", max_size=40)


@given(words, words)
def test_the_new_text_is_there_whole_and_the_old_but_for_what_is_no_difference(
    old: str, new: str
) -> None:
    pieces = differ(old, new)
    if pieces is not None:
        assert "".join(piece.text for piece in pieces if piece.kind != "old") == new
        before = "".join(piece.text for piece in pieces if piece.kind != "new")
        assert same(before, old)
