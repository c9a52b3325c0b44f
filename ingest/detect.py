"""Which language is a text written in? Script first; langdetect only among Latin languages.

`detect` answers one code or None, `probabilities` all that come into question, `is_mixed` whether
one text speaks two languages. Han characters alone are weighed by which of Simplified Chinese,
Traditional Chinese and Japanese still writes them, as the OpenCC tables have it; short ones often
belong to several, and then `detect` says None rather than guess.
"""

import functools
import re
from collections import Counter
from collections.abc import Collection, Iterator
from importlib import resources
from typing import Any

import opencc
from langdetect import DetectorFactory, LangDetectException

LATIN_LANGUAGES = ("de", "en", "es", "fr", "it", "pt")

_BY_SCRIPT = {"Cyrl": "ru", "Hang": "ko", "Hebr": "he", "Arab": "ar", "Grek": "grc", "Deva": "sa"}
_SCRIPTS = {
    "Latn": r"A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff",
    "Cyrl": r"\u0400-\u052f",
    # Not the middle dot and the long mark: both also stand in Chinese and in decorations.
    "Kana": r"\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff\uff66-\uff9d",
    "Hani": r"\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
    "Hang": r"\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3",
    "Hebr": r"\u0590-\u05ff",
    "Arab": r"\u0600-\u06ff\u0750-\u077f",
    "Grek": r"\u0370-\u03ff\u1f00-\u1fff",
    "Deva": r"\u0900-\u097f",
}
_LETTERS = re.compile("|".join(f"(?P<{name}>[{range_}]+)" for name, range_ in _SCRIPTS.items()))
_WEIGHT = {"Hani": 3, "Kana": 3, "Hang": 3}  # how many Latin letters one of them stands for

# Words of rules text that are frequent in one of the six languages and strange to the other five.
_FUNCTION_WORDS = {
    "de": "der das des und du ein eine einen einer eines einem nicht wenn wird werden den dem sie "
    "zu zum auf dein deine deiner deinem deinen oder von für mit bis falls kann kannst diese "
    "dieser diesem wahl ins aus ende spiel kreatur karte karten zuges zug als dann hat unter "
    "nur jede jeder immer kommt zauberspruch bringe lege ziehe opfere gegner fähigkeit erhält "
    "ist",
    "en": "the of and you your its it's is are be that this with if when would by can can't from "
    "target whenever doesn't don't it to may was those their have has not until only any each "
    "other then spell creature creatures ability battlefield turn enters cast put graveyard "
    "life draw still them they there than must which at on",
    "es": "el los y pon tu tus cuando esta puedes puede hasta las daño maná juego campo hechizo "
    "hechizos cualquier jugador carta cartas criatura boca batalla habilidad habilidades "
    "siempre controlas cementerio obtiene biblioteca luego hace más coste cantidad lanzar "
    "regresa mientras fuera sin otro otra ningún debes también ese eso pero",
    "fr": "des du et est vous votre vos dans pour au aux cette ces ce qui à créature sur jusqu'à "
    "n'est pas ou chaque sort avec champ bataille tour une contrôlez pouvez quand carte "
    "cartes mettez joueur cimetière bibliothèque fin peut lancer gagnez autre coût puis être "
    "elle moins l'adversaire d'une qu'une sa dessus",
    "it": "il della delle dei del gli di nel ogni tuo tua tuoi tue quando è sul puoi può questa "
    "questo alla dal dalla bersaglio fino magia creatura creature carta nella campo battaglia "
    "che controlli ogniqualvolta metti cimitero giocatore infligge grimorio poi essere "
    "abilità costo lanciare ha sono oppure anche più deve pagare",
    "pt": "uma você seu seus suas até ao em não quando na pode mágica mágicas alvo criatura com "
    "ou batalha jogador cemitério coloque dano conjurar ela ele isso custo entrar qualquer "
    "depois neste desta habilidade seja tiver são também esta",
}
_LANGUAGE_OF_WORD: dict[str, str | None] = {}
for _code, _listed in _FUNCTION_WORDS.items():
    for _listed_word in _listed.split():
        _known = _LANGUAGE_OF_WORD.get(_listed_word, _code)
        _LANGUAGE_OF_WORD[_listed_word] = _code if _known == _code else None

