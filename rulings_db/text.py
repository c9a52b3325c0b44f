"""Fold and tokenize: one piece of code for what is indexed and what is asked.

`fold` brings together what people do not tell apart when they search; `tokens` cuts folded text
into the terms of the index. Spaced scripts give words, symbols (`{t}`) and power/toughness (`2/2`)
one term each; Chinese, Japanese and Korean give single characters, queried as phrases, each run of
them opened by the term `BREAK`, so that no phrase reaches over a space or a full stop. `spans`
leads from terms back to places in the text as it came.
"""

import functools
import re
import unicodedata

BREAK = "|"

_CJK = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"

# Text is cut into pieces first: runs of CJK characters (half-width and decomposed too), and what
# stands between white space and them. Each piece is folded and cut into terms by itself.
_RUN = f"{_CJK}\u1100-\u11ff\u3099\u309a\uff66-\uff9f"
_UNBROKEN = rf"(?:[{_RUN}]|(?<=[{_KATAKANA}])・(?=[{_KATAKANA}]))+"
_PIECE = re.compile(rf"{_UNBROKEN}|[^\s{_RUN}]+")
_TERM = re.compile(
    r"\{[^{}\s]{1,9}\}"
    r"|(?<![0-9/+*-])[+-]?[0-9*]+/[+-]?[0-9*]+(?![0-9/*])"
    r"|(?<![0-9a-z/+*-])[+-]?[0-9x*]+/[+-]?[0-9x*]+(?![0-9a-z/*])"
    r"|[^\W_]+"
)
CJK_CHARACTER = f"[{_RUN}]"
_CJK_START = re.compile(CJK_CHARACTER)
_PIECE_IS_RUN = re.compile(_UNBROKEN)
KATAKANA_RUN = re.compile(f"[{_KATAKANA}]+")
_HIRAGANA_ONLY = re.compile("[\u3041-\u3096ー]{3,}")
_PARTS = re.compile(r"[0-9]+|[x*]")
_CLUSTER = re.compile(
    "\r\n|(?:[\u1100-\u1112][\u1161-\u1175]|[\uac00-\ud7a3])[\u11a8-\u11c2]?"
    "|[\\s\\S][\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u3099\u309a\uff9e\uff9f]*"
)

# Before NFKC, which would turn them into something else: apostrophes, and signs that end a word.
_BEFORE = str.maketrans(dict.fromkeys("’‘ʼʹ´`′＇‛", "'") | dict.fromkeys("™℠", " "))


def _letters() -> dict[int, int | str | None]:
    """Every single-character fold after NFKC and case: diacritics of Latin and Greek letters, the
    joined letters, ё, dashes, and characters nobody sees."""
    # A character that stands for itself is found several times faster than one that is missing.
    folds: dict[int, int | str | None] = {code: code for code in range(0x3000)}
    joined = {"œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "ł": "l"}
    for start, end in ((0xC0, 0x250), (0x370, 0x400), (0x1E00, 0x2000)):
        for code in range(start, end):
            apart = unicodedata.normalize("NFD", chr(code))
            letters = "".join(joined.get(c, c) for c in apart if not unicodedata.combining(c))
            if letters != chr(code):
                folds[code] = letters
    folds[ord("ё")] = "е"
    folds |= dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
    invisible = (*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A))
    folds |= dict.fromkeys((*range(0x300, 0x370), *invisible, 0xAD, 0xFEFF), None)
    return folds


_LETTERS = _letters()


@functools.cache
def _simplified() -> dict[int, str]:
    """Traditional to Simplified, character by character (OpenCC's table)."""
    from opencc import OpenCC

    characters = [chr(code) for code in (*range(0x3400, 0x4DC0), *range(0x4E00, 0xA000))]
    converted = OpenCC("t2s").convert("\n".join(characters)).split("\n")
    return {
        ord(character): simple
        for character, simple in zip(characters, converted, strict=True)
        if character != simple
    }


def fold(text: str, chinese: bool = False) -> str:
    """`text` as search sees it: case, width, apostrophes, dashes, diacritics of Latin and Greek
    letters, ё and invisible characters no longer differ; with `chinese`, neither do Traditional
    and Simplified characters. Kana, Hangul and й stay exact."""
    if text.isascii():
        return text.lower().replace("`", "'")
    text = unicodedata.normalize("NFKC", text.translate(_BEFORE)).casefold()
    text = unicodedata.normalize("NFKC", text).translate(_LETTERS)
    return text.translate(_simplified()) if chinese else text


def tokens(text: str, chinese: bool = False) -> list[str]:
    """The terms of `text`, in order."""
    terms: list[str] = []
    for piece in _PIECE.findall(text):
        if _CJK_START.match(piece):
            terms.append(BREAK)
            terms.extend(_fold_cjk(piece, chinese))
        else:
            terms.extend(_TERM.findall(fold(piece, chinese)))
    return terms


def _fold_cjk(run: str, chinese: bool) -> str:
    """`fold` for a run of CJK characters, which is most of the work of an index; without the dots
    that part katakana words."""
    run = unicodedata.normalize("NFKC", run).replace("・", "")
    return run.translate(_simplified()) if chinese else run


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
        letters = _fold_cjk(cluster[0], chinese) if run else fold(cluster[0], chinese)
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
            terms = f"{BREAK} {' '.join(_fold_cjk(piece, self._chinese))} "
            if len(piece) > self._LONGEST_RUN:
                return terms
        else:
            terms = "".join([f"{term} " for term in tokens(piece, self._chinese)])
        self[piece] = terms
        return terms


def as_katakana(text: str) -> str | None:
    """The katakana for a text of three or more hiragana and nothing else, else None."""
    if not _HIRAGANA_ONLY.fullmatch(text):
        return None
    return "".join(chr(ord(c) + 0x60) if c != "ー" else c for c in text)


def parts(term: str) -> list[str]:
    """The numbers in a power/toughness term ("+1/+1" has "1"), for who asks for the bare number."""
    return sorted(set(_PARTS.findall(term))) if "/" in term else []


def name_key(name: str, chinese: bool = False) -> str:
    """A name as the `names` table has it: its terms without breaks, so that brackets, punctuation
    and spaces around CJK characters do not matter."""
    return " ".join(term for term in tokens(name, chinese) if term != BREAK)
