"""Search: a query and selections in, ranked hits with facets out.

`search` is what the command line, the pages and the API all call. A query's words are found by the
full-text tables, its conditions are masks over all hits (`rulings_db.match`); this module ranks
what was found and fetches what is shown.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ingest.languages import find_language
from rulings_db import facets, highlight
from rulings_db.cards import keys_of, near, printed_as
from rulings_db.load import CHINESE_FROM
from rulings_db.match import Matcher
from rulings_db.query import And, Query, Word, parse

RANKED_AT_MOST = 4_000
"""Above this many hits, those with the words in their name and then short ones stand first: bm25
over a hundred thousand hits would cost more than it tells."""

_BM25 = "bm25(hits_fts, 12.0, 4.0, 1.0)"


class Hit(NamedTuple):
    """One hit. `text` is the wording or ruling as it came, `matches` spans of it in characters,
    `snippet` HTML with the matches in `<mark>`. `card_id`, `card_name`, `slug` are the card's; of a
    ruling, the first card that has it. `name` is the card's name in the hit's language.
    `wordings` counts the wordings or translations of the hit, of which one is shown."""

    kind: str
    language: str
    text: str
    snippet: str
    matches: tuple[tuple[int, int], ...]
    card_id: str
    card_name: str
    slug: str
    name: str
    type_line: str | None
    wordings: int
    ruling_id: str | None = None
    dates: tuple[str, ...] = ()
    cards_total: int | None = None
    status: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The hit as the JSON of every interface has it."""
        about: dict[str, Any] = {
            "kind": self.kind,
            "language": self.language,
            "card": {"id": self.card_id, "name": self.card_name, "slug": self.slug},
            "name": self.name,
            "text": self.text,
            "snippet": self.snippet,
            "matches": [list(span) for span in self.matches],
            "wordings": self.wordings,
        }
        if self.kind == "card":
            return about | {"type_line": self.type_line}
        return about | {
            "ruling_id": self.ruling_id,
            "dates": list(self.dates),
            "cards_total": self.cards_total,
            "status": self.status,
        }


class Results(NamedTuple):
    """What a search found: `total` hits, those asked for, and for each facet how many hits have
    each of its values, frequent first."""

    query: str
    total: int
    hits: list[Hit]
    facets: dict[str, dict[str, int]]
    warnings: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The results as the JSON of every interface has them."""
        return {
            "query": self.query,
            "total": self.total,
            "hits": [hit.as_json() for hit in self.hits],
            "facets": {
                name: [{"value": value, "count": count} for value, count in values.items()]
                for name, values in self.facets.items()
            },
            "warnings": list(self.warnings),
        }


def search(
    connection: sqlite3.Connection,
    text: str,
    *,
    limit: int = 20,
    offset: int = 0,
    reader: str = "en",
    selected: Mapping[str, Sequence[str]] | None = None,
) -> Results:
    """Search a database for what somebody typed.

    `limit` 0 gives all hits. `selected` narrows by facet: values of one facet widen, different
    facets narrow. `reader` is the language (our code) that stands first among equals.
    """
    query = parse(text)
    arrays = facets.load(connection)
    matcher = Matcher(connection, arrays, query)
    base = matcher.mask()
    exact = _named(connection, arrays, query)
    if exact is not None:
        base = base | (exact & matcher.conditions())
    text_typed = _plain_text(query)
    misspelt: dict[int, int] = {}
    if text_typed and not base.any():
        misspelt = _misspelt(connection, arrays, text_typed, matcher.conditions())
        base[list(misspelt)] = True
    masks = {
        facet: facets.select(arrays, facet, values)
        for facet, values in (selected or {}).items()
        if values and facet in facets.FACETS
    }
    counted = facets.count(arrays, masks, base)
    found = np.flatnonzero(np.logical_and.reduce([base, *masks.values()]))
    if misspelt:
        ranked = np.array(sorted(found, key=lambda hit: (misspelt[int(hit)], hit)), dtype=np.int64)
    else:
        ranked = _rank(connection, arrays, matcher, found, exact, query, reader)
    shown = ranked[offset : offset + limit] if limit else ranked[offset:]
    hits = Shown(connection, arrays, matcher).fetch([int(hit) for hit in shown])
    warnings = (*query.warnings, *matcher.warnings)
    if misspelt:
        warnings += (f'nothing has "{text_typed}"; these are the names closest to it',)
    return Results(query.text, len(found), hits, counted, warnings)


def matching_cards(connection: sqlite3.Connection, text: str) -> set[int]:
    """Row ids of the cards that a query finds, by a text of their own or by a ruling they have."""
    query = parse(text)
    arrays = facets.load(connection)
    matcher = Matcher(connection, arrays, query)
    mask = matcher.mask()
    exact = _named(connection, arrays, query)
    if exact is not None:
        mask = mask | (exact & matcher.conditions())
    entities = np.unique(arrays.entity[mask])
    cards = set(entities[entities <= arrays.cards].tolist())
    rulings = set((entities[entities > arrays.cards] - arrays.cards).tolist())
    attached = connection.execute("SELECT card_id, ruling_id FROM card_rulings")
    named = matcher.cards()
    return cards | {
        card_id
        for card_id, ruling_id in attached
        if ruling_id in rulings and (named is None or card_id in named)
    }


def _plain_text(query: Query) -> str | None:
    """The query's words as one text, when it has nothing but words and conditions."""
    nodes = query.tree.nodes if isinstance(query.tree, And) else (query.tree,)
    words = [node.text for node in nodes if isinstance(node, Word) and not node.column]
    return " ".join(words) if words else query.text if "《" in query.text else None


