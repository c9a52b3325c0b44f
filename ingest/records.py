"""What every reader yields: frozen records, free of any format.

A reader is handed one document and yields, in any order, `Set`, `Card`, `Migration` and `Problem`
records. Text is handed on exactly as the source has it; only language names become our codes
(`ingest.languages`) and dates ISO text (`2014-11-24`), never with a zone. A field the source does
not give is None: a reader guesses nothing.
"""

from typing import NamedTuple

from msgspec import Struct


class Set(Struct, frozen=True, gc=False):
    """A set. `code` is upper case, or None where a source only names it; `names` holds its name in
    other languages by code; `parent` is the code of the set it belongs to."""

    code: str | None
    name: str
    released_at: str | None = None
    kind: str | None = None
    parent: str | None = None
    digital: bool = False
    names: dict[str, str] = {}
    aliases: tuple[str, ...] = ()


class Wording(Struct, frozen=True, gc=False):
    """What one face says in one language."""

    language: str
    name: str | None = None
    type_line: str | None = None
    text: str | None = None
    flavor_text: str | None = None
    multiverse_id: int | None = None
    scryfall_id: str | None = None


class Ruling(Struct, frozen=True, gc=False):
    """One statement about a card. `issuer` is who made it ("wotc", "scryfall"), None where the
    source names none; `status` is "mixed" for a text in two languages, else None.

    `dated_by` is "release" where the source gives no dates and the release of the set it is about
    stands in, that of the card's first printing; all rulings of a card or none have it. `of` is in
    an overlay the id of the ruling, or a text of it in any language, that this is a text of: its
    translation, or in a language it has a text in, its correction. `raw` is the text with the
    markup that the source has in it, where that was taken out."""

    text: str
    published_at: str | None = None
    language: str = "en"
    issuer: str | None = None
    status: str | None = None
    dated_by: str | None = None
    of: str | None = None
    raw: str | None = None


class Printing(Struct, frozen=True, gc=False):
    """A card (or one face of it) in a set. `set_code` is None where the source only gives
    `set_name`; `wordings` are those this printing carries."""

    set_code: str | None = None
    set_name: str | None = None
    collector_number: str | None = None
    scryfall_id: str | None = None
    mtgjson_uuid: str | None = None
    multiverse_id: int | None = None
    wordings: tuple[Wording, ...] = ()


class Card(Struct, frozen=True, gc=False):
    """What a source says of one face of one card.

    `name` is the whole card's name ("Fire // Ice"), in English where the source knows it, else in
    `language`; None where the source gives nothing but the `oracle_id`. `side` ("a", "b", ...) and
    `face_name` are None for a card with one face. `oracle` is the current English wording.
    `wordings` are those with no known printing. `place` says where in the source this stands.
    `power`, `toughness`, `loyalty` and `defense` are as printed ("2", "1+*", "X").

    What an `overlay` says takes the place of what other sources say of the same: a wording that of
    the wordings of its language (on its printing, where it has one), as far as it is not None.
    """

    name: str | None
    oracle_id: str | None = None
    side: str | None = None
    face_name: str | None = None
    layout: str = "normal"
    mana_cost: str | None = None
    colors: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    oracle: Wording | None = None
    wordings: tuple[Wording, ...] = ()
    printings: tuple[Printing, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    place: str = ""
    language: str = "en"
    overlay: bool = False
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None


class Problem(Struct, frozen=True, gc=False):
    """Something that could not be taken as it is: `place` in the source, what was found, what was
    expected or done about it."""

    kind: str
    place: str
    message: str


class Migration(Struct, frozen=True, gc=False):
    """A Scryfall id that is no more: `new_id` stands in its place, None where nothing does."""

    old_id: str
    new_id: str | None
    place: str


Record = Set | Card | Migration | Problem


class Source(NamedTuple):
    """Where records come from: `kind` names the format, `address` the file (its name, not its
    folder), `version` what the source calls itself, `checksum` the SHA-256 of its bytes."""

    kind: str
    address: str
    version: str | None
    checksum: str
