"""Measures what search finds on the full corpus, and writes bench/EVAL.md.

    python bench/evaluate.py ../shared/corpus [--db DATABASE]

Right answers are what a query's regular expression matches in the raw texts of the languages named
(`bench/corpus.py`), one a (card, language) or (ruling, language); found is what `search` counts and
lists. Without --db a database is built from the corpus first.
"""

import argparse
import random
import re
import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import numpy as np
from across import across_section, glossary_section
from corpus import (
    CACHE,
    EvalQuery,
    Key,
    Texts,
    beside,
    find_corpus,
    read_queries,
    read_texts,
)
from questions import questions_section
from report import Row, table

from rulings_db.builder.pipeline import build
from rulings_db.database.opening import open_database
from rulings_db.index.arrays import load_arrays
from rulings_db.retrieval import highlight
from rulings_db.retrieval.matching import Matcher
from rulings_db.retrieval.query import parse
from rulings_db.retrieval.search import search

Answer = tuple[str, str, str]
"""(language, "card", Oracle id) or (language, "ruling", ruling id)."""

"""A row of a table of the report."""

REPORT = Path(__file__).parent / "EVAL.md"
NAMES_A_LANGUAGE = 200
SEED = 2014
WORDS_SHOWN = 8


class Exact(NamedTuple):
    """A count that must equal a scan: what is typed, the languages asked, and the scan's pattern;
    `at_least` where inflected forms may add to it."""

    query: str
    languages: tuple[str, ...]
    pattern: str
    at_least: bool = False


_TWO_TWO = r"(?<![0-9０-９+＋/／\-－])[2２][/／][2２](?![0-9０-９/／])"
_SYMBOL_LANGUAGES = ("en", "de", "ja", "zhs", "ru")
EXACT = (
    Exact("飛行", ("ja",), "飛行"),
    Exact("飛行", ("zhs", "zht"), "[飛飞]行"),
    Exact("予示", ("ja",), "予示"),
    Exact("비행", ("ko",), "비행"),
    Exact("显化", ("zhs",), "[显顯]化"),
    Exact("島", ("ja",), "島"),
    Exact("島", ("zhs", "zht"), "[島岛]"),
    Exact("イカ", ("ja",), "イ・?カ"),
    Exact('"полёт"', ("ru",), r"\bпол[её]т\b"),
    Exact('"полет"', ("ru",), r"\bпол[её]т\b"),
    Exact("полёт", ("ru",), r"\bпол[её]т\b", at_least=True),
    Exact("полет", ("ru",), r"\bпол[её]т\b", at_least=True),
    Exact('"flugfahigkeit"', ("de",), r"\bflugf[äa]higkeit\b"),
    Exact("flugfahigkeit", ("de",), r"\bflugf[äa]higkeit\b", at_least=True),
    Exact("2/2", _SYMBOL_LANGUAGES, _TWO_TWO),
    Exact("２/２", _SYMBOL_LANGUAGES, _TWO_TWO),
    Exact("can't", ("en",), r"\bcan['’]t\b"),
    Exact("can’t", ("en",), r"\bcan['’]t\b"),
    Exact("里", ("ja",), "里"),
)


class Score(NamedTuple):
    """How one query did: right answers, hits, and right hits; CPU milliseconds of a search."""

    query: EvalQuery
    right: set[Answer]
    found: set[Answer]
    milliseconds: float

    @property
    def recall(self) -> float:
        return len(self.right & self.found) / len(self.right) if self.right else 1.0

    @property
    def precision(self) -> float:
        return len(self.right & self.found) / len(self.found) if self.found else 1.0


