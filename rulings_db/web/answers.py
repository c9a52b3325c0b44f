"""Answers: a page or its JSON, a redirect, an error that says what to do and nothing of the
machine."""

import json
import sys
import traceback
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Any
from urllib.parse import quote, unquote, urlencode

from datasette import Response

from rulings_db.cards import CardName, NotFound, Several
from rulings_db.notices import N_, Notice
from rulings_db.sets import by_number
from rulings_db.web import assets, conditional, interface, lookups, markup, stores, switch

View = Callable[[Any, Any], Awaitable[Any]]


class Links:
    """Addresses of our pages, under whatever path Datasette is served."""

    def __init__(self, datasette: Any) -> None:
        self._path = datasette.urls.path
        self.database = str(datasette.urls.database(stores.ours(datasette)[0]))

    def home(self) -> str:
        return str(self._path("/"))

    def search(self, query_string: str = "", json: bool = False) -> str:
        return str(self._path("/search.json" if json else "/")) + query_string

    def suggest(self) -> str:
        return str(self._path("/suggest.json"))

    def static(self, name: str) -> str:
        return str(self._path(assets.address(name)))

    def help(self) -> str:
        return str(self._path("/help"))

    def saved(self) -> str:
        return str(self._path("/saved"))

    def manifest(self) -> str:
        return str(self._path("/manifest.webmanifest"))

    def worker(self) -> str:
        return str(self._path("/service-worker.js"))

    def of(self, kind: str, name: str, json: bool = False) -> str:
        """The page, or JSON, of a "card", "compare", "ruling", "set" or "language"."""
        return str(self._path(f"/{kind}/{quote(name, safe='')}")) + (".json" if json else "")

    def work_list(self, language: str, set_code: str) -> str:
        """What a set lacks in a language, as a table to fill in."""
        address = self._path(f"/language/{quote(language, safe='')}.csv")
        return f"{address}?{urlencode({'set': set_code})}"

    def listed(self, what: str, json: bool = False) -> str:
        """The list of "sets" or "languages", or what is said "about" the data."""
        return str(self._path(f"/{what}")) + (".json" if json else "")

    def problems(self, kind: str = "") -> str:
        """The table of problems, or of those of a kind."""
        return f"{self.database}/problems" + (f"?{urlencode({'kind': kind})}" if kind else "")

    def sources(self, kind: str) -> str:
        """The table of the sources of a kind."""
        return f"{self.database}/sources?{urlencode({'kind': kind})}"

    def glossary(self, term: str = "", json: bool = False) -> str:
        """The glossary, or what it has of a term."""
        address = str(self._path("/glossary")) + (".json" if json else "")
        return f"{address}?term={quote(term, safe='')}" if term else address


def json_answer(value: Any, status: int = 200) -> Any:
    """JSON in UTF-8 that any page of any site may read."""
    body = json.dumps(value, ensure_ascii=False)
    return Response(
        body,
        status=status,
        headers={"Access-Control-Allow-Origin": "*", "Vary": switch.VARY},
        content_type="application/json; charset=utf-8",
    )


async def page(
    datasette: Any, request: Any, template: str, context: dict[str, Any], status: int = 200
) -> Any:
    """An HTML page; every template has `links` and the helpers of `rulings_db.web.markup`."""
    build = await stores.read(datasette, lookups.build) if status == 200 else None
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
        "switches": switch.switches(request),
        **interface.helpers(),
    }
    html = await datasette.render_template(template, common | context, request=request)
    headers = {"Vary": switch.VARY}
    if build is not None:
        # What a page that is kept on a device was made from.
        headers["Rulings-Build"] = f"{build.name} {assets.version()}"
    return Response.html(html, status=status, headers=headers)


def redirect(datasette: Any, request: Any, kind: str, name: str) -> Any:
    """To the address that a card or ruling has, with what was asked of it."""
    address = Links(datasette).of(kind, name, wants_json(request))
    query = f"?{request.query_string}" if request.query_string else ""
    return Response.redirect(address + query)


def wants_json(request: Any) -> bool:
    return bool(request.url_vars.get("json")) or request.path.endswith(".json")


def named(request: Any) -> str:
    """The card or ruling that the address names."""
    return unquote(request.url_vars["name"])


def answering(view: View) -> View:
    """Answer in the language of the visitor, and turn what can go wrong in a view into an
    answer."""

    @wraps(view)
    async def answer(request: Any, datasette: Any) -> Any:
        if wants_json(request):
            return await caught(request, datasette)
        switched = switch.switched(request)
        if switched is not None:
            return switched
        with interface.speaking(switch.interface_language(request)):
            return await caught(request, datasette)

    async def caught(request: Any, datasette: Any) -> Any:
        try:
            language = interface.current()
            if language is not interface.ENGLISH:
                words = await stores.read(datasette, lambda c: interface.words(c, language))
                interface.learn(words)
            return await conditional.answer(request, datasette, view)
        except Several as error:
            return await _choice(request, datasette, error)
        except NotFound as error:
            return await _error(
                request, datasette, 404, N_("Not found"), error.told, error.candidates
            )
        except stores.TooSlow:
            message = N_("This search takes too long. A longer word or one more condition helps.")
            return await _error(request, datasette, 503, N_("Not now"), Notice(message))
        except Exception:
            traceback.print_exc(file=sys.stderr)
            message = N_("Something went wrong here. It is written down; the rest still works.")
            return await _error(request, datasette, 500, N_("An error"), Notice(message))

    return answer


async def _choice(request: Any, datasette: Any, several: Several) -> Any:
    """The cards that go by one name, each with a set and number, which tells them apart."""
    printings = await stores.read(
        datasette, lambda c: lookups.first_printings(c, (card.id for card in several.candidates))
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
        "title": interface.gettext(title),
        "message": interface.notice(told),
        "candidates": candidates,
    }
    return await page(datasette, request, "rulings_error.html", context, status)
