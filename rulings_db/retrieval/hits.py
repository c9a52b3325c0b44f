"""A hit as people and programs see it: the best wording, its matches marked, what it belongs to."""

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from rulings_db.database.schema import is_chinese
from rulings_db.retrieval import highlight
from rulings_db.retrieval.candidates import Candidates
from rulings_db.retrieval.highlight import Pattern


class Hit(NamedTuple):
    """One hit. `text` is the wording or ruling as it came, `matches` spans of it in characters,
    `snippet` HTML with the matches in `<mark>`. `card_id`, `card_name`, `slug` are the card's; of a
    ruling, the first card that has it. `name` is the card's name in the hit's language.
    `wordings` counts the wordings or translations of the hit, of which one is shown; where only an
    older wording of a card has the words, that one, so that `current` is false and `printed` the
    code of the newest set that has it (None where no set is known). `via` says how
    a word was translated when the hit was found only through that."""

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
    via: str | None = None
    current: bool = True
    printed: str | None = None

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
            "via": self.via,
        }
        if self.kind == "card":
            return about | {
                "type_line": self.type_line,
                "current": self.current,
                "printed": self.printed,
            }
        return about | {
            "ruling_id": self.ruling_id,
            "dates": list(self.dates),
            "cards_total": self.cards_total,
            "status": self.status,
        }


def fetch_hits(connection: sqlite3.Connection, found: Candidates, hits: list[int]) -> list[Hit]:
    """What is shown of the candidates with these ids, in this order."""
    reader = _HitReader(connection, found)
    via = found.translation.via if found.translation else None
    return [
        hit._replace(via=via) if found.by_translation[number] else hit
        for number, hit in zip(hits, reader.read(hits), strict=True)
    ]


class _HitReader:
    """Reads hits of one query: its patterns are made once."""

    def __init__(self, connection: sqlite3.Connection, found: Candidates) -> None:
        self.connection = connection
        self.found = found
        matchers = [found.matcher, *([found.translation.matcher] if found.translation else [])]
        self.patterns = {
            chinese: [pattern for matcher in matchers for pattern in matcher.patterns(chinese)]
            for chinese in (False, True)
        }
        self.cards = found.matcher.cards()

    def read(self, hits: list[int]) -> list[Hit]:
        """The hits with these ids, in this order."""
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
            else self._card(card, language, code, bool(self.found.exact[hit]))
            for hit, (card, ruling, language, code) in zip(hits, rows, strict=True)
        ]

    def _card(self, card_id: int, language_id: int, code: str, called_so: bool) -> Hit:
        found = self.connection.execute(_WORDINGS, (card_id, language_id))
        rows = [_Wording(*row) for row in found]
        patterns = self.patterns[is_chinese(language_id)]
        chinese = is_chinese(language_id)
        # Who types a card's name asks for the card as it is today.
        best = _best(rows, patterns, chinese, only_current=called_so)
        marked, _ = highlight.find(best.text or "", _for_texts(patterns), chinese)
        return Hit(
            "card",
            code,
            best.text or "",
            highlight.snippet(best.text or "", marked),
            tuple(marked),
            best.oracle_id,
            best.card_name,
            best.slug,
            best.name or best.card_name,
            best.type_line,
            len(rows),
            current=best.current,
            printed=None if best.current else best.set_code,
        )

    def _ruling(self, ruling: int, language_id: int, code: str) -> Hit:
        texts = self.connection.execute(
            """
            SELECT rulings.ruling_id, ruling_texts.text, ruling_texts.status
            FROM ruling_texts
            JOIN rulings ON rulings.id = ruling_texts.ruling_id
            WHERE ruling_texts.ruling_id = ? AND ruling_texts.language_id = ?
                AND ruling_texts.status IS NOT 'replaced'
            ORDER BY ruling_texts.id
            """,
            (ruling, language_id),
        ).fetchall()
        patterns = _for_texts(self.patterns[is_chinese(language_id)])
        chinese = is_chinese(language_id)
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


class _Wording(NamedTuple):
    """A wording of a face of a card, and the newest set that has it. The first in `place` is a
    correction, else the Oracle text, else what the newest set has."""

    name: str | None
    type_line: str | None
    text: str | None
    oracle_id: str
    card_name: str
    slug: str
    set_code: str | None
    place: int

    @property
    def current(self) -> bool:
        return self.place == 1

    def fits(self, patterns: Sequence[Pattern], chinese: bool) -> tuple[int, int, int]:
        """How well it answers a query: by how many of the query's terms it has anywhere, whether
        it is current, then how many its text has."""
        texts = {"name": self.name or "", "type": self.type_line or "", "text": self.text or ""}
        anywhere = "\n".join(texts.values())
        found = sum(
            highlight.find(texts.get(column or "", anywhere), asked, chinese)[1]
            for column, asked in _by_column(patterns)
        )
        if not self.current:
            return found, 0, 0
        return found, 1, highlight.find(texts["text"], _for_texts(patterns), chinese)[1]


def _best(
    rows: list[_Wording], patterns: Sequence[Pattern], chinese: bool, *, only_current: bool
) -> _Wording:
    """The wording that answers a query best: a current one, unless only an older one has more of
    its terms."""
    current = [row for row in rows if row.current]
    if len(current) == 1 and (only_current or len(rows) == 1):
        return current[0]
    fits = {number: row.fits(patterns, chinese) for number, row in enumerate(current)}
    best = max(fits, key=fits.__getitem__)
    if only_current or fits[best][0] == len(patterns):
        return current[best]
    return max(rows, key=lambda row: row.fits(patterns, chinese))


def _by_column(patterns: Sequence[Pattern]) -> list[tuple[str | None, list[Pattern]]]:
    columns = dict.fromkeys(pattern.column for pattern in patterns)
    return [(column, [p for p in patterns if p.column == column]) for column in columns]


def _for_texts(patterns: Sequence[Pattern]) -> list[Pattern]:
    return [pattern for pattern in patterns if pattern.column in (None, "text")]


# The wordings of a card in a language; of each face one is current.
_WORDINGS = """
    WITH wordings AS (
        SELECT
            localizations.id,
            localizations.face_id,
            localizations.name,
            localizations.type_line,
            localizations.text,
            cards.oracle_id,
            cards.name AS card_name,
            cards.slug,
            sets.code AS set_code,
            localizations.status IS 'correction' AS corrected,
            localizations.oracle,
            localizations.type_line IS NOT NULL OR localizations.text IS NOT NULL AS worded,
            max(sets.released_at) AS released_at
        FROM faces
        JOIN cards ON cards.id = faces.card_id
        JOIN localizations ON localizations.face_id = faces.id
        LEFT JOIN localization_printings
            ON localization_printings.localization_id = localizations.id
        LEFT JOIN printings ON printings.id = localization_printings.printing_id
        LEFT JOIN sets ON sets.code = printings.set_code
        WHERE faces.card_id = ? AND localizations.language_id = ?
            AND localizations.status IS NOT 'replaced'
        GROUP BY localizations.id
    )
    SELECT
        name,
        type_line,
        text,
        oracle_id,
        card_name,
        slug,
        set_code,
        row_number() OVER (
            PARTITION BY face_id
            ORDER BY corrected DESC, oracle DESC, worded DESC, released_at DESC, id
        ) AS place
    FROM wordings
    ORDER BY face_id, place
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
