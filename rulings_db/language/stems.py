"""The words of a language by stem, so that an inflected word finds its other forms.

A stem is made from the folded word (`rulings_db.language.fold`), the same for the index and for the
query: Snowball's, mended where it falls short of inflection in two ways. It strips suffixes that
make a new word ("manifestation", "Fluchsicherheit"): such words keep apart. And it does not know
vowels and consonants that change, prefixes and attached pronouns ("vuela", "sacrifíquelo",
"geopfert", "воплощает"): these are derived from the infinitives that a language's own texts have,
or from the infinitive that a query asks for, by the rules of `rulings_db.language.inflection`.
"""

import functools
import re
from collections.abc import Collection, Iterable, Iterator

import Stemmer

from ingest.languages import BY_CODE
from rulings_db.language.inflection import AGENTS, DERIVED, IRREGULAR, NOT_VERBS, PAIRS, VERBS
from rulings_db.language.tokenize import parts

_MIN_BASE = 3
# usar, иметь; but French "voir" would find "vous", and German "eben" "ebt".
_MIN_VERB = {"es": 2, "pt": 2, "it": 2, "ru": 2}
# Where a stem of so few letters joins unrelated words (comida, com), only number is taken off.
_SHORT = 3
_SHORT_STEMS = ("es", "pt", "it")

_DERIVED = {language: re.compile(pattern) for language, pattern in DERIVED.items()}

# Whether any change applies, and the changes.
_Step = tuple[re.Pattern[str], tuple[tuple[re.Pattern[str], str], ...]]
_Endings = frozenset[str]
_Rule = tuple[tuple[_Step, ...], _Endings, bool]
_Conjugation = tuple[re.Pattern[str], list[_Rule]]


@functools.cache
def _stemmer(name: str) -> Stemmer.Stemmer:
    # Its own cache costs more than it saves: every word of a vocabulary is asked once.
    return Stemmer.Stemmer(name, 0)


def _step(step: str) -> _Step:
    changes = [change.rpartition(">") for change in step.split()]
    any_change = re.compile("|".join(old for old, _, _ in changes))
    return any_change, tuple((re.compile(old), new) for old, _, new in changes)


@functools.cache
def _conjugations(language: str) -> tuple[_Conjugation, ...]:
    """The conjugations of a language by the ending of the infinitive."""
    found: dict[str, list[_Rule]] = {}
    for verbs in VERBS.get(language, ()):
        steps = tuple(_step(step) for step in verbs.changes)
        found.setdefault(verbs.infinitive, []).append((steps, verbs.endings, verbs.changed))
    return tuple((re.compile(ending), rules) for ending, rules in found.items())


@functools.cache
def _any_infinitive(language: str) -> re.Pattern[str]:
    return re.compile("|".join(verbs.infinitive for verbs in VERBS.get(language, ())) or "(?!)")


def stem(word: str, language: str) -> str | None:
    """The stem of `word` in `language` (our code); None where nothing stems it."""
    known = BY_CODE.get(language)
    if known is None or known.stemmer is None:
        return None
    if word in NOT_VERBS.get(language, ()):
        return word
    root: str = _stemmer(known.stemmer).stemWord(word)
    if len(root) <= _SHORT and language in _SHORT_STEMS:
        return word.removesuffix("s") if len(word) > _SHORT else word
    derived = _DERIVED[language].search(word)
    if not derived or derived.start() < _MIN_BASE:
        return root
    family = derived.lastindex or 0
    # Where Snowball leaves the suffix ("reveal"), the word is not made from another.
    return root if root.startswith(word[: derived.end(family)]) else f"{root}~{family}"


def word_forms(vocabulary: Collection[str], language: str) -> Iterator[tuple[str, str]]:
    """(stem, word) for every stem that a word of a vocabulary has in `language`; several where it
    is a form of a verb whose stem is another."""
    roots: dict[str, str] = {}
    for word in vocabulary:
        if word.isalpha():
            root = stem(word, language)
            if root is None:
                return
            roots[word] = root
    roots |= _agents(roots, language)
    yield from ((root, word) for word, root in roots.items())
    yield from _irregular(roots, language)
    yield from _pairs(roots, language)
    yield from _conjugated(roots, language)