def _named(
    connection: sqlite3.Connection, arrays: facets.Arrays, query: Query
) -> facets.Mask | None:
    """The hits whose card is called exactly what was typed, in their language; with set and number,
    all of the card's."""
    text = _plain_text(query)
    keys = sorted(keys_of(text)) if text else []
    if not text or not keys:
        return None
    marks = ", ".join("?" * len(keys))
    rows = connection.execute(
        f"SELECT language_id, card_id FROM names WHERE name IN ({marks})",
        keys,
    )
    mask = np.zeros(arrays.size, dtype=bool)
    mask[arrays.hits(rows)] = True
    printed = printed_as(connection, text)
    if printed:
        mask |= np.isin(arrays.entity, printed)
    return mask if mask.any() else None


def _misspelt(
    connection: sqlite3.Connection, arrays: facets.Arrays, text: str, allowed: facets.Mask
) -> dict[int, int]:
    """The hits with a name close to `text`, each with its place in the order of closeness."""
    hits: dict[int, int] = {}
    for language_id, card_id, _ in near(connection, text):
        for hit in arrays.hits([(language_id, card_id)]).tolist():
            if allowed[hit]:
                hits.setdefault(hit, len(hits))
    return hits


def _rank(
    connection: sqlite3.Connection,
    arrays: facets.Arrays,
    matcher: Matcher,
    found: NDArray[np.int64],
    exact: facets.Mask | None,
    query: Query,
    reader: str,
) -> NDArray[np.int64]:
    """The found hits in order: exact name, name prefix, the reader's language, words side by side
    and as typed before other forms, then relevance; or by date or name, where the query says so."""
    if query.order != "relevance":
        by_date = query.order == "date"
        values = (arrays.dates if by_date else arrays.names)[arrays.entity[found]]
        return found[np.lexsort((found, -values if by_date else values))]
    tier = np.full(arrays.size, 2, dtype=np.int8)
    text = _plain_text(query)
    if text:
        tier[matcher.name_begins(text)] = 1
    if exact is not None:
        tier[exact] = 0
    language = find_language(reader)
    code = language.code if language else reader
    foreign = np.ones(len(arrays.languages), dtype=np.int8)
    foreign[[n for n, known in enumerate(arrays.languages) if known == code]] = 0
    loose = np.zeros(arrays.size, dtype=np.int8)
    if len(found) <= RANKED_AT_MOST:
        score = np.zeros(arrays.size)
        for hit, value in matcher.scores(_BM25):
            score[hit] += value
    else:
        score = arrays.length.astype(float)
        score[matcher.name_hits()] -= 1e6
    looseness = matcher.looseness()
    if looseness is not None:
        loose = looseness
    abroad = foreign[arrays.language[found]]
    return found[np.lexsort((found, score[found], loose[found], abroad, tier[found]))]


