"""A set's table for a translator: what stands in it, and that a build takes it when filled in."""

import csv
import io
from contextlib import closing
from pathlib import Path

import pytest

from rulings_db.builder.pipeline import build
from rulings_db.catalog import missing_translations
from rulings_db.catalog.comparison import compare
from rulings_db.catalog.missing_translations import ToTranslate, missing_in_set
from rulings_db.database.opening import open_database
from tests.invented_sets import a_card, a_set, foreign, write_sets

GERMAN = [foreign("German", "Alter Bär", "Text.")]


def an_id(number: int) -> str:
    return f"{number:08}-0000-4000-8000-000000000000"


CARDS = [
    a_card("10", "Young Bear"),
    a_card("9", "Old Bear", foreignData=GERMAN),
    a_card("11", "Young Bear"),
    a_card("-1", "Minus Bear"),
    a_card("12", "+2 Bears", an_id(1)),
    a_card("13a", "Twin Bear", an_id(2)),
    a_card("13b", "Twin Bear", an_id(3)),
    a_card("14", "Day // Night", layout="split", faceName="Day", side="a"),
    a_card("14", "Day // Night", layout="split", faceName="Night", side="b"),
]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set with cards of every kind, one of them in German."""
    (path,) = write_sets(tmp_path_factory.mktemp("bears"), [a_set("BRS", CARDS)])
    return path


@pytest.fixture(scope="module")
def database(page: Path) -> Path:
    path = page.parent / "rulings.db"
    build(path, [page])
    return path


def test_faces_without_a_wording_stand_by_number(database: Path) -> None:
    with closing(open_database(database)) as connection:
        rows = missing_translations.to_translate(connection, "de", "BRS")
    assert rows == [
        ToTranslate("Young Bear", None, "10"),
        ToTranslate(an_id(1), None, "12"),
        ToTranslate(an_id(2), None, "13a"),
        ToTranslate(an_id(3), None, "13b"),
        ToTranslate("Day // Night", "Day", "14"),
        ToTranslate("Day // Night", "Night", "14"),
        ToTranslate("Minus Bear", None, "-1"),
    ]


def test_no_cell_is_a_formula(database: Path) -> None:
    with closing(open_database(database)) as connection:
        table = missing_translations.as_csv(connection, "de", "BRS")
    rows = list(csv.reader(io.StringIO(table)))
    assert rows[-1] == ["Minus Bear", "", "BRS", "", "de", "", "", ""]
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


def test_a_build_takes_the_table_when_it_is_filled_in(database: Path, page: Path) -> None:
    with closing(open_database(database)) as connection:
        table = missing_translations.as_csv(connection, "de", "BRS")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert tuple(rows[0]) == missing_translations.COLUMNS
    filled = page.parent / "BRS-de.csv"
    with filled.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.DictWriter(stream, missing_translations.COLUMNS)
        writer.writeheader()
        for place, row in enumerate(rows):
            writer.writerow(row | {"name": f"Bär {place}", "text": "Brummt."})
    path = page.parent / "translated.db"
    build(path, [page, filled])
    with closing(open_database(path)) as connection:
        for name, german in ((an_id(1), "Bär 1"), (an_id(2), "Bär 2"), ("Young Bear", "Bär 0")):
            wordings = compare(connection, name, ["de"]).localizations
            assert [(wording.name, wording.text) for wording in wordings] == [(german, "Brummt.")]
        faces = compare(connection, "Day // Night", ["de"]).localizations
        assert [(wording.face, wording.name) for wording in faces] == [
            ("Day", "Bär 4"),
            ("Night", "Bär 5"),
        ]
        kinds = connection.execute("SELECT kind, message FROM problems").fetchall()
        assert missing_in_set(connection, "de", "BRS").wording == 0
    assert kinds == []
