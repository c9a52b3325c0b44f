"""Scryfall's objects to records, by small cards written for the test."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ingest import scryfall
from ingest.files import Document, InputError, find_documents
from ingest.readers import open_source
from ingest.records import Card, Migration, Printing, Problem, Record, Ruling, Set, Wording
from tests.records import cards, encode, problems, write_json

OTTER: dict[str, Any] = {
    "object": "card",
    "id": "33333333-0000-4000-8000-000000000001",
    "oracle_id": "22222222-0000-4000-8000-000000000001",
    "multiverse_ids": [4001],
    "name": "Quiet Otter",
    "lang": "en",
    "released_at": "2020-01-24",
    "layout": "normal",
    "mana_cost": "{1}{U}",
    "type_line": "Legendary Creature — Otter",
    "oracle_text": "Flash\nWhen this creature enters, draw a card.",
    "colors": ["U"],
    "keywords": ["Flash", "Scry"],
    "all_parts": [{"object": "related_card", "component": "token", "name": "Fish"}],
    "set": "riv",
    "set_name": "River Bend",
    "set_type": "expansion",
    "collector_number": "7a",
    "digital": False,
    "flavor_text": "It listens.",
}
GERMAN: dict[str, Any] = OTTER | {
    "id": "33333333-0000-4000-8000-000000000002",
    "multiverse_ids": [4002],
    "lang": "de",
    "printed_name": "Stiller Otter",
    "printed_type_line": "Legendäre Kreatur — Otter",
    "printed_text": "Aufblitzen",
    "flavor_text": "Er lauscht.",
}
FACE = {"object": "card_face", "name": "Day Watch", "mana_cost": "{W}", "type_line": "Creature"}
RULING: dict[str, Any] = {
    "object": "ruling",
    "oracle_id": "22222222-0000-4000-8000-000000000001",
    "source": "wotc",
    "published_at": "2020-01-24",
    "comment": "You draw the card even if the otter dies.",
}
RIVER: dict[str, Any] = {
    "object": "set",
    "code": "riv",
    "mtgo_code": "rvr",
    "arena_code": "riv",
    "name": "River Bend",
    "set_type": "expansion",
    "released_at": "2020-01-24",
    "parent_set_code": "wat",
    "digital": True,
}
MERGE: dict[str, Any] = {
    "object": "migration",
    "id": "77777777-0000-4000-8000-000000000001",
    "migration_strategy": "merge",
    "old_scryfall_id": "33333333-0000-4000-8000-000000000008",
    "new_scryfall_id": "33333333-0000-4000-8000-000000000001",
}

OTTER_FACTS: dict[str, Any] = {
    "oracle_id": "22222222-0000-4000-8000-000000000001",
    "mana_cost": "{1}{U}",
    "colors": ("U",),
    "types": ("Creature",),
    "keywords": ("Flash",),
    "oracle": Wording(
        "en",
        "Quiet Otter",
        "Legendary Creature — Otter",
        "Flash\nWhen this creature enters, draw a card.",
    ),
}
OTTER_RECORD = Card(
    "Quiet Otter",
    **OTTER_FACTS,
    printings=(
        Printing(
            "RIV",
            collector_number="7a",
            scryfall_id="33333333-0000-4000-8000-000000000001",
            multiverse_id=4001,
            wordings=(Wording("en", "Quiet Otter", None, None, "It listens."),),
        ),
    ),
    place="data.json, card RIV 7a Quiet Otter",
)
GERMAN_RECORD = Card(
    "Quiet Otter",
    **OTTER_FACTS,
    printings=(
        Printing(
            "RIV",
            collector_number="7a",
            wordings=(
                Wording(
                    "de",
                    "Stiller Otter",
                    "Legendäre Kreatur — Otter",
                    "Aufblitzen",
                    "Er lauscht.",
                    4002,
                    "33333333-0000-4000-8000-000000000002",
                ),
            ),
        ),
    ),
    place="data.json, card RIV 7a Quiet Otter",
)
RIVER_OF_CARDS = Set("RIV", "River Bend", kind="expansion")


def write(folder: Path, content: Any, name: str = "data.json") -> Document:
    """A document of Scryfall's; a value is written as JSON."""
    return write_json(folder / name, content)


def read(folder: Path, content: Any, name: str = "data.json") -> list[Record]:
    return list(scryfall.read(write(folder, content, name)))


def read_faces(folder: Path, **changes: Any) -> list[Card]:
    """The records of OTTER changed; a change to None takes the field away."""
    card = {key: value for key, value in (OTTER | changes).items() if value is not None}
    return cards(read(folder, card))


