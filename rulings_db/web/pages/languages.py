"""The list of languages, and what exists and what is missing in one."""

import sqlite3
from typing import Any, NamedTuple
from urllib.parse import quote

from datasette import Response

from ingest.languages import language_code
from rulings_db.catalog import coverage
from rulings_db.catalog import missing_translations as missing
from rulings_db.catalog.names import card_names
from rulings_db.catalog.sets import Set, find_set
from rulings_db.web.serving.criteria import criteria_of, name_in_address, wants_json
from rulings_db.web.serving.databases import read
from rulings_db.web.serving.responses import answering, json_answer, page, redirect


@answering
async def languages_page(request: Any, datasette: Any) -> Any:
    """`/languages`: what exists in which language."""
    found = await read(datasette, coverage.languages)
    if wants_json(request):
        return json_answer({"languages": [totals.as_json() for totals in found]})
    context = {"criteria": criteria_of(request), "found": found}
    return await page(datasette, request, "rulings_languages.html", context)


@answering
async def language_page(request: Any, datasette: Any) -> Any:
    """`/language/<code>?set=&lacks=`: what a language has by set, or the cards of a set that lack
    something in it."""
    name = name_in_address(request)
    totals = await read(datasette, lambda c: coverage.language_totals(c, language_code(name)))
    if totals.code != name:
        return redirect(datasette, request, "language", totals.code)
    if (request.args.get("set") or "").strip():
        return await _missing_page(request, datasette, totals)
    sets = await read(datasette, lambda c: coverage.by_set(c, totals.code))
    if wants_json(request):
        return json_answer(totals.as_json() | {"sets": [known.as_json() for known in sets]})
    context = {
        "criteria": criteria_of(request),
        "code": totals.code,
        "totals": totals,
        "sets": [known for known in sets if known.printings.known],
        "without": [known for known in sets if not known.printings.known],
    }
    return await page(datasette, request, "rulings_language.html", context)


class _MissingPage(NamedTuple):
    """What a set lacks, of which `lacks` is listed, with `names` of its cards in the reader's
    language."""

    about: Set
    lacking: missing.Missing
    lacks: str | None
    names: dict[str, str]


async def _missing_page(request: Any, datasette: Any, totals: coverage.LanguageTotals) -> Any:
    """The cards of a set that lack something in a language. Without `lacks=`, JSON has all, and the
    page those that lack a wording, if any does."""
    criteria = criteria_of(request)
    asked_for = request.args.get("lacks")
    choices: list[str | None] = [None] if wants_json(request) else ["wording", "ruling"]
    if asked_for in missing.LACKS:
        choices = [asked_for]

    def find(connection: sqlite3.Connection) -> _MissingPage:
        about = find_set(connection, request.args["set"].strip())
        for lacks in choices:
            lacking = missing.missing_in_set(
                connection, totals.code, about.code, criteria.page, lacks
            )
            if lacking.total:
                break
        slugs = [card.slug for card in lacking.cards]
        names = card_names(connection, slugs, criteria.reader)
        return _MissingPage(about, lacking, lacks, names)

    found = await read(datasette, find)
    if wants_json(request):
        return json_answer(totals.as_json() | {"missing": found.lacking.as_json()})
    context = {"criteria": criteria, "code": totals.code, "totals": totals, **found._asdict()}
    return await page(datasette, request, "rulings_missing.html", context)


@answering
async def missing_translations_csv(request: Any, datasette: Any) -> Any:
    """`/language/<code>.csv?set=`: the cards of a set without a wording in a language, as a table
    to fill in."""
    name = name_in_address(request)
    set_code = (request.args.get("set") or "").strip()

    def find(connection: sqlite3.Connection) -> tuple[str, str]:
        code = coverage.language_totals(connection, language_code(name)).code
        about = find_set(connection, set_code)
        return f"{about.code}-{code}.csv", missing.as_csv(connection, code, about.code)

    file_name, table = await read(datasette, find)
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(file_name)}"}
    # With a byte order mark, spreadsheets know that it is UTF-8.
    return Response("\ufeff" + table, headers=headers, content_type="text/csv; charset=utf-8")
