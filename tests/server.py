"""MTGJSON and Scryfall on loopback: what they offer, what they ask of a client, how they fail.

A request reaches it through `Loopback`, which leaves the address as it is and only carries it here:
the code under test asks https://mtgjson.com/, and nothing in it knows of a test. Run as a program
it is the command line with that transport: `python -m tests.server PORT update --db FILE`.
"""

import gzip
import hashlib
import json
import lzma
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import httpx

from ingest.download import Web

META = "mtgjson.com/api/v5/Meta.json"
PRINTINGS = "mtgjson.com/api/v5/AllPrintings.json.xz"
BULK = "api.scryfall.com/bulk-data"
SETS = "api.scryfall.com/sets"
MIGRATIONS = "api.scryfall.com/migrations"


class Request(NamedTuple):
    """What was asked: an address without its scheme, and headers with names in lower case."""

    address: str
    headers: dict[str, str]


class Loopback(httpx.HTTPTransport):
    """Carries a request for any host to a port of this machine, unencrypted."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self._port = port

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        here = request.url.copy_with(scheme="http", host="127.0.0.1", port=self._port)
        # The header Host still says which site is meant.
        carried = httpx.Request(
            request.method, here, headers=request.headers, extensions=request.extensions
        )
        return super().handle_request(carried)


class Handler(BaseHTTPRequestHandler):
    """One request; `self.server.sites` says what there is. Faults are functions of it."""

    server: "Server"
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.request_of = Request(headers["host"] + self.path, headers)
        sites = self.server.sites
        sites.requests.append(self.request_of)
        waiting = sites.faults.get(self.request_of.address, [])
        if waiting:
            waiting.pop(0)(self)
        elif headers["host"] == "api.scryfall.com" and not self._introduced():
            error = {"object": "error", "code": "generic_user_agent", "status": 400}
            error["details"] = "Introduce yourself with a User-Agent and an Accept header."
            self.answer(400, json.dumps(error).encode())
        elif self.request_of.address in sites.files:
            self.serve(sites.files[self.request_of.address])
        else:
            self.answer(404, b"<!DOCTYPE html><title>Nothing here</title>")

    def _introduced(self) -> bool:
        agent = self.request_of.headers.get("user-agent", "python-")
        return "accept" in self.request_of.headers and not agent.startswith("python-")

    def serve(self, content: bytes, send: int | None = None, stall: bool = False) -> None:
        """A file, the rest of one, or 304; of its body the first `send` bytes, after which the
        line is cut, or stalls until the server ends."""
        etag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        asked = self.request_of.headers
        if asked.get("if-none-match") == etag:
            self.answer(304, b"", ETag=etag)
            return
        start = 0
        if asked.get("if-range", etag) == etag and asked.get("range", "").startswith("bytes="):
            start = int(asked["range"].removeprefix("bytes=").rstrip("-"))
        rest = content[start:]
        if start and not rest:
            self.answer(416, b"")
            return
        self.send_response(206 if start else 200)
        self.send_header("ETag", etag)
        self.send_header("Content-Length", str(len(rest)))
        if start:
            extent = f"bytes {start}-{len(content) - 1}/{len(content)}"
            self.send_header("Content-Range", extent)
        self.end_headers()
        self.wfile.write(rest[:send])
        self.wfile.flush()
        if stall:
            self.server.sites.ended.wait(30)
        if send is not None:
            self.close_connection = True

    def answer(self, status: int, content: bytes, **headers: str) -> None:
        """An answer that is no file."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if status != 304:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        pass


Fault = Callable[[Handler], None]


def status(number: int, content: bytes = b"", **headers: str) -> Fault:
    """An answer with a status, like 429 and 503, or a redirect."""
    return lambda handler: handler.answer(number, content, **headers)


def cut(send: int) -> Fault:
    """The file, cut after `send` bytes of its body."""
    return lambda handler: handler.serve(
        handler.server.sites.files[handler.request_of.address], send
    )


def stall(send: int) -> Fault:
    """The file, of which nothing more comes after `send` bytes of its body."""
    return lambda handler: handler.serve(
        handler.server.sites.files[handler.request_of.address], send, stall=True
    )


def body(content: bytes) -> Fault:
    """Another body, with status 200."""
    return lambda handler: handler.answer(200, content)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    sites: "Sites"

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):  # a client that hung up
            super().handle_error(request, client_address)


class Sites:
    """What stands at which address, the faults that come first there, and what was asked."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.faults: dict[str, list[Fault]] = {}
        self.requests: list[Request] = []
        self.slept: list[float] = []
        self.ended = threading.Event()
        self.port = 0

    def web(self, **options: Any) -> Callable[..., Web]:
        """Makes a Web that ends here, and notes how long it would have slept."""
        options = {"sleep": self.slept.append, "timeout": 5.0} | options
        return partial(Web, transport=Loopback(self.port), **options)

    def asked(self, address: str) -> list[dict[str, str]]:
        """The headers of the requests for an address."""
        return [request.headers for request in self.requests if request.address == address]

    def publish_mtgjson(self, version: str, sets: dict[str, Any]) -> bytes:
        """A daily build of MTGJSON; gives the packed file."""
        meta = {"date": _iso(version.partition("+")[2]), "version": version}
        packed = lzma.compress(json.dumps({"meta": meta, "data": sets}).encode())
        self.files[META] = json.dumps({"meta": meta, "data": meta}).encode()
        self.files[PRINTINGS] = packed
        self.files[f"{PRINTINGS}.sha256"] = hashlib.sha256(packed).hexdigest().encode()
        return packed

    def publish_scryfall(
        self,
        updated_at: str,
        cards: list[Any],
        rulings: list[Any],
        sets: list[Any],
        migrations: list[list[Any]],
    ) -> dict[str, str]:
        """What Scryfall makes twice a day; gives where its bulk files lie."""
        digits = "".join(c for c in updated_at[:19] if c.isdigit())
        where = {}
        bulks = []
        for kind, rows in (("all_cards", cards), ("rulings", rulings)):
            name = kind.replace("_", "-")
            where[kind] = f"data.scryfall.io/{name}/{name}-{digits}.gz"
            lines = "".join(json.dumps(row) + "\n" for row in rows)
            self.files[where[kind]] = gzip.compress(lines.encode(), mtime=0)
            bulk = {"object": "bulk_data", "type": kind, "updated_at": updated_at}
            bulks.append(bulk | {"jsonl_download_uri": f"https://{where[kind]}"})
        self.publish_list(BULK, [bulks])
        self.publish_list(SETS, [sets])
        self.publish_list(MIGRATIONS, migrations)
        return where

    def publish_list(self, address: str, pages: list[list[Any]]) -> None:
        """A list of Scryfall's in pages, each but the last telling where the next is."""
        places = [address, *(f"{address}?page={number}" for number in range(2, len(pages) + 1))]
        for place, page, following in zip(places, pages, [*places[1:], None], strict=True):
            content = {"object": "list", "has_more": following is not None, "data": page}
            if following:
                content["next_page"] = f"https://{following}"
            self.files[place] = json.dumps(content).encode()


def _iso(digits: str) -> str:
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"


@contextmanager
def running() -> Iterator[Sites]:
    """The sites, while a block lasts."""
    with Server(("127.0.0.1", 0), Handler) as server:
        server.sites = Sites()
        server.sites.port = server.server_port
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield server.sites
        finally:
            server.sites.ended.set()
            server.shutdown()


if __name__ == "__main__":
    from rulings_db.cli.main import main

    main(sys.argv[2:], obj=partial(Web, transport=Loopback(int(sys.argv[1]))))
