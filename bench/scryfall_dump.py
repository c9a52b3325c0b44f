"""Writes a bulk file such as Scryfall's all_cards, of any size: the same few invented cards printed
over and over, each printing in eleven languages, padded to the size of real objects.

    python bench/scryfall_dump.py 2000 all-cards-20261130100523.jsonl.gz

writes 2,000 MB (before packing; a name that does not end in .gz is not packed). The same size gives
the same bytes.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from io import BufferedIOBase
from pathlib import Path
from typing import Any
from uuid import UUID

_LANGUAGES = ("en", "de", "es", "fr", "it", "ja", "ko", "pt", "ru", "zhs", "zht")
_PRINTINGS_A_SET = 300

# Layout; then for each face its name, mana cost, type line, text.
_CARDS: tuple[tuple[str, tuple[tuple[str, str, str, str], ...]], ...] = (
    (
        "normal",
        (("Quiet Otter", "{1}{U}", "Creature — Otter", "Flash\nWhen this enters, draw a card."),),
    ),
    (
        "saga",
        (("The Long Thaw", "{2}{G}", "Enchantment — Saga", "I, II — Untap a land.\nIII — …"),),
    ),
    (
        "split",
        (
            ("Hot", "{R}", "Instant", "Hot deals 2 damage to any target."),
            ("Cold", "{2}{U}", "Sorcery", "Tap up to two target creatures."),
        ),
    ),
    (
        "transform",
        (
            ("Day Watch", "{3}{W}", "Creature — Human Scout", "Vigilance\n{T}: Transform this."),
            ("Night Watch", "", "Legendary Creature — Human Werewolf", "Trample, haste"),
        ),
    ),
    (
        "adventure",
        (
            ("Ferry Pilot", "{2}{U}", "Creature — Human Pilot", "Islandwalk"),
            ("Cross the Lake", "{U}", "Instant — Adventure", "Scry 2, then draw a card."),
        ),
    ),
    ("token", (("Fish", "", "Token Creature — Fish", ""),)),
)


def objects() -> Iterator[dict[str, Any]]:
    """Card objects without end."""
    number = 0
    while True:
        for kind, (layout, faces) in enumerate(_CARDS):
            for language in _LANGUAGES:
                yield _object(number, kind, layout, faces, language)
            number += 1


def write(path: Path, size: int) -> int:
    """Write at least `size` bytes of lines to `path`; gives how many objects there are."""
    with path.open("wb") as file:
        packed = gzip.GzipFile("", "wb", 1, file, mtime=0) if path.suffix == ".gz" else None
        out: BufferedIOBase = packed or file
        written = count = 0
        for item in objects():
            if written >= size:
                break
            line = json.dumps(item, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            out.write(line)
            written += len(line)
            count += 1
        if packed:
            packed.close()
    return count


def _object(
    number: int,
    kind: int,
    layout: str,
    faces: tuple[tuple[str, str, str, str], ...],
    language: str,
) -> dict[str, Any]:
    index = number // _PRINTINGS_A_SET
    code = f"g{index:03d}"
    one = UUID(int=number * len(_LANGUAGES) + _LANGUAGES.index(language), version=4)
    found = {
        "object": "card",
        "id": str(one),
        "oracle_id": str(UUID(int=(1 << 100) + kind, version=4)),
        "multiverse_ids": [],
        "name": " // ".join(face[0] for face in faces),
        "lang": language,
        "layout": layout,
        "uri": f"https://api.scryfall.com/cards/{one}",
        "cmc": 2.0,
        "keywords": [],
        "set": code,
        "set_name": f"Generated Set {index}",
        "set_type": "expansion",
        "collector_number": str(number % _PRINTINGS_A_SET + 1),
        "digital": False,
    }
    told = [_face(face, language, f"{one}") for face in faces]
    if len(told) == 1:
        found |= told[0]
    else:
        found["type_line"] = " // ".join(face[2] for face in faces)
        found["card_faces"] = [{"object": "card_face"} | face for face in told]
    found["legalities"] = {f"format_{n:02d}": "not_legal" for n in range(22)}
    found["related_uris"] = {f"site_{n}": f"https://example.org/{n}/{one}" for n in range(20)}
    return found


def _face(face: tuple[str, str, str, str], language: str, one: str) -> dict[str, Any]:
    name, mana_cost, type_line, text = face
    told: dict[str, Any] = {
        "name": name,
        "mana_cost": mana_cost,
        "type_line": type_line,
        "oracle_text": text,
        "colors": [color for color in "WUBRG" if color in mana_cost],
        "flavor_text": f"{name} says nothing, in {language}.",
        "image_uris": {f"size_{n}": f"https://example.org/{n}/{one}.jpg" for n in range(6)},
    }
    if language != "en":
        told["printed_name"] = f"{name} ({language})"
        told["printed_type_line"] = f"{type_line} ({language})"
        told["printed_text"] = f"{text} ({language})"
    return told


if __name__ == "__main__":
    if len(sys.argv) != 3 or not sys.argv[1].isdigit():
        sys.exit("usage: scryfall_dump.py MEGABYTES FILE")
    print(write(Path(sys.argv[2]), int(sys.argv[1]) * 1_000_000), "objects")
