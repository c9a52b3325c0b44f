"""MTGJSON documents to records. Card texts are invented; real ones are named by set and number."""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest import json_stream, mtgjson
from ingest.files import Document, InputError, find_documents
from ingest.records import Card, Printing, Problem, Record, Ruling, Set, Wording
from tests.ingest.river_bend import META, RIVER_RECORD
from tests.records import cards, encode, problems, write_json

OTTER: dict[str, Any] = {
    "name": "Quiet Otter",
    "number": "7a",
    "uuid": "11111111-0000-5000-8000-000000000001",
    "identifiers": {
        "scryfallOracleId": "22222222-0000-4000-8000-000000000001",
        "scryfallId": "33333333-0000-4000-8000-000000000001",
        "multiverseId": "4001",
    },
    "layout": "normal",
    "manaCost": "{1}{U}",
    "colors": ["U"],
    "types": ["Creature"],
    "keywords": ["Flash"],
    "type": "Creature — Otter",
    "text": "Flash\nWhen this creature enters, draw a card.",
    "originalType": "Creature - Otter",
    "originalText": "Flash\nWhen Quiet Otter enters the battlefield, draw a card.",
    "flavorText": "It listens.",
    "foreignData": [
        {
            "language": "German",
            "name": "Stiller Otter",
            "type": "Kreatur — Otter",
            "text": "Aufblitzen",
            "flavorText": "Er lauscht.",
            "multiverseId": 4002,
        },
        {"language": "Chinese Simplified", "name": "静獭"},
    ],
    "rulings": [{"date": "2020-01-24", "text": "You draw the card even if the otter dies."}],
}
RIVER: dict[str, Any] = {
    "baseSetSize": 1,
    "cards": [OTTER],
    "code": "RIV",
    "isOnlineOnly": True,
    "mtgoCode": "RVR",
    "name": "River Bend",
    "parentCode": "WAT",
    "releaseDate": "2020-01-24",
    "tokens": [{"name": "Fish", "number": "T1"}],
    "translations": {"French": "Méandre", "German": None},
    "type": "expansion",
}
LAKE: dict[str, Any] = {"cards": [], "code": "LAK", "name": "Lake Side"}


def river(**changes: Any) -> dict[str, Any]:
    """RIVER with its one card changed; a change to None takes the field away."""
    card = {key: value for key, value in (OTTER | changes).items() if value is not None}
    return RIVER | {"cards": [card]}


def write(folder: Path, content: Any, name: str = "RIV.json") -> Document:
    """A document of MTGJSON's; a value is written as JSON."""
    return write_json(folder / name, content)


def read(folder: Path, content: Any, name: str = "RIV.json") -> list[Record]:
    return list(mtgjson.read(write(folder, content, name)))


def read_card(folder: Path, **changes: Any) -> Card:
    records = read(folder, river(**changes))
    (card,) = cards(records)
    return card


def codes(records: list[Record]) -> list[str | None]:
    return [record.code for record in records if isinstance(record, Set)]


def read_until_error(document: Document) -> tuple[list[Record], str]:
    records: list[Record] = []
    with pytest.raises(InputError) as caught:
        records.extend(mtgjson.read(document))  # keeps what came before the error
    return records, str(caught.value)


OTTER_RECORD = Card(
    "Quiet Otter",
    oracle_id="22222222-0000-4000-8000-000000000001",
    mana_cost="{1}{U}",
    colors=("U",),
    types=("Creature",),
    keywords=("Flash",),
    oracle=Wording(
        "en",
        "Quiet Otter",
        "Creature — Otter",
        "Flash\nWhen this creature enters, draw a card.",
    ),
    printings=(
        Printing(
            "RIV",
            collector_number="7a",
            scryfall_id="33333333-0000-4000-8000-000000000001",
            mtgjson_uuid="11111111-0000-5000-8000-000000000001",
            multiverse_id=4001,
            wordings=(
                Wording(
                    "en",
                    "Quiet Otter",
                    "Creature - Otter",
                    "Flash\nWhen Quiet Otter enters the battlefield, draw a card.",
                    "It listens.",
                ),
                Wording(
                    "de", "Stiller Otter", "Kreatur — Otter", "Aufblitzen", "Er lauscht.", 4002
                ),
                Wording("zhs", "静獭"),
            ),
        ),
    ),
    rulings=(Ruling("You draw the card even if the otter dies.", "2020-01-24"),),
    place="RIV.json: set RIV, card 7a Quiet Otter",
)


