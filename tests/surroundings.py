"""What lies around the tests: the checkout, and the corpus, which may not be there."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).parents[1]
"""The checkout."""


def absent(what: str, reason: str) -> NoReturn:
    """Skip a test for want of something, or fail where the environment says it must be there."""
    if what in os.environ.get("RULINGS_DB_REQUIRE", "").split(","):
        pytest.fail(f"{what} is required here: {reason}")
    pytest.skip(reason)


def set_files(corpus: Path, codes: Iterable[str]) -> list[Path]:
    """The files of some sets of the corpus."""
    return [corpus / "sets" / f"{code}.json" for code in codes]


def raw_cards(corpus: Path, code: str) -> list[dict[str, Any]]:
    """The cards of a set of the corpus, as its file has them."""
    content = json.loads((corpus / "sets" / f"{code}.json").read_bytes())
    cards: list[dict[str, Any]] = content.get("data", content)["cards"]
    return cards
