"""Fixtures: the sample's database, the corpus where it lies, and a database of all of it.

RULINGS_DB_CORPUS names a folder holding sets/ and AllPrintings.json; RULINGS_DB_REQUIRE (a list
like "corpus,browser") says what must be there: then its absence fails instead of skipping.
"""

import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rulings_db.builder.pipeline import build
from rulings_db.database.opening import open_database
from tests import server
from tests.surroundings import absent


def pytest_configure() -> None:
    """A shell makes what it starts in the background deaf to SIGINT, and so are its children: tests
    that interrupt one need it as it is in the foreground."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs the corpus, a browser or a checker of pages is slow."""
    for item in items:
        if not {"corpus", "samples", "browser", "validator"}.isdisjoint(
            getattr(item, "fixturenames", ())
        ):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder with the corpus."""
    folder = Path(os.environ.get("RULINGS_DB_CORPUS", ".cache/corpus"))
    if not (folder / "AllPrintings.json").exists():
        absent("corpus", "RULINGS_DB_CORPUS names no folder with the corpus")
    return folder


@pytest.fixture(scope="session")
def samples() -> Path:
    """The corpus as it came, with a folder for each other source (Scryfall, Gatherer, ...)."""
    folder = Path(os.environ.get("RULINGS_DB_SAMPLES", "../shared/corpus"))
    if not (folder / "MANIFEST.md").exists():
        absent("corpus", "RULINGS_DB_SAMPLES names no folder with the corpus as it came")
    return folder


@pytest.fixture(scope="session")
def sample_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the sample pages."""
    path = tmp_path_factory.mktemp("sample") / "rulings.db"
    build(path)
    return path


@pytest.fixture(scope="session")
def sample(sample_db: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the sample's database."""
    with closing(open_database(sample_db)) as connection:
        yield connection


@pytest.fixture(scope="session")
def corpus_db(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the whole corpus, built from its folder of sets."""
    path = tmp_path_factory.mktemp("corpus") / "rulings.db"
    build(path, [corpus / "sets"])
    return path


@pytest.fixture(scope="session")
def whole(corpus_db: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the database of the whole corpus."""
    with closing(open_database(corpus_db)) as connection:
        yield connection


@pytest.fixture
def sites() -> Iterator[server.Sites]:
    """MTGJSON and Scryfall on loopback, as yet with nothing there."""
    with server.running() as running:
        yield running
