"""Tokens: folded text cut into the terms of the index, one piece of code for what is indexed and
what is asked.

Spaced scripts give words, symbols (`{t}`) and power/toughness (`2/2`) one term each; Chinese,
Japanese and Korean give single characters, queried as phrases, each run of them opened by the term
`BREAK`, so that no phrase reaches over a space or a full stop. `spans` leads from terms back to
places in the text as it came.
"""

import functools
import re

from rulings_db.language.fold import CJK_CHARACTER, CJK_RUN, KATAKANA, fold, fold_cjk

BREAK = "|"

# Text is cut into pieces first: runs of CJK characters (half-width and decomposed too), and what
# stands between white space and them. Each piece is folded and cut into terms by itself.
_UNBROKEN = rf"(?:[{CJK_RUN}]|(?<=[{KATAKANA}])・(?=[{KATAKANA}]))+"
_PIECE = re.compile(rf"{_UNBROKEN}|[^\s{CJK_RUN}]+")
_TERM = re.compile(
    r"\{[^{}\s]{1,9}\}"
    r"|(?<![0-9/+*-])[+-]?[0-9*]+/[+-]?[0-9*]+(?![0-9/*])"
    r"|(?<![0-9a-z/+*-])[+-]?[0-9x*]+/[+-]?[0-9x*]+(?![0-9a-z/*])"
    r"|[^\W_]+"
)
_CJK_START = re.compile(CJK_CHARACTER)
_PIECE_IS_RUN = re.compile(_UNBROKEN)
_CJK_SPACE = re.compile(
    "(?<=[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3]) (?=[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3])"
)
_PARTS = re.compile(r"[0-9]+|[x*]")
_CLUSTER = re.compile(
    "\r\n|(?:[\u1100-\u1112][\u1161-\u1175]|[\uac00-\ud7a3])[\u11a8-\u11c2]?"
    "|[\\s\\S][\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u3099\u309a\uff9e\uff9f]*"
)


def tokens(text: str, chinese: bool = False) -> list[str]:
    """The terms of `text`, in order."""
    terms: list[str] = []
    for piece in _PIECE.findall(text):
        if _CJK_START.match(piece):
            terms.append(BREAK)
            terms.extend(fold_cjk(piece, chinese))
        else:
            terms.extend(_TERM.findall(fold(piece, chinese)))
    return terms


def spans(text: str, chinese: bool = False) -> list[tuple[str, int, int]]:
    """The terms of `text` with where each stands in it: (term, start, end), in characters."""
    found: list[tuple[str, int, int]] = []
    for piece in _PIECE.finditer(text):
        at = piece.start()
        for term, start, end in _spans_of_piece(piece[0], chinese):
            found.append((term, at + start, at + end))
    return found


@functools.lru_cache(50_000)
def _spans_of_piece(piece: str, chinese: bool) -> tuple[tuple[str, int, int], ...]:
    if piece.isascii():
        return tuple((term[0], *term.span()) for term in _TERM.finditer(fold(piece)))
    run = _CJK_START.match(piece) is not None
    folded: list[str] = []
    origins: list[tuple[int, int]] = []
    for cluster in _CLUSTER.finditer(piece):
        letters = fold_cjk(cluster[0], chinese) if run else fold(cluster[0], chinese)
        folded.append(letters)
        origins.extend([cluster.span()] * len(letters))
    letters = "".join(folded)
    if run:
        characters = ((c, *origin) for c, origin in zip(letters, origins, strict=True))
        return ((BREAK, 0, 0), *characters)
    return tuple(
        (term[0], origins[term.start()][0], origins[term.end() - 1][1])
        for term in _TERM.finditer(letters)
    )


class Tokenizer:
    """Indexes much text of one language fast: remembers the terms of every piece between spaces."""

    def __init__(self, chinese: bool = False, unspaced: bool = False) -> None:
        self._split = _PIECE.findall if unspaced or chinese else str.split
        self._terms = _Memory(chinese)

    def __call__(self, text: str) -> str:
        """The terms of `text`, a space behind each, as the search tables take them."""
        return "".join(map(self._terms.__getitem__, self._split(text)))

    def vocabulary(self) -> set[str]:
        """Every term met so far, but single CJK characters and breaks."""
        return {
            term
            for terms in self._terms.values()
            for term in terms.split()
            if term != BREAK and not _CJK_START.match(term)
        }


class _Memory(dict[str, str]):
    """The terms of a piece of text, a space behind each; found when first asked for. Runs of CJK
    characters hardly ever come twice when they are long, and are not kept."""

    _LONGEST_RUN = 12

    def __init__(self, chinese: bool) -> None:
        super().__init__()
        self._chinese = chinese

    def __missing__(self, piece: str) -> str:
        if _PIECE_IS_RUN.fullmatch(piece):
            terms = f"{BREAK} {' '.join(fold_cjk(piece, self._chinese))} "
            if len(piece) > self._LONGEST_RUN:
                return terms
        else:
            terms = "".join([f"{term} " for term in tokens(piece, self._chinese)])
        self[piece] = terms
        return terms


def parts(term: str) -> list[str]:
    """The numbers in a power/toughness term ("+1/+1" has "1"), for who asks for the bare number."""
    return sorted(set(_PARTS.findall(term))) if "/" in term else []


def name_key(name: str, chinese: bool = False) -> str:
    """A name as the `names` table has it: its terms without breaks, so that brackets, punctuation
    and spaces around CJK characters do not matter."""
    return " ".join(term for term in tokens(name, chinese) if term != BREAK)


def phrase_key(text: str, chinese: bool = False) -> str:
    """A word or phrase as glossary and lexicon have it: its terms, CJK characters together."""
    return _CJK_SPACE.sub("", name_key(text, chinese))
