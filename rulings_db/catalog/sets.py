"""Sets: what there are, and one with its names, its cards by collector number and the languages it
is known in."""

import json
import re
import sqlite3
from collections.abc import Iterable
from typing import Any, NamedTuple

from rulings_db.catalog import paging
from rulings_db.catalog.lookup import NotFound
from rulings_db.notices import N_, Notice


class Set(NamedTuple):
    """A set. `kind` is its source's word for it (expansion, promo, ...), `parent` the code of the
    set it belongs to; `minted` says that only its name is known and the code is ours."""

    code: str
    name: str
    released_at: str | None
    kind: str | None
    parent: str | None
    digital: bool
    minted: bool
    printings: int

    def as_json(self) -> dict[str, Any]:
        return self._asdict()


class SetCard(NamedTuple):
    """A card in a set's list: the collector number of the printing, the card's name, type line and
    mana cost of its first face, its name on this printing in a language asked for, and how many
    rulings it has."""

    number: str | None
    name: str
    slug: str
    type_line: str | None
    mana_cost: str | None
    localized: str | None
    rulings: int

    def as_json(self) -> dict[str, Any]:
        return self._asdict()


class SetPage(NamedTuple):
    """A set: `names` by language, `related` the set it belongs to and those that belong to it,
    `languages` with how many of its printings have a wording in each, `cards` a page of them."""

    about: Set
    names: dict[str, str]
    related: tuple[Set, ...]
    languages: dict[str, int]
    page: int
    cards: tuple[SetCard, ...]

    @property
    def pages(self) -> int:
        return paging.pages(self.about.printings)

    def as_json(self) -> dict[str, Any]:
        return {
            "set": self.about.as_json(),
            "names": self.names,
            "related": [known.as_json() for known in self.related],
            "languages": self.languages,
            "page": self.page,
            "pages": self.pages,
            "cards": [card.as_json() for card in self.cards],
        }


def all_sets(connection: sqlite3.Connection) -> list[Set]:
    """All sets, newest first; those without a date last."""
    rows = connection.execute(f"{_SETS} ORDER BY sets.released_at DESC, sets.name, sets.code")
    return [_set(row) for row in rows]


def find_set(connection: sqlite3.Connection, code: str) -> Set:
    """The set with this code, in whatever case, or that the code is another name of. Raises
    NotFound."""
    row = connection.execute(
        f"""
        {_SETS}
        WHERE sets.code IN (:code, upper(:code))
            OR sets.code IN (SELECT set_code FROM set_aliases WHERE alias = upper(:code))
        ORDER BY sets.code = :code DESC, sets.code = upper(:code) DESC, sets.code
        """,
        {"code": code},
    ).fetchone()
    if row is None:
        raise NotFound(Notice(N_('no set has the code "%(code)s"'), {"code": code}), [])
    return _set(row)


def set_page(
    connection: sqlite3.Connection, about: Set, page: int = 1, reader: str = "en"
) -> SetPage:
    """A set with a page of its cards, each also by its name in the language `reader`; a page behind
    the last is the last."""
    names = connection.execute(
        """
        SELECT languages.code, set_names.name
        FROM set_names
        JOIN languages ON languages.id = set_names.language_id
        WHERE set_names.set_code = ?
        ORDER BY languages.id
        """,
        (about.code,),
    )
    related = connection.execute(
        f"""
        {_SETS}
        WHERE sets.code = :parent OR sets.parent = :code
        ORDER BY sets.code = :parent DESC, sets.released_at, sets.code
        """,
        {"parent": about.parent, "code": about.code},
    )
    languages = connection.execute(
        """
        SELECT languages.code, count(DISTINCT printings.id)
        FROM printings
        JOIN localization_printings ON localization_printings.printing_id = printings.id
        JOIN localizations ON localizations.id = localization_printings.localization_id
        JOIN languages ON languages.id = localizations.language_id
        WHERE printings.set_code = ?
        GROUP BY languages.id
        ORDER BY languages.id
        """,
        (about.code,),
    )
    page = paging.page_within(page, about.printings)
    return SetPage(
        about,
        dict(names.fetchall()),
        tuple(_set(row) for row in related),
        dict(languages.fetchall()),
        page,
        tuple(_cards(connection, about.code, page, reader)),
    )


