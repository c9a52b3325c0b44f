"""Answers: a page or its JSON, a redirect, an error that says what to do and nothing of the
machine."""

import json
import sys
import traceback
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Any

from datasette import Response

from rulings_db.catalog.lookup import Ambiguous, CardName, NotFound
from rulings_db.catalog.names import first_printings
from rulings_db.catalog.sets import by_number
from rulings_db.database.cache import build_of
from rulings_db.notices import N_, Notice
from rulings_db.terminology.glossary import sure_translations
from rulings_db.web.rendering import interface_language, markup
from rulings_db.web.serving import assets, databases, etags, language_choice
from rulings_db.web.serving.criteria import wants_json
from rulings_db.web.serving.links import Links

View = Callable[[Any, Any], Awaitable[Any]]


def json_answer(value: Any, status: int = 200) -> Any:
    """JSON in UTF-8 that any page of any site may read."""
    body = json.dumps(value, ensure_ascii=False)
    return Response(
        body,
        status=status,
        headers={"Access-Control-Allow-Origin": "*", "Vary": language_choice.VARY},
        content_type="application/json; charset=utf-8",
    )


async def page(
    datasette: Any, request: Any, template: str, context: dict[str, Any], status: int = 200
) -> Any:
    """An HTML page; every template has `links` and the helpers of `web.rendering`."""
    build = await databases.read(datasette, build_of) if status == 200 else None
    common = {
        "address": datasette.absolute_url(request, request.full_path),
        "build": build,
        "links": Links(datasette),
        "language": markup.language,
        "rules": markup.rules,
        "inline": markup.inline,
        "snippet": markup.snippet,
        "changed": markup.changed,
        "marked": markup.marked,
        "status": markup.status,
        "issuer": markup.issuer,
        "switches": language_choice.switches(request),
        **interface_language.helpers(),
    }
    html = await datasette.render_template(template, common | context, request=request)
    headers = {"Vary": language_choice.VARY}
    if build is not None:
        # What a page that is kept on a device was made from.
        headers["Rulings-Build"] = f"{build.name} {assets.version()}"
    return Response.html(html, status=status, headers=headers)


def redirect(datasette: Any, request: Any, kind: str, name: str) -> Any:
    """To the address that a card or ruling has, with what was asked of it."""
    address = Links(datasette).of(kind, name, wants_json(request))
    query = f"?{request.query_string}" if request.query_string else ""
    return Response.redirect(address + query)


def answering(view: View) -> View:
    """Answer in the language of the visitor, and turn what can go wrong in a view into an
    answer."""

    @wraps(view)
    async def answer(request: Any, datasette: Any) -> Any:
        if wants_json(request):
            return await caught(request, datasette)
        switched = language_choice.switched(request)
        if switched is not None:
            return switched
        with interface_language.speaking(language_choice.interface_language(request)):
            return await caught(request, datasette)

    async def caught(request: Any, datasette: Any) -> Any:
        try:
            language = interface_language.current()
            if language is not interface_language.ENGLISH:
                words = await databases.read(
                    datasette, lambda c: sure_translations(c, language.code)
                )
                interface_language.learn(words)
            return await etags.answer(request, datasette, view)
        except Ambiguous as error:
            return await _choice(request, datasette, error)
        except NotFound as error:
            return await _error(
                request, datasette, 404, N_("Not found"), error.told, error.candidates
            )
        except databases.TooSlow:
            message = N_("This search takes too long. A longer word or one more condition helps.")
            return await _error(request, datasette, 503, N_("Not now"), Notice(message))
        except Exception:
            traceback.print_exc(file=sys.stderr)
            message = N_("Something went wrong here. It is written down; the rest still works.")
            return await _error(request, datasette, 500, N_("An error"), Notice(message))

    return answer


async def _choice(request: Any, datasette: Any, several: Ambiguous) -> Any:
    """The cards that go by one name, each with a set and number, which tells them apart."""
    printings = await databases.read(
        datasette, lambda c: first_printings(c, (card.id for card in several.candidates))
    )
    cards = sorted(several.candidates, key=lambda card: by_number(printings.get(card.id)))
    if wants_json(request):
        told = [
            {
                "id": card.oracle_id,
                "name": card.name,
                "slug": card.slug,
                "printing": printings.get(card.id),
            }
            for card in cards
        ]
        return json_answer({"error": str(several.told), "cards": told}, 300)
    kind = "compare" if request.path.startswith(Links(datasette).of("compare", "")) else "card"
    context = {"cards": cards, "printings": printings, "kind": kind}
    return await page(datasette, request, "rulings_choice.html", context, 300)


async def _error(
    request: Any,
    datasette: Any,
    status: int,
    title: str,
    told: Notice,
    candidates: Sequence[CardName] = (),
) -> Any:
    if wants_json(request):
        return json_answer({"error": str(told)}, status)
    context = {
        "title": interface_language.gettext(title),
        "message": interface_language.notice(told),
        "candidates": candidates,
    }
    return await page(datasette, request, "rulings_error.html", context, status)
