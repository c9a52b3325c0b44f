"""The conditions of the query language (`set:`, `date>=`, `is:`, ...) as masks over entities."""

import json
import sqlite3
from collections.abc import Callable, Collection, Sequence
from functools import cache
from unicodedata import normalize

import numpy as np

from rulings_db.database.schema import FACES_PER_CARD
from rulings_db.index.arrays import Arrays, Mask
from rulings_db.language.fold import fold
from rulings_db.notices import N_, Notice
from rulings_db.retrieval.query import Field, colors_of


def mask(
    connection: sqlite3.Connection, arrays: Arrays, field: Field, fields: Sequence[Field]
) -> tuple[Mask | None, Notice | None]:
    """The entities that meet `field`, or None for all; None with a warning where the condition is
    left out, since its value is unknown.

    `fields` are all conditions at the top of the query: a `number:` beside a `set:` is the number
    in that set.
    """
    if field.name == "set":
        codes, unknown = find_sets(connection, field.value)
        message = N_('no set is known as "%(name)s"')
        warning = Notice(message, {"name": ", ".join(unknown)}) if unknown else None
        return arrays.facets["set"].of(codes) if codes else None, warning
    if field.name == "date":
        labels = arrays.facets["date"].labels
        return arrays.facets["date"].of(filter(_date_test(field), labels)), None
    if field.name in ("issuer", "kw"):
        values = arrays.facets["issuer" if field.name == "issuer" else "keyword"]
        wanted = {fold(part.strip()) for part in field.value.split(",")}
        if field.name == "kw":
            wanted |= _in_english(connection, wanted)
        labels = [label for label in values.labels if fold(label) in wanted]
        if labels:
            return values.of(labels), None
        message = N_("nothing has %(condition)s; it is left out")
        return None, Notice(message, {"condition": f'{field.name}:"{field.value}"'})
    if field.name == "cards":
        return _compared(arrays.spread, field.operator, int(field.value)) & (
            np.arange(len(arrays.spread)) > arrays.cards
        ), None
    if field.name == "in":
        return _in(arrays, field.value.lower()), None
    if field.name == "color":
        return _colored(connection, arrays, field), None
    if field.name == "xlang":
        return None, None  # says whether the search goes on in English
    if field.name == "number":
        return _numbered(connection, arrays, field, fields), None
    if field.name == "source":
        return _sourced(connection, arrays, field.value), None
    return _is(connection, arrays, field.value.lower()), None


def of_cards(connection: sqlite3.Connection, arrays: Arrays, card_ids: Collection[int]) -> Mask:
    """The entities of some cards: themselves, and the rulings they have."""
    found = np.zeros(len(arrays.spread), dtype=bool)
    found[list(card_ids)] = True
    ids = sorted(card_ids)
    for start in range(0, len(ids), 500):
        part = ids[start : start + 500]
        marks = ", ".join("?" * len(part))
        rows = connection.execute(
            f"SELECT ruling_id FROM card_rulings WHERE card_id IN ({marks})",
            part,
        )
        found[[arrays.cards + ruling_id for (ruling_id,) in rows]] = True
    return found


def find_sets(connection: sqlite3.Connection, value: str) -> tuple[list[str], list[str]]:
    """The set codes that `value` means: a code, else an alias, else a name in any language; several
    with commas between. The second list holds what nobody knows."""
    whole = _set(connection, value)
    if whole:
        return whole, []
    codes, unknown = [], []
    for part in value.split(","):
        found = _set(connection, part)
        codes += found
        if not found:
            unknown.append(part.strip())
    return codes, unknown


def _set(connection: sqlite3.Connection, name: str) -> list[str]:
    name = normalize("NFKC", name).strip()
    for query in (
        "SELECT code FROM sets WHERE code IN (upper(:name), lower(:name))",
        "SELECT set_code FROM set_aliases WHERE alias = upper(:name) ORDER BY set_code",
    ):
        found = [code for (code,) in connection.execute(query, {"name": name})]
        if found:
            return found
    key = fold(name)
    names = connection.execute("SELECT DISTINCT set_code, name FROM set_names ORDER BY set_code")
    return list(dict.fromkeys(code for code, known in names if fold(known) == key))


def _in_english(connection: sqlite3.Connection, words: set[str]) -> set[str]:
    """The English terms, folded, that the glossary has for folded words of any language."""
    rows = connection.execute("SELECT DISTINCT term, translation FROM glossary")
    return {fold(term) for term, translation in rows if fold(translation) in words}


