"""Scryfall's objects as far as they are read (https://scryfall.com/docs/api), and their decoding.

Every object says in `object` what it is.
"""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.json import Decoder


class Face(Struct, gc=False):
    """What a card says, or one of its faces where it has `card_faces`. `oracle_id` and `layout`
    stand here on the faces of a reversible card."""

    name: str | None = None
    oracle_id: str | None = None
    layout: str | None = None
    mana_cost: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: tuple[str, ...] | None = None
    type_line: str | None = None
    oracle_text: str | None = None
    printed_name: str | None = None
    printed_type_line: str | None = None
    printed_text: str | None = None
    flavor_name: str | None = None
    flavor_text: str | None = None


class Part(Struct, gc=False):
    """A card that belongs to another: a part or the result of a meld, a token."""

    component: str | None = None
    name: str | None = None


class Card(Face, gc=False, tag_field="object", tag="card"):
    """A printing of a card in one language."""

    id: str | None = None
    lang: str | None = None
    set: str | None = None
    set_name: str | None = None
    set_type: str | None = None
    collector_number: str | None = None
    multiverse_ids: tuple[int, ...] | None = None
    keywords: tuple[str, ...] | None = None
    card_faces: list[Face] | None = None
    all_parts: list[Part] | None = None


class Ruling(Struct, gc=False, tag_field="object", tag="ruling"):
    """A ruling of one card; it has no id and no language, and is in English."""

    oracle_id: str | None = None
    source: str | None = None
    published_at: str | None = None
    comment: str | None = None


class Set(Struct, gc=False, tag_field="object", tag="set"):
    """A set."""

    code: str | None = None
    name: str | None = None
    released_at: str | None = None
    set_type: str | None = None
    parent_set_code: str | None = None
    digital: bool | None = None
    mtgo_code: str | None = None
    arena_code: str | None = None


class Migration(Struct, gc=False, tag_field="object", tag="migration"):
    """A card id that Scryfall has given up; `migration_strategy` is "merge" or "delete"."""

    migration_strategy: str | None = None
    old_scryfall_id: str | None = None
    new_scryfall_id: str | None = None


Object = Card | Ruling | Set | Migration

TYPES: dict[str, type[Card | Ruling | Set | Migration]] = {
    "card": Card,
    "ruling": Ruling,
    "set": Set,
    "migration": Migration,
}


class _Kind(Struct, gc=False):
    object: Any = None


_OBJECT = Decoder(Object)
_KIND = Decoder(_Kind)


def decode(raw: bytes | memoryview) -> Object:
    """The object, which must be one of `TYPES`. Raises one of
    `salvage.UNREADABLE`."""
    return _OBJECT.decode(raw)


def kind_of(raw: bytes | memoryview) -> str | None:
    """What the value says it is; None when it does not, or is no object. Raises one of
    `salvage.UNREADABLE` when it is no JSON."""
    try:
        kind = _KIND.decode(raw).object
    except msgspec.ValidationError:
        return None
    return kind if isinstance(kind, str) else None