class Shown:
    """Fetches what is shown of hits."""

    def __init__(
        self, connection: sqlite3.Connection, arrays: facets.Arrays, matcher: Matcher
    ) -> None:
        self.connection = connection
        self.arrays = arrays
        self.patterns = {False: matcher.patterns(False), True: matcher.patterns(True)}
        self.cards = matcher.cards()

    def fetch(self, hits: list[int]) -> list[Hit]:
        rows = (
            self.connection.execute(
                """
                SELECT hits.card_id, hits.ruling_id, languages.id, languages.code
                FROM hits
                JOIN languages ON languages.id = hits.language_id
                WHERE hits.id = ?
                """,
                (hit,),
            ).fetchone()
            for hit in hits
        )
        return [
            self._ruling(ruling, language, code)
            if card is None
            else self._card(card, language, code)
            for card, ruling, language, code in rows
        ]

    def _card(self, card_id: int, language_id: int, code: str) -> Hit:
        rows = self.connection.execute(_WORDINGS, (card_id, language_id)).fetchall()
        patterns = self.patterns[language_id >= CHINESE_FROM]
        chinese = language_id >= CHINESE_FROM
        best, best_found = 0, -1
        for at, (name, type_line, text, *_) in enumerate(rows):
            found = sum(
                highlight.find(part or "", patterns, chinese)[1] * weight
                for part, weight in ((text, 3), (name, 2), (type_line, 1))
            )
            if found > best_found:
                best, best_found = at, found
        name, type_line, text, oracle_id, card_name, slug = rows[best]
        marked, _ = highlight.find(text or "", patterns, chinese)
        return Hit(
            "card",
            code,
            text or "",
            highlight.snippet(text or "", marked),
            tuple(marked),
            oracle_id,
            card_name,
            slug,
            name or card_name,
            type_line,
            len(rows),
        )

    def _ruling(self, ruling: int, language_id: int, code: str) -> Hit:
        texts = self.connection.execute(
            """
            SELECT rulings.ruling_id, ruling_texts.text, ruling_texts.status
            FROM ruling_texts
            JOIN rulings ON rulings.id = ruling_texts.ruling_id
            WHERE ruling_texts.ruling_id = ? AND ruling_texts.language_id = ?
            ORDER BY ruling_texts.id
            """,
            (ruling, language_id),
        ).fetchall()
        patterns = self.patterns[language_id >= CHINESE_FROM]
        chinese = language_id >= CHINESE_FROM
        public, text, status = max(
            texts, key=lambda row: highlight.find(row[1], patterns, chinese)[1]
        )
        marked, _ = highlight.find(text, patterns, chinese)
        cards = self.connection.execute(_CARDS_OF_RULING, (language_id, ruling)).fetchall()
        wanted = [row for row in cards if self.cards is None or row[0] in self.cards] or cards
        _, oracle_id, card_name, slug, name, _ = wanted[0]
        dates = sorted({date for row in cards for date in (row[5] or "").split() if date})
        return Hit(
            "ruling",
            code,
            text,
            highlight.snippet(text, marked),
            tuple(marked),
            oracle_id,
            card_name,
            slug,
            name or card_name,
            None,
            len(texts),
            public,
            tuple(dates),
            len(cards),
            status,
        )


# The wordings of a card in a language, current Oracle wording first, then the newest.
_WORDINGS = """
    SELECT
        localizations.name,
        localizations.type_line,
        localizations.text,
        cards.oracle_id,
        cards.name,
        cards.slug
    FROM faces
    JOIN cards ON cards.id = faces.card_id
    JOIN localizations ON localizations.face_id = faces.id
    LEFT JOIN localization_printings
        ON localization_printings.localization_id = localizations.id
    LEFT JOIN printings ON printings.id = localization_printings.printing_id
    LEFT JOIN sets ON sets.code = printings.set_code
    WHERE faces.card_id = ? AND localizations.language_id = ?
    GROUP BY localizations.id
    ORDER BY localizations.oracle DESC, max(sets.released_at) DESC, localizations.id
"""

# The cards that have a ruling, by name, each with its name in a language and the ruling's dates.
_CARDS_OF_RULING = """
    SELECT
        cards.id,
        cards.oracle_id,
        cards.name,
        cards.slug,
        (
            SELECT localizations.name
            FROM faces
            JOIN localizations ON localizations.face_id = faces.id
            WHERE faces.card_id = cards.id AND localizations.language_id = ?
                AND localizations.name IS NOT NULL
            ORDER BY +localizations.id
            LIMIT 1
        ),
        group_concat(card_rulings.published_at, ' ')
    FROM card_rulings
    JOIN cards ON cards.id = card_rulings.card_id
    WHERE card_rulings.ruling_id = ?
    GROUP BY cards.id
    ORDER BY cards.name, cards.slug
"""
