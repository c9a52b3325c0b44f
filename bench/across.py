"""Measures the glossary and search across languages, a part of bench/EVAL.md (`evaluate.py`).

A glossary's answer is right when a keyword's pattern is found in its first translation. Across
languages, right answers are the English rulings that a pattern matches; found are the hits that a
search for the word in another language gives among rulings.
"""

import json
import re
import sqlite3
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from report import table

from rulings_db.retrieval.search import search

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


def glossary_section(connection: sqlite3.Connection, path: Path) -> str:
    """For each language, how many first translations are right, and those that are not."""
    right: defaultdict[str, list[bool]] = defaultdict(list)
    misses = []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        for code, pattern in row["terms"].items():
            answer = _first(connection, row["keyword"], code)
            if answer is None:
                continue  # the corpus has no localized text for it
            good = re.search(pattern, answer, re.IGNORECASE) is not None
            right[code].append(good)
            if not good:
                misses.append(f"- {row['keyword']} ({code}): {answer}, the pattern is `{pattern}`")
    rows = [(code, str(len(some)), f"{sum(some) / len(some):.3f}") for code, some in right.items()]
    listed = "\n".join(misses) or "none"
    return f"{table(('', 'keywords', 'right'), rows)}\n\nNot as the pattern has it:\n\n{listed}"


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


def across_section(connection: sqlite3.Connection) -> str:
    """Recall, precision of the first hits and of all, for each of `CASES`."""
    rulings = connection.execute(
        """
        SELECT rulings.ruling_id, ruling_texts.text
        FROM ruling_texts
        JOIN rulings ON rulings.id = ruling_texts.ruling_id
        JOIN languages ON languages.id = ruling_texts.language_id
        WHERE languages.code = 'en'
        """
    ).fetchall()
    rows = []
    for case in CASES:
        matches = re.compile(case.pattern, re.IGNORECASE).search
        right = {ruling for ruling, text in rulings if matches(text)}
        hits = search(connection, f"{case.typed} in:rulings", limit=0).hits
        found = [hit.ruling_id for hit in hits]
        first = found[:FIRST]
        recall = len(right & set(found)) / len(right)
        precise = len(right & set(first)) / max(len(first), 1)
        overall = len(right & set(found)) / max(len(found), 1)
        via = next((hit.via for hit in hits if hit.via), "")
        rows.append((via or case.typed, f"{recall:.3f}", f"{precise:.2f}", f"{overall:.2f}"))
    return table(("typed", "recall", f"precision of the first {FIRST}", "of all"), rows)
