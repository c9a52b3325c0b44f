"""AllPrintings.sqlite and the same tables as csv and parquet. All cards are invented."""

import builtins
import csv
import gzip
import json
import lzma
import random
import sqlite3
import zipfile
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ingest import mtgjson
from ingest.files import InputError, find_documents
from ingest.mtgjson import database
from ingest.readers import open_source
from ingest.records import Card, Printing, Problem, Record, Ruling, Set, Source, Wording
from tests.ingest.river_bend import META, RIVER_RECORD
from tests.records import cards, problems
from tests.surroundings import set_files

Row = dict[str, Any]
Tables = dict[str, list[Row]]

SAMPLE: Tables = {
    "meta": [META],
    "sets": [
        {"code": "RIV", "name": "River Bend", "releaseDate": "2020-01-24", "type": "expansion"}
        | {"parentCode": "WAT", "mtgoCode": "RVR", "isOnlineOnly": 1},
        {"code": "LAK", "name": "Lake Side", "isOnlineOnly": 0},
    ],
    "setTranslations": [
        {"setCode": "RIV", "language": "French", "translation": "Méandre"},
        {"setCode": "RIV", "language": "German", "translation": None},
    ],
    "cards": [
        {"uuid": "u1", "setCode": "RIV", "number": "7a", "name": "Quiet Otter", "layout": "normal"}
        | {"manaCost": "{1}{U}", "colors": "U", "types": "Creature", "keywords": "Flash, Swim"}
        | {"type": "Creature — Otter", "text": 'Flash\nSay "hi", then draw.'}
        | {"originalText": "Flash.", "flavorText": "It listens."},
        {"uuid": "u2", "setCode": "LAK", "number": "3", "name": "Ebb // Flow", "faceName": "Flow"}
        | {"side": "b", "layout": "split", "text": ""},
    ],
    "cardIdentifiers": [
        {"uuid": "u2", "scryfallOracleId": "o2", "scryfallId": "s2"},
        {"uuid": "u1", "scryfallOracleId": "o1", "scryfallId": "s1", "multiverseId": "4001"},
    ],
    "cardRulings": [
        {"uuid": "u1", "date": "2020-01-24", "text": "It is quiet."},
        {"uuid": "u2", "date": "2020-01-25", "text": "Water."},
        {"uuid": "u1", "date": "2020-02-24", "text": "Very, very quiet."},
    ],
    "cardForeignData": [
        {"uuid": "u1", "language": "German", "name": "Stiller Otter", "text": "Aufblitzen"}
        | {"type": "Otter", "flavorText": "Er lauscht.", "multiverseId": 4002},
        {"uuid": "u2", "language": "Spanish", "name": "Menguante // Flujo", "faceName": "Flujo"},
        {"uuid": "u1", "language": "Japanese", "name": "静かなカワウソ"}
        | {"identifiers": "{'multiverseId': '4003', 'scryfallId': 's-3'}"},
    ],
    "tokens": [{"uuid": "t1", "name": "Fish"}],
    "cardLegalities": [{"uuid": "u1", "vintage": "Legal"}],
}
SETS = [Set("LAK", "Lake Side"), RIVER_RECORD]
FLOW = Card(
    "Ebb // Flow",
    oracle_id="o2",
    side="b",
    face_name="Flow",
    layout="split",
    oracle=Wording("en", "Flow"),
    printings=(
        Printing(
            "LAK",
            collector_number="3",
            scryfall_id="s2",
            mtgjson_uuid="u2",
            wordings=(Wording("es", "Flujo"),),
        ),
    ),
    rulings=(Ruling("Water.", "2020-01-25"),),
    place="set LAK, card 3 Ebb // Flow",
)
OTTER = Card(
    "Quiet Otter",
    oracle_id="o1",
    mana_cost="{1}{U}",
    colors=("U",),
    types=("Creature",),
    keywords=("Flash", "Swim"),
    oracle=Wording("en", "Quiet Otter", "Creature — Otter", 'Flash\nSay "hi", then draw.'),
    printings=(
        Printing(
            "RIV",
            collector_number="7a",
            scryfall_id="s1",
            mtgjson_uuid="u1",
            multiverse_id=4001,
            wordings=(
                Wording("en", "Quiet Otter", None, "Flash.", "It listens."),
                Wording("de", "Stiller Otter", "Otter", "Aufblitzen", "Er lauscht.", 4002),
                Wording("ja", "静かなカワウソ", multiverse_id=4003, scryfall_id="s-3"),
            ),
        ),
    ),
    rulings=(
        Ruling("It is quiet.", "2020-01-24"),
        Ruling("Very, very quiet.", "2020-02-24"),
    ),
    place="set RIV, card 7a Quiet Otter",
)
RECORDS = [*SETS, FLOW, OTTER]


