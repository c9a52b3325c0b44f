"""About the data."""

from typing import Any

from rulings_db.catalog.overview import about
from rulings_db.web.serving.criteria import criteria_of, wants_json
from rulings_db.web.serving.databases import read
from rulings_db.web.serving.responses import answering, json_answer, page


@answering
async def about_page(request: Any, datasette: Any) -> Any:
    """`/about`: where the data comes from, and what could not be taken as it was."""
    found = await read(datasette, about)
    if wants_json(request):
        return json_answer(found.as_json())
    context = {"criteria": criteria_of(request), "found": found}
    return await page(datasette, request, "rulings_about.html", context)
