"""The two pages of a card: all it has, and its languages side by side."""

from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from ingest.languages import find_language
from rulings_db.catalog.comparison import CardRuling, Comparison, Localization, carriers, compare
from rulings_db.catalog.differences import Piece, differ, same
from rulings_db.web.serving.criteria import criteria_of, name_in_address, wants_json
from rulings_db.web.serving.databases import read
from rulings_db.web.serving.responses import answering, json_answer, page, redirect

_LANGUAGES_AT_MOST = 50


class CardTitle(NamedTuple):
    """What a page calls its card: the name in the reader's language where that is known, and then
    `own`, the name that the card stands under, with the languages of both."""

    name: str
    language: str
    own: str
    own_language: str

    @property
    def both(self) -> str:
        """Both names on one line."""
        return self.name if self.name == self.own else f"{self.name} ({self.own})"


class AnchoredRuling(NamedTuple):
    """A ruling, and the id of its place in the page."""

    anchor: str
    ruling: CardRuling


class OlderWording(NamedTuple):
    """A wording beside the newest of its face and language: what became of its name, type line and
    text, each None where one of them is not known or too little is left of it. `alike` where
    nothing that matters differs."""

    wording: Localization
    name: list[Piece] | None
    type_line: list[Piece] | None
    text: list[Piece] | None
    alike: bool


class Wordings(NamedTuple):
    """The wordings of a card in one language: the newest of each face, and all others."""

    newest: list[Localization]
    older: list[OlderWording]


@answering
async def card_page(request: Any, datasette: Any) -> Any:
    """`/card/<slug>`: a card in all languages, with its rulings."""
    name = name_in_address(request)

    compared = await read(datasette, lambda c: compare(c, name))
    if compared.card.slug != name:
        return redirect(datasette, request, "card", compared.card.slug)
    if wants_json(request):
        return json_answer(compared.as_json())
    wanted = criteria_of(request)
    wordings = _by_language(compared.localizations)
    called = _called(compared, wordings, wanted.reader)
    oracle = "en" if "en" in wordings else next(iter(wordings), "en")
    shown = [code for code in dict.fromkeys((wanted.reader, oracle)) if code in wordings]
    context = {
        "criteria": wanted,
        "compared": compared,
        "called": called,
        "faces": {face.name: face for face in compared.faces},
        "names": _names(compared, called),
        "wordings": wordings,
        "shown": shown,
        "others": {c: known for c, known in wordings.items() if c not in shown or known.older},
        "carriers": carriers(compared.printings),
        "days": _by_day(compared.rulings),
        "reader": wanted.reader,
    }
    return await page(datasette, request, "rulings_card.html", context)


@answering
async def compare_page(request: Any, datasette: Any) -> Any:
    """`/compare/<slug>?langs=de,ja`: a card side by side in some languages, or in all."""
    name = name_in_address(request)
    wanted = _languages(request)
    compared = await read(datasette, lambda c: compare(c, name, wanted or None))
    if compared.card.slug != name:
        return redirect(datasette, request, "compare", compared.card.slug)
    if wants_json(request):
        return json_answer(compared.as_json())
    reader = criteria_of(request).reader
    languages = sorted(compared.languages, key=lambda code: (code != reader, code != "en"))
    columns = [code for code in wanted if code in languages] or languages
    wordings = _by_language(compared.localizations)
    context = {
        "criteria": criteria_of(request),
        "compared": compared,
        "called": _called(compared, wordings, reader),
        "faces": {face.name: face for face in compared.faces},
        "languages": languages,
        "columns": columns,
        "missing": [code for code in wanted if code not in compared.languages],
        "chosen": wanted,
        "wordings": wordings,
        "days": _by_day(compared.rulings),
        "coverage": _coverage(compared.rulings, columns),
        "query_string": f"?langs={','.join(wanted)}" if wanted else "",
    }
    return await page(datasette, request, "rulings_compare.html", context)


def _languages(request: Any) -> list[str]:
    """The languages that `langs=` asks for, once or several times, with commas or without."""
    pairs = parse_qsl(request.query_string)
    names = [part for name, value in pairs if name == "langs" for part in value.split(",")]
    known = [find_language(name) for name in names[:_LANGUAGES_AT_MOST]]
    return list(dict.fromkeys(language.code for language in known if language))


def _called(compared: Comparison, wordings: dict[str, Wordings], reader: str) -> CardTitle:
    own = compared.card.name
    spoken = next((w.language for w in compared.localizations if w.name == own), "en")
    newest = wordings[reader].newest if reader in wordings else []
    name = " // ".join(dict.fromkeys(known.name for known in newest if known.name))
    if not name or reader == spoken or name == own:
        return CardTitle(own, spoken, own, spoken)
    return CardTitle(name, reader, own, spoken)


def _names(compared: Comparison, called: CardTitle) -> dict[str, list[str]]:
    """Every name of a card but those of the heading, with the languages that use it."""
    names: dict[str, list[str]] = {}
    said = {*called.name.split(" // "), called.own}
    for known in compared.localizations:
        if known.name and known.language != "en" and known.name not in said:
            codes = names.setdefault(known.name, [])
            if known.language not in codes:
                codes.append(known.language)
    return names


def _by_language(localizations: Iterable[Localization]) -> dict[str, Wordings]:
    grouped: dict[str, list[Localization]] = {}
    for known in localizations:
        grouped.setdefault(known.language, []).append(known)
    return {code: _wordings(known) for code, known in grouped.items()}


def _wordings(localizations: list[Localization]) -> Wordings:
    newest: dict[str, Localization] = {}
    for known in localizations:
        newest.setdefault(known.face, known)
    older = [
        _beside(known, newest[known.face])
        for known in localizations
        if newest[known.face] is not known
    ]
    return Wordings(list(newest.values()), older)


def _beside(older: Localization, newest: Localization) -> OlderWording:
    texts = [
        (older.name, newest.name),
        (older.type_line, newest.type_line),
        (older.text, newest.text),
    ]
    name, type_line, text = (differ(old, new) if old and new else None for old, new in texts)
    alike = all(same(old or "", new or "") for old, new in texts)
    return OlderWording(older, name, type_line, text, alike)


def _by_day(rulings: tuple[CardRuling, ...]) -> dict[str, list[AnchoredRuling]]:
    """Rulings by date, newest first; those without a date, under "", last. A ruling of several
    dates has an anchor at each."""
    days: dict[str, list[AnchoredRuling]] = {}
    met: dict[str, int] = {}
    for ruling in rulings:
        if ruling.texts:
            met[ruling.id] = times = met.get(ruling.id, 0) + 1
            anchor = f"r-{ruling.id}" + (f"-{times}" if times > 1 else "")
            days.setdefault(ruling.published_at or "", []).append(AnchoredRuling(anchor, ruling))
    return dict(sorted(days.items(), reverse=True))


def _coverage(rulings: tuple[CardRuling, ...], codes: list[str]) -> tuple[int, dict[str, int]]:
    """How many rulings a card has, and how many of them have a text in each of some languages."""
    texts = {ruling.id: {text.language for text in ruling.texts} for ruling in rulings}
    held = {code: sum(code in languages for languages in texts.values()) for code in codes}
    return sum(map(bool, texts.values())), held
