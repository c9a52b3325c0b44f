"""MTGJSON's other JSON files, and those of versions 3 and 4. All cards are invented."""

import json
from pathlib import Path
from typing import Any, ClassVar

import pytest

from ingest import mtgjson
from ingest.files import Document, InputError, find_documents
from ingest.records import Card, Printing, Problem, Record, Ruling, Set, Wording
from tests.ingest.river_bend import META
from tests.records import cards, problem_places, write_json
from tests.surroundings import raw_cards

UUID = "11111111-0000-5000-8000-000000000001"


def read(folder: Path, content: Any, name: str = "File.json") -> list[Record]:
    """The records of a document of a value as JSON."""
    return list(mtgjson.read(write_json(folder / name, content)))


class TestVersion5:
    def test_atomic_cards_have_their_wordings_without_printings(self, tmp_path):
        ebb = {
            "colors": ["U"],
            "faceName": "Ebb",
            "foreignData": [
                {"language": "German", "faceName": "Ebbe", "name": "Ebbe // Flut", "text": "Weg."}
            ],
            "identifiers": {"scryfallOracleId": "2222"},
            "layout": "split",
            "manaCost": "{U}",
            "name": "Ebb // Flow",
            "printings": ["RIV"],
            "rulings": [{"date": "2020-01-24", "text": "Water falls."}],
            "side": "a",
            "text": "Bounce.",
            "type": "Instant",
            "types": ["Instant"],
        }
        flow = ebb | {"faceName": "Flow", "side": "b", "text": "Flood.", "foreignData": []}
        otter = {"name": "Quiet Otter", "identifiers": {"scryfallOracleId": "1111"}}
        content = {"meta": META, "data": {"Ebb // Flow": [ebb, flow], "Quiet Otter": [otter]}}
        assert read(tmp_path, content, "AtomicCards.json") == [
            Card(
                "Ebb // Flow",
                oracle_id="2222",
                side="a",
                face_name="Ebb",
                layout="split",
                mana_cost="{U}",
                colors=("U",),
                types=("Instant",),
                oracle=Wording("en", "Ebb", "Instant", "Bounce."),
                wordings=(Wording("de", "Ebbe", None, "Weg."),),
                rulings=(Ruling("Water falls.", "2020-01-24"),),
                place="AtomicCards.json, card ? Ebb // Flow",
            ),
            Card(
                "Ebb // Flow",
                oracle_id="2222",
                side="b",
                face_name="Flow",
                layout="split",
                mana_cost="{U}",
                colors=("U",),
                types=("Instant",),
                oracle=Wording("en", "Flow", "Instant", "Flood."),
                rulings=(Ruling("Water falls.", "2020-01-24"),),
                place="AtomicCards.json, card ? Ebb // Flow",
            ),
            Card(
                "Quiet Otter",
                oracle_id="1111",
                oracle=Wording("en", "Quiet Otter"),
                place="AtomicCards.json, card ? Quiet Otter",
            ),
        ]

    def test_cards_by_their_uuids_have_their_printing(self, tmp_path):
        otter = {"name": "Quiet Otter", "number": "7", "setCode": "riv", "uuid": UUID}
        (card,) = read(tmp_path, {"meta": META, "data": {UUID: otter}})
        assert isinstance(card, Card)
        assert card.place == "File.json: set RIV, card 7 Quiet Otter"
        assert card.printings == (Printing("RIV", collector_number="7", mtgjson_uuid=UUID),)

    def test_one_bad_card_among_them_does_not_lose_the_others(self, tmp_path):
        content = {
            "meta": META,
            "data": {
                "Quiet Otter": [{"name": "Quiet Otter", "text": 5}],
                "Loud Otter": [{"number": "8"}, 5],
                "Low Otter": 5,
                "High Otter": [{"name": "High Otter"}],
            },
        }
        records = read(tmp_path, content)
        assert [card.name for card in cards(records)] == ["Quiet Otter", "High Otter"]
        assert problem_places(records) == [
            ("unreadable field", "File.json, card Quiet Otter"),
            ("unreadable card", "File.json, card 8"),
            ("unreadable card", "File.json, card Loud Otter"),
            ("unreadable card", "File.json, card Low Otter"),
        ]

    def test_the_list_of_sets_gives_the_sets(self, tmp_path):
        river = {
            "code": "RIV",
            "name": "River Bend",
            "releaseDate": "2020-01-24",
            "type": "expansion",
            "parentCode": "WAT",
            "translations": {"French": "Méandre"},
        }
        content = {"meta": META, "data": [river, {"code": "BAY"}, 5, river | {"code": "BIG"}]}
        records = read(tmp_path, content, "SetList.json")
        assert records[0] == Set(
            "RIV", "River Bend", "2020-01-24", "expansion", "WAT", names={"fr": "Méandre"}
        )
        assert [r.code for r in records if isinstance(r, Set)] == ["RIV", "BIG"]
        assert problem_places(records) == [
            ("unreadable set", "SetList.json: set 2"),
            ("unreadable set", "SetList.json: set 3"),
        ]
        assert read(tmp_path, [river])[0] == records[0]  # versions 3 and 4

    @pytest.mark.parametrize(
        "data",
        [
            {"abilityWords": ["Adamant"], "keywordAbilities": ["Flying"]},
            {"artifact": {"subTypes": ["Clue"], "superTypes": []}},
            {"card": {"availability": ["paper"]}, "deck": {"type": ["Box"]}},
            {"date": "2021-08-01", "version": "5.1.0+20210801"},
            {"11111111-0000-5000-8000-000000000001": {"paper": {"shop": {"currency": "USD"}}}},
            {"11111111-0000-5000-8000-000000000001": [{"condition": "NEAR MINT", "skuId": 1}]},
            {"code": "RIV", "commander": [], "mainBoard": [{"name": "Quiet Otter"}], "name": "A"},
            [{"code": "RIV", "fileName": "A_RIV", "name": "A", "releaseDate": "2020-01-24"}],
            ["AllPrintings", "AtomicCards"],
            [],
            {},
        ],
        ids="keywords types enums meta prices skus deck decks compiled empty-list empty".split(),
    )
    def test_a_file_without_cards_and_sets_says_that_nothing_is_taken(self, tmp_path, data):
        content = {"meta": META, "data": data}
        assert mtgjson.is_mtgjson(json.dumps(content).encode(), "File.json")
        (problem,) = read(tmp_path, content)
        assert problem == Problem(
            "nothing to take",
            "File.json",
            "a kind of MTGJSON file with no cards and no sets in it; nothing is taken",
        )

    def test_a_wrapper_of_nothing_has_nothing_to_take(self, tmp_path):
        (problem,) = read(tmp_path, {"meta": META})
        assert isinstance(problem, Problem)
        assert problem.kind == "nothing to take"

    def test_a_file_without_an_end_of_keys_that_tell_nothing_is_not_read_on(self, tmp_path):
        data = {f"key{'x' * n}": n for n in range(1000)}
        (problem,) = read(tmp_path, {"meta": META, "data": data})
        assert isinstance(problem, Problem)
        assert problem.kind == "nothing to take"


