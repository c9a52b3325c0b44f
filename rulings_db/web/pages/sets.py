"""The list of sets, and the page of one."""

import sqlite3
from typing import Any

from rulings_db.catalog import sets
from rulings_db.notices import N_
from rulings_db.web.rendering.interface_language import gettext
from rulings_db.web.serving.criteria import criteria_of, name_in_address, wants_json
from rulings_db.web.serving.databases import read
from rulings_db.web.serving.responses import answering, json_answer, page, redirect

_KINDS = {
    "archenemy": N_("Archenemy"),
    "box": N_("Box set"),
    "commander": N_("Commander"),
    "core": N_("Core set"),
    "draft_innovation": N_("Draft innovation"),
    "duel_deck": N_("Duel deck"),
    "expansion": N_("Expansion"),
    "from_the_vault": N_("From the Vault"),
    "funny": N_("Funny"),
    "masterpiece": N_("Masterpiece"),
    "masters": N_("Masters"),
    "memorabilia": N_("Memorabilia"),
    "planechase": N_("Planechase"),
    "premium_deck": N_("Premium deck"),
    "promo": N_("Promo"),
    "spellbook": N_("Spellbook"),
    "starter": N_("Starter"),
    "token": N_("Tokens"),
    "treasure_chest": N_("Treasure chest"),
    "vanguard": N_("Vanguard"),
}


@answering
async def sets_page(request: Any, datasette: Any) -> Any:
    """`/sets?kind=`: all sets by year, or those of a kind, which may be none."""
    found = await read(datasette, sets.all_sets)
    kinds = sorted({known.kind for known in found if known.kind})
    kind = request.args.get("kind") or ""
    if kind:
        found = [known for known in found if known.kind == kind]
    if wants_json(request):
        return json_answer({"sets": [known.as_json() for known in found]})
    years: dict[str, list[sets.Set]] = {}
    for known in found:
        years.setdefault((known.released_at or "")[:4], []).append(known)
    context = {
        "criteria": criteria_of(request),
        "total": len(found),
        "years": years,
        "kinds": kinds,
        "kind": kind,
        "kind_name": _kind_name,
    }
    return await page(datasette, request, "rulings_sets.html", context)


@answering
async def set_page(request: Any, datasette: Any) -> Any:
    """`/set/<code>?page=`: a set with its cards by collector number."""
    name = name_in_address(request)
    wanted = criteria_of(request)

    def find(connection: sqlite3.Connection) -> sets.SetPage:
        about = sets.find_set(connection, name)
        return sets.set_page(connection, about, wanted.page, wanted.reader)

    found = await read(datasette, find)
    if found.about.code != name:
        return redirect(datasette, request, "set", found.about.code)
    if wants_json(request):
        return json_answer(found.as_json())
    parent = [known for known in found.related if known.code == found.about.parent]
    context = {
        "criteria": wanted,
        "found": found,
        "parent": parent[0] if parent else None,
        "children": [known for known in found.related if known not in parent],
        "localized": any(card.localized for card in found.cards),
        "kind_name": _kind_name,
    }
    return await page(datasette, request, "rulings_set.html", context)


def _kind_name(kind: str) -> str:
    """What a kind of sets is called; one that nobody knows as it is."""
    return gettext(_KINDS[kind]) if kind in _KINDS else kind