def two_faced(folder: Path, first: dict[str, Any], second: dict[str, Any], **changes: Any) -> Any:
    """The two records of a card with two faces, and its problems."""
    whole = {"name": "Day Watch // Night Watch", "layout": "transform", "flavor_text": None}
    faces = [FACE | first, FACE | {"name": "Night Watch"} | second]
    card = OTTER | whole | {"colors": None, "keywords": []} | changes | {"card_faces": faces}
    records = read(folder, {key: value for key, value in card.items() if value is not None})
    one, two = cards(records)
    return one, two, problems(records)


def wordings(card: Card) -> tuple[Wording, ...]:
    (printing,) = card.printings
    return printing.wordings


def read_until_error(document: Document) -> tuple[list[Record], str]:
    """The records before the error, and what it says; nothing where there was none."""
    records: list[Record] = []
    try:
        records.extend(scryfall.read(document))  # keeps what came before the error
    except InputError as error:
        return records, str(error)
    return records, ""


# What a document can look like


def placeless(record: Record) -> Record:
    """The record without where it stands, which is another in each form of document."""
    return record if isinstance(record, Set) else replace(record, place="")


LINES = encode(OTTER) + b"\n" + encode(GERMAN) + b"\n"


@pytest.mark.parametrize(
    ("content", "places"),
    [
        (LINES, ("data.json: line 1", "data.json: line 2")),
        (b"\xef\xbb\xbf" + LINES, ("data.json: line 1", "data.json: line 2")),
        (LINES.replace(b"\n", b"\r\n\r\n"), ("data.json: line 1", "data.json: line 3")),
        (LINES[:-1], ("data.json: line 1", "data.json: line 2")),
        (gzip.compress(LINES), ("data.json: line 1", "data.json: line 2")),
        (
            b"[\n" + encode(OTTER) + b",\n" + encode(GERMAN) + b"\n]\n",
            ("data.json: item 1", "data.json: item 2"),
        ),
        ([OTTER, GERMAN], ("data.json: item 1", "data.json: item 2")),
        (
            json.dumps([OTTER, GERMAN], indent=2, sort_keys=True).encode(),
            ("data.json: item 1", "data.json: item 2"),
        ),
        (
            {"object": "list", "total_cards": 2, "has_more": False, "data": [OTTER, GERMAN]},
            ("data.json: data 1", "data.json: data 2"),
        ),
        (
            json.dumps({"object": "list", "data": [OTTER, GERMAN]}, sort_keys=True).encode(),
            ("data.json: data 1", "data.json: data 2"),
        ),
        (
            {"normal": [OTTER], "other": [GERMAN]},
            ("data.json: normal 1", "data.json: other 1"),
        ),
    ],
    ids=[
        "lines",
        "byte order mark",
        "blank lines",
        "no last line end",
        "gzip",
        "array by lines",
        "array",
        "array in sorted keys",
        "list",
        "list in sorted keys",
        "by key",
    ],
)
def test_every_form_of_document_gives_the_same_cards(
    tmp_path: Path, content: Any, places: tuple[str, str]
) -> None:
    document = write(tmp_path, content)
    source, found = open_source(document)
    assert source.kind == "scryfall"
    a_set, *cards = found
    assert a_set == RIVER_OF_CARDS
    assert [placeless(card) for card in cards] == [
        placeless(OTTER_RECORD),
        placeless(GERMAN_RECORD),
    ]
    assert [card.place for card in cards if isinstance(card, Card)] == [
        f"{place}, card RIV 7a Quiet Otter" for place in places
    ]


@pytest.mark.parametrize("content", [OTTER, json.dumps(OTTER, indent=1, sort_keys=True).encode()])
def test_one_card(tmp_path: Path, content: Any) -> None:
    document = write(tmp_path, content)
    assert open_source(document)[0].kind == "scryfall"
    assert list(scryfall.read(document)) == [RIVER_OF_CARDS, OTTER_RECORD]


@pytest.mark.parametrize(
    "content",
    [
        {"meta": {}, "data": {}},
        {"data": {"RIV": {"code": "RIV", "cards": [], "name": "River Bend"}}},
        {"cards": [], "code": "RIV", "name": "River Bend", "booster": {}},
        {"object": "furniture"},
        {"object": 5},
        [],
        [["INDEX", {"object": "card"}]],
        {"rows": [{"object": "furniture"}]},
        b'"object"',
        b"object: card",
        b"",
        b"{",
        b"\xff\xfe{\0",
        b"[" * 10_000,
    ],
)
def test_what_is_not_scryfalls(content: Any) -> None:
    head = content if isinstance(content, bytes) else encode(content)
    assert not scryfall.is_scryfall(head, "data.json")


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("all-cards-20261130100523.jsonl.gz", "2026-11-30T10:05:23"),
        ("rulings-20191001090254.json", "2019-10-01T09:02:54"),
        ("oracle-cards-20260523090254.gz", "2026-05-23T09:02:54"),
        ("rulings.json", None),
        ("rulings-2026.json", None),
        ("rulings-20269999999999.json", None),
    ],
)
def test_the_version_is_the_time_in_the_name(
    tmp_path: Path, name: str, version: str | None
) -> None:
    assert scryfall.find_version(b"", Document(tmp_path / name, name)) == version


