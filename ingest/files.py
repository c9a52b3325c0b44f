"""Paths -> documents: finds the files to read and opens them as streams of decompressed bytes.

How a file is packed is told by its first bytes, never by its name. A member of a zip is a stream
too, and its name only a label: nothing is unpacked to disk but a copy for what cannot be streamed.
"""

import bz2
import gzip
import hashlib
import io
import lzma
import os
import posixpath
import re
import shutil
import tempfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, BinaryIO

EXTENSIONS: list[str] = []
"""What is taken from a folder or a zip, as the readers ask (`ingest.reading`); a file named on its
own can have any name."""

_PACKED = (".gz", ".bz2", ".xz")
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")  # with members, without
_DOCX = "word/document.xml"
"""The member by which a zip is a Word document, which is one thing to read and not a folder."""

# The largest real input, Scryfall's all_cards, is 2.3 GB unpacked, and card data packs no better
# than about 40 to 1; what goes far beyond both is a bomb or a mistake.
MAX_BYTES = 16 << 30
MAX_RATIO = 200
FREE_BYTES = 64 << 20

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

_UNPACK_ERRORS = (
    EOFError,
    KeyError,  # zipfile: the member is gone
    OSError,
    RuntimeError,  # zipfile: an encrypted member; NotImplementedError: an unknown method
    lzma.LZMAError,
    zipfile.BadZipFile,
    zlib.error,
)


_Packed = IO[bytes] | io.BufferedIOBase
_UNPACKERS: tuple[tuple[bytes, Callable[[Path], _Packed]], ...] = (
    (b"\x1f\x8b", gzip.GzipFile),
    (b"BZh", bz2.BZ2File),
    (b"\xfd7zXZ\0", lzma.LZMAFile),
)


class InputError(Exception):
    """An input that cannot be read: one line with the file, the place in it, what was found and
    what was expected."""


@dataclass(frozen=True)
class Document:
    """One thing to read: a file, or one `member` of a zip. `name` is what records and messages
    call it: the file's name without its folder, followed by `/member` where a zip holds several."""

    path: Path
    name: str
    member: str | None = None

    def open(self) -> BinaryIO:
        """The document's bytes, decompressed while they are read.

        Raises InputError, here or from any later read, when the file cannot be opened, is cut
        short or damaged, or unpacks to more than `MAX_BYTES`, or, beyond `FREE_BYTES`, to more
        than `MAX_RATIO` times its size.
        """
        try:
            return self._open_packed() or self.path.open("rb")
        except _UNPACK_ERRORS as error:
            raise InputError(f"{self.name}: cannot be opened: {_reason(error)}") from error

    @contextmanager
    def on_disk(self) -> Iterator[Path]:
        """A file of the document's bytes for what cannot read a stream: the file itself, or a
        copy of what is packed in it, deleted at the end. Raises InputError as `open` does, and
        when there is no room for the copy."""
        with self.open() as stream:
            if isinstance(stream, io.BufferedReader) and isinstance(stream.raw, io.FileIO):
                yield self.path
                return
            with tempfile.NamedTemporaryFile(prefix="rulings-db-") as copy:
                try:
                    shutil.copyfileobj(stream, copy, 1 << 20)
                    copy.flush()
                except OSError as error:
                    raise InputError(f"{self.name}: no copy: {_reason(error)}") from error
                yield Path(copy.name)

    def sibling(self, name: str) -> "Document | None":
        """The document called `name`, packed or not, that lies beside this one in its folder or
        zip; None where there is none."""
        if self.member is None:
            for extension in ("", *_PACKED, ".zip"):
                path = self.path.with_name(name + extension)
                if path.is_file():
                    return Document(path, path.name)
            return None
        member = posixpath.join(posixpath.dirname(self.member), name)
        try:
            with zipfile.ZipFile(self.path) as archive:
                if member not in archive.namelist():
                    return None
        except _UNPACK_ERRORS as error:
            raise InputError(f"{self.name}: cannot be opened: {_reason(error)}") from error
        return Document(self.path, f"{self.name.removesuffix(self.member)}{member}", member)

    def checksum(self) -> str:
        """The SHA-256 of the file's own (packed) bytes, in hexadecimal; members of one zip share
        it. Raises InputError when the file cannot be read."""
        try:
            state = self.path.stat()
            return _checksum(self.path, state.st_size, state.st_mtime_ns)
        except OSError as error:
            raise InputError(f"{self.name}: cannot be read: {_reason(error)}") from error

    def _open_packed(self) -> BinaryIO | None:
        """The unpacked stream; None for a file that is not packed."""
        size = self.path.stat().st_size
        with self.path.open("rb") as file:
            magic = file.read(6)
        packed: _Packed | None = None
        if magic.startswith(_ZIP):
            with zipfile.ZipFile(self.path) as archive:
                member = self._member(archive)
                if member:
                    packed = archive.open(member)
                    size = min(size, archive.getinfo(member).compress_size)
        for start, unpacker in _UNPACKERS:
            if magic.startswith(start):
                packed = unpacker(self.path)
        if packed is None:
            return None
        limit = min(MAX_BYTES, max(FREE_BYTES, MAX_RATIO * size))
        return io.BufferedReader(_Unpacked(packed, self.name, limit), 1 << 17)

    def _member(self, archive: zipfile.ZipFile) -> str | None:
        """The member that is the document; None where the zip itself is."""
        if self.member or _DOCX in archive.namelist():
            return self.member
        members = _usable_members(archive)
        if not members:
            raise InputError(
                f"{self.name}: a zip with nothing to read in it, expected a member named"
                f" {' or '.join('*' + extension for extension in EXTENSIONS)}"
            )
        return members[0]