class Finder:
    """Asks one database, and tells its hits and the corpus's texts by the same answers."""

    def __init__(self, connection: sqlite3.Connection, texts: Texts) -> None:
        self.connection = connection
        self.texts = texts
        self._answers: list[Answer] = [("", "", "")]
        rows = connection.execute(
            """
            SELECT languages.code, cards.oracle_id, rulings.ruling_id
            FROM hits
            JOIN languages ON languages.id = hits.language_id
            LEFT JOIN cards ON cards.id = hits.card_id
            LEFT JOIN rulings ON rulings.id = hits.ruling_id
            ORDER BY hits.id
            """
        )
        for code, card, ruling in rows:
            self._answers.append((code, "ruling", ruling) if ruling else (code, "card", card))
        self._rulings: dict[str, str] = dict(
            connection.execute(
                """
                SELECT ruling_texts.text, rulings.ruling_id
                FROM ruling_texts
                JOIN rulings ON rulings.id = ruling_texts.ruling_id
                UNION
                SELECT ruling_text_variants.text, rulings.ruling_id
                FROM ruling_text_variants
                JOIN ruling_texts ON ruling_texts.id = ruling_text_variants.ruling_text_id
                JOIN rulings ON rulings.id = ruling_texts.ruling_id
                """
            ).fetchall()
        )

    def right(self, pattern: str, languages: tuple[str, ...]) -> set[Answer]:
        """The right answers; a ruling that the database lacks stays as its text, found by none."""
        return {
            self._answer(language, key) for language, key in self.texts.matching(pattern, languages)
        }

    def found(self, text: str, total: int) -> set[Answer]:
        """The hits of a search that gave `total` of them."""
        matcher = Matcher(self.connection, load_arrays(self.connection), parse(text))
        ids = np.flatnonzero(matcher.mask()).tolist()
        if len(ids) == total:
            return {self._answers[hit] for hit in ids}
        hits = search(self.connection, text, limit=0).hits  # a name brought in more
        return {
            (hit.language, "ruling", hit.ruling_id)
            if hit.ruling_id
            else (hit.language, "card", hit.card_id)
            for hit in hits
        }

    def texts_of(self, answers: set[Answer]) -> list[str]:
        """All texts of some answers."""
        return [
            text
            for language in sorted({answer[0] for answer in answers})
            for text, keys in self.texts.owners[language].items()
            if any(self._answer(language, key) in answers for key in keys)
        ]

    def _answer(self, language: str, key: Key) -> Answer:
        kind, value = key
        return language, kind, self._rulings.get(value, value) if kind == "ruling" else value

    def missed_words(self, query: EvalQuery, answers: set[Answer]) -> Counter[str]:
        """What the query's pattern matches in the texts of missed answers."""
        pattern = re.compile(query.matches, re.IGNORECASE)
        texts = self.texts_of(answers)
        return Counter(match[0].casefold() for text in texts for match in pattern.finditer(text))

    def marked_words(self, query: EvalQuery, answers: set[Answer]) -> Counter[str]:
        """What search marks in the texts of answers that are not right."""
        matcher = Matcher(self.connection, load_arrays(self.connection), parse(query.asked))
        words: Counter[str] = Counter()
        for chinese in (False, True):
            patterns = matcher.patterns(chinese)
            of_script = {a for a in answers if (a[0] in ("zhs", "zht")) == chinese}
            for text in self.texts_of(of_script):
                spans, _ = highlight.find(text, patterns, chinese)
                words.update(text[start:end].casefold() for start, end in spans)
        return words


def score(finder: Finder, query: EvalQuery) -> Score:
    """Ask one query and judge its hits; timed when warm, the least of three."""
    total = search(finder.connection, query.asked).total
    times = []
    for _ in range(3):
        start = time.process_time()
        search(finder.connection, query.asked)
        times.append(1000 * (time.process_time() - start))
    right = finder.right(query.matches, query.languages)
    return Score(query, right, finder.found(query.asked, total), min(times))


def mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 1.0


def percentile(values: Iterable[float], share: float) -> float:
    return float(np.percentile(list(values), 100 * share))


def groups(scores: Sequence[Score], labels: Callable[[Score], Iterable[str]]) -> list[Row]:
    """A row for each label: its queries, mean recall and mean precision."""
    grouped: defaultdict[str, list[Score]] = defaultdict(list)
    for one in scores:
        for label in labels(one):
            grouped[label].append(one)
    return [
        (
            label,
            str(len(grouped[label])),
            f"{mean(s.recall for s in grouped[label]):.3f}",
            f"{mean(s.precision for s in grouped[label]):.3f}",
        )
        for label in sorted(grouped)
    ]


def exact_rows(finder: Finder) -> list[Row]:
    """A row for each count that must equal a scan, with what is missing and what is too much."""
    rows: list[Row] = []
    for one in EXACT:
        asked = f"{one.query} lang:{','.join(one.languages)}"
        total = search(finder.connection, asked).total
        found = finder.found(asked, total)
        right = finder.right(one.pattern, one.languages)
        well = right <= found if one.at_least else right == found
        rows.append(
            (
                f"`{one.query}`",
                ",".join(one.languages),
                f"`{one.pattern}`",
                str(len(right)),
                str(total),
                str(len(right - found)),
                str(len(found - right)),
                ("all found" if one.at_least else "equal") if well else "**no**",
            )
        )
    return rows


def name_rows(finder: Finder) -> tuple[list[Row], list[str]]:
    """A row for each language: names searched as typed, and with one letter wrong, missing or
    doubled; and some of the exact names that did not come first."""
    rows: list[Row] = []
    failures: list[str] = []
    chance = random.Random(SEED)
    for language, names in sorted(finder.texts.names.items()):
        sample = chance.sample(sorted(names), min(NAMES_A_LANGUAGE, len(names)))
        ranks = [rank_of(finder, name, names[name]) for name in sample]
        wrong = [
            rank_of(finder, misspelt(name, chance), names[name]) for name in sample if len(name) > 3
        ]
        failures += [
            f"{language}: {name} (at {rank or 'none of the first five'})"
            for name, rank in zip(sample, ranks, strict=True)
            if rank != 1
        ]
        rows.append((language, str(len(sample)), *hits_at(ranks), *hits_at(wrong)))
    return rows, failures


