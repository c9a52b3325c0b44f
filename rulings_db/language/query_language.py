"""The language that something was typed in, by its letters and its function words.

A query is a few words; what tells the language of a whole text (`ingest.detect`) needs more.
"""

import re
from collections.abc import Sequence

from rulings_db.language.function_words import FUNCTION_WORDS

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


def likely_language(words: Sequence[str], reader: str) -> str:
    """The language of spaced, folded words: that which most of its function words are of; the
    reader's among equals."""
    counts = {code: sum(word in known for word in words) for code, known in FUNCTION_WORDS.items()}
    most = max(counts.values())
    return reader if not most or counts.get(reader) == most else max(counts, key=counts.__getitem__)


def _has(encoding: str, text: str) -> bool:
    return text.encode(encoding, "ignore").decode(encoding) == text
