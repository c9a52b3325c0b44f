"""Which language a page of Gatherer speaks, where it does not say: by script, by the words for the
card types, then by the texts."""

import re

from ingest.detect import LATIN_LANGUAGES, detect
from ingest.languages import BY_CODE

_TYPES = {
    "de": "artefakt kreatur kreaturenzauber verzauberung hexerei spontanzauber land",
    "en": "artifact battle conspiracy creature dungeon enchantment instant interrupt land"
    " phenomenon plane scheme sorcery summon",
    "es": "artefacto criatura encantamiento conjuro instantáneo tierra",
    "fr": "artefact créature enchantement éphémère rituel terrain",
    "it": "artefatto creatura incantesimo istantaneo stregoneria terra",
    "pt": "artefato criatura encantamento feitiço instantânea terreno",
}
_OTHER_SCRIPTS = frozenset(BY_CODE) - frozenset(LATIN_LANGUAGES)


def find_page_language(type_line: str, texts: str) -> str | None:
    """The language of a card's type line and its other texts; None when nothing tells."""
    whole = f"{type_line}\n{texts}"
    found = detect(whole)
    if found is not None and found not in LATIN_LANGUAGES:
        return found
    words = set(re.findall(r"\w+", type_line.casefold()))
    offered = [code for code, types in _TYPES.items() if not words.isdisjoint(types.split())]
    if not offered:
        return found
    return offered[0] if len(offered) == 1 else detect(whole, offered)


def ruling_language(text: str, page_language: str) -> str:
    """The language of a ruling: English, as on the old site even localized pages have it, unless
    it is clearly in the page's language or in another script."""
    return detect(text, {"en", page_language} | _OTHER_SCRIPTS) or "en"


def chinese_script(texts: str) -> str | None:
    """Which Chinese a text is in, "zhs" or "zht"; None when nothing tells."""
    return detect(texts, ("zhs", "zht"))
