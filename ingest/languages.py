"""The one language table: our code, its BCP 47 tag, script, direction and what others call it.

Our codes are Scryfall's. Everything that names a language (a file, a query, a page) goes through
`find_language`; a code nobody knows passes through as it came and gets a row of its own.
"""

from typing import NamedTuple


class Language(NamedTuple):
    """One language: `code` ours, `tag` BCP 47, `stemmer` the Snowball name or None, `names` all
    other names it goes by, folded to lower case (MTGJSON, Gatherer, printings, native)."""

    code: str
    tag: str
    name: str
    native: str
    script: str
    direction: str
    stemmer: str | None
    names: tuple[str, ...]


LANGUAGES = (
    Language("en", "en", "English", "English", "Latn", "ltr", "english", ("en-us", "eng")),
    Language("de", "de", "German", "Deutsch", "Latn", "ltr", "german", ("de-de", "ger", "deu")),
    Language("es", "es", "Spanish", "Español", "Latn", "ltr", "spanish", ("es-es", "sp", "spa")),
    Language("fr", "fr", "French", "Français", "Latn", "ltr", "french", ("fr-fr", "fra", "fre")),
    Language("it", "it", "Italian", "Italiano", "Latn", "ltr", "italian", ("it-it", "ita")),
    Language(
        "pt",
        "pt-BR",
        "Portuguese (Brazil)",
        "Português",
        "Latn",
        "ltr",
        "portuguese",
        ("pt-br", "portuguese", "por", "português (brasil)"),
    ),
    Language("ru", "ru", "Russian", "Русский", "Cyrl", "ltr", "russian", ("ru-ru", "rus")),
    Language("ja", "ja", "Japanese", "日本語", "Jpan", "ltr", None, ("ja-jp", "jp", "jpn")),
    Language("ko", "ko", "Korean", "한국어", "Kore", "ltr", None, ("ko-kr", "ko-ko", "kr", "kor")),
    Language("he", "he", "Hebrew", "עברית", "Hebr", "rtl", None, ("heb",)),
    Language("la", "la", "Latin", "Latina", "Latn", "ltr", None, ("lat",)),
    Language(
        "grc", "grc", "Ancient Greek", "Ἀρχαία Ἑλληνική", "Grek", "ltr", None, ("greek", "gr")
    ),
    Language("ar", "ar", "Arabic", "العربية", "Arab", "rtl", None, ("ara",)),
    Language("sa", "sa", "Sanskrit", "संस्कृतम्", "Deva", "ltr", None, ("san",)),
    Language("qya", "qya", "Quenya", "Quenya", "Latn", "ltr", None, ()),
    Language("ph", "art-x-phyrexn", "Phyrexian", "Phyrexian", "Zxxx", "ltr", None, ("px",)),
    Language("dw", "art-x-dwarvish", "Dwarvish", "Dwarvish", "Zxxx", "ltr", None, ()),
    Language(
        "zhs",
        "zh-Hans",
        "Chinese Simplified",
        "简体中文",
        "Hans",
        "ltr",
        None,
        (
            "zh-cn",
            "cs",
            "cn",
            "simplified chinese",
            "chinese (simplified)",
            "zh",
            "chinese",
            "中文",
        ),
    ),
    Language(
        "zht",
        "zh-Hant",
        "Chinese Traditional",
        "繁體中文",
        "Hant",
        "ltr",
        None,
        ("zh-tw", "zh-hk", "zh-mo", "ct", "tw", "traditional chinese", "chinese (traditional)"),
    ),
)

BY_CODE = {language.code: language for language in LANGUAGES}

_BY_NAME = {
    name.casefold(): language
    for language in LANGUAGES
    for name in (
        *language.names,
        language.tag,
        language.name,
        language.native,
        language.code,
    )
}


def find_language(name: str) -> Language | None:
    """The language that `name` means: a code of ours, a BCP 47 tag, an English or native name, or
    a code seen on printings; None when nobody knows it."""
    return _BY_NAME.get(name.strip().replace("_", "-").casefold())


def language_code(name: str) -> str:
    """Our code for `name`, or `name` itself in lower case when it is not in the table."""
    language = find_language(name)
    return language.code if language else name.strip().casefold()


def unknown_language(code: str) -> Language:
    """A row for a language that is not in the table: its code stands for all it is called."""
    return Language(code, "und", code, code, "Zyyy", "ltr", None, ())
