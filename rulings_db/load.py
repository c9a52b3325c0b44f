"""Records in, rows out: cards resolved, wordings and rulings made one, each with its sources.

`Loader.take` is called once a record. Cards with an Oracle id are written as they come; what has
no id (plain pages) waits for `finish`, when every card and set that could claim it is known, so
that the order of inputs does not matter.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from msgspec.structs import replace

from ingest.languages import LANGUAGES, Language, unknown_language
from ingest.records import Card, Printing, Problem, Record, Ruling, Set, Source, Wording
from rulings_db import identity
from rulings_db.text import name_key

CHINESE_FROM = 900
"""Language ids from here on are Chinese: their texts are folded Traditional to Simplified."""

FACES_PER_CARD = 1000
"""A face's id is its card's id times this, and its place on the card."""


_BATCH = 2_000


class Rows:
    """Rows waiting to be written, a list for each table."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._waiting: defaultdict[str, list[tuple[object, ...]]] = defaultdict(list)

    def of(self, table: str) -> list[tuple[object, ...]]:
        """The list to append the table's rows to; it stays the same list."""
        return self._waiting[table]

    def flush(self) -> None:
        """Write all that waits."""
        for table, rows in self._waiting.items():
            if rows:
                marks = ", ".join("?" * len(rows[0]))
                # A fact can be told by one source twice, with another source between.
                verb = "INSERT OR IGNORE" if table.endswith("_sources") else "INSERT"
                self._connection.executemany(f"{verb} INTO {table} VALUES ({marks})", rows)
                rows.clear()


class Sourced:
    """Facts with the sources that give them: one row a fact and source."""

    def __init__(self, rows: Rows, table: str) -> None:
        self._rows = rows.of(table)
        self._latest: dict[int, int] = {}

    def seen(self, fact: int, source: int) -> None:
        if self._latest.get(fact) != source:
            self._latest[fact] = source
            self._rows.append((fact, source))