class TestShapes:
    def test_a_set_without_the_wrapper(self, tmp_path):
        assert read(tmp_path, RIVER) == [RIVER_RECORD, OTTER_RECORD]

    def test_a_set_in_the_wrapper(self, tmp_path):
        assert read(tmp_path, {"meta": META, "data": RIVER}) == [RIVER_RECORD, OTTER_RECORD]

    def test_all_printings_in_the_wrapper(self, tmp_path):
        content = {"meta": META, "data": {"RIV": RIVER, "LAK": LAKE}}
        assert read(tmp_path, content) == [RIVER_RECORD, OTTER_RECORD, Set("LAK", "Lake Side")]

    def test_all_printings_without_the_wrapper(self, tmp_path):
        assert codes(read(tmp_path, {"LAK": LAKE, "RIV": RIVER})) == ["LAK", "RIV"]

    def test_the_order_of_keys_unknown_keys_and_white_space_do_not_matter(self, tmp_path):
        content = (
            b'\xef\xbb\xbf\n {"$schema" : "x" ,\r\n"data":\t{ "extra": {"deep": [1.5, null]},'
            b' "count": -1e5 , "name" : "Lake Side" , "cards" : [ ] , "code" : "lak" } ,'
            b' "meta" : { } , "later" : [ ] } \n'
        )
        assert read(tmp_path, content) == [Set("LAK", "Lake Side")]

    @pytest.mark.parametrize("chunk", [1, 2, 3, 7, 64])
    def test_a_value_can_end_anywhere_in_what_is_read_at_a_time(self, tmp_path, chunk, monkeypatch):
        monkeypatch.setattr(json_stream, "_CHUNK", chunk)
        content = {"n": -12.5e-7, "t": True, "data": {"RIV": RIVER, "LAK": LAKE}, "meta": META}
        assert read(tmp_path, content) == [RIVER_RECORD, OTTER_RECORD, Set("LAK", "Lake Side")]

    @pytest.mark.parametrize(
        ("head", "known"),
        [
            (b'{"meta": {"date": "2021-08-01"}, "data": {', True),
            (b'\xef\xbb\xbf {\n"baseSetSize": 185, "block"', True),
            (b'{"RIV": {"baseSetSize"', True),
            (b'{"data": {"cards": [], "code": "RIV"}}', True),
            (
                b'{"name": "River Bend", "code": "RIV", "gathererCode": "RB", "booster": ["rare"',
                True,
            ),
            (b'{"Quiet Otter": {"layout": "normal", "name": "Quiet Otter"}, "R', True),
            (b'[{"code": "RIV", "name": "River Bend", "releaseDate": "2020-01-24"}', True),
            (b'{"object": "list", "has_more": false, "data": [', False),
            (b'{"object": "card", "name": "Quiet Otter", "booster": true, "data": {', False),
            (b'{"data": [{"name": "Quiet Otter"}]}', False),
            (b'{"data": {"card": "Quiet Otter"}}', False),
            (b'{"meta": {"next": 2}, "data": {"cards": [', False),
            (b'{"Quiet Otter": {"name": "Loud Otter"}}', False),
            (b'[{"code": "RIV", "name": "A Deck", "releaseDate": "", "fileName": "A"}', False),
            (b'[{"object": "card"', False),
            (b'{"name": "rulings-db"}', False),
            (b"<html>", False),
            (b"", False),
        ],
    )
    def test_an_mtgjson_document_is_known_by_its_first_bytes(self, head, known):
        assert mtgjson.is_mtgjson(head, "x.json") is known

    @pytest.mark.parametrize(
        ("head", "version"),
        [
            (
                b'{"meta": {"date": "2021-08-01", "version": "5.1.0+20210801"}, "da',
                "5.1.0+20210801",
            ),
            (b'{"data": {"cards": []}, "meta": {"date": "2021-08-01"}}', "2021-08-01"),
            (b'{"meta": {"version": 5}}', None),
            (b'{"meta": {"vers', None),
            (b'{"baseSetSize": 185', None),
        ],
    )
    def test_the_version_is_in_the_meta_object(self, head, version):
        assert mtgjson.find_version(head, Document(Path(), "")) == version


