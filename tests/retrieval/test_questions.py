"""Questions: what is found where no text has all that was asked."""

import sqlite3

import pytest

from rulings_db.language.function_words import (
    FUNCTION_WORDS,
    between_function_words,
    is_only_function_words,
)
from rulings_db.language.query_language import likely_language
from rulings_db.language.tokenize import tokens
from rulings_db.retrieval.search import Results, search


def told(results: Results) -> list[str]:
    return [str(warning) for warning in results.warnings]


# Function words

LIKELY = [
    ("how does morph work", "en"),
    ("wie funktioniert morph", "de"),
    ("est-ce que je peux bloquer avec une creature", "fr"),
    ("puedo bloquear con una criatura", "es"),
    ("posso bloccare con una creatura", "it"),
    ("posso bloquear com uma criatura", "pt"),
    ("может ли существо блокировать", "ru"),
]


@pytest.mark.parametrize(("question", "language"), LIKELY)
def test_a_question_tells_its_language(question: str, language: str) -> None:
    assert likely_language(question.split(), "en") == language


def test_words_of_no_language_are_taken_in_the_readers() -> None:
    assert likely_language(["morph", "trample"], "fr") == "fr"


def test_function_words_are_words_of_the_index() -> None:
    """Folded, and one term each; else they would never be met in a query."""
    words = sorted(set().union(*FUNCTION_WORDS.values()))
    assert len(words) > 700
    assert [word for word in words if len([t for t in tokens(word) if len(t) > 1]) > 1] == []


@pytest.mark.parametrize(
    ("text", "language", "parts"),
    [
        ("接死とトランプル", "ja", ["接死", "トランプル"]),
        ("什么是先攻", "zhs", ["先攻"]),
        ("什麼是先攻", "zht", ["先攻"]),
    ],
)
def test_unspaced_text_is_cut_at_function_words(text: str, language: str, parts: list[str]) -> None:
    assert between_function_words(text, language) == parts


def test_a_name_of_function_words_is_known_as_such() -> None:
    assert is_only_function_words("Who")
    assert is_only_function_words("what is")
    assert not is_only_function_words("Cloudform")
    assert not is_only_function_words("what bear")


# On the sample


def test_most_of_what_was_asked_is_found_rulings_first(sample: sqlite3.Connection) -> None:
    results = search(sample, "can an opponent look at a manifested planeswalker card")
    assert results.hits[0].kind == "ruling"
    assert "manifest" in results.hits[0].text
    kinds = [hit.kind for hit in search(sample, "does a manifested dragon fly", limit=0).hits]
    assert kinds == sorted(kinds, reverse=True)


def test_what_was_left_out_is_told(sample: sqlite3.Connection) -> None:
    assert told(search(sample, "does a manifested xyzzy fly")) == [
        'nothing answers "does a manifested xyzzy fly" well; this comes closest',
        "left out: does, a, xyzzy, fly",
    ]


def test_a_query_that_all_its_words_answer_is_answered_by_them(sample: sqlite3.Connection) -> None:
    results = search(sample, "manifested creature")
    assert results.total > 0
    assert told(results) == []


def test_conditions_hold_for_answers_too(sample: sqlite3.Connection) -> None:
    results = search(sample, "does a manifested dragon fly in:rulings lang:en", limit=0)
    assert {(hit.kind, hit.language) for hit in results.hits} == {("ruling", "en")}


@pytest.mark.parametrize("query", ["xyzzy", "xyzzy plugh", "how does xyzzy work"])
def test_what_nobody_knows_is_not_answered(sample: sqlite3.Connection, query: str) -> None:
    assert search(sample, query).total == 0


# On the whole corpus

ASKED = [
    ("Wie funktioniert Morph", "de", ["morph"]),
    ("what is scry", "en", ["scr"]),
    ("接死とトランプル", "ja", ["deathtouch", "trample"]),
    ("does hexproof stop a board wipe", "en", ["hexproof"]),
    ("Kann ich eine Kreatur mit Fluchsicherheit opfern", "de", ["hexproof", "sacrific"]),
    ("Может ли существо с полётом блокировать существо без полёта", "ru", ["flying", "block"]),
    ("puis-je relancer un sort avec le flashback depuis l'exil", "fr", ["flashback"]),
]


@pytest.mark.parametrize(("question", "reader", "words"), ASKED)
def test_a_question_in_any_language_is_answered_by_rulings(
    whole: sqlite3.Connection, question: str, reader: str, words: list[str]
) -> None:
    (first, *_) = search(whole, question, limit=1, reader=reader).hits
    assert first.kind == "ruling"
    assert [word for word in words if word not in first.text.lower()] == []


def test_a_card_named_in_a_question_is_what_it_is_about(whole: sqlite3.Connection) -> None:
    results = search(whole, "does lightning bolt kill an indestructible tarmogoyf", limit=5)
    assert {hit.card_name for hit in results.hits} <= {"Lightning Bolt", "Tarmogoyf"}


def test_a_card_called_by_a_question_word_answers_no_question(whole: sqlite3.Connection) -> None:
    for question in ("what is scry", "what is the stack", "who pays for ward"):
        names = {hit.card_name for hit in search(whole, question).hits}
        assert "Who // What // When // Where // Why" not in names
