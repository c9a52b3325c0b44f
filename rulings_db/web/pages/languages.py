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
from rulings_db.web.serving.criteria import criteria_of
from rulings_db.web.serving.databases import read
from rulings_db.web.serving.responses import (
    answering,
    json_answer,
    named,
    page,
    redirect,
    wants_json,
)


class _Found(NamedTuple):
    """What exists in a language; `lacking` is what a set that was asked for lacks, of which `lacks`
    is listed, with `names` of its cards in the reader's language."""

    totals: coverage.LanguageTotals
    sets: list[coverage.SetCoverage]
    about: Set | None
    lacking: missing.Missing | None
    lacks: str | None
    names: dict[str, str]


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
    """`/language/<code>?set=&lacks=`: what a language has by set, and the cards of a set that lack
    something in it; without `lacks`, JSON has all, and the page those that lack a wording, if any
    does."""
    name = named(request)
    code = language_code(name)
    wanted = criteria_of(request)
    set_code = (request.args.get("set") or "").strip()
    named_lack = request.args.get("lacks") if request.args.get("lacks") in missing.LACKS else None

    def find(connection: sqlite3.Connection) -> _Found:
        totals = coverage.of_language(connection, code)
        if not set_code:
            return _Found(totals, coverage.by_set(connection, code), None, None, None, {})
        about = find_set(connection, set_code)
        lacks = named_lack or (None if wants_json(request) else "wording")
        lacking = missing.missing_in_set(connection, code, about.code, wanted.page, lacks)
        if lacks and not named_lack and not lacking.total:
            lacks = "ruling"
            lacking = missing.missing_in_set(connection, code, about.code, wanted.page, lacks)
        slugs = [card.slug for card in lacking.cards]
        names = card_names(connection, slugs, wanted.reader)
        return _Found(totals, [], about, lacking, lacks, names)

    found = await read(datasette, find)
    if found.totals.code != name:
        return redirect(datasette, request, "language", found.totals.code)
    if wants_json(request):
        if found.lacking:
            return json_answer(found.totals.as_json() | {"missing": found.lacking.as_json()})
        sets = [known.as_json() for known in found.sets]
        return json_answer(found.totals.as_json() | {"sets": sets})
    context: dict[str, Any] = {"criteria": wanted, "code": code, "totals": found.totals}
    if found.lacking:
        context |= {
            "about": found.about,
            "lacking": found.lacking,
            "lacks": found.lacks,
            "names": found.names,
        }
        return await page(datasette, request, "rulings_missing.html", context)
    context |= {
        "sets": [known for known in found.sets if known.printings.known],
        "without": [known for known in found.sets if not known.printings.known],
    }
    return await page(datasette, request, "rulings_language.html", context)


@answering
async def work_list_table(request: Any, datasette: Any) -> Any:
    """`/language/<code>.csv?set=`: the cards of a set without a wording in a language, as a table
    to fill in."""
    name = named(request)
    set_code = (request.args.get("set") or "").strip()

    def find(connection: sqlite3.Connection) -> tuple[str, str]:
        code = coverage.of_language(connection, language_code(name)).code
        about = find_set(connection, set_code)
        return f"{about.code}-{code}.csv", missing.as_csv(connection, code, about.code)

    file_name, table = await read(datasette, find)
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(file_name)}"}
    # With a byte order mark, spreadsheets know that it is UTF-8.
    return Response("\ufeff" + table, headers=headers, content_type="text/csv; charset=utf-8")
