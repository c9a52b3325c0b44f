"""What people are told in words: English sentences that can be said in other languages too."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


def N_(message: str) -> str:
    """Marks an English message for the catalogues of `rulings_db.web`, and leaves it as it is."""
    return message


class Notice(NamedTuple):
    """A message marked by `N_`, and what stands in its `%(name)s` places. As a string it is
    English; `at`, where it points into a query, is the place of the character, from 1."""

    message: str
    values: Mapping[str, str | int] = MappingProxyType({})
    at: int | None = None

    def __str__(self) -> str:
        place = "" if self.at is None else POINTER % {"place": self.at}
        return self.message % self.values + place


POINTER = N_(" (at character %(place)s)")
