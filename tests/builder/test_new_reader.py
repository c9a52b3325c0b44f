"""The reader of docs/readers.md, for another game, run as it stands there."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ingest import files, reading
from rulings_db.builder.pipeline import build
from rulings_db.catalog.comparison import compare
from rulings_db.database.opening import open_database
from rulings_db.retrieval.search import search
from tests.surroundings import ROOT

GUIDE = ROOT / "docs" / "readers.md"
FAQ = """# Chess rulings
King: A king that has moved cannot castle, even from its own square.
Pawn: A pawn may be taken in passing on the next move only.
Pawn: A promoted pawn is a queen, a rook, a bishop or a knight.
"""


@pytest.fixture
def chess() -> Iterator[None]:
    readers, extensions = list(reading.READERS), list(files.EXTENSIONS)
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    exec(compile(code, str(GUIDE), "exec"), {})
    yield
    reading.READERS[:] = readers
    files.EXTENSIONS[:] = extensions


def test_rulings_of_another_game_are_read_searched_and_compared(
    chess: None, tmp_path: Path
) -> None:
    (tmp_path / "faq").mkdir()
    (tmp_path / "faq" / "rulings.md").write_text(FAQ)
    report = build(tmp_path / "chess.db", [tmp_path / "faq"])
    assert report.counts["cards"] == 2
    assert report.problems == {}
    with closing(open_database(tmp_path / "chess.db")) as connection:
        assert connection.execute("SELECT kind, address FROM sources").fetchall() == [
            ("chess-faq", "rulings.md")
        ]
        found = search(connection, "castling in:rulings").as_json()["hits"]
        assert [hit["text"].split(",")[0] for hit in found] == [
            "A king that has moved cannot castle"
        ]
        pawn = compare(connection, "Pawn")
        assert [(ruling.issuer, len(ruling.texts)) for ruling in pawn.rulings] == [
            ("arbiters", 1),
            ("arbiters", 1),
        ]


def test_without_the_reader_nobody_takes_them(tmp_path: Path) -> None:
    (tmp_path / "rulings.md").write_text(FAQ)
    with pytest.raises(files.InputError, match="not a format rulings-db knows"):
        build(tmp_path / "chess.db", [tmp_path / "rulings.md"])
