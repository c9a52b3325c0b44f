"""Measures speed and size, and writes bench/RESULTS.md: command, data, versions, tables.

    python bench/run.py ../shared/corpus [--db DATABASE]

A build of AllPrintings.json runs in turn with floor.py, the least work such a build can be; search
runs beside a LIKE scan in SQLite and, where they are installed, tantivy and ripgrep, on the same
texts. Times are CPU time, medians where they are repeated, and only ratios of one run say much.
With --db the builds are left out and search is measured on that database.
"""

import argparse
import json
import os
import platform
import resource
import shlex
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import closing
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from corpus import CACHE, EvalQuery, Key, Texts, beside, find_corpus, read_queries, read_texts
from evaluate import Finder, mean, percentile
from report import Row, table
from served import SECONDS, http_section

from rulings_db.database.opening import open_database
from rulings_db.retrieval.search import search

RESULTS = Path(__file__).parent / "RESULTS.md"
REPEATS = 3
WHOLE = ("creature", "")
"""The most frequent word and the empty query, in all languages."""

# Prints the CPU seconds that the analysis of language takes of the build.
_BUILD = """
import sys, time
from pathlib import Path
from rulings_db.builder import pipeline
extract = pipeline.extract
def timed(connection):
    start = time.process_time()
    extract(connection)
    print(time.process_time() - start)
pipeline.extract = timed
pipeline.build(Path(sys.argv[2]), [Path(sys.argv[1])], force=True)
"""

Found = set[tuple[str, Key]]
"""What a peer finds: (language, what carries the text)."""


class Usage(NamedTuple):
    """What a process took: CPU seconds, peak resident megabytes, and what it printed."""

    seconds: float
    megabytes: float
    output: str


class Peer(NamedTuple):
    """Another way to search the same texts: `time` gives the CPU milliseconds of one query, `find`
    all it finds; None where it cannot tell which texts it found."""

    name: str
    time: Callable[[EvalQuery], float]
    find: Callable[[EvalQuery], Found] | None


def run(command: Sequence[str]) -> Usage:
    """Run a command to its end. Raises CalledProcessError when it fails."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        output.seek(0)
        return Usage(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output.read())


def megabytes(path: Path) -> float:
    return path.stat().st_size / 1e6


def median(values: Iterable[float]) -> float:
    return statistics.median(values)


def build_section(source: Path, floor: Path, target: Path) -> str:
    """Builds `target` and the floor's database in turn."""
    floor_db = target.with_name("floor.db")
    builds, floors = [], []
    for _ in range(REPEATS):
        floors.append(run([sys.executable, str(floor), str(source), str(floor_db)]))
        builds.append(run([sys.executable, "-c", _BUILD, str(source), str(target)]))
    floor_seconds = median(json.loads(usage.output)["total_cpu_s"] for usage in floors)
    analysis = median(float(usage.output) for usage in builds)
    seconds = median(usage.seconds - float(usage.output) for usage in builds)
    rows = [
        ("CPU, s", f"{seconds:.1f}", f"{floor_seconds:.1f}", f"{seconds / floor_seconds:.2f}"),
        (
            "analysis of language (glossary, lexicon), CPU, s",
            f"{analysis:.1f}",
            "none",
            f"{analysis / seconds:.2f} of the build",
        ),
        peak_row(builds, floors),
        (
            "file, MB",
            f"{megabytes(target):.0f}",
            f"{megabytes(floor_db):.0f}",
            f"{megabytes(target) / megabytes(floor_db):.2f}",
        ),
    ]
    floor_db.unlink()
    return table(("", "build", "floor", "ratio"), rows)


def peak_row(builds: Sequence[Usage], floors: Sequence[Usage]) -> Row:
    ours, theirs = (median(usage.megabytes for usage in some) for some in (builds, floors))
    return "peak resident memory, MB", f"{ours:.0f}", f"{theirs:.0f}", f"{ours / theirs:.2f}"