def test_the_first_line_can_be_long(tmp_path: Path) -> None:
    """Tokens name every card that makes them in `all_parts`."""
    maker = {"object": "related_card", "component": "combo_piece", "name": "A Card That Makes It"}
    token = OTTER | {"layout": "token", "all_parts": [maker] * 2_000}
    for first in (token, {"object": "tag", "taggings": [maker] * 2_000}):
        records = read(tmp_path, encode(first) + b"\n" + LINES, "all-cards.jsonl")
        assert records[-1] == replace(
            GERMAN_RECORD, place="all-cards.jsonl: object 3, card RIV 7a Quiet Otter"
        )


def test_lines_are_found_in_a_folder(tmp_path: Path) -> None:
    write(tmp_path, LINES, "all-cards.jsonl")
    write(tmp_path, gzip.compress(LINES), "more-cards.jsonl.gz")
    found = [document.name for document in find_documents([tmp_path])]
    assert found == ["all-cards.jsonl", "more-cards.jsonl.gz"]


# Cards


def test_a_set_is_told_once(tmp_path: Path) -> None:
    other = OTTER | {"set": "lak", "set_name": "Lake Side", "set_type": "promo"}
    records = read(tmp_path, [OTTER, other, OTTER])
    assert [record for record in records if isinstance(record, Set)] == [
        RIVER_OF_CARDS,
        Set("LAK", "Lake Side", kind="promo"),
    ]


def test_faces_of_a_transforming_card(tmp_path: Path) -> None:
    """Words, colors, keywords and multiverse ids by face; `printed_*` stands on the faces only."""
    one, two, found = two_faced(
        tmp_path,
        {
            "oracle_text": "Vigilance\nTransform this.",
            "colors": ["W"],
            "printed_name": "Tagwache",
            "printed_type_line": "Kreatur",
            "printed_text": "Wachsamkeit",
            "flavor_text": "Hell.",
        },
        {
            "mana_cost": "",
            "type_line": "Snow Artifact Creature — Wolf",
            "oracle_text": "Trample",
            "colors": [],
            "printed_name": "Nachtwache",
        },
        lang="de",
        multiverse_ids=[11, 12],
        keywords=["Trample", "Vigilance", "Transform"],
    )
    assert found == []
    assert one == Card(
        "Day Watch // Night Watch",
        "22222222-0000-4000-8000-000000000001",
        "a",
        "Day Watch",
        "transform",
        "{W}",
        ("W",),
        ("Creature",),
        ("Transform", "Vigilance"),
        Wording("en", "Day Watch", "Creature", "Vigilance\nTransform this."),
        printings=(
            Printing(
                "RIV",
                collector_number="7a",
                wordings=(
                    Wording(
                        "de",
                        "Tagwache",
                        "Kreatur",
                        "Wachsamkeit",
                        "Hell.",
                        11,
                        "33333333-0000-4000-8000-000000000001",
                    ),
                ),
            ),
        ),
        place="data.json, card RIV 7a Day Watch // Night Watch",
    )
    assert (two.side, two.face_name, two.mana_cost, two.colors) == ("b", "Night Watch", None, ())
    assert (two.types, two.keywords) == (("Artifact", "Creature"), ("Trample",))
    assert [(w.name, w.type_line, w.text, w.multiverse_id) for w in wordings(two)] == [
        ("Nachtwache", None, None, 12)
    ]


def test_the_only_multiverse_id_is_that_of_every_face(tmp_path: Path) -> None:
    one, two, found = two_faced(tmp_path, {}, {}, multiverse_ids=[11])
    assert [card.printings[0].multiverse_id for card in (one, two)] == [11, 11]
    assert found == []


def test_colors_of_a_split_card_are_those_of_each_halfs_cost(tmp_path: Path) -> None:
    one, two, _ = two_faced(
        tmp_path,
        {"mana_cost": "{G}{U}"},
        {"mana_cost": "{4}{R/W}"},
        layout="split",
        mana_cost="{G}{U} // {4}{R/W}",
        colors=["G", "R", "U", "W"],
    )
    assert (one.colors, two.colors) == (("U", "G"), ("W", "R"))


def test_colors_of_a_flip_card_are_the_cards(tmp_path: Path) -> None:
    changes = {"layout": "flip", "mana_cost": "{W}", "colors": ["W"]}
    one, two, _ = two_faced(tmp_path, {}, {"mana_cost": ""}, **changes)
    assert (one.colors, two.colors) == (("W",), ("W",))


