"""Across languages: a word typed in one language reaches the rulings that are in English only."""

import sqlite3

import pytest

from rulings_db.retrieval.search import search

FLYING = ["飛行", "полёт", "vol", "fliegend", "Flugfähigkeit", "비행", "飞行", "voar", "volare"]


@pytest.fixture(scope="module")
def flying(whole: sqlite3.Connection) -> set[str]:
    """The English rulings that say "flying"."""
    rows = whole.execute(
        """
        SELECT rulings.ruling_id
        FROM ruling_texts
        JOIN rulings ON rulings.id = ruling_texts.ruling_id
        WHERE ' ' || replace(replace(replace(lower(text), '.', ' '), ',', ' '), '"', ' ') || ' '
            LIKE '% flying %'
        """
    )
    return {ruling for (ruling,) in rows}


@pytest.mark.parametrize("word", FLYING)
def test_a_keyword_finds_the_english_rulings_that_name_it(
    whole: sqlite3.Connection, flying: set[str], word: str
) -> None:
    hits = search(whole, f"{word} in:rulings", limit=0).hits
    through = [hit for hit in hits if hit.via]
    assert {hit.language for hit in through} == {"en"}
    found = {hit.ruling_id for hit in hits}
    assert len(found & flying) / len(flying) >= 0.95
    assert sum(hit.ruling_id in flying for hit in through[:20]) >= 18


def test_hits_through_another_language_stand_below_all_others(whole: sqlite3.Connection) -> None:
    vias = [hit.via is not None for hit in search(whole, "飛行", limit=0).hits]
    assert vias == sorted(vias)
    assert vias[0] is False
    assert vias[-1] is True


def test_what_is_marked_is_the_english_word(whole: sqlite3.Connection) -> None:
    hit = search(whole, "飛行 in:rulings").hits[0]
    assert hit.via == '飛行 → "flying"'
    assert {hit.text[start:end].lower() for start, end in hit.matches} == {"flying"}


@pytest.mark.parametrize(
    "query", ["飛行 lang:ja", "飛行 xlang:off", "飛行 in:cards", "飛行 in:names"]
)
def test_it_can_be_turned_off(whole: sqlite3.Connection, query: str) -> None:
    assert not any(hit.via for hit in search(whole, query, limit=0).hits)


def test_conditions_hold_across_languages(whole: sqlite3.Connection) -> None:
    hits = search(whole, "飛行 in:rulings year:2014", limit=0).hits
    assert hits
    assert all(any(date.startswith("2014") for date in hit.dates) for hit in hits)


def test_an_english_word_is_not_translated(whole: sqlite3.Connection) -> None:
    assert not any(hit.via for hit in search(whole, "creature", limit=200).hits)
    assert not any(hit.via for hit in search(whole, "come", limit=0).hits)
