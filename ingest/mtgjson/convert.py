"""Sets and cards as MTGJSON has them (`model`) -> records."""

from ingest.checks import Checks
from ingest.mtgjson import model
from ingest.mtgjson.model import modernize
from ingest.records import Card, Printing, Ruling, Set, Wording

_NOTHING = model.Identifiers()


class Converter(Checks):
    """Makes records of one document; remembers which languages it has met, and collects the
    problems until `drain` gives them."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self._document = document

    def where(self, code: str | None, name: str | None = None) -> str:
        """The place of a set, by its code or else its name; of the document, without both."""
        return f"{self._document}: set {code or name}" if code or name else self._document

    def set(self, found: model.SetFields, key: str | None = None) -> Set:
        """The record of a set, which stands under the code `key` where it does not give its own."""
        code = set_code(found, key)
        where = self.where(code, found.name)
        names = {
            self.language(language, where): name
            for language, name in (found.translations or {}).items()
            if name
        }
        others = (found.mtgo_code, found.gatherer_code, found.old_code)
        return Set(
            code,
            found.name or code or "",
            self.date(found.release_date, where, "the set") if found.release_date else None,
            found.type,
            found.parent_code.upper() if found.parent_code else None,
            bool(found.is_online_only or found.online_only),
            names,
            tuple(dict.fromkeys(o.upper() for o in others if o and o.upper() != code)),
        )

    def card(self, card: model.Card, code: str | None, set_name: str | None, where: str) -> Card:
        """The record of a card, or of one face of it, with its printing in the set at `where`;
        without code and name of a set it has no printing, and its wordings are the card's."""
        if card.identifiers is None:
            modernize(card)
        place = f"{where}, card {card.number or '?'} {card.name}"
        ids = card.identifiers or _NOTHING
        wordings: list[Wording] = []
        printed = self._printed(card, place)
        if printed:
            wordings.append(printed)
        for row in card.foreign_data or ():
            wording = self._foreign(row, card, place)
            if wording:
                wordings.append(wording)
        multiverse_id = ids.multiverse_id
        printings: tuple[Printing, ...] = ()
        if code or set_name:
            printing = Printing(
                code,
                None if code else set_name,
                card.number,
                ids.scryfall_id,
                card.uuid,
                None if multiverse_id is None else self._multiverse_id(multiverse_id, place),
                tuple(wordings),
            )
            printings, wordings = (printing,), []
        return Card(
            card.name,
            ids.scryfall_oracle_id,
            card.side,
            card.face_name,
            card.layout or "normal",
            card.mana_cost,
            card.colors or (),
            card.types or (),
            card.keywords or (),
            Wording("en", card.face_name or card.name, card.type, card.text),
            tuple(wordings),
            printings,
            self._rulings(card.rulings, place) if card.rulings else (),
            place,
            power=card.power,
            toughness=card.toughness,
            loyalty=None if card.loyalty is None else str(card.loyalty),
            defense=card.defense,
        )

    def _printed(self, card: model.Card, place: str) -> Wording | None:
        """What this printing says, where it is known to say something of its own. Not all are in
        English: then nothing is known of the name unless it is given."""
        face = card.face_name or card.name
        foreign = card.language if card.language not in (None, "", "English") else None
        own = card.face_flavor_name or card.face_printed_name
        whole = card.flavor_name or card.printed_name
        if whole and not own:
            own = _half(whole, card.name, card.face_name) if card.face_name else whole
        type_line = card.original_type or card.printed_type
        text = card.original_text or card.printed_text
        if not (own or type_line or text or card.flavor_text):
            return None
        language = self.language(foreign, place) if foreign else "en"
        return Wording(
            language, own or (None if foreign else face), type_line, text, card.flavor_text
        )

    def _foreign(self, row: model.Foreign, card: model.Card, place: str) -> Wording | None:
        name = row.face_name or row.name or None
        if not name or not row.language:
            self._faulty_wording(row, place)
            if not row.language or not row.text:
                return None
        elif card.face_name and not row.face_name:
            name = _half(name, card.name, card.face_name)
        number = row.multiverse_id
        scryfall_id = None
        if row.identifiers:
            scryfall_id = row.identifiers.scryfall_id
            number = row.identifiers.multiverse_id if number is None else number
        return Wording(
            self.language(row.language, place),
            name,
            row.type,
            row.text,
            row.flavor_text,
            None if number is None else self._multiverse_id(number, place),
            scryfall_id,
        )

    def _rulings(self, rows: list[model.Ruling], place: str) -> tuple[Ruling, ...]:
        rulings = []
        for row in rows:
            if row.text and not row.text.isspace():
                rulings.append(Ruling(row.text, self.date(row.date, place, "a ruling")))
            else:
                message = f"a ruling without text, dated {row.date}; left out"
                self.problem("empty ruling", place, message)
        return tuple(rulings)

    def _multiverse_id(self, number: int | str, place: str) -> int | None:
        if isinstance(number, str) and number.isascii() and number.isdigit():
            number = int(number[:20])
        if isinstance(number, int) and 0 <= number < 1 << 63:
            return number
        message = f"{str(number)[:40]!r} is no multiverse id; taken as absent"
        self.problem("impossible multiverse id", place, message)
        return None

    def _faulty_wording(self, row: model.Foreign, place: str) -> None:
        if not row.language:
            message = "a wording without a language; left out"
        else:
            fate = "kept without a name" if row.text else "left out"
            message = f"a wording in {row.language} without a name; {fate}"
        self.problem("faulty wording", place, message)


def set_code(found: model.SetFields, key: str | None) -> str | None:
    """The set's code in upper case, else the one it stands under."""
    return (found.code or key or "").upper() or None


def _half(name: str, card_name: str, face_name: str) -> str:
    """The part of "A // B" that belongs to the face, where the parts can be matched; else all."""
    halves, faces = name.split(" // "), card_name.split(" // ")
    if len(halves) == len(faces) and faces.count(face_name) == 1:
        return halves[faces.index(face_name)]
    return name