def test_a_split_card_with_aftermath_has_that_layout(tmp_path: Path) -> None:
    after = {"oracle_text": "Aftermath (Cast this only from your graveyard.)"}
    one, two, _ = two_faced(tmp_path, {"oracle_text": "Draw a card."}, after, layout="split")
    assert (one.layout, two.layout) == ("aftermath", "aftermath")
    one, two, _ = two_faced(tmp_path, {"oracle_text": "Draw a card."}, {}, layout="split")
    assert (one.layout, two.layout) == ("split", "split")


def test_five_faces(tmp_path: Path) -> None:
    names = ["Who", "What", "When", "Where", "Why"]
    faces = [FACE | {"name": name} for name in names]
    cards = read_faces(tmp_path, name=" // ".join(names), layout="split", card_faces=faces)
    assert [(card.side, card.face_name) for card in cards] == list(zip("abcde", names, strict=True))
    assert {card.name for card in cards} == {"Who // What // When // Where // Why"}


def test_meld_cards_are_sides_of_one_card(tmp_path: Path) -> None:
    parts = [
        {"component": "meld_part", "name": "Left"},
        {"component": "meld_result", "name": "Both"},
        {"component": "token", "name": "Fish"},
        {"component": "meld_part", "name": "Right"},
    ]
    found = []
    for name in ("Left", "Right", "Both"):
        (card,) = read_faces(tmp_path, name=name, layout="meld", all_parts=parts)
        assert card.oracle is not None
        found.append((card.name, card.side, card.face_name, card.oracle.name))
    assert found == [
        ("Left // Both", "a", "Left", "Left"),
        ("Right // Both", "a", "Right", "Right"),
        ("Both", "b", "Both", "Both"),
    ]


def test_a_meld_card_that_names_no_result(tmp_path: Path) -> None:
    (card,) = read_faces(tmp_path, layout="meld", all_parts=None)
    assert (card.name, card.side, card.face_name) == ("Quiet Otter", None, None)


def test_both_sides_of_a_reversible_card_can_be_one_card(tmp_path: Path) -> None:
    side = FACE | {"oracle_id": "22222222-0000-4000-8000-000000000002", "layout": "saga"}
    cards = read_faces(
        tmp_path,
        oracle_id=None,
        name="Day Watch // Day Watch",
        layout="reversible_card",
        card_faces=[side | {"flavor_text": "Dawn."}, side | {"flavor_text": "Dusk."}],
    )
    assert [(card.name, card.oracle_id, card.side, card.face_name) for card in cards] == [
        ("Day Watch", "22222222-0000-4000-8000-000000000002", None, None)
    ] * 2
    assert [card.layout for card in cards] == ["saga", "saga"]
    assert [wordings(card)[0].flavor_text for card in cards] == ["Dawn.", "Dusk."]


def test_a_side_of_a_reversible_card_can_have_faces(tmp_path: Path) -> None:
    drake = FACE | {"name": "Drake", "oracle_id": "one", "layout": "adventure"}
    hatch = FACE | {"name": "Hatch", "oracle_id": "one", "layout": "adventure"}
    other = FACE | {"name": "Otter", "oracle_id": "two", "layout": "normal"}
    cards = read_faces(
        tmp_path,
        oracle_id=None,
        name="Drake // Hatch // Otter",
        layout="reversible_card",
        card_faces=[drake, hatch, other],
    )
    assert [(c.name, c.oracle_id, c.side, c.face_name, c.layout) for c in cards] == [
        ("Drake // Hatch", "one", "a", "Drake", "adventure"),
        ("Drake // Hatch", "one", "b", "Hatch", "adventure"),
        ("Otter", "two", None, None, "normal"),
    ]


def test_tokens_are_cards(tmp_path: Path) -> None:
    one, two, _ = two_faced(
        tmp_path,
        {"name": "Fish", "type_line": "Token Creature — Fish"},
        {"name": "Clue", "type_line": "Token Artifact — Clue"},
        name="Fish // Clue",
        layout="double_faced_token",
    )
    assert (one.layout, one.types, two.types) == (
        "double_faced_token",
        ("Creature",),
        ("Artifact",),
    )
    (emblem,) = read_faces(tmp_path, layout="emblem", type_line="Emblem — Otter", oracle_text=None)
    assert (emblem.layout, emblem.types) == ("emblem", ("Emblem",))
    assert emblem.oracle == Wording("en", "Quiet Otter", "Emblem — Otter")


def test_an_unknown_layout_passes_through_and_is_told_once(tmp_path: Path) -> None:
    odd = OTTER | {"layout": "hexagonal"}
    records = read(tmp_path, [odd, odd])
    assert [card.layout for card in records if isinstance(card, Card)] == ["hexagonal"] * 2
    assert problems(records) == [
        (
            "unknown layout",
            "data.json: item 1, card RIV 7a Quiet Otter",
            "the layout 'hexagonal' is not known; kept under that name",
        )
    ]


@pytest.mark.parametrize("layout", ["case", "prepare", "mutate", "class", "planar", "art_series"])
def test_layouts_pass_through(tmp_path: Path, layout: str) -> None:
    records = read(tmp_path, OTTER | {"layout": layout})
    assert [card.layout for card in records if isinstance(card, Card)] == [layout]
    assert problems(records) == []


