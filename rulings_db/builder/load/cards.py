"""Cards, faces, printings and wordings: each made once, however many sources tell of it."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ingest.records import Card, Printing, Wording
from rulings_db.builder.load.ledger import Ledger
from rulings_db.builder.load.pending_rows import SourceLinks
from rulings_db.database import identity
from rulings_db.database.schema import FACES_PER_CARD
from rulings_db.language.tokenize import name_key

_LONGEST_SLUG = 200  # the longest real one has 141 letters; addresses are to stay short

_LATE_SCRYFALL_ID = "UPDATE printings SET scryfall_id = ? WHERE id = ?"
_LATE_FACE_IDS = """
    UPDATE printing_faces
    SET mtgjson_uuid = ifnull(mtgjson_uuid, ?), multiverse_id = ?
    WHERE printing_id = ? AND face_id = ?
"""
_LATE_CARRIED = """
    UPDATE localization_printings
    SET flavor_text_id = ifnull(flavor_text_id, ?), multiverse_id = ifnull(multiverse_id, ?),
        scryfall_id = ifnull(scryfall_id, ?)
    WHERE localization_id = ? AND printing_id = ?
"""
_LATE_KEYWORDS = "UPDATE cards SET keywords = ? WHERE id = ?"
_LATE_FIGURES = """
    UPDATE faces SET mana_cost = ?, power = ?, toughness = ?, loyalty = ?, defense = ? WHERE id = ?