def rank_of(finder: Finder, name: str, oracle_ids: set[str]) -> int:
    """Where the first of the cards stands among the first five hits, from 1; 0 for nowhere."""
    hits = search(finder.connection, name, limit=5).hits
    return next((at for at, hit in enumerate(hits, 1) if hit.card_id in oracle_ids), 0)


def hits_at(ranks: Sequence[int]) -> tuple[str, str]:
    """hit@1 and hit@5."""
    if not ranks:
        return "", ""
    return f"{mean(rank == 1 for rank in ranks):.3f}", f"{mean(rank > 0 for rank in ranks):.3f}"


def misspelt(name: str, chance: random.Random) -> str:
    """The name with one letter left out, doubled, or exchanged for another of the name's."""
    at = chance.choice([n for n, letter in enumerate(name) if letter.isalnum()] or [0])
    how = chance.randrange(3)
    letter = ("", 2 * name[at], chance.choice(name.replace(name[at], "") or "x"))[how]
    return name[:at] + letter + name[at + 1 :]


def shortfalls(finder: Finder, scores: Sequence[Score]) -> list[Row]:
    """For each query that misses or adds: the words missed and the words marked too much."""
    rows: list[Row] = []
    for one in scores:
        missed, extra = one.right - one.found, one.found - one.right
        if missed or extra:
            rows.append(
                (
                    f"`{one.query.asked}`",
                    f"{len(missed)}: {counted(finder.missed_words(one.query, missed))}",
                    f"{len(extra)}: {counted(finder.marked_words(one.query, extra))}",
                )
            )
    return rows


def counted(words: Counter[str]) -> str:
    return ", ".join(f"{word} {number}" for word, number in words.most_common(WORDS_SHOWN))


def report(finder: Finder, queries: Sequence[EvalQuery]) -> str:
    """The whole report, as Markdown."""
    scores = [score(finder, query) for query in queries]
    times = [one.milliseconds for one in scores]
    names, failures = name_rows(finder)
    head = ("", "queries", "recall", "precision")
    return (
        "\n\n".join(
            [
                "# What search finds",
                "Made by `make eval`: 527 MTGJSON sets, right answers from the raw texts.",
                "## Together",
                table(head, groups(scores, lambda one: ["all"])),
                f"A search with facets and 20 hits, warm: p50 {percentile(times, 0.5):.1f} ms, "
                f"p99 {percentile(times, 0.99):.1f} ms of CPU.",
                "## By kind",
                table(head, groups(scores, lambda one: [one.query.kind])),
                "## By language",
                table(head, groups(scores, lambda one: one.query.languages)),
                "## By query",
                table(
                    ("query", "kind", "right", "hits", "recall", "precision", "CPU ms"),
                    [
                        (
                            f"`{one.query.asked}`",
                            one.query.kind,
                            str(len(one.right)),
                            str(len(one.found)),
                            f"{one.recall:.3f}",
                            f"{one.precision:.3f}",
                            f"{one.milliseconds:.1f}",
                        )
                        for one in scores
                    ],
                ),
                "## Where it falls short",
                table(("query", "missed", "too much"), shortfalls(finder, scores)),
                "## Counts that equal a scan of the raw texts",
                table(
                    ("query", "languages", "scan", "right", "hits", "missed", "too much", ""),
                    exact_rows(finder),
                ),
                "## Names",
                table(
                    ("language", "names", "hit@1", "hit@5", "misspelt hit@1", "misspelt hit@5"),
                    names,
                ),
                "Exact names that did not come first:",
                "\n".join(f"- {failure}" for failure in failures) or "none",
            ]
        )
        + "\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with AllPrintings.json, or with `unpack`")
    parser.add_argument("--db", type=Path, help="a database of the same data, instead of a new one")
    arguments = parser.parse_args()
    corpus = find_corpus(arguments.data)
    database = arguments.db or CACHE / "eval.db"
    if not arguments.db:
        build(database, [corpus / "AllPrintings.json"])
    queries = read_queries(beside(arguments.data, "eval"))
    with closing(open_database(database)) as connection:
        text = report(Finder(connection, read_texts(corpus)), queries)
        keywords = beside(arguments.data, "eval") / "keyword_glossary.jsonl"
        text += f"\n## Glossary\n\n{glossary_section(connection, keywords)}\n"
        text += f"\n## Across languages, among rulings\n\n{across_section(connection)}\n"
        asked = beside(arguments.data, "eval") / "questions.jsonl"
        text += f"\n## Questions\n\n{questions_section(connection, asked)}\n"
    REPORT.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
