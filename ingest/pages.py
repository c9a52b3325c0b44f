"""A plain-text card page -> records.

Form A: for each language a name block and a text block, English with the Oracle wording; then set
names, each with its printed English wording where the page gives one; then undated rulings. Form B:
a name, then date / ruling pairs, day first. Blank lines part the blocks; nothing labels them.
"""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from ingest import reading
from ingest.detect import LATIN_LANGUAGES, detect, function_words, is_mixed, probabilities
from ingest.files import Document
from ingest.page_layout import Step, is_sentence, read_layout
from ingest.records import Card, Printing, Problem, Record, Ruling, Wording

_LINE_END = re.compile(r"\r*\n|[\r\x85]")
_UNSEEN = " \t\x0b\x0c\xa0\u200b-\u200f\u2028\u2029\u2060\u3000\ufeff"
_EDGES = re.compile(f"^[{_UNSEEN}]+|[{_UNSEEN}]+$")
_DATE = re.compile(r"([0-9]{1,2}) ?/ ?([0-9]{1,2}) ?/ ?([0-9]{2,4})")
_MARKUP = re.compile(r"[#<|•＊]|[*-] |```|[=_~]{3}")
_RULE = re.compile(r"[-=_*~]{4,}")


_MAX_PAGE = 16 << 20  # a real page has a few thousand bytes


class _Block(NamedTuple):
    line: int
    text: str


def _sniff(head: bytes, name: str) -> bool:
    if not head.strip():  # a page with nothing on it, which is reported
        return name.lower().endswith((".txt", ".txt.gz", ".txt.bz2", ".txt.xz", ".txt.zip"))
    if reading.not_text(head) or reading.is_json(head):
        return False
    # The last character can be cut in two; a fault elsewhere is placed when all is read.
    return is_page(head.decode("utf-8-sig", "ignore"))


@reading.reader("page", _sniff, (".txt",))
def read(document: Document) -> Iterator[Record]:
    """The card on the page, after the problems met. Raises InputError when the page is no text."""
    text = reading.read_text(document, _MAX_PAGE, "one card's page")
    yield from read_page(text, document.name)


def is_page(text: str) -> bool:
    """Whether `text` looks like a card page of either form rather than any other text."""
    blocks = _blocks(text)
    if not blocks or any(_RULE.fullmatch(line) for b in blocks for line in b.text.split("\n")):
        return False
    name = blocks[0].text.split("\n")[0]
    if len(name) > 150 or "\t" in name or _MARKUP.match(name) or name[0] in "{[" or _is_date(name):
        return False
    if _is_dated(blocks):
        return True
    if "\n" in blocks[0].text or name.endswith((".", "。", ":", ",", ";")):
        return False
    rest = blocks[1:]
    return any(is_sentence(b.text) for b in rest) and not any(_MARKUP.match(b.text) for b in rest)


def read_page(text: str, place: str) -> Iterator[Record]:
    """The card on the page `text`, after the problems met; `place` is what the page is called, and
    records carry it with a line number ("wildcall.txt:12"). Raises nothing, whatever the text."""
    blocks = _blocks(text)
    if not blocks:
        yield Problem("empty page", place, "found nothing but white space, expected a card page")
    elif _is_dated(blocks):
        yield from _read_dated(blocks, place)
    else:
        yield from _read_languages(blocks, place)


def _blocks(text: str) -> list[_Block]:
    """The blocks between blank lines, without the white space and unseen characters that edge
    their lines."""
    blocks: list[_Block] = []
    open_block = False
    for number, raw in enumerate(_LINE_END.split(text), 1):
        line = _EDGES.sub("", raw)
        if line and open_block:
            blocks[-1] = _Block(blocks[-1].line, f"{blocks[-1].text}\n{line}")
        elif line:
            blocks.append(_Block(number, line))
        open_block = bool(line)
    return blocks


# Rulings


def _rulings(found: list[tuple[str, str | None]]) -> tuple[Ruling, ...]:
    """Rulings for texts with their dates. A mixed text counts as one in the page's language, the
    most common beside English."""
    mixed = [is_mixed(text) for text, _ in found]
    languages = [_ruling_language(text) for text, _ in found]
    others = Counter(
        code for code, both in zip(languages, mixed, strict=True) if not both and code != "en"
    )
    page_language = others.most_common(1)[0][0] if others else None
    return tuple(
        Ruling(
            text,
            published_at,
            language=(page_language if both and page_language else language),
            status="mixed" if both else None,
        )
        for (text, published_at), language, both in zip(found, languages, mixed, strict=True)
    )


def _ruling_language(text: str) -> str:
    """The language of a ruling; English, as most are, where a short one does not tell."""
    ranked = probabilities(text)
    best = next(iter(ranked), "en")
    if best in LATIN_LANGUAGES and (ranked.get(best, 0) < 0.95 or not function_words(text)[best]):
        return "en"
    return best


