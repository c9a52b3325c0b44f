"""From another language to English: which English words a typed word stands for, so that a search
reaches rulings that exist in English only.

The glossary goes first, then the lexicon, then other forms of the word; what none of them is sure
of is not translated.
"""

import json
import sqlite3
from collections.abc import Collection
from typing import NamedTuple

from ingest.languages import BY_CODE
from rulings_db.database.schema import ENGLISH, is_chinese
from rulings_db.language.stems import stem
from rulings_db.language.tokenize import name_key, phrase_key

KEPT = 3
"""The most English terms that a typed word is searched as."""

_SURE = 0.5
_NEAR_BEST = 0.95
_OTHER_FORM = 0.9


class Translation(NamedTuple):
    """An English term for something typed: `english` is a phrase of folded terms, `language` the
    code of the language it was typed in, `score` from 0 to 1, `via` says so for people."""

    typed: str
    language: str
    english: str
    score: float

    @property
    def via(self) -> str:
        return f'{self.typed} → "{self.english}"'


def english_for(
    connection: sqlite3.Connection, text: str, languages: Collection[str] | None = None
) -> list[Translation]:
    """The English terms that `text`, one word or phrase of the `languages` (our codes), stands
    for, best first; None of any language, but then not for an English word. Empty where nothing
    is sure."""
    keys = sorted({phrase_key(text), phrase_key(text, True)} - {""})
    if not keys or (languages is None and _is_common(connection, text)):
        return []
    stems = [(code, stem(keys[0], code)) for code in BY_CODE if code != "en"]
    about = {"stems": json.dumps([f"{code} {root}" for code, root in stems if root])}
    for query, weight in ((_GLOSSARY, 1.0), (_LEXICON, 1.0), (_FORMS, _OTHER_FORM)):
        found = _ask(connection, query, text, about, languages)
        best = max((one.score for one in found), default=0.0) * weight
        if best >= _SURE:
            forms = _ask(connection, _SUPPORT, text, about, languages) if query is _LEXICON else []
            near = [one for one in found if one.score * weight >= _NEAR_BEST * best]
            chosen = _one_a_language(near, forms)
            return [one._replace(score=round(one.score * weight, 3)) for one in chosen[:KEPT]]
    return []


def _ask(
    connection: sqlite3.Connection,
    query: str,
    text: str,
    about: dict[str, str],
    languages: Collection[str] | None,
) -> list[Translation]:
    """What a query gives for `text`, folded as each language folds it."""
    found = []
    for chinese in (False, True):
        rows = connection.execute(query, about | {"key": phrase_key(text, chinese)})
        for language_id, code, english, score in rows:
            if is_chinese(language_id) == chinese and (languages is None or code in languages):
                found.append(Translation(text, code, name_key(english), score))
    return found


def _one_a_language(near: list[Translation], forms: list[Translation]) -> list[Translation]:
    """The surest of each language, each English term once: among words that always stand together
    ("destroyed this way") the one that other forms of the typed word stand for too."""
    support = {(one.language, one.english): one.score for one in forms}
    best: dict[str, Translation] = {}
    for one in sorted(near, key=lambda o: -o.score - support.get((o.language, o.english), 0.0)):
        best.setdefault(one.language, one)
    terms: dict[str, Translation] = {}
    for one in sorted(best.values(), key=lambda o: -o.score):
        terms.setdefault(one.english, one)
    return list(terms.values())


def _is_common(connection: sqlite3.Connection, text: str) -> bool:
    """Whether English texts have a word often, or it is an article or the like in some language."""
    found = connection.execute(
        f"""
        SELECT 1
        FROM lexicon
        WHERE word = :word AND (language_id = {ENGLISH} AND :ascii OR english = '')
        """,
        {"word": phrase_key(text), "ascii": text.isascii()},
    )
    return found.fetchone() is not None


_GLOSSARY = """
    SELECT languages.id, languages.code, glossary.term, glossary.confidence
    FROM glossary
    JOIN languages ON languages.id = glossary.language_id
    WHERE glossary.key = :key
    ORDER BY glossary.id
"""
_LEXICON = f"""
    SELECT languages.id, languages.code, lexicon.english, lexicon.score
    FROM lexicon
    JOIN languages ON languages.id = lexicon.language_id
    WHERE lexicon.word = :key AND lexicon.english <> '' AND languages.id <> {ENGLISH}
    ORDER BY lexicon.language_id, lexicon.score DESC, lexicon.english
"""

# What the other forms of a word stand for: those whose lines are surest.
_FORMS = f"""
    WITH roots(language_id, stem) AS (
        SELECT language_id, stem FROM word_forms WHERE word = :key
        UNION
        SELECT languages.id, substr(value, length(languages.code) + 2)
        FROM json_each(:stems)
        JOIN languages ON languages.code = substr(value, 1, instr(value, ' ') - 1)
    )
    SELECT languages.id, languages.code, lexicon.english, max(lexicon.score)
    FROM roots
    CROSS JOIN word_forms
        ON word_forms.stem = roots.stem AND word_forms.language_id = roots.language_id
    CROSS JOIN lexicon
        ON lexicon.word = word_forms.word AND lexicon.language_id = word_forms.language_id
    JOIN languages ON languages.id = roots.language_id
    WHERE languages.id <> {ENGLISH} AND lexicon.english <> ''
    GROUP BY languages.id, lexicon.english
    ORDER BY languages.id, 4 DESC, lexicon.english
"""

# For how many of the forms, and how surely.
_SUPPORT = _FORMS.replace("max(lexicon.score)", "sum(lexicon.score)")
