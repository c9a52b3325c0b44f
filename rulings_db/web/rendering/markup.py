"""Texts as HTML: escaped, symbols drawn, the language said, and changes marked."""

from collections.abc import Iterable

from markupsafe import Markup, escape

from ingest.languages import BY_CODE, Language, unknown_language
from rulings_db.catalog.differences import Piece
from rulings_db.notices import N_
from rulings_db.web.rendering import interface_language
from rulings_db.web.rendering.symbols import drawn

COLORS = {"W": N_("White"), "U": N_("Blue"), "B": N_("Black"), "R": N_("Red"), "G": N_("Green")}
ISSUERS = {"wotc": "Wizards of the Coast", "scryfall": "Scryfall"}
KINDS = {"card": N_("Cards"), "ruling": N_("Rulings")}

_STATUSES = {
    "mixed": N_("text in two languages"),
    "correction": N_("correction"),
    "replaced": N_("replaced by a correction"),
    "untranslated": N_("not translated"),
}
_CHANGES = {"old": ("del", N_("left out:")), "new": ("ins", N_("new:"))}


def language(code: str) -> Language:
    """The language of a code, one that nobody knows too."""
    return BY_CODE.get(code) or unknown_language(code)


def issuer(name: str) -> str:
    """Who made a ruling, as people call them."""
    return ISSUERS.get(name, name)


def status(name: str) -> str:
    """What the status of a text means; one that nobody knows as it is."""
    return interface_language.gettext(_STATUSES[name]) if name in _STATUSES else name


def rules(text: str | None) -> Markup:
    """A rules text: one paragraph a line, symbols drawn."""
    return _paragraphs(drawn(str(escape(text or ""))))


def inline(text: str | None) -> Markup:
    """A text on one line, symbols drawn."""
    return drawn(str(escape(text or "")))


def snippet(html: str) -> Markup:
    """A snippet as search gives it: escaped already, matches marked."""
    return drawn(html.replace("\n", "<br>"))


def changed(pieces: Iterable[Piece]) -> Markup:
    """A rules text with what was left out and what is new, one paragraph a line. A mark ends with
    its line."""
    return _paragraphs(marked(pieces))


def marked(pieces: Iterable[Piece]) -> Markup:
    """A text with what was left out and what is new, each said to those who cannot see the
    marks."""
    return Markup("").join(_marked(piece) for piece in pieces)


def _marked(piece: Piece) -> Markup:
    if piece.kind == "same":
        return drawn(str(escape(piece.text)))
    return Markup("\n").join(_change(piece.kind, line) for line in piece.text.split("\n"))


def _change(kind: str, line: str) -> Markup:
    """A line with its words marked, and the spaces around them not."""
    words = line.strip()
    if not words:
        return escape(line)
    tag, said = _CHANGES[kind]
    before, after = line.split(words)
    return Markup(
        '{}<{}><span class="unseen" lang="{}">[{} </span>{}<span class="unseen">]</span></{}>{}'
    ).format(
        before,
        tag,
        interface_language.current().tag,
        interface_language.gettext(said),
        drawn(str(escape(words))),
        tag,
        after,
    )


def _paragraphs(html: Markup) -> Markup:
    return Markup("").join(Markup("<p>{}</p>").format(line) for line in html.split("\n"))