# Form B


def _is_date(line: str) -> bool:
    return _DATE.fullmatch(line) is not None


def _is_dated(blocks: list[_Block]) -> bool:
    return any(_is_date(line) for block in blocks for line in block.text.split("\n"))


def _iso_date(found: str) -> str | None:
    """A date written day first as ISO text; None for a day no calendar has."""
    match = _DATE.fullmatch(found)
    if match is None or len(match[3]) != 4:
        return None
    try:
        return date(int(match[3]), int(match[2]), int(match[1])).isoformat()
    except ValueError:
        return None


def _split_dates(blocks: list[_Block]) -> Iterator[_Block]:
    """`blocks`, with every date line a block of its own."""
    for line, text in blocks:
        kept: list[str] = []
        for number, part in enumerate(text.split("\n"), line):
            if _is_date(part):
                if kept:
                    yield _Block(number - len(kept), "\n".join(kept))
                yield _Block(number, part)
                kept = []
            else:
                kept.append(part)
        if kept:
            yield _Block(line + text.count("\n") + 1 - len(kept), "\n".join(kept))


def _read_dated(blocks: list[_Block], place: str) -> Iterator[Record]:
    parts = list(_split_dates(blocks))
    name = None
    if not _is_date(parts[0].text):
        line, text = parts.pop(0)
        first, _, rest = text.partition("\n")
        name = _Block(line, first)
        if rest:
            parts.insert(0, _Block(line + 1, rest))

    found: list[tuple[str, str | None]] = []
    pending: _Block | None = None
    for part in parts:
        here = f"{place}:{part.line}"
        if _is_date(part.text):
            if pending:
                yield _lonely_date(pending, place)
            pending = part
            continue
        published_at = _iso_date(pending.text) if pending else None
        if pending and published_at is None:
            message = f"found {pending.text!r}, which is no date; the ruling is kept without one"
            yield Problem("impossible date", f"{place}:{pending.line}", message)
        elif not pending:
            message = f"found a ruling without a date, kept without one: {part.text[:60]!r}"
            yield Problem("ruling without date", here, message)
        found.append((part.text, published_at))
        pending = None
        if name is None:
            message = f"no card name on the page; this ruling is left out: {part.text!r}"
            yield Problem("ruling without card", here, message)
    if pending:
        yield _lonely_date(pending, place)
    if name is None:
        message = "found a date where the name of the card was expected; no card was read"
        yield Problem("no name", f"{place}:{blocks[0].line}", message)
        return
    rulings = _rulings(found)
    language = _name_language(name.text, rulings)
    yield Card(
        name.text,
        wordings=(Wording(language, name.text),),
        rulings=rulings,
        place=f"{place}:{name.line}",
        language=language,
    )


def _lonely_date(block: _Block, place: str) -> Problem:
    message = f"found the date {block.text} with no ruling after it; nothing was read from it"
    return Problem("date without ruling", f"{place}:{block.line}", message)


def _name_language(name: str, rulings: tuple[Ruling, ...]) -> str:
    """The language of a name that stands alone: by its script; where several share that, the page's
    own; a Latin name is English unless it shows that it is not."""
    spoken = Counter(ruling.language for ruling in rulings)
    likely = probabilities(name)
    if not likely:
        return "en"
    if next(iter(likely)) not in LATIN_LANGUAGES:
        return max(likely, key=lambda code: (likely[code] >= 0.1 and spoken[code], likely[code]))
    others = [code for code in spoken if code in LATIN_LANGUAGES and code != "en"]
    guess = detect(name, ["en", *others])
    if guess is None or guess == "en" or likely.get(guess, 0) < 0.2:
        return "en"
    shows = function_words(name)[guess] or not name.isascii()
    return guess if shows or spoken[guess] * 2 > len(rulings) else "en"


# Form A


def _read_languages(blocks: list[_Block], place: str) -> Iterator[Record]:
    steps = read_layout([block.text for block in blocks])

    def text_of(step: Step) -> str | None:
        return None if step.text is None else blocks[step.text].text

    wordings = [
        Wording(step.language, blocks[step.head].text, None, text_of(step))
        for step in steps
        if step.kind == "wording"
    ]
    oracle = next((wording for wording in wordings if wording.language == "en"), None)
    name = (oracle or wordings[0]).name or ""
    printings = tuple(
        Printing(
            set_name=blocks[step.head].text,
            wordings=() if step.text is None else (Wording("en", name, None, text_of(step)),),
        )
        for step in steps
        if step.kind == "set"
    )
    yield Card(
        name,
        oracle=oracle,
        wordings=tuple(wording for wording in wordings if wording is not oracle),
        printings=printings,
        rulings=_rulings([(blocks[s.head].text, None) for s in steps if s.kind == "ruling"]),
        place=f"{place}:{blocks[0].line}",
    )
