"""What may be done with our databases. In a module of its own because Datasette 1.0 asks
otherwise."""

import json
from typing import Any

from rulings_db.web.serving import databases, settings


def allowed(datasette: Any, action: str, resource: Any) -> bool | None:
    """False for SQL of the visitor's own on a database of ours, and None, which leaves it to
    others, for all else."""
    return False if resource in _closed(datasette, action) else None


def rules(datasette: Any, action: str) -> Any:
    """The same for Datasette 1.0, which asks for SQL that lists what is not allowed: on one level,
    no beats yes."""
    closed = _closed(datasette, action)
    if not closed:
        return None
    from datasette.permissions import PermissionSQL

    return PermissionSQL(
        "SELECT value AS parent, NULL AS child, 0 AS allow, 'not for visitors' AS reason"
        " FROM json_each(:rulings_closed)",
        {"rulings_closed": json.dumps(closed)},
    )


def _closed(datasette: Any, action: str) -> tuple[str, ...]:
    """The databases with which nobody may do something."""
    if action != "execute-sql" or "default_allow_sql" in settings.asked_for(datasette):
        return ()
    return databases.ours(datasette)
