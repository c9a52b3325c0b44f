"""Measures the pages over HTTP: requests a second and how long the slowest take, beside a table
page of plain Datasette with facets, on the same file.

    python bench/served.py DATABASE QUERIES [--seconds 20]

The clients are tasks of this process, each of which asks for the next address when it has its
answer; the server is a process of its own.
"""

import argparse
import asyncio
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import cycle
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import httpx
from corpus import EvalQuery, read_queries
from evaluate import percentile
from report import Row, table

CLIENTS = (1, 8, 32)
SECONDS = 20.0
SAMPLE = 50
"""Addresses of each kind, taken in turn."""

PLAIN = "plain Datasette table page"

_WITHOUT_US = """
from datasette.plugins import pm
pm.unregister(name="rulings_db")
from datasette.cli import cli
cli()
"""


class Load(NamedTuple):
    """What a number of clients saw: seconds of each answer, and how many were errors."""

    seconds: float
    times: list[float]
    errors: int

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.times) / self.seconds


def pages(database: Path, queries: Sequence[EvalQuery]) -> dict[str, list[str]]:
    """Addresses by kind of page."""
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as opened:
        slugs = [
            quote(slug, safe="")
            for (slug,) in opened.execute(
                "SELECT slug FROM cards ORDER BY oracle_id LIMIT ?", (SAMPLE,)
            )
        ]
    texts = [quote(query.asked) for query in queries][:SAMPLE]
    return {
        "search page": [f"/?q={text}" for text in texts],
        "card page": [f"/card/{slug}" for slug in slugs],
        "compare page": [f"/compare/{slug}?langs=de,ja" for slug in slugs],
        "API, search": [f"/search.json?q={text}" for text in texts],
    }


def plain_pages(database: Path, queries: Sequence[EvalQuery]) -> dict[str, list[str]]:
    """Table pages of the same words, with what facets a view can have."""
    address = f"/{database.stem}/card_texts?_facet=language&_facet=set_code&text__contains="
    return {PLAIN: [address + quote(query.query) for query in queries][:SAMPLE]}


@contextmanager
def serving(database: Path, plain: bool) -> Iterator[str]:
    """The address of a server, without our plugin where `plain`, and with the time that facets
    take there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = ["-c", _WITHOUT_US, "serve"] if plain else ["-m", "datasette", "serve"]
    command = [sys.executable, *program, str(database), "--port", str(port)]
    if plain:
        for name in ("sql_time_limit_ms", "facet_time_limit_ms"):
            command += ["--setting", name, "20000"]
        command += ["--setting", "suggest_facets", "off"]
    quiet = subprocess.DEVNULL
    server = subprocess.Popen(command, stdout=quiet, stderr=quiet)
    address = f"http://127.0.0.1:{port}"
    try:
        while server.poll() is None:
            try:
                httpx.get(address, timeout=30)
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait(10)


async def load(address: str, paths: Sequence[str], clients: int, seconds: float) -> Load:
    """Ask for `paths` in turn from a number of clients, for so long."""
    following = cycle(paths)
    times: list[float] = []
    errors = 0
    started = time.perf_counter()

    async def ask(client: httpx.AsyncClient) -> None:
        nonlocal errors
        while (asked := time.perf_counter()) < started + seconds:
            answer = await client.get(next(following))
            times.append(time.perf_counter() - asked)
            errors += answer.status_code != 200

    limits = httpx.Limits(max_connections=clients)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=120) as client:
        await asyncio.gather(*(ask(client) for _ in range(clients)))
    return Load(time.perf_counter() - started, times, errors)


def measure(
    database: Path, kinds: Mapping[str, Sequence[str]], plain: bool, seconds: float
) -> dict[tuple[str, int], Load]:
    """The load of each kind of page by each number of clients, when everything was asked once."""
    found = {}
    with serving(database, plain) as address:
        for kind, paths in kinds.items():
            if not plain:
                asyncio.run(load(address, paths, 1, min(seconds, 5)))
            for clients in CLIENTS:
                found[kind, clients] = asyncio.run(load(address, paths, clients, seconds))
    return found


def http_section(database: Path, queries: Sequence[EvalQuery], seconds: float = SECONDS) -> str:
    """The table of all loads."""
    loads = measure(database, plain_pages(database, queries), True, seconds)
    loads |= measure(database, pages(database, queries), False, seconds)
    head = ("page", "clients", "requests a second", "over plain", "p50, ms", "p99, ms", "errors")
    rows = [
        _row(kind, clients, load, loads[PLAIN, clients]) for (kind, clients), load in loads.items()
    ]
    return table(head, rows)


def _row(kind: str, clients: int, load: Load, plain: Load) -> Row:
    return (
        kind,
        str(clients),
        f"{load.rate:.1f}",
        f"{load.rate / plain.rate:.1f}",
        f"{percentile(load.times, 0.5) * 1000:.0f}",
        f"{percentile(load.times, 0.99) * 1000:.0f}",
        str(load.errors),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", type=Path)
    parser.add_argument("queries", type=Path, help="folder with search_queries.jsonl")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    arguments = parser.parse_args()
    queries = read_queries(arguments.queries)
    print(http_section(arguments.database, queries, arguments.seconds))


if __name__ == "__main__":
    main()
