"""Whole words from grams: a gram is cut where counting cuts it, a word where its language does.

A gram grows where nearly all that have it go on alike, and loses what does not belong to a term:
particles, the verb that makes an action of a noun, words that stand everywhere. What is written
down here are particles and endings of a language, as its grammar has them, and no terms.
"""

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np

from rulings_db.terminology.alignment import Ints
from rulings_db.terminology.bitext import Bitext
from rulings_db.terminology.ngrams import LONGEST

# In what part of a sample of a gram's lines, and up to what length, it goes on alike.
_STAYS = 0.9
_STAYS_IN_CHINESE = 0.97
_SAMPLE = 60
_ENOUGH = 20
_LONGEST = 12
_OFTEN = 0.2
# Parts of a gram's score: of a word at its end that belongs to it, and of what stands for it all.
_EDGE = 0.25
_KEPT = 0.9
_SAME = 0.96
_MOST = 0.95
# What a score is worth with such words left, with fewer words than the term, and for a whole word.
_LOOSE = 0.9
_SHORT = 0.92
_COMPLETE = 1.07

_PARTICLES = "をにがはともへでの"
_KANJI = "\u3005\u3400-\u9fff"
_KATAKANA = "\u30a1-\u30fa\u30fc"
_HIRAGANA = "\u3041-\u3096"
_LEADING = re.compile(f"^[{_PARTICLES}]+(?=[{_KANJI}{_KATAKANA}])")
_TRAILING = re.compile(f"(?<=[{_KANJI}{_KATAKANA}])(?:[{_PARTICLES}]|から|まで)$")
_SURU = re.compile(f"(?<=[{_KANJI}]{{2}})(?:する?|し|され?る?|させる?|せ)$")
_DICTIONARY = "うくぐすつぬぶむる"
_COMPOUND = re.compile(f"[{_KANJI}]{{2}}$")
_KANA = re.compile(f"[{_KATAKANA}]")
_FUNCTION = "的你我他她它了为為个個到将將与與和从從在其由且则則若每位张張这這那该該此中时時"
_NOUN = re.compile(f"[{_KANJI}{_KATAKANA}{_HIRAGANA}]*[{_KANJI}{_KATAKANA}](?=に[{_KANJI}])")
_WORD = re.compile(f"[{_KANJI}{_KATAKANA}]|[{_HIRAGANA}](?<![{_PARTICLES}])")
_HAN = re.compile(f"[{_KANJI}]")
_INSIDE = re.compile(f"[{_HIRAGANA}]+(?:[^{_HIRAGANA}]|(?<=[をに]))|[{_PARTICLES}]?$")

_HANGUL = re.compile("[\uac00-\ud7a3]")
_REST = re.compile("[\uac00-\ud7a3]*")
_SAYS_SO = re.compile("(?<=[\uac00-\ud7a3]{2})(?:[을를]|한다|된다|시킨다)$")
_MAY_SAY_SO = re.compile(
    "(?<=[\uac00-\ud7a3]{2})(?:[이가은는의에로]|으로|에서|한|하|하고|하여|된|되|시킨|시키|시)$"
)
_ENDINGS = re.compile(
    "(?:[을를이가은는의에와과도만로들]|으로|에서|에게|하.*|한.*|된.*|되.*|됩.*|할.*|합.*)?$"
)

_OPENS = frozenset(".,;:!?•—―–-/\"'“”„«»‹›()*0123456789}")


def plain(text: str, code: str) -> str:
    """A line of a keyword action as the noun it says: what is done, without the verb for doing."""
    if code == "ja":
        text = text.split()[0] if text else text
        return _SURU.sub("", text.partition("を")[0] or text)
    return _SAYS_SO.sub("", text) if code == "ko" else text


