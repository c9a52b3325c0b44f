"""Addresses -> answers and files, over https, with the manners the sites ask for.

Only `SITES` and `FILE_SITES` are asked, also after a redirect: nothing a site answers can lead
anywhere else. Requests carry a User-Agent of our own and lie at least 100 ms apart. A passing fault
(no connection, a body cut short, 429, 503 and their like) is tried again after a growing while, or
after as long as the site says; what remains is a DownloadError.
"""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import httpx
import msgspec
from msgspec import Struct

from ingest.files import InputError
from ingest.reading import is_html

SITES = (
    "mtgjson.com",
    "api.scryfall.com",
    "gatherer.wizards.com",
    "magic.wizards.com",
    "media.wizards.com",
)
FILE_SITES = ".scryfall.io"
"""What the names of the sites end with where Scryfall keeps its files."""

PAUSE = 0.1
"""Seconds between two requests (Scryfall: at most ten a second)."""
LOCKOUT = 30
"""Seconds that Scryfall answers nothing after a 429."""
PATIENCE = 120
"""Seconds we wait at most because a site asks for it."""
RETRIES = 4

MAX_ANSWER = 64 << 20
_PROGRESS = 1 << 20  # an attempt that brought this much is no failure in a row
_MAX_REDIRECTS = 5
_START = 64 << 10  # bytes that tell what an answer is
_PASSING = {408, 429, 500, 502, 503, 504}

Transfer = Callable[[str, int, int | None], None]
"""Called with what is coming, how many bytes of it are here, and how many there are if known."""
Tell = Callable[[str], None]
T = TypeVar("T")


class DownloadError(InputError):
    """What could not be had: one line with the address, what came, and what was expected."""


class Begun(Struct, frozen=True):
    """What is known of a file that is not wholly here: where it comes from, which version of it
    (by its ETag, or when it was modified), and how long it is."""

    address: str
    etag: str | None = None
    modified: str | None = None
    size: int | None = None

    @property
    def validator(self) -> str | None:
        """What tells this version from every other, byte by byte; a weak ETag does not."""
        return self.etag if self.etag and self.etag.startswith('"') else self.modified


class _Passing(Exception):
    """A fault worth another try, after `wait` seconds at least."""

    def __init__(self, message: str, wait: float = 0) -> None:
        super().__init__(message)
        self.wait = wait


class _Fault(Struct):
    """Scryfall: Error objects."""

    details: str = ""


class Web:
    """The way to the sites. `transport` carries the requests (the network, unless a test brings
    another), `timeout` is how many seconds a site may stay silent."""

    def __init__(
        self,
        transfer: Transfer = lambda name, done, total: None,
        tell: Tell = lambda message: None,
        *,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
        timeout: float = 30,
    ) -> None:
        self.tell = tell
        self._transfer = transfer
        self._sleep = sleep
        self._timeout = timeout
        self._asked = 0.0  # when the last request was sent
        self._received = 0  # bytes of files, in all
        self._client = httpx.Client(
            transport=transport,
            timeout=timeout,
            follow_redirects=True,
            max_redirects=_MAX_REDIRECTS,
            headers={
                "User-Agent": f"rulings-db/{version('rulings-db')}",
                "Accept": "application/json;q=0.9,*/*;q=0.8",
            },
            event_hooks={"request": [_only_known_sites, self._pause]},
        )

    def __enter__(self) -> "Web":
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def get(self, address: str) -> bytes:
        """What stands at an address, at most `MAX_ANSWER` bytes. Raises DownloadError."""
        return self._persist(lambda: self._get(address))

    def read(self, address: str, shape: type[T]) -> T:
        """The JSON at an address. Raises DownloadError, also when it is not of this shape."""
        content = self.get(address)
        try:
            return msgspec.json.decode(content, type=shape)
        except msgspec.ValidationError as error:
            raise DownloadError(
                f"{address}: JSON of another shape than expected: {error}"
            ) from None
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise DownloadError(f"{address}: expected JSON, found none: {error}") from None

    def save(
        self,
        address: str,
        part: Path,
        limit: int,
        *,
        begun: Begun | None = None,
        begin: Callable[[Begun], None] = lambda begun: None,
        etag: str | None = None,
        html: bool = False,
    ) -> Begun | None:
        """Bring what stands at an address, at most `limit` bytes, into the file `part`.

        What `part` holds already is kept where `begun` says what it is the beginning of and the
        site still has that version; else it is begun anew, and `begin` is told before the first
        byte is written. Gives None, and leaves `part` alone, when the site has what `etag` names.
        A page in place of a file is refused unless `html` is what is wanted.
        Raises DownloadError; what came until then stays in `part`.
        """

        def attempt() -> Begun | None:
            nonlocal begun
            try:
                have = part.stat().st_size if part.exists() else 0
                if begun is None or begun.address != address or not begun.validator:
                    have, begun = 0, None
                whole = begun is not None and have == begun.size
                headers = {"Accept-Encoding": "identity"}
                if begun and whole and begun.etag:
                    headers["If-None-Match"] = begun.etag
                elif begun and have and not whole:
                    headers |= {"Range": f"bytes={have}-", "If-Range": begun.validator or ""}
                elif etag:
                    headers["If-None-Match"] = etag
                with self._asking(address, headers, (200, 206, 304, 416)) as response:
                    if response.status_code == 304:
                        return begun if whole else None
                    if response.status_code == 200:
                        begun = _begun(address, response)
                        self._write(response, part, 0, begun, limit, begin, html)
                    elif begun and _continues(response, have, begun):
                        self._write(response, part, have, begun, limit, None, html)
                    else:
                        begun = None
                        raise _Passing(f"{address}: answered with another part than asked for")
                return begun
            except OSError as error:
                raise DownloadError(f"{part}: cannot be written: {error.strerror}") from None

        return self._persist(attempt)

    def _get(self, address: str) -> bytes:
        content = bytearray()
        with self._asking(address, {}, (200,)) as response:
            for piece in response.iter_bytes():
                content += piece
                _check_size(address, len(content), MAX_ANSWER)
        _refuse_html(address, bytes(content[:_START]))
        return bytes(content)

    def _write(
        self,
        response: httpx.Response,
        part: Path,
        size: int,
        begun: Begun,
        limit: int,
        begin: Callable[[Begun], None] | None,
        html: bool,
    ) -> None:
        """Write a body behind the first `size` bytes of `part`; from the start where there is
        something to `begin`."""
        _check_size(begun.address, begun.size or 0, limit)
        pieces = response.iter_raw()
        piece = next(pieces, b"")
        if begin and not html:
            _refuse_html(begun.address, piece)
        with part.open("wb" if begin else "ab") as file:
            if begin:
                begin(begun)
            while piece:
                size += file.write(piece)
                self._received += len(piece)
                _check_size(begun.address, size, limit)
                self._transfer(begun.address.rpartition("/")[2], size, begun.size)
                piece = next(pieces, b"")

    def _persist(self, ask: Callable[[], T]) -> T:
        failures = 0
        while True:
            received = self._received
            try:
                return ask()
            except _Passing as fault:
                failures = 1 if self._received - received >= _PROGRESS else failures + 1
                wait = max(fault.wait, 2 ** (failures - 1) * random.uniform(0.5, 1.5))
                if fault.wait > PATIENCE:
                    raise DownloadError(f"{fault}, try again in {fault.wait:,.0f} s") from None
                if failures > RETRIES:
                    raise DownloadError(f"{fault} (tried {failures} times)") from None
                self.tell(f"{fault}; trying again in {wait:.0f} s")
                self._sleep(wait)

    @contextmanager
    def _asking(
        self, address: str, headers: dict[str, str], fine: tuple[int, ...]
    ) -> Iterator[httpx.Response]:
        """The answer of a site, as its body comes; faults on the way there, and later while it is
        read, become ours."""
        try:
            with self._client.stream("GET", address, headers=headers) as response:
                if response.status_code not in fine:
                    raise _refusal(address, response)
                yield response
        except httpx.TimeoutException:
            raise _Passing(f"{address}: no answer for {self._timeout:g} s") from None
        except httpx.ConnectError as error:
            raise _Passing(f"{address}: cannot be reached: {_plain(str(error))}") from None
        except httpx.TransportError as error:
            raise _Passing(f"{address}: cut short: {_plain(str(error))}") from None
        except (httpx.RequestError, httpx.InvalidURL) as error:
            raise DownloadError(f"{address}: {_plain(str(error))}") from None

    def _pause(self, request: httpx.Request) -> None:
        early = self._asked + PAUSE - time.monotonic()
        if early > 0:
            self._sleep(early)
        self._asked = time.monotonic()


