"""Numbers the hits of a loaded database and fills its search tables.

A hit is a (card, language) or a (ruling, language), one document each: all wordings of the card in
that language, line by line, each line once. Hits are numbered by language, cards before rulings,
each by row id, Chinese last (`rulings_db.database.schema`): a language is a range of numbers.
"""

import re
import sqlite3
from array import array
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from rulings_db.database.schema import FACES_PER_CARD, is_chinese
from rulings_db.index.arrays import bake_arrays
from rulings_db.language import stems
from rulings_db.language.tokenize import BREAK, Tokenizer, name_key

HitRow = tuple[int, int, int | None, int | None]
TextRow = tuple[int, str, str, str]

_BATCH = 5_000
_HASH_BYTES = 32 << 20
_LINES = f"{BREAK} "
_FURIGANA = re.compile("[（(][ぁ-ゖァ-ヺー・]+[）)]")


class Indexer:
    """Fills hits, hits_fts, flavor_fts, names, word_forms and facet_arrays."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.language = array("i", [0])
        self.entity = array("i", [0])
        self.length = array("i", [0])
        self._numbers: set[str] = set()
        (self._cards,) = connection.execute("SELECT ifnull(max(id), 0) FROM cards").fetchone()

    def run(self) -> None:
        """Index everything."""
        for table in ("hits_fts", "flavor_fts"):
            # A larger heap for new terms means fewer segments to merge.
            self.connection.execute(
                f"INSERT INTO {table}({table}, rank) VALUES ('hashsize', {_HASH_BYTES})"
            )
        first_chinese = 0
        query = "SELECT id, code FROM languages ORDER BY id"
        for language_id, code in self.connection.execute(query).fetchall():
            chinese = is_chinese(language_id)
            if chinese and not first_chinese:
                first_chinese = len(self.entity)
            tokenizer = Tokenizer(chinese, unspaced=code in ("ja", "ko"))
            first_card = len(self.entity)
            self._write(language_id, self._cards_of(language_id, tokenizer), ruling=False)
            self._flavor(language_id, first_card, tokenizer)
            self._write(language_id, self._rulings_of(language_id, tokenizer), ruling=True)
            self._forms(language_id, code, tokenizer.vocabulary())
        self._whole_names()
        # A bare number has no language of its own: it stands under the first.
        self.connection.executemany(
            "INSERT OR IGNORE INTO word_forms VALUES (?, 1, ?)",
            sorted(stems.number_forms(self._numbers)),
        )
        self.connection.execute("CREATE INDEX names_length ON names(length(name))")
        self.connection.execute("CREATE INDEX word_forms_word ON word_forms(word, language_id)")
        bake_arrays(
            self.connection,
            self.language,
            self.entity,
            self.length,
            first_chinese or len(self.entity),
        )

    def _number(self, language_id: int, entity: int, length: int) -> int:
        self.language.append(language_id)
        self.entity.append(entity)
        self.length.append(length)
        return len(self.entity) - 1

    def _rulings_of(
        self, language_id: int, tokenizer: Tokenizer
    ) -> Iterator[tuple[int, tuple[str, str, str]]]:
        rows = self.connection.execute(
            "SELECT ruling_id, text FROM ruling_texts "
            "WHERE language_id = ? AND status IS NOT 'replaced' ORDER BY ruling_id, id",
            (language_id,),
        )
        for ruling_id, group in groupby(rows, itemgetter(0)):
            yield ruling_id, ("", "", _LINES.join([tokenizer(text) for _, text in group]))

    def _cards_of(
        self, language_id: int, tokenizer: Tokenizer
    ) -> Iterator[tuple[int, tuple[str, str, str]]]:
        rows = self.connection.execute(
            "SELECT face_id, name, type_line, text FROM localizations "
            "WHERE language_id = ? AND status IS NOT 'replaced' ORDER BY face_id, id",
            (language_id,),
        )
        chinese = is_chinese(language_id)
        keys: list[tuple[str, int, int]] = []
        type_terms: dict[str, str] = {}
        for card_id, group in groupby(rows, lambda row: row[0] // FACES_PER_CARD):
            names: dict[str, str] = {}
            by_face: dict[int, dict[str, None]] = {}
            types: dict[str, None] = {}
            lines: dict[str, None] = {}
            for face_id, name, type_line, text in group:
                if name:
                    by_face.setdefault(face_id, {})[name] = None
                if name and name not in names:
                    names[name] = tokenizer(name)
                    for key in name_keys(name, names[name], tokenizer):
                        keys.append((key, language_id, card_id))
                if type_line:
                    if type_line not in type_terms:
                        type_terms[type_line] = tokenizer(type_line)
                    types[type_terms[type_line]] = None
                if text:
                    lines.update(dict.fromkeys(text.split("\n")))
            if len(by_face) > 1:
                for whole in whole_names([list(known) for known in by_face.values()]):
                    keys.append((name_key(whole, chinese), language_id, card_id))
            yield (
                card_id,
                (
                    _LINES.join(names.values()),
                    _LINES.join(types),
                    _LINES.join([tokenizer(line) for line in lines]),
                ),
            )
        self.connection.executemany("INSERT OR IGNORE INTO names VALUES (?, ?, ?)", sorted(keys))

    def _whole_names(self) -> None:
        """The English names of cards, which may name faces that no wording is of."""
        rows = self.connection.execute("SELECT name, id FROM cards WHERE name LIKE '% // %'")
        self.connection.executemany(
            "INSERT OR IGNORE INTO names SELECT ?, id, ? FROM languages WHERE code = 'en'",
            sorted((name_key(name), card_id) for name, card_id in rows.fetchall()),
        )

    def _write(
        self,
        language_id: int,
        documents: Iterator[tuple[int, tuple[str, str, str]]],
        ruling: bool,
    ) -> None:
        hits: list[HitRow] = []
        texts: list[TextRow] = []
        for owner, columns in documents:
            entity = self._cards + owner if ruling else owner
            number = self._number(language_id, entity, sum(map(len, columns)))
            hits.append((number, language_id, *((None, owner) if ruling else (owner, None))))
            texts.append((number, *columns))
            if len(hits) >= _BATCH:
                self._flush(hits, texts)
        self._flush(hits, texts)

    def _flush(self, hits: list[HitRow], texts: list[TextRow]) -> None:
        self.connection.executemany("INSERT INTO hits VALUES (?, ?, ?, ?)", hits)
        self.connection.executemany(
            "INSERT INTO hits_fts(rowid, name, type, text) VALUES (?, ?, ?, ?)", texts
        )
        hits.clear()
        texts.clear()

    def _forms(self, language_id: int, code: str, vocabulary: set[str]) -> None:
        forms = sorted(set(stems.word_forms(vocabulary, code)))
        self._numbers.update(word for word in vocabulary if "/" in word)
        self.connection.executemany(
            "INSERT INTO word_forms VALUES (?, ?, ?)",
            ((stem, language_id, word) for stem, word in forms),
        )

    def _flavor(self, language_id: int, first_card: int, tokenizer: Tokenizer) -> None:
        hit_of = {self.entity[hit]: hit for hit in range(first_card, len(self.entity))}
        rows = self.connection.execute(
            """
            WITH carried AS MATERIALIZED (
                SELECT DISTINCT
                    localizations.face_id / ? AS card_id,
                    localization_printings.flavor_text_id
                FROM localizations
                CROSS JOIN localization_printings
                    ON localization_printings.localization_id = localizations.id
                WHERE localizations.language_id = ?
                    AND localization_printings.flavor_text_id IS NOT NULL
                ORDER BY 1, 2
            )
            SELECT carried.card_id, flavor_texts.text
            FROM carried
            CROSS JOIN flavor_texts ON flavor_texts.id = carried.flavor_text_id
            """,
            (FACES_PER_CARD, language_id),
        )
        self.connection.executemany(
            "INSERT INTO flavor_fts(rowid, text) VALUES (?, ?)",
            (
                (hit_of[card_id], _LINES.join([tokenizer(text) for _, text in group]))
                for card_id, group in groupby(rows.fetchall(), itemgetter(0))
            ),
        )


def whole_names(faces: list[list[str]]) -> set[str]:
    """The names of a card of several faces, "A // B": the first names of all faces together, then
    their next ones, where some have several."""
    longest = max(map(len, faces))
    return {
        " // ".join([names[min(at, len(names) - 1)] for names in faces]) for at in range(longest)
    }


def name_keys(name: str, terms: str, tokenizer: Tokenizer) -> set[str]:
    """The keys a name with these terms is found by: whole, each half of "A // B", and without
    furigana."""
    keys = {terms.replace(f"{BREAK} ", "").rstrip()}
    if "（" in name or "(" in name or " // " in name:
        forms = {name, _FURIGANA.sub("", name)}
        forms.update([half for form in tuple(forms) for half in form.split(" // ")])
        keys.update([tokenizer(form).replace(f"{BREAK} ", "").rstrip() for form in forms])
    keys.discard("")
    return keys