class TestCards:
    def test_a_card_without_an_oracle_id_is_still_a_card(self, tmp_path):
        assert read_card(tmp_path, identifiers={"scryfallId": "3333"}).oracle_id is None
        assert read_card(tmp_path, identifiers=None).oracle_id is None

    def test_printed_english_is_never_filled_from_the_oracle_text(self, tmp_path):
        card = read_card(
            tmp_path, originalText=None, originalType=None, flavorText=None, foreignData=[]
        )
        assert card.printings[0].wordings == ()

    def test_an_original_type_alone_is_an_english_wording_without_text(self, tmp_path):
        card = read_card(tmp_path, originalText=None, flavorText=None, foreignData=[])
        assert card.printings[0].wordings == (Wording("en", "Quiet Otter", "Creature - Otter"),)

    def test_a_flavor_text_alone_is_an_english_wording_of_only_that(self, tmp_path):
        card = read_card(tmp_path, originalText=None, originalType=None, foreignData=[])
        assert card.printings[0].wordings == (
            Wording("en", "Quiet Otter", None, None, "It listens."),
        )

    def test_a_face_has_its_own_name_and_the_card_the_whole(self, tmp_path):
        card = read_card(tmp_path, name="Ebb // Flow", faceName="Flow", side="b", layout="split")
        assert (card.name, card.face_name, card.side, card.layout) == (
            "Ebb // Flow",
            "Flow",
            "b",
            "split",
        )
        assert card.oracle is not None
        assert card.oracle.name == "Flow"
        assert card.printings[0].wordings[0].name == "Flow"

    @pytest.mark.parametrize(
        ("row", "name"),
        [
            ({"name": "Ebbe // Flut", "faceName": "Flut"}, "Flut"),
            ({"faceName": "Flut"}, "Flut"),
            ({"name": "Ebbe // Flut"}, "Flut"),
            ({"name": "Flut"}, "Flut"),
            ({"name": "Ebbe // Flut // Flow"}, "Ebbe // Flut // Flow"),
        ],
    )
    def test_a_foreign_face_takes_the_half_that_is_its_own(self, tmp_path, row, name):
        card = read_card(
            tmp_path,
            name="Ebb // Flow",
            faceName="Flow",
            side="b",
            foreignData=[{"language": "German", **row}],
        )
        assert card.printings[0].wordings[1].name == name

    def test_a_name_with_slashes_on_a_card_of_one_face_is_left_whole(self, tmp_path):
        card = read_card(tmp_path, foreignData=[{"language": "German", "name": "Otter // Fisch"}])
        assert card.printings[0].wordings[1].name == "Otter // Fisch"

    def test_the_newer_foreign_rows_hold_their_identifiers_apart(self, tmp_path):
        row = {
            "language": "German",
            "name": "Stiller Otter",
            "uuid": "1111",
            "identifiers": {"multiverseId": "4002", "scryfallId": "3333"},
        }
        card = read_card(tmp_path, foreignData=[row])
        assert card.printings[0].wordings[1] == Wording(
            "de", "Stiller Otter", multiverse_id=4002, scryfall_id="3333"
        )

    @pytest.mark.parametrize(
        ("fields", "name"),
        [
            ({"flavorName": "Otterzilla"}, "Otterzilla"),
            ({"printedName": "Otterzilla", "language": "English"}, "Otterzilla"),
            ({"flavorName": "Low // High", "name": "Ebb // Flow", "faceName": "Flow"}, "High"),
            (
                {"flavorName": "Low // High", "faceFlavorName": "Up", "name": "Ebb // Flow"}
                | {"faceName": "Flow"},
                "Up",
            ),
        ],
    )
    def test_a_name_of_its_own_is_the_printed_one(self, tmp_path, fields, name):
        card = read_card(tmp_path, foreignData=[], originalText=None, **fields)
        assert card.oracle is not None
        assert card.oracle.name == fields.get("faceName", "Quiet Otter")
        assert card.printings[0].wordings == (
            Wording("en", name, "Creature - Otter", None, "It listens."),
        )

    def test_a_printing_in_another_language_says_what_it_says_in_that(self, tmp_path):
        card = read_card(
            tmp_path,
            language="Japanese",
            printedName="静かなカワウソ",
            printedType="クリーチャー — カワウソ",
            printedText="瞬速",
            originalText=None,
            originalType=None,
            flavorText=None,
            foreignData=[],
        )
        assert card.printings[0].wordings == (
            Wording("ja", "静かなカワウソ", "クリーチャー — カワウソ", "瞬速"),
        )
        untold = read_card(tmp_path, language="Japanese", originalType=None, originalText=None)
        assert untold.printings[0].wordings[0] == Wording("ja", None, None, None, "It listens.")

    def test_text_is_handed_on_exactly_as_it_is(self, tmp_path):
        text = " a\u2028b\u200bc\x81d&gt;(e\x00\n"
        row = {"language": "French", "name": "Loutre\u00ad", "text": text}
        records = read(tmp_path, river(text=text, foreignData=[row]))
        card = records[1]
        assert isinstance(card, Card)
        assert card.oracle is not None
        assert card.oracle.text == text
        assert card.printings[0].wordings[1] == Wording("fr", "Loutre\u00ad", None, text)
        assert problems(records) == []

    def test_nulls_are_absent_values(self, tmp_path):
        nothing = {"text": None, "rulings": None, "colors": None, "foreignData": None}
        card = json.loads(json.dumps(OTTER | nothing))
        records = read(tmp_path, RIVER | {"cards": [card]})
        assert isinstance(records[1], Card)
        assert (records[1].rulings, records[1].colors) == ((), ())

    def test_tokens_are_not_read(self, tmp_path):
        assert len(read(tmp_path, RIVER | {"cards": []})) == 1

    def test_a_set_without_a_code_is_known_by_its_name(self, tmp_path):
        content = {"cards": [OTTER], "name": "River Bend"}
        found, card = read(tmp_path, content)
        assert found == Set(None, "River Bend")
        assert isinstance(card, Card)
        assert card.printings[0].set_code is None
        assert card.printings[0].set_name == "River Bend"


