"""The search page: what a search asks of the database, and what its template is given."""

import sqlite3
from typing import Any, NamedTuple

from rulings_db.catalog.names import card_names, name_suggestions, set_names_of
from rulings_db.catalog.overview import holdings
from rulings_db.notices import N_
from rulings_db.retrieval.search import Results, search
from rulings_db.web.rendering import charts, interface_language, markup
from rulings_db.web.serving.criteria import LAST_OFFSET, SORTS, Criteria, criteria_of, wants_json
from rulings_db.web.serving.databases import read
from rulings_db.web.serving.responses import answering, json_answer, page

FACET_TITLES = {
    "kind": N_("Cards or rulings"),
    "language": N_("Language"),
    "year": N_("Year"),
    "set": N_("Set"),
    "type": N_("Type"),
    "color": N_("Color"),
    "keyword": N_("Keyword"),
    "issuer": N_("Issuer"),
}
_VALUES_AT_ONCE = {"language": 20, "color": 5}
_VALUES_AT_MOST = 30
_SUGGESTED = 8
_SUGGEST_FOR = 100


class Choice(NamedTuple):
    """A value of a facet as a link that selects it, or no longer does; `tag` is the BCP 47 tag of
    `label` where that is not in the language of the interface."""

    value: str
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


class _Found(NamedTuple):
    """What the page shows of a search: the criteria of the page that there is, its results, what
    the sets in the facet are called, and cards of hits in other languages by the reader's name."""

    criteria: Criteria
    results: Results
    set_names: dict[str, str]
    card_names: dict[str, str]


@answering
async def search_page(request: Any, datasette: Any) -> Any:
    """`/` and `/search.json`: a search, or without a query what the database holds."""
    criteria = criteria_of(request)
    if wants_json(request):
        found = await read(datasette, lambda c: _search(c, criteria))
        return json_answer(found.as_json())
    if not criteria.anything:
        return await _start_page(request, datasette, criteria)
    criteria, results, set_names, names = await read(datasette, lambda c: _find(c, criteria))
    most_listed = LAST_OFFSET + criteria.size
    context = {
        "criteria": criteria,
        "results": results,
        "names": names,
        "facets": _facets(criteria, results, set_names),
        "chips": [
            _choice(criteria, name, value, results, set_names)
            for name, values in criteria.selected.items()
            for value in values
        ],
        "last_page": _last_page(results, criteria),
        "cut_off": results.total > most_listed,
        "most_listed": most_listed,
        "sorts": SORTS,
    }
    return await page(datasette, request, "rulings_results.html", context)


async def _start_page(request: Any, datasette: Any, criteria: Criteria) -> Any:
    held = await read(datasette, holdings)
    context = {
        "criteria": criteria,
        "held": held,
        "plot": charts.by_year(held.years),
        "most_in_a_language": max((wordings for _, wordings, _ in held.languages), default=1),
    }
    return await page(datasette, request, "rulings_start.html", context)


def _search(connection: sqlite3.Connection, criteria: Criteria) -> Results:
    return search(
        connection,
        criteria.query,
        limit=criteria.size,
        offset=criteria.offset,
        reader=criteria.reader,
        selected=criteria.selected,
    )


def _find(connection: sqlite3.Connection, criteria: Criteria) -> _Found:
    """A page of a search; one behind the last is the last."""
    results = _search(connection, criteria)
    last = _last_page(results, criteria)
    shown = criteria
    if criteria.page > last:
        shown = criteria._replace(page=last)
        results = _search(connection, shown)
    sets = [*list(results.facets["set"])[:_VALUES_AT_MOST], *criteria.selected.get("set", ())]
    foreign = [hit.slug for hit in results.hits if hit.language != criteria.reader]
    names = card_names(connection, foreign, criteria.reader)
    return _Found(shown, results, set_names_of(connection, sets), names)


@answering
async def suggestions(request: Any, datasette: Any) -> Any:
    """`/suggest.json?q=`: cards whose name, in any language, begins with what was typed."""
    text = (request.args.get("q") or "")[:_SUGGEST_FOR]
    reader = criteria_of(request).reader
    found = await read(datasette, lambda c: name_suggestions(c, text, _SUGGESTED, reader))
    told = [
        {"name": card.name, "slug": card.slug}
        | ({"found_as": name, "tag": markup.language(code).tag} if name and code else {})
        for card, name, code in found
    ]
    return json_answer({"query": text, "cards": told})


def _last_page(results: Results, criteria: Criteria) -> int:
    """The last page that is listed."""
    return min(max(results.total - 1, 0), LAST_OFFSET) // criteria.size + 1


def _facets(criteria: Criteria, results: Results, set_names: dict[str, str]) -> list[Facet]:
    facets = []
    for name, title in FACET_TITLES.items():
        counts = results.facets[name]
        chosen = criteria.selected.get(name, ())
        if len(counts) < 2 and not chosen:
            continue
        values = sorted(counts, reverse=True) if name == "year" else list(counts)
        values = [*(value for value in chosen if value not in counts), *values]
        choices = [
            _choice(criteria, name, value, results, set_names) for value in values[:_VALUES_AT_MOST]
        ]
        at_once = _VALUES_AT_ONCE.get(name, 6)
        left_out = len(values) - len(choices)
        facets.append(Facet(name, title, choices[:at_once], choices[at_once:], left_out))
    return facets


def _choice(
    criteria: Criteria, facet: str, value: str, results: Results, set_names: dict[str, str]
) -> Choice:
    label, note, tag = _label(facet, value, set_names)
    return Choice(
        value,
        label,
        note,
        None if tag == interface_language.current().tag else tag,
        results.facets[facet].get(value, 0),
        value in criteria.selected.get(facet, ()),
        criteria.toggled(facet, value),
    )


def _label(facet: str, value: str, set_names: dict[str, str]) -> tuple[str, str, str | None]:
    """How a value is called, what else it is called, and the language of the first."""
    if facet == "language":
        known = markup.language(value)
        name = interface_language.language_name(known)
        return known.native, name if name.lower() != known.native.lower() else "", known.tag
    if facet == "set":
        return set_names.get(value, value), value, "en"
    if facet in ("type", "keyword"):
        text, tag = interface_language.spoken(value)
        return text, "", tag
    labels = {"kind": markup.KINDS, "color": markup.COLORS}.get(facet, {})
    if value in labels:
        return interface_language.gettext(labels[value]), "", None
    return markup.ISSUERS.get(value, value), "", None
