"""Sets of MTGJSON's with cards that a test makes up, their files, and a database of them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulings_db.builder.pipeline import build


def a_card(number: str, name: str, oracle_id: str = "", **more: Any) -> dict[str, Any]:
    """A card, or with a side one face of it, as small as it can be."""
    return {
        "uuid": f"{number} {name} {more.get('side')}",
        "name": name,
        "layout": "normal",
        "number": number,
        "type": "Creature — Bear",
        "text": f"Text of {name}.",
        "identifiers": {"scryfallOracleId": oracle_id or f"oracle id of {name}"},
        "foreignData": [],
        "rulings": [],
        **more,
    }


def foreign(language: str, name: str, text: str, **more: Any) -> dict[str, Any]:
    """A wording of a card in another language, which MTGJSON calls by its English name."""
    return {"language": language, "name": name, "text": text, "type": "Kreatur", **more}


def a_set(code: str, cards: Iterable[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A set, as small as it can be."""
    known = {"name": f"The {code} Set", "releaseDate": "2020-01-01"}
    return {"code": code, **known, "cards": list(cards), **more}


def write_sets(folder: Path, sets: Iterable[dict[str, Any]]) -> list[Path]:
    """Write each set to a file of its own."""
    paths = []
    for known in sets:
        paths.append(folder / f"{known['code']}.json")
        paths[-1].write_text(json.dumps(known), "utf-8")
    return paths


def build_sets(database: Path, sets: Iterable[dict[str, Any]]) -> Path:
    """Write sets beside a database and build it of them."""
    build(database, write_sets(database.parent, sets))
    return database