class TestVersion4:
    OTTER: ClassVar[dict[str, Any]] = {
        "borderColor": "black",
        "colors": ["U"],
        "convertedManaCost": 2.0,
        "flavorText": "It listens.",
        "foreignData": [
            {"language": "Spanish", "multiverseId": 4002, "name": "Nutria", "text": "Destello"}
        ],
        "layout": "normal",
        "manaCost": "{1}{U}",
        "multiverseId": 4001,
        "name": "Quiet Otter",
        "names": [],
        "number": "7",
        "originalText": "Flash.",
        "printings": ["RIV"],
        "rulings": [{"date": "2020-01-24", "text": "It is quiet."}],
        "scryfallId": "3333",
        "scryfallOracleId": "1111",
        "text": "Flash",
        "type": "Creature — Otter",
        "types": ["Creature"],
        "uuid": "5555",
    }
    OTTER_RECORD = Card(
        "Quiet Otter",
        oracle_id="1111",
        mana_cost="{1}{U}",
        colors=("U",),
        types=("Creature",),
        oracle=Wording("en", "Quiet Otter", "Creature — Otter", "Flash"),
        printings=(
            Printing(
                "RIV",
                collector_number="7",
                scryfall_id="3333",
                mtgjson_uuid="5555",
                multiverse_id=4001,
                wordings=(
                    Wording("en", "Quiet Otter", None, "Flash.", "It listens."),
                    Wording("es", "Nutria", None, "Destello", None, 4002),
                ),
            ),
        ),
        rulings=(Ruling("It is quiet.", "2020-01-24"),),
        place="RIV.json: set RIV, card 7 Quiet Otter",
    )

    def test_a_set(self, tmp_path):
        content = {
            "baseSetSize": 1,
            "cards": [self.OTTER],
            "code": "RIV",
            "meta": {"date": "2020-03-01", "version": "4.6.3"},
            "mtgoCode": "RIV",
            "name": "River Bend",
            "releaseDate": "2020-01-24",
            "tokens": [],
            "translations": {"Chinese Simplified": "河湾"},
            "type": "expansion",
        }
        assert read(tmp_path, content, "RIV.json") == [
            Set("RIV", "River Bend", "2020-01-24", "expansion", names={"zhs": "河湾"}),
            self.OTTER_RECORD,
        ]

    def test_the_faces_of_a_card_are_put_together_by_their_names(self, tmp_path):
        faces = [
            self.OTTER
            | {"name": name, "names": ["Ebb", "Flow"], "side": side, "number": "12"}
            | {"layout": "split", "foreignData": [{"language": "German", "name": "Ebbe // Flut"}]}
            for name, side in (("Ebb", "a"), ("Flow", "b"))
        ]
        records = read(tmp_path, {"cards": faces, "code": "RIV", "name": "River Bend"})
        ebb, flow = cards(records)
        assert (ebb.name, ebb.face_name, ebb.side) == ("Ebb // Flow", "Ebb", "a")
        assert (flow.name, flow.face_name, flow.side) == ("Ebb // Flow", "Flow", "b")
        assert flow.printings[0].collector_number == "12"
        assert flow.printings[0].wordings[1].name == "Flut"

    def test_cards_by_name(self, tmp_path):
        atomic = {key: value for key, value in self.OTTER.items() if key != "number"}
        (card,) = read(tmp_path, {"Quiet Otter": atomic}, "AllCards.json")
        assert isinstance(card, Card)
        assert (card.oracle_id, card.printings) == ("1111", ())
        assert card.wordings == self.OTTER_RECORD.printings[0].wordings


