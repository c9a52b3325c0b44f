"""Texts as HTML: escaped, symbols drawn, and the language said."""

import re

from markupsafe import Markup, escape

from ingest.languages import BY_CODE, Language, unknown_language

COLORS = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
ISSUERS = {"wotc": "Wizards of the Coast", "scryfall": "Scryfall"}
KINDS = {"card": "Cards", "ruling": "Rulings"}

_NAMES = {
    **{letter: f"one {name.lower()} mana" for letter, name in COLORS.items()},
    "C": "one colorless mana",
    "S": "one snow mana",
    "X": "X mana",
    "Y": "Y mana",
    "Z": "Z mana",
    "T": "tap",
    "Q": "untap",
    "E": "energy",
    "P": "one Phyrexian mana",
    "CHAOS": "chaos",
    "TK": "ticket",
    "A": "acorn",
    "PW": "planeswalker",
}
_SYMBOL = re.compile(r"\{([A-Za-z0-9½∞]{1,6}(?:/[A-Za-z0-9]{1,2}){0,2})\}")


def language(code: str) -> Language:
    """The language of a code, one that nobody knows too."""
    return BY_CODE.get(code) or unknown_language(code)


def symbols(html: str) -> Markup:
    """Escaped HTML with its symbols ({2}, {G}, {T}, {W/U}) drawn as badges. The braces stay in the
    text, unseen, so that it can be copied as it is."""
    return Markup(_SYMBOL.sub(_badge, html))


def rules(text: str | None) -> Markup:
    """A rules text: one paragraph a line, symbols drawn."""
    lines = (text or "").split("\n")
    return Markup("").join(Markup("<p>{}</p>").format(symbols(str(escape(line)))) for line in lines)


def inline(text: str | None) -> Markup:
    """A text on one line, symbols drawn."""
    return symbols(str(escape(text or "")))


def snippet(html: str) -> Markup:
    """A snippet as search gives it: escaped already, matches marked."""
    return symbols(html.replace("\n", "<br>"))


def _badge(match: re.Match[str]) -> str:
    code = match[1].upper()
    halves = code.split("/")
    looks = "-".join(half.lower() for half in halves if half in COLORS or half in ("T", "Q"))
    shown = "/".join(halves) if len(halves) > 1 else code
    name = _NAMES.get(code) or _spoken(halves)
    look = f" mana-{looks}" if looks else ""
    wide = " mana-wide" if len(shown) > 2 else ""
    return (
        f'<span class="mana{look}{wide}" role="img" aria-label="{name}" title="{name}">'
        f"<i>{{</i>{shown}<i>}}</i></span>"
    )


def _spoken(halves: list[str]) -> str:
    if len(halves) == 1:
        return f"{halves[0]} generic mana" if halves[0].isdigit() else f"symbol {halves[0]}"
    parts = [
        COLORS[half].lower()
        if half in COLORS
        else {"P": "2 life", "C": "colorless"}.get(half, f"{half} generic")
        for half in halves
    ]
    return " or ".join(parts) + " mana"