def start_section(database: Path) -> str:
    """What a command costs from its start to its end, Python's own start included."""
    program = str(Path(sys.executable).with_name("rulings-db"))
    commands = (
        (["--help"], "0.25"),
        (["card", "Cloudform", "--db", str(database)], "0.25"),
        (["search", "manifest", "--db", str(database)], "0.35"),
        (["search", "飛行 in:rulings", "--db", str(database)], "0.35"),
    )
    rows = []
    for arguments, goal in commands:
        runs = [run([program, *arguments]) for _ in range(3 * REPEATS)]
        shown = " ".join(arguments[:2])
        rows.append((f"`rulings-db {shown}`", f"{median(u.seconds for u in runs):.2f}", goal))
    alone = median(run([sys.executable, "-c", ""]).seconds for _ in range(3 * REPEATS))
    importing = median(
        run([sys.executable, "-c", "import rulings_db"]).seconds for _ in range(3 * REPEATS)
    )
    rows.append(("`import rulings_db` in Python", f"{importing - alone:.3f}", "0.05"))
    return table(("", "CPU, s", "goal, at most"), rows)


def timed(action: Callable[[], object]) -> float:
    """CPU milliseconds of an action, the median of several after a first that warms."""
    action()
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        action()
        times.append(1000 * (time.process_time() - start))
    return median(times)


def documents(texts: Texts) -> Iterator[tuple[str, Key, str]]:
    """(language, key, text) of each hit there could be: all its texts, one to a line."""
    for language, owners in sorted(texts.owners.items()):
        lines: dict[Key, list[str]] = {}
        for text, keys in owners.items():
            for key in keys:
                lines.setdefault(key, []).append(text)
        for key, some in sorted(lines.items()):
            yield language, key, "\n".join(some)


