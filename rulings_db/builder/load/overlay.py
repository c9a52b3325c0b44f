"""Overlays: what somebody's own table says, laid over what the other sources say.

What an overlay corrects stays, with the status "replaced"; what takes its place has "correction".
"""

from msgspec.structs import replace

from ingest.records import Card, Printing, Ruling, Wording
from rulings_db.builder.load.cards import Cards
from rulings_db.builder.load.ledger import Ledger
from rulings_db.builder.load.rulings import Rulings
from rulings_db.database.schema import FACES_PER_CARD

_REPLACED = "UPDATE localizations SET status = 'replaced' WHERE id = ?"
_CORRECTION = "UPDATE localizations SET status = 'correction' WHERE id = ?"


class Overlay:
    """Lays records over a database in which everything else is."""

    def __init__(self, ledger: Ledger, cards: Cards, rulings: Rulings) -> None:
        self._ledger = ledger
        self._cards = cards
        self._rulings = rulings

    def lay(self, card: Card, card_id: int) -> None:
        """Lay one record over the card it means."""
        # Its own rows must not be taken for those of others.
        self._ledger.rows.flush()
        wordings: list[tuple[Wording, Printing | None]] = [(w, None) for w in card.wordings]
        wordings += [(wording, p) for p in card.printings for wording in p.wordings]
        face_id = self._face(card_id, card) if wordings else None
        if face_id is not None:
            for wording, printing in wordings:
                self._lay_wording(face_id, wording, printing, card.place)
        own = []
        for ruling in card.rulings:
            if ruling.of is None:
                own.append(ruling)
            else:
                self._lay_ruling(card_id, ruling, ruling.of, card.place)
        if own:
            self._rulings.take(card_id, tuple(own))
        self._ledger.rows.flush()

    def _face(self, card_id: int, card: Card) -> int | None:
        if not self._cards.has_faces(card_id):
            return self._cards.face(card_id, card)
        found = self._cards.find_face(card_id, card)
        if found is None:
            message = f"{card.name or card.oracle_id}: which face is meant? the wording is left out"
            self._ledger.problem("unknown face", card.place, message)
        return found

    def _lay_wording(
        self, face_id: int, wording: Wording, printing: Printing | None, place: str
    ) -> None:
        """A wording takes the place of each of its language, on the printing if there is one; with
        none there, it is simply one more."""
        rows = self._ledger.connection.execute(
            """
            SELECT DISTINCT
                localizations.id,
                localizations.name,
                localizations.type_line,
                localizations.text,
                localizations.oracle
            FROM localizations
            LEFT JOIN localization_printings
                ON localization_printings.localization_id = localizations.id
            LEFT JOIN printings ON printings.id = localization_printings.printing_id
            WHERE localizations.face_id = ? AND localizations.language_id = ?
                AND localizations.status IS NOT 'replaced'
                AND (?3 IS NULL OR printings.set_code = ?3)
                AND (?4 IS NULL OR printings.collector_number = ?4)
            """,
            (
                face_id,
                self._ledger.language(wording.language),
                printing and printing.set_code,
                printing and printing.collector_number,
            ),
        ).fetchall()
        for number, name, type_line, text, oracle in rows:
            corrected = replace(
                wording,
                name=name if wording.name is None else wording.name,
                type_line=type_line if wording.type_line is None else wording.type_line,
                text=text if wording.text is None else wording.text,
            )
            self._replace(face_id, number, corrected, bool(oracle))
        if not rows:
            number = self._cards.wording(face_id, wording)
            for printing_id in self._printings(face_id, printing) if printing else ():
                self._cards.carry(number, printing_id, wording, place)

    def _printings(self, face_id: int, printing: Printing) -> list[int]:
        """The printings of a face's card that an overlay's row means."""
        rows = self._ledger.connection.execute(
            """
            SELECT id
            FROM printings
            WHERE card_id = ? AND set_code = ? AND (?3 IS NULL OR collector_number = ?3)
            """,
            (face_id // FACES_PER_CARD, printing.set_code, printing.collector_number),
        )
        return [number for (number,) in rows]

    def _replace(self, face_id: int, number: int, corrected: Wording, oracle: bool) -> None:
        other = self._cards.wording(face_id, corrected, oracle)
        if other == number:
            return
        rows = self._ledger.rows
        rows.updates(_REPLACED).append((number,))
        rows.updates(_CORRECTION).append((other,))
        rows.flush()
        self._ledger.connection.execute(
            """
            INSERT OR IGNORE INTO localization_printings
            SELECT ?, printing_id, flavor_text_id, multiverse_id, scryfall_id
            FROM localization_printings
            WHERE localization_id = ?
            """,
            (other, number),
        )
        if oracle:
            self._ledger.connection.execute(
                "UPDATE localizations SET oracle = (id = ?) WHERE id IN (?, ?)",
                (other, number, other),
            )

    def _lay_ruling(self, card_id: int, ruling: Ruling, reference: str, place: str) -> None:
        number = self._rulings.find(reference)
        if number is None:
            message = f"no ruling is known as {reference[:60]!r}; taken as one of its own"
            self._ledger.problem("unknown ruling", place, message)
            self._rulings.take(card_id, (replace(ruling, of=None),))
            return
        connection = self._ledger.connection
        replaced = connection.execute(
            """
            UPDATE ruling_texts SET status = 'replaced'
            WHERE ruling_id = ? AND language_id = ? AND text <> ?
                AND status IS NOT 'replaced'
            """,
            (number, self._ledger.language(ruling.language), ruling.text),
        ).rowcount
        self._rulings.add_text(number, ruling, "correction" if replaced else None)
        (attached,) = connection.execute(
            "SELECT count(*) FROM card_rulings WHERE card_id = ? AND ruling_id = ?",
            (card_id, number),
        ).fetchone()
        if not attached or ruling.published_at:
            self._rulings.attach(card_id, number, ruling)
