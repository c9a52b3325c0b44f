"""The language that something was typed in, as far as its letters tell."""

import re

_LETTERS = (
    ("ja", re.compile("[ぁ-ゖァ-ヺ]")),
    ("ko", re.compile("[가-힣]")),
    ("ru", re.compile("[а-яё]", re.IGNORECASE)),
)
_HAN = re.compile("[\u4e00-\u9fff]")
_ENCODINGS = (("ja", "shift_jis"), ("zhs", "gb2312"), ("zht", "big5"))


def language_of(text: str) -> str | None:
    """Our code of the language whose letters a text has; of Han characters, the one language whose
    old encoding has all of them. None where the letters are those of several languages."""
    for code, letters in _LETTERS:
        if letters.search(text):
            return code
    han = "".join(_HAN.findall(text))
    having = [code for code, encoding in _ENCODINGS if _has(encoding, han)]
    return having[0] if len(having) == 1 else None


def _has(encoding: str, text: str) -> bool:
    return text.encode(encoding, "ignore").decode(encoding) == text