def _only_known_sites(request: httpx.Request) -> None:
    url = request.url
    known = url.host in SITES or url.host.endswith(FILE_SITES)
    if not known or url.scheme != "https" or url.port is not None or url.userinfo:
        raise DownloadError(
            f"{_plain(str(url))}: not asked, expected https:// and one of"
            f" {', '.join(SITES)}, *{FILE_SITES}"
        )


def _refusal(address: str, response: httpx.Response) -> Exception:
    """The error for an answer that is none."""
    status = response.status_code
    message = f"{address}: {status} {_plain(response.reason_phrase)}".rstrip()
    try:
        details = msgspec.json.decode(next(response.iter_bytes(_START), b""), type=_Fault).details
        message += f": {_plain(details)}" if details else ""
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        pass  # most sites answer with a page
    if status not in _PASSING:
        return DownloadError(message)
    wait = _seconds(response.headers.get("retry-after", ""))
    return _Passing(message, max(wait, LOCKOUT) if status == 429 else wait)


def _seconds(retry_after: str) -> float:
    """RFC 9110: Retry-After, seconds or a date; 0 where it says nothing."""
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after[:9])
    try:
        until = parsedate_to_datetime(retry_after)
        return max(0.0, (until - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return 0.0


def _begun(address: str, response: httpx.Response) -> Begun:
    headers = response.headers
    size = headers.get("content-length", "")
    return Begun(
        address,
        headers.get("etag"),
        headers.get("last-modified"),
        int(size) if size.isascii() and size.isdigit() else None,
    )


def _continues(response: httpx.Response, have: int, begun: Begun) -> bool:
    """Whether an answer is the rest of what was begun, behind its first `have` bytes."""
    unit, _, extent = response.headers.get("content-range", "").partition(" ")
    span, _, size = extent.partition("/")
    return (
        response.status_code == 206
        and unit == "bytes"
        and span.partition("-")[0] == str(have)
        and (begun.size is None or size in ("*", str(begun.size)))
        and response.headers.get("etag", begun.etag) == begun.etag
    )


def _check_size(address: str, size: int, limit: int) -> None:
    if size > limit:
        raise DownloadError(f"{address}: more than {limit:,} bytes, which no card data has here")


def _refuse_html(address: str, start: bytes) -> None:
    if is_html(start):
        raise DownloadError(f"{address}: found an HTML page, expected data")


def _plain(text: str) -> str:
    """What a stranger says, fit for one line of a terminal."""
    return "".join(c if c.isprintable() else " " for c in text[:200]).strip()
