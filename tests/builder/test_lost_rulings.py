"""A set or a layout that lost its rulings from one build to the next is told before it replaces."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rulings_db.builder.lost_rulings import losses
from rulings_db.builder.pipeline import build
from rulings_db.database.opening import DatabaseFileError, open_database
from rulings_db.database.schema import create_tables
from tests.invented_sets import a_card, a_set, write_sets

ROOMS, OTHERS = "RMS", "OTH"


def ruled_set(code: str, layout: str, cards: int, rulings: int) -> dict[str, Any]:
    """A set of which each card has as many rulings as asked for."""
    return a_set(
        code,
        [
            a_card(
                str(number),
                f"{code} Card {number}",
                layout=layout,
                rulings=[
                    {"date": "2024-09-20", "text": f"Statement {text} on {code} {number}."}
                    for text in range(rulings)
                ],
            )
            for number in range(cards)
        ],
    )


def built(path: Path, *sets: dict[str, Any], **how: Any) -> sqlite3.Connection:
    """A connection to a database of these sets."""
    build(path, write_sets(path.parent, sets), **how)
    return open_database(path)


def told(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("SELECT message FROM problems WHERE kind = 'fewer rulings'")
    return [message for (message,) in rows]


def test_what_lost_most_of_its_rulings_is_told(tmp_path: Path) -> None:
    path = tmp_path / "rulings.db"
    with closing(
        built(path, ruled_set(ROOMS, "split", 6, 3), ruled_set(OTHERS, "normal", 6, 3))
    ) as first:
        assert told(first) == []
    with closing(
        built(path, ruled_set(ROOMS, "split", 6, 0), ruled_set(OTHERS, "normal", 6, 2))
    ) as second:
        assert told(second) == [
            "layout split: 0 rulings where there were 18; taken as it is",
            "set RMS: 0 rulings where there were 18; taken as it is",
        ]


def test_where_all_must_be_whole_the_old_database_stays(tmp_path: Path) -> None:
    path = tmp_path / "rulings.db"
    built(path, ruled_set(ROOMS, "split", 6, 3)).close()
    before = path.read_bytes()
    with pytest.raises(DatabaseFileError, match="layout split: 0 rulings where there were 18"):
        built(path, ruled_set(ROOMS, "split", 6, 0), whole=True)
    assert path.read_bytes() == before


def test_few_rulings_or_other_inputs_are_no_loss(tmp_path: Path) -> None:
    folder = tmp_path / "two"
    folder.mkdir()
    with (
        closing(built(tmp_path / "a.db", ruled_set(ROOMS, "split", 3, 3))) as few,
        closing(built(tmp_path / "b.db", ruled_set(ROOMS, "split", 3, 0))) as none,
        closing(built(tmp_path / "c.db", ruled_set(OTHERS, "split", 9, 3))) as other_set,
        closing(built(folder / "d.db", ruled_set(ROOMS, "split", 9, 3))) as many,
    ):
        assert losses(few, none) == []
        assert losses(other_set, none) == []
        assert [loss.before for loss in losses(many, none)] == [27, 27]
        none_of_this_kind = sqlite3.connect(":memory:")
        create_tables(none_of_this_kind)
        assert losses(many, none_of_this_kind) == []
