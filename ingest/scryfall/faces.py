"""Which faces a Scryfall card has and what they are called, in the manner of MTGJSON, so that both
are one: sides "a", "b", ..., a layout for aftermath, meld cards as the sides of one card."""

import re
from collections.abc import Iterator
from functools import lru_cache
from string import ascii_lowercase
from typing import NamedTuple

from ingest.scryfall.objects import Card, Face

MAX_FACES = len(ascii_lowercase)

LAYOUTS = frozenset(
    (
        "adventure",
        "art_series",
        "augment",
        "battle",
        "case",
        "class",
        "double_faced_token",
        "emblem",
        "flip",
        "host",
        "leveler",
        "meld",
        "modal_dfc",
        "mutate",
        "normal",
        "planar",
        "prepare",
        "prototype",
        "reversible_card",
        "saga",
        "scheme",
        "split",
        "token",
        "transform",
        "vanguard",
    )
)
"""The layouts Scryfall is known to have; any other passes through."""

_SUPERTYPES = frozenset(("Basic", "Host", "Legendary", "Ongoing", "Snow", "Token", "World"))
_COLORS = "WUBRG"
_DIVIDER = re.compile(r"\s+//\s+")


class CardFace(NamedTuple):
    """One face: its `position` among the faces of the object, what it says, and what
    `records.Card` says of it. `name` is None where Scryfall gives none."""

    position: int
    words: Face
    name: str | None
    oracle_id: str | None
    side: str | None
    face_name: str | None
    layout: str


def faces_of(card: Card) -> Iterator[CardFace]:
    """The faces of a card, at most `MAX_FACES`."""
    faces = (card.card_faces or [])[:MAX_FACES]
    if card.layout == "reversible_card" and faces:
        for index, face in enumerate(faces):
            yield _reversible(card, faces, index, face)
    elif len(faces) > 1:
        layout = _layout(card.layout, faces)
        for index, face in enumerate(faces):
            side = ascii_lowercase[index]
            yield CardFace(index, face, card.name, card.oracle_id, side, face.name, layout)
    elif card.layout == "meld":
        yield _melded(card)
    else:
        words = faces[0] if faces else card
        yield CardFace(0, words, card.name, card.oracle_id, None, None, card.layout or "normal")


def part_of(text: str, index: int, count: int) -> str | None:
    """The part that one of `count` faces has of "A // B"; None where the parts are not as many."""
    parts = _DIVIDER.split(text)
    return parts[index] if len(parts) == count else None


def colors_of(card: Card, face: Face) -> tuple[str, ...]:
    """The colors of a face. Where only the card has them, they are those of the face's own mana
    cost, if several faces have one (split cards), else the card's (flip cards)."""
    if face.colors is not None:
        return face.colors
    if "//" in (card.mana_cost or ""):
        return tuple(color for color in _COLORS if color in (face.mana_cost or ""))
    return card.colors or ()


@lru_cache(maxsize=4096)
def types_of(type_line: str) -> tuple[str, ...]:
    """The card types in a type line, without supertypes and subtypes."""
    words = type_line.partition("—")[0].split()
    return tuple(word for word in words if word not in _SUPERTYPES)


def keywords_of(card: Card, face: Face) -> tuple[str, ...]:
    """The keywords of a card that stand in the text of the face."""
    if not card.keywords:
        return ()
    text = (face.oracle_text or "").lower()
    return tuple(sorted(keyword for keyword in card.keywords if keyword.lower() in text))


def _layout(layout: str | None, faces: list[Face]) -> str:
    if layout == "split" and (faces[-1].oracle_text or "").startswith("Aftermath"):
        return "aftermath"
    return layout or "normal"


def _reversible(card: Card, faces: list[Face], index: int, face: Face) -> CardFace:
    """Each side of a reversible card is a card of its own; both can be the same one, and several
    faces can be those of one side (a creature and its adventure)."""
    oracle_id = face.oracle_id or card.oracle_id
    own = [other for other in faces if (other.oracle_id or card.oracle_id) == oracle_id]
    names = list(dict.fromkeys(other.name or "" for other in own))
    layout = _layout(face.layout or card.layout, own)
    if len(names) == 1:
        return CardFace(index, face, face.name, oracle_id, None, None, layout)
    side = ascii_lowercase[names.index(face.name or "")]
    return CardFace(index, face, " // ".join(names), oracle_id, side, face.name, layout)


def _melded(card: Card) -> CardFace:
    """The parts of a meld are "a" sides named after the result too, which is the "b" side."""
    results = [part.name for part in card.all_parts or () if part.component == "meld_result"]
    result = results[0] if results else None
    if not card.name or not result:
        return CardFace(0, card, card.name, card.oracle_id, None, None, "meld")
    if card.name == result:
        return CardFace(0, card, result, card.oracle_id, "b", result, "meld")
    name = f"{card.name} // {result}"
    return CardFace(0, card, name, card.oracle_id, "a", card.name, "meld")
