"""The words of a language by stem, so that an inflected word finds its other forms.

A stem is made from the folded word (`rulings_db.text.fold`), the same for the index and for the
query: Snowball's, mended where it falls short of inflection in two ways. It strips suffixes that
make a new word ("manifestation", "Fluchsicherheit"): such words keep apart. And it does not know
vowels and consonants that change, prefixes and attached pronouns ("vuela", "sacrifíquelo",
"geopfert", "воплощает"): these are derived from the infinitives that a language's own texts have,
by the rules below.
"""

import functools
import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

import Stemmer

from ingest.languages import BY_CODE
from rulings_db.text import parts

_MIN_BASE = 3

_ATTACHED = ("", "lo", "la", "los", "las", "le", "les", "se", "me", "te", "nos")


class Verbs(NamedTuple):
    """How the verbs of a language inflect, in folded letters.

    A verb is known by its `infinitives` endings; what is left is its base. `changes` are
    (pattern, replacement) pairs that give other forms of the base, `endings` what may follow it.
    """

    infinitives: tuple[str, ...]
    changes: tuple[tuple[str, str], ...]
    endings: frozenset[str]


def _endings(endings: str, attached: Iterable[str] = ("",)) -> frozenset[str]:
    return frozenset(ending + pronoun for ending in endings.split() for pronoun in attached)


VERBS = {
    # aufdecken: deckt, decktest, gedeckt, aufgedeckt; opfern: opfre
    "de": Verbs(
        ("en", "n"),
        (
            (r"^", "ge"),
            (r"^(ab|an|auf|aus|bei|ein|her|hin|los|mit|nach|um|vor|weg|zu|zuruck)", r"\1ge"),
            (r"e([lr])$", r"\1"),
        ),
        _endings("e t st et est te test ten tet ete eten ter tes tem eter etes etem en"),
    ),
    # volar: vuela; pedir: pide; sacrificar: sacrifique; lanzar: lance; pagar: pague
    "es": Verbs(
        ("ar", "er", "ir"),
        (
            (r"o([^aeiou]+)$", r"ue\1"),
            (r"e([^aeiou]+)$", r"ie\1"),
            (r"e([^aeiou]+)$", r"i\1"),
            (r"c$", "qu"),
            (r"z$", "c"),
            (r"g$", "gu"),
            (r"g$", "j"),
        ),
        _endings("a e o as es an en amos emos imos ado ada ados adas ido ida idos idas")
        | _endings("aron ieron aba aban ia ian ara aran iera ieran are era eran ire iran")
        | _endings("ar er ir a e o an en ad ed ando iendo", _ATTACHED),
    ),
    # manifestar: manifeste; sacrificar: sacrifique; lançar (folded: lancar): lance
    "pt": Verbs(
        ("ar", "er", "ir"),
        ((r"c$", "qu"), (r"g$", "gu"), (r"g$", "j"), (r"e([^aeiou]+)$", r"i\1")),
        _endings("a e o as es am em amos emos imos ado ada ados adas ido ida idos idas")
        | _endings("ou aram eram iram ava avam ia iam asse esse isse ar er ir arem erem irem")
        | _endings("ando endo indo ara era ira arao erao irao"),
    ),
    # sacrificare: sacrifichi; giocare: gioca
    "it": Verbs(
        ("are", "ere", "ire"),
        ((r"c$", "ch"), (r"g$", "gh")),
        _endings("a e o i ano ono iamo ate ete ite ato ata ati ate ito ita iti ite uto uta uti ute")
        | _endings(
            "isce isci iscono ando endo ava avano eva evano iva ivano asse esse isse era ra"
        ),
    ),
    # manifester: manifestée; détruire: détruit; mettre: mis stays out, it has no rule
    "fr": Verbs(
        ("er", "ir", "re", "oir"),
        ((r"g$", "ge"), (r"c$", "c")),
        _endings("e es ent ez ons ant ante ants antes ee ees s t it is issez issent issant")
        | _endings("i ie ies us u ue ues ait aient era erait ra rait a"),
    ),
    # воплотить: воплощает, воплощённый; отразить: отражает; ставить: ставлю
    "ru": Verbs(
        ("ить", "ать", "еть", "ять"),
        (
            (r"т$", "щ"),
            (r"т$", "ч"),
            (r"к$", "ч"),
            (r"д$", "ж"),
            (r"д$", "жд"),
            (r"з$", "ж"),
            (r"г$", "ж"),
            (r"с$", "ш"),
            (r"х$", "ш"),
            (r"ст$", "щ"),
            (r"ск$", "щ"),
            (r"([бпвмф])$", r"\1л"),
        ),
        _endings("у ю ит ят ат ут ют ет ем им ете ите ешь ишь и й йте ил ила ило или ив ал ала")
        | _endings("ало али ав ает ают аю аем ая яет яют ает ать ять ять ен ена ено ены")
        | _endings(
            "енн ающ авш ивш анн яющ",
            "ый ого ому ым ом ая ой ую ое ые ых ыми ий его ему им ем ее ие их ими".split(),
        ),
    ),
}