class TestProblems:
    PLACE = "RIV.json: set RIV, card 7a Quiet Otter"

    @pytest.mark.parametrize("row", [{"date": "2020-01-24", "text": ""}, {"date": "2020-01-24"}])
    def test_a_ruling_without_text_is_a_problem_and_no_ruling(self, tmp_path, row):
        records = read(tmp_path, river(rulings=[row, *OTTER["rulings"]]))
        assert isinstance(records[1], Card)
        assert records[1].rulings == OTTER_RECORD.rulings
        message = "a ruling without text, dated 2020-01-24; left out"
        assert problems(records) == [("empty ruling", self.PLACE, message)]

    @pytest.mark.parametrize(
        ("date", "found"),
        [
            ("2020-02-30", "the date '2020-02-30'"),
            ("2020-1-4", "the date '2020-1-4'"),
            ("20200124", "the date '20200124'"),
            ("2020-01-24T00:00:00Z", "the date '2020-01-24T00:00:00Z'"),
            ("", "the date ''"),
            (None, "no date"),
        ],
    )
    def test_an_impossible_date_is_a_problem_and_the_ruling_undated(self, tmp_path, date, found):
        records = read(tmp_path, river(rulings=[{"date": date, "text": "It is wet."}]))
        assert isinstance(records[1], Card)
        assert records[1].rulings == (Ruling("It is wet.", None),)
        message = f"a ruling with {found}, expected one like 2014-11-24; taken as undated"
        assert problems(records) == [("impossible date", self.PLACE, message)]

    def test_an_impossible_release_date_is_a_problem(self, tmp_path):
        records = read(tmp_path, RIVER | {"releaseDate": "soon"})
        message = "the set with the date 'soon', expected one like 2014-11-24; taken as undated"
        assert problems(records) == [("impossible date", "RIV.json: set RIV", message)]

    def test_an_unknown_language_passes_through_with_one_problem(self, tmp_path):
        rows = [{"language": "Klingon", "name": "yaS"}, {"language": "Klingon", "name": "yaS"}]
        content = {"RIV": river(foreignData=rows), "LAK": river(foreignData=rows)}
        records = read(tmp_path, content)
        assert isinstance(records[1], Card)
        assert records[1].printings[0].wordings[1] == Wording("klingon", "yaS")
        message = "the language 'Klingon' is not in the table; kept under that name"
        assert problems(records) == [("unknown language", self.PLACE, message)]

    def test_a_wording_without_a_name_is_kept_only_for_its_text(self, tmp_path):
        rows = [
            {"language": "German", "text": "Aufblitzen"},
            {"language": "French", "name": "", "type": "Créature"},
        ]
        records = read(tmp_path, river(foreignData=rows))
        assert isinstance(records[1], Card)
        assert records[1].printings[0].wordings[1:] == (Wording("de", None, None, "Aufblitzen"),)
        assert problems(records) == [
            ("faulty wording", self.PLACE, f"a wording in {language} without a name; {fate}")
            for language, fate in (("German", "kept without a name"), ("French", "left out"))
        ]

    def test_a_wording_without_a_language_is_left_out(self, tmp_path):
        records = read(tmp_path, river(foreignData=[{"name": "Otter", "text": "?"}]))
        message = "a wording without a language; left out"
        assert problems(records) == [("faulty wording", self.PLACE, message)]

    def test_an_impossible_multiverse_id_is_a_problem(self, tmp_path):
        records = read(tmp_path, river(identifiers={"multiverseId": "many"}, foreignData=[]))
        assert isinstance(records[1], Card)
        assert records[1].printings[0].multiverse_id is None
        message = "'many' is no multiverse id; taken as absent"
        assert problems(records) == [("impossible multiverse id", self.PLACE, message)]

    def test_a_wrong_type_in_one_card_does_not_lose_the_others(self, tmp_path):
        bad = [
            {"number": "9"},
            "a card",
            {"number": "10", "name": ["Loud Otter"]},
        ]
        records = read(tmp_path, RIVER | {"cards": [*bad, OTTER]})
        assert [record for record in records if not isinstance(record, Problem)] == [
            RIVER_RECORD,
            OTTER_RECORD,
        ]
        assert problems(records) == [
            (
                "unreadable card",
                "RIV.json: set RIV, card 9",
                "no `name` that can be decoded; the card is left out",
            ),
            (
                "unreadable card",
                "RIV.json: set RIV, card at position 2",
                "Expected `object`, got `str`; the card is left out",
            ),
            (
                "unreadable card",
                "RIV.json: set RIV, card 10",
                "no `name` that can be decoded; the card is left out",
            ),
        ]

    @pytest.mark.parametrize(
        ("changes", "faults"),
        [
            ({"text": 5}, ["text: Expected `str | null`, got `int`"]),
            ({"keywords": ["Flash", 5]}, ["keywords[2]: Expected `str`, got `int`"]),
            ({"rulings": [5, *OTTER["rulings"]]}, ["rulings[1]: Expected `object`, got `int`"]),
            (
                {"foreignData": [OTTER["foreignData"][0] | {"type": {}, "text": []}]},
                [
                    "foreignData[1].type: Expected `str | null`, got `object`",
                    "foreignData[1].text: Expected `str | null`, got `array`",
                ],
            ),
            (
                {"identifiers": OTTER["identifiers"] | {"scryfallId": 3}},
                ["identifiers.scryfallId: Expected `str | null`, got `int`"],
            ),
        ],
    )
    def test_a_wrong_type_loses_only_the_smallest_thing_it_stands_in(
        self, tmp_path, changes, faults
    ):
        records = read(tmp_path, river(**changes))
        assert problems(records) == [
            ("unreadable field", self.PLACE, f"{fault}; taken as absent") for fault in faults
        ]
        card = records[1]
        assert isinstance(card, Card)
        assert card.oracle_id == OTTER_RECORD.oracle_id
        assert card.rulings == OTTER_RECORD.rulings
        assert card.keywords == ("Flash",)
        assert card.printings[0].wordings[1].name == "Stiller Otter"
        assert card.printings[0].wordings[1].flavor_text == "Er lauscht."
        assert card.printings[0].multiverse_id == 4001

    def test_half_a_character_loses_only_itself(self, tmp_path):
        content = json.dumps({"data": {"LAK": LAKE, "RIV": river(text="X!X")}}).encode()
        place = content.index(b"!")
        content = content.replace(b"!", rb"\ud83d")
        records = read(tmp_path, content, "AllPrintings.json")
        assert codes(records) == ["LAK", "RIV"]
        card = records[2]
        assert isinstance(card, Card)
        assert card.oracle is not None
        assert card.oracle.text == "X\ufffdX"
        assert card.rulings == OTTER_RECORD.rulings
        message = "1 escapes of half a character; U+FFFD stands for each"
        assert problems(records) == [
            ("half a character", f"AllPrintings.json: byte {place}", message)
        ]

    @pytest.mark.parametrize(
        ("escapes", "text"),
        [
            (rb"\ud83e\udda6", "\U0001f9a6"),
            (rb"\uD83E\uDDA6\udda6", "\U0001f9a6\ufffd"),
            (rb"\udda6\ud83e", "\ufffd\ufffd"),
            (rb"\ud83e\u0041", "\ufffdA"),
            (rb"\\ud83e", "\\ud83e"),
            (rb"\\\ud83e\"", '\\\ufffd"'),
        ],
    )
    @pytest.mark.parametrize("chunk", [1, 5, 1000])
    def test_only_halves_are_replaced_wherever_they_stand(
        self, tmp_path, escapes, text, chunk, monkeypatch
    ):
        monkeypatch.setattr(json_stream, "_CHUNK", chunk)
        content = json.dumps({"LAK": LAKE | {"name": "!"}}).encode().replace(b"!", escapes)
        records = read(tmp_path, content)
        assert records[0] == Set("LAK", text)
        assert len(records) == (1 if "\ufffd" not in text else 2)

    def test_broken_utf_8_in_one_card_does_not_lose_the_others(self, tmp_path):
        content = json.dumps(RIVER | {"cards": [OTTER | {"text": "X!X"}, OTTER]}).encode()
        records = read(tmp_path, content.replace(b"X!X", b"X\xffX"))
        assert records[0] == RIVER_RECORD
        assert OTTER_RECORD in records
        message = "text: Invalid UTF-8 encoded string; taken as absent"
        assert problems(records) == [("unreadable field", self.PLACE, message)]

    def test_a_wrong_type_in_the_set_loses_only_that_field(self, tmp_path):
        names = {"French": "Méandre", "German": 5}
        records = read(tmp_path, RIVER | {"translations": names, "releaseDate": 2020})
        assert isinstance(records[0], Set)
        assert (records[0].names, records[0].released_at) == ({"fr": "Méandre"}, None)
        assert records[1] == OTTER_RECORD
        assert [kind for kind, _, _ in problems(records)] == ["unreadable set field"] * 2

    def test_a_set_without_a_list_of_cards_is_a_problem(self, tmp_path):
        records = read(tmp_path, {"code": "RIV", "tokens": []})
        assert [(kind, place) for kind, place, _ in problems(records)] == [
            ("unreadable set", "RIV.json: set RIV")
        ]

    def test_a_set_without_a_list_of_cards_is_a_problem_among_others(self, tmp_path):
        content = {"RIV": RIVER | {"cards": 5}, "SEA": {"code": "SEA"}, "LAK": LAKE, "BAY": []}
        records = read(tmp_path, content, "AllPrintings.json")
        assert codes(records) == ["LAK"]
        assert [(kind, place) for kind, place, _ in problems(records)] == [
            ("unreadable set", "AllPrintings.json: set RIV"),
            ("unreadable set", "AllPrintings.json: set SEA"),
            ("unreadable set", "AllPrintings.json: set BAY"),
        ]


