"""A hit as people and programs see it: the best wording, its matches marked, what it belongs to."""

import sqlite3
from typing import Any, NamedTuple

from rulings_db import highlight
from rulings_db.found import Found
from rulings_db.load import CHINESE_FROM


class Hit(NamedTuple):
    """One hit. `text` is the wording or ruling as it came, `matches` spans of it in characters,
    `snippet` HTML with the matches in `<mark>`. `card_id`, `card_name`, `slug` are the card's; of a
    ruling, the first card that has it. `name` is the card's name in the hit's language.
    `wordings` counts the wordings or translations of the hit, of which one is shown. `via` says how
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
            return about | {"type_line": self.type_line}
        return about | {
            "ruling_id": self.ruling_id,
            "dates": list(self.dates),
            "cards_total": self.cards_total,
            "status": self.status,
        }


class Shown:
    """Fetches what is shown of hits."""

    def __init__(self, connection: sqlite3.Connection, found: Found) -> None:
        self.connection = connection
        self.found = found
        matchers = [found.matcher, *([found.across.matcher] if found.across else [])]
        self.patterns = {
            chinese: [pattern for matcher in matchers for pattern in matcher.patterns(chinese)]
            for chinese in (False, True)
        }
        self.cards = found.matcher.cards()

    def fetch(self, hits: list[int]) -> list[Hit]:
        """The hits with these ids, in this order."""
        through = self.found.through
        via = self.found.across.via if self.found.across else None
        return [
            hit._replace(via=via) if through[number] else hit
            for number, hit in zip(hits, self._fetch(hits), strict=True)
        ]

    def _fetch(self, hits: list[int]) -> list[Hit]:
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
                AND ruling_texts.status IS NOT 'replaced'
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
        AND localizations.status IS NOT 'replaced'
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
