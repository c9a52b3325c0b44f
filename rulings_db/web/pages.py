"""The pages: what each asks of the database, and what its template is given."""

import sqlite3
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from ingest.languages import find_language
from rulings_db import cards, glossary
from rulings_db.compare import (
    CardRuling,
    Comparison,
    Localization,
    RulingText,
    find_ruling,
    of_card,
)
from rulings_db.search import Results, search
from rulings_db.web import lookups, markup
from rulings_db.web.answers import answering, json_answer, named, page, redirect, wants_json
from rulings_db.web.asked import LAST_OFFSET, SORTS, Asked, asked
from rulings_db.web.stores import read

FACET_TITLES = {
    "kind": "Cards or rulings",
    "language": "Language",
    "year": "Year",
    "set": "Set",
    "type": "Type",
    "color": "Color",
    "keyword": "Keyword",
    "issuer": "Issuer",
}
_VALUES_AT_ONCE = {"language": 20, "color": 5}
_VALUES_AT_MOST = 30
_SUGGESTED = 8


class Choice(NamedTuple):
    """A value of a facet as a link; `tag` is the BCP 47 tag of `label`, where that is not
    English."""

    label: str
    note: str
    tag: str | None
    hits: int
    selected: bool
    address: str


class Facet(NamedTuple):
    """A facet: the values shown at once, those shown when asked for, and how many are left out."""

    name: str
    title: str
    first: list[Choice]
    more: list[Choice]
    left_out: int


@answering
async def search_page(request: Any, datasette: Any) -> Any:
    """`/` and `/search.json`: a search, or without a query what the database holds."""
    wanted = asked(request)
    if not wanted.anything and not wants_json(request):
        held = await read(datasette, lookups.holdings)
        context = {
            "asked": wanted,
            "held": held,
            "most_in_a_year": max((count for _, count in held.years), default=1),
            "most_in_a_language": max((wordings for _, wordings, _ in held.languages), default=1),
        }
        return await page(datasette, request, "rulings_start.html", context)

    def find(connection: sqlite3.Connection) -> tuple[Results, dict[str, str]]:
        results = search(
            connection,
            wanted.query,
            limit=wanted.size,
            offset=wanted.offset,
            reader=wanted.reader,
            selected=wanted.selected,
        )
        shown = [*list(results.facets["set"])[:_VALUES_AT_MOST], *wanted.selected.get("set", ())]
        return results, lookups.set_names(connection, shown)

    results, set_names = await read(datasette, find)
    if wants_json(request):
        return json_answer(results.as_json())
    last_page = min(max(results.total - 1, 0), LAST_OFFSET) // wanted.size + 1
    context = {
        "asked": wanted,
        "results": results,
        "facets": _facets(wanted, results, set_names),
        "chips": _chips(wanted, set_names),
        "last_page": last_page,
        "cut_off": results.total > LAST_OFFSET + wanted.size,
        "sorts": SORTS,
    }
    return await page(datasette, request, "rulings_results.html", context)


@answering
async def suggestions(request: Any, datasette: Any) -> Any:
    """`/suggest.json?q=`: cards whose name, in any language, begins with what was typed."""
    text = (request.args.get("q") or "")[:100]
    found = await read(datasette, lambda c: cards.suggest(c, text, _SUGGESTED))
    return json_answer(
        {"query": text, "cards": [{"name": card.name, "slug": card.slug} for card in found]}
    )


@answering
async def glossary_page(request: Any, datasette: Any) -> Any:
    """`/glossary?term=`: what a term of the game is called in every language; without a term, those
    there are."""
    term = (request.args.get("term") or "")[:100].strip()
    if not term and not wants_json(request):
        terms = await read(datasette, glossary.terms)
        context: dict[str, Any] = {"term": "", "entries": {}, "terms": terms}
        return await page(datasette, request, "rulings_glossary.html", context)
    found = await read(datasette, lambda c: glossary.lookup(c, term)) if term else []
    if wants_json(request):
        return json_answer({"term": term, "entries": [entry.as_json() for entry in found]})
    entries: dict[str, list[glossary.Entry]] = {}
    for entry in found:
        entries.setdefault(entry.term, []).append(entry)
    context = {"term": term, "entries": entries}
    return await page(datasette, request, "rulings_glossary.html", context, 200 if found else 404)


