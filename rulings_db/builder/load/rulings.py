"""Rulings: each statement made once, with its texts, and attached to its cards."""

from ingest.records import Ruling
from rulings_db.builder.load.ledger import Ledger
from rulings_db.builder.load.pending_rows import SourceLinks
from rulings_db.database import identity

Facts = tuple[list[int], list[int]]


class Rulings:
    """Numbers rulings, their texts and their attachments, and remembers what makes each one."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._rows = ledger.rows
        self._rulings: dict[str, int] = {}
        self._texts: dict[tuple[str, str], int] = {}
        self._variants: set[tuple[int, str]] = set()
        self._raw: dict[tuple[str, str], tuple[int, int]] = {}
        self._attached: dict[tuple[int, int, str | None, str | None], int] = {}
        self._lists: dict[tuple[int, tuple[Ruling, ...]], Facts] = {}
        self._text_sources = SourceLinks(self._rows, "ruling_text_sources")
        self._attachment_sources = SourceLinks(self._rows, "card_ruling_sources")

    def take(self, card_id: int, rulings: tuple[Ruling, ...]) -> None:
        """The rulings of a card. All its printings and faces repeat them: a list met before only
        adds its source."""
        key = (card_id, rulings)
        facts = self._lists.get(key)
        if facts is None:
            facts = self._lists[key] = ([], [])
            for place, ruling in enumerate(rulings):
                number, text = self._of_text(ruling)
                if ruling.raw:
                    self._add_variant(text, ruling.raw)
                self._ledger.is_as_new_as(ruling.published_at)
                facts[0].append(text)
                facts[1].append(self.attach(card_id, number, ruling, place))
        source = self._ledger.source
        for text in facts[0]:
            self._text_sources.seen(text, source)
        for attachment in facts[1]:
            self._attachment_sources.seen(attachment, source)

    def find(self, reference: str) -> int | None:
        """The row id of the ruling with this public id, or with this text in some language."""
        known = self._rulings.get(reference)
        return known or self._rulings.get(identity.ruling_id(identity.normalized(reference)))

    def add_text(self, number: int, ruling: Ruling, status: str | None) -> None:
        """One more text of the ruling with this row id, given by the source at hand."""
        language_id = self._ledger.language(ruling.language)
        # It is this ruling's, not that of the ruling its own words would make.
        key = (ruling.language, f"{number} {identity.normalized(ruling.text)}")
        text_id = self._texts.get(key)
        if text_id is None:
            text_id = self._texts[key] = len(self._texts) + 1
            row = (text_id, number, language_id, ruling.text, status, None)
            self._rows.of("ruling_texts").append(row)
        self._text_sources.seen(text_id, self._ledger.source)

    def attach(self, card_id: int, number: int, ruling: Ruling, place: int = 0) -> int:
        """The row id of what attaches a ruling to a card, with its date and issuer, and its place
        in the list of the first source."""
        key = (card_id, number, ruling.published_at, ruling.issuer)
        attachment = self._attached.get(key)
        if attachment is None:
            attachment = self._attached[key] = len(self._attached) + 1
            self._rows.of("card_rulings").append((attachment, *key, ruling.dated_by, place))
        self._attachment_sources.seen(attachment, self._ledger.source)
        return attachment

    def _of_text(self, ruling: Ruling) -> tuple[int, int]:
        """The row ids of the ruling with a text, and of the text."""
        raw = (ruling.language, ruling.text)
        known = self._raw.get(raw)
        if known is None:
            known = self._raw[raw] = self._new(ruling)
        return known

    def _new(self, ruling: Ruling) -> tuple[int, int]:
        public = identity.ruling_id(identity.normalized(ruling.text))
        number = self._rulings.get(public)
        if number is None:
            number = self._rulings[public] = len(self._rulings) + 1
            self._rows.of("rulings").append((number, public))
        text_id = self._texts.get((ruling.language, public))
        if text_id is None:
            text_id = self._texts[ruling.language, public] = len(self._texts) + 1
            row = (text_id, number, self._ledger.language(ruling.language), ruling.text)
            self._rows.of("ruling_texts").append((*row, ruling.status, None))
        else:
            self._add_variant(text_id, ruling.text)
        return number, text_id

    def _add_variant(self, text_id: int, text: str) -> None:
        if (text_id, text) not in self._variants:
            self._variants.add((text_id, text))
            self._rows.of("ruling_text_variants").append((text_id, text))