@lru_cache(maxsize=4096)
def _checksum(path: Path, size: int, modified: int) -> str:
    """The checksum of a file, taken once as long as nothing about it changes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class _Unpacked(io.RawIOBase):
    """A stream that turns every fault of the one under it into an InputError, and stops one that
    goes beyond `limit` bytes."""

    def __init__(self, packed: _Packed, name: str, limit: int) -> None:
        self._packed = packed
        self._name = name
        self._limit = limit
        self._size = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            data = self._packed.read(len(buffer))
        except _UNPACK_ERRORS as error:
            raise InputError(
                f"{self._name}: damaged or cut short after {self._size} unpacked bytes:"
                f" {_reason(error)}"
            ) from error
        self._size += len(data)
        if self._size > self._limit:
            raise InputError(
                f"{self._name}: unpacks to more than {self._limit} bytes, which no card data does"
            )
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._packed.close()
        super().close()


def find_documents(paths: Iterable[str | Path]) -> list[Document]:
    """The documents that `paths` (files, or folders searched to the bottom) name, each once, in an
    order of their own, whatever the order of `paths` and the names of folders.

    In a folder, hidden files and those without a known extension are passed over. A zip that holds
    several readable members gives a document for each. Raises InputError when a path does not
    exist, when a folder holds nothing readable, or when `paths` is empty.
    """
    documents: dict[tuple[Path, str | None], Document] = {}
    for path in map(Path, paths):
        found = list(_search(path))
        if not found:
            raise InputError(
                f"{path}: a folder with nothing to read in it, expected files named"
                f" {' or '.join('*' + extension for extension in EXTENSIONS)}, packed or not"
            )
        documents.update(((document.path, document.member), document) for document in found)
    if not documents:
        raise InputError("no input was named, expected a file or a folder")
    return sorted(documents.values(), key=_order(documents.values()))


def _order(documents: Iterable[Document]) -> Callable[[Document], tuple[str, str, Path]]:
    """By name; those of one name, in several folders, by what is in them before their folders."""
    named = Counter(document.name for document in documents)

    def key(document: Document) -> tuple[str, str, Path]:
        content = ""
        if named[document.name] > 1:
            with suppress(InputError):  # told when it is opened
                content = document.checksum()
        return document.name, content, document.path

    return key


def _search(path: Path) -> Iterator[Document]:
    if path.is_dir():
        for folder, folders, names in os.walk(path, onerror=_unreadable_folder):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for name in names:
                file = Path(folder, name)
                if _is_known(name) and file.is_file():
                    yield from _split(file, in_folder=True)
    elif path.is_file():
        yield from _split(path, in_folder=False)
    else:
        found = "neither a file nor a folder" if path.exists() else "does not exist"
        raise InputError(f"{path}: {found}, expected a file or a folder to read")


def _unreadable_folder(error: OSError) -> None:
    raise InputError(f"{error.filename}: cannot be searched: {_reason(error)}") from error


def _is_known(name: str) -> bool:
    if name.startswith("."):
        return False
    stem, extension = os.path.splitext(name.lower())
    return extension == ".zip" or (stem if extension in _PACKED else name.lower()).endswith(
        tuple(EXTENSIONS)
    )


def _split(path: Path, *, in_folder: bool) -> Iterator[Document]:
    """The file as one document, or as one for each member of a zip that holds several. A zip with
    nothing readable is passed over in a folder (pictures); a damaged one is handed on,
    so that opening it tells."""
    name = _printable(os.fsencode(path.name).decode("utf-8", "replace"))
    path = path.resolve()
    members: list[str] | None = None
    try:
        with path.open("rb") as file:
            if file.read(4) in _ZIP:
                with zipfile.ZipFile(file) as archive:
                    if _DOCX not in archive.namelist():
                        members = _usable_members(archive)
    except _UNPACK_ERRORS:
        pass
    if members is None or len(members) == 1 or not (members or in_folder):
        yield Document(path, name)
    else:
        for member in members:
            yield Document(path, f"{name}/{_printable(member)}", member)


def _printable(name: str) -> str:
    """A name as it can be stored and shown: whatever a file is called, it is one line."""
    return _CONTROLS.sub("\ufffd", name)


def _usable_members(archive: zipfile.ZipFile) -> list[str]:
    return [
        name
        for name in dict.fromkeys(archive.namelist())
        if name.lower().endswith(tuple(EXTENSIONS))
        and not any(part.startswith((".", "__MACOSX")) for part in name.split("/") if part != "..")
    ]


def _reason(error: Exception) -> str:
    """What an error of the system or of a decompressor says, without the path."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
