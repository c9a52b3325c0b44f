"""Answers that somebody has already: each carries a tag made from all it depends on, and who sends
that tag back is told that nothing has changed, before a page is made."""

from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any

from datasette import Response

from rulings_db.database.cache import build_of
from rulings_db.web.rendering import interface_language
from rulings_db.web.serving import assets, databases, language_choice


async def answer(request: Any, datasette: Any, view: Callable[[Any, Any], Awaitable[Any]]) -> Any:
    """The answer of a view with its tag, or 304 to whom has it."""
    tag = await _tag(request, datasette)
    headers = {"ETag": tag, "Vary": language_choice.VARY}
    if tag in _known(request):
        return Response("", status=304, headers=headers)
    answered = await view(request, datasette)
    if answered.status == 200:
        lasts = {"Cache-Control": f"max-age={datasette.setting('default_cache_ttl')}"}
        answered.headers = headers | lasts | answered.headers
    return answered


async def _tag(request: Any, datasette: Any) -> str:
    """Weak: the same words, perhaps in other bytes."""
    build = await databases.read(datasette, build_of)
    parts = (
        *(build.name, build.built_at[:10], assets.version(), request.scheme, request.host),
        *(
            request.full_path,
            interface_language.current().code,
            language_choice.reader(request).code,
        ),
    )
    return f'W/"{sha256(repr(parts).encode()).hexdigest()[:20]}"'


def _known(request: Any) -> list[str]:
    return [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