def by_number(number: str | None) -> tuple[bool, str, int, str]:
    """What puts collector numbers in order: 9, 10, 10a, A1, and those without a number last."""
    match = re.match(r"(\D*)(\d{1,9})?(.*)", number or "", re.DOTALL)
    letters, digits, rest = match.groups() if match else ("", None, "")
    return (number is None, letters or "", int(digits or 0), rest)


def in_order(connection: sqlite3.Connection, code: str) -> list[tuple[int, int, str | None]]:
    """The printings of a set as (printing, card, collector number), by number."""
    rows = connection.execute(
        "SELECT id, card_id, collector_number FROM printings WHERE set_code = ?", (code,)
    )
    return sorted(rows.fetchall(), key=lambda row: (by_number(row[2]), row[0]))


def _cards(connection: sqlite3.Connection, code: str, page: int, reader: str) -> list[SetCard]:
    printings = in_order(connection, code)[paging.place(page)]
    ids = {card_id for _, card_id, _ in printings}
    known: dict[int, tuple[str, str, str | None, str | None]] = {
        row[0]: row[1:] for row in connection.execute(_LISTED, {"cards": _json(ids)})
    }
    rulings = dict(connection.execute(_RULINGS, {"cards": _json(ids)}).fetchall())
    shown = {"printings": _json(row[0] for row in printings), "language": reader}
    localized = dict(connection.execute(_LOCALIZED, shown).fetchall()) if reader != "en" else {}
    return [
        SetCard(number, *known[card], localized.get(printing), rulings.get(card, 0))
        for printing, card, number in printings
    ]


def _set(row: tuple[Any, ...]) -> Set:
    code, name, released_at, kind, parent, digital, minted, printings = row
    return Set(code, name, released_at, kind, parent, bool(digital), bool(minted), printings)


def _json(ids: Iterable[int]) -> str:
    return json.dumps(sorted(ids))


_SETS = """
    SELECT
        sets.code,
        sets.name,
        sets.released_at,
        sets.kind,
        sets.parent,
        sets.digital,
        sets.minted,
        (SELECT count(*) FROM printings WHERE printings.set_code = sets.code)
    FROM sets
"""
# Cards by row id, with the type line and the cost of the first face.
_LISTED = """
    SELECT
        cards.id,
        cards.name,
        cards.slug,
        (
            SELECT localizations.type_line
            FROM localizations
            WHERE localizations.face_id = first.id AND localizations.oracle
        ),
        first.mana_cost
    FROM cards
    JOIN faces AS first ON first.id = (
        SELECT faces.id FROM faces WHERE faces.card_id = cards.id ORDER BY faces.side LIMIT 1
    )
    WHERE cards.id IN (SELECT value FROM json_each(:cards))
"""
_RULINGS = """
    SELECT card_id, count(DISTINCT ruling_id)
    FROM card_rulings
    WHERE card_id IN (SELECT value FROM json_each(:cards))
    GROUP BY card_id
"""
# What printings are called in a language, the halves of a card in order.
_LOCALIZED = """
    SELECT printing_id, group_concat(name, ' // ')
    FROM (
        SELECT DISTINCT
            localization_printings.printing_id,
            localizations.name,
            faces.side
        FROM localization_printings
        JOIN localizations ON localizations.id = localization_printings.localization_id
        JOIN languages ON languages.id = localizations.language_id
        JOIN faces ON faces.id = localizations.face_id
        WHERE localization_printings.printing_id IN (SELECT value FROM json_each(:printings))
            AND languages.code = :language
            AND localizations.name IS NOT NULL
        ORDER BY localization_printings.printing_id, faces.side
    )
    GROUP BY printing_id
"""
