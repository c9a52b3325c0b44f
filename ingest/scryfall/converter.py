"""Scryfall's objects -> records, one object after the other.

Whatever the language of a card, its Oracle wording is in English and stands in `oracle_text`; the
words on the printing are in `printed_*` and often absent. Without them a card that is not English
is known to be printed, and English never stands in for its words.
"""

from collections.abc import Iterator

from ingest.checks import Checks
from ingest.records import Card, Migration, Printing, Record, Ruling, Set, Wording
from ingest.salvage import UNREADABLE, salvage
from ingest.scryfall import objects
from ingest.scryfall.faces import (
    LAYOUTS,
    MAX_FACES,
    CardFace,
    colors_of,
    faces_of,
    keywords_of,
    part_of,
    types_of,
)

NOTHING_TO_TAKE = "nothing to take"
"""The kind of the problem that a document or object is Scryfall's, but holds no text of a card."""

_MAX_RULINGS = 1000  # of one card in one record


class Converter(Checks):
    """Makes records of objects. Remembers which sets, languages and layouts of the document it has
    met, and the rulings of the card at hand: their rows stand together."""

    def __init__(self) -> None:
        super().__init__()
        self._sets: set[str] = set()
        self._layouts: set[str] = set(LAYOUTS)
        self._rulings: list[Ruling] = []
        self._ruled: tuple[str, str] = ("", "")  # the Oracle id and the place of its first ruling

    def convert(self, raw: memoryview, where: str) -> Iterator[Record]:
        """The records of one object, which stands at `where`; problems come after what they
        concern. Raises one of `salvage.UNREADABLE` when it is no JSON."""
        found = self._decode(raw, where)
        if isinstance(found, objects.Ruling):
            yield from self._ruling(found, where)
        else:
            yield from self.finish()
            if isinstance(found, objects.Card):
                yield from self._card(found, where)
            elif isinstance(found, objects.Set):
                yield from self._set(found, where)
            elif isinstance(found, objects.Migration):
                yield from self._migration(found, where)
        yield from self.drain()

    def finish(self) -> Iterator[Record]:
        """The rulings that were kept for their card."""
        if self._rulings:
            oracle_id, place = self._ruled
            yield Card(None, oracle_id, rulings=tuple(self._rulings), place=place)
            self._rulings.clear()

    def _decode(self, raw: memoryview, where: str) -> objects.Object | None:
        try:
            return objects.decode(raw)
        except UNREADABLE:
            kind = objects.kind_of(raw)
        if kind is None:
            message = "no object of Scryfall's, which says what it is in `object`; left out"
            self.problem("unreadable object", where, message)
            return None
        if kind not in objects.TYPES:
            message = f"an object {kind[:40]!r}, which holds no text or ruling of a card"
            self.problem(NOTHING_TO_TAKE, where, message)
            return None

        found, faults = salvage(raw, objects.TYPES[kind])
        for fault in faults:
            self.problem(f"unreadable {kind} field", where, fault)
        return found

    # Cards

    def _card(self, card: objects.Card, where: str) -> Iterator[Record]:
        code = (card.set or "").upper() or None
        place = f"{where}, card {code or '?'} {card.collector_number or '?'} {card.name or '?'}"
        if code and card.set_name and code not in self._sets:
            self._sets.add(code)
            yield Set(code, card.set_name, kind=card.set_type)
        language = self.language(card.lang or "en", place)
        if card.layout and card.layout not in self._layouts:
            self._layouts.add(card.layout)
            message = f"the layout {card.layout[:40]!r} is not known; kept under that name"
            self.problem("unknown layout", place, message)
        self._check_whole(card, place)
        for face in faces_of(card):
            if not face.name or (face.side and not face.face_name):
                self.problem("unreadable card", place, "a card or face without a name; left out")
            else:
                yield self._face(card, face, code, language, place)

    def _check_whole(self, card: objects.Card, place: str) -> None:
        """Tells of what a card has and no face of it can be given."""
        faces = card.card_faces or ()
        count = max(1, len(faces))
        if count > MAX_FACES:
            message = f"{count} faces, of which the first {MAX_FACES} are taken"
            self.problem("too many faces", place, message)
        if len(card.multiverse_ids or ()) > count:
            message = f"{card.multiverse_ids} are more ids than faces; the last are left out"
            self.problem("impossible multiverse id", place, message)
        flavors = [face.flavor_text for face in faces if face.flavor_text]
        if card.flavor_text and flavors and card.flavor_text not in flavors:
            message = "the flavor text of the card is none of its faces'; left out"
            self.problem("faulty wording", place, message)

    def _face(
        self, card: objects.Card, face: CardFace, code: str | None, language: str, place: str
    ) -> Card:
        words = face.words
        name = face.face_name or face.name
        type_line = words.type_line or None
        multiverse_id = self._multiverse_id(card, face.position, place)
        english = language == "en"
        wordings = self._wordings(card, face, language, None if english else multiverse_id, place)
        return Card(
            face.name,
            face.oracle_id,
            face.side,
            face.face_name,
            face.layout,
            words.mana_cost or None,
            colors_of(card, words),
            types_of(type_line) if type_line else (),
            keywords_of(card, words),
            Wording("en", name, type_line, words.oracle_text or None),
            (),
            (
                Printing(
                    code,
                    None if code else card.set_name,
                    card.collector_number,
                    card.id if english else None,
                    None,
                    multiverse_id if english else None,
                    wordings,
                ),
            ),
            (),
            place,
            power=words.power,
            toughness=words.toughness,
            loyalty=words.loyalty,
            defense=words.defense,
        )

    def _wordings(
        self,
        card: objects.Card,
        face: CardFace,
        language: str,
        multiverse_id: int | None,
        place: str,
    ) -> tuple[Wording, ...]:
        """What is printed on the face. A name of the printing's own ("Godzilla, King of the
        Monsters") stands beside the card's: it gets a second wording with the same text."""
        words = face.words
        name = self._printed(card, face, "printed_name", place)
        type_line = self._printed(card, face, "printed_type_line", place)
        text = self._printed(card, face, "printed_text", place)
        other_name = self._printed(card, face, "flavor_name", place)
        flavor_text = words.flavor_text or None
        if face.position == 0 and not flavor_text and card.card_faces:
            given = any(other.flavor_text for other in card.card_faces)
            flavor_text = None if given else card.flavor_text or None
        english = language == "en"
        names: list[str | None] = []
        if name or type_line or text or flavor_text:
            names.append(name or (face.face_name or face.name if english else None))
        if other_name:
            names = [*filter(None, names), other_name]
        if not names and not english:
            number = f", multiverse id {multiverse_id}" if multiverse_id is not None else ""
            message = (
                f"printed in {language}, with no word of what it says there"
                f" (Scryfall id {card.id}{number})"
            )
            self.problem("printed wording unknown", place, message)
        scryfall_id = None if english else card.id
        return tuple(
            Wording(language, each, type_line, text, flavor_text, multiverse_id, scryfall_id)
            for each in dict.fromkeys(names)
        )

    def _printed(self, card: objects.Card, face: CardFace, field: str, place: str) -> str | None:
        """What the face has in `field`, else its part of what the whole card has there."""
        own: str | None = getattr(face.words, field)
        whole: str | None = getattr(card, field)
        if own or not whole:
            return own or None
        count = len(card.card_faces or ())
        part = part_of(whole, face.position, count)
        if part is None and face.position == 0:
            message = f"{field} of the whole card is not divided into its {count} faces; left out"
            self.problem("faulty wording", place, message)
        return part

    def _multiverse_id(self, card: objects.Card, index: int, place: str) -> int | None:
        """The id of the face; the only id of a card is that of all its faces."""
        ids = card.multiverse_ids or ()
        number = ids[0] if len(ids) == 1 else ids[index] if index < len(ids) else None
        if number is None or 0 <= number < 1 << 63:
            return number
        message = f"{str(number)[:40]} is no multiverse id; taken as absent"
        self.problem("impossible multiverse id", place, message)
        return None

    # All else

    def _ruling(self, row: objects.Ruling, where: str) -> Iterator[Record]:
        oracle_id, text = row.oracle_id, row.comment
        if not text or text.isspace():
            message = f"a ruling without text, dated {row.published_at}; left out"
            self.problem("empty ruling", where, message)
        elif not oracle_id:
            message = f"a ruling that names no card by its Oracle id: {text[:80]!r}; left out"
            self.problem("ruling of no card", where, message)
        else:
            if oracle_id != self._ruled[0] or len(self._rulings) == _MAX_RULINGS:
                yield from self.finish()
                self._ruled = (oracle_id, where)
            published_at = self.date(row.published_at, where, "a ruling")
            self._rulings.append(Ruling(text, published_at, "en", row.source or None))

    def _set(self, found: objects.Set, where: str) -> Iterator[Record]:
        code = (found.code or "").upper() or None
        if not code and not found.name:
            self.problem("unreadable set", where, "a set without a code or a name; left out")
            return
        aliases = ((alias or "").upper() for alias in (found.mtgo_code, found.arena_code))
        yield Set(
            code,
            found.name or code or "",
            self.date(found.released_at, where, "the set") if found.released_at else None,
            found.set_type,
            found.parent_set_code.upper() if found.parent_set_code else None,
            bool(found.digital),
            aliases=tuple(dict.fromkeys(alias for alias in aliases if alias and alias != code)),
        )

    def _migration(self, found: objects.Migration, where: str) -> Iterator[Record]:
        strategy, old, new = (
            found.migration_strategy,
            found.old_scryfall_id,
            found.new_scryfall_id,
        )
        if not old:
            message = "a migration that names no old id; left out"
            self.problem("unreadable migration", where, message)
        elif strategy == "merge" and new:
            yield Migration(old, new, where)
        elif strategy == "delete":
            yield Migration(old, None, where)
        else:
            message = f"a migration {str(strategy)[:40]!r} of {old} to {new}; left out"
            self.problem("unknown migration", where, message)
