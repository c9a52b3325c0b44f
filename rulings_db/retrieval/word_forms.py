"""The forms of a typed word that texts may have: inflected ones, and those with the apostrophe that
people leave out."""

import json
import re
import sqlite3
from collections.abc import Iterable, Sequence
from itertools import chain

from ingest.languages import LANGUAGES
from rulings_db.language.stems import forms_of_infinitive, stem

# Where an apostrophe stands that is often left out: don|t, l|ennemi, dell|incantesimo, urza|s.
_NOT = re.compile(
    "(can|don|won|isn|aren|wasn|weren|hasn|haven|hadn|doesn|didn|couldn|wouldn|shouldn|mustn)(t)"
)
_ELIDED = re.compile("([a-z]?[aeou]ll|qu|un|jusqu|lorsqu|puisqu|[cdjlmnst])([aeiouhy][a-z]{2,})")
_ENDED = re.compile("([a-z]{2,})(s|d|m|re|ve|ll)")


class Forms:
    """Finds the forms of the words of one query that asks for `languages` (our codes; None for
    any), each word once. `expanded` is whether any word has other forms than its own."""

    def __init__(self, connection: sqlite3.Connection, languages: Sequence[str] | None) -> None:
        self.expanded = False
        self._connection = connection
        self._languages = languages
        self._forms: dict[str, tuple[str, ...]] = {}
        self._parted: dict[str, tuple[str, ...]] = {}

    def apart(self, term: str) -> tuple[str, ...]:
        """A term that was typed without its apostrophe ("dont", "urzas", "lennemi") as the two that
        texts have; one that texts have as it is stays whole, unless a "not" ends it."""
        if term not in self._parted:
            self._parted[term] = self._find_parts(term)
        return self._parted[term]

    def _find_parts(self, term: str) -> tuple[str, ...]:
        negated = _NOT.fullmatch(term)
        if negated:
            return negated.groups()
        for expression, languages in ((_ELIDED, ("fr", "it")), (_ENDED, ("en",))):
            match = expression.fullmatch(term)
            if match and any(
                self._known(language, [max(match.groups(), key=len)])
                and not self._known(language, [term])
                for language in languages
            ):
                return match.groups()
        return (term,)

    def of(self, term: str) -> tuple[str, ...]:
        """The term and its inflected forms, in the languages asked for; in any whose texts have it,
        where none is asked for; in all, where none has it."""
        if term not in self._forms:
            self._forms[term] = tuple(self._find_forms(term))
            self.expanded = self.expanded or len(self._forms[term]) > 1
        return self._forms[term]

    def _find_forms(self, term: str) -> Iterable[str]:
        found: dict[str, list[str]] = {}
        if term.isdigit():
            found["en"] = self._words_with_stem("en", term, term)
        elif term.isalpha():
            for language in LANGUAGES:
                if self._languages is None or language.code in self._languages:
                    root = stem(term, language.code)
                    if root is not None:
                        found[language.code] = self._words_with_stem(language.code, term, root)
        at_home = {code: words for code, words in found.items() if term in words}
        return dict.fromkeys([term, *chain.from_iterable((at_home or found).values())])

    def _words_with_stem(self, language: str, term: str, root: str) -> list[str]:
        """The words of a language that share a stem with `term`; its stem is `root`, where no text
        has it, and then it may be an infinitive whose forms the texts have."""
        rows = self._connection.execute(
            """
            WITH known(stem) AS (
                SELECT word_forms.stem
                FROM word_forms
                JOIN languages ON languages.id = word_forms.language_id
                WHERE word_forms.word = :term AND languages.code = :language
            ),
            wanted(stem) AS (
                SELECT stem FROM known
                UNION
                SELECT :root WHERE NOT EXISTS (SELECT 1 FROM known)
            )
            SELECT DISTINCT word_forms.word
            FROM languages
            CROSS JOIN wanted
            CROSS JOIN word_forms
                ON word_forms.stem = wanted.stem AND word_forms.language_id = languages.id
            WHERE languages.code = :language
            ORDER BY word_forms.word
            """,
            {"root": root, "term": term, "language": language},
        )
        words = [word for (word,) in rows]
        if term not in words:
            words += self._known(language, forms_of_infinitive(term, language))
        return words

    def _known(self, language: str, words: Iterable[str]) -> list[str]:
        """Those of `words` that the texts of a language have."""
        rows = self._connection.execute(
            """
            SELECT DISTINCT word_forms.word
            FROM languages
            CROSS JOIN json_each(:words) AS wanted
            CROSS JOIN word_forms
                ON word_forms.word = wanted.value AND word_forms.language_id = languages.id
            WHERE languages.code = :language
            ORDER BY word_forms.word
            """,
            {"words": json.dumps(list(words)), "language": language},
        )
        return [word for (word,) in rows]
