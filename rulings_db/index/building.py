"""Numbers the hits of a loaded database and fills its search tables.

A hit is a (card, language) or a (ruling, language), one document each: all wordings of the card in
that language, line by line, each line once. Hits are numbered by language, cards before rulings,
each by row id, Chinese last (`rulings_db.database.schema`): a language is a range of numbers.
"""

import re
import sqlite3
from array import array
from collections.abc import Iterator, MutableSequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rulings_db.database.schema import ENGLISH, FACES_PER_CARD, is_chinese
from rulings_db.index.arrays import bake_arrays
from rulings_db.language import stems
from rulings_db.language.tokenize import BREAK, Tokenizer, name_key

Document = tuple[int, tuple[str, str, str]]
"""What is indexed of a card or ruling in one language: its row id, and its name, type and text as
terms."""

_BATCH = 5_000
_HASH_BYTES = 32 << 20
_LINES = f"{BREAK} "
_FURIGANA = re.compile("[（(][ぁ-ゖァ-ヺー・]+[）)]")


class _Hits(NamedTuple):
    """The hits numbered so far, by their numbers: hit 0 is unused."""

    language: MutableSequence[int]
    entity: MutableSequence[int]
    length: MutableSequence[int]


def build_index(connection: sqlite3.Connection) -> None:
    """Fill hits, hits_fts, flavor_fts, names, word_forms and facet_arrays."""
    for table in ("hits_fts", "flavor_fts"):
        # A larger heap for new terms means fewer segments to merge.
        connection.execute(f"INSERT INTO {table}({table}, rank) VALUES ('hashsize', {_HASH_BYTES})")
    hits = _Hits(array("i", [0]), array("i", [0]), array("i", [0]))
    first_chinese = 0
    numbers: set[str] = set()
    query = "SELECT id, code FROM languages ORDER BY id"
    for language_id, code in connection.execute(query).fetchall():
        if is_chinese(language_id) and not first_chinese:
            first_chinese = len(hits.entity)
        vocabulary = _index_language(connection, hits, language_id, code)
        numbers.update(word for word in vocabulary if "/" in word)
    _add_whole_names(connection)
    # A bare number has no language of its own: it stands under English.
    connection.executemany(
        f"INSERT OR IGNORE INTO word_forms VALUES (?, {ENGLISH}, ?)",
        sorted(stems.number_forms(numbers)),
    )
    connection.execute("CREATE INDEX names_length ON names(length(name))")
    connection.execute("CREATE INDEX word_forms_word ON word_forms(word, language_id)")
    bake_arrays(connection, *hits, first_chinese or len(hits.entity))


def _index_language(
    connection: sqlite3.Connection, hits: _Hits, language_id: int, code: str
) -> set[str]:
    """Index one language; gives its vocabulary."""
    tokenizer = Tokenizer(is_chinese(language_id), unspaced=code in ("ja", "ko"))
    first_card = len(hits.entity)
    names: list[tuple[str, int, int]] = []
    cards = _cards_of(connection, language_id, tokenizer, names)
    _write(connection, hits, language_id, cards, after=None)
    connection.executemany("INSERT OR IGNORE INTO names VALUES (?, ?, ?)", sorted(names))
    _write_flavor(connection, hits, language_id, first_card, tokenizer)
    (last_card,) = connection.execute("SELECT ifnull(max(id), 0) FROM cards").fetchone()
    rulings = _rulings_of(connection, language_id, tokenizer)
    _write(connection, hits, language_id, rulings, after=last_card)
    vocabulary = tokenizer.vocabulary()
    forms = sorted(set(stems.word_forms(vocabulary, code)))
    connection.executemany(
        "INSERT INTO word_forms VALUES (?, ?, ?)",
        ((stem, language_id, word) for stem, word in forms),
    )
    return vocabulary


def _rulings_of(
    connection: sqlite3.Connection, language_id: int, tokenizer: Tokenizer
) -> Iterator[Document]:
    rows = connection.execute(
        "SELECT ruling_id, text FROM ruling_texts "
        "WHERE language_id = ? AND status IS NOT 'replaced' ORDER BY ruling_id, id",
        (language_id,),
    )
    for ruling_id, group in groupby(rows, itemgetter(0)):
        yield ruling_id, ("", "", _LINES.join([tokenizer(text) for _, text in group]))


def _cards_of(
    connection: sqlite3.Connection,
    language_id: int,
    tokenizer: Tokenizer,
    keys: list[tuple[str, int, int]],
) -> Iterator[Document]:
    """The cards of a language. To `keys` come the names they go by, as the table `names` has them:
    (name, language row id, card row id)."""
    rows = connection.execute(
        "SELECT face_id, name, type_line, text FROM localizations "
        "WHERE language_id = ? AND status IS NOT 'replaced' ORDER BY face_id, id",
        (language_id,),
    )
    chinese = is_chinese(language_id)
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
        texts = _LINES.join([tokenizer(line) for line in lines])
        yield card_id, (_LINES.join(names.values()), _LINES.join(types), texts)


def _add_whole_names(connection: sqlite3.Connection) -> None:
    """The English names of cards, which may name faces that no wording is of."""
    rows = connection.execute("SELECT name, id FROM cards WHERE name LIKE '% // %'")
    connection.executemany(
        "INSERT OR IGNORE INTO names SELECT ?, id, ? FROM languages WHERE code = 'en'",
        sorted((name_key(name), card_id) for name, card_id in rows.fetchall()),
    )


def _write(
    connection: sqlite3.Connection,
    hits: _Hits,
    language_id: int,
    documents: Iterator[Document],
    after: int | None,
) -> None:
    """Number the documents of a language and write them. Rulings are entities that come after
    all cards: `after` is the last card's row id, None for cards."""
    rows: list[tuple[int, int, int | None, int | None]] = []
    texts: list[tuple[int, str, str, str]] = []
    for owner, columns in documents:
        number = len(hits.entity)
        hits.language.append(language_id)
        hits.entity.append(owner if after is None else after + owner)
        hits.length.append(sum(map(len, columns)))
        rows.append((number, language_id, *((owner, None) if after is None else (None, owner))))
        texts.append((number, *columns))
        if len(rows) >= _BATCH:
            _flush(connection, rows, texts)
    _flush(connection, rows, texts)


def _flush(
    connection: sqlite3.Connection,
    rows: list[tuple[int, int, int | None, int | None]],
    texts: list[tuple[int, str, str, str]],
) -> None:
    connection.executemany("INSERT INTO hits VALUES (?, ?, ?, ?)", rows)
    connection.executemany(
        "INSERT INTO hits_fts(rowid, name, type, text) VALUES (?, ?, ?, ?)", texts
    )
    rows.clear()
    texts.clear()


def _write_flavor(
    connection: sqlite3.Connection,
    hits: _Hits,
    language_id: int,
    first_card: int,
    tokenizer: Tokenizer,
) -> None:
    """The flavor texts of a language under the hits of their cards, which are the last ones."""
    hit_of = {hits.entity[hit]: hit for hit in range(first_card, len(hits.entity))}
    rows = connection.execute(
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
    connection.executemany(
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