# Little words that only look like forms of a verb: "para" (for) is hardly ever from "parar".
_NOT_VERBS = frozenset(
    "para como este esta estas estos sobre entre contra ante cada toda todas todo todos "
    "una unas uno unos era eras come sono anche sans dans mais eine einen einer eines".split()
)

# Suffixes that Snowball strips though they make another word: what has one keeps to itself.
_DERIVED = {
    "en": re.compile(r"(ation|ment|ness|able|ible|ability|ity)s?$"),
    "de": re.compile(r"(heit|keit|ung|schaft)(en)?$"),
    "fr": re.compile(r"(ation|ite|ment|able)s?$"),
    "es": re.compile(r"(acion|idad|able|mente)(es|s)?$"),
    "pt": re.compile(r"(acao|acoes|idade|avel|mente)s?$"),
    "it": re.compile(r"(azion|bil|ment)[eio]$|(ita)$"),
    "ru": re.compile(r"(ост)(ь|и|ью|ям|ей)$"),
}


@functools.cache
def _stemmer(name: str) -> Stemmer.Stemmer:
    # Its own cache costs more than it saves: every word of a vocabulary is asked once.
    return Stemmer.Stemmer(name, 0)


def stem(word: str, language: str) -> str | None:
    """The stem of `word` in `language` (our code); None where nothing stems it."""
    known = BY_CODE.get(language)
    if known is None or known.stemmer is None:
        return None
    if word in _NOT_VERBS:
        return word
    root: str = _stemmer(known.stemmer).stemWord(word)
    derived = _DERIVED[language].search(word)
    if derived and len(word) - len(derived[0]) >= _MIN_BASE:
        suffix = next(group for group in derived.groups() if group)
        return f"{root}~{suffix}"
    return root


def word_forms(vocabulary: Collection[str], language: str) -> Iterator[tuple[str, str]]:
    """(stem, word) for every stem that a word of a vocabulary has in `language`; several where it
    is a form of a verb whose stem is another."""
    words = [word for word in vocabulary if word.isalpha()]
    verbs = VERBS.get(language)
    bases = _bases(words, verbs, language) if verbs else {}
    longest = max(map(len, verbs.endings)) if verbs else 0
    for word in words:
        root = stem(word, language)
        if root is None:
            return
        yield root, word
        if not verbs or word in _NOT_VERBS:
            continue
        end = len(word)
        for at in range(max(end - longest, _MIN_BASE), end + 1):
            base = word[:at]
            if base in bases and word[at:] in verbs.endings:
                yield from ((other, word) for other in bases[base] if other != root)


def _bases(words: Iterable[str], verbs: Verbs, language: str) -> dict[str, set[str]]:
    """The forms that the bases of a vocabulary's verbs take, each with the verbs' stems."""
    bases: dict[str, set[str]] = {}
    for word in words:
        for ending in verbs.infinitives:
            base = word.removesuffix(ending)
            if base == word or len(base) < _MIN_BASE:
                continue
            root = stem(word, language)
            changed = {re.sub(old, new, base) for old, new in verbs.changes}
            twice = {re.sub(old, new, form) for form in changed for old, new in verbs.changes}
            for form in {base, *changed, *twice}:
                if root is not None:
                    bases.setdefault(form, set()).add(root)
    return bases


def number_forms(vocabulary: Iterable[str]) -> Iterator[tuple[str, str]]:
    """(number, term) for every power/toughness term of a vocabulary."""
    for word in vocabulary:
        for part in parts(word):
            yield part, word