_WORD = re.compile(rf"[{_SCRIPTS['Latn']}]+(?:['’][{_SCRIPTS['Latn']}]+)*")
_NAME = re.compile(r"[A-ZÀ-ÖØ-Þ]")
_IN_NAMES = {
    *("of", "the", "and", "a", "an", "to", "in", "from", "for", "at", "on", "by", "with", "or"),
    *("into", "as", "de", "del", "la", "las", "los", "le", "les", "el", "du", "des", "di", "da"),
    *("do", "della", "dei", "degli", "das", "dos", "von", "der", "den", "dem", "und", "zu"),
    *("zum", "im", "y", "e", "et"),
}
_CYRILLIC_WORD = re.compile(rf"(?<![{_SCRIPTS['Cyrl']}])[а-яё]+")
_PIECE = re.compile(r"[^()（）.!?。！？;:\n]+")
_SYMBOL = re.compile(r"\{[^{}\s]*\}")
# Words in lower case that make a phrase: no name and no keyword has as many.
_LATIN_PHRASE = 4
_CYRILLIC_PHRASE = 2
_OTHER_PHRASE = 16  # characters


def detect(text: str, candidates: Collection[str] | None = None) -> str | None:
    """The language of `text`, our code; among `candidates` where they are given. None when nothing
    in the text tells, or when two languages are about as likely."""
    ranked = probabilities(text, candidates)
    best = next(iter(ranked), None)
    return best if best is not None and ranked[best] >= 0.6 else None


def probabilities(text: str, candidates: Collection[str] | None = None) -> dict[str, float]:
    """Every language `text` may be in and how likely, summing to 1, likeliest first; empty when it
    has no letters or its script fits none of the candidates."""
    text = _SYMBOL.sub(" ", text)
    amounts = _scripts(text)
    cjk = amounts["Hani"] + amounts["Kana"]
    kana = amounts["Kana"]
    del amounts["Hani"], amounts["Kana"]
    if cjk and cjk >= max(amounts.values(), default=0):
        # A kana or two among many Han characters is a Chinese text with a Japanese word in it.
        weights = {"ja": 1.0} if kana * 20 > cjk else _han(text)
    elif not amounts:
        return {}
    elif (script := amounts.most_common(1)[0][0]) == "Latn":
        return _latin(text, LATIN_LANGUAGES if candidates is None else candidates)
    else:
        weights = {_BY_SCRIPT[script]: 1.0}
    return _normalize(weights, candidates)


def function_words(text: str) -> Counter[str]:
    """How many words in `text` are typical of each Latin language and strange to the others."""
    found = (_LANGUAGE_OF_WORD.get(word) for word in _words(text.casefold()))
    return Counter(code for code in found if code)


def is_mixed(text: str) -> bool:
    """Whether `text` has whole phrases in two languages. Names ("Fate Reforged", "Aminatou the
    Fateshifter"), symbols and single foreign words do not make a text mixed."""
    text = _SYMBOL.sub(" ", text)
    phrases: dict[str, list[str]] = {}
    for piece in _PIECE.findall(text):
        for script, run in _runs(piece):
            phrases.setdefault(script, []).append(run)
    latin = [run for run in phrases.pop("Latn", []) if _is_latin_phrase(run)]
    # A phrase inside a sentence cuts that in two; so the other scripts are judged by all they have.
    others = sum(_is_phrase(script, " ".join(runs)) for script, runs in phrases.items())
    return others + bool(latin) > 1 or _is_mixed_latin(latin)


def _scripts(text: str) -> Counter[str]:
    """How much of `text` each script has, in Latin letters."""
    amounts: Counter[str] = Counter()
    for match in _LETTERS.finditer(text):
        name = match.lastgroup or ""
        amounts[name] += len(match[0]) * _WEIGHT.get(name, 1)
    return amounts


def _writing(script: str) -> str:
    """`script`, with Han and kana taken as one."""
    return "Jpan" if script in ("Hani", "Kana") else script


def _normalize(
    weights: dict[str, float], candidates: Collection[str] | None = None
) -> dict[str, float]:
    """`weights` among `candidates` made to sum to 1, largest first."""
    kept = {k: v for k, v in weights.items() if v > 0 and (candidates is None or k in candidates)}
    total = sum(kept.values())
    return {k: kept[k] / total for k in sorted(kept, key=lambda k: (-kept[k], k))}


# Han characters


@functools.cache
def _converter(direction: str) -> Any:
    return opencc.OpenCC(direction)


