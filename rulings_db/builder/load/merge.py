"""What several sources say of the same made one, when all of it is in the database."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from ingest.records import Migration
from rulings_db.builder.load.ledger import Ledger
from rulings_db.database.identity import normalized


def merge(ledger: Ledger) -> None:
    """Merge attachments of a ruling that differ by what one of them leaves open, and wordings that
    differ between kinds of sources in notation only; tell of dates that differ."""
    _settle_attachments(ledger)
    kinds = ledger.connection.execute("SELECT count(DISTINCT kind) FROM sources").fetchone()[0]
    if kinds > 1:
        _merge_wordings(ledger)
        _tell_of_dates(ledger)


# What leaves its date or issuer open, or has the release of a set in place of a date, says nothing
# beside one of the same card and ruling that does not.
_SETTLED = """
    CREATE TEMP TABLE settled AS
    SELECT loose.id AS id, min(firm.id) AS into_id
    FROM card_rulings AS loose
    JOIN card_rulings AS firm
        ON firm.card_id = loose.card_id AND firm.ruling_id = loose.ruling_id
        AND firm.id <> loose.id
    WHERE {loose}
    GROUP BY loose.id
"""
_LOOSE = (
    "loose.published_at IS NULL AND firm.published_at IS NOT NULL",
    "loose.dated_by IS NOT NULL AND firm.dated_by IS NULL AND firm.published_at IS NOT NULL",
    "loose.issuer IS NULL AND firm.issuer IS NOT NULL AND firm.published_at IS loose.published_at",
)


def _settle_attachments(ledger: Ledger) -> None:
    connection = ledger.connection
    for loose in _LOOSE:
        connection.execute(_SETTLED.format(loose=loose))
        connection.execute(
            """
            INSERT OR IGNORE INTO card_ruling_sources
            SELECT settled.into_id, card_ruling_sources.source_id
            FROM settled
            JOIN card_ruling_sources ON card_ruling_sources.card_ruling_id = settled.id
            """
        )
        for table, column in (("card_ruling_sources", "card_ruling_id"), ("card_rulings", "id")):
            connection.execute(
                f"DELETE FROM {table} WHERE {column} IN (SELECT id FROM temp.settled)"
            )
        connection.execute("DROP TABLE temp.settled")


class _Wording(NamedTuple):
    id: int
    texts: tuple[str | None, ...]
    key: tuple[str | None, ...]
    oracle: int
    kinds: frozenset[str]
    printings: frozenset[int]


def _merge_wordings(ledger: Ledger) -> None:
    """Of the wordings of one face and language that no source has both of: those become one which
    nothing but notation tells apart; one that says less becomes part of the fuller one on its
    printing."""
    rows = ledger.connection.execute(
        """
        SELECT
            localizations.face_id, localizations.language_id,
            localizations.id, localizations.name, localizations.type_line, localizations.text,
            localizations.oracle,
            (
                SELECT group_concat(DISTINCT sources.kind)
                FROM localization_sources
                JOIN sources ON sources.id = localization_sources.source_id
                WHERE localization_sources.localization_id = localizations.id
            ),
            (
                SELECT group_concat(printing_id)
                FROM localization_printings
                WHERE localization_printings.localization_id = localizations.id
            )
        FROM localizations
        WHERE localizations.status IS NULL
        ORDER BY localizations.face_id, localizations.language_id, localizations.id
        """
    )
    merges: list[tuple[_Wording, _Wording]] = []
    for _, group in groupby(rows, itemgetter(0, 1)):
        alike = list(group)
        if len(alike) > 1 and len({kind for row in alike for kind in row[7].split(",")}) > 1:
            merges.extend(_same([_wording(*row[2:]) for row in alike]))
    for gone, kept in merges:
        _fold_into(ledger, gone, kept)


def _wording(
    number: int,
    name: str | None,
    type_line: str | None,
    text: str | None,
    oracle: int,
    kinds: str,
    printings: str | None,
) -> _Wording:
    texts = (name, type_line, text)
    key = tuple(None if part is None else normalized(part) for part in texts)
    carriers = frozenset(map(int, (printings or "").split(","))) if printings else frozenset()
    return _Wording(number, texts, key, oracle, frozenset(kinds.split(",")), carriers)


def _same(group: list[_Wording]) -> Iterable[tuple[_Wording, _Wording]]:
    """Pairs of a wording that goes and the one it goes into, which stays."""
    kept: list[_Wording] = []
    # The fullest first: what says less finds it among those that stay.
    for wording in sorted(group, key=lambda w: (w.key.count(None), -w.oracle, w.id)):
        into = [other for other in kept if _goes_into(wording, other)]
        if len(into) == 1 or (into and (into[0].key == wording.key or not wording.printings)):
            yield wording, into[0]
        else:
            kept.append(wording)


def _goes_into(wording: _Wording, other: _Wording) -> bool:
    if wording.kinds & other.kinds:
        return False
    if wording.key == other.key:
        return True
    part = all(
        told is None or told == held for told, held in zip(wording.key, other.key, strict=True)
    )
    return part and wording.printings <= other.printings


def _fold_into(ledger: Ledger, gone: _Wording, kept: _Wording) -> None:
    connection = ledger.connection
    both = (kept.id, gone.id)
    _tell_of_flavor_texts(ledger, gone, kept)
    connection.execute(
        """
        INSERT OR IGNORE INTO localization_sources
        SELECT ?, source_id FROM localization_sources WHERE localization_id = ?
        """,
        both,
    )
    connection.execute(
        """
        INSERT INTO localization_printings
        SELECT ?, printing_id, flavor_text_id, multiverse_id, scryfall_id
        FROM localization_printings
        WHERE localization_id = ?
        ON CONFLICT DO UPDATE SET
            flavor_text_id = ifnull(flavor_text_id, excluded.flavor_text_id),
            multiverse_id = ifnull(multiverse_id, excluded.multiverse_id),
            scryfall_id = ifnull(scryfall_id, excluded.scryfall_id)
        """,
        both,
    )
    if any(told not in (None, held) for told, held in zip(gone.texts, kept.texts, strict=True)):
        connection.execute(
            "INSERT INTO localization_variants VALUES (?, ?, ?, ?)", (kept.id, *gone.texts)
        )
    if gone.oracle:
        connection.execute("UPDATE localizations SET oracle = 1 WHERE id = ?", (kept.id,))
    for table in ("localization_sources", "localization_printings"):
        connection.execute(f"DELETE FROM {table} WHERE localization_id = ?", (gone.id,))
    connection.execute("DELETE FROM localizations WHERE id = ?", (gone.id,))


def _tell_of_flavor_texts(ledger: Ledger, gone: _Wording, kept: _Wording) -> None:
    """Where a printing that carries both has a flavor text with each, that of `kept` stays."""
    rows = ledger.connection.execute(
        """
        SELECT printings.set_code, printings.collector_number, flavor_texts.text
        FROM localization_printings AS held
        JOIN localization_printings AS other
            ON other.printing_id = held.printing_id
            AND other.flavor_text_id <> held.flavor_text_id
        JOIN flavor_texts ON flavor_texts.id = other.flavor_text_id
        JOIN printings ON printings.id = other.printing_id
        WHERE held.localization_id = ? AND other.localization_id = ?
        """,
        (kept.id, gone.id),
    )
    for code, number, text in rows:
        place = " ".join(filter(None, (code, number, kept.texts[0])))
        message = f"another source has another one, which stays: {text}"
        ledger.problem("flavor texts differ", place, message)


def _tell_of_dates(ledger: Ledger) -> None:
    """Where kinds of sources date the same ruling of a card differently, both dates stay."""
    rows = ledger.connection.execute(
        """
        SELECT cards.name, rulings.ruling_id, sources.kind, card_rulings.published_at
        FROM card_rulings
        JOIN card_ruling_sources ON card_ruling_sources.card_ruling_id = card_rulings.id
        JOIN sources ON sources.id = card_ruling_sources.source_id
        JOIN cards ON cards.id = card_rulings.card_id
        JOIN rulings ON rulings.id = card_rulings.ruling_id
        WHERE card_rulings.published_at IS NOT NULL AND card_rulings.dated_by IS NULL
        GROUP BY 1, 2, 3, 4
        ORDER BY 1, 2, 3, 4
        """
    )
    dates: defaultdict[tuple[str, str], defaultdict[str, list[str]]]
    dates = defaultdict(lambda: defaultdict(list))
    for name, ruling, kind, day in rows:
        dates[name, ruling][kind].append(day)
    for (name, ruling), by_kind in dates.items():
        if len({tuple(days) for days in by_kind.values()}) > 1:
            said = "; ".join(f"{kind}: {', '.join(days)}" for kind, days in by_kind.items())
            message = f"ruling {ruling} is dated differently ({said}); all dates are kept"
            ledger.problem("dates differ", name, message)


def apply_migrations(ledger: Ledger, migrations: dict[str, Migration]) -> None:
    """Give printings the Scryfall ids that stand in the place of those which are no more."""
    if not migrations:
        return
    connection = ledger.connection
    rows = connection.execute("SELECT id, scryfall_id FROM printings WHERE scryfall_id IS NOT NULL")
    held = {scryfall_id: number for number, scryfall_id in rows}
    for old_id, number in held.items():
        if old_id not in migrations:
            continue
        new_id = _final(old_id, migrations)
        if new_id in held:
            message = f"{old_id} became {new_id}, which another printing has; taken as absent"
            ledger.problem("migrated id", migrations[old_id].place, message)
            new_id = None
        elif new_id is None:
            message = f"{old_id} was deleted at Scryfall; the printing is kept without an id"
            ledger.problem("migrated id", migrations[old_id].place, message)
        connection.execute("UPDATE printings SET scryfall_id = ? WHERE id = ?", (new_id, number))


def _final(old_id: str, migrations: dict[str, Migration]) -> str | None:
    """The id at the end of a chain of migrations; None where it ends in nothing, or nowhere."""
    seen = {old_id}
    new_id = migrations[old_id].new_id
    while new_id in migrations:
        if new_id in seen:
            return None
        seen.add(new_id)
        new_id = migrations[new_id].new_id
    return new_id
