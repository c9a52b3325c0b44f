"""An object in the data of a page, read field by field: text cleaned, references followed, and a
problem for whatever is not what it should be."""

from typing import Any

from ingest.gatherer.flight import Flight
from ingest.gatherer.markup import text_from
from ingest.gatherer.page import Page


class Fields:
    """The fields of one object on a page."""

    def __init__(self, page: Page, flight: Flight, fields: dict[str, Any]) -> None:
        self._page = page
        self._flight = flight
        self._fields = fields

    def has(self, key: str) -> bool:
        """Whether the field is there and not null."""
        return self._fields.get(key) is not None

    def string(self, key: str) -> str | None:
        """A field as it stands, a number as its digits; None where it is not there."""
        value = self._value(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if value is None or isinstance(value, str):
            return value
        self._unreadable(f"`{key}` is {type(value).__name__}, expected text; taken as absent")
        return None

    def text(self, key: str) -> str | None:
        """A field as clean text, None where there is none."""
        value = self.string(key)
        return self._page.checked(text_from(value)) if value else None

    def object(self, key: str) -> "Fields | None":
        """The object a field holds, None where it holds none."""
        value = self._value(key)
        return Fields(self._page, self._flight, value) if isinstance(value, dict) else None

    def objects(self, key: str, *, needed: bool = True) -> list["Fields"]:
        """The objects in a list. That there is no list is a problem where it is `needed`; an empty
        one is none."""
        values = self._value(key)
        if not isinstance(values, list):
            if needed:
                self._page.missing(f"list `{key}` in the card data")
            return []
        found = []
        for place in range(len(values)):
            try:
                value = self._flight.get(values, place)
            except LookupError:
                value = None
            if isinstance(value, dict):
                found.append(Fields(self._page, self._flight, value))
            else:
                self._unreadable(f"entry {place + 1} of `{key}` is no object; left out")
        return found

    def _value(self, key: str) -> Any:
        if key not in self._fields:
            return None
        try:
            return self._flight.get(self._fields, key)
        except LookupError as error:
            self._page.missing(f"value of `{key}`", str(error))
            return None

    def _unreadable(self, message: str) -> None:
        self._page.problem("unreadable field", message)