def columns(rows: list[Row]) -> list[str]:
    return list(dict.fromkeys(key for row in rows for key in row))


def write_sqlite(path: Path, tables: Tables) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")  # as MTGJSON's are
        for table, rows in tables.items():
            names = columns(rows)
            connection.execute(f"CREATE TABLE {table} ({', '.join(names)})")
            connection.executemany(
                f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})",
                ([row.get(name) for name in names] for row in rows),
            )
        connection.commit()
    return path


def write_csv(folder: Path, tables: Tables) -> Path:
    for table, rows in tables.items():
        with (folder / f"{table}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns(rows))
            writer.writeheader()
            writer.writerows(rows)
    return folder


def write_parquet(folder: Path, tables: Tables) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    for table, rows in tables.items():
        names = columns(rows)
        whole = [{name: row.get(name) for name in names} for row in rows]
        parquet.write_table(pyarrow.Table.from_pylist(whole), folder / f"{table}.parquet")
    return folder


def read(path: Path) -> list[Record]:
    """The records of all documents at `path`, their places without the file."""
    records: list[Record] = []
    for document in find_documents([path]):
        _, found = open_source(document)
        for record in found:
            if isinstance(record, Card):
                record = replace(record, place=record.place.removeprefix(f"{document.name}: "))
            records.append(record)
    return records


def changed(table: str, rows: list[Row]) -> Tables:
    return SAMPLE | {table: rows}


class TestDatabase:
    def test_its_tables_are_sets_and_cards(self, tmp_path):
        path = write_sqlite(tmp_path / "AllPrintings.sqlite", SAMPLE)
        assert read(path) == RECORDS

    def test_it_is_known_by_its_content_and_says_its_version(self, tmp_path):
        path = write_sqlite(tmp_path / "download", SAMPLE)
        (document,) = find_documents([path])
        source, _ = open_source(document)
        assert source == Source("mtgjson-sqlite", "download", "5.1.0+20210801", document.checksum())

    @pytest.mark.parametrize(
        ("extension", "pack"), [("xz", lzma.compress), ("gz", gzip.compress), ("zip", None)]
    )
    def test_a_packed_one_is_unpacked_and_nothing_is_left(
        self, tmp_path, extension, pack, monkeypatch
    ):
        plain = write_sqlite(tmp_path / "AllPrintings.sqlite", SAMPLE)
        packed = tmp_path / f"AllPrintings.sqlite.{extension}"
        if pack:
            packed.write_bytes(pack(plain.read_bytes()))
        else:
            with zipfile.ZipFile(packed, "w") as archive:
                archive.write(plain, plain.name)
        plain.unlink()
        temporary = tmp_path / "temporary"
        temporary.mkdir()
        monkeypatch.setattr("tempfile.tempdir", str(temporary))
        assert read(packed) == RECORDS
        assert list(temporary.iterdir()) == []

    def test_reading_leaves_the_file_and_its_folder_as_they_were(self, tmp_path):
        path = write_sqlite(tmp_path / "AllPrintings.sqlite", SAMPLE)
        before = path.read_bytes()
        path.chmod(0o444)
        read(path)
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]

    def test_the_tables_of_version_4(self, tmp_path):
        otter = SAMPLE["cards"][0] | {"scryfallOracleId": "o1", "scryfallId": "s1"}
        tables = {
            "sets": SAMPLE["sets"],
            "set_translations": SAMPLE["setTranslations"],
            "cards": [
                otter | {"id": 1, "multiverseId": 4001, "keywords": "Flash,Swim", "names": None},
                {"id": 2, "uuid": "u2", "setCode": "LAK", "number": "3", "name": "Flow, Low"}
                | {"names": "Ebb,Flow, Low", "side": "b", "layout": "split"},
            ],
            "rulings": [row | {"id": n} for n, row in enumerate(SAMPLE["cardRulings"])],
            "foreign_data": [
                {"uuid": "u1", "language": "German", "name": "Stiller Otter", "type": "Otter"}
                | {"text": "Aufblitzen", "flavorText": "Er lauscht.", "multiverseId": 4002},
                {"uuid": "u2", "language": "Spanish", "name": "Flujo", "text": "", "type": ""},
            ],
        }
        records = read(write_sqlite(tmp_path / "AllPrintings.sqlite", tables))
        assert records[:2] == SETS
        _, _, flow, otter_record = records
        assert isinstance(flow, Card)
        assert (flow.name, flow.face_name) == ("Ebb // Flow, Low", "Flow, Low")
        assert flow.printings[0].wordings == (Wording("es", "Flujo"),)
        assert isinstance(otter_record, Card)
        assert otter_record.printings[0].wordings == OTTER.printings[0].wordings[:2]
        assert replace(otter_record, printings=()) == replace(OTTER, printings=())

    def test_lists_can_be_json(self, tmp_path):
        otter = SAMPLE["cards"][0] | {"keywords": '["Flash","Swim"]', "colors": '["U"]'}
        tables = changed("cards", [otter, SAMPLE["cards"][1]])
        assert read(write_sqlite(tmp_path / "a.sqlite", tables)) == RECORDS

    def test_line_breaks_can_be_written_as_backslashes(self, tmp_path):
        otter = SAMPLE["cards"][0] | {
            "text": r"Flash\nSay \"hi\", then draw.",
            "flavorText": r"It\'s C:\\ and \''5\''.",
        }
        tables = changed("cards", [otter, SAMPLE["cards"][1]])
        card = read(write_sqlite(tmp_path / "a.sqlite", tables))[3]
        assert isinstance(card, Card)
        assert card.oracle == OTTER.oracle
        assert card.printings[0].wordings[0].flavor_text == r"It's C:\ and '5'."

    def test_a_backslash_beside_line_breaks_is_one(self, tmp_path):
        otter = SAMPLE["cards"][0] | {"flavorText": r"\\{1}\\ \n"}
        tables = changed("cards", [otter, SAMPLE["cards"][1]])
        card = read(write_sqlite(tmp_path / "a.sqlite", tables))[3]
        assert isinstance(card, Card)
        assert card.printings[0].wordings[0].flavor_text == r"\\{1}\\ \n"

    def test_rows_of_no_card_and_rows_with_faults_are_problems(self, tmp_path):
        tables = SAMPLE | {
            "cards": [*SAMPLE["cards"], {"uuid": "u3", "setCode": "RIV", "number": "9"}],
            "sets": [*SAMPLE["sets"], {"name": "No Code"}],
            "cardRulings": [
                *SAMPLE["cardRulings"],
                {"uuid": "u1", "date": "2020-01-24", "text": ""},
                {"uuid": "u9", "date": "2020-01-24", "text": "Whose?"},
                {"date": "2020-01-24", "text": "Nobody's."},
            ],
            "cardForeignData": [
                *SAMPLE["cardForeignData"],
                {"uuid": "u2", "language": "Dutch", "name": "Vloed"},
                {"uuid": "u2", "name": "Vloed"},
                {"uuid": "u9", "language": "German", "name": "Wer?"},
            ],
        }
        name = "AllPrintings.sqlite"
        records = read(write_sqlite(tmp_path / name, tables))
        assert [record for record in records if isinstance(record, Set)] == SETS
        assert problems(records) == [
            (
                "unreadable set",
                f"{name}: set No Code",
                "a set without a code; the set is left out",
            ),
            (
                "unknown language",
                f"{name}: set LAK, card 3 Ebb // Flow",
                "the language 'Dutch' is not in the table; kept under that name",
            ),
            (
                "faulty wording",
                f"{name}: set LAK, card 3 Ebb // Flow",
                "a wording without a language; left out",
            ),
            (
                "empty ruling",
                f"{name}: set RIV, card 7a Quiet Otter",
                "a ruling without text, dated 2020-01-24; left out",
            ),
            (
                "unreadable card",
                f"{name}: set RIV, card 9",
                "a card without a name; the card is left out",
            ),
            (
                "rows without a card",
                f"{name}: cardRulings",
                "2 rows with the uuid of no card; they are left out",
            ),
            (
                "rows without a card",
                f"{name}: cardForeignData",
                "1 rows with the uuid of no card; they are left out",
            ),
        ]

    def test_text_that_is_no_utf_8_loses_only_itself(self, tmp_path):
        path = write_sqlite(tmp_path / "a.sqlite", SAMPLE)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(
                "UPDATE cardForeignData SET text = CAST(x'41ff42' AS TEXT) WHERE uuid = 'u2'"
            )
            connection.commit()
        records = read(path)
        flow = records[2]
        assert isinstance(flow, Card)
        assert flow.printings[0].wordings == (Wording("es", "Flujo", None, "A\ufffdB"),)
        assert [(kind, place) for kind, place, _ in problems(records)] == [
            ("damaged text", "a.sqlite: set LAK, card 3 Ebb // Flow")
        ]
        assert records[-1] == OTTER

    @pytest.mark.parametrize(
        "tables",
        [
            {"cards": [{"id": 1, "name": "Quiet Otter"}], "rulings": []},
            {"notes": [{"uuid": "u1"}]},
            {},
        ],
    )
    def test_another_database_is_an_input_error(self, tmp_path, tables):
        tables = {name: rows or [{"id": 1}] for name, rows in tables.items()}
        path = write_sqlite(tmp_path / "rulings.sqlite", tables)
        if not tables:
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("PRAGMA user_version = 1")
        with pytest.raises(InputError) as caught:
            read(path)
        assert str(caught.value) == (
            "rulings.sqlite: found an SQLite database of something else, expected one of MTGJSON,"
            " with a table `cards` that has uuid, setCode, name"
        )

    def test_only_tables_are_read(self, tmp_path):
        path = tmp_path / "a.sqlite"
        forever = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        view = (
            f"CREATE VIEW cards AS SELECT i AS uuid, 'RIV' AS setCode, i AS name FROM ({forever})"
        )
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(view)
        with pytest.raises(InputError, match="an SQLite database of something else"):
            read(path)

    def test_a_generated_column_is_not_computed(self, tmp_path):
        path = tmp_path / "a.sqlite"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(
                "CREATE TABLE cards (uuid, setCode, name,"
                " text AS (hex(zeroblob(40000000))) VIRTUAL)"
            )
            connection.execute("INSERT INTO cards VALUES ('u1', 'RIV', 'Quiet Otter')")
            connection.commit()
        (card,) = read(path)
        assert isinstance(card, Card)
        assert card.oracle == Wording("en", "Quiet Otter")

    def test_rows_that_multiply_are_stopped(self, tmp_path, monkeypatch):
        monkeypatch.setattr(database, "_STEPS", 1_000_000)
        same = [{"uuid": "u", "setCode": "RIV", "name": "Otter"}] * 2000
        rulings = [{"uuid": "u", "date": "2020-01-24", "text": "Otter"}] * 2000
        path = write_sqlite(tmp_path / "a.sqlite", {"cards": same, "cardRulings": rulings})
        with pytest.raises(InputError, match=r"^a\.sqlite: cannot be read .* interrupted$"):
            read(path)

    def test_a_value_of_many_megabytes_is_refused(self, tmp_path, monkeypatch):
        monkeypatch.setattr(database, "_MAX_FIELD", 10_000)
        otter = SAMPLE["cards"][0] | {"text": "x" * 20_000}
        path = write_sqlite(tmp_path / "a.sqlite", changed("cards", [otter]))
        with pytest.raises(InputError, match=r"^a\.sqlite: .*too big"):
            read(path)

    def test_one_cut_short_is_an_input_error(self, tmp_path):
        path = write_sqlite(tmp_path / "a.sqlite", SAMPLE)
        whole = path.read_bytes()
        for length in [*range(16, len(whole), 97), len(whole) - 1]:
            path.write_bytes(whole[:length])
            with pytest.raises(InputError, match=r"^a\.sqlite: "):
                read(path)

    @pytest.mark.slow
    def test_a_damaged_one_raises_nothing_but_an_input_error(self, tmp_path):
        path = write_sqlite(tmp_path / "a.sqlite", SAMPLE)
        whole = path.read_bytes()
        chance = random.Random(5)
        for _ in range(300):
            damaged = bytearray(whole)
            for _ in range(chance.randrange(1, 20)):
                damaged[chance.randrange(16, len(whole))] = chance.randrange(256)
            path.write_bytes(damaged)
            with suppress(InputError):
                read(path)


