"""Dates: ISO text without a zone, or none at all."""

from datetime import date
from functools import lru_cache


@lru_cache(maxsize=4096)
def is_date(text: str) -> bool:
    """Whether `text` is a day of the calendar as we write it, like 2014-11-24."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