class WholeWords:
    """Whole words for grams of the local side; what was found for one is remembered."""

    def __init__(self, bitext: Bitext) -> None:
        self._bitext = bitext
        self._code = bitext.local.code
        self._grown: dict[int, tuple[str, float]] = {}

    def of(self, gram: int, dice: float, evidence: "Evidence") -> Iterator[tuple[str, float]]:
        """The words that a gram with this score stands for, with scores; best first."""
        if not self._bitext.local.unspaced:
            yield from self._trimmed(gram, dice, evidence)
            return
        if gram not in self._grown:
            self._grown[gram] = self._grow(gram)
        text, weight = self._grown[gram]
        if self._code == "ja":
            cut = len("".join(self._bitext.local.terms_of(gram)))
            yield from self._japanese(text, cut, dice, evidence)
        elif self._code == "ko":
            yield from self._korean(text, dice, weight, evidence)
        else:
            yield text, dice

    def _sample(self, gram: int) -> list[str]:
        lines = self._bitext.local_lines(gram)
        step = max(len(lines) // _SAMPLE, 1)
        return [self._bitext.local.lines[line] for line in lines[::step].tolist()]

    def _grow(self, gram: int) -> tuple[str, float]:
        """The gram with what nearly always stands before and behind it, and its weight."""
        text = self._bitext.written(gram)
        lines = [line.lower() for line in self._sample(gram)]
        if self._code == "ko":
            return _korean_word(text, lines)
        if self._code == "ja":
            return _japanese_word(text, lines), 1.0
        return _chinese_word(text, lines), 1.0

    def _japanese(
        self, text: str, cut: int, dice: float, evidence: "Evidence"
    ) -> Iterator[tuple[str, float]]:
        pieces = [_bare(piece) for piece in text.split("を")]
        pieces = [piece for piece in pieces if piece]
        if len(pieces) > 1:
            text, dice = max(((p, evidence.dice(p) or 0.0) for p in pieces), key=lambda p: p[1])
        elif pieces:
            text = pieces[0]
            dice = dice if len(text) >= cut else evidence.dice(text) or dice
        if not _INSIDE.match(text):
            yield text, dice
        noun = _NOUN.match(text)
        if noun:
            alone = evidence.dice(noun[0]) or 0.0
            if alone >= _SAME * dice:
                yield noun[0], min(alone, dice)

    def _korean(
        self, text: str, dice: float, weight: float, evidence: "Evidence"
    ) -> Iterator[tuple[str, float]]:
        best, most = text, 0.0
        words = text.split(" ")
        for word in words if len(words) > 1 else ():
            value = evidence.dice(plain(word, "ko")) or 0.0
            if value > most:
                best, most = word, value
        if most < _MOST * dice:
            best, most = text, dice
        best = plain(best, "ko")
        shorter = _MAY_SAY_SO.sub("", best)
        if shorter != best and (len(shorter) > LONGEST or (evidence.dice(shorter) or 0.0) > most):
            best = shorter
        yield best, min(most * weight, 1.0)

    def _trimmed(self, gram: int, dice: float, evidence: "Evidence") -> Iterator[tuple[str, float]]:
        """Without the words at its ends that stand everywhere else too."""
        words = self._bitext.local.terms_of(gram)
        first, end = 0, len(words)
        score = dice
        while end - first > 1 and score >= _KEPT * dice:
            opening, closing = (evidence.dice_of([words[at]]) or 0.0 for at in (first, end - 1))
            if min(opening, closing) >= _EDGE * dice:
                break
            first, end = (first + 1, end) if opening < closing else (first, end - 1)
            score = evidence.dice_of(words[first:end]) or 0.0
        smaller = self._bitext.local.gram(words[first:end])
        if smaller is None or score < _KEPT * dice:
            yield self._bitext.written(gram), _LOOSE * dice
        elif end - first >= evidence.words:
            yield self._bitext.written(smaller), score if smaller != gram else dice
        elif smaller == gram:
            yield self._bitext.written(gram), _SHORT * dice
        else:
            yield self._bitext.written(gram), _LOOSE * dice

    def shown(self, text: str) -> str:
        """A translation as people write it: in small letters, but in German as texts have it
        inside sentences, or where it never stands there, as lines open with it."""
        local = self._bitext.local
        if self._code != "de":
            return text.lower()
        terms = local.cut(text)
        gram = next((g for n in (4, 3, 2, 1) if (g := local.gram(terms[:n])) is not None), None)
        if gram is None:
            return text
        wanted = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)
        inside: Counter[str] = Counter()
        opening: Counter[str] = Counter()
        for number in self._bitext.local_lines(gram).tolist():
            if inside.total() >= _ENOUGH:
                break
            line = local.lines[number]
            for found in wanted.finditer(line):
                before = line[: found.start()].rstrip()[-1:]
                (inside if before and before not in _OPENS else opening)[found[0]] += 1
        forms = inside or opening or Counter([text])
        return max(sorted(forms), key=forms.__getitem__)