WRITERS = {"csv": write_csv, "parquet": write_parquet}


@pytest.mark.parametrize("extension", WRITERS)
class TestTables:
    def test_the_tables_of_a_folder_are_read_as_one(self, tmp_path, extension):
        assert read(WRITERS[extension](tmp_path, SAMPLE)) == RECORDS

    def test_the_document_of_the_cards_stands_for_all(self, tmp_path, extension):
        WRITERS[extension](tmp_path, SAMPLE)
        documents = find_documents([tmp_path])
        assert len(documents) == len(SAMPLE)
        for document in documents:
            source, records = open_source(document)
            assert source.kind == f"mtgjson-{extension}"
            is_cards = document.name == f"cards.{extension}"
            assert source.version == ("5.1.0+20210801" if is_cards else None)
            assert (list(records) != []) is is_cards

    def test_the_tables_of_a_zip_are_read_as_one(self, tmp_path, extension):
        folder = tmp_path / "tables"
        folder.mkdir()
        WRITERS[extension](folder, SAMPLE)
        with zipfile.ZipFile(tmp_path / "AllPrintings.zip", "w") as archive:
            for file in folder.iterdir():
                archive.write(file, f"{extension}/{file.name}")
        assert read(tmp_path / "AllPrintings.zip") == RECORDS

    def test_tables_can_be_packed_each_in_its_way(self, tmp_path, extension):
        WRITERS[extension](tmp_path, SAMPLE)
        for table, pack in (("cards", lzma.compress), ("cardRulings", gzip.compress)):
            path = tmp_path / f"{table}.{extension}"
            packed = tmp_path / f"{path.name}.{'xz' if pack is lzma.compress else 'gz'}"
            packed.write_bytes(pack(path.read_bytes()))
            path.unlink()
        assert read(tmp_path) == RECORDS

    def test_the_cards_alone_are_cards(self, tmp_path, extension):
        WRITERS[extension](tmp_path, {"cards": SAMPLE["cards"]})
        flow, otter = read(tmp_path)
        assert isinstance(otter, Card)
        assert isinstance(flow, Card)
        assert (otter.oracle, otter.oracle_id, otter.rulings) == (OTTER.oracle, None, ())

    def test_a_table_without_the_cards_is_an_input_error(self, tmp_path, extension):
        WRITERS[extension](tmp_path, {"cardRulings": SAMPLE["cardRulings"]})
        with pytest.raises(InputError) as caught:
            read(tmp_path)
        assert str(caught.value) == (
            f"cardRulings.{extension}: a table of MTGJSON that says nothing without its cards,"
            f" expected cards.{extension} beside it"
        )

    def test_a_damaged_table_loses_only_what_is_behind_the_fault(self, tmp_path, extension):
        WRITERS[extension](tmp_path, SAMPLE)
        path = tmp_path / f"cardRulings.{extension}"
        content = path.read_bytes()
        path.write_bytes(content[:-12] if extension == "csv" else content[:-100])
        if extension == "csv":
            path.write_bytes(content.replace(b'"Very', b'"Ve"ry'))
        records: list[Record] = []
        _, found = open_source(find_documents([tmp_path / f"cards.{extension}"])[0])
        with pytest.raises(InputError, match=rf"^cardRulings\.{extension}: "):
            records.extend(found)  # keeps what came before the error
        assert [record.code for record in records if isinstance(record, Set)] == ["LAK", "RIV"]
        assert len(cards(records)) == 2

    @pytest.mark.slow
    def test_cut_anywhere_nothing_but_an_input_error_is_raised(self, tmp_path, extension):
        WRITERS[extension](tmp_path, {"cards": SAMPLE["cards"], "sets": SAMPLE["sets"]})
        path = tmp_path / f"cards.{extension}"
        whole = path.read_bytes()
        (document,) = find_documents([path])
        reader = {"csv": mtgjson.tables.read_csv, "parquet": mtgjson.tables.read_parquet}[extension]
        step = 1 if extension == "csv" else 41
        for length in range(0, len(whole), step):
            path.write_bytes(whole[:length])
            with suppress(InputError):
                list(reader(document))
        chance = random.Random(7)
        for _ in range(100):
            damaged = bytearray(whole)
            for _ in range(chance.randrange(1, 10)):
                damaged[chance.randrange(len(whole))] = chance.randrange(256)
            path.write_bytes(damaged)
            with suppress(InputError):
                list(reader(document))


