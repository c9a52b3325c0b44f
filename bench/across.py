"""Measures the glossary and search across languages on a database of the full corpus.

    python bench/across.py DATABASE [KEYWORD_GLOSSARY.jsonl]

A glossary's answer is right when a keyword's pattern is found in its first translation. Across
languages, right answers are the English rulings that a pattern matches; found are those that have
the English terms of `english_for`, in any form, ranked by bm25.
"""

import argparse
import json
import re
import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from rulings_db import store
from rulings_db.across import english_for
from rulings_db.search import search

FIRST = 20


class Case(NamedTuple):
    """A word of another language, and the pattern of the English rulings it should reach."""

    typed: str
    pattern: str


CASES = (
    *(
        Case(typed, r"\bflying\b")
        for typed in "飛行 полёт vol fliegend Flugfähigkeit 비행 飞行 voar volare vuela".split()
    ),
    Case("doppelschlag", r"\bdouble strike\b"),
    Case("wachsamkeit", r"\bvigilance\b"),
    Case("friedhof", r"\bgraveyards?\b"),
    Case("célérité", r"\bhaste\b"),
    Case("cimetière", r"\bgraveyards?\b"),
    Case("lien de vie", r"\blifelink\b"),
    Case("cementerio", r"\bgraveyards?\b"),
    Case("arrolla", r"\btrampl(e|es|ing)\b"),
    Case("neutralizza", r"\bcounter(s|ed|ing)?\b"),
    Case("travolgere", r"\btrampl(e|es|ing)\b"),
    Case("grimório", r"\blibrar(y|ies)\b"),
    Case("toque mortífero", r"\bdeathtouch\b"),
    Case("кладбище", r"\bgraveyards?\b"),
    Case("трансформировать", r"\btransform(s|ed|ing)?\b"),
    Case("予示", r"\bmanifest(s|ed|ing)?\b"),
    Case("墓地", r"\bgraveyards?\b"),
    Case("絆魂", r"\blifelink\b"),
    Case("무덤", r"\bgraveyards?\b"),
    Case("선제공격", r"\bfirst strike\b"),
    Case("循环", r"\bcycl(e|es|ed|ing)\b"),
    Case("坟墓场", r"\bgraveyards?\b"),
    Case("踐踏", r"\btrampl(e|es|ing)\b"),
    Case("延缓", r"\bsuspend(s|ed|ing)?\b"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", type=Path)
    parser.add_argument("glossary", type=Path, nargs="?")
    arguments = parser.parse_args()
    with closing(store.open_store(arguments.database)) as connection:
        if arguments.glossary:
            measure_glossary(connection, arguments.glossary)
        measure_across(connection)


def measure_glossary(connection: sqlite3.Connection, path: Path) -> None:
    """Print, for each language, how many first translations are right, and those that are not."""
    right: defaultdict[str, list[bool]] = defaultdict(list)
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        for code, pattern in row["terms"].items():
            answer = _first(connection, row["keyword"], code)
            good = answer is not None and re.search(pattern, answer, re.IGNORECASE) is not None
            right[code].append(good)
            if not good:
                print(f"  {row['keyword']} ({code}): {answer}, not {pattern}")
    for code, answers in right.items():
        print(f"glossary {code}: {sum(answers)} of {len(answers)}")


def _first(connection: sqlite3.Connection, term: str, code: str) -> str | None:
    row = connection.execute(
        """
        SELECT glossary.translation
        FROM glossary
        JOIN languages ON languages.id = glossary.language_id
        WHERE lower(glossary.term) = lower(?) AND languages.code = ?
        ORDER BY glossary.id
        LIMIT 1
        """,
        (term, code),
    ).fetchone()
    return str(row[0]) if row else None


def measure_across(connection: sqlite3.Connection) -> None:
    """Print recall, precision of the first hits and of all, for each of `CASES`."""
    rulings = connection.execute(
        """
        SELECT rulings.ruling_id, ruling_texts.text
        FROM ruling_texts
        JOIN rulings ON rulings.id = ruling_texts.ruling_id
        JOIN languages ON languages.id = ruling_texts.language_id
        WHERE languages.code = 'en'
        """
    ).fetchall()
    for case in CASES:
        matches = re.compile(case.pattern, re.IGNORECASE).search
        right = {ruling for ruling, text in rulings if matches(text)}
        english = [one.english for one in english_for(connection, case.typed)]
        asked = " OR ".join(f'"{one}"' if " " in one else one for one in english)
        results = search(connection, f"({asked}) in:rulings lang:en", limit=0) if asked else None
        found = [hit.ruling_id for hit in results.hits] if results else []
        first = found[:FIRST]
        recall = len(right & set(found)) / len(right)
        precise = len(right & set(first)) / len(first) if first else 0.0
        overall = len(right & set(found)) / len(found) if found else 0.0
        print(f"{case.typed} -> {english}: {recall:.3f} {precise:.2f} {overall:.2f}")


if __name__ == "__main__":
    main()
