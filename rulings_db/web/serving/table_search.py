"""`_search=` on Datasette's pages for our tables and views, in all languages."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from datasette.filters import FilterArguments
from datasette.utils.asgi import BadRequest
from datasette.views.base import DatasetteError

from rulings_db.retrieval.query import MAX_LENGTH
from rulings_db.retrieval.table_rows import ID_COLUMNS, matching_row_ids
from rulings_db.web.serving import databases

RAW = ("_fts_table", "_fts_pk", "_searchmode")
"""Arguments that would let a visitor write full-text expressions of his own."""


def search(
    datasette: Any, request: Any, database: str, table: str
) -> Callable[[], Awaitable[Any]] | None:
    """The rows that match `_search=`; raises BadRequest for raw full-text search."""
    if database not in databases.ours(datasette):
        return None
    refused = [name for name in RAW if name in request.args]
    if refused:
        raise BadRequest(f"{refused[0]}= is not allowed")
    if table not in ID_COLUMNS:
        return None
    text = (request.args.get("_search") or "").strip()[:MAX_LENGTH]
    context = {"supports_search": True, "search": text}

    async def filters() -> Any:
        if not text:
            return FilterArguments([], extra_context=context)
        try:
            ids = await databases.read(
                datasette, lambda c: matching_row_ids(c, table, text), database
            )
        except databases.TooSlow:
            raise DatasetteError("This search takes too long", status=503) from None
        return FilterArguments(
            [f"{ID_COLUMNS[table]} IN (SELECT value FROM json_each(:matching))"],
            {"matching": json.dumps(ids)},
            [f'search matches "{text}"'],
            context,
        )

    return filters