class TestCsv:
    def test_bytes_that_are_no_utf_8_lose_only_themselves(self, tmp_path):
        write_csv(tmp_path, SAMPLE)
        path = tmp_path / "cardForeignData.csv"
        path.write_bytes(path.read_bytes().replace(b"Er lauscht", b"\xff"))
        records = read(tmp_path)
        assert [(kind, place) for kind, place, _ in problems(records)] == [
            ("damaged text", "cards.csv: set RIV, card 7a Quiet Otter")
        ]

    def test_a_row_of_another_length_is_a_problem(self, tmp_path):
        write_csv(tmp_path, SAMPLE)
        with (tmp_path / "cardRulings.csv").open("a", encoding="utf-8") as file:
            file.write("u1,2020-01-24\r\n\r\nu1,2020-01-24,One,Two\r\n")
        records = read(tmp_path)
        assert problems(records) == [
            (
                "unreadable row",
                "cardRulings.csv: line 5",
                "2 cells, expected 3; the row is left out",
            ),
            (
                "unreadable row",
                "cardRulings.csv: line 7",
                "4 cells, expected 3; the row is left out",
            ),
        ]
        assert [record for record in records if not isinstance(record, Problem)] == RECORDS

    def test_a_byte_order_mark_belongs_to_no_name(self, tmp_path):
        write_csv(tmp_path, SAMPLE)
        for path in tmp_path.iterdir():
            path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
        assert read(tmp_path) == RECORDS

    @pytest.mark.parametrize(
        ("name", "header", "known"),
        [
            ("cards.csv", "artist,name,number,setCode,uuid", True),
            ("download.csv", "artist,name,number,setCode,uuid", True),
            ("AllPrintings.zip/csv/cardRulings.csv", "date,text,uuid", True),
            ("cardRulings.csv.gz", "date,text,uuid", True),
            ("setTranslations.csv", '"language","setCode","translation"', True),
            ("meta.csv", "date,version", True),
            ("cards.csv", "card,language,text", False),
            ("rulings.csv", "card,ruling,date", False),
            ("mine.csv", "uuid,text", False),
            ("cards.csv", '"', False),
            ("cards.csv", "", False),
        ],
    )
    def test_it_is_known_by_its_columns(self, name, header, known):
        assert mtgjson.tables._is_csv(f"{header}\r\n1,2".encode(), name) is known

    def test_a_line_without_an_end_does_not_fill_the_memory(self, tmp_path, monkeypatch):
        monkeypatch.setattr(mtgjson.tables, "_MAX_FIELD", 1000)
        write_csv(tmp_path, {"cards": SAMPLE["cards"]})
        with (tmp_path / "cards.csv").open("a") as file:
            file.write("x" * 5000)
        with pytest.raises(InputError, match=r"^cards\.csv: a line of more than 1000 bytes"):
            read(tmp_path)