class Loader:
    """Writes the records of any number of sources to an empty database.

    One source after the other: `begin`, then `take` for each record; `finish` once at the end.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.rows = Rows(connection)
        self.read_at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self._taken = 0
        self._source = 0
        self._source_name = ""
        self._waiting: list[tuple[int, str, Card]] = []
        self._languages: dict[str, int] = {}
        self._sets: dict[str, Set] = {}
        self._cards: dict[str, int] = {}
        self._card_names: dict[int, str] = {}
        self._faces: dict[tuple[int, str, str], int] = {}
        self._face_counts: dict[int, int] = {}
        self._oracle: dict[int, tuple[int, Wording]] = {}
        self._printings: dict[tuple[int, str, str | None], int] = {}
        self._printing_faces: set[tuple[int, int]] = set()
        self._wordings: dict[bytes, int] = {}
        self._carried: set[int] = set()
        self._flavors: dict[str, int] = {}
        self._rulings: dict[str, int] = {}
        self._ruling_texts: dict[tuple[str, str], int] = {}
        self._raw_texts: dict[tuple[str, str], tuple[int, int]] = {}
        self._attached: dict[tuple[int, int, str | None, str | None], int] = {}
        self._lists: dict[tuple[int, tuple[Ruling, ...]], tuple[list[int], list[int]]] = {}
        self._problems: dict[tuple[str, str, str], list[object]] = {}
        self._printing_sources = Sourced(self.rows, "printing_sources")
        self._wording_sources = Sourced(self.rows, "localization_sources")
        self._text_sources = Sourced(self.rows, "ruling_text_sources")
        self._attachment_sources = Sourced(self.rows, "card_ruling_sources")
        for number, language in enumerate(LANGUAGES, 1):
            chinese = CHINESE_FROM if language.script in ("Hans", "Hant") else 0
            self._add_language(number + chinese, language)

    @property
    def cards(self) -> int:
        """How many cards were taken so far, those that wait included."""
        return len(self._cards) + len(self._waiting)

    def begin(self, source: Source) -> None:
        """The records that follow come from `source`."""
        self._source += 1
        self._source_name = source.address
        self.rows.of("sources").append((self._source, *source, self.read_at))

    def take(self, record: Record) -> None:
        """Write one record, or keep it for `finish`."""
        self._taken += 1
        if self._taken % _BATCH == 0:
            self.rows.flush()
        if isinstance(record, Card):
            named_only = any(p.set_name and not p.set_code for p in record.printings)
            if not record.oracle_id or named_only:
                self._waiting.append((self._source, self._source_name, record))
            else:
                self._take_card(record, self._card(record.oracle_id, record))
        elif isinstance(record, Set):
            self._take_set(record)
        else:
            self.problem(record)

    def problem(self, problem: Problem) -> None:
        """Record a problem; the same one in many places of a source is one row with a count."""
        key = (problem.kind, self._source_name, problem.message)
        row = self._problems.setdefault(key, [problem.place, 0])
        row[1] += 1  # type: ignore[operator]

    def finish(self) -> None:
        """Resolve what waited, and write all that is only known at the end."""
        codes = {name_key(a_set.name): code for code, a_set in sorted(self._sets.items())}
        names: defaultdict[str, list[int]] = defaultdict(list)
        for card_id, name in self._card_names.items():
            names[name_key(name)].append(card_id)
        for number, address, card in self._waiting:
            self._source, self._source_name = number, address
            self._take_card(self._with_codes(card, codes), self._resolve(card, names))
        self._write_sets()
        self._write_slugs()
        for (kind, source, message), (place, count) in sorted(self._problems.items()):
            self.rows.of("problems").append((None, kind, source, place, message, count))
        self.rows.flush()

    # Languages and sets

    def _add_language(self, number: int, language: Language) -> None:
        self._languages[language.code] = number
        row = (language.code, language.tag, language.name, language.native)
        self.rows.of("languages").append((number, *row, language.script, language.direction))

    def _language(self, code: str) -> int:
        try:
            return self._languages[code]
        except KeyError:
            self._add_language(100 + len(self._languages), unknown_language(code))
            self.problem(Problem("unknown language", code, f"no language is known as {code!r}"))
            return self._languages[code]

    def _take_set(self, a_set: Set) -> None:
        code = a_set.code or identity.slug(a_set.name)
        self._sets.setdefault(code, a_set)

    def _with_codes(self, card: Card, codes: dict[str, str]) -> Card:
        """The card with each set that is only named given its code, minted where nobody has it."""
        printings = []
        for printing in card.printings:
            name = printing.set_name
            if printing.set_code is None and name:
                key = name_key(name)
                if key not in codes:
                    codes[key] = identity.slug(name) or identity.unresolved_id(name)
                    self._sets[codes[key]] = Set(None, name)
                printing = replace(printing, set_code=codes[key])
            printings.append(printing)
        return replace(card, printings=tuple(printings))

    def _write_sets(self) -> None:
        for _, code, _ in self._printings:
            if code and code not in self._sets:
                self._sets[code] = Set(code, code)
        for code, a_set in sorted(self._sets.items()):
            about = (a_set.name, a_set.released_at, a_set.kind, a_set.parent)
            self.rows.of("sets").append((code, *about, int(a_set.digital), int(a_set.code is None)))
            for language, name in sorted(({"en": a_set.name} | a_set.names).items()):
                self.rows.of("set_names").append((code, self._language(language), name))
            for alias in sorted(set(a_set.aliases)):
                self.rows.of("set_aliases").append((alias, code))

    # Cards

    def _card(self, oracle_id: str, card: Card, unresolved: bool = False) -> int:
        number = self._cards.get(oracle_id)
        if number is None:
            number = self._cards[oracle_id] = len(self._cards) + 1
            self._card_names[number] = card.name
            facts = (json.dumps(card.colors), json.dumps(card.types), json.dumps(card.keywords))
            row = (number, oracle_id, card.name, None, card.layout)
            self.rows.of("cards").append((*row, *facts, int(unresolved)))
        return number

    def _resolve(self, card: Card, names: dict[str, list[int]]) -> int:
        """The card that a record which waited is about: the one of its Oracle id; without one, the
        only one of that English name, where the record has the English wording to show for it;
        else one with a minted id."""
        if card.oracle_id:
            return self._card(card.oracle_id, card)
        claims = names.get(name_key(card.name), [])
        if card.oracle is not None and len(claims) == 1:
            return claims[0]
        return self._card(identity.unresolved_id(card.name), card, unresolved=True)

    def _face(self, card_id: int, card: Card) -> int:
        name = card.face_name or card.name
        count = self._face_counts.get(card_id, 0)
        if card.side is None and not card.face_name and count == 1:
            return card_id * FACES_PER_CARD + 1
        key = (card_id, card.side or "", name)
        number = self._faces.get(key)
        if number is None and count == FACES_PER_CARD - 1:
            self.problem(Problem("too many faces", card.place, f"{card.name} has {count} faces"))
            return card_id * FACES_PER_CARD + count
        if number is None:
            self._face_counts[card_id] = count + 1
            number = self._faces[key] = card_id * FACES_PER_CARD + count + 1
            self.rows.of("faces").append((number, *key, card.mana_cost))
        return number

    def _take_card(self, card: Card, card_id: int) -> None:
        face_id = self._face(card_id, card)
        if card.oracle is not None:
            self._take_oracle(face_id, card.oracle, card.place)
        for wording in card.wordings:
            self._wording(face_id, wording)
        for printing in card.printings:
            self._take_printing(card_id, face_id, printing)
        if card.rulings:
            self._take_rulings(card_id, card.rulings)

    def _take_oracle(self, face_id: int, wording: Wording, place: str) -> None:
        known = self._oracle.get(face_id)
        if known is None:
            self._oracle[face_id] = (self._wording(face_id, wording, oracle=1), wording)
        elif _agree(known[1], wording):
            self._wording_sources.seen(known[0], self._source)
        else:
            self._wording(face_id, wording)
            message = f"another Oracle wording of {wording.name} was met first and is kept as such"
            self.problem(Problem("oracle wordings differ", place, message))

    def _take_printing(self, card_id: int, face_id: int, printing: Printing) -> None:
        printing_id = self._printing(card_id, printing)
        self._printing_sources.seen(printing_id, self._source)
        if (printing_id, face_id) not in self._printing_faces:
            self._printing_faces.add((printing_id, face_id))
            ids = (printing.mtgjson_uuid, printing.multiverse_id)
            self.rows.of("printing_faces").append((printing_id, face_id, *ids))
        for wording in printing.wordings:
            wording_id = self._wording(face_id, wording)
            carried = wording_id << 32 | printing_id
            if carried not in self._carried:
                self._carried.add(carried)
                flavor = self._flavor(wording.flavor_text) if wording.flavor_text else None
                self.rows.of("localization_printings").append(
                    (wording_id, printing_id, flavor, wording.multiverse_id)
                )

    def _printing(self, card_id: int, printing: Printing) -> int:
        code = printing.set_code or ""
        key = (card_id, code, printing.collector_number)
        number = self._printings.get(key)
        if number is None and printing.collector_number is None and code:
            known = [n for (c, s, _), n in self._printings.items() if (c, s) == key[:2]]
            number = known[0] if len(known) == 1 else None
        if number is None:
            number = self._printings[key] = len(self._printings) + 1
            row = (number, card_id, printing.set_code, printing.collector_number)
            self.rows.of("printings").append((*row, printing.scryfall_id))
        return number

    def _wording(self, face_id: int, wording: Wording, oracle: int = 0) -> int:
        texts = (wording.name, wording.type_line, wording.text)
        digest = identity.wording_digest(face_id, wording.language, *texts)
        number = self._wordings.get(digest)
        if number is None:
            number = self._wordings[digest] = len(self._wordings) + 1
            language_id = self._language(wording.language)
            self.rows.of("localizations").append((number, face_id, language_id, *texts, oracle))
        self._wording_sources.seen(number, self._source)
        return number

    def _flavor(self, text: str) -> int:
        number = self._flavors.get(text)
        if number is None:
            number = self._flavors[text] = len(self._flavors) + 1
            self.rows.of("flavor_texts").append((number, text))
        return number

    def _write_slugs(self) -> None:
        wanted: defaultdict[str, list[str]] = defaultdict(list)
        for oracle_id, number in self._cards.items():
            wanted[identity.slug(self._card_names[number])].append(oracle_id)
        self.rows.flush()
        self.connection.executemany(
            "UPDATE cards SET slug = ? WHERE oracle_id = ?", _slugs(wanted.items())
        )

    # Rulings

    def _take_rulings(self, card_id: int, rulings: tuple[Ruling, ...]) -> None:
        """All printings and faces of a card repeat its rulings: a list met before only adds its
        source."""
        key = (card_id, rulings)
        facts = self._lists.get(key)
        if facts is None:
            facts = self._lists[key] = ([], [])
            for ruling in rulings:
                number, text = self._ruling(ruling)
                facts[0].append(text)
                facts[1].append(self._attach(card_id, number, ruling))
        for text in facts[0]:
            self._text_sources.seen(text, self._source)
        for attachment in facts[1]:
            self._attachment_sources.seen(attachment, self._source)

    def _ruling(self, ruling: Ruling) -> tuple[int, int]:
        """The row ids of the ruling and of its text."""
        raw = (ruling.language, ruling.text)
        known = self._raw_texts.get(raw)
        if known is None:
            known = self._raw_texts[raw] = self._new_ruling(ruling)
        return known

    def _new_ruling(self, ruling: Ruling) -> tuple[int, int]:
        text = identity.normalized(ruling.text)
        public = identity.ruling_id(text)
        number = self._rulings.get(public)
        if number is None:
            number = self._rulings[public] = len(self._rulings) + 1
            self.rows.of("rulings").append((number, public))
        text_id = self._ruling_texts.get((ruling.language, public))
        if text_id is None:
            text_id = self._ruling_texts[ruling.language, public] = len(self._ruling_texts) + 1
            row = (text_id, number, self._language(ruling.language), ruling.text, ruling.status)
            self.rows.of("ruling_texts").append((*row, None))
        else:
            self.rows.of("ruling_text_variants").append((text_id, ruling.text))
        return number, text_id

    def _attach(self, card_id: int, ruling: int, record: Ruling) -> int:
        key = (card_id, ruling, record.published_at, record.issuer)
        number = self._attached.get(key)
        if number is None:
            number = self._attached[key] = len(self._attached) + 1
            self.rows.of("card_rulings").append((number, *key))
        return number


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
    the id."""
    for slug, oracle_ids in wanted:
        for oracle_id in oracle_ids:
            head = oracle_id.removeprefix("unresolved-")[:8]
            alone = slug and len(oracle_ids) == 1
            yield slug if alone else "-".join(filter(None, (slug, head))), oracle_id
