"""The static files of the pages. Their addresses hold a version made from what is in all of them,
so that a page never gets files of another release."""

from functools import cache
from hashlib import sha256
from importlib.metadata import version as version_of
from importlib.resources import files

FOLDER = "/-/static-plugins/rulings-db/"
WORKER = "worker.js"
"""Served under another address: what a worker may keep depends on where it lies."""

LASTING = b"public, max-age=31536000, immutable"


def read(name: str) -> bytes:
    """A static file."""
    return files("rulings_db.web").joinpath("static", name).read_bytes()


@cache
def names() -> tuple[str, ...]:
    """The static files that pages need: all but the worker, and icons for an installation."""
    return tuple(name for name in _every() if name != WORKER and not name.endswith(".png"))


@cache
def version() -> str:
    """A version of all static files together, another one for another release."""
    digest = sha256(version_of("rulings-db").encode())
    for name in _every():
        digest.update(name.encode() + b"\0" + read(name))
    return digest.hexdigest()[:12]


def _every() -> list[str]:
    folder = files("rulings_db.web").joinpath("static")
    return sorted(entry.name for entry in folder.iterdir() if entry.is_file())


def address(name: str) -> str:
    """Where a static file lies, below the path of the site."""
    return f"{FOLDER}{name}?v={version()}"


def lasts(path: str, query_string: bytes) -> bool:
    """Whether what lies at an address can never change."""
    return path.startswith(FOLDER) and query_string == f"v={version()}".encode()