class TestParquet:
    def test_lists_and_objects_can_be_of_parquets_own_kinds(self, tmp_path):
        ids = {"multiverseId": "4003", "scryfallId": "s-3"}
        foreign = SAMPLE["cardForeignData"]
        tables = SAMPLE | {
            "cards": [
                SAMPLE["cards"][0]
                | {"colors": ["U"], "types": ["Creature"]}
                | {"keywords": ["Flash", "Swim"]},
                SAMPLE["cards"][1] | {"colors": [], "keywords": None},
            ],
            "cardForeignData": [*foreign[:2], foreign[2] | {"identifiers": ids}],
            "sets": [row | {"isOnlineOnly": bool(row["isOnlineOnly"])} for row in SAMPLE["sets"]],
        }
        assert read(write_parquet(tmp_path, tables)) == RECORDS

    def test_without_pyarrow_it_says_what_to_install(self, tmp_path, monkeypatch):
        (tmp_path / "cards.parquet").write_bytes(b"PAR1")
        importing = builtins.__import__

        def without(name: str, *args: Any) -> Any:
            if name.startswith("pyarrow"):
                raise ImportError(name)
            return importing(name, *args)

        monkeypatch.setattr(builtins, "__import__", without)
        with pytest.raises(InputError) as caught:
            read(tmp_path)
        assert str(caught.value) == (
            "cards.parquet: a Parquet file, which needs the package pyarrow:"
            " pip install 'rulings-db[parquet]'"
        )