class Evidence:
    """How well grams fit the local lines beside a term of so many words."""

    def __init__(self, words: int, bitext: Bitext, lines: Ints, grams: Ints, shared: Ints) -> None:
        self.words = words
        self._local = bitext.local
        self._lines = len(lines)
        self._grams = grams
        self._shared = shared

    def dice(self, text: str) -> float | None:
        """Of a text; None where it is no gram of the lines."""
        return self.dice_of(self._local.cut(text))

    def dice_of(self, terms: list[str]) -> float | None:
        """Of a run of terms."""
        gram = self._local.gram(terms)
        if gram is None:
            return None
        at = int(np.searchsorted(self._grams, gram))
        if at == len(self._grams) or self._grams[at] != gram:
            return None
        return 2 * float(self._shared[at]) / (self._lines + float(self._local.sizes[gram]))


def _beside(text: str, lines: list[str], before: bool) -> Counter[str]:
    """The characters that stand before or behind a text, "" for none."""
    found: Counter[str] = Counter()
    for line in lines:
        at = line.find(text)
        if at >= 0:
            found[line[max(at - 1, 0) : at] if before else line[at + len(text) :][:1]] += 1
    return found


def _next(text: str, lines: list[str], before: bool, stays: float = _STAYS) -> str:
    """The character that nearly always stands there, else ""."""
    found = _beside(text, lines, before)
    character, count = found.most_common(1)[0] if found else ("", 0)
    return character if count >= stays * found.total() else ""


def _chinese_word(text: str, lines: list[str]) -> str:
    """A Chinese gram as the word it is a part of."""
    inner = text.strip(_FUNCTION)
    text = inner if len(inner) > 1 else text
    for before in (True, False):
        while len(text) < _LONGEST:
            character = _next(text, lines, before, _STAYS_IN_CHINESE)
            if character in _FUNCTION or not _HAN.match(character):
                break
            text = character + text if before else text + character
    return text


def _japanese_word(text: str, lines: list[str]) -> str:
    """A Japanese gram as the word it is a part of."""
    while len(text) < _LONGEST and _HAN.match(text):
        whole = text
        while len(whole) < _LONGEST:
            character = _next(whole, lines, True)
            if not _WORD.match(character) or _KANA.match(character):
                break
            whole = character + whole
            if _HAN.match(character):
                break
        if whole == text or not _HAN.match(whole):
            break
        text = whole
    while len(text) < _LONGEST:
        character = _next(text, lines, False)
        if not _WORD.match(character) or _KANA.match(character):
            break
        text += character
    if _KANA.match(text[-1]) or _SURU.search(text):
        return text
    behind = _beside(text, lines, False)
    # A noun of two characters makes a verb by another one, "する".
    endings = _DICTIONARY.replace("す", "") if _COMPOUND.search(text) else _DICTIONARY
    ending = max(endings, key=behind.__getitem__)
    if text[-1] in _DICTIONARY or behind[ending] < _OFTEN * behind.total():
        return text
    return text + ending


def _bare(text: str) -> str:
    """A Japanese gram without particles at its ends and the verb that nouns take."""
    return _SURU.sub("", _TRAILING.sub("", _LEADING.sub("", text)))


def _korean_word(text: str, lines: list[str]) -> tuple[str, float]:
    """A Korean gram as the word it opens, and what that it is whole adds to its weight."""
    rests = Counter(
        _REST.match(line, at + len(text))[0]  # type: ignore[index]
        for line in lines
        if (at := line.find(text)) >= 0
    )
    complete = sum(n for rest, n in rests.items() if _ENDINGS.match(rest))
    if not rests or complete >= _OFTEN * rests.total():
        return text, _COMPLETE
    character = _next(text, lines, False)
    if _HANGUL.match(character):
        return _korean_word(text + character, lines)
    return text + max(sorted(rests), key=rests.__getitem__), 1.0