class TestFaults:
    def test_the_sets_before_a_fault_are_yielded_first(self, tmp_path):
        content = json.dumps({"data": {"LAK": LAKE, "RIV": RIVER}}).encode()
        records, error = read_until_error(write(tmp_path, content[:-100], "AllPrintings.json"))
        assert records == [Set("LAK", "Lake Side")]
        assert error == (
            f"AllPrintings.json: byte {len(content) - 100}: found the end of the file, expected the"
            " rest of a JSON value"
        )

    def test_malformed_json_is_placed(self, tmp_path):
        document = write(tmp_path, b'{"data": {"cards": [], "code": "LAK", "name": nothing}}')
        records, error = read_until_error(document)
        assert records == []
        assert error.startswith("RIV.json: byte 47: found malformed JSON (")

    @pytest.mark.parametrize(
        ("content", "expected"),
        [
            (b"", "RIV.json: byte 0: found the end of the file, expected a JSON object"),
            (b" 404", "RIV.json: byte 1: found '4', expected a JSON object"),
            (b'{"data" 1}', "RIV.json: byte 8: found '1', expected `:`"),
            (b'{"data": {"LAK": {"cards": []}', "found the end of the file, expected `,` or `}`"),
            (b"{5: 1}", "RIV.json: byte 1: found '5', expected a key in quotes"),
            (b'{"LAK": {"cards": []},}', "byte 22: found '}', expected a key in quotes"),
            (b'{"cards": [], "code": "LAK"} {}', "byte 29: found more data after the end"),
            (b'{"\xff": 1}', "found a key that cannot be decoded"),
        ],
    )
    def test_a_fault_names_what_was_found_and_expected(self, tmp_path, content, expected):
        assert expected in read_until_error(write(tmp_path, content))[1]

    def test_deep_nesting_is_an_input_error(self, tmp_path):
        deep = b"[" * 10_000 + b"]" * 10_000
        content = b'{"LAK": {"cards": []}, "RIV": {"cards": [], "booster": ' + deep + b"}}"
        records, error = read_until_error(write(tmp_path, content))
        assert codes(records) == ["LAK"]
        assert "byte 30: found values nested too deep" in error

    def test_a_value_without_an_end_does_not_fill_the_memory(self, tmp_path, monkeypatch):
        monkeypatch.setattr(json_stream, "_CHUNK", 100)
        monkeypatch.setattr(json_stream, "MAX_VALUE", 1000)
        content = b'{"LAK": {"cards": [], "name": "' + b"x" * 10_000
        _, error = read_until_error(write(tmp_path, content))
        assert "found a value of more than 1000 bytes" in error

    @pytest.mark.parametrize(
        ("value", "rest", "end"),
        [
            (b'{"a": [1]}', b', "b": 2', 10),
            (b"[]  ", b"}", 4),
            (b'"a"', b": 1", 3),
            (b"1", b",", 1),
        ],
    )
    def test_the_end_of_a_value_is_read_from_the_error(self, value, rest, end):
        with pytest.raises(msgspec.DecodeError) as caught:
            msgspec.json.Decoder(msgspec.Raw).decode(value + rest)
        assert json_stream.end_of_value(str(caught.value)) == end

    @pytest.mark.parametrize("value", [b'{"a": ', b'"a', b"tru", b"[1,]", b"{]", b""])
    def test_no_other_error_gives_an_end(self, value):
        with pytest.raises(msgspec.DecodeError) as caught:
            msgspec.json.Decoder(msgspec.Raw).decode(value)
        assert json_stream.end_of_value(str(caught.value)) is None


