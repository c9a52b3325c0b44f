"""What makes two facts one: the ids that rulings, unresolved cards and unknown sets are given.

The same inputs give the same ids, whatever their order. Identity looks at NFC, quotes, dashes,
white space and symbol notation only, never at the search fold: a ruling about "Æther" and one
about "Aether" are two.
"""

import re
import unicodedata
from hashlib import blake2b, sha256

from rulings_db.language.fold import fold
from rulings_db.language.tokenize import name_key

_QUOTES = dict.fromkeys("’‘ʼ´`", "'") | dict.fromkeys("“”„«»", '"') | dict.fromkeys("‐‑‒–—−", "-")
_QUOTE = re.compile(f"[{''.join(_QUOTES)}]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_SYMBOL = re.compile(r"\{\(?([^{}()\s]{1,8})\)?\}")
_LOYALTY = re.compile(r"\[([+-]?[0-9X]+)\](?=:)")
_NOT_A_LETTER = re.compile(r"[\W_]+")


def normalized(text: str) -> str:
    """`text` as identity sees it."""
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    text = _QUOTE.sub(lambda quote: _QUOTES[quote[0]], text)
    text = _SYMBOL.sub(lambda symbol: "{" + symbol[1].replace("/", "").upper() + "}", text)
    if "]:" in text:
        text = _LOYALTY.sub(r"\1", text)
    return " ".join(text.split())


def ruling_id(text: str) -> str:
    """The public id minted from a ruling's first text, normalized: 12 hexadecimal digits."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def unresolved_id(name: str) -> str:
    """A minted id for a card that no source gives an Oracle id for."""
    return "unresolved-" + sha256(name_key(name).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def wording_digest(face_id: int, language: str, *texts: str | None) -> bytes:
    """A short key for one wording of one face, equal only for equal texts (96 bits)."""
    content = f"{face_id}\0{language}\0" + "\0".join(["\1" if t is None else t for t in texts])
    return blake2b(content.encode("utf-8", "surrogatepass"), digest_size=12).digest()


def slug(name: str) -> str:
    """A name for an address: folded letters and digits of any script, joined by hyphens; may be
    empty."""
    return _NOT_A_LETTER.sub("-", fold(name).replace("'", "")).strip("-")
