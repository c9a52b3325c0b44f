"""Every source of the corpus in one database: nothing that a file holds is lost, what two sources
share lists both, and neither the order of inputs nor the names of their folders matter."""

import gc
import io
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from rulings_db import export
from rulings_db.builder.load.loader import Loader
from rulings_db.builder.pipeline import build
from rulings_db.database.opening import open_database
from tests import raw_scan
from tests.raw_scan import Fact, Facts, letters
from tests.surroundings import set_files

FOLDERS = ("seeds", "scryfall", "gatherer-old", "release-notes-zh")
# Those of Scryfall's samples and of release notes, and old, foreign and split cards.
SETS = "MID 4ED PSAL CHR PMEI ELD KHM PSTX FRF OGW INV ZNR".split()
NO_SCRYFALL = "INDEX.json"

Problems = list[tuple[str, str, str]]


@pytest.fixture(scope="module")
def sets(corpus: Path) -> list[Path]:
    return set_files(corpus, SETS)


@pytest.fixture(scope="module")
def together(
    samples: Path, sets: list[Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[sqlite3.Connection]:
    """A database of the sets and of every other source."""
    path = tmp_path_factory.mktemp("together") / "rulings.db"
    build(path, [*sets, *(samples / folder for folder in FOLDERS)])
    with closing(open_database(path)) as connection:
        yield connection


@pytest.fixture(scope="module")
def held(together: sqlite3.Connection) -> Facts:
    return raw_scan.database(together)


@pytest.fixture(scope="module")
def problems(together: sqlite3.Connection) -> Problems:
    return together.execute("SELECT kind, source, message FROM problems").fetchall()


def told(paths: Iterable[Path], scan: Callable[[Path], Iterator[Fact]]) -> list[tuple[str, Fact]]:
    """What the files tell, each with the name of the file."""
    return [(path.name, fact) for path in paths for fact in sorted(set(scan(path)))]


def check_held(found: list[tuple[str, Fact]], held: Facts, problems: Problems) -> set[str]:
    """Every fact is held with its file among the sources, or a problem of the file quotes it; the
    kinds of those that are quoted."""
    quoted = set()
    for name, fact in found:
        if fact in held:
            # Of sets the sources are not kept.
            assert fact[0] == "set" or name in held[fact], (name, fact)
        else:
            assert any(fact[-1] in message for _, _, message in problems), (name, fact)
            quoted.add(fact[0])
    return quoted


class TestNothingIsLost:
    def test_of_mtgjson(self, sets: list[Path], held: Facts, problems: Problems) -> None:
        found = told(sets, raw_scan.mtgjson)
        assert len(found) > 90_000
        assert check_held(found, held, problems) == {"flavor"}

    def test_of_scryfall(self, samples: Path, held: Facts, problems: Problems) -> None:
        paths = sorted((samples / "scryfall").rglob("*.json*"))
        found = told((p for p in paths if p.name != NO_SCRYFALL), raw_scan.scryfall)
        assert len(found) > 5000
        # The ids of cards in a language of which no word is given.
        assert check_held(found, held, problems) == {"flavor", "scryfall id"}

    def test_of_gatherer(self, samples: Path, held: Facts) -> None:
        found = told(sorted((samples / "gatherer-old").glob("*.html")), raw_scan.gatherer)
        assert len(found) > 100
        said = {(*fact[:1], letters(fact[-1])) for fact in held}
        rulings = {(fact[2], letters(fact[3])) for fact in held if fact[0] == "ruling"}
        texts = "\n".join(text for kind, text in said if kind in ("text", "flavor"))
        for name, (kind, *about, text) in found:
            if kind == "ruling":
                assert (*about, text) in rulings, name
            elif kind in ("text", "flavor"):
                assert text in texts, name
            else:
                assert (kind, text) in said, (name, kind, text)

    def test_of_release_notes(self, samples: Path, held: Facts, problems: Problems) -> None:
        """A point is a ruling, or one of the general notes of which a problem gives the number."""
        rulings = "\n".join({letters(fact[-1]) for fact in held if fact[0] == "ruling"})
        for path in sorted((samples / "release-notes-zh").iterdir()):
            points = [point for _, point in raw_scan.release_notes(path)]
            missing = sum(point not in rulings for point in points)
            (general,) = [
                int(found[1])
                for kind, source, message in problems
                if (kind, source) == ("general notes not taken", path.name)
                and (found := re.search(r"and (\d+) points", message))
            ]
            assert missing <= general < len(points) / 3, path.name

    def test_of_pages(self, samples: Path, held: Facts) -> None:
        said = "\n".join({letters(fact[-1]) for fact in held})
        found = told(sorted((samples / "seeds").glob("*.txt")), raw_scan.page)
        assert len(found) > 100
        assert [(name, line) for name, (_, line) in found if line not in said] == []


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("printing_sources", {"mtgjson scryfall", "gatherer-old mtgjson"}),
        ("localization_sources", {"mtgjson scryfall", "mtgjson release notes"}),
        ("card_ruling_sources", {"mtgjson scryfall", "mtgjson page"}),
    ],
)
def test_what_several_kinds_of_sources_say_lists_them_all(
    together: sqlite3.Connection, table: str, expected: set[str]
) -> None:
    """(Each fact by itself is looked at above.)"""
    kinds = together.execute(
        f"""
        SELECT DISTINCT group_concat(kind, ' ')
        FROM (
            SELECT DISTINCT {table.removesuffix("_sources")}_id AS fact, kind
            FROM {table}
            JOIN sources ON sources.id = source_id
            ORDER BY 1, 2
        )
        GROUP BY fact
        """
    )
    found = {kind for (kind,) in kinds}
    assert found >= expected, found


