"""The interface in the language of its reader: texts, numbers and words of the game.

Messages are English in the code and the templates; their translations are the catalogues in
`locale`, read when first asked for. `speaking` sets the language for one request; what is called in
another thread (`rulings_db.web.serving.databases.read`) speaks English.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any, NamedTuple

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent
from babel.support import NullTranslations, Translations
from jinja2 import Environment
from markupsafe import Markup

from ingest.languages import BY_CODE, Language
from rulings_db.notices import POINTER, Notice

LANGUAGES = tuple(
    BY_CODE[code] for code in ("de", "en", "es", "fr", "it", "pt", "ru", "ja", "ko", "zhs", "zht")
)
"""The languages that the interface speaks."""

ENGLISH = BY_CODE["en"]


class Interface(NamedTuple):
    """How the interface speaks: its language, and English terms of the game, in lower case, in
    that language."""

    language: Language
    words: Mapping[str, str]


_DEFAULT = Interface(ENGLISH, {})
_CURRENT: ContextVar[Interface] = ContextVar("interface", default=_DEFAULT)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Within it, all functions here speak `language`."""
    before = _CURRENT.set(Interface(language, {}))
    try:
        yield
    finally:
        _CURRENT.reset(before)


def learn(words: Mapping[str, str]) -> None:
    """Within `speaking`: let it know the `words` of the game in its language."""
    _CURRENT.set(_CURRENT.get()._replace(words=words))


def current() -> Language:
    """The language that the interface speaks now."""
    return _CURRENT.get().language


# Messages. A "%" in one is written "%%".


def gettext(message: str, **values: Any) -> str:
    """A message with what stands in its `%(name)s` places."""
    return _translations(current().tag).gettext(message) % values


def ngettext(one: str, many: str, num: int, **values: Any) -> str:
    """A message for a number, which it may show as `%(num)s`."""
    message = _translations(current().tag).ngettext(one, many, num)
    return message % ({"num": number(num)} | values)


def notice(told: Notice) -> str:
    """A notice of the search, as a sentence of its own."""
    said = gettext(told.message, **told.values)
    place = "" if told.at is None else gettext(POINTER, place=told.at)
    return capitalized(said + place)


@cache
def _translations(tag: str) -> NullTranslations:
    if tag == ENGLISH.tag:
        return NullTranslations()
    name = tag.replace("-", "_")
    path = files("rulings_db.web").joinpath("locale", f"{name}.po")
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(path.read_bytes()), locale=name))
    compiled.seek(0)
    return Translations(compiled)


# Numbers and names


def number(value: float) -> str:
    """A number as the language writes it."""
    return _number(value, current().tag)


@lru_cache(10_000)
def _number(value: float, tag: str) -> str:
    return format_decimal(value, locale=_locale(tag))


def percent(share: float) -> str:
    """A share of one in per cent."""
    return format_percent(share, locale=_locale(current().tag))


def language_name(language: Language) -> str:
    """What a language is called in the language of the interface; where that is not known, what
    our table calls it."""
    names = _locale(current().tag).languages
    tag = language.tag.replace("-", "_")
    known = names.get(tag) or names.get(tag.partition("_")[0])
    return str(known) if known and tag != "und" else language.name


@cache
def _locale(tag: str) -> Locale:
    return Locale.parse(tag, sep="-")


# Words of the game


class Spoken(NamedTuple):
    """A word of the game and the BCP 47 tag of the language it is in."""

    text: str
    tag: str


def spoken(english: str) -> Spoken:
    """What an English term of the game is called in the language of the interface: the word of the
    glossary where that is sure, else the English one."""
    interface = _CURRENT.get()
    translated = interface.words.get(english.lower())
    if translated is None:
        return Spoken(english, ENGLISH.tag)
    return Spoken(capitalized(translated) if english[:1].isupper() else translated, current().tag)


def capitalized(text: str) -> str:
    """`text` as what stands by itself."""
    return text[:1].upper() + text[1:]


# Templates


def install(environment: Environment) -> None:
    """Give templates `_`, `ngettext` and `{% trans %}`. Messages are HTML there, and
    what is put into them is escaped."""
    environment.add_extension("jinja2.ext.i18n")
    environment.policies["ext.i18n.trimmed"] = True
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.globals.update(gettext=_html_gettext, ngettext=_html_ngettext)


def _html_gettext(message: str, **values: Any) -> Markup:
    return Markup(_translations(current().tag).gettext(message)) % values


def _html_ngettext(one: str, many: str, num: int, **values: Any) -> Markup:
    message = _translations(current().tag).ngettext(one, many, num)
    return Markup(message) % ({"num": number(num)} | values)


def helpers() -> dict[str, Any]:
    """What the templates of our pages are given."""
    return {
        "interface": current(),
        "name_of": language_name,
        "notice": notice,
        "number": number,
        "percent": percent,
        "spoken": spoken,
    }