@answering
async def card_page(request: Any, datasette: Any) -> Any:
    """`/card/<slug>`: a card in all languages, with its rulings."""
    name = named(request)

    def find(connection: sqlite3.Connection) -> tuple[Comparison, dict[str, str]]:
        compared = of_card(connection, cards.find(connection, name))
        return compared, lookups.mana_costs(connection, compared.card.id)

    compared, costs = await read(datasette, find)
    if compared.card.slug != name:
        return redirect(datasette, request, "card", compared.card.slug)
    if wants_json(request):
        return json_answer(compared.as_json())
    reader = asked(request).reader
    current = _current(compared.localizations, "en") or compared.localizations[:1]
    context = {
        "asked": asked(request),
        "compared": compared,
        "spoken": _spoken(compared),
        "costs": costs,
        "current": current,
        "own": _current(compared.localizations, reader) if reader != "en" else (),
        "names": _names(compared),
        "wordings": {
            code: _wordings(known) for code, known in _by_language(compared.localizations).items()
        },
        "days": _by_day(compared.rulings),
        "reader": reader,
    }
    return await page(datasette, request, "rulings_card.html", context)


@answering
async def compare_page(request: Any, datasette: Any) -> Any:
    """`/compare/<slug>?langs=de,ja`: a card side by side in some languages, or in all."""
    name = named(request)
    wanted = _languages(request)
    compared = await read(datasette, lambda c: of_card(c, cards.find(c, name), wanted or None))
    if compared.card.slug != name:
        return redirect(datasette, request, "compare", compared.card.slug)
    if wants_json(request):
        return json_answer(compared.as_json())
    columns = [code for code in wanted if code in compared.languages] or list(compared.languages)
    context = {
        "asked": asked(request),
        "compared": compared,
        "spoken": _spoken(compared),
        "columns": columns,
        "missing": [code for code in wanted if code not in compared.languages],
        "chosen": wanted,
        "wordings": _by_language(compared.localizations),
        "days": _by_day(compared.rulings),
        "coverage": _coverage(compared.rulings, columns),
        "query_string": f"?langs={','.join(wanted)}" if wanted else "",
    }
    return await page(datasette, request, "rulings_compare.html", context)


@answering
async def ruling_page(request: Any, datasette: Any) -> Any:
    """`/ruling/<id>`: one ruling with all its texts and cards."""
    name = named(request)
    ruling = await read(datasette, lambda c: find_ruling(c, name))
    if ruling.id != name:
        return redirect(datasette, request, "ruling", ruling.id)
    if wants_json(request):
        return json_answer(ruling.as_json())
    dates = sorted({date for _, date, _ in ruling.cards if date})
    issuers = sorted({issuer for _, _, issuer in ruling.cards if issuer})
    held_by = {card.slug: card for card, _, _ in ruling.cards}
    context = {
        "asked": asked(request),
        "ruling": ruling,
        "dates": dates,
        "issuers": [markup.ISSUERS.get(issuer, issuer) for issuer in issuers],
        "cards": list(held_by.values()),
        "texts": _reader_first(ruling.texts, asked(request).reader),
    }
    return await page(datasette, request, "rulings_ruling.html", context)


def _languages(request: Any) -> list[str]:
    """The languages that `langs=` asks for, once or several times, with commas or without."""
    pairs = parse_qsl(request.query_string)
    names = [part for name, value in pairs if name == "langs" for part in value.split(",")]
    known = [find_language(name) for name in names[:50]]
    return list(dict.fromkeys(language.code for language in known if language))


def _current(localizations: tuple[Localization, ...], code: str) -> tuple[Localization, ...]:
    """The newest wording of each face in a language: the current Oracle wording in English."""
    newest: dict[str, Localization] = {}
    for known in localizations:
        if known.language == code and (known.text or known.name):
            newest.setdefault(known.face, known)
    return tuple(newest.values())


def _spoken(compared: Comparison) -> str:
    """The language of the name that a card stands under."""
    own = [known.language for known in compared.localizations if known.name == compared.card.name]
    return own[0] if own else "en"


