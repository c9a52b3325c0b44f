"""One ruling: its texts in every language, every card that has it, and where it comes from."""

import sqlite3
from typing import Any, NamedTuple

from rulings_db.catalog.lookup import CardName, NotFound
from rulings_db.catalog.sources import Source
from rulings_db.notices import N_, Notice


class RulingText(NamedTuple):
    language: str
    text: str
    status: str | None


class RulingOnCard(NamedTuple):
    """A card that has a ruling; one that has it with several dates or issuers stands once for
    each."""

    card: CardName
    published_at: str | None
    dated_by: str | None
    issuer: str | None


class RulingPage(NamedTuple):
    """One ruling on its own: its texts, and every card that has it with date and issuer."""

    id: str
    texts: tuple[RulingText, ...]
    cards: tuple[RulingOnCard, ...]
    sources: tuple[Source, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "texts": [text._asdict() for text in self.texts],
            "cards": [
                {
                    "id": attached.card.oracle_id,
                    "name": attached.card.name,
                    "slug": attached.card.slug,
                    "published_at": attached.published_at,
                    "dated_by": attached.dated_by,
                    "issuer": attached.issuer,
                }
                for attached in self.cards
            ],
            "sources": [source.as_json() for source in self.sources],
        }


def find_ruling(connection: sqlite3.Connection, public_id: str) -> RulingPage:
    """The ruling with this public id, or one it is an alias of. Raises NotFound."""
    row = connection.execute(
        """
        SELECT id, ruling_id FROM rulings WHERE ruling_id = :id
        UNION
        SELECT rulings.id, rulings.ruling_id
        FROM ruling_aliases
        JOIN rulings ON rulings.id = ruling_aliases.ruling_id
        WHERE ruling_aliases.alias = :id
        """,
        {"id": public_id},
    ).fetchone()
    if row is None:
        raise NotFound(Notice(N_('no ruling has the id "%(id)s"'), {"id": public_id}), [])
    number, public = row
    cards = connection.execute(
        """
        SELECT cards.id, cards.oracle_id, cards.name, cards.slug,
            card_rulings.published_at, card_rulings.dated_by, card_rulings.issuer
        FROM card_rulings
        JOIN cards ON cards.id = card_rulings.card_id
        WHERE card_rulings.ruling_id = ?
        ORDER BY cards.name, cards.slug, card_rulings.published_at, card_rulings.issuer
        """,
        (number,),
    )
    sources = connection.execute(
        """
        SELECT DISTINCT
            sources.kind, sources.address, sources.version, sources.checksum, sources.read_at
        FROM ruling_texts
        JOIN ruling_text_sources ON ruling_text_sources.ruling_text_id = ruling_texts.id
        JOIN sources ON sources.id = ruling_text_sources.source_id
        WHERE ruling_texts.ruling_id = ?
        ORDER BY sources.kind, sources.address, sources.checksum
        """,
        (number,),
    )
    return RulingPage(
        public,
        texts_of(connection, number),
        tuple(RulingOnCard(CardName(*row[:4]), *row[4:]) for row in cards),
        tuple(Source(*source) for source in sources),
    )


def texts_of(connection: sqlite3.Connection, number: int) -> tuple[RulingText, ...]:
    """The texts of the ruling with this row id, by language, a correction before what it
    replaced."""
    rows = connection.execute(
        """
        SELECT languages.code, ruling_texts.text, ruling_texts.status
        FROM ruling_texts
        JOIN languages ON languages.id = ruling_texts.language_id
        WHERE ruling_texts.ruling_id = ?
        ORDER BY
            languages.id,
            ruling_texts.status IS 'replaced',
            ruling_texts.status IS NOT 'correction',
            ruling_texts.text
        """,
        (number,),
    )
    return tuple(RulingText(*row) for row in rows)
