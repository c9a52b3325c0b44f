"""Dates: ISO text without a zone, or none at all."""

import re
from datetime import date
from functools import lru_cache


@lru_cache(maxsize=4096)
def is_date(text: str) -> bool:
    """Whether `text` is a day of the calendar as we write it, like 2014-11-24."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def stamp(version: str) -> str:
    """The date (and time, where there is one) in what a source calls itself, in digits that sort:
    "5.2.2+20260701" gives 20260701; empty where there is no date."""
    found = _STAMP.search(version)
    return re.sub(r"\D", "", found[0]) if found else ""


def day_of(version: str) -> str | None:
    """The day in what a source calls itself: "5.2.2+20260701" gives 2026-07-01."""
    digits = stamp(version)
    day = f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}"
    return day if is_date(day) else None


_STAMP = re.compile(r"\d{4}-?\d\d-?\d\d(?:[T ]?\d\d:?\d\d:?\d\d)?")
