"""Files as a stranger could send them: cut short, of wrong types, bombs and worse."""

import bz2
import gzip
import io
import json
import lzma
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests import invented_sets

DOCX = """<?xml version="1.0" encoding="UTF-8"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>
{}</w:body></w:document>"""
CONTENT_TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"""
EXTENSIONS = "json jsonl txt csv html docx pdf sqlite parquet zip json.gz json.xz json.bz2".split()
DEEP = 10_000
GIGABYTES = 2


def a_set(code: str, *names: str, **more: Any) -> dict[str, Any]:
    """A set of MTGJSON's; every card has a ruling."""
    cards = []
    for number, name in enumerate(names, 1):
        facts = {
            "type": "Creature — Otter",
            "text": "Flying",
            "foreignData": [{"language": "German", "name": f"{name} auf Deutsch"}],
            "rulings": [{"date": "2014-11-24", "text": f"{name} flies over rivers."}],
        }
        cards.append(invented_sets.a_card(str(number), name, f"oracle {name}", **facts | more))
    return invented_sets.a_set(code, cards, releaseDate="2014-11-24")


def good() -> dict[str, bytes]:
    """A small file of each format that is right, each with a card of its own."""
    card = {
        "object": "card",
        "id": "11111111-0000-4000-8000-000000000001",
        "oracle_id": "oracle Brave Heron",
        "lang": "en",
        "name": "Brave Heron",
        "set": "riv",
        "set_name": "River Bend",
        "collector_number": "9",
        "layout": "normal",
        "type_line": "Creature — Bird",
        "oracle_text": "Reach",
    }
    lines = "\n".join(json.dumps(card | {"name": name}) for name in ("Brave Heron", "Calm Heron"))
    return {
        "LAK.json": json.dumps(a_set("LAK", "Quiet Otter")).encode(),
        "RIV.json": json.dumps({"meta": {"version": "5"}, "data": a_set("RIV", "Pike")}).encode(),
        "cards.jsonl": lines.encode(),
        "page.txt": b"Swift Newt\n\n24/11/2014\n\nIt can't be seen in the dark.\n",
        "house.csv": b"card,ruling,date\nQuiet Otter,It sleeps by day.,2020-01-01\n",
        "faq_lak.docx": docx("Lakeside Release Notes", "CARD-SPECIFIC NOTES", "Quiet Otter"),
    }


def docx(*paragraphs: str) -> bytes:
    body = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in paragraphs)
    return zipped({"[Content_Types].xml": CONTENT_TYPES, "word/document.xml": DOCX.format(body)})


