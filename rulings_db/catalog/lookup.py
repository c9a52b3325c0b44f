"""Finding one card by what people have at hand: its name in any language, whole or pasted with
brackets, its slug or Oracle id, or set and collector number as printed ("FRF 32")."""

import json
import re
import sqlite3
from typing import NamedTuple
from unicodedata import normalize

from rulings_db.language.tokenize import name_key
from rulings_db.notices import N_, Notice

_PRINTED = re.compile(r"\s*([^\W_]{2,8})[\s#:/-]+#?([^\s/]{1,10})(?:/\d+)?\s*")
_TOGETHER = re.compile(r"(?=\d*[A-Za-z])[A-Za-z0-9]{2,8}?\d{1,4}[a-z]?")


class CardName(NamedTuple):
    """A card in a list: row id, Oracle id, name and slug."""

    id: int
    oracle_id: str
    name: str
    slug: str


class NotFound(LookupError):
    """No card, or more than one, goes by a name; `candidates` are those meant perhaps."""

    def __init__(self, told: Notice, candidates: list[CardName]) -> None:
        super().__init__(str(told))
        self.told = told
        self.candidates = candidates


class Ambiguous(NotFound):
    """Several cards go by one name: the candidates."""


def keys_of(text: str) -> set[str]:
    """The keys under which `names` may hold what was typed: as it is, Traditional folded to
    Simplified, and the halves of a name pasted as 《雲変化/Cloudform》."""
    forms = {text}
    if "《" in text:
        forms |= set(re.split("[《》/]", text))
    return {key for form in forms for key in (name_key(form), name_key(form, True)) if key}


def called(connection: sqlite3.Connection, text: str) -> list[tuple[int, int]]:
    """(language row id, card row id) of the cards that go by exactly this name."""
    rows = connection.execute(
        """
        SELECT language_id, card_id
        FROM names
        WHERE name IN (SELECT value FROM json_each(?))
        """,
        (json.dumps(sorted(keys_of(text))),),
    )
    return rows.fetchall()


def ids_by_name(connection: sqlite3.Connection, text: str) -> list[int]:
    """Row ids of the cards that go by exactly this name in some language, or have this set and
    number, in order."""
    cards = sorted({card_id for _, card_id in called(connection, text)})
    return cards or ids_by_printing(connection, text)


def ids_by_printing(connection: sqlite3.Connection, text: str) -> list[int]:
    """Row ids of the cards with this set code and collector number ("FRF 32", "frf #32/185",
    "ＦＲＦ 32", "frf32")."""
    text = normalize("NFKC", text).strip()
    match = _PRINTED.fullmatch(text)
    if match:
        return _printed(connection, match[1], match[2])
    if not _TOGETHER.fullmatch(text):
        return []
    # A set's code may have digits of its own: "m1032" is M10 32.
    splits = (_printed(connection, text[:at], text[at:]) for at in range(2, len(text)))
    return next(filter(None, splits), [])


def _printed(connection: sqlite3.Connection, code: str, number: str) -> list[int]:
    query = """
        SELECT DISTINCT card_id
        FROM printings
        WHERE set_code IN (
            SELECT :code
            UNION
            SELECT set_code FROM set_aliases WHERE alias = :code
        )
        AND collector_number IN (:number, lower(:number), ltrim(:number, '0'))
        ORDER BY card_id
    """
    about = {"code": code.upper(), "number": number}
    return [card_id for (card_id,) in connection.execute(query, about)]


def cards_by_id(connection: sqlite3.Connection, ids: list[int]) -> list[CardName]:
    """Cards by row id, by name."""
    rows = connection.execute(
        """
        SELECT id, oracle_id, name, slug
        FROM cards
        WHERE id IN (SELECT value FROM json_each(?))
        ORDER BY name, slug
        """,
        (json.dumps(ids),),
    )
    return [CardName(*row) for row in rows]


def find_card(connection: sqlite3.Connection, text: str) -> CardName:
    """The one card that `text` means: the card's own name goes before a localized one that another
    card has. Raises NotFound when there is none, or more than one."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    row = connection.execute(
        "SELECT id, oracle_id, name, slug FROM cards WHERE slug = :text OR oracle_id = :text",
        {"text": text},
    ).fetchone()
    if row is not None:
        return CardName(*row)
    cards = cards_by_id(connection, ids_by_name(connection, text))
    own = [card for card in cards if name_key(card.name) == name_key(text)]
    if len(own) == 1 or len(cards) == 1:
        return (own or cards)[0]
    if cards:
        listed = ", ".join(f"{card.name} ({card.slug})" for card in cards)
        message = N_('"%(name)s" is the name of %(count)s cards: %(cards)s')
        told = Notice(message, {"name": text, "count": len(cards), "cards": listed})
        raise Ambiguous(told, cards)
    similar = cards_beginning_with(connection, text, 5) or cards_by_id(
        connection, list({card_id for _, card_id, _ in misspelt(connection, text)})[:5]
    )
    if similar:
        message = N_('no card is called "%(name)s"; did you mean %(cards)s?')
        names = ", ".join(card.name for card in similar)
        raise NotFound(Notice(message, {"name": text, "cards": names}), similar)
    raise NotFound(Notice(N_('no card is called "%(name)s"'), {"name": text}), [])


def cards_beginning_with(
    connection: sqlite3.Connection, text: str, limit: int, reader: str = "en"
) -> list[CardName]:
    """Cards with a name that begins with `text`, in any language: in the reader's (our code), then
    in English, then in others, each short names first."""
    key = name_key(text)
    if not key:
        return []
    rows = connection.execute(
        """
        SELECT names.card_id
        FROM names
        JOIN languages ON languages.id = names.language_id
        WHERE names.name >= :key AND names.name < :key || char(1114111)
        GROUP BY names.card_id
        ORDER BY
            min(
                CASE languages.code WHEN :reader THEN 0 WHEN 'en' THEN 1000000 ELSE 2000000 END
                + length(names.name)
            ),
            names.card_id
        LIMIT :limit
        """,
        {"key": key, "limit": limit, "reader": reader},
    )
    ids = [card_id for (card_id,) in rows]
    by_id = {card.id: card for card in cards_by_id(connection, ids)}
    return [by_id[card_id] for card_id in ids]


def misspelt(connection: sqlite3.Connection, text: str) -> list[tuple[int, int, int]]:
    """(language row id, card row id, letters that differ) of the cards with a name that `text`
    misspells, nearest first: one letter, two in a name of eight letters or more."""
    found: dict[tuple[int, int], int] = {}
    for key in sorted({name_key(text), name_key(text, True)}):
        for name, distance in _close_keys(connection, key):
            for card in connection.execute(
                "SELECT language_id, card_id FROM names WHERE name = ?", (name,)
            ):
                found[card] = min(distance, found.get(card, distance))
    ranked = sorted(found.items(), key=lambda item: (item[1], item[0]))
    return [(language_id, card_id, distance) for (language_id, card_id), distance in ranked]


def _close_keys(connection: sqlite3.Connection, key: str) -> list[tuple[str, int]]:
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    if len(key) < 3:
        return []
    # A CJK character and the space behind it make two letters of a key.
    wide = not key.isascii() and " " in key
    allowed = 2 if wide or len(key) >= 8 else 1
    names = connection.execute(
        "SELECT DISTINCT name FROM names WHERE length(name) BETWEEN ? AND ?",
        (len(key) - allowed, len(key) + allowed),
    )
    close = extract(
        key, [name for (name,) in names], scorer=OSA.distance, score_cutoff=allowed, limit=20
    )
    return [(name, int(distance)) for name, distance, _ in close]
