"""Measures how questions are answered, a part of bench/EVAL.md (`evaluate.py`): the place among the
hits of the first ruling that matches a question's pattern."""

import json
import re
import sqlite3
import time
from pathlib import Path

from report import table

from rulings_db.retrieval.search import search

FIRST = 10


def questions_section(connection: sqlite3.Connection, path: Path) -> str:
    """The questions of questions.jsonl, each with the place of the first ruling that answers it."""
    rows, places, times = [], [], []
    for line in path.read_text("utf-8").splitlines():
        asked = json.loads(line)
        start = time.process_time()
        hits = search(connection, asked["question"], limit=FIRST).hits
        times.append(1000 * (time.process_time() - start))
        pattern = re.compile(asked["answered_by"], re.IGNORECASE | re.DOTALL)
        answering = [bool(hit.ruling_id and pattern.search(hit.text)) for hit in hits]
        places.append(answering.index(True) + 1 if any(answering) else 0)
        rows.append((asked["question"], str(places[-1] or "none"), f"{times[-1]:.0f}"))
    answered = [sum(0 < place <= most for place in places) for most in (3, FIRST)]
    summary = (
        f"Of {len(places)} questions {answered[0]} have a ruling that answers among the first 3 "
        f"hits, {answered[1]} among the first {FIRST}; the slowest took {max(times):.0f} ms of CPU."
    )
    head = ("question", f"place among the first {FIRST}", "CPU ms")
    return f"{summary}\n\n{table(head, rows)}"
