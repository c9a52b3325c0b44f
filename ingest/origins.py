"""The origins of card data on the web: what each offers, and how to tell what has changed.

An origin is a function that brings the cache up to what its site has and gives the files to build
from. It never goes back: what a site offers that is older than what is held stays there.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Raw, Struct
from msgspec.json import encode

from ingest.cache import Cache
from ingest.dates import stamp
from ingest.download import DownloadError, Web
from ingest.files import Document, InputError
from ingest.readers import open_source

MTGJSON = "https://mtgjson.com/api/v5/"
SCRYFALL = "https://api.scryfall.com/"

_MAX_FILE = 4 << 30  # packed; the largest, all_cards, unpacks to 2.3 GB
_MAX_PAGES = 1_000
_CHUNK = 1 << 20
_UNSAFE = re.compile(r"[^\w.-]+")
_SHA256 = re.compile(rb"\s*([0-9a-fA-F]{64})\b")


class _About(Struct):
    date: str
    version: str


class _Meta(Struct):
    """MTGJSON: Meta."""

    data: _About


def update_mtgjson(web: Web, cache: Cache) -> list[Path]:
    """AllPrintings, packed as .xz, when Meta.json says that there is a newer one; good when its
    bytes are those of the .sha256 beside it."""
    slot, name = "mtgjson/AllPrintings", "AllPrintings.json.xz"
    address = f"{MTGJSON}{name}"
    offered = web.read(f"{MTGJSON}Meta.json", _Meta).data
    if not stamp(offered.version):
        raise DownloadError(f"{MTGJSON}Meta.json: expected a version with a date in it")
    held = cache.held(slot)

    def check(document: Document) -> str | None:
        if document.checksum() != expected:
            raise DownloadError(
                f"{address}: what came has not the checksum that the site gives; it is thrown away"
            )
        version = open_source(document)[0].version or offered.version
        return None if held and stamp(version) <= stamp(held.version) else version

    if held and stamp(offered.version) < stamp(held.version):
        web.tell(f"{MTGJSON}: offers {offered.version}; {held.version} is held, and kept")
    elif not held or stamp(offered.version) > stamp(held.version):
        expected = _read_checksum(web, f"{address}.sha256")
        new = cache.fetch(web, slot, name, address, _MAX_FILE, check)
        if not new and held:
            web.tell(
                f"{address}: {offered.version} is announced, but this is no newer than"
                f" {held.version}, which is kept"
            )
    return [cache.path(slot)]


def _read_checksum(web: Web, address: str) -> str:
    found = _SHA256.match(web.get(address))
    if not found:
        raise DownloadError(f"{address}: expected a SHA-256 checksum, found none")
    return found[1].decode().lower()


class _Bulk(Struct):
    """Scryfall: Bulk Data objects. Several have no `jsonl_download_uri` in answers of old."""

    type: str
    updated_at: datetime
    jsonl_download_uri: str = ""


class _Bulks(Struct):
    data: list[_Bulk]


class _Page(Struct):
    """Scryfall: List objects."""

    data: list[Raw]
    has_more: bool = False
    next_page: str | None = None


class _List(Struct, tag_field="object", tag="list"):
    data: list[Raw]
    has_more: bool = False


def update_scryfall(web: Web, cache: Cache) -> list[Path]:
    """Every printing in every language and all rulings, each when there is a newer file of it;
    then sets and migrations too, each a list of all its pages."""
    bulks = {bulk.type: bulk for bulk in web.read(f"{SCRYFALL}bulk-data", _Bulks).data}
    newer = [kind for kind in ("all_cards", "rulings") if _is_newer(web, cache, kind, bulks)]
    for kind in ("sets", "migrations"):
        if newer or not cache.held(f"scryfall/{kind}"):
            content = encode(_List(_pages(web, f"{SCRYFALL}{kind}")))
            cache.put(f"scryfall/{kind}", f"{kind}.json", f"{SCRYFALL}{kind}", content)
    for kind in newer:
        digits = _digits(bulks[kind].updated_at)
        name = f"{kind.replace('_', '-')}-{digits}.jsonl.gz"
        address = bulks[kind].jsonl_download_uri
        check = partial(_check_lines, address, digits)
        cache.fetch(web, f"scryfall/{kind}", name, address, _MAX_FILE, check)
    return [
        cache.path(f"scryfall/{kind}") for kind in ("all_cards", "rulings", "sets", "migrations")
    ]


def _is_newer(web: Web, cache: Cache, kind: str, bulks: dict[str, _Bulk]) -> bool:
    if kind not in bulks or not bulks[kind].jsonl_download_uri:
        raise DownloadError(f"{SCRYFALL}bulk-data: expected a jsonl_download_uri for {kind}")
    offered, held = _digits(bulks[kind].updated_at), cache.held(f"scryfall/{kind}")
    if held and offered < held.version:
        web.tell(f"{SCRYFALL}: offers {kind} of {offered}; {held.version} is held, and kept")
    return not held or offered > held.version


def _digits(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%d%H%M%S")


def _check_lines(address: str, version: str, document: Document) -> str:
    """Find a file good that unpacks to its end, as lines of JSON."""
    try:
        with document.open() as stream:
            start = stream.read(1)
            while stream.read(_CHUNK):
                pass
    except InputError as error:
        raise DownloadError(f"{address}: {error}; it is thrown away") from None
    if start != b"{":
        raise DownloadError(f"{address}: expected lines of JSON; what came is thrown away")
    return version


def _pages(web: Web, address: str) -> list[Raw]:
    """The items of a list, those of all its pages."""
    items: list[Raw] = []
    next_page: str | None = address
    for _ in range(_MAX_PAGES):
        if next_page is None:
            return items
        page = web.read(next_page, _Page)
        items += page.data
        next_page = page.next_page if page.has_more else None
    raise DownloadError(f"{address}: more than {_MAX_PAGES:,} pages, which no list there has")


def fetch(web: Web, cache: Cache, address: str) -> Path:
    """The file that stands at an address of one of the known sites, as it is now. Raises
    InputError when it cannot be had or no reader knows it."""
    label = sha256(address.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    name = f"{label}-{_UNSAFE.sub('-', urlsplit(address).path.rpartition('/')[2]) or 'page'}"

    def check(document: Document) -> str:
        return open_source(document)[0].version or ""

    slot = f"named/{label}"
    cache.fetch(web, slot, name, address, _MAX_FILE, check, html=True)
    return cache.path(slot)


Origin = Callable[[Web, Cache], list[Path]]

ORIGINS: dict[str, Origin] = {"mtgjson": update_mtgjson, "scryfall": update_scryfall}
"""Each by its name, with which the kinds of its sources begin (`ingest.records.Source`)."""