"""
_ORACLE = "UPDATE localizations SET oracle = ? WHERE id = ?"
_RENAME_CARD = "UPDATE cards SET name = ? WHERE id = ?"
# Two faces that go by one name are told apart by that which they had.
_RENAME_FACE = "UPDATE OR IGNORE faces SET name = ? WHERE id = ?"


class Oracle(NamedTuple):
    """What a source takes for the Oracle wording of a face. `name` is the whole card's, None where
    the source may know one face only."""

    source: int
    number: int
    wording: Wording
    place: str
    name: str | None


FaceKey = tuple[str, str]
PrintingKey = tuple[int, str, str | None]


class Cards:
    """Numbers cards, faces, printings and wordings, and remembers them by what makes each one."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._rows = ledger.rows
        self.numbers: dict[str, int] = {}
        self.names: dict[int, str] = {}
        self._bare: dict[int, int] = {}
        self._figureless: set[int] = set()
        self._faces: defaultdict[int, dict[FaceKey, int]] = defaultdict(dict)
        self._oracle: dict[int, Oracle] = {}
        self._rivals: defaultdict[int, dict[int, Oracle]] = defaultdict(dict)
        self._printings: dict[PrintingKey, int] = {}
        self._in_set: defaultdict[tuple[int, str], list[int]] | None = None
        self._scryfall_ids: dict[int, str] = {}
        self._printing_faces: dict[int, int | None] = {}
        self._wordings: dict[bytes, int] = {}
        self._carried: dict[int, int | None] = {}
        self._flavors: dict[str, int] = {}
        self._printing_sources = SourceLinks(self._rows, "printing_sources")
        self._wording_sources = SourceLinks(self._rows, "localization_sources")

    def card(self, oracle_id: str, card: Card, unresolved: bool = False) -> int:
        """The row id of the card with this Oracle (or minted) id."""
        number = self.numbers.get(oracle_id)
        if number is None:
            number = self.numbers[oracle_id] = len(self.numbers) + 1
            name = self.names[number] = card.name or oracle_id
            facts = (json.dumps(card.colors), json.dumps(card.types), json.dumps(card.keywords))
            row = (number, oracle_id, name, None, card.layout)
            self._rows.of("cards").append((*row, *facts, int(unresolved)))
            if not card.keywords:
                self._bare[number] = self._ledger.source
        elif card.keywords and self._bare.get(number, self._ledger.source) != self._ledger.source:
            # A source that knows no keywords is not one that says there are none.
            del self._bare[number]
            self._rows.updates(_LATE_KEYWORDS).append((json.dumps(card.keywords), number))
        return number

    def take(self, card: Card, card_id: int) -> None:
        """The face, the wordings and the printings that a record tells of."""
        if card.name is None:
            return
        face_id = self.face(card_id, card)
        if card.oracle is not None:
            self._take_oracle(face_id, card.oracle, card)
        for wording in card.wordings:
            self.wording(face_id, wording)
        for printing in card.printings:
            self._take_printing(card_id, face_id, printing, card.place)

    def in_set(self, card_id: int, set_code: str) -> list[int]:
        """The printings of a card in a set, by row id. (Asked for incomplete records only, which
        come last: it is made then.)"""
        if self._in_set is None:
            self._in_set = defaultdict(list)
            for (card, code, _), number in self._printings.items():
                self._in_set[card, code].append(number)
        return self._in_set.get((card_id, set_code), [])

    @property
    def set_codes(self) -> set[str]:
        """The codes of all sets with printings."""
        return {code for _, code, _ in self._printings if code}

    def write_slugs(self) -> None:
        wanted: defaultdict[str, list[str]] = defaultdict(list)
        for oracle_id, number in self.numbers.items():
            wanted[identity.slug(self.names[number])[:_LONGEST_SLUG]].append(oracle_id)
        self._rows.flush()
        self._ledger.connection.executemany(
            "UPDATE cards SET slug = ? WHERE oracle_id = ?", _slugs(wanted.items())
        )

    def has_faces(self, card_id: int) -> bool:
        """Whether any face of the card is known."""
        return bool(self._faces[card_id])

    def find_face(self, card_id: int, card: Card) -> int | None:
        """The row id of the known face that a record is about. A name that is not quite the known
        one, or in another language, leads to the only face there is, or that of the same side."""
        known = self._faces[card_id]
        name = card.face_name or card.name or ""
        number = known.get((card.side or "", name))
        return _alike(known, card, name) if number is None and known else number

    def face(self, card_id: int, card: Card) -> int:
        """The row id of the face that a record is about, a new one where it is not known."""
        known = self._faces[card_id]
        number = self.find_face(card_id, card)
        if number is None and len(known) == FACES_PER_CARD - 1:
            self._ledger.problem(
                "too many faces", card.place, f"{card.name} has {len(known)} faces"
            )
            return card_id * FACES_PER_CARD + len(known)
        if number is None:
            number = card_id * FACES_PER_CARD + len(known) + 1
            key = (card.side or "", card.face_name or card.name or "")
            known[key] = number
            self._rows.of("faces").append((number, card_id, *key, *_figures(card)))
            if not any(_figures(card)):
                self._figureless.add(number)
        elif number in self._figureless and any(_figures(card)):
            self._figureless.discard(number)
            self._rows.updates(_LATE_FIGURES).append((*_figures(card), number))
        return number

    def wording(self, face_id: int, wording: Wording, oracle: bool = False) -> int:
        """The row id of a wording of a face, given by the source at hand."""
        texts = (wording.name, wording.type_line, wording.text)
        digest = identity.wording_digest(face_id, wording.language, *texts)
        number = self._wordings.get(digest)
        if number is None:
            number = self._wordings[digest] = len(self._wordings) + 1
            row = (number, face_id, self._ledger.language(wording.language), *texts)
            self._rows.of("localizations").append((*row, int(oracle), None))
        self._wording_sources.seen(number, self._ledger.source)
        return number

    def _take_oracle(self, face_id: int, wording: Wording, card: Card) -> None:
        known = self._oracle.get(face_id)
        if known is None:
            count = len(self._wordings)
            number = self.wording(face_id, wording, oracle=True)
            if len(self._wordings) == count:  # met as a printed one before
                self._rows.updates(_ORACLE).append((1, number))
            self._oracle[face_id] = self._told(number, wording, card)
        elif _agree(known.wording, wording):
            self._wording_sources.seen(known.number, self._ledger.source)
        else:
            number = self.wording(face_id, wording)
            if number != known.number:
                self._rivals[face_id].setdefault(number, self._told(number, wording, card))

    def _told(self, number: int, wording: Wording, card: Card) -> Oracle:
        name = card.name if card.oracle_id else None
        return Oracle(self._ledger.source, number, wording, card.place, name)

    def settle_oracle(self) -> None:
        """Of several Oracle wordings of a face that of the newest source counts, of one day that
        which was met first, and the card and the face are called as there; the others are told."""
        for face_id, rivals in self._rivals.items():
            first = self._oracle[face_id]
            told = [first, *rivals.values()]
            newest = max(told, key=lambda oracle: self._ledger.day(oracle.source))
            if newest is not first:
                self._rows.updates(_ORACLE).extend(((0, first.number), (1, newest.number)))
                if newest.name and newest.wording.name:
                    self._rename(face_id, newest.name, newest.wording.name)
            for other in told:
                if other is not newest:
                    self._ledger.back_to(other.source)
                    older = self._ledger.day(other.source) < self._ledger.day(newest.source)
                    which = "a newer" if older else "another"
                    message = f"{other.wording.name}: {which} source has another Oracle wording"
                    self._ledger.problem("oracle wordings differ", other.place, message)

    def _rename(self, face_id: int, card_name: str, face_name: str) -> None:
        card_id = face_id // FACES_PER_CARD
        self.names[card_id] = card_name
        self._rows.updates(_RENAME_CARD).append((card_name, card_id))
        self._rows.updates(_RENAME_FACE).append((face_name, face_id))

    def _take_printing(self, card_id: int, face_id: int, printing: Printing, place: str) -> None:
        printing_id = self._printing(card_id, printing, place)
        if printing_id is None:
            for wording in printing.wordings:
                self.wording(face_id, wording)
            return
        self._printing_sources.seen(printing_id, self._ledger.source)
        key = printing_id * FACES_PER_CARD + face_id % FACES_PER_CARD
        ids = (printing.mtgjson_uuid, printing.multiverse_id)
        if key not in self._printing_faces:
            self._printing_faces[key] = printing.multiverse_id
            self._rows.of("printing_faces").append((printing_id, face_id, *ids))
        elif any(ids):
            number = self._number_of_face(card_id, key, printing.multiverse_id, place)
            late = (printing.mtgjson_uuid, number, printing_id, face_id)
            self._rows.updates(_LATE_FACE_IDS).append(late)
        for wording in printing.wordings:
            self.carry(self.wording(face_id, wording), printing_id, wording, place)

    def _number_of_face(self, card_id: int, key: int, number: int | None, place: str) -> int | None:
        """Of two multiverse ids of a face on a printing that which no other face has there; of two
        such the first."""
        known = self._printing_faces[key]
        if number in (None, known):
            return known
        first = key - key % FACES_PER_CARD
        faces = range(first, first + len(self._faces[card_id]) + 1)
        others = {self._printing_faces.get(face) for face in faces if face != key} | {None}
        if known not in others:
            if number not in others:
                message = f"the multiverse id {number}, where {known} is known; that stays"
                self._ledger.problem("ids differ", place, message)
            return known
        self._printing_faces[key] = number
        return number

    def carry(self, wording_id: int, printing_id: int, wording: Wording, place: str) -> None:
        """A printing carries a wording. Of several flavor texts there the first stays."""
        flavor = self._flavor(wording.flavor_text) if wording.flavor_text else None
        facts = (flavor, wording.multiverse_id, wording.scryfall_id)
        carried = wording_id << 32 | printing_id
        if carried not in self._carried:
            self._carried[carried] = flavor
            self._rows.of("localization_printings").append((wording_id, printing_id, *facts))
        elif any(facts):
            known = self._carried[carried] = self._carried[carried] or flavor
            if flavor not in (None, known):
                message = f"another source has another one, which stays: {wording.flavor_text}"
                self._ledger.problem("flavor texts differ", place, message)
            self._rows.updates(_LATE_CARRIED).append((*facts, wording_id, printing_id))

    def _printing(self, card_id: int, printing: Printing, place: str) -> int | None:
        """The row id of a printing. One without a number is the card's only one of that set; where
        there are several, nobody knows which: None."""
        code = printing.set_code or ""
        key = (card_id, code, printing.collector_number)
        number = self._printings.get(key)
        if number is None and printing.collector_number is None and code:
            known = self.in_set(card_id, code)
            if len(known) > 1:
                return None
            number = known[0] if known else None
        if number is None:
            number = self._printings[key] = len(self._printings) + 1
            if self._in_set is not None:
                self._in_set[card_id, code].append(number)
            row = (number, card_id, printing.set_code, printing.collector_number)
            self._rows.of("printings").append((*row, printing.scryfall_id))
            if printing.scryfall_id:
                self._scryfall_ids[number] = printing.scryfall_id
        elif printing.scryfall_id:
            self._know_id(number, printing.scryfall_id, place)
        return number

    def _know_id(self, printing_id: int, scryfall_id: str, place: str) -> None:
        known = self._scryfall_ids.setdefault(printing_id, scryfall_id)
        if known != scryfall_id:
            message = f"the Scryfall id {scryfall_id}, where another source has {known}; that stays"
            self._ledger.problem("ids differ", place, message)
        else:
            self._rows.updates(_LATE_SCRYFALL_ID).append((scryfall_id, printing_id))

    def _flavor(self, text: str) -> int:
        number = self._flavors.get(text)
        if number is None:
            number = self._flavors[text] = len(self._flavors) + 1
            self._rows.of("flavor_texts").append((number, text))
        return number