def export_of(path: Path, inputs: list[Path]) -> bytes:
    build(path, inputs)
    stream = io.BytesIO()
    with closing(open_database(path)) as connection:
        export(connection, stream)
    return stream.getvalue()


def test_neither_order_nor_folders_matter(samples: Path, sets: list[Path], tmp_path: Path) -> None:
    """Several folders have files of one name: those are read in one order too, whatever the
    folders are called."""
    some = [path for path in sets if path.stem in ("PMEI", "FRF", "PSTX")]
    some += [samples / "release-notes-zh" / f"faq_{code}.docx" for code in ("frf", "ogw")]
    some += [samples / "seeds", samples / "gatherer-old"]
    folders = sorted(path for path in (samples / "scryfall").glob("**") if path.is_dir())
    expected = export_of(tmp_path / "first.db", [*some, *folders])
    assert len(expected) > 1_000_000
    renamed = tmp_path / "renamed"
    for number, folder in enumerate(reversed(folders)):
        (renamed / str(number)).mkdir(parents=True)
        for path in folder.glob("*.json*"):
            shutil.copy(path, renamed / str(number))
    assert export_of(tmp_path / "second.db", [renamed, *reversed(some)]) == expected


def test_what_was_read_does_not_stay_in_memory(samples: Path, tmp_path: Path) -> None:
    """Neither pages, which are full of cycles, nor what is loaded, which an error leads to."""
    (tmp_path / "cut.json").write_text('{"meta": {')
    pages, loaders = [], []

    def look(step: str, done: int, total: int) -> None:
        alive = gc.get_objects()
        pages.append(sum(isinstance(thing, BeautifulSoup) for thing in alive))
        if step == "indexing":
            loaders.append(sum(isinstance(thing, Loader) for thing in alive))

    inputs = [samples / "gatherer-old", tmp_path / "cut.json"]
    report = build(tmp_path / "rulings.db", inputs, progress=look)
    assert report.problems["unreadable"] == 1
    assert len(pages) > 20
    assert max(pages) <= 1
    assert loaders == [0]