def _names(compared: Comparison) -> dict[str, list[str]]:
    """Every name of a card but the one it stands under, with the languages that use it."""
    names: dict[str, list[str]] = {}
    for known in compared.localizations:
        if known.name and known.language != "en" and known.name != compared.card.name:
            codes = names.setdefault(known.name, [])
            if known.language not in codes:
                codes.append(known.language)
    return names


class Wordings(NamedTuple):
    """The wordings of a card in one language: the newest of each face, and all others."""

    newest: list[Localization]
    older: list[Localization]


def _wordings(localizations: list[Localization]) -> Wordings:
    newest: dict[str, Localization] = {}
    for known in localizations:
        newest.setdefault(known.face, known)
    older = [known for known in localizations if newest[known.face] is not known]
    return Wordings(list(newest.values()), older)


def _by_language(localizations: tuple[Localization, ...]) -> dict[str, list[Localization]]:
    grouped: dict[str, list[Localization]] = {}
    for known in localizations:
        grouped.setdefault(known.language, []).append(known)
    return grouped


def _by_day(rulings: tuple[CardRuling, ...]) -> dict[str, list[CardRuling]]:
    """Rulings by date, newest first; those without a date, under "", last."""
    days: dict[str, list[CardRuling]] = {}
    for ruling in rulings:
        if ruling.texts:
            days.setdefault(ruling.published_at or "", []).append(ruling)
    return dict(sorted(days.items(), reverse=True))


def _coverage(rulings: tuple[CardRuling, ...], codes: list[str]) -> str:
    """In which of some languages a card's rulings have a text, in words."""
    total = len({ruling.id for ruling in rulings if ruling.texts})
    if not total:
        return "No rulings are known for this card."
    held = {
        code: len({r.id for r in rulings if any(text.language == code for text in r.texts)})
        for code in codes
    }
    names = {code: markup.language(code).name for code in codes}
    whole = [names[code] for code, count in held.items() if count == total]
    some = [f"{names[code]} for {count}" for code, count in held.items() if 0 < count < total]
    without = [names[code] for code, count in held.items() if not count]
    said = f"{total} rulings" if total > 1 else "One ruling"
    if whole:
        said += f" in {_listed(whole)}"
    if some:
        said += f"; in {_listed(some)}"
    said += "."
    if without:
        said += f" None has a text in {_listed(without, 'or')}."
    if not whole:
        said += " A ruling without a text in these languages is given as it is in English."
    return said


def _listed(words: list[str], joint: str = "and") -> str:
    return f" {joint} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _reader_first(texts: tuple[RulingText, ...], reader: str) -> list[RulingText]:
    return sorted(texts, key=lambda text: text.language != reader)


def _facets(wanted: Asked, results: Results, set_names: dict[str, str]) -> list[Facet]:
    facets = []
    for name, title in FACET_TITLES.items():
        counts = results.facets[name]
        chosen = wanted.selected.get(name, ())
        if len(counts) < 2 and not chosen:
            continue
        values = sorted(counts, reverse=True) if name == "year" else list(counts)
        values = [*(value for value in chosen if value not in counts), *values]
        choices = [
            Choice(
                *_label(name, value, set_names),
                counts.get(value, 0),
                value in chosen,
                wanted.toggled(name, value),
            )
            for value in values[:_VALUES_AT_MOST]
        ]
        at_once = _VALUES_AT_ONCE.get(name, 6)
        left_out = len(values) - len(choices)
        facets.append(Facet(name, title, choices[:at_once], choices[at_once:], left_out))
    return facets


def _chips(wanted: Asked, set_names: dict[str, str]) -> list[tuple[str, str]]:
    """What is selected, each with the address that no longer has it."""
    return [
        (_label(facet, value, set_names)[0], wanted.toggled(facet, value))
        for facet, values in wanted.selected.items()
        for value in values
    ]


def _label(facet: str, value: str, set_names: dict[str, str]) -> tuple[str, str, str | None]:
    """How a value is called, what else it is called, and the language of the first."""
    if facet == "language":
        known = markup.language(value)
        return known.native, known.name if known.name != known.native else "", known.tag
    if facet == "set":
        return set_names.get(value, value), value, None
    labels = {"kind": markup.KINDS, "color": markup.COLORS, "issuer": markup.ISSUERS}
    return labels.get(facet, {}).get(value, value), "", None
