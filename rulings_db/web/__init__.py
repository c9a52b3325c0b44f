"""The Datasette plugin: search, card, ruling and compare pages with their JSON, beside Datasette's
own pages. Hooks only; each leads to the module that does the work. Without a database of ours
among those served, every hook does nothing."""

import sqlite3
from collections.abc import Callable
from typing import Any

from jinja2 import Environment
from pluggy import HookimplMarker

from rulings_db.web.pages import routes
from rulings_db.web.rendering import interface_language
from rulings_db.web.serving import databases, permissions, security, settings, table_search

hookimpl = HookimplMarker("datasette")


@hookimpl
async def startup(datasette: Any) -> None:
    """Safe settings, and titles and facets for our tables."""
    if databases.ours(datasette):
        settings.make_safe(datasette)
        await settings.describe(datasette)


@hookimpl
def prepare_jinja2_environment(env: Environment, datasette: Any) -> None:
    """Translated messages in templates."""
    if databases.ours(datasette):
        interface_language.install(env)


@hookimpl
def prepare_connection(conn: sqlite3.Connection, database: str, datasette: Any) -> None:
    """Read our database through the system's own cache, which takes half the time, and within the
    memory there is."""
    if database in databases.ours(datasette):
        conn.execute(f"PRAGMA hard_heap_limit = {databases.LARGEST_HEAP}")
        conn.execute(f"PRAGMA mmap_size = {databases.LARGEST_MAP}")


@hookimpl
def register_routes(datasette: Any) -> list[tuple[str, Any]]:
    """Our pages."""
    return routes.ROUTES if databases.ours(datasette) else []


@hookimpl
def asgi_wrapper(datasette: Any) -> Callable[[Any], Any]:
    """Security headers, and nothing but reading on our pages."""
    return security.wrapper(datasette, routes.is_our_page)


@hookimpl
def filters_from_request(request: Any, database: str, table: str, datasette: Any) -> Any:
    """`_search=` on table pages, in all languages."""
    return table_search.search(datasette, request, database, table)


@hookimpl
def permission_allowed(datasette: Any, action: str, resource: Any) -> bool | None:
    """What nobody may do with our database, unless the server was started to allow it."""
    return permissions.allowed(datasette, action, resource)


@hookimpl
def permission_resources_sql(datasette: Any, action: str) -> Any:
    """The same, as Datasette asks for it from 1.0 on."""
    return permissions.rules(datasette, action)