def _date_test(field: Field) -> Callable[[str], bool]:
    first, _, last = field.value.partition("..")
    if last:
        return lambda date: date[: len(first)] >= first and date[: len(last)] <= last
    tests: dict[str, Callable[[str], bool]] = {
        ":": lambda date: date.startswith(first),
        "=": lambda date: date.startswith(first),
        ">": lambda date: date[: len(first)] > first,
        ">=": lambda date: date[: len(first)] >= first,
        "<": lambda date: date[: len(first)] < first,
        "<=": lambda date: date[: len(first)] <= first,
    }
    return tests[field.operator]


def _compared(values: np.ndarray, operator: str, number: int) -> Mask:
    tests = {
        ":": np.equal,
        "=": np.equal,
        ">": np.greater,
        ">=": np.greater_equal,
        "<": np.less,
        "<=": np.less_equal,
    }
    result: Mask = tests[operator](values, number)
    return result


def _colored(connection: sqlite3.Connection, arrays: Arrays, field: Field) -> Mask:
    """The cards with at least the colors asked for (`:`), exactly these (`=`), more, or fewer, and
    their rulings."""
    wanted = colors_of(field.value) or frozenset()
    tests: dict[str, Callable[[frozenset[str]], bool]] = {
        ":": lambda colors: colors >= wanted if wanted else not colors,
        "=": lambda colors: colors == wanted,
        ">": lambda colors: colors > wanted,
        ">=": lambda colors: colors >= wanted,
        "<": lambda colors: colors < wanted,
        "<=": lambda colors: colors <= wanted,
    }
    holds = cache(lambda colors: tests[field.operator](frozenset(json.loads(colors))))
    rows = connection.execute("SELECT id, colors FROM cards")
    return of_cards(connection, arrays, {card_id for card_id, colors in rows if holds(colors)})


def _in(arrays: Arrays, scope: str) -> Mask | None:
    if scope in ("rulings", "cards"):
        is_card = np.arange(len(arrays.spread)) <= arrays.cards
        return is_card if scope == "cards" else ~is_card
    return None  # in:names and in:flavor say where words are looked for


def _numbered(
    connection: sqlite3.Connection, arrays: Arrays, field: Field, fields: Sequence[Field]
) -> Mask:
    codes = [
        code
        for other in fields
        if other.name == "set"
        for code in find_sets(connection, other.value)[0]
    ]
    rows = connection.execute(
        "SELECT card_id, set_code FROM printings WHERE collector_number = ?",
        (normalize("NFKC", field.value),),
    )
    return of_cards(
        connection, arrays, {card_id for card_id, code in rows if not codes or code in codes}
    )


def _sourced(connection: sqlite3.Connection, arrays: Arrays, value: str) -> Mask:
    sources = """
        SELECT id
        FROM sources
        WHERE address = :value OR substr(kind || '-', 1, length(:value) + 1) = :value || '-'
    """
    card_ids = connection.execute(
        f"""
        SELECT DISTINCT localizations.face_id / {FACES_PER_CARD}
        FROM localization_sources
        JOIN localizations ON localizations.id = localization_sources.localization_id
        WHERE localization_sources.source_id IN ({sources})
        """,
        {"value": value},
    )
    ruling_ids = connection.execute(
        f"""
        SELECT DISTINCT ruling_texts.ruling_id
        FROM ruling_text_sources
        JOIN ruling_texts ON ruling_texts.id = ruling_text_sources.ruling_text_id
        WHERE ruling_text_sources.source_id IN ({sources})
        """,
        {"value": value},
    )
    found = np.zeros(len(arrays.spread), dtype=bool)
    found[[card_id for (card_id,) in card_ids]] = True
    found[[arrays.cards + ruling_id for (ruling_id,) in ruling_ids]] = True
    return found


_IS = {
    "unresolved": "SELECT id FROM cards WHERE unresolved",
    "reprint": "SELECT card_id FROM printings GROUP BY card_id HAVING count(DISTINCT set_code) > 1",
    "digital": """
        SELECT printings.card_id
        FROM printings
        JOIN sets ON sets.code = printings.set_code
        WHERE sets.digital
    """,
}


def _is(connection: sqlite3.Connection, arrays: Arrays, value: str) -> Mask:
    if value == "shared":
        shared: Mask = arrays.spread > 1
        return shared
    return of_cards(connection, arrays, {row[0] for row in connection.execute(_IS[value])})
