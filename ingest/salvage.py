"""A JSON object of which something cannot be decoded: all of it that can, piece by piece."""

from types import UnionType
from typing import Any, TypeVar, get_args, get_origin

import msgspec
from msgspec import DecodeError, Raw, Struct

UNREADABLE = (DecodeError, RecursionError)

_Struct = TypeVar("_Struct", bound=Struct)
_ABSENT = object()


def salvage(raw: memoryview | Raw, kind: type[_Struct]) -> tuple[_Struct, list[str]]:
    """What can be decoded of an object, and for each field or item that cannot, what is wrong
    with it; that is taken as absent. Raises DecodeError or RecursionError when raw is no object,
    or lacks a field that must be there."""
    faults: list[str] = []
    return _salvage(raw, kind, faults, ""), faults


def _salvage(raw: memoryview | Raw, kind: type[_Struct], faults: list[str], name: str) -> _Struct:
    fields = msgspec.json.decode(raw, type=dict[str, Raw])
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.encode_name in fields:
            path = f"{name}.{field.encode_name}" if name else field.encode_name
            value = _decode(fields[field.encode_name], field.type, faults, path)
            if value is not _ABSENT:
                found[field.name] = value
        if field.required and field.name not in found:
            raise DecodeError(f"no `{field.encode_name}` that can be decoded")
    return kind(**found)


def _decode(raw: Raw, kind: Any, faults: list[str], name: str) -> Any:
    """The value, or what can be decoded of it, or _ABSENT."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except UNREADABLE as error:
        fault = f"{name}: {error}; taken as absent"
    for part in get_args(kind) if isinstance(kind, UnionType) else (kind,):
        origin, inside = get_origin(part), get_args(part)
        try:
            if origin in (list, tuple):
                items = msgspec.json.decode(raw, type=list[Raw])
                values = (
                    _decode(item, inside[0], faults, f"{name}[{place}]")
                    for place, item in enumerate(items, 1)
                )
                return origin(value for value in values if value is not _ABSENT)
            if origin is dict:
                entries = msgspec.json.decode(raw, type=dict[str, Raw])
                pairs = (
                    (key, _decode(item, inside[1], faults, f"{name}.{key}"))
                    for key, item in entries.items()
                )
                return {key: value for key, value in pairs if value is not _ABSENT}
            if isinstance(part, type) and issubclass(part, Struct):
                return _salvage(raw, part, faults, name)
        except UNREADABLE:
            continue
    faults.append(fault)
    return _ABSENT
