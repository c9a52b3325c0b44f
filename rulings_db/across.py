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
from rulings_db.aligned import key
from rulings_db.load import CHINESE_FROM
from rulings_db.stems import stem
from rulings_db.text import name_key

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
    keys = sorted({key(text), key(text, True)} - {""})
    if not keys or (languages is None and _is_common(connection, text)):
        return []
    stems = [(code, stem(keys[0], code)) for code in BY_CODE if code != "en"]
    about = {
        "chinese": CHINESE_FROM,
        "stems": json.dumps([f"{code} {root}" for code, root in stems if root]),
    }
    for query, weight in ((_GLOSSARY, 1.0), (_LEXICON, 1.0), (_FORMS, _OTHER_FORM)):
        found: dict[str, Translation] = {}
        for plain in keys:
            chinese = plain != key(text)
            rows = connection.execute(query, about | {"key": plain})
            for language_id, code, english, score in rows:
                if languages is not None and code not in languages:
                    continue
                if language_id < CHINESE_FROM and chinese:
                    continue
                if language_id >= CHINESE_FROM and plain != key(text, True):
                    continue
                one = Translation(text, code, name_key(english), round(score * weight, 3))
                if one.score > found.get(one.english, one._replace(score=0.0)).score:
                    found[one.english] = one
        best = max((one.score for one in found.values()), default=0.0)
        if best >= _SURE:
            near = [one for one in found.values() if one.score >= _NEAR_BEST * best]
            return sorted(near, key=lambda one: (-one.score, one.english))[:KEPT]
    return []


def _is_common(connection: sqlite3.Connection, text: str) -> bool:
    """Whether English texts have a word often, or it is an article or the like in some language."""
    found = connection.execute(
        """
        SELECT 1
        FROM lexicon
        WHERE word = :word AND (language_id = 1 AND :ascii OR english = '')
        """,
        {"word": key(text), "ascii": text.isascii()},
    )
    return found.fetchone() is not None


_GLOSSARY = """
    SELECT languages.id, languages.code, glossary.term, glossary.confidence
    FROM glossary
    JOIN languages ON languages.id = glossary.language_id
    WHERE glossary.key = :key
    ORDER BY glossary.id
"""
_LEXICON = """
    SELECT languages.id, languages.code, lexicon.english, lexicon.score
    FROM lexicon
    JOIN languages ON languages.id = lexicon.language_id
    WHERE lexicon.word = :key AND lexicon.english <> '' AND languages.id <> 1
    ORDER BY lexicon.language_id, lexicon.score DESC, lexicon.english
"""

# What the other forms of a word stand for: those whose lines are surest.
_FORMS = """
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
    WHERE languages.id <> 1 AND lexicon.english <> ''
    GROUP BY languages.id, lexicon.english
    ORDER BY languages.id, 4 DESC, lexicon.english
"""