class TestVersion3:
    def test_sets_by_code(self, tmp_path):
        otter = {
            "artist": "A. Painter",
            "cmc": 2,
            "colorIdentity": ["U"],
            "colors": ["Blue"],
            "flavor": "It listens.",
            "foreignNames": [
                {"language": "German", "multiverseid": 4002, "name": "Stiller Otter"},
                {"language": "Chinese Traditional", "name": "靜獺"},
            ],
            "id": "0123456789abcdef0123456789abcdef01234567",
            "imageName": "quiet otter",
            "layout": "normal",
            "manaCost": "{1}{U}",
            "mciNumber": "7",
            "multiverseid": 4001,
            "name": "Quiet Otter",
            "originalText": "Flash.",
            "originalType": "Summon Otter",
            "printings": ["RIV"],
            "rarity": "Rare",
            "rulings": [{"date": "2020-01-24", "text": "It is quiet."}],
            "text": "Flash",
            "type": "Creature — Otter",
            "types": ["Creature"],
        }
        river = {
            "name": "River Bend",
            "code": "RIV",
            "gathererCode": "RB",
            "oldCode": "RIB",
            "magicCardsInfoCode": "rv",
            "releaseDate": "1996-01-24",
            "border": "black",
            "type": "expansion",
            "onlineOnly": True,
            "booster": ["rare", "common"],
            "translations": {"fr": "Méandre", "cn": "河湾"},
            "cards": [otter],
        }
        assert read(tmp_path, {"RIV": river}, "AllSets-x.json") == [
            Set(
                "RIV",
                "River Bend",
                "1996-01-24",
                "expansion",
                digital=True,
                names={"fr": "Méandre", "zhs": "河湾"},
                aliases=("RB", "RIB"),
            ),
            Card(
                "Quiet Otter",
                mana_cost="{1}{U}",
                colors=("U",),
                types=("Creature",),
                oracle=Wording("en", "Quiet Otter", "Creature — Otter", "Flash"),
                printings=(
                    Printing(
                        "RIV",
                        multiverse_id=4001,
                        wordings=(
                            Wording("en", "Quiet Otter", "Summon Otter", "Flash.", "It listens."),
                            Wording("de", "Stiller Otter", multiverse_id=4002),
                            Wording("zht", "靜獺"),
                        ),
                    ),
                ),
                rulings=(Ruling("It is quiet.", "2020-01-24"),),
                place="AllSets-x.json: set RIV, card ? Quiet Otter",
            ),
        ]

    @pytest.mark.parametrize(
        ("layout", "ours"), [("double-faced", "transform"), ("split", "split"), ("flip", "flip")]
    )
    def test_faces_have_a_letter_behind_their_number(self, tmp_path, layout, ours):
        names = ["Quiet Otter", "Loud Otter"]
        faces = [
            {"layout": layout, "name": name, "names": names, "number": number}
            for name, number in zip(names, ("12a", "12b"), strict=True)
        ]
        records = read(tmp_path, {"code": "RIV", "name": "River Bend", "cards": faces})
        assert [(c.name, c.face_name, c.side, c.layout) for c in cards(records)] == [
            ("Quiet Otter // Loud Otter", "Quiet Otter", "a", ours),
            ("Quiet Otter // Loud Otter", "Loud Otter", "b", ours),
        ]
        assert [c.printings[0].collector_number for c in cards(records)] == ["12", "12"]

    def test_a_letter_that_tells_no_face_stays(self, tmp_path):
        content = [
            {"layout": "normal", "name": "Quiet Otter", "number": "12a"},
            {"layout": "meld", "name": "Low Otter", "number": "9a"}
            | {"names": ["Low Otter", "High Otter", "Wide Otter"]},
        ]
        records = read(tmp_path, {"code": "RIV", "name": "River Bend", "cards": content})
        numbers = [
            (card.name, card.face_name, card.printings[0].collector_number)
            for card in cards(records)
        ]
        assert numbers == [("Quiet Otter", None, "12a"), ("Low Otter", None, "9a")]


