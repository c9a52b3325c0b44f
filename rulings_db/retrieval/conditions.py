"""The conditions of the query language (`set:`, `date>=`, `is:`, ...) as masks over entities: a
function for each field, but for `lang:` and `card:`, which `retrieval.matching` knows."""

import json
import sqlite3
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import NamedTuple
from unicodedata import normalize

import numpy as np

from rulings_db.database.schema import FACES_PER_CARD
from rulings_db.index.arrays import Arrays, Mask
from rulings_db.language.fold import fold
from rulings_db.notices import N_, Notice
from rulings_db.retrieval.query import Field, colors_of


class Condition(NamedTuple):
    """A field of a query, and all that a condition may look at. `fields` are all conditions at the
    top of the query: a `number:` beside a `set:` is the number in that set."""

    connection: sqlite3.Connection
    arrays: Arrays
    field: Field
    fields: Sequence[Field]


Met = tuple[Mask | None, Notice | None]
"""The entities that meet a condition, or None for all; None with a warning where the condition is
left out, since its value is unknown."""


def entities_that_meet(condition: Condition) -> Met:
    """The entities that meet a condition of the query language."""
    return _CONDITIONS[condition.field.name](condition)


def entities_of_cards(
    connection: sqlite3.Connection, arrays: Arrays, card_ids: Collection[int]
) -> Mask:
    """The entities of some cards: themselves, and the rulings they have."""
    found = np.zeros(len(arrays.spread), dtype=bool)
    found[list(card_ids)] = True
    rows = connection.execute(
        """
        SELECT DISTINCT ruling_id
        FROM card_rulings
        WHERE card_id IN (SELECT value FROM json_each(?))
        """,
        (json.dumps(sorted(card_ids)),),
    )
    found[[arrays.cards + ruling_id for (ruling_id,) in rows]] = True
    return found


def _in_set(condition: Condition) -> Met:
    codes, unknown = find_sets(condition.connection, condition.field.value)
    message = N_('no set is known as "%(name)s"')
    warning = Notice(message, {"name": ", ".join(unknown)}) if unknown else None
    return condition.arrays.facets["set"].of(codes) if codes else None, warning


def _dated(condition: Condition) -> Met:
    dates = condition.arrays.facets["date"]
    return dates.of(filter(_date_test(condition.field), dates.labels)), None


def _issued_by(condition: Condition) -> Met:
    return _labelled(condition, "issuer", _folded_parts(condition.field))


def _with_keyword(condition: Condition) -> Met:
    wanted = _folded_parts(condition.field)
    return _labelled(condition, "keyword", wanted | _in_english(condition.connection, wanted))


def _labelled(condition: Condition, facet: str, wanted: set[str]) -> Met:
    """The entities with one of some folded labels of a facet."""
    values, field = condition.arrays.facets[facet], condition.field
    labels = [label for label in values.labels if fold(label) in wanted]
    if labels:
        return values.of(labels), None
    message = N_("nothing has %(condition)s; it is left out")
    return None, Notice(message, {"condition": f'{field.name}:"{field.value}"'})


def _folded_parts(field: Field) -> set[str]:
    return {fold(part.strip()) for part in field.value.split(",")}


def _shared_by(condition: Condition) -> Met:
    arrays, field = condition.arrays, condition.field
    spread = _compared(arrays.spread, field.operator, int(field.value))
    return spread & (np.arange(len(arrays.spread)) > arrays.cards), None


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


def _colored(condition: Condition) -> Met:
    """The cards with at least the colors asked for (`:`), exactly these (`=`), more, or fewer, and
    their rulings."""
    connection, arrays, field, _ = condition
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
    cards = {card_id for card_id, colors in rows if holds(colors)}
    return entities_of_cards(connection, arrays, cards), None


def _in_scope(condition: Condition) -> Met:
    arrays, scope = condition.arrays, condition.field.value.lower()
    if scope in ("rulings", "cards"):
        is_card = np.arange(len(arrays.spread)) <= arrays.cards
        return is_card if scope == "cards" else ~is_card, None
    return None, None  # in:names and in:flavor say where words are looked for


def _numbered(condition: Condition) -> Met:
    connection, arrays, field, fields = condition
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
    cards = {card_id for card_id, code in rows if not codes or code in codes}
    return entities_of_cards(connection, arrays, cards), None


def _sourced(condition: Condition) -> Met:
    connection, arrays = condition.connection, condition.arrays
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
        {"value": condition.field.value},
    )
    ruling_ids = connection.execute(
        f"""
        SELECT DISTINCT ruling_texts.ruling_id
        FROM ruling_text_sources
        JOIN ruling_texts ON ruling_texts.id = ruling_text_sources.ruling_text_id
        WHERE ruling_text_sources.source_id IN ({sources})
        """,
        {"value": condition.field.value},
    )
    found = np.zeros(len(arrays.spread), dtype=bool)
    found[[card_id for (card_id,) in card_ids]] = True
    found[[arrays.cards + ruling_id for (ruling_id,) in ruling_ids]] = True
    return found, None


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


def _is(condition: Condition) -> Met:
    connection, arrays, value = condition.connection, condition.arrays, condition.field.value
    if value.lower() == "shared":
        return arrays.spread > 1, None
    cards = {row[0] for row in connection.execute(_IS[value.lower()])}
    return entities_of_cards(connection, arrays, cards), None


def _anything(condition: Condition) -> Met:
    """xlang: says whether the search goes on in English."""
    return None, None


_CONDITIONS: dict[str, Callable[[Condition], Met]] = {
    "set": _in_set,
    "date": _dated,
    "issuer": _issued_by,
    "kw": _with_keyword,
    "cards": _shared_by,
    "in": _in_scope,
    "color": _colored,
    "xlang": _anything,
    "number": _numbered,
    "source": _sourced,
    "is": _is,
}