# Languages and printed words


@pytest.mark.parametrize(
    ("given", "code"), [("px", "ph"), ("qya", "qya"), ("zhs", "zhs"), ("zht", "zht"), ("dw", "dw")]
)
def test_language_codes(tmp_path: Path, given: str, code: str) -> None:
    records = read(tmp_path, GERMAN | {"lang": given})
    (card,) = cards(records)
    assert [wording.language for wording in wordings(card)] == [code]
    assert problems(records) == []


def test_an_unknown_language_passes_through_and_is_told_once(tmp_path: Path) -> None:
    records = read(tmp_path, [GERMAN | {"lang": "xx"}] * 2)
    assert [wordings(card)[0].language for card in cards(records)] == ["xx", "xx"]
    assert [(kind, message) for kind, _, message in problems(records)] == [
        ("unknown language", "the language 'xx' is not in the table; kept under that name")
    ]


def test_english_never_stands_in_for_printed_words(tmp_path: Path) -> None:
    bare = {key: value for key, value in GERMAN.items() if not key.startswith("printed")}
    records = read(tmp_path, [bare, bare | {"flavor_text": None}])
    one, two = cards(records)
    assert wordings(one) == (
        Wording(
            "de",
            flavor_text="Er lauscht.",
            multiverse_id=4002,
            scryfall_id="33333333-0000-4000-8000-000000000002",
        ),
    )
    assert wordings(two) == ()
    assert one.oracle == two.oracle == OTTER_RECORD.oracle
    assert problems(records) == [
        (
            "printed wording unknown",
            "data.json: item 2, card RIV 7a Quiet Otter",
            "printed in de, with no word of what it says there"
            " (Scryfall id 33333333-0000-4000-8000-000000000002, multiverse id 4002)",
        )
    ]


def test_a_printed_name_alone_is_a_wording(tmp_path: Path) -> None:
    records = read(tmp_path, OTTER | {"lang": "it", "printed_name": "Lontra", "flavor_text": None})
    (card,) = cards(records)
    assert [(w.language, w.name, w.type_line, w.text) for w in wordings(card)] == [
        ("it", "Lontra", None, None)
    ]


def test_english_cards_can_have_printed_words(tmp_path: Path) -> None:
    (card,) = read_faces(tmp_path, printed_text="Flash.", printed_type_line="Summon Otter")
    assert wordings(card) == (
        Wording("en", "Quiet Otter", "Summon Otter", "Flash.", "It listens."),
    )
    (card,) = read_faces(tmp_path, printed_name="Silent Otter", flavor_text=None)
    assert wordings(card) == (Wording("en", "Silent Otter"),)


def test_an_english_card_without_printed_words_has_no_wording(tmp_path: Path) -> None:
    (card,) = read_faces(tmp_path, flavor_text=None)
    assert wordings(card) == ()


def test_a_printings_own_name_is_a_second_wording(tmp_path: Path) -> None:
    (card,) = read_faces(tmp_path, flavor_name="Otterzilla")
    assert [(w.name, w.flavor_text) for w in wordings(card)] == [
        ("Quiet Otter", "It listens."),
        ("Otterzilla", "It listens."),
    ]
    (card,) = read_faces(tmp_path, flavor_name="Otterzilla", flavor_text=None)
    assert [w.name for w in wordings(card)] == ["Otterzilla"]
    records = read(tmp_path, GERMAN | {"flavor_name": "Otterzilla"})
    (card,) = cards(records)
    assert [(w.language, w.name, w.text) for w in wordings(card)] == [
        ("de", "Stiller Otter", "Aufblitzen"),
        ("de", "Otterzilla", "Aufblitzen"),
    ]


def test_printed_words_of_the_whole_card_are_divided_among_its_faces(tmp_path: Path) -> None:
    one, two, found = two_faced(
        tmp_path,
        {},
        {},
        layout="split",
        lang="fr",
        printed_name="Jour // Nuit",
        printed_text="Vol\n//\nPiétinement",
        printed_type_line="Éphémère",
        flavor_name="Alpha // Omega",
    )
    assert [(w.name, w.text) for w in wordings(one)] == [("Jour", "Vol"), ("Alpha", "Vol")]
    assert [(w.name, w.text) for w in wordings(two)] == [
        ("Nuit", "Piétinement"),
        ("Omega", "Piétinement"),
    ]
    assert [(kind, message) for kind, _, message in found] == [
        (
            "faulty wording",
            "printed_type_line of the whole card is not divided into its 2 faces; left out",
        )
    ]


