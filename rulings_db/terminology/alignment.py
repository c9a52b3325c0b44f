"""Wordings of one face in English and in another language, line by line, and what goes with what.

A localization is laid beside the English text of its own printing, else beside the Oracle text;
where both have the same number of lines, lines at one place say the same. Type lines are lines too.
`rulings_db.terminology.ngrams` counts what stands in them.
"""

import re
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulings_db.database.schema import ENGLISH, FACES_PER_CARD

Ints = NDArray[np.int64]

REMINDER = re.compile(
    r"[ \u3000]*[(（](?:[^()（）\n]|[(（][^()（）\n]*[)）])*(?:[)）]|$)", re.MULTILINE
)
"""Reminder text, which is left out: it would tie a keyword to all the words that explain it."""


class Pairs(NamedTuple):
    """Lines of one language beside English ones; `english` and `local` are numbers of lines,
    `cards` counts the cards that have the pair, `current` those whose newest wording has it, and
    `type_line` says that it is one."""

    english: Ints
    local: Ints
    cards: Ints
    current: Ints
    type_line: NDArray[np.bool_]


Text = tuple[int, tuple[int, ...]]
"""The numbers of a wording's lines: of its type line (-1 without one), and of its text's."""


class Lines:
    """Distinct lines without their reminder text, numbered as they come; those that are reminder
    text alone are none."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._raw: dict[str, int] = {}

    def read(self, type_line: str | None, text: str | None) -> Text:
        """Number the lines of one wording."""
        known = self._raw
        numbered = []
        for line in text.split("\n") if text else ():
            number = known.get(line)
            if number is None:
                number = known[line] = self._number(REMINDER.sub("", line).strip())
            if number >= 0:
                numbered.append(number)
        return self._number(type_line or ""), tuple(numbered)

    def _number(self, line: str) -> int:
        return self.numbers.setdefault(line, len(self.numbers)) if line else -1


class English(NamedTuple):
    """The English wordings by their lines: of each (printing, face), and the current ones by
    face."""

    lines: Lines
    printed: dict[tuple[int, int], Text]
    oracle: dict[int, Text]


def read_english(connection: sqlite3.Connection) -> English:
    """The English wordings of a database."""
    english = English(Lines(), {}, {})
    rows = connection.execute(
        f"""
        SELECT
            localizations.face_id,
            localization_printings.printing_id,
            localizations.oracle,
            localizations.type_line,
            localizations.text
        FROM localizations
        LEFT JOIN localization_printings
            ON localization_printings.localization_id = localizations.id
        WHERE localizations.language_id = {ENGLISH}
        ORDER BY localizations.oracle, localizations.id
        """
    )
    for face, printing, oracle, type_line, text in rows:
        read = english.lines.read(type_line, text)
        if printing is not None:
            english.printed.setdefault((printing, face), read)
        if oracle or face not in english.oracle:
            english.oracle[face] = read
    return english


def read_pairs(
    connection: sqlite3.Connection, language_id: int, english: English
) -> tuple[Lines, Pairs]:
    """The lines of a language and their pairs with English lines, each distinct pair once."""
    rows = connection.execute(
        """
        SELECT
            localizations.face_id,
            localizations.type_line,
            localizations.text,
            localization_printings.printing_id,
            max(ifnull(sets.released_at, ''))
        FROM localizations
        LEFT JOIN localization_printings
            ON localization_printings.localization_id = localizations.id
        LEFT JOIN printings ON printings.id = localization_printings.printing_id
        LEFT JOIN sets ON sets.code = printings.set_code
        WHERE localizations.language_id = ?
        GROUP BY localizations.id
        ORDER BY localizations.face_id, 5 DESC, localizations.id DESC
        """,
        (language_id,),
    )
    lines = Lines()
    found: dict[tuple[int, int, bool], list[int]] = {}
    last_card = last_face = -1
    seen: set[tuple[int, int, bool]] = set()
    for face, type_line, text, printing, _ in rows:
        card = face // FACES_PER_CARD
        if card != last_card:
            last_card = card
            seen = set()
        current = face != last_face
        last_face = face
        theirs = [english.printed.get((printing, face)), english.oracle.get(face)]
        if _copied(type_line, text, english.lines):
            continue
        for key in _beside([x for x in theirs if x], lines.read(type_line, text)):
            if key not in seen:
                seen.add(key)
                tally = found.setdefault(key, [0, 0])
                tally[0] += 1
                tally[1] += current
    keys = np.array(list(found), dtype=np.int64).reshape(-1, 3)
    tallies = np.array(list(found.values()), dtype=np.int64).reshape(-1, 2)
    about = (tallies[:, 0], tallies[:, 1], keys[:, 2].astype(bool))
    return lines, Pairs(keys[:, 0], keys[:, 1], *about)


def _copied(type_line: str | None, text: str | None, english: Lines) -> bool:
    """Whether a wording is English, whatever language it stands under."""
    longest = max((text or type_line or "").split("\n"), key=len)
    return longest.count(" ") > 3 and REMINDER.sub("", longest) in english.numbers


def _beside(theirs: list[Text], ours: Text) -> Iterator[tuple[int, int, bool]]:
    """The pairs of lines of one wording with the first of the English ones that fits."""
    if ours[0] >= 0:
        yield from ((their[0], ours[0], True) for their in theirs[:1] if their[0] >= 0)
    for their in theirs:
        if their[1] and len(their[1]) == len(ours[1]):
            for one, other in zip(their[1], ours[1], strict=True):
                yield one, other, False
            return
