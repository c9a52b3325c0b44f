"""What Gatherer writes between the words: elements, symbols and codes -> plain text, lines parted
by line feeds, symbols as `{R/P}`."""

import html
import re

from bs4.element import NavigableString, PageElement, PreformattedString, Tag

_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen twenty"
).split()
_SYMBOLS = {word: str(number) for number, word in enumerate(_NUMBERS)} | {
    "white": "W",
    "blue": "U",
    "black": "B",
    "red": "R",
    "green": "G",
    "colorless": "C",
    "variable colorless": "X",
    "tap": "T",
    "untap": "Q",
    "snow": "S",
    "energy": "E",
    "ticket": "TK",
    "phyrexian": "P",
    "planeswalker": "PW",
    "chaos": "CHAOS",
    "[chaos]": "CHAOS",
    "infinite": "∞",
}

_SPACE = re.compile("[ \t\r\n\f\xa0]+")
_LINE_SPACE = re.compile("[ \t\f\xa0]+")
_C1 = re.compile("[\x80-\x9f]")
_LOST = re.compile("[\x80-\x9f\ufffd]")
_BLOCKS = {"div", "p", "br", "li", "tr"}
# Only tags that Gatherer uses: "<sad trombone noises>" is a text.
_BREAK_TAG = re.compile(r"<(?:br\s*/?|/p|/div|/li)>", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:i|b|em|strong|u|s|su[bp]|span|p|div|a|font|autocard|nobr|ul|li|small)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_PACKED = re.compile(r"\{([WUBRGC]{2,})\}")
_HYBRID = re.compile(r"\{\(([^(){}]{1,12})\)\}")
_OLD_COST = re.compile(r"(?<![A-Za-z0-9])(?:oo?c?(?:[WUBRGCXYZTQS]|\d{1,3}))+(?![A-Za-z0-9])")
_OLD_SYMBOL = re.compile(r"o(o?)c?([A-Z]|\d+)")
_DOUBLED_SEPARATOR = re.compile(r"([:：—―–～~-]) *- +")


def find_symbol(words: str) -> str | None:
    """The symbol an image stands for, by its `alt`: "{R/P}" for "Phyrexian Red", "{2/W}" for "Two
    or White", "{T}" for "Tap"; None for words that name no symbol."""
    words = " ".join(words.casefold().split())
    half = words.startswith("half a ")
    phyrexian = words.startswith("phyrexian ")
    codes = []
    for word in words.removeprefix("half a ").removeprefix("phyrexian ").split(" or "):
        literal = word.isascii() and (word.isdigit() or (len(word) == 1 and word.isalpha()))
        code = _SYMBOLS.get(word, word.upper() if literal else None)
        if code is None:
            return None
        codes.append(code)
    return "{" + "H" * half + "/".join([*codes, *"P" * phyrexian]) + "}"


def text_of(element: Tag, unknown: set[str]) -> str:
    """The text of an element, a line for each of its blocks. Words of images that name no symbol
    stand in braces too and are added to `unknown`."""
    parts: list[str] = []
    waiting: list[PageElement] = [element]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Tag):
            if node.name in _BLOCKS or "block" in node.get_attribute_list("class"):
                parts.append("\n")
            if node.has_attr("data-manacost"):
                parts.append("{" + str(node["data-manacost"]).strip("(){}").upper() + "}")
            elif node.name == "img":
                parts.append(_image(node, unknown))
            else:
                waiting.extend(reversed(node.contents))
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
            parts.append(_SPACE.sub(" ", node))
    return _clean("".join(parts))


def text_from(data: str) -> str:
    """The text of a string of the new site's data: tags, escaped or not, `+|` and old codes out."""
    text = html.unescape(data).replace("\r\n", "\n").replace("\r", "\n").replace("+|", "\n")
    return _clean(_TAG.sub("", _BREAK_TAG.sub("\n", text)))


def type_line_from(text: str) -> str:
    """A type line with one separator where Gatherer has two ("Créature : - ange")."""
    text = " ".join(text.split())
    return _DOUBLED_SEPARATOR.sub(lambda m: m[1] if m[1] in "～~" else m[1] + " ", text)


def raw_of(source: str, text: str) -> str | None:
    """`source`, the text with its markup, where cleaning changed more than line ends and escapes;
    else None."""
    source = _whole_characters(re.sub("[ \t\r\n]+", " ", source).strip())
    return None if html.unescape(source) == text.replace("\n", " ") else source


def lost_letters(text: str) -> set[str]:
    """The characters in `text` that stand for a letter the source has lost."""
    return set(_LOST.findall(text))


def _image(image: Tag, unknown: set[str]) -> str:
    words = " ".join(str(image.get("alt") or "").split())
    if not words or "set=" in str(image.get("src") or ""):
        return ""
    symbol = find_symbol(words)
    if symbol is None:
        unknown.add(words)
    return symbol or "{" + words + "}"


def _clean(text: str) -> str:
    """`text` with modern symbols, and without the white space that edges or doubles."""
    text = _C1.sub(_windows_character, _whole_characters(text))
    text = _PACKED.sub(lambda m: "".join("{" + code + "}" for code in m[1]), text)
    text = _HYBRID.sub(lambda m: "{" + m[1].upper() + "}", text).replace("{Si}", "{S}")
    text = _OLD_COST.sub(_new_cost, text)
    lines = (_LINE_SPACE.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _whole_characters(text: str) -> str:
    """`text` with U+FFFD for each lone half of a surrogate pair, which is no character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _windows_character(match: re.Match[str]) -> str:
    """What a control character is in Windows-1252: "\\x93" is “. A few are nothing there either."""
    return match[0].encode("latin-1").decode("cp1252", "ignore") or match[0]


def _new_cost(match: re.Match[str]) -> str:
    """What an old cost is today: "ocT" is {T}, and "oo" also ends the cost."""
    return _OLD_SYMBOL.sub(lambda m: "{" + m[2] + "}" + ":" * bool(m[1]), match[0])