def test_flavor_text_of_the_whole_card(tmp_path: Path) -> None:
    """It repeats the first face's, or stands for it; else it is told to be lost."""
    for flavor_text in ({"flavor_text": "Hush."}, {}):
        one, two, found = two_faced(tmp_path, flavor_text, {}, flavor_text="Hush.")
        assert [w.flavor_text for w in wordings(one)] == ["Hush."]
        assert wordings(two) == ()
        assert found == []
    _, two, found = two_faced(tmp_path, {}, {"flavor_text": "Hark."}, flavor_text="Hush.")
    assert [w.flavor_text for w in wordings(two)] == ["Hark."]
    assert [(kind, message) for kind, _, message in found] == [
        ("faulty wording", "the flavor text of the card is none of its faces'; left out")
    ]


# Rulings, sets, migrations


def test_rulings_of_a_card_that_stand_together_are_one_record(tmp_path: Path) -> None:
    rows = [
        RULING,
        RULING | {"comment": "It is a creature.", "source": "scryfall"},
        RULING | {"oracle_id": "22222222-0000-4000-8000-000000000009"},
        RULING | {"comment": "Again."},
    ]
    content = b"\n".join(encode(row) for row in rows)
    first, second, third = read(tmp_path, content, "rulings.jsonl")
    assert first == Card(
        None,
        "22222222-0000-4000-8000-000000000001",
        rulings=(
            Ruling("You draw the card even if the otter dies.", "2020-01-24", issuer="wotc"),
            Ruling("It is a creature.", "2020-01-24", issuer="scryfall"),
        ),
        place="rulings.jsonl: line 1",
    )
    assert isinstance(second, Card)
    assert isinstance(third, Card)
    assert [second.oracle_id, third.oracle_id] == [
        "22222222-0000-4000-8000-000000000009",
        "22222222-0000-4000-8000-000000000001",
    ]
    assert [ruling.text for ruling in third.rulings] == ["Again."]


def test_the_rulings_of_one_card_never_pile_up(tmp_path: Path) -> None:
    rows = [RULING | {"comment": f"Point {number}."} for number in range(2_500)]
    records = read(tmp_path, {"object": "list", "has_more": False, "data": rows})
    assert [len(card.rulings) for card in cards(records)] == [
        1000,
        1000,
        500,
    ]


def test_rulings_and_cards_in_one_document(tmp_path: Path) -> None:
    kinds = [type(record) for record in read(tmp_path, [RULING, OTTER, RULING])]
    assert kinds == [Card, Set, Card, Card]


def test_an_answer_without_rulings(tmp_path: Path) -> None:
    assert read(tmp_path, {"object": "list", "has_more": False, "data": []}) == []


def test_faulty_rulings(tmp_path: Path) -> None:
    rows = [
        RULING | {"comment": ""},
        RULING | {"comment": " \n"},
        RULING | {"oracle_id": None},
        RULING | {"published_at": "24/01/2020"},
    ]
    records = read(tmp_path, rows)
    (card,) = cards(records)
    assert card.rulings == (
        Ruling("You draw the card even if the otter dies.", None, issuer="wotc"),
    )
    empty = "a ruling without text, dated 2020-01-24; left out"
    assert problems(records) == [
        ("empty ruling", "data.json: item 1", empty),
        ("empty ruling", "data.json: item 2", empty),
        (
            "ruling of no card",
            "data.json: item 3",
            "a ruling that names no card by its Oracle id:"
            " 'You draw the card even if the otter dies.'; left out",
        ),
        (
            "impossible date",
            "data.json: item 4",
            "a ruling with the date '24/01/2020', expected one like 2014-11-24; taken as undated",
        ),
    ]


@pytest.mark.parametrize("content", [RIVER, {"object": "list", "has_more": False, "data": [RIVER]}])
def test_sets(tmp_path: Path, content: Any) -> None:
    assert read(tmp_path, content) == [
        Set("RIV", "River Bend", "2020-01-24", "expansion", "WAT", True, aliases=("RVR",))
    ]


def test_migrations(tmp_path: Path) -> None:
    delete = MERGE | {"migration_strategy": "delete", "new_scryfall_id": None}
    records = read(tmp_path, {"object": "list", "has_more": False, "data": [MERGE, delete]})
    assert records == [
        Migration(
            "33333333-0000-4000-8000-000000000008",
            "33333333-0000-4000-8000-000000000001",
            "data.json: data 1",
        ),
        Migration("33333333-0000-4000-8000-000000000008", None, "data.json: data 2"),
    ]
    assert read(tmp_path, delete) == [
        Migration("33333333-0000-4000-8000-000000000008", None, "data.json")
    ]


def test_migrations_of_an_unknown_kind_are_told(tmp_path: Path) -> None:
    found = problems(
        read(
            tmp_path, [MERGE | {"migration_strategy": "split"}, {**MERGE, "old_scryfall_id": None}]
        )
    )
    assert [(kind, place) for kind, place, _ in found] == [
        ("unknown migration", "data.json: item 1"),
        ("unreadable migration", "data.json: item 2"),
    ]


