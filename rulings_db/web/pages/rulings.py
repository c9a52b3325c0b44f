"""The page of one ruling."""

import sqlite3
from typing import Any, NamedTuple

from rulings_db.catalog.lookup import CardName
from rulings_db.catalog.names import card_names
from rulings_db.catalog.rulings import RulingPage, find_ruling
from rulings_db.web.serving.criteria import criteria_of, name_in_address, wants_json
from rulings_db.web.serving.databases import read
from rulings_db.web.serving.responses import answering, json_answer, page, redirect


class DatedCards(NamedTuple):
    """A date and an issuer, and the cards that have the ruling with these."""

    published_at: str | None
    dated_by: str | None
    issuer: str | None
    cards: list[CardName]


@answering
async def ruling_page(request: Any, datasette: Any) -> Any:
    """`/ruling/<id>`: one ruling with all its texts and cards."""
    name = name_in_address(request)
    wanted = criteria_of(request)

    def find(connection: sqlite3.Connection) -> tuple[RulingPage, dict[str, str]]:
        ruling = find_ruling(connection, name)
        slugs = [attached.card.slug for attached in ruling.cards]
        return ruling, card_names(connection, slugs, wanted.reader)

    ruling, names = await read(datasette, find)
    if ruling.id != name:
        return redirect(datasette, request, "ruling", ruling.id)
    if wants_json(request):
        return json_answer(ruling.as_json())
    context = {
        "criteria": wanted,
        "ruling": ruling,
        "cards": {attached.card.slug: attached.card for attached in ruling.cards},
        "names": names,
        "attached": _dated(ruling),
        "texts": sorted(ruling.texts, key=lambda text: text.language != wanted.reader),
    }
    return await page(datasette, request, "rulings_ruling.html", context)


def _dated(ruling: RulingPage) -> list[DatedCards]:
    """The cards of a ruling by date and issuer, the oldest date first."""
    found: dict[tuple[str | None, str | None, str | None], list[CardName]] = {}
    for attached in ruling.cards:
        when = (attached.published_at, attached.dated_by, attached.issuer)
        found.setdefault(when, []).append(attached.card)
    dated = [DatedCards(*when, cards) for when, cards in found.items()]
    return sorted(dated, key=lambda known: (known.published_at or "", known.issuer or ""))
