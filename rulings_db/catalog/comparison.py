"""One card side by side: its wordings in every language with the printings that carry each, and
its rulings by date with the texts each has."""

import json
import sqlite3
from collections.abc import Collection, Iterable
from operator import itemgetter
from typing import Any, NamedTuple

from rulings_db.catalog.lookup import CardName, find_card
from rulings_db.catalog.rulings import RulingText, texts_of
from rulings_db.catalog.sets import by_number

_STATUS_RANK: dict[str | None, int] = {"correction": 0, "replaced": 2}


class CardPrinting(NamedTuple):
    """A printing that carries a wording; `number` is None where the source does not say."""

    set_code: str
    set_name: str
    number: str | None
    released_at: str | None


class CarryingSet(NamedTuple):
    """A set that carries a wording, with the numbers of its printings there, as far as known."""

    set_code: str
    set_name: str
    released_at: str | None
    numbers: tuple[str, ...]


class Localization(NamedTuple):
    """One wording of one face. `oracle` marks the current English wording; `status` says what is
    to be known of a text that is not as the others ("correction", "replaced"); `printings` are the
    newest first."""

    language: str
    face: str
    name: str | None
    type_line: str | None
    text: str | None
    oracle: bool
    status: str | None
    printings: tuple[CardPrinting, ...]

    @property
    def sets(self) -> list[str]:
        """The codes of the sets that carry this wording, newest first."""
        return list(dict.fromkeys(printed.set_code for printed in self.printings))

    @property
    def carriers(self) -> list[CarryingSet]:
        """The sets that carry this wording, newest first."""
        return carriers(self.printings)

    def as_json(self) -> dict[str, Any]:
        return {
            "language": self.language,
            "face": self.face,
            "name": self.name,
            "type_line": self.type_line,
            "text": self.text,
            "oracle": self.oracle,
            "status": self.status,
            "sets": self.sets,
        }


def carriers(printings: Iterable[CardPrinting]) -> list[CarryingSet]:
    """Printings by set, in their order; in a set by number."""
    found: dict[str, list[CardPrinting]] = {}
    for printed in printings:
        found.setdefault(printed.set_code, []).append(printed)
    return [
        CarryingSet(
            code,
            here[0].set_name,
            here[0].released_at,
            tuple(sorted({p.number for p in here if p.number}, key=by_number)),
        )
        for code, here in found.items()
    ]


class CardRuling(NamedTuple):
    """A ruling of a card; one that the card has with several dates or issuers stands once for each.
    `dated_by` is "release" where the date is that of the set's release, standing in for one that no
    source says; `cards_total` counts the cards that share it."""

    id: str
    published_at: str | None
    dated_by: str | None
    issuer: str | None
    texts: tuple[RulingText, ...]
    cards_total: int

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "published_at": self.published_at,
            "dated_by": self.dated_by,
            "issuer": self.issuer,
            "cards_total": self.cards_total,
            "texts": [text._asdict() for text in self.texts],
        }


class Face(NamedTuple):
    """One face: the figures are as printed ("2", "1+*", "X"), None where it has none."""

    name: str
    side: str
    mana_cost: str | None
    power: str | None
    toughness: str | None
    loyalty: str | None
    defense: str | None


class Comparison(NamedTuple):
    """A card with its rulings, and its wordings in the languages asked for; `languages` are all
    that it has texts in, `printings` all it is known to have been printed in."""

    card: CardName
    faces: tuple[Face, ...]
    layout: str
    colors: tuple[str, ...]
    types: tuple[str, ...]
    keywords: tuple[str, ...]
    unresolved: bool
    languages: tuple[str, ...]
    localizations: tuple[Localization, ...]
    rulings: tuple[CardRuling, ...]
    printings: tuple[CardPrinting, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "card": {
                "id": self.card.oracle_id,
                "name": self.card.name,
                "slug": self.card.slug,
                "layout": self.layout,
                "unresolved": self.unresolved,
                "colors": list(self.colors),
                "types": list(self.types),
                "keywords": list(self.keywords),
            },
            "faces": [face._asdict() for face in self.faces],
            "languages": list(self.languages),
            "printings": [
                {"set": p.set_code, "set_name": p.set_name, "number": p.number}
                for p in self.printings
            ],
            "localizations": [localization.as_json() for localization in self.localizations],
            "rulings": [ruling.as_json() for ruling in self.rulings],
        }


def compare(
    connection: sqlite3.Connection, name: str, languages: Collection[str] | None = None
) -> Comparison:
    """Compare the card that goes by `name` (any language's, slug, Oracle id, or set and number) in
    some languages (our codes; None for all). Rulings keep every text they have: most have one in
    English only. Raises NotFound."""
    return compare_card(connection, find_card(connection, name), languages)


