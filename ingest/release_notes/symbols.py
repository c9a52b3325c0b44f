"""Symbols that Chinese documents write as words: {三}{黑}{横置} is {3}{B}{T}."""

import re

_NUMBERS = {word: str(number) for number, word in enumerate("零一二三四五六七八九")}
_WORDS = _NUMBERS | {
    **dict(zip("白蓝黑红绿无", "WUBRGC", strict=True)),
    **dict(zip("藍紅綠無", "URGC", strict=True)),
    **{"非": "P", "雪": "S", "能量": "E"},
    **{"横置": "T", "橫置": "T", "重置": "Q"},
}
_SYMBOL = re.compile(r"\{([^{}\s]{1,9})\}")
_TENS = re.compile("([一二])?十([一二三四五六七八九])?")


def symbols(text: str) -> str:
    """The text with every symbol in the notation of all other sources; one that is not known
    stays."""
    return _SYMBOL.sub(_symbol, text) if "{" in text else text


def _symbol(found: re.Match[str]) -> str:
    parts = [_part(part) for part in found[1].replace("／", "/").split("/")]
    return "{" + "/".join(parts) + "}" if all(parts) else found[0]


def _part(word: str) -> str:
    if word.isascii():
        return word
    if tens := _TENS.fullmatch(word):
        return str(10 * int(_NUMBERS[tens[1] or "一"]) + int(_NUMBERS[tens[2] or "零"]))
    return _WORDS.get(word, "")
