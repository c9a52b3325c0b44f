"""What may be done with our databases. In a module of its own because Datasette 1.0 asks
otherwise."""

from typing import Any

from rulings_db.web import settings, stores


def allowed(datasette: Any, action: str, resource: Any) -> bool | None:
    """False for SQL of the visitor's own on a database of ours, and None, which leaves it to
    others, for all else."""
    if action != "execute-sql" or resource not in stores.ours(datasette):
        return None
    return None if "default_allow_sql" in settings.asked_for(datasette) else False
