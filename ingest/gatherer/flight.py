"""What a Next.js page sends along for its scripts -> JSON values.

The data stands in calls `self.__next_f.push([1,"..."])`. Their strings joined are one stream of
rows `id:JSON` that end with a line feed, or `id:T<bytes>,text`; a call can end anywhere in a row.
In the values "$1a" stands for the row 1a, "$1a:props:card" for a part of it, and a string that
begins with $ has two. (React Flight, the format of server components.)
"""

import base64
import json
import re
from collections.abc import Iterator
from typing import Any

_PUSH = re.compile(r"__next_f\s*\.push\(\s*(?=\[)")
_ROW = re.compile(rb"([0-9a-f]{1,8}):")
# Rows that say how many bytes they have: texts, and numbers in binary.
_SIZED = re.compile(rb"([TAOoUSsLlGgMmV])([0-9a-f]{1,8}),")
_REFERENCE = re.compile(r"\$[L@QWBK]?([0-9a-f]{1,8})((?::[^:]*)*)")
_ELEMENT = {"type": "1", "key": "2", "props": "3"}
_MAX_HOPS = 32
_DECODER = json.JSONDecoder()
# ValueError: malformed, or a number with too many digits.
_UNREADABLE = (ValueError, RecursionError)


class Flight:
    """The rows of a page. `faults` says which calls and rows could not be decoded."""

    def __init__(self, content: str) -> None:
        self.faults: list[str] = []
        self.rows: dict[str, Any] = {}
        self._split(b"".join(self._chunks(content)))

    def find(self, key: str) -> Iterator[Any]:
        """What stands under `key` in any object of any row, in their order, as `get` gives it."""
        waiting: list[Any] = [*reversed(self.rows.values())]
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict):
                if key in value:
                    try:
                        yield self.get(value, key)
                    except LookupError as error:
                        self.faults.append(f"{key}: {error}")
                waiting.extend(reversed(value.values()))
            elif isinstance(value, list):
                waiting.extend(reversed(value))

    def get(self, holder: dict[str, Any] | list[Any], key: str | int) -> Any:
        """What stands at a key of an object or a place in a list, a reference followed to what it
        stands for, undefined as None. Raises LookupError when the page does not hold that."""
        value = holder[key]  # type: ignore[index]
        for _ in range(_MAX_HOPS):
            if not isinstance(value, str) or not value.startswith("$"):
                return value
            if value.startswith("$$"):
                return value[1:]
            if value.startswith(("$D", "$n")):  # a date, a long number
                return value[2:]
            reference = _REFERENCE.fullmatch(value)
            if not reference:
                return None
            value = self._follow(reference[1], reference[2].split(":")[1:], value)
        raise LookupError(f"{value[:40]!r} refers to itself")

    def _follow(self, row: str, path: list[str], reference: str) -> Any:
        try:
            value = self.rows[row]
            for part in path:
                if isinstance(value, list):
                    value = value[int(_ELEMENT.get(part, part))]
                else:
                    value = value[part]
        except (LookupError, TypeError, ValueError):
            raise LookupError(f"{reference[:40]!r} refers to what the page has not") from None
        return value

    def _chunks(self, content: str) -> Iterator[bytes]:
        for call in _PUSH.finditer(content):
            try:
                chunk, _ = _DECODER.raw_decode(content, call.end())
                kind, text = (*chunk, None, None)[:2]
                if kind == 1 and isinstance(text, str):
                    yield text.encode("utf-8", "surrogatepass")
                elif kind == 3 and isinstance(text, str):
                    yield base64.b64decode(text)
            except _UNREADABLE as error:
                line = content.count("\n", 0, call.start()) + 1
                self.faults.append(f"line {line}: {error}"[:200])

    def _split(self, stream: bytes) -> None:
        at = 0
        while at < len(stream):
            start = _ROW.match(stream, at)
            sized = _SIZED.match(stream, start.end()) if start else None
            if start and sized:
                at = sized.end() + int(sized[2], 16)
                row = start[1].decode()
                if at > len(stream):
                    self.faults.append(f"row {row}: cut short")
                elif sized[1] == b"T":
                    text = stream[sized.end() : at].decode("utf-8", "replace")
                    self.rows[row] = "$" + text if text.startswith("$") else text
                continue
            end = stream.find(b"\n", at)
            end = len(stream) if end < 0 else end
            if start:
                self._decode(start[1].decode(), stream[start.end() : end])
            at = end + 1

    def _decode(self, row: str, data: bytes) -> None:
        if not data.startswith((b"{", b"[", b'"')):
            return  # modules, hints, errors, numbers
        try:
            self.rows[row] = json.loads(data.decode("utf-8", "surrogatepass"))
        except _UNREADABLE as error:
            self.faults.append(f"row {row}: {error}"[:200])