@functools.lru_cache(maxsize=20_000)
def _writers(character: str) -> tuple[bool, bool, bool]:
    """Whether Simplified Chinese, Traditional Chinese and Japanese write this Han character."""

    def changed(direction: str) -> bool:
        return bool(_converter(direction).convert(character) != character)

    traditional = changed("t2s")
    # A character that Japan alone has simplified is unknown to both Chinese tables.
    japanese_only = changed("jp2t") and not changed("s2t") and not traditional
    simplified = changed("s2t") and not traditional
    return (
        not traditional and not japanese_only,
        not simplified and not japanese_only,
        not changed("t2jp") and (not simplified or changed("jp2t")),
    )


def _han(text: str) -> dict[str, float]:
    """Weights for a text in Han characters without kana, by the characters a language lacks. The
    longer it is the less it is Japanese, which has no sentence without kana."""
    characters = [c for match in _LETTERS.finditer(text) if match["Hani"] for c in match[0]]
    lacks = [0, 0, 0]
    for character in characters:
        for language, writes in enumerate(_writers(character)):
            lacks[language] += not writes
    least = min(lacks)
    zhs, zht, ja = (0.05 ** min(lack - least, 50) for lack in lacks)
    return {"zhs": zhs, "zht": zht, "ja": ja * 0.8 ** min(len(characters) - 1, 100)}


# Latin letters


@functools.cache
def _factory() -> Any:
    """A langdetect that knows the six Latin languages only: surer and faster than with all 55."""
    DetectorFactory.seed = 0
    factory = DetectorFactory()
    profiles = resources.files("langdetect") / "profiles"
    factory.load_json_profile(
        [(profiles / code).read_text(encoding="utf-8") for code in LATIN_LANGUAGES]
    )
    return factory


def _latin(text: str, candidates: Collection[str]) -> dict[str, float]:
    # langdetect looks at a sample of the text and is too sure of short ones; words set that right.
    offered = [code for code in LATIN_LANGUAGES if code in candidates]
    if not offered:
        return {}
    detector = _factory().create()
    detector.set_prior_map(dict.fromkeys(offered, 1.0))
    detector.append(text.casefold() if text.isupper() else text)
    try:
        detector.get_probabilities()
    except LangDetectException:
        return {}
    guessed = dict(zip(detector.langlist, detector.langprob, strict=True))
    words = function_words(text)
    weights = {code: (guessed[code] + 0.01) * 20 ** min(words[code], 20) for code in offered}
    return _normalize(weights)


# Mixed texts


def _words(text: str) -> list[str]:
    return _WORD.findall(text.replace("’", "'"))


def _lower_case_words(text: str) -> list[str]:
    """The Latin words of `text` that are no part of a name: neither capitalized nor a small word
    between two that are."""
    words = _words(text)
    own = []
    for place, word in enumerate(words):
        if _NAME.match(word):
            continue
        if word in _IN_NAMES:
            before = next(
                (w for w in reversed(words[max(0, place - 4) : place]) if w not in _IN_NAMES), ""
            )
            after = next((w for w in words[place + 1 : place + 5] if w not in _IN_NAMES), "")
            if _NAME.match(before) and _NAME.match(after):
                continue
        own.append(word)
    return own


def _is_latin_phrase(run: str) -> bool:
    return len(_lower_case_words(run)) >= _LATIN_PHRASE


def _is_phrase(script: str, runs: str) -> bool:
    """Whether all that a text has of another script than Latin is more than names."""
    if script == "Cyrl":
        return len(_CYRILLIC_WORD.findall(runs)) >= _CYRILLIC_PHRASE
    return sum(map(str.isalpha, runs)) >= _OTHER_PHRASE


def _runs(piece: str) -> Iterator[tuple[str, str]]:
    """`piece` cut where the script changes."""
    start, current = 0, ""
    for match in _LETTERS.finditer(piece):
        script = _writing(match.lastgroup or "")
        if script != current:
            if current:
                yield current, piece[start : match.start()]
            start, current = match.start(), script
    if current:
        yield current, piece[start:]


def _is_mixed_latin(phrases: list[str]) -> bool:
    """Whether two phrases are in two Latin languages beyond doubt: by their function words, and
    langdetect agrees."""
    said: dict[str, list[str]] = {}
    counts: Counter[str] = Counter()
    for phrase in phrases:
        words = " ".join(_lower_case_words(phrase))
        found = function_words(words).most_common(2)
        if found and found[0][1] >= 2 and (len(found) == 1 or found[0][1] >= 4 * found[1][1]):
            said.setdefault(found[0][0], []).append(words)
            counts[found[0][0]] += found[0][1]
    sure = [code for code, count in counts.items() if count >= 3]
    return len(sure) > 1 and all(
        detect(". ".join(said[code]), LATIN_LANGUAGES) == code for code in sure
    )
