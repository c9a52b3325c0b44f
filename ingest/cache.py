"""The folder where downloads are kept, whole or begun, with one file that says what they are.

    .state.json   every whole file (`Held`) and every begun one (`Begun`), by slot
    .lock         held while an update is at work
    <origin>/     its files; `<slot>.part` is one not wholly here

What is hidden or a part is passed over where a folder is read, so the cache can be built from.

A slot, "scryfall/rulings", is filled by one file at a time: the next takes its place when it is
whole and found good, and not before.
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from ingest.download import Begun, Web
from ingest.files import Document, InputError


class Held(Struct, frozen=True):
    """A whole file: its `name` in the folder of its origin, where it came from, what its origin
    calls it (nothing, where it has no name for it), and the SHA-256 of its bytes."""

    name: str
    address: str
    version: str
    checksum: str
    etag: str | None = None


class _State(Struct):
    files: dict[str, Held] = {}
    parts: dict[str, Begun] = {}


Check = Callable[[Document], str | None]
"""Gives the version of a file that has come, or None when it is no newer than the one held; raises
InputError when it is not what it should be."""


class Cache:
    """What a folder holds; `open_cache` makes it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._state = self._load()

    def held(self, slot: str) -> Held | None:
        """The file in a slot, when it is there and as it came."""
        held = self._state.files.get(slot)
        if held is None or not self._file(slot, held).is_file():
            return None
        return held if _checksum(self._file(slot, held)) == held.checksum else None

    def path(self, slot: str) -> Path:
        """Where the file of a slot lies that is held."""
        return self._file(slot, self._state.files[slot])

    def fetch(
        self,
        web: Web,
        slot: str,
        name: str,
        address: str,
        limit: int,
        check: Check,
        html: bool = False,
    ) -> Held | None:
        """Fill a slot with what stands at an address. Gives None when that is what is held, or,
        as `check` finds, no newer.

        Raises InputError; the slot is then as it was. What came of the file is kept, unless
        `check` found it wrong, and the next call goes on from there.
        """
        part = self._folder / f"{slot}.part"
        with _writing(part):
            part.parent.mkdir(exist_ok=True)
        held = self.held(slot)

        def begin(begun: Begun) -> None:
            self._state.parts[slot] = begun
            self._save()

        begun = web.save(
            address,
            part,
            limit,
            begun=self._state.parts.get(slot),
            begin=begin,
            etag=held.etag if held and held.address == address else None,
            html=html,
        )
        if begun is None:
            return None
        document = Document(part, name)
        try:
            version = check(document)
            checksum = document.checksum()
        except InputError:
            self._drop(slot, part)
            raise
        if version is None:
            self._drop(slot, part)
            return None
        new = Held(name, address, version, checksum, begun.etag)
        self._keep(slot, part, new)
        web.tell(f"{slot}: {version}, {_size(self._file(slot, new))}")
        return new

    def put(self, slot: str, name: str, address: str, content: bytes) -> None:
        """Fill a slot with bytes that are at hand. Raises InputError."""
        part = self._folder / f"{slot}.part"
        with _writing(part):
            part.parent.mkdir(exist_ok=True)
            part.write_bytes(content)
        self._keep(slot, part, Held(name, address, "", _checksum(part)))

    def _keep(self, slot: str, part: Path, new: Held) -> None:
        """Put a part in its place as a whole file; the one before it goes."""
        old = self._state.files.get(slot)
        with _writing(part):
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            part.replace(self._file(slot, new))
        self._state.files[slot] = new
        self._state.parts.pop(slot, None)
        self._save()
        if old and old.name != new.name:
            self._file(slot, old).unlink(missing_ok=True)

    def _drop(self, slot: str, part: Path) -> None:
        part.unlink(missing_ok=True)
        self._state.parts.pop(slot, None)
        self._save()

    def _file(self, slot: str, held: Held) -> Path:
        # The state is a file like any other: whatever it says, we stay in our folder.
        return (self._folder / slot).parent / Path(held.name).name

    def _load(self) -> _State:
        try:
            return msgspec.json.decode((self._folder / ".state.json").read_bytes(), type=_State)
        except (OSError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return _State()  # then everything is fetched again

    def _save(self) -> None:
        file = self._folder / ".state.json"
        part = file.with_suffix(".part")
        with _writing(file):
            part.write_bytes(msgspec.json.format(msgspec.json.encode(self._state)))
            part.replace(file)


@contextmanager
def open_cache(folder: Path) -> Iterator[Cache]:
    """The cache in a folder, which is made where there is none, for this process alone.

    Raises InputError when the folder cannot be written or another update is at work on it.
    """
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / ".lock").open("w")
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(f"{folder}: another update is at work here; try again later") from None
        yield Cache(folder)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None


def _checksum(file: Path) -> str:
    return Document(file, file.name).checksum()


def _size(file: Path) -> str:
    return f"{file.stat().st_size / 1e6:,.1f} MB"