# What holds no card text, and what is missing


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            {"object": "catalog", "total_values": 1, "data": ["Otter"]},
            "a catalog of Scryfall's, which holds no text or ruling of a card",
        ),
        (
            {"object": "bulk_data", "type": "rulings"},
            "an entry of the list of bulk files of Scryfall's, which holds no text or ruling of a"
            " card",
        ),
        (
            {"object": "list", "has_more": False, "data": [{"object": "card_symbol"}]},
            "an object 'card_symbol', which holds no text or ruling of a card",
        ),
    ],
)
def test_documents_without_card_text_say_so(tmp_path: Path, content: Any, message: str) -> None:
    document = write(tmp_path, content)
    source, records = open_source(document)
    assert source.kind == "scryfall"
    assert [(kind, said) for kind, _, said in problems(list(records))] == [
        ("nothing to take", message)
    ]


def test_an_error_is_told_as_scryfall_says_it(tmp_path: Path) -> None:
    error = {
        "object": "error",
        "code": "bad_request",
        "status": 400,
        "warnings": ["“is:slick” was ignored."],
        "details": "All of your terms were ignored.",
    }
    source, records = open_source(write(tmp_path, error))
    assert source.kind == "scryfall"
    with pytest.raises(InputError) as caught:
        list(records)
    assert str(caught.value) == (
        "data.json: an error in place of data: Scryfall said bad_request (status 400): All of your"
        " terms were ignored.; “is:slick” was ignored."
    )


def test_a_list_tells_what_it_lacks(tmp_path: Path) -> None:
    answer = {
        "object": "list",
        "has_more": True,
        "next_page": "https://api.example/cards?page=2",
        "warnings": ["Ignored."],
        "not_found": [{"name": "Loud Otter"}],
        "data": [OTTER],
    }
    records = read(tmp_path, answer)
    assert len(cards(records)) == 1
    assert problems(records) == [
        (
            "more pages",
            "data.json",
            "the list goes on at https://api.example/cards?page=2, which is not in this document",
        ),
        ("warning", "data.json", "Scryfall warned: Ignored."),
        ("not found", "data.json", "Scryfall did not find {'name': 'Loud Otter'}"),
    ]


# Damage


def test_a_malformed_line_is_left_out_and_the_rest_goes_on(tmp_path: Path) -> None:
    lines = [encode(OTTER), b'{"object": "card", "name": }', encode(OTTER) + b" 5", encode(GERMAN)]
    records = read(tmp_path, b"\n".join(lines) + b"\n", "cards.jsonl")
    assert len(cards(records)) == 3
    (first, second) = problems(records)
    assert first[:2] == ("unreadable line", "cards.jsonl: line 2")
    assert first[2].startswith("cards.jsonl: line 2: byte 27: found malformed JSON")
    assert second[:2] == ("unreadable line", "cards.jsonl: line 3")
    assert "found more data after the end of the document" in second[2]


def test_lines_that_are_cut_short(tmp_path: Path) -> None:
    records, error = read_until_error(write(tmp_path, LINES[:-20], "cards.jsonl"))
    assert len(cards(records)) == 1
    assert error == (
        f"cards.jsonl: line 2: byte {len(encode(GERMAN)) - 19}: found the end of the file,"
        " expected the rest of a JSON value"
    )


@pytest.mark.parametrize(
    "content",
    [{"object": "list"}, {"object": "list", "data": None}, {"object": "list", "data": OTTER}],
)
def test_a_list_without_data(tmp_path: Path, content: Any) -> None:
    assert read_until_error(write(tmp_path, content)) == (
        [],
        "data.json: a list without `data`, expected an array there",
    )


def test_rulings_before_the_damage_are_kept(tmp_path: Path) -> None:
    content = encode([RULING, RULING | {"comment": "It is a creature."}])
    records, _ = read_until_error(write(tmp_path, content[:-5]))
    assert [card.rulings for card in cards(records)] == [
        (Ruling("You draw the card even if the otter dies.", "2020-01-24", issuer="wotc"),)
    ]


def test_a_field_of_the_wrong_type_is_left_out_and_told(tmp_path: Path) -> None:
    faces = [FACE | {"colors": 5}, FACE | {"name": "Night Watch"}]
    odd = OTTER | {"card_faces": faces, "multiverse_ids": "none", "set_name": ["x"]}
    records = read(tmp_path, [odd, OTTER | {"name": 7}, {"object": "ruling", "comment": 7}])
    assert [card.face_name for card in cards(records)] == ["Day Watch", "Night Watch"]
    assert [(kind, place) for kind, place, _ in problems(records)] == [
        ("unreadable card field", "data.json: item 1"),
        ("unreadable card field", "data.json: item 1"),
        ("unreadable card field", "data.json: item 1"),
        ("unreadable card field", "data.json: item 2"),
        ("unreadable card", "data.json: item 2, card RIV 7a ?"),
        ("unreadable ruling field", "data.json: item 3"),
        ("empty ruling", "data.json: item 3"),
    ]


