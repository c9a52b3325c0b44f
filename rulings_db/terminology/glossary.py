"""The glossary as it is read: a term of the game in any language in, what it is called in every
language out, with lines that say it. `terminology.extraction` fills it."""

import sqlite3
from collections.abc import Iterator
from typing import Any, NamedTuple

from rulings_db.database.cache import cached_by_build
from rulings_db.database.schema import is_chinese
from rulings_db.language.fold import fold
from rulings_db.language.tokenize import BREAK, phrase_key, tokens

_SURE = 0.81
"""The least confidence of the glossary in a word that things are called by: more than it has where
no line names a term alone, and then often an inflected form ("meulez") stands for it."""


class Entry(NamedTuple):
    """What an English term is called in one language; `examples` are lines that say it, as
    (the card's slug, its name in the language, the line)."""

    term: str
    kind: str
    language: str
    translation: str
    votes: int
    confidence: float
    examples: tuple[tuple[str, str, str], ...]

    def as_json(self) -> dict[str, Any]:
        """The entry as the JSON of every interface has it."""
        examples = [
            {"card": slug, "name": name, "line": line} for slug, name, line in self.examples
        ]
        return self._asdict() | {"examples": examples}


def terms(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """The English terms that there are, by kind."""
    rows = connection.execute("SELECT DISTINCT kind, term FROM glossary ORDER BY kind, term")
    found: dict[str, list[str]] = {}
    for kind, term in rows:
        found.setdefault(kind, []).append(term)
    return found


@cached_by_build(60)
def sure_translations(connection: sqlite3.Connection, code: str) -> dict[str, str]:
    """What the glossary is sure of in one language (our code): {English term in lower case: its
    translation}."""
    rows = connection.execute(
        """
        SELECT lower(glossary.term), glossary.translation
        FROM glossary
        JOIN languages ON languages.id = glossary.language_id
        WHERE languages.code = ? AND glossary.confidence >= ?
        ORDER BY glossary.confidence, glossary.id DESC
        """,
        (code, _SURE),
    )
    return dict(rows.fetchall())


def lookup(connection: sqlite3.Connection, term: str) -> list[Entry]:
    """What a term, English or of any language, is called in all of them: by English term (one that
    is surest to be meant first), language, and best translation first. Empty for an unknown one."""
    keys = sorted({phrase_key(term), phrase_key(term, True)})
    rows = connection.execute(
        """
        SELECT glossary.term, max(glossary.confidence)
        FROM glossary
        WHERE lower(glossary.term) = lower(?) OR glossary.key IN (?, ?)
        GROUP BY glossary.term
        ORDER BY lower(glossary.term) = lower(?) DESC, 2 DESC, 1
        """,
        (term, keys[0], keys[-1], term),
    )
    found = []
    for english, _ in rows.fetchall():
        translations = connection.execute(
            """
            SELECT glossary.term, kind, languages.code, translation, votes, confidence, languages.id
            FROM glossary
            JOIN languages ON languages.id = glossary.language_id
            WHERE glossary.term = ?
            ORDER BY languages.id, glossary.id
            """,
            (english,),
        )
        for row in translations.fetchall():
            examples = tuple(_examples(connection, row[3], row[6]))
            found.append(Entry(row[0], row[1], row[2], row[3], row[4], row[5], examples))
    return found


def _examples(
    connection: sqlite3.Connection, translation: str, language_id: int
) -> Iterator[tuple[str, str, str]]:
    """Lines of two cards that have a translation, the shortest texts first."""
    chinese = is_chinese(language_id)
    terms = [term for term in tokens(translation, chinese) if term != BREAK]
    rows = connection.execute(
        """
        SELECT cards.slug, localizations.name, localizations.text
        FROM hits_fts
        JOIN hits ON hits.id = hits_fts.rowid
        JOIN cards ON cards.id = hits.card_id
        JOIN faces ON faces.card_id = cards.id
        JOIN localizations
            ON localizations.face_id = faces.id AND localizations.language_id = hits.language_id
        WHERE hits_fts MATCH ? AND hits.language_id = ? AND localizations.text IS NOT NULL
        LIMIT 60
        """,
        (f'text : "{" ".join(terms)}"', language_id),
    )
    wanted = fold(translation, chinese)
    seen: set[str] = set()
    for slug, name, text in sorted(rows.fetchall(), key=lambda row: (len(row[2]), row[0])):
        lines = [line for line in text.split("\n") if wanted in fold(line, chinese)]
        if lines and slug not in seen:
            seen.add(slug)
            yield slug, name, lines[0]
        if len(seen) == 2:
            return