def like_peer(texts: Texts) -> Peer:
    """A LIKE scan over one plain table in memory."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE texts (language TEXT, kind TEXT, id TEXT, text TEXT)")
    connection.executemany(
        "INSERT INTO texts VALUES (?, ?, ?, ?)",
        ((language, *key, text) for language, key, text in documents(texts)),
    )

    def find(query: EvalQuery) -> Found:
        marks = ", ".join("?" * len(query.languages))
        rows = connection.execute(
            f"""
            SELECT language, kind, id
            FROM texts
            WHERE language IN ({marks}) AND text LIKE '%' || ? || '%'
            """,
            (*query.languages, query.query),
        )
        return {(language, (kind, value)) for language, kind, value in rows}

    return Peer("LIKE in SQLite", lambda query: timed(lambda: find(query)), find)


def tantivy_peer(texts: Texts) -> Peer | None:
    """tantivy with its default tokenizer, all words wanted, the first 20 and the count."""
    try:
        tantivy: Any = import_module("tantivy")
    except ImportError:
        return None
    schema = (
        tantivy.SchemaBuilder()
        .add_integer_field("id", stored=True)
        .add_text_field("language", tokenizer_name="raw")
        .add_text_field("text")
        .build()
    )
    index = tantivy.Index(schema)
    writer = index.writer(256_000_000, 1)
    owners: list[tuple[str, Key]] = []
    for language, key, text in documents(texts):
        writer.add_document(tantivy.Document(id=len(owners), language=language, text=text))
        owners.append((language, key))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def ask(query: EvalQuery, limit: int) -> Any:
        quoted = " ".join(f'"{word}"' for word in query.query.split())
        words = index.parse_query(quoted, ["text"], conjunction_by_default=True)
        languages = [
            (tantivy.Occur.Should, tantivy.Query.term_query(schema, "language", language))
            for language in query.languages
        ]
        both = tantivy.Query.boolean_query(
            [
                (tantivy.Occur.Must, words),
                (tantivy.Occur.Must, tantivy.Query.boolean_query(languages)),
            ]
        )
        return searcher.search(both, limit)

    def find(query: EvalQuery) -> Found:
        hits = ask(query, len(owners)).hits
        return {owners[searcher.doc(address)["id"][0]] for _, address in hits}

    def first(query: EvalQuery) -> list[Any]:
        return [searcher.doc(address) for _, address in ask(query, 20).hits]

    name = f"tantivy {version('tantivy')}"
    return Peer(name, lambda query: timed(lambda: first(query)), find)


def ripgrep_peer(corpus: Path) -> Peer | None:
    """ripgrep over the JSON files."""
    program = shutil.which("rg")
    if program is None:
        return None

    def seconds(query: EvalQuery) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [program, "--ignore-case", "--fixed-strings", query.query, str(corpus / "sets")],
            stdout=subprocess.DEVNULL,
            check=False,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return 1000 * spent

    return Peer("ripgrep over the JSON", seconds, None)


def search_section(
    connection: sqlite3.Connection, texts: Texts, queries: Sequence[EvalQuery], corpus: Path
) -> str:
    """The queries asked of our search and of its peers, then the widest queries of ours."""
    finder = Finder(connection, texts)
    ours = [timed(partial(search, connection, query.asked)) for query in queries]
    qualities = []
    for query in queries:
        found = finder.found(query.asked, search(connection, query.asked, limit=1).total)
        qualities.append(quality(finder.right(query.matches, query.languages), found))
    rows = [search_row("rulings-db, with facets and 20 hits", ours, ours, qualities)]
    peers = (like_peer(texts), tantivy_peer(texts), ripgrep_peer(corpus))
    for name, peer in zip(("LIKE", "tantivy", "ripgrep"), peers, strict=True):
        if peer is None:
            rows.append((name, "not installed", "", "", "", ""))
            continue
        times = [peer.time(query) for query in queries]
        found_by_peer = []
        if peer.find:
            for query in queries:
                right = texts.matching(query.matches, query.languages)
                found_by_peer.append(quality(right, peer.find(query)))
        rows.append(search_row(peer.name, times, ours, found_by_peer))
    head = ("", "p50, CPU ms", "p99", "p50 over ours", "recall", "precision")
    widest = [
        (
            f"`{text}`" if text else "the empty query",
            f"{search(connection, text).total:,}",
            f"{timed(partial(search, connection, text)):.0f}",
        )
        for text in WHOLE
    ]
    return "\n\n".join((table(head, rows), table(("query", "hits", "CPU ms"), widest)))


def quality(right: Set[Any], found: Set[Any]) -> tuple[float, float]:
    """Recall and precision."""
    both = len(right & found)
    return both / len(right) if right else 1.0, both / len(found) if found else 1.0


def search_row(
    name: str,
    times: Sequence[float],
    ours: Sequence[float],
    qualities: Sequence[tuple[float, float]],
) -> Row:
    p50 = percentile(times, 0.5)
    return (
        name,
        f"{p50:.2f}",
        f"{percentile(times, 0.99):.2f}",
        f"{p50 / percentile(ours, 0.5):.2g}",
        f"{mean(recall for recall, _ in qualities):.3f}" if qualities else "",
        f"{mean(precision for _, precision in qualities):.3f}" if qualities else "",
    )


def versions() -> str:
    found = [f"Python {platform.python_version()}", f"SQLite {sqlite3.sqlite_version}"]
    for name in ("rulings-db", "numpy", "msgspec", "PyStemmer", "orjson", "tantivy"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return f"{', '.join(found)}; {platform.system()} {platform.machine()}, {os.cpu_count()} CPUs"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with AllPrintings.json, or with `unpack`")
    parser.add_argument("--db", type=Path, help="measure search only, on this database")
    arguments = parser.parse_args()
    corpus = find_corpus(arguments.data)
    source = corpus / "AllPrintings.json"
    parts = [
        "# Speed and size",
        "Made by `make bench`. CPU time of one run on one machine: only ratios carry over to "
        "another.",
        f"- command: `python {shlex.join(sys.argv[:1])} DATA`\n"
        f"- data: AllPrintings.json, {megabytes(source):.0f} MB, "
        f"{len(list((corpus / 'sets').glob('*.json')))} sets\n"
        f"- versions: {versions()}",
    ]
    database = arguments.db or CACHE / "bench.db"
    if not arguments.db:
        CACHE.mkdir(exist_ok=True)
        floor = beside(arguments.data, "bench") / "floor.py"
        parts += [
            "## A full build of AllPrintings.json",
            f"Median of {REPEATS} in turn; the floor is `floor.py` on the same file.",
            build_section(source, floor, database),
        ]
    queries = read_queries(beside(arguments.data, "eval"))
    texts = read_texts(corpus)
    with closing(open_database(database)) as connection:
        parts += [
            f"## Search: {len(queries)} queries in 11 languages, warm",
            "Each is asked in the languages of the query. Ours counts facets and fetches 20 hits "
            "with snippets; LIKE reads the texts of those languages from memory; tantivy counts "
            "and fetches the first 20; ripgrep reads all files.",
            search_section(connection, texts, queries, corpus),
            "## Start of the command line",
            f"Median of {3 * REPEATS}, the start of Python included.",
            start_section(database),
            "## Over HTTP: 1, 8 and 32 clients",
            f"{SECONDS:.0f} s each, clients and server on this machine. The table page is "
            "`card_texts` with `text__contains` and facets by language and set; our search page "
            "has eight facets.",
            http_section(database, queries),
            "Not measured yet: a folder of which one set changed, growth with the data.",
        ]
    text = "\n\n".join(parts) + "\n"
    RESULTS.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