def test_what_is_no_object_is_told(tmp_path: Path) -> None:
    records = read(tmp_path, [OTTER, 5, "card", [OTTER], {"name": "Quiet Otter"}])
    assert len(cards(records)) == 1
    assert [(kind, place) for kind, place, _ in problems(records)] == [
        ("unreadable object", f"data.json: item {number}") for number in (2, 3, 4, 5)
    ]


def test_half_a_character_is_marked_and_told(tmp_path: Path) -> None:
    broken = json.dumps(OTTER | {"flavor_text": "It \ud83d listens."}).encode()
    for content in (b"[" + broken + b"]", broken + b"\n" + broken + b"\n"):
        records = read(tmp_path, content)
        (card, *_) = cards(records)
        assert [w.flavor_text for w in wordings(card)] == ["It \ufffd listens."]
        assert {kind for kind, _, _ in problems(records)} == {"half a character"}


def test_impossible_multiverse_ids(tmp_path: Path) -> None:
    records = read(tmp_path, [OTTER | {"multiverse_ids": [-4]}, OTTER | {"multiverse_ids": [1, 2]}])
    assert [card.printings[0].multiverse_id for card in cards(records)] == [None, 1]
    assert [kind for kind, _, _ in problems(records)] == ["impossible multiverse id"] * 2


def test_too_many_faces(tmp_path: Path) -> None:
    faces = [FACE | {"name": f"Face {number}"} for number in range(100)]
    records = read(tmp_path, OTTER | {"card_faces": faces, "layout": "split"})
    assert len(cards(records)) == 26
    assert [kind for kind, _, _ in problems(records)] == ["too many faces"]


PAIR = {
    "object": "card",
    "oracle_id": "one",
    "name": "Day // Night",
    "lang": "de",
    "set": "riv",
    "set_name": "River",
    "card_faces": [{"name": "Day", "printed_name": "Tag"}, {"name": "Night"}],
}
MIXED = {
    "object": "list",
    "has_more": False,
    "data": [
        PAIR,
        {"object": "ruling", "oracle_id": "one", "published_at": "2020-01-24", "comment": "Wait."},
        {"object": "set", "code": "riv", "name": "River"},
        {"object": "migration", "migration_strategy": "delete", "old_scryfall_id": "two"},
    ],
}


@pytest.mark.parametrize(
    "content",
    [encode(MIXED), encode(MIXED["data"]), b"\n".join(encode(o) for o in MIXED["data"]) + b"\n"],
    ids=["list", "array", "lines"],
)
def test_truncated_at_every_byte(tmp_path: Path, content: bytes) -> None:
    """What came before the cut is told, and the cut, unless it is between two lines."""
    whole = [placeless(record) for record in read(tmp_path, content)]
    ends = {
        len(content[:end].rstrip()) for end in range(len(content)) if content[end:][:1] == b"\n"
    }
    for end in range(len(content)):
        records, error = read_until_error(write(tmp_path, content[:end]))
        assert [placeless(record) for record in records] == whole[: len(records)], end
        assert error.startswith("data.json: ") == (len(content[:end].rstrip()) not in ends), end


@pytest.mark.parametrize(
    "content",
    [
        b'{"object":"card","name":"x","a":' + b"[" * 10_000,
        b'[{"object":"card","name":"x","a":' + b'{"a":' * 10_000,
        b'{"object":"card","name":' + b"[" * 10_000 + b"]" * 10_000 + b"}\n" + encode(OTTER),
        b'{"object":"list","data":[' + encode(OTTER | {"name": "x" * 5_000_000}) + b"]}",
        b'{"object":"card"}{"object":"card"}',
        b'[{"object":"card"},',
        encode(OTTER | {"set": None, "lang": None, "layout": None, "collector_number": None}),
    ],
)
def test_hostile_documents(tmp_path: Path, content: bytes) -> None:
    assert scryfall.is_scryfall(content[: 64 << 10], "data.json")
    records, error = read_until_error(write(tmp_path, content))
    assert records or error.startswith("data.json: ")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([OTTER, GERMAN, RULING, RIVER, MERGE]),
            st.sampled_from(sorted({*GERMAN, *RULING, *RIVER, *MERGE, "card_faces"})),
            JSON,
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["list", "array", "lines"]),
)
def test_fields_of_any_type(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[Any, str, Any]], form: str
) -> None:
    rows = [row | {field: value} for row, field, value in changes]
    content = {
        "list": encode({"object": "list", "data": rows}),
        "array": encode(rows),
        "lines": b"\n".join(encode(row) for row in rows),
    }[form]
    records = read(tmp_path_factory.getbasetemp(), content)
    assert all(isinstance(record, Card | Set | Migration | Problem) for record in records)
