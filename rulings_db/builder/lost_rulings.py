"""What a new database would have less of than the one it replaces: rulings that went missing.

Every card of one layout, or every card of one set, has lost its rulings upstream in a single day
before, and copies of the data followed in silence.
"""

import sqlite3
from typing import NamedTuple

_ENOUGH = 10
_KEPT = 0.5
"""So small a part of at least so many rulings is no ordinary day."""


class Loss(NamedTuple):
    """A group of cards ("layout split", "set FRF") that had `before` rulings and has `after`."""

    group: str
    before: int
    after: int

    def __str__(self) -> str:
        return f"{self.group}: {self.after} rulings where there were {self.before}"


def losses(old: sqlite3.Connection, new: sqlite3.Connection) -> list[Loss]:
    """The groups of cards that both databases have and that lost most of their rulings. Nothing is
    compared when the new one lacks a kind of source of the old: then it is meant to have less."""
    if _values(old, _KINDS) - _values(new, _KINDS):
        return []
    found = _compared("set", dict(old.execute(_BY_SET)), dict(new.execute(_BY_SET)))
    if not _values(old, _SETS) - _values(new, _SETS):
        by_layout = dict(old.execute(_BY_LAYOUT)), dict(new.execute(_BY_LAYOUT))
        found = [*_compared("layout", *by_layout), *found]
    return found


def _compared(kind: str, before: dict[str, int], after: dict[str, int]) -> list[Loss]:
    return [
        Loss(f"{kind} {name}", count, after[name])
        for name, count in sorted(before.items())
        if name in after and count >= _ENOUGH and after[name] < count * _KEPT
    ]


def _values(connection: sqlite3.Connection, query: str) -> set[str]:
    return {value for (value,) in connection.execute(query)}


_KINDS = "SELECT DISTINCT kind FROM sources"
_SETS = "SELECT DISTINCT set_code FROM printings WHERE set_code IS NOT NULL"
_BY_LAYOUT = """
    SELECT cards.layout, count(card_rulings.id)
    FROM cards
    LEFT JOIN card_rulings ON card_rulings.card_id = cards.id
    GROUP BY cards.layout
"""
_BY_SET = """
    WITH counted AS MATERIALIZED (
        SELECT card_id, count(*) AS rulings FROM card_rulings GROUP BY card_id
    )
    SELECT printed.set_code, sum(ifnull(counted.rulings, 0))
    FROM (SELECT DISTINCT set_code, card_id FROM printings WHERE set_code IS NOT NULL) AS printed
    LEFT JOIN counted ON counted.card_id = printed.card_id
    GROUP BY printed.set_code
"""
