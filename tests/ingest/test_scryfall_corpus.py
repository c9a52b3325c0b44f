"""Scryfall's real answers and bulk files: all that is in them is read, counted by a scan of the raw
JSON; and their cards are called as MTGJSON calls them. The texts stay where they lie."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ingest.files import InputError, find_documents
from ingest.readers import open_source
from ingest.records import Card, Migration, Problem, Record, Set

ERRORS = {"error-400.json", "error-404.json", "error-429.json", "parse-mana.json"}
NO_SCRYFALL = "INDEX.json"
"""What the recording of the answers says of itself."""


def scan(value: Any) -> Iterator[dict[str, Any]]:
    """The cards, rulings, sets and migrations in a value."""
    if isinstance(value, list):
        for item in value:
            yield from scan(item)
    elif isinstance(value, dict):
        if value.get("object") in ("card", "ruling", "set", "migration"):
            yield value
        else:
            yield from scan(list(value.values()))


def load(path: Path) -> Any:
    text = path.read_text("utf-8")
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.split("\n") if line]
    return json.loads(text)


@pytest.fixture(scope="module")
def folder(samples: Path) -> Path:
    return samples / "scryfall"


@pytest.fixture(scope="module")
def documents(folder: Path) -> dict[Path, tuple[list[dict[str, Any]], list[Record]]]:
    """For each file that holds no error what the scan finds in it, and its records."""
    found = {}
    for document in find_documents([folder]):
        if document.name in {*ERRORS, NO_SCRYFALL}:
            continue
        source, records = open_source(document)
        assert source.kind == "scryfall", document.name
        found[document.path] = (list(scan(load(document.path))), list(records))
    return found


@pytest.fixture(scope="module")
def raw(documents: dict[Path, Any]) -> list[dict[str, Any]]:
    return [thing for things, _ in documents.values() for thing in things]


@pytest.fixture(scope="module")
def records(documents: dict[Path, Any]) -> list[Record]:
    return [record for _, found in documents.values() for record in found]


@pytest.fixture(scope="module")
def cards(records: list[Record]) -> list[Card]:
    return [record for record in records if isinstance(record, Card) and record.name]


def faces_of(card: dict[str, Any]) -> list[dict[str, Any]]:
    return card.get("card_faces") or [card]


def given(card: dict[str, Any], field: str) -> list[str]:
    """What the faces of a card have in a field."""
    return [face[field] for face in faces_of(card) if face.get(field)]


def of_kind(raw: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [thing for thing in raw if thing["object"] == kind]


def test_every_file_is_read(documents: dict[Path, Any], folder: Path) -> None:
    files = [path for path in folder.rglob("*.json*") if path.is_file()]
    assert len(documents) == len(files) - len(ERRORS) - 1 == 71
    silent = [path.name for path, (_, found) in documents.items() if not found]
    assert [name[:2] for name in silent] == ["18"]  # the rulings of a card that has none


def test_errors_are_told(folder: Path) -> None:
    told = {}
    for document in find_documents([folder]):
        if document.name in ERRORS:
            _, records = open_source(document)
            with pytest.raises(InputError) as caught:
                list(records)
            told[document.name] = str(caught.value).partition("Scryfall said ")[2][:40]
    assert {name: said.partition(":")[0] for name, said in told.items()} == {
        "error-400.json": "bad_request (status 400)",
        "error-404.json": "not_found (status 404)",
        "error-429.json": "rate_limited (status 429)",
        "parse-mana.json": "validation_error (status 422)",
    }


def test_every_face_is_a_record(raw: list[dict[str, Any]], cards: list[Card]) -> None:
    found = of_kind(raw, "card")
    assert len(found) == 997
    assert len(cards) == sum(len(faces_of(card)) for card in found) == 1158
    assert Counter(card.layout for card in cards)["aftermath"] == 8
    names = Counter(face["name"] for card in found for face in faces_of(card))
    assert Counter(card.face_name or card.name for card in cards) == names
    oracle = Counter(text for card in found for text in given(card, "oracle_text"))
    assert Counter(c.oracle.text for c in cards if c.oracle and c.oracle.text) == oracle
    types = Counter(text for card in found for text in given(card, "type_line"))
    assert Counter(c.oracle.type_line for c in cards if c.oracle and c.oracle.type_line) == types


def test_oracle_ids_and_printings(raw: list[dict[str, Any]], cards: list[Card]) -> None:
    found = of_kind(raw, "card")
    ids = Counter(
        face.get("oracle_id") or card["oracle_id"] for card in found for face in faces_of(card)
    )
    assert Counter(card.oracle_id for card in cards) == ids
    places = Counter(
        (card["set"].upper(), card["collector_number"]) for card in found for _ in faces_of(card)
    )
    assert Counter((p.set_code, p.collector_number) for c in cards for p in c.printings) == places
    english = {card["id"] for card in found if card.get("lang", "en") == "en"}
    assert {p.scryfall_id for c in cards for p in c.printings} - {None} == english


def test_every_printed_text_is_a_wording(raw: list[dict[str, Any]], cards: list[Card]) -> None:
    told = [w for card in cards for printing in card.printings for w in printing.wordings]
    found = [card for card in of_kind(raw, "card") if card.get("lang", "en") != "en"]
    assert len(found) == 438
    for field, taken in (
        ("printed_name", [w.name for w in told if w.language != "en"]),
        ("printed_type_line", [w.type_line for w in told]),
        ("printed_text", [w.text for w in told]),
    ):
        expected = Counter(text for card in found for text in given(card, field))
        assert Counter(text for text in taken if text) == expected, field
    codes = Counter(
        {"px": "ph"}.get(card["lang"], card["lang"])
        for card in found
        for face in faces_of(card)
        if any(face.get(f"printed_{what}") for what in ("name", "text", "type_line"))
        or face.get("flavor_text")
    )
    assert Counter(w.language for w in told if w.language != "en") == codes
    flavors = Counter(text for card in of_kind(raw, "card") for text in given(card, "flavor_text"))
    assert Counter(w.flavor_text for w in told if w.flavor_text) == flavors


def test_every_multiverse_id_is_kept(raw: list[dict[str, Any]], cards: list[Card]) -> None:
    expected = {
        number for card in of_kind(raw, "card") for number in card.get("multiverse_ids", [])
    }
    printings = [printing for card in cards for printing in card.printings]
    kept = {p.multiverse_id for p in printings}
    kept |= {w.multiverse_id for p in printings for w in p.wordings}
    # Cards without a wording of their own language have nowhere to keep theirs.
    assert expected - kept == set()


def test_rulings_sets_and_migrations(
    documents: dict[Path, tuple[list[dict[str, Any]], list[Record]]],
) -> None:
    rulings = 0
    for things, records in documents.values():
        rows = of_kind(things, "ruling")
        expected = [
            (oracle_id, [(r["comment"], r["published_at"], "en", r["source"]) for r in group])
            for oracle_id, group in groupby(rows, key=lambda row: row["oracle_id"])
        ]
        ruled = [record for record in records if isinstance(record, Card) and record.rulings]
        assert [
            (c.oracle_id, [(r.text, r.published_at, r.language, r.issuer) for r in c.rulings])
            for c in ruled
        ] == expected
        rulings += len(rows)
        sets = of_kind(things, "set")
        if sets:
            assert [r.code for r in records if isinstance(r, Set)] == [
                s["code"].upper() for s in sets
            ]
        moved = [
            (m["old_scryfall_id"], m.get("new_scryfall_id")) for m in of_kind(things, "migration")
        ]
        assert [(r.old_id, r.new_id) for r in records if isinstance(r, Migration)] == moved
    assert rulings == 82


def test_what_is_told_of(records: list[Record]) -> None:
    kinds = Counter(record.kind for record in records if isinstance(record, Problem))
    assert kinds == {
        "nothing to take": 52,
        "more pages": 6,
        "printed wording unknown": 61,
    }


# Beside MTGJSON

PLACEHOLDERS = "MID"
"""Innistrad: Midnight Hunt, which in August 2021 was known by invented names."""


@pytest.fixture(scope="module")
def mtgjson(corpus: Path, cards: list[Card]) -> dict[tuple[str, str], dict[str, Any]]:
    """The newest card of MTGJSON for each Oracle id (of those Scryfall's samples have) and side."""
    wanted = {card.oracle_id for card in cards}
    found = {}
    sets = [msgspec.json.decode(path.read_bytes()) for path in (corpus / "sets").glob("*.json")]
    for a_set in sorted(sets, key=lambda a_set: (a_set["releaseDate"], a_set["code"])):
        for card in a_set["cards"]:
            oracle_id = card["identifiers"].get("scryfallOracleId")
            if oracle_id in wanted:
                found[oracle_id, card.get("side") or ""] = card
    return found


def test_cards_are_called_as_mtgjson_calls_them(
    cards: list[Card], mtgjson: dict[tuple[str, str], dict[str, Any]]
) -> None:
    compared = set()
    differences = set()
    for card in cards:
        other = mtgjson.get((card.oracle_id or "", card.side or ""))
        if other is None:
            assert not any(key[0] == card.oracle_id for key in mtgjson), card.place
            continue
        compared.add((card.oracle_id, card.side))
        assert (card.layout, card.mana_cost, card.colors, card.types) == (
            other["layout"],
            other.get("manaCost"),
            tuple(other["colors"]),
            tuple(other["types"]),
        ), card.place
        if (card.name, card.face_name) != (other["name"], other.get("faceName")):
            differences.add((other["setCode"], card.name))
    assert len(compared) == 460
    # Names that were not known yet in 2021, and a capital letter of 2019.
    assert Counter(code for code, _ in differences) == {PLACEHOLDERS: 18, "PARC": 1}


def test_oracle_wordings_agree_with_mtgjson_but_for_the_years_between(
    cards: list[Card], mtgjson: dict[tuple[str, str], dict[str, Any]]
) -> None:
    same: Counter[str] = Counter()
    for key, other in mtgjson.items():
        oracle = next(
            card.oracle
            for card in cards
            if (card.oracle_id, card.side or "") == key and card.oracle is not None
        )
        same["text"] += oracle.text == other.get("text")
        same["type_line"] += oracle.type_line == other["type"]
    assert len(mtgjson) == 460
    # The rest are names that were not known yet, other templates ("this creature", "enters",
    # "mill", `+1:` for MTGJSON's `[+1]:`) and reminder texts of another year.
    assert same == {"text": 327, "type_line": 452}
