"""A stream of JSON read value by value, however long it is: only the value at hand is in memory.

msgspec checks each value and finds its end; what the values mean is for the reader of a format.
"""

import re
from collections.abc import Iterator
from itertools import count
from typing import BinaryIO

from msgspec import DecodeError, Raw
from msgspec.json import Decoder

from ingest.files import InputError

MAX_VALUE = 64 << 20
"""Bytes of the longest value taken: the largest real set has 4 MB; one without end stops here."""

MAX_LINE = 64 << 20
"""Bytes of the longest line of JSON Lines that is taken."""

BOM = b"\xef\xbb\xbf"

_CHUNK = 2 << 20
_SPACE = re.compile(rb"[ \t\r\n]*")
_TWO_LINES = re.compile(rb"\s*\{[^\n]*\}[ \t\r]*\n\s*\{")
# A whole character in two escapes; half a one, the group; any other escape.
_ESCAPES = re.compile(
    rb"\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}"
    rb"|(u[dD][89a-fA-F][\da-fA-F]{2})|.)",
    re.DOTALL,
)
_RAW = Decoder(Raw)
_STRING = Decoder(str)


class Scanner:
    """A window on a stream of JSON, moved along from value to value.

    `mended` counts the escapes of half a character (a surrogate without its other half) that
    were met and read as U+FFFD, until the reader sets it to 0 again; `mended_at` is the byte of
    the first of them.
    """

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self.name = name
        self._stream = stream
        self._window = b""
        self._at = 0  # where we are in the window
        self._dropped = 0  # bytes of the stream before the window
        self._held: int | None = None
        self._ended = False
        self.mended = 0
        self.mended_at = 0
        while len(self._window) < len(BOM) and self._fill():
            pass
        if self._window.startswith(BOM):
            self._at = len(BOM)

    def fault(self, found: str, expected: str, ahead: int = 0) -> InputError:
        """The error for what stands `ahead` bytes from here."""
        place = self._dropped + self._at + ahead
        return InputError(f"{self.name}: byte {place}: found {found}, expected {expected}")

    def hold(self) -> None:
        """Remembers this place for `rewind`; all read from here on is kept."""
        self._held = self._at

    def rewind(self) -> None:
        if self._held is not None:
            self._at, self._held = self._held, None

    def peek(self) -> bytes:
        """The next byte that is not white space, empty at the end of the stream."""
        while True:
            space = _SPACE.match(self._window, self._at)
            self._at = space.end() if space else self._at
            if self._at < len(self._window):
                return self._window[self._at : self._at + 1]
            if not self._fill():
                return b""

    def members(self) -> Iterator[str]:
        """The keys of the object at hand; before asking for the next, the caller takes the value
        with `value` or another `members`."""
        self._take(b"{")
        if self.peek() == b"}":
            self._take(b"}")
            return
        while True:
            if self.peek() != b'"':
                raise self.unexpected("a key in quotes")
            try:
                key = _STRING.decode(self.value())
            except DecodeError as error:
                raise self.fault(f"a key that cannot be decoded ({error})", "UTF-8") from error
            self._take(b":")
            yield key
            if self._take(b",}") == b"}":
                return

    def elements(self) -> Iterator[int]:
        """The elements of the array at hand, numbered from 1; before asking for the next, the
        caller takes each as it would a member."""
        self._take(b"[")
        if self.peek() == b"]":
            self._take(b"]")
            return
        for number in count(1):
            yield number
            if self._take(b",]") == b"]":
                return

    def value(self) -> memoryview:
        """The bytes of the value at hand, which is stepped over."""
        self.peek()
        while True:
            ahead = memoryview(self._window)[self._at :]
            end: int | None = len(ahead)
            message, cut = "", True
            try:
                _RAW.decode(ahead)
            except RecursionError as error:
                raise self.fault("values nested too deep", "at most a few levels") from error
            except DecodeError as error:
                message = str(error)
                end = end_of_value(message)
                if end is None and self._mend():
                    continue
                # A number cut in two by the end of the window looks malformed, not truncated.
                cut = end is None and fault_byte(message, len(ahead)) >= len(ahead) - 16
            if cut and (self._fill() or self._mend()):
                continue
            if end is None:
                at = fault_byte(message, len(ahead))
                found = "the end of the file" if at >= len(ahead) else f"malformed JSON ({message})"
                raise self.fault(found, "the rest of a JSON value", at)
            self._at += end
            return ahead[:end]

    def _mend(self) -> bool:
        """Replaces the escapes of half a character in what is ahead; False where there is none.
        The one that the end of the window cuts off from what follows waits for more."""
        if b"\\ud" not in self._window and b"\\uD" not in self._window:
            return False
        window = bytearray(self._window)
        mended = 0
        for escape in _ESCAPES.finditer(self._window, self._at):
            rest = self._window[escape.end() : escape.end() + 6]
            cut = len(rest) < 6 and not self._ended and rest[:1] in (b"", b"\\")
            if escape[1] and not cut:
                window[escape.start() : escape.end()] = b"\\ufffd"
                self.mended_at = self.mended_at if self.mended else self._dropped + escape.start()
                self.mended += 1
                mended += 1
        self._window = bytes(window)
        return mended > 0

    def _take(self, tokens: bytes) -> bytes:
        token = self.peek()
        if not token or token not in tokens:
            raise self.unexpected(" or ".join(f"`{chr(token)}`" for token in tokens))
        self._at += 1
        return token

    def unexpected(self, expected: str) -> InputError:
        """The error for the next byte that is not white space."""
        found = ascii(self.peek().decode("latin-1")) if self.peek() else "the end of the file"
        return self.fault(found, expected)

    def _fill(self) -> bool:
        """Reads on, as much as is kept or more, so that a long value is scanned a few times only;
        False at the end of the stream."""
        if self._ended:
            return False
        start = self._at if self._held is None else self._held
        kept = self._window[start:]
        if len(kept) > MAX_VALUE:
            raise self.fault(f"a value of more than {MAX_VALUE} bytes", "a set")
        more = self._stream.read(max(_CHUNK, len(kept)))
        self._ended = not more
        self._window = kept + more
        self._dropped += start
        self._at -= start
        self._held = None if self._held is None else 0
        return bool(more)


def is_lines(head: bytes) -> bool:
    """Whether a document that begins with `head` is JSON Lines: objects of a line each, two or
    more of them."""
    return _TWO_LINES.match(head.removeprefix(BOM)) is not None


def lines(stream: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers from 1 and their line ends; the last may
    have none. Raises InputError for a line of more than `MAX_LINE` bytes."""
    for number in count(1):
        line = stream.readline(MAX_LINE + 1)
        if len(line) > MAX_LINE:
            raise InputError(f"{name}: line {number}: more than {MAX_LINE} bytes, expected a value")
        if not line:
            return
        if number == 1:
            line = line.removeprefix(BOM)
        if not line.isspace():
            yield number, line


def end_of_value(message: str) -> int | None:
    """Where the value ends that msgspec found followed by something else, from the words of its
    error (nothing else tells); None when it complains of anything else."""
    found = re.search(r"trailing characters \(byte (\d+)\)", message)
    return int(found[1]) - 1 if found else None


def fault_byte(message: str, length: int) -> int:
    """The byte at which msgspec found the JSON malformed, or `length` where it was cut short."""
    found = re.search(r"\(byte (\d+)\)", message)
    return int(found[1]) if found else length
