"""Marking what was found in the text as it came."""

from hypothesis import given
from hypothesis import strategies as st

from rulings_db.retrieval.highlight import Pattern, find, snippet


def _pattern(*terms: str, prefix: bool = False) -> Pattern:
    return Pattern(tuple(frozenset((term,)) for term in terms), prefix)


def _marked(text: str, *patterns: Pattern, chinese: bool = False) -> list[str]:
    spans, _ = find(text, patterns, chinese)
    return [text[start:end] for start, end in spans]


def test_a_word_is_marked_as_it_stands_in_the_text() -> None:
    assert _marked("Gains Flugfähigkeit.", _pattern("flugfahigkeit")) == ["Flugfähigkeit"]


def test_any_form_of_a_word_is_marked() -> None:
    forms = Pattern((frozenset(("manifest", "manifested")),))
    assert _marked("Manifested, or to manifest", forms) == ["Manifested", "manifest"]


def test_a_phrase_is_marked_whole() -> None:
    assert _marked("飛行、飛ぶ、飛行", _pattern("飛", "行")) == ["飛行", "飛行"]


def test_no_phrase_is_marked_over_a_space() -> None:
    assert _marked("비 행, 비행", _pattern("비", "행")) == ["비행"]


def test_a_prefix_marks_the_whole_word() -> None:
    assert _marked("a manifested card", _pattern("manif", prefix=True)) == ["manifested"]


def test_traditional_is_marked_where_simplified_was_asked() -> None:
    assert _marked("具有飛行", _pattern("飞", "行"), chinese=True) == ["飛行"]


def test_matches_that_touch_are_one() -> None:
    assert _marked("飛行", _pattern("飛"), _pattern("行")) == ["飛行"]


def test_patterns_that_were_found_are_counted() -> None:
    _, found = find("first strike", [_pattern("first"), _pattern("trample")], False)
    assert found == 1


def test_nothing_is_found_in_nothing() -> None:
    assert find("", [_pattern("a")], False) == ([], 0)
    assert find("text", [], False) == ([], 0)


def test_a_snippet_is_html_with_the_match_marked() -> None:
    assert snippet("<b> & flying", [(6, 12)]) == "&lt;b&gt; &amp; <mark>flying</mark>"


def test_a_snippet_of_a_long_text_is_cut_around_the_match() -> None:
    text = "before " * 40 + "flying" + " after" * 40
    assert snippet(text, [(280, 286)], width=40) == (
        "…before <mark>flying</mark> after after after af…"
    )


@given(st.text(max_size=60), st.text(min_size=1, max_size=3), st.booleans())
def test_spans_are_apart_and_in_order(text: str, term: str, prefix: bool) -> None:
    spans, _ = find(text, [_pattern(term, prefix=prefix), _pattern("a")], False)
    last = -1
    for start, end in spans:
        assert last < start < end <= len(text)
        last = end


@given(st.text("ab <&>", max_size=500), st.integers(1, 50))
def test_a_snippet_never_opens_a_tag_of_the_text(text: str, width: int) -> None:
    spans, _ = find(text, [_pattern("a")], False)
    bare = snippet(text, spans, width).replace("<mark>", "").replace("</mark>", "")
    assert "<" not in bare
    assert ">" not in bare