def forms_of_infinitive(word: str, language: str) -> Iterator[str]:
    """Everything that may be a form of `word`, if it is an infinitive of `language`: for one that
    no text has, while texts have its forms. Most of them are no words at all."""
    if word not in NOT_VERBS.get(language, ()):
        for base, endings in _bases(word, language):
            yield from (base + ending for ending in endings)


def _bases(infinitive: str, language: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The forms that the base of an infinitive takes, each with what may follow it."""
    if not _any_infinitive(language).search(infinitive):
        return
    for ending, rules in _conjugations(language):
        found = ending.search(infinitive)
        if not found or found.start() < _MIN_VERB.get(language, _MIN_BASE):
            continue
        plain = infinitive[: found.start()]
        for steps, endings, changed in rules:
            bases = {plain}
            for any_change, changes in steps:
                changing = [base for base in bases if any_change.search(base)]
                bases |= {
                    old.sub(new, base)
                    for base in changing
                    for old, new in changes
                    if old.search(base)
                }
            if changed:
                bases.remove(plain)
            yield from ((base, endings) for base in bases)


def _conjugated(roots: dict[str, str], language: str) -> Iterator[tuple[str, str]]:
    """The forms of the verbs whose infinitive the vocabulary has."""
    verbs: dict[str, list[tuple[frozenset[str], str]]] = {}
    others = NOT_VERBS.get(language, ())
    for word, root in roots.items():
        if word in others:
            continue
        for base, endings in _bases(word, language):
            verbs.setdefault(base, []).append((endings, root))
    if not verbs:
        return
    longest = max(len(ending) for rule in VERBS[language] for ending in rule.endings)
    shortest = _MIN_VERB.get(language, _MIN_BASE)
    for word, root in roots.items():
        if word in others:
            continue
        end = len(word)
        found = {root}
        for at in range(max(end - longest, shortest), end + 1):
            for endings, other in verbs.get(word[:at], ()):
                if other not in found and word[at:] in endings:
                    found.add(other)
                    yield other, word


def _agents(roots: dict[str, str], language: str) -> dict[str, str]:
    """The stems of the words for who does what a verb says, where Snowball gives the verb's."""
    if language not in AGENTS:
        return {}
    pattern, needed = AGENTS[language]
    suffix = re.compile(pattern)
    agents = {}
    for word, root in roots.items():
        found = suffix.search(word)
        if found and found.start() > _MIN_BASE:
            base = word[: found.start()]
            bases = (base, base[:-1] if base[-2:-1] == base[-1:] else base + base[-1:])
            if any(
                all(form + ending in roots for ending in needed)
                and roots[form + needed[-1]] == root
                for form in bases
            ):
                agents[word] = f"{root}~er"
    return agents


def _irregular(roots: dict[str, str], language: str) -> Iterator[tuple[str, str]]:
    for line in re.split(r"[;\n]", IRREGULAR.get(language, "")):
        verb, *forms = line.split() or [""]
        root = stem(verb, language) or verb
        yield from ((root, form) for form in forms if form in roots and roots[form] != root)


def _pairs(roots: dict[str, str], language: str) -> Iterator[tuple[str, str]]:
    """The words of a vocabulary that differ in number and gender alone."""
    for ending, replacements, every in PAIRS.get(language, ()):
        suffix = re.compile(ending)
        for word, root in roots.items():
            found = suffix.search(word)
            if found and found.start() >= _MIN_BASE:
                others = [suffix.sub(replacement, word) for replacement in replacements]
                known = [other for other in others if other in roots]
                if len(known) == len(others) or not every:
                    yield from ((root, other) for other in known if roots[other] != root)


def number_forms(vocabulary: Iterable[str]) -> Iterator[tuple[str, str]]:
    """(number, term) for every power/toughness term of a vocabulary."""
    for word in vocabulary:
        for part in parts(word):
            yield part, word
