"""About the data."""

from typing import Any

from rulings_db.about import about
from rulings_db.web.answers import answering, json_answer, page, wants_json
from rulings_db.web.asked import asked
from rulings_db.web.stores import read


@answering
async def about_page(request: Any, datasette: Any) -> Any:
    """`/about`: where the data comes from, and what could not be taken as it was."""
    found = await read(datasette, about)
    if wants_json(request):
        return json_answer(found.as_json())
    context = {"asked": asked(request), "found": found}
    return await page(datasette, request, "rulings_about.html", context)
