"""Fixtures: the sample's database, the corpus where it lies, and a database of all of it.

RULINGS_DB_CORPUS names a folder holding sets/ and AllPrintings.json; RULINGS_DB_REQUIRE (a list
like "corpus,browser") says what must be there: then its absence fails instead of skipping.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rulings_db.builder.pipeline import build
from rulings_db.database.opening import open_database
from tests import server


def absent(what: str, reason: str) -> None:
    """Skip a test for want of something, or fail where the environment says it must be there."""
    if what in os.environ.get("RULINGS_DB_REQUIRE", "").split(","):
        pytest.fail(f"{what} is required here: {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def lacking() -> Callable[[str, str], None]:
    """`absent`, for the fixtures and tests of other files."""
    return absent


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
