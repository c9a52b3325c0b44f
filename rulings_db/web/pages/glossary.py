"""The glossary: what the game's terms are called in every language."""

from typing import Any

from rulings_db.notices import N_
from rulings_db.terminology import glossary
from rulings_db.web.rendering.interface_language import gettext
from rulings_db.web.serving.criteria import criteria_of, wants_json
from rulings_db.web.serving.databases import read
from rulings_db.web.serving.responses import answering, json_answer, page

_LONGEST_TERM = 100
_KINDS = {
    "keyword ability": N_("Keyword abilities"),
    "keyword action": N_("Keyword actions"),
    "ability word": N_("Ability words"),
    "card type": N_("Card types"),
    "supertype": N_("Supertypes"),
    "subtype": N_("Subtypes"),
    "game term": N_("Other terms of the game"),
}


@answering
async def glossary_page(request: Any, datasette: Any) -> Any:
    """`/glossary?term=`: what a term of the game is called in every language; without a term, those
    there are."""
    term = (request.args.get("term") or "")[:_LONGEST_TERM].strip()
    wanted = criteria_of(request)
    context: dict[str, Any] = {
        "criteria": wanted,
        "term": term,
        "entries": {},
        "kind_name": _kind_name,
    }
    if not term:
        known = await read(datasette, glossary.terms)
        terms = {kind: known[kind] for kind in (*_KINDS, *known) if kind in known}
        if wants_json(request):
            return json_answer({"term": "", "entries": [], "terms": terms})
        context["terms"] = terms
        return await page(datasette, request, "rulings_glossary.html", context)
    found = await read(datasette, lambda c: glossary.lookup(c, term))
    if wants_json(request):
        return json_answer({"term": term, "entries": [entry.as_json() for entry in found]})
    entries: dict[str, dict[str, list[glossary.Entry]]] = {}
    for entry in sorted(found, key=lambda entry: entry.language != wanted.reader):
        entries.setdefault(entry.term, {}).setdefault(entry.language, []).append(entry)
    # The term that is surest to be meant stands first, as `lookup` gives it.
    context["entries"] = {entry.term: entries[entry.term] for entry in found}
    return await page(datasette, request, "rulings_glossary.html", context, 200 if found else 404)


def _kind_name(kind: str) -> str:
    """What a kind of terms is called; one that nobody knows as it is."""
    return gettext(_KINDS[kind]) if kind in _KINDS else kind