def compare_card(
    connection: sqlite3.Connection, card: CardName, languages: Collection[str] | None = None
) -> Comparison:
    """`compare` for a card already found."""
    layout, colors, types, keywords, unresolved = connection.execute(
        "SELECT layout, colors, types, keywords, unresolved FROM cards WHERE id = ?", (card.id,)
    ).fetchone()
    localizations = _localizations(connection, card.id)
    rulings = _rulings(connection, card.id)
    present = dict.fromkeys(localization.language for localization in localizations)
    present |= dict.fromkeys(text.language for ruling in rulings for text in ruling.texts)
    if languages is not None:
        localizations = [known for known in localizations if known.language in languages]
    order = [code for (code,) in connection.execute("SELECT code FROM languages ORDER BY id")]
    return Comparison(
        card,
        _faces(connection, card.id),
        layout,
        tuple(json.loads(colors)),
        tuple(json.loads(types)),
        tuple(json.loads(keywords)),
        bool(unresolved),
        tuple(sorted(present, key=order.index)),
        tuple(localizations),
        tuple(rulings),
        tuple(_printings(connection, card.id)),
    )


def _faces(connection: sqlite3.Connection, card_id: int) -> tuple[Face, ...]:
    rows = connection.execute(
        """
        SELECT name, side, mana_cost, power, toughness, loyalty, defense
        FROM faces
        WHERE card_id = ?
        ORDER BY side, name
        """,
        (card_id,),
    )
    return tuple(Face(*row) for row in rows)


def _localizations(connection: sqlite3.Connection, card_id: int) -> list[Localization]:
    """All wordings of a card: by language and face, a correction first, then the current Oracle
    wording, then the newest, and last what was replaced."""
    rows = connection.execute(
        """
        SELECT
            localizations.id,
            languages.code,
            faces.name,
            localizations.name,
            localizations.type_line,
            localizations.text,
            localizations.oracle,
            localizations.status
        FROM faces
        JOIN localizations ON localizations.face_id = faces.id
        JOIN languages ON languages.id = localizations.language_id
        WHERE faces.card_id = ?
        ORDER BY languages.id, faces.side, faces.name, localizations.oracle DESC
        """,
        (card_id,),
    ).fetchall()
    groups: dict[tuple[str, str], list[Localization]] = {}
    for number, language, face, name, type_line, text, oracle, status in rows:
        carried = _carrying(connection, number)
        known = Localization(language, face, name, type_line, text, bool(oracle), status, carried)
        groups.setdefault((language, face), []).append(known)
    return [known for group in groups.values() for known in sorted(group, key=_newest_first)]


def _newest_first(localization: Localization) -> tuple[Any, ...]:
    """What puts the wordings of a face in a language in order."""
    newest = localization.printings[0].released_at if localization.printings else None
    digits = [-int(part) for part in (newest or "0-0-0").split("-")]
    texts = (localization.text, localization.type_line, localization.name)
    rank = _STATUS_RANK.get(localization.status, 1)
    return (rank, not localization.oracle, digits, tuple(text or "" for text in texts))


def _carrying(connection: sqlite3.Connection, localization_id: int) -> tuple[CardPrinting, ...]:
    """The printings that carry a wording, newest first."""
    rows = connection.execute(
        """
        SELECT sets.code, sets.name, printings.collector_number, sets.released_at
        FROM localization_printings
        JOIN printings ON printings.id = localization_printings.printing_id
        JOIN sets ON sets.code = printings.set_code
        WHERE localization_printings.localization_id = ?
        ORDER BY sets.released_at DESC, sets.code, printings.collector_number
        """,
        (localization_id,),
    )
    return tuple(CardPrinting(*row) for row in rows)


def _rulings(connection: sqlite3.Connection, card_id: int) -> list[CardRuling]:
    """The rulings of a card by date, undated last, in the order of their source."""
    rows = connection.execute(
        """
        SELECT
            rulings.id,
            rulings.ruling_id,
            card_rulings.published_at,
            card_rulings.dated_by,
            card_rulings.issuer,
            card_rulings.place,
            (
                SELECT count(DISTINCT shared.card_id)
                FROM card_rulings AS shared
                WHERE shared.ruling_id = rulings.id
            )
        FROM card_rulings
        JOIN rulings ON rulings.id = card_rulings.ruling_id
        WHERE card_rulings.card_id = ?
        """,
        (card_id,),
    ).fetchall()
    rulings = []
    for number, public, published_at, dated_by, issuer, place, cards_total in rows:
        texts = texts_of(connection, number)
        ruling = CardRuling(public, published_at, dated_by, issuer, texts, cards_total)
        order = (published_at or "9999", texts[0].language, place, texts[0].text, issuer or "")
        rulings.append((order, ruling))
    return [ruling for _, ruling in sorted(rulings, key=itemgetter(0))]


def _printings(connection: sqlite3.Connection, card_id: int) -> list[CardPrinting]:
    rows = connection.execute(
        """
        SELECT sets.code, sets.name, printings.collector_number, sets.released_at
        FROM printings
        JOIN sets ON sets.code = printings.set_code
        WHERE printings.card_id = ?
        ORDER BY sets.released_at DESC, sets.code, printings.collector_number
        """,
        (card_id,),
    )
    return [CardPrinting(*row) for row in rows]