def of_sets(sets: Iterable[Any]) -> Tables:
    """The tables that MTGJSON makes of its sets."""
    tables: Tables = {
        name: []
        for name in (
            *("sets", "setTranslations", "cards", "cardIdentifiers", "cardRulings"),
            "cardForeignData",
        )
    }
    apart = ("foreignData", "identifiers", "legalities", "purchaseUrls", "rulings")
    for found in sets:
        code = found["code"]
        tables["sets"].append(
            {key: value for key, value in found.items() if not isinstance(value, list | dict)}
        )
        for language, name in found["translations"].items():
            row = {"language": language, "translation": name, "setCode": code}
            tables["setTranslations"].append(row)
        for card in found["cards"]:
            uuid = {"uuid": card["uuid"]}
            row = {key: value for key, value in card.items() if key not in apart}
            tables["cards"].append(
                {
                    key: ", ".join(map(str, value)) if isinstance(value, list) else value
                    for key, value in row.items()
                    if not isinstance(value, dict)
                }
            )
            tables["cardIdentifiers"].append(card["identifiers"] | uuid)
            tables["cardRulings"] += [ruling | uuid for ruling in card["rulings"]]
            tables["cardForeignData"] += [foreign | uuid for foreign in card["foreignData"]]
    return tables


@pytest.mark.parametrize("write", [write_sqlite, write_csv, write_parquet])
def test_real_sets_give_the_same_records_from_tables_as_from_json(corpus, tmp_path, write):
    paths = set_files(corpus, ("APC", "FRF", "PSTX", "UNH", "IKO"))
    loaded = [json.loads(path.read_bytes()) for path in paths]
    tables = of_sets(found.get("data", found) for found in loaded)
    target = tmp_path / "AllPrintings.sqlite" if write is write_sqlite else tmp_path
    found = read(write(target, tables))
    expected = read_sets(paths)
    assert {type(record) for record in expected} == {Set, Card, Problem}
    assert in_order(found) == in_order(expected)
    assert sum(len(r.rulings) for r in found if isinstance(r, Card)) == sum(
        1 for row in tables["cardRulings"] if row["text"]
    )


def read_sets(paths: list[Path]) -> list[Record]:
    return [record for path in paths for record in read(path)]


def in_order(records: list[Record]) -> list[Any]:
    keys: dict[type, Callable[[Any], str]] = {
        Set: lambda record: f"1 {record.code}",
        Card: lambda record: f"2 {record.printings[0].mtgjson_uuid}",
        Problem: lambda record: f"3 {record.message}",
    }
    kept = [
        replace(record, place="") if isinstance(record, Problem) else record for record in records
    ]
    return sorted(kept, key=lambda record: keys[type(record)](record))
