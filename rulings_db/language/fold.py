"""What people do not tell apart when they search, brought together: one fold for what is indexed
and what is asked.

Text of any language in, folded text out; what people read stays as it came.
"""

import functools
import re
import unicodedata
from typing import Any

CJK = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"


# With half-width and decomposed forms, which a fold makes whole.
CJK_RUN = f"{CJK}\u1100-\u11ff\u3099\u309a\uff66-\uff9f"
CJK_CHARACTER = f"[{CJK_RUN}]"
KATAKANA_RUN = re.compile(f"[{KATAKANA}]+")
_HIRAGANA_ONLY = re.compile("[\u3041-\u3096ー]{3,}")

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


class _Simplified(dict[int, str]):
    """Traditional to Simplified, character by character (OpenCC's table), each found when it is
    first met: a query has few of them."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        is_han = 0x3400 <= code < 0x4DC0 or 0x4E00 <= code < 0xA000
        self[code] = _converter().convert(character) if is_han else character
        return self[code]


@functools.cache
def _converter() -> Any:
    from opencc import OpenCC

    return OpenCC("t2s")


_SIMPLIFIED = _Simplified()


def fold(text: str, chinese: bool = False) -> str:
    """`text` as search sees it: case, width, apostrophes, dashes, diacritics of Latin and Greek
    letters, ё and invisible characters no longer differ; with `chinese`, neither do Traditional
    and Simplified characters. Kana, Hangul and й stay exact."""
    if text.isascii():
        return text.lower().replace("`", "'")
    text = unicodedata.normalize("NFKC", text.translate(_BEFORE)).casefold()
    text = unicodedata.normalize("NFKC", text).translate(_LETTERS)
    return text.translate(_SIMPLIFIED) if chinese else text


def fold_cjk(run: str, chinese: bool) -> str:
    """`fold` for a run of CJK characters, which is most of the work of an index; without the dots
    that part katakana words."""
    run = unicodedata.normalize("NFKC", run).replace("・", "")
    return run.translate(_SIMPLIFIED) if chinese else run


def as_katakana(text: str) -> str | None:
    """The katakana for a text of three or more hiragana and nothing else, else None."""
    if not _HIRAGANA_ONLY.fullmatch(text):
        return None
    return "".join(chr(ord(c) + 0x60) if c != "ー" else c for c in text)