SAMPLE = {"meta": META, "data": {"LAK": LAKE, "RIV": RIVER}}


def nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all values within a value."""
    yield path
    children = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        children = enumerate(value)
    for key, child in children:
        yield from nodes(child, (*path, key))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    value = deepcopy(value)
    parent = value
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = new
    return value


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=5,
)


def drain(document: Document) -> bool:
    """Reads all there is; whether it ended without an InputError. Any other error is the test's."""
    message = None
    try:
        for record in mtgjson.read(document):
            assert isinstance(record, Set | Card | Problem)
    except InputError as error:
        message = str(error)
    assert message is None or message.startswith(f"{document.name}: ")
    assert message is None or "\n" not in message
    return message is None


@pytest.mark.slow
@pytest.mark.parametrize("content", [RIVER, SAMPLE], ids=["set", "all printings"])
def test_a_file_cut_anywhere_gives_records_or_an_input_error(tmp_path, content):
    whole = encode(content)
    for length in range(len(whole)):
        assert not drain(write(tmp_path, whole[:length]))
    assert drain(write(tmp_path, whole))


@pytest.mark.slow
def test_a_file_damaged_anywhere_gives_records_or_an_input_error(tmp_path):
    whole = encode(SAMPLE)
    for position in range(len(whole)):
        for byte in (b"\xff", b'"', b"\\", b"\0", b"}"):
            drain(write(tmp_path, whole[:position] + byte + whole[position + 1 :]))


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(path=st.sampled_from(list(nodes(SAMPLE))), new=ANYTHING)
def test_a_wrong_type_anywhere_gives_records_or_an_input_error(tmp_path_factory, path, new):
    drain(write(tmp_path_factory.getbasetemp(), json.dumps(replaced(SAMPLE, path, new)).encode()))


