"""The corpus as plain text, read without the project's readers, loader or tokenizer, so that what
it says about search is an independent word; and the queries asked of it."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ingest.languages import language_code

CACHE = Path(".cache")

Key = tuple[str, str]
"""What a right answer is: ("card", Oracle id), or ("ruling", its raw text)."""


class EvalQuery(NamedTuple):
    """One line of search_queries.jsonl: what is typed, and the pattern whose matches in the raw
    texts of `languages` are the right answers."""

    kind: str
    query: str
    matches: str
    languages: tuple[str, ...]

    @property
    def asked(self) -> str:
        """The query as the search gets it, for the languages of its answers only."""
        return f"{self.query} lang:{','.join(self.languages)}"


class Texts:
    """All texts of a corpus by language: `owners[language]` has for each distinct text what
    carries it, `names[language]` for each card name the Oracle ids of the cards that have it."""

    def __init__(self) -> None:
        self.owners: dict[str, dict[str, set[Key]]] = {}
        self.names: dict[str, dict[str, set[str]]] = {}

    def add(self, language: str, text: str | None, key: Key) -> None:
        if text:
            self.owners.setdefault(language, {}).setdefault(text, set()).add(key)

    def add_name(self, language: str, name: str | None, oracle_id: str) -> None:
        if name:
            self.add(language, name, ("card", oracle_id))
            self.names.setdefault(language, {}).setdefault(name, set()).add(oracle_id)

    def matching(self, pattern: str, languages: tuple[str, ...]) -> set[tuple[str, Key]]:
        """(language, key) of all that `pattern` is found in, whatever its case."""
        search = re.compile(pattern, re.IGNORECASE).search
        return {
            (language, key)
            for language in languages
            for text, keys in self.owners.get(language, {}).items()
            if search(text)
            for key in keys
        }


def find_corpus(data: Path) -> Path:
    """The folder with sets/ and AllPrintings.json: `data` itself, or made from its `unpack`."""
    if (data / "AllPrintings.json").exists():
        return data
    target = CACHE / "corpus"
    subprocess.run([str(data / "unpack"), str(target)], check=True)
    return target


def read_queries(folder: Path) -> list[EvalQuery]:
    """The queries of search_queries.jsonl."""
    lines = (folder / "search_queries.jsonl").read_text("utf-8").splitlines()
    rows = (json.loads(line) for line in lines if line.strip())
    return [
        EvalQuery(row["kind"], row["query"], row["matches"], tuple(row["languages"]))
        for row in rows
    ]


def beside(data: Path, name: str) -> Path:
    """The folder `name` (eval, bench) that belongs to the corpus: named by EVAL_DIR or BENCH_DIR,
    beside `data`, or where a checkout has it."""
    named = os.environ.get(f"{name.upper()}_DIR")
    if named:
        return Path(named)
    return next(
        (path for path in (data.parent / name, data / name) if path.is_dir()),
        Path("../shared") / name,
    )


def read_texts(corpus: Path) -> Texts:
    """Every name, type line, Oracle and printed text and ruling of the corpus."""
    texts = Texts()
    for card in _cards(corpus):
        oracle_id = card["identifiers"]["scryfallOracleId"]
        key = ("card", oracle_id)
        texts.add_name("en", card["name"], oracle_id)
        texts.add_name("en", card.get("faceName"), oracle_id)
        for field in ("type", "text", "originalType", "originalText"):
            texts.add("en", card.get(field), key)
        for row in card["foreignData"]:
            language = language_code(row["language"])
            texts.add_name(language, row.get("name"), oracle_id)
            texts.add_name(language, row.get("faceName"), oracle_id)
            texts.add(language, row.get("type"), key)
            texts.add(language, row.get("text"), key)
        for ruling in card["rulings"]:
            if ruling["text"].strip():
                texts.add("en", ruling["text"], ("ruling", ruling["text"]))
    return texts


def _cards(corpus: Path) -> Iterator[dict[str, Any]]:
    paths = sorted((corpus / "sets").glob("*.json")) or [corpus / "AllPrintings.json"]
    for path in paths:
        document = msgspec.json.decode(path.read_bytes())
        data = document.get("data", document)
        for found in [data] if "cards" in data else data.values():
            yield from found["cards"]