def _figures(card: Card) -> tuple[str | None, ...]:
    return card.mana_cost, card.power, card.toughness, card.loyalty, card.defense


def _alike(known: dict[FaceKey, int], card: Card, name: str) -> int | None:
    """The face among those of a card that a record means which names none of them exactly."""
    if not card.side and not card.face_name and len(known) == 1:
        return next(iter(known.values()))
    wanted = name_key(name)
    if card.side:
        same_side = [number for (side, _), number in known.items() if side == card.side]
        if same_side:
            return same_side[0] if len(same_side) == 1 else None
    same_name = {key: number for key, number in known.items() if name_key(key[1]) == wanted}
    if len(same_name) == 1:
        (((side, _), number),) = same_name.items()
        return number if not card.side or not side else None
    return None


def _agree(known: Wording, wording: Wording) -> bool:
    """Whether a wording says nothing else than a known one; what it leaves open may be anything."""
    pairs = (
        (known.name, wording.name),
        (known.type_line, wording.type_line),
        (known.text, wording.text),
    )
    return all(told is None or told == held for held, told in pairs)


def _slugs(wanted: Iterable[tuple[str, list[str]]]) -> Iterator[tuple[str, str]]:
    """A slug for each Oracle id: the plain one where only one card wants it, else with the head of
    the id, or all of it where heads are the same."""
    for slug, oracle_ids in wanted:
        heads = Counter(map(_head, oracle_ids))
        for oracle_id in oracle_ids:
            head = _head(oracle_id) if heads[_head(oracle_id)] == 1 else oracle_id
            alone = slug and len(oracle_ids) == 1
            yield slug if alone else "-".join(filter(None, (slug, head))), oracle_id


def _head(oracle_id: str) -> str:
    return oracle_id.removeprefix("unresolved-")[:8]