LANGUAGES = set("ar de es fr grc he it ja ko la ph pt ru sa zhs zht".split())


class TestCorpus:
    """The 527 real sets of 2021-08-01."""

    def test_cloudform(self, corpus):
        (document,) = find_documents([corpus / "sets" / "FRF.json"])
        found, *records = mtgjson.read(document)
        assert found == Set("FRF", "Fate Reforged", "2015-01-23", "expansion")
        (card,) = (
            record
            for record in records
            if isinstance(record, Card) and record.printings[0].collector_number == "32"
        )
        assert card.name == "Cloudform"
        assert card.oracle_id == "2b9384a0-db2d-49e2-b121-6b81a0d77722"
        assert (card.side, card.face_name, card.layout) == (None, None, "normal")
        assert (card.mana_cost, card.colors, card.types) == ("{1}{U}{U}", ("U",), ("Enchantment",))
        assert card.keywords == ("Manifest",)
        (printing,) = card.printings
        assert printing.set_code == "FRF"
        assert printing.scryfall_id == "a7bb0f87-a0b3-4389-9580-63db449a2241"
        assert printing.mtgjson_uuid == "6d56715b-0bb4-580f-a367-dcaaa8146132"
        assert printing.multiverse_id == 391810
        assert {wording.language: wording.name for wording in printing.wordings} == {
            "en": "Cloudform",
            "de": "Wolkenform",
            "es": "Forma de nube",
            "fr": "Forme nuageuse",
            "it": "Forma di Nube",
            "ja": "雲変化",
            "ko": "구름의 형상",
            "pt": "Nubiforme",
            "ru": "Облик Тумана",
            "zhs": "幻云赋形",
            "zht": "幻雲賦形",
        }
        assert printing.wordings[1].multiverse_id == 392365
        dates = [ruling.published_at for ruling in card.rulings]
        assert dates == ["2014-11-24"] * 16 + ["2018-07-13"] * 8

    def test_fire_and_ice_are_two_faces_with_a_half_of_the_name_each(self, corpus):
        (document,) = find_documents([corpus / "sets" / "APC.json"])
        fire, ice = (
            record
            for record in mtgjson.read(document)
            if isinstance(record, Card) and record.name == "Fire // Ice"
        )
        assert (fire.side, fire.face_name, ice.side, ice.face_name) == ("a", "Fire", "b", "Ice")
        assert fire.oracle_id == ice.oracle_id
        spanish = [
            wording.name
            for face in (fire, ice)
            for wording in face.printings[0].wordings
            if wording.language == "es"
        ]
        assert spanish == ["Fuego", "Hielo"]

    @pytest.mark.parametrize("name", ["sets", "AllPrintings.json"])
    def test_everything_is_accounted_for(self, corpus, name):
        sets = cards = wordings = 0
        languages: set[str] = set()
        texts: set[str] = set()
        found = []
        for document in find_documents([corpus / name]):
            for record in mtgjson.read(document):
                if isinstance(record, Set):
                    sets += 1
                elif isinstance(record, Card):
                    cards += 1
                    assert record.oracle_id
                    texts.update(ruling.text for ruling in record.rulings)
                    foreign = [w for w in record.printings[0].wordings if w.language != "en"]
                    wordings += len(foreign)
                    languages.update(wording.language for wording in foreign)
                else:
                    found.append((record.kind, record.place.partition(": ")[2], record.message))
        assert (sets, cards, wordings, len(texts)) == (527, 52_804, 215_738, 21_623)
        assert languages == LANGUAGES
        message = "a ruling without text, dated 2021-04-16; left out"
        place = "set PSTX, card 6s Wandering Archaic // Explore the Vastlands"
        assert found == [("empty ruling", place, message)] * 2  # once a face
