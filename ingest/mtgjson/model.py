"""What is taken of a set and its cards: structs with the names of MTGJSON's fields.

They are those of version 5; the fields that only older versions have are told apart, and
`modernize` moves what is in them to where version 5 has it.
"""

from msgspec import Struct

_LAYOUTS = {"double-faced": "transform", "plane": "planar", "phenomenon": "planar"}
_COLORS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G"}
_SIDES = "abcde"


class Identifiers(Struct, gc=False, rename="camel"):
    scryfall_oracle_id: str | None = None
    scryfall_id: str | None = None
    multiverse_id: int | str | None = None


class Foreign(Struct, gc=False, rename="camel"):
    language: str = ""
    name: str | None = None
    face_name: str | None = None
    type: str | None = None
    text: str | None = None
    flavor_text: str | None = None
    multiverse_id: int | str | None = None
    identifiers: Identifiers | None = None
    # version 3
    multiverseid: int | str | None = None


class Ruling(Struct, gc=False):
    date: str | None = None
    text: str | None = None


class Card(Struct, gc=False, rename="camel"):
    name: str
    number: str | None = None
    uuid: str | None = None
    set_code: str | None = None
    identifiers: Identifiers | None = None
    language: str | None = None
    layout: str | None = None
    face_name: str | None = None
    side: str | None = None
    mana_cost: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | int | None = None
    defense: str | None = None
    colors: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None
    keywords: tuple[str, ...] | None = None
    type: str | None = None
    text: str | None = None
    original_type: str | None = None
    original_text: str | None = None
    printed_name: str | None = None
    face_printed_name: str | None = None
    printed_type: str | None = None
    printed_text: str | None = None
    flavor_name: str | None = None
    face_flavor_name: str | None = None
    flavor_text: str | None = None
    foreign_data: list[Foreign] | None = None
    rulings: list[Ruling] | None = None
    # versions 3 and 4
    names: tuple[str, ...] | None = None
    # version 4
    scryfall_oracle_id: str | None = None
    scryfall_id: str | None = None
    multiverse_id: int | str | None = None
    # version 3
    multiverseid: int | str | None = None
    flavor: str | None = None
    foreign_names: list[Foreign] | None = None


class SetFields(Struct, gc=False, rename="camel"):
    code: str | None = None
    name: str | None = None
    release_date: str | None = None
    type: str | None = None
    parent_code: str | None = None
    mtgo_code: str | None = None
    is_online_only: bool | None = None
    translations: dict[str, str | None] | None = None
    # version 3
    online_only: bool | None = None
    gatherer_code: str | None = None
    old_code: str | None = None


class Set(SetFields, gc=False, rename="camel"):
    cards: list[Card] | None = None


def modernize(card: Card) -> None:
    """Make a card of version 3 or 4, which have no `identifiers`, one of version 5.

    There a face is a card with its own name, and `names` are those of all faces. The three names of
    a meld stand in no order that would tell which two make a card, so its parts keep their own.
    Version 3 numbers faces 12a and 12b where version 5 has 12 twice.
    """
    number = card.multiverse_id if card.multiverse_id is not None else card.multiverseid
    card.identifiers = Identifiers(card.scryfall_oracle_id, card.scryfall_id, number)
    card.flavor_text = card.flavor_text or card.flavor
    card.layout = _LAYOUTS.get(card.layout or "", card.layout)
    card.colors = tuple(_COLORS.get(color, color) for color in card.colors or ())
    card.foreign_data = card.foreign_data or card.foreign_names
    for row in card.foreign_data or ():
        if row.multiverse_id is None:
            row.multiverse_id = row.multiverseid
    names = card.names or ()
    if len(names) < 2 or card.name not in names or card.layout == "meld":
        return
    place = names.index(card.name)
    side = _SIDES[place : place + 1]
    if not card.scryfall_id and card.number and side:
        card.number = card.number.removesuffix(side)
    card.side = card.side or side or None
    card.face_name = card.name
    card.name = " // ".join(names)