def zipped(members: dict[str, str | bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return content.getvalue()


def gzip_bomb(start: bytes) -> bytes:
    """A few megabytes that unpack to `start` and gigabytes of spaces: as many gzip members."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    spaces = gzip.compress(b" " * (64 << 20))
    return packer.compress(start) + packer.flush() + spaces * (GIGABYTES * 16)


def wrong_types() -> Iterator[tuple[str, Any]]:
    """A set in which one field is of each wrong type, and other documents of wrong types."""
    whole = a_set("BAD", "Odd Otter")
    for number, wrong in enumerate([None, True, 7, 1e999, "text", [], {}, [[]], [None], {"a": 1}]):
        for field in whole:
            yield f"set-{field}-{number}", whole | {field: wrong}
        for field in whole["cards"][0]:
            card = whole["cards"][0] | {field: wrong}
            yield f"card-{field}-{number}", whole | {"cards": [card]}
        yield f"list-{number}", {"object": "list", "data": wrong}
        yield f"scryfall-{number}", {"object": "card", "name": wrong, "oracle_id": wrong}
        yield f"ruling-{number}", {"object": "ruling", "oracle_id": "oracle Pike", "comment": wrong}
        yield f"plain-{number}", wrong


def nested() -> Iterator[tuple[str, str]]:
    """Ten thousand values, elements and parentheses in each other, closed and not."""
    for opened, closed in (("[", "]"), ('{"cards":', "}"), ('{"data":[', "]}")):
        for end in ("", closed * DEEP):
            name = "".join(letter for letter in opened if letter.isalpha()) or "array"
            name = f"deep-{name}-{'whole' if end else 'cut'}.json"
            yield name, opened * DEEP + ("0" + end if end else "")
    deep = json.dumps(a_set("DEEP", "Deep Otter", keywords="?"))
    yield "deep-field.json", deep.replace('"?"', "[" * DEEP + "]" * DEEP)
    yield "deep.html", "<!doctype html><html><body>" + "<div>" * DEEP + "cardTextSwitchLink1"
    yield "deep.txt", "(" * DEEP + "\n\n" + ")" * DEEP
    yield "deep.csv", '"' * DEEP + "card,ruling\n" + '"' * (DEEP + 1)


def garbage() -> Iterator[tuple[str, bytes]]:
    """What begins like a format and is none."""
    noise = bytes(range(256)) * 64
    yield "magic.sqlite", b"SQLite format 3\0" + noise
    yield "short.sqlite", b"SQLite format 3\0"
    yield "magic.parquet", b"PAR1" + noise + b"PAR1"
    yield "lengths.parquet", b"PAR1" + b"\xff\xff\xff\x7f" + b"PAR1"
    yield "magic.pdf", b"%PDF-1.7\n" + noise + b"\n%%EOF"
    yield "magic.docx", zipped({"word/document.xml": noise})
    yield "hollow.docx", zipped({"word/document.xml": ""})
    yield "entities.docx", zipped({"word/document.xml": entities()})
    yield "magic.zip", b"PK\x03\x04" + noise
    yield "packed.json.gz", b"\x1f\x8b\x08" + noise
    yield "packed.json.bz2", b"BZh9" + noise
    yield "packed.json.xz", b"\xfd7zXZ\0" + noise
    for extension in EXTENSIONS:
        yield f"noise.{extension}", noise
        yield f"empty.{extension}", b""


def entities() -> str:
    """XML whose entities would unfold to a billion letters."""
    levels = "".join(f'<!ENTITY l{level} "{f"&l{level - 1};" * 10}">' for level in range(1, 10))
    body = DOCX.format("<w:p><w:r><w:t>&l9;</w:t></w:r></w:p>")
    return body.replace("?>", f'?><!DOCTYPE w [<!ENTITY l0 "otter">{levels}]>', 1)


def bombs() -> Iterator[tuple[str, bytes]]:
    """Small files that would unpack to gigabytes."""
    yield "bomb.json.gz", gzip_bomb(b'{"meta": {"version": "5"}, "data": ')
    yield "bomb.jsonl.gz", gzip_bomb(b'{"object": "card", "name": ')
    yield "bomb.json.bz2", bz2.compress(b"[" + b" " * (80 << 20))
    yield "bomb.json.xz", lzma.compress(b"[" + b" " * (80 << 20), preset=0)
    yield "bomb.docx", docx("Release Notes", " " * (80 << 20))
    yield "bomb.zip", zipped({"A.json": b'{"code": "' + b" " * (80 << 20)})
    yield "bomb.csv.gz", gzip_bomb(b"card,ruling\nQuiet Otter,")
    yield "bomb.txt.gz", gzip_bomb(b"Quiet Otter\n\n")
    yield "bomb.html.gz", gzip_bomb(b"<!doctype html><html>")
    yield "bomb.sqlite.gz", gzip_bomb(b"SQLite format 3\0")
    yield "bomb.parquet.gz", gzip_bomb(b"PAR1")
    yield "bomb.pdf.gz", gzip_bomb(b"%PDF-1.7\n")


def archives() -> Iterator[tuple[str, bytes]]:
    """Archives that would write elsewhere, or hold each other."""
    otter = json.dumps(a_set("ESC", "Escaped Otter"))
    yield "names.zip", zipped({"../../escaped.json": otter, "/tmp/rulings-db-escaped.json": otter})
    inner = zipped({"inner.json": otter})
    for _ in range(3):
        inner = zipped({"inner.zip": inner})
    yield "nested.zip", inner
    yield "nested.json.gz", gzip.compress(gzip.compress(otter.encode()))


def truncated() -> Iterator[tuple[str, bytes]]:
    """Every right file, cut at several places; packed, too."""
    tables = sqlite3.connect(":memory:")
    tables.execute("CREATE TABLE cards (uuid, name, setCode, number)")
    tables.executemany("INSERT INTO cards VALUES (?, 'Otter', 'LAK', '1')", [("u",)] * 500)
    files = good() | {"all.sqlite": tables.serialize()}
    files |= {f"{name}.gz": gzip.compress(content) for name, content in files.items()}
    for name, content in files.items():
        stem, _, extension = name.partition(".")
        for part in (0.1, 0.5, 0.9, 0.99):
            cut = content[: int(len(content) * part)]
            yield f"{stem}-cut-{int(part * 100)}.{extension}", cut


def write(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
