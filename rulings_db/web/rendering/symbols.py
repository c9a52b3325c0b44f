"""The symbols of the game: which there are, how each is drawn, and what it is called aloud.

A symbol is drawn by classes of style.css over its own text, braces included but unseen, so that a
text can be copied as it is. A symbol that is not known stays text.
"""

import re
from typing import NamedTuple

from markupsafe import Markup, escape

from rulings_db.notices import N_
from rulings_db.web.rendering.interface_language import current, gettext, ngettext

_SYMBOL = re.compile(r"\{([A-Za-z0-9½∞]{1,7}(?:/[A-Za-z0-9]{1,2}){0,2})\}")
_COST = re.compile(rf"(?:{_SYMBOL.pattern}){{1,8}}")
"""As many symbols in a row as fit on the smallest screen."""

_NAMES = {
    "W": N_("one white mana"),
    "U": N_("one blue mana"),
    "B": N_("one black mana"),
    "R": N_("one red mana"),
    "G": N_("one green mana"),
    "C": N_("one colorless mana"),
    "S": N_("one snow mana"),
    "P": N_("one Phyrexian mana"),
    "T": N_("tap"),
    "Q": N_("untap"),
    "E": N_("energy"),
    "CHAOS": N_("chaos"),
    "TK": N_("ticket"),
    "A": N_("acorn"),
}
_HALF_MANA = {
    "HW": N_("half a white mana"),
    "HU": N_("half a blue mana"),
    "HB": N_("half a black mana"),
    "HR": N_("half a red mana"),
    "HG": N_("half a green mana"),
}
_WRITTEN = {
    "X": N_("X mana"),
    "Y": N_("Y mana"),
    "Z": N_("Z mana"),
    "½": N_("half a mana"),
    "∞": N_("infinite mana"),
}
_PARTS = {
    "W": N_("white"),
    "U": N_("blue"),
    "B": N_("black"),
    "R": N_("red"),
    "G": N_("green"),
    "C": N_("colorless"),
    "P": N_("2 life"),
    "2": N_("two"),
}
_SPLIT = re.compile("[WUBRGC2]/[WUBRGP]|[WUBRG]/[WUBRG]/P")
_UNPARTED = re.compile("([WUBRGP2])([WUBRGP])")
"""Symbols of printed texts are without the slash, and have Phyrexian mana the other way round."""


class _Symbol(NamedTuple):
    """How a symbol is drawn, the classes it has, its name, and whether its text is seen."""

    classes: str
    name: str
    written: bool = False


def drawn(html: str) -> Markup:
    """Escaped HTML with its symbols ({2}, {G}, {T}, {W/U}) drawn, those of a cost on one line."""
    return Markup(_COST.sub(_badges, html))


def _badges(match: re.Match[str]) -> str:
    symbols = _SYMBOL.findall(match[0])
    badges = [_badge(code) for code in symbols]
    if len(badges) == 1 or None in badges:
        return "".join(badge or f"{{{code}}}" for badge, code in zip(badges, symbols, strict=True))
    return f'<span class="cost">{"".join(filter(None, badges))}</span>'


def _badge(code: str) -> str | None:
    symbol = _read(code.upper())
    if symbol is None:
        return None
    name = escape(symbol.name)
    text = f"<i>{{</i>{code}<i>}}</i>" if symbol.written else f"<i>{{{code}}}</i>"
    return (
        f'<span class="mana {symbol.classes}" lang="{current().tag}" role="img"'
        f' aria-label="{name}" title="{name}">{text}</span>'
    )


def _read(code: str) -> _Symbol | None:
    if code in _NAMES:
        return _Symbol(f"mana-drawn mana-{code.lower()}", gettext(_NAMES[code]))
    if code in _HALF_MANA:
        classes = f"mana-drawn mana-half mana-{code[1].lower()}"
        return _Symbol(classes, gettext(_HALF_MANA[code]))
    if code in _WRITTEN:
        return _Symbol("mana-written", gettext(_WRITTEN[code]), True)
    if code.isdecimal():
        name = ngettext("%(num)s generic mana", "%(num)s generic mana", int(code))
        return _Symbol("mana-written" + (" mana-wide" if len(code) > 1 else ""), name, True)
    unparted = _UNPARTED.fullmatch(code)
    if unparted:
        first, second = unparted.groups()
        code = f"{second}/{first}" if first == "P" else f"{first}/{second}"
    return _split(code.split("/")) if _SPLIT.fullmatch(code) else None


def _split(parts: list[str]) -> _Symbol:
    names = [gettext(_PARTS[part]) for part in parts]
    if len(parts) == 3:
        first, second, third = names
        values = {"first": first, "second": second, "third": third}
        name = gettext("%(first)s or %(second)s or %(third)s", **values)
    else:
        name = gettext("%(first)s or %(second)s", first=names[0], second=names[1])
    looks = (
        f"mana-{side}-{part.lower()}"
        for side, part in zip(("one", "two", "three"), parts, strict=False)
    )
    return _Symbol(f"mana-split {' '.join(looks)}", name)
