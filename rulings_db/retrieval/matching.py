"""What matches: a query's tree turned into full-text expressions and masks over all hits."""

import sqlite3
from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ingest.languages import find_language
from rulings_db.catalog import lookup
from rulings_db.index.arrays import Arrays, Mask
from rulings_db.language.fold import as_katakana
from rulings_db.language.tokenize import BREAK, name_key, tokens
from rulings_db.notices import N_, Notice
from rulings_db.retrieval import conditions, katakana
from rulings_db.retrieval.facets import select
from rulings_db.retrieval.highlight import Pattern
from rulings_db.retrieval.query import And, Field, Node, Not, Or, Query, Word
from rulings_db.retrieval.word_forms import Forms


class _Expression(NamedTuple):
    """A full-text expression for texts in general and one for Chinese."""

    general: str
    chinese: str


class Matcher:
    """Matches one parsed query against one database."""

    def __init__(self, connection: sqlite3.Connection, arrays: Arrays, query: Query) -> None:
        self.connection = connection
        self.arrays = arrays
        self.query = query
        self.warnings: list[Notice] = []
        self._ranked: list[_Expression] = []
        self._fields = [part for part in query.parts if isinstance(part, Field)]
        scopes = [node.value.lower() for node in self._fields if node.name == "in"]
        self._table = "flavor_fts" if "flavor" in scopes else "hits_fts"
        self._column = "name" if "names" in scopes else None
        self._languages = self._asked_languages()
        self._forms = Forms(connection, self._languages)
        self._cards: set[int] | None = None
        self._first, self._last = self._range()

    @property
    def in_flavor(self) -> bool:
        """Whether words are looked for in flavor texts."""
        return self._table == "flavor_fts"

    @property
    def languages(self) -> list[str] | None:
        """The codes that `lang:` asks for; None for any."""
        return self._languages

    # What the search asks

    def mask(self) -> Mask:
        """The hits that match the whole query; none where all of it is left out."""
        if self.query.tree is None:
            return self._none() if self.query.warnings else self._all()
        mask = self._evaluate(self.query.tree, True)
        return self._none() if mask is None else self._all() & mask

    def conditions(self) -> Mask:
        """The hits that meet all of the query but the words that stand in it by themselves."""
        mask = self._all()
        for part in self.query.conditions:
            met = self._evaluate(part, False)
            if met is not None:
                mask &= met
        return mask

    def scores(self, function: str) -> Iterator[tuple[int, float]]:
        """(hit, score) by an FTS5 ranking function, lower is better, for each expression."""
        if self.in_flavor:
            return
        for expression in self._ranked:
            yield from self._run(expression, f"rowid, {function}")

    def looseness(self, hits: NDArray[np.int64]) -> NDArray[np.int8]:
        """For each of `hits` 0 where it has the words side by side as typed, 1 where it has them as
        typed, 2 where it has other forms of them; one more where a katakana word that was asked for
        is but a part of longer ones: レイヤー in プレイヤー."""
        words = list(self._words(self.query.tree))
        within = np.zeros(len(hits), dtype=np.int8)
        if not self.in_flavor:
            texts = [word.text for word in words]
            within |= katakana.within(self.connection, self.arrays, texts, hits)
        if not self._ranked or (len(words) < 2 and not self._forms.expanded):
            return within
        loose = np.full(self.arrays.size, 2, dtype=np.int8)
        typed = [self._expression(word._replace(phrase=not word.prefix)) for word in words]
        exact = [expression for expression in typed if expression is not None]
        if exact:
            loose[self._ids(_joined(exact, "AND"))] = 1
        if not any(word.prefix or word.column for word in words):
            together = self._expression(Word(" ".join(word.text for word in words), phrase=True))
            if together is not None:
                loose[self._ids(together)] = 0
        return loose[hits] + within

    def name_hits(self) -> NDArray[np.int64]:
        """The hits with all the words in their name."""
        words = [
            self._expression(word._replace(column="name")) for word in self._words(self.query.tree)
        ]
        expressions = [expression for expression in words if expression is not None]
        if not expressions or self.in_flavor:
            return np.zeros(0, dtype=np.int64)
        return np.flatnonzero(self._ids(_joined(expressions, "AND")))

    def name_begins(self, text: str) -> NDArray[np.int64]:
        """The hits whose card has a name that begins with `text`, in their language."""
        key = name_key(text)
        rows = self.connection.execute(
            """
            SELECT language_id, card_id
            FROM names
            WHERE name >= :key AND name < :key || char(1114111)
            LIMIT 2000
            """,
            {"key": key},
        )
        return self.arrays.hits(rows)

    def patterns(self, chinese: bool) -> list[Pattern]:
        """What a text that matched has, by column."""
        patterns = []
        for word in self._words(self.query.tree):
            for terms in self._variants(word, chinese):
                places = [frozenset((term,)) for term in terms]
                if len(places) == 1 and not word.phrase:
                    places = [frozenset(self._forms.of(terms[0]))]
                column = word.column or self._column
                patterns.append(Pattern(tuple(places), word.prefix, column))
        return patterns

    def cards(self) -> set[int] | None:
        """Row ids of the cards that `card:` names; None where the query names none."""
        return self._cards

    def _warn(self, warning: Notice) -> None:
        """Warn once."""
        if warning not in self.warnings:
            self.warnings.append(warning)

    def _warn_empty(self, word: Word) -> None:
        message = N_('"%(word)s" has no letter or digit to look for')
        self._warn(Notice(message, {"word": word.text}))

    def _place(self, value: str) -> int:
        """Where in the query a warning points at, from 1."""
        return self.query.text.find(value) + 1

    # Evaluation

    def _all(self) -> Mask:
        mask = np.ones(self.arrays.size, dtype=bool)
        mask[0] = False
        return mask

    def _none(self) -> Mask:
        return np.zeros(self.arrays.size, dtype=bool)

    def _evaluate(self, node: Node, positive: bool) -> Mask | None:
        """The hits that match `node`; None where nothing in it can be looked for, so that it is
        left out."""
        expression = self._expression(node)
        if expression is not None:
            if positive:
                self._ranked.append(expression)
            return self._ids(expression)
        if isinstance(node, And):
            return self._all_of(node, positive)
        if isinstance(node, Or):
            masks = [self._evaluate(child, positive) for child in node.nodes]
            known = [mask for mask in masks if mask is not None]
            return np.logical_or.reduce(known) if known else None
        if isinstance(node, Not):
            mask = self._evaluate(node.node, not positive)
            return None if mask is None else self._all() & ~mask
        if isinstance(node, Field):
            return self._field(node, positive)
        if _of_card(node):
            return self._of_type(node, positive)
        self._warn_empty(node)
        return None

    def _all_of(self, node: And, positive: bool) -> Mask | None:
        texts = [self._expression(child) for child in node.nodes]
        together = [text for text in texts if text is not None]
        masks = [
            self._evaluate(child, positive)
            for child, text in zip(node.nodes, texts, strict=True)
            if text is None
        ]
        if together:
            joined = _joined(together, "AND")
            if positive:
                self._ranked.append(joined)
            masks.append(self._ids(joined))
        known = [mask for mask in masks if mask is not None]
        return np.logical_and.reduce(known) if known else None

    def _of_type(self, word: Word, positive: bool) -> Mask | None:
        """The hits of the cards that have a word in a type line of any language."""
        expression = self._terms(word)
        if expression is None:
            self._warn_empty(word)
            return None
        if positive:
            self._ranked.append(expression)
        cards = np.zeros(len(self.arrays.spread), dtype=bool)
        cards[self.arrays.entity[self._ids(expression, everywhere=True)]] = True
        mask: Mask = cards[self.arrays.entity]
        return mask

    def _field(self, field: Field, positive: bool) -> Mask | None:
        if field.name == "lang":
            codes = self._codes(field.value)
            if codes is None:
                return self._all() if "any" in field.value.lower() else None
            return select(self.arrays, "language", codes)
        if field.name == "name":
            found = self._named(field.value)
            if positive:
                self._cards = (self._cards or set()) | found
            return conditions.entities_of_cards(self.connection, self.arrays, found)[
                self.arrays.entity
            ]
        entities, warning = conditions.entities_that_meet(
            conditions.Condition(self.connection, self.arrays, field, self._fields)
        )
        if warning:
            self._warn(warning._replace(at=self._place(field.value)))
        if entities is None:
            return None if warning else self._all()
        mask: Mask = entities[self.arrays.entity]
        return mask

    def _named(self, text: str) -> set[int]:
        exact = lookup.ids_by_name(self.connection, text)
        if exact:
            return set(exact)
        by_words = self.query._replace(tree=Word(text, column="name"))
        hits = Matcher(self.connection, self.arrays, by_words).mask()
        return set(self.arrays.entity[hits].tolist())

    # Languages

    def _codes(self, value: str) -> list[str] | None:
        """The codes that `lang:` asks for, None for any or where none is known; unknown ones give a
        warning."""
        codes = []
        for part in value.split(","):
            if part.strip().lower() == "any":
                return None
            language = find_language(part)
            code = language.code if language else part.strip().lower()
            if code not in self.arrays.languages:
                message = N_('no language is known as "%(name)s"')
                self._warn(Notice(message, {"name": part}, self._place(part)))
                continue
            codes.append(code)
        return codes or None

    def _asked_languages(self) -> list[str] | None:
        for field in self._fields:
            if field.name == "lang":
                return self._codes(field.value)
        return None

    def _range(self) -> tuple[int, int]:
        """The hits that a query for some languages can reach: a language is a range of hits."""
        if self._languages is None:
            return 1, self.arrays.size - 1
        hits = np.flatnonzero(select(self.arrays, "language", self._languages)[1:]) + 1
        return (int(hits[0]), int(hits[-1])) if len(hits) else (1, 0)

    # Full text

    def _words(self, node: Node | None) -> Iterator[Word]:
        """The words that a match must or may have: all but the negated ones."""
        if isinstance(node, Word):
            yield node
        elif isinstance(node, And | Or):
            for child in node.nodes:
                yield from self._words(child)

    def _expression(self, node: Node) -> _Expression | None:
        """The node as full-text expressions; None where it is not text alone, or has no term."""
        if isinstance(node, Word):
            return None if _of_card(node) else self._terms(node)
        if isinstance(node, And | Or):
            parts = [self._expression(child) for child in node.nodes]
            whole = [part for part in parts if part is not None]
            if len(whole) < len(parts) or not parts:
                return None
            return _joined(whole, "AND" if isinstance(node, And) else "OR")
        return None

    def _terms(self, word: Word) -> _Expression | None:
        general, chinese = self._word(word, False), self._word(word, True)
        return _Expression(general, chinese) if general and chinese else None

    def _word(self, word: Word, chinese: bool) -> str | None:
        alternatives = []
        for terms in self._variants(word, chinese):
            if len(terms) > 1 or word.phrase:
                alternatives.append(_quoted(" ".join(terms)) + ("*" if word.prefix else ""))
            elif word.prefix:
                alternatives.append(f"{_quoted(terms[0])}*")
            else:
                alternatives.extend(map(_quoted, self._forms.of(terms[0])))
        if not alternatives:
            return None
        joined = f"({' OR '.join(alternatives)})"
        column = word.column or self._column
        return f"({column} : {joined})" if column and self._table == "hits_fts" else joined

    def _variants(self, word: Word, chinese: bool) -> list[list[str]]:
        """The rows of terms that a word may be found as: its own, with the apostrophes that are
        perhaps left out, and for hiragana katakana."""
        rows = [tokens(word.text, chinese)]
        if not word.prefix:
            apart = [part for term in rows[0] for part in self._forms.apart(term)]
            rows += [apart] if apart != rows[0] else []
        other_kana = as_katakana(word.text.strip())
        if other_kana:
            rows.append(tokens(other_kana, chinese))
        trimmed = [row[1:] if row and row[0] == BREAK else row for row in rows]
        return [row for row in trimmed if row]

    def _ids(self, expression: _Expression, everywhere: bool = False) -> Mask:
        mask = np.zeros(self.arrays.size, dtype=bool)
        rows = self._run(expression, "rowid", everywhere)
        mask[np.fromiter(chain.from_iterable(rows), dtype=np.int64)] = True
        return mask

    def _run(
        self, expression: _Expression, columns: str, everywhere: bool = False
    ) -> Iterator[tuple[Any, ...]]:
        """Rows of the full-text table: Chinese texts by the one expression, others by the other."""
        first, last = (1, self.arrays.size - 1) if everywhere else (self._first, self._last)
        border = self.arrays.first_chinese
        parts = [(expression.general, first, last)]
        if expression.general != expression.chinese:
            parts = [
                (expression.general, first, min(last, border - 1)),
                (expression.chinese, max(first, border), last),
            ]
        table = self._table
        for match, low, high in parts:
            if low <= high:
                yield from self.connection.execute(
                    f"SELECT {columns} FROM {table} "
                    f"WHERE {table} MATCH ? AND rowid BETWEEN ? AND ?",
                    (match, low, high),
                )


def _of_card(node: Node) -> bool:
    """Whether a word is looked for in the types of a card, which hold for it in every language."""
    return isinstance(node, Word) and node.column == "type"


def _joined(expressions: list[_Expression], operator: str) -> _Expression:
    if len(expressions) == 1:
        return expressions[0]
    return _Expression(
        *(f"({f' {operator} '.join(part)})" for part in zip(*expressions, strict=True))
    )


def _quoted(terms: str) -> str:
    return '"' + terms.replace('"', '""') + '"'
