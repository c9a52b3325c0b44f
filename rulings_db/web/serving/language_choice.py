"""Which language a visitor reads: what was chosen in the switch of a page (`?ui=ja`), else what the
browser asks for."""

import re
from collections.abc import Collection
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from datasette import Response

from ingest.languages import BY_CODE, Language
from rulings_db.web.rendering.interface_language import ENGLISH, LANGUAGES

COOKIE = "rulings_ui"
YEAR = 365 * 24 * 60 * 60
VARY = "Accept-Language, Cookie"
"""What the language of an answer depends on."""

_CHOSEN = re.compile(rf"(?:^|;)\s*{COOKIE}=([A-Za-z-]{{2,8}})\s*(?:;|$)")
_ACCEPTED_AT_MOST = 20
_TRADITIONAL = frozenset({"hant", "tw", "hk", "mo"})
_BY_PRIMARY = {language.tag.partition("-")[0]: language for language in BY_CODE.values()}


class Switch(NamedTuple):
    """A language of the interface and the query string that chooses it."""

    language: Language
    address: str


def interface_language(request: Any) -> Language:
    """The language of the interface."""
    return _chosen(request) or preferred(_accepted(request), LANGUAGES)


def reader(request: Any) -> Language:
    """The language whose texts stand first: that of the interface, or one in which there are texts
    but no interface."""
    return _chosen(request) or preferred(_accepted(request), BY_CODE.values())


def switches(request: Any) -> list[Switch]:
    """The switch of a page: every language of the interface, on this same page."""
    kept = _without_choice(request)
    return [
        Switch(language, "?" + urlencode([*kept, ("ui", language.tag)])) for language in LANGUAGES
    ]


def switched(request: Any) -> Any | None:
    """Where a request chooses a language: the same address without the choice, which a cookie
    remembers. None for all other requests, and for a language that there is not."""
    language = _of_interface(dict(parse_qsl(request.query_string)).get("ui", ""))
    if language is None:
        return None
    kept = urlencode(_without_choice(request))
    response = Response.redirect(request.path + (f"?{kept}" if kept else ""))
    response.headers |= {"Vary": VARY, "Cache-Control": "no-store"}
    response.set_cookie(
        COOKIE,
        language.tag,
        max_age=YEAR,
        path="/",
        secure=request.scheme == "https",
        httponly=True,
        samesite="lax",
    )
    return response


def preferred(accepted: str, languages: Collection[Language]) -> Language:
    """The first language of an Accept-Language header that is among `languages`; else English."""
    weighed = []
    for place, part in enumerate(accepted.split(",")[:_ACCEPTED_AT_MOST]):
        tag, _, weight = part.partition(";")
        quality = _quality(weight)
        if quality > 0:
            weighed.append((-quality, place, tag.strip()))
    for _, _, tag in sorted(weighed):
        language = _of_tag(tag)
        if language is not None and language in languages:
            return language
    return ENGLISH


def _of_tag(tag: str) -> Language | None:
    """The language of a BCP 47 tag, whatever the region; Chinese by its script, or by the one that
    its region writes."""
    primary, *others = tag.casefold().split("-")
    if primary == "zh":
        traditional = "hans" not in others and not _TRADITIONAL.isdisjoint(others)
        return BY_CODE["zht" if traditional else "zhs"]
    return _BY_PRIMARY.get(primary)


def _quality(parameter: str) -> float:
    """The q value of a language in Accept-Language: 1 where it has none, 0 where it makes no
    sense."""
    match = re.fullmatch(r"\s*(?:q\s*=\s*([01](?:\.\d{0,3})?)\s*)?", parameter, re.IGNORECASE)
    return float(match[1] or 1) if match else 0.0


def _accepted(request: Any) -> str:
    return str(request.headers.get("accept-language", ""))


def _chosen(request: Any) -> Language | None:
    found = _CHOSEN.search(request.headers.get("cookie", ""))
    return _of_interface(found[1]) if found else None


def _of_interface(name: str) -> Language | None:
    language = _of_tag(name)
    return language if language in LANGUAGES else None


def _without_choice(request: Any) -> list[tuple[str, str]]:
    return [pair for pair in parse_qsl(request.query_string) if pair[0] != "ui"]