def test_a_file_cut_anywhere_is_an_input_error_or_what_came_before(tmp_path):
    content = {
        "meta": META,
        "data": {"Quiet Otter": [{"name": "Quiet Otter", "rulings": [{"text": "It is."}]}]},
    }
    whole = json.dumps(content).encode()
    path = tmp_path / "AtomicCards.json"
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(InputError, match=r"^AtomicCards\.json: byte \d+: found "):
            list(mtgjson.read(Document(path, path.name)))


class TestRealSets:
    def test_cards_without_their_sets_say_the_same(self, corpus, tmp_path):
        """Made from the sets: AtomicCards and AllIdentifiers have the cards of the sets."""
        (document,) = find_documents([corpus / "sets" / "APC.json"])
        of_set = cards(mtgjson.read(document))
        raw = raw_cards(corpus, "APC")
        atomic: dict[str, list[Any]] = {}
        for card in raw:
            atomic.setdefault(card["name"], []).append(
                {key: value for key, value in card.items() if key not in ("number", "setCode")}
            )
        found = read(tmp_path, {"meta": META, "data": atomic})
        assert len(found) == len(of_set) == 148
        by_face = {(card.name, card.face_name): card for card in of_set}
        for card in found:
            assert isinstance(card, Card)
            same = by_face[card.name, card.face_name]
            assert (card.oracle_id, card.oracle, card.rulings) == (
                same.oracle_id,
                same.oracle,
                same.rulings,
            )
            assert card.wordings == same.printings[0].wordings
        by_uuid = {card["uuid"]: card for card in raw}
        found = read(tmp_path, {"meta": META, "data": by_uuid}, "APC.json")
        assert found == of_set
