"""What Datasette is told when it starts with a database of ours: safe settings, and titles, facets
and credits for our tables. Both reach into Datasette, which has no hook for them."""

from importlib.resources import files
from typing import Any
from weakref import WeakKeyDictionary

import click
from datasette.utils import parse_metadata

from rulings_db.web.serving import databases

SAFE = {
    "allow_csv_stream": False,
    "allow_download": False,
    "allow_facet": False,
    "suggest_facets": False,
}
"""Each of these lets one visitor keep the server busy. They hold for all databases served by the
process; `datasette --setting allow_facet on` asks for one of them all the same."""


_FACETS_OF_EVERYTHING = {"facet_time_limit_ms": 800}
"""Datasette's 200 ms do not suffice to count all card texts by set."""


_ASKED_FOR: WeakKeyDictionary[Any, frozenset[str]] = WeakKeyDictionary()


def asked_for(datasette: Any) -> frozenset[str]:
    """The settings that the command line named when the server started."""
    return _ASKED_FOR.get(datasette, frozenset())


def make_safe(datasette: Any) -> None:
    """Set what makes a server safe and our facets complete, but for what was asked for by name."""
    named = _ASKED_FOR[datasette] = _named_on_command_line()
    ours = SAFE | _FACETS_OF_EVERYTHING
    datasette._settings.update({name: value for name, value in ours.items() if name not in named})


def _named_on_command_line() -> frozenset[str]:
    """Names of settings; Datasette itself keeps their values only, which may be its own."""
    context = click.get_current_context(silent=True)
    if context is None:
        return frozenset()
    older = context.params.get("config")
    pairs = context.params.get("settings") or ()
    # Until 1.0 `--config` is an older `--setting`; from then on, a file.
    pairs += older if isinstance(older, tuple) else ()
    return frozenset(name.removeprefix("settings.") for name, _ in pairs)


async def describe(datasette: Any) -> None:
    """Give each database of ours the titles, facets and hidden tables of metadata.yml, whatever
    the file is called; what the user's own metadata says stands."""
    text = files("rulings_db.web").joinpath("metadata.yml").read_text("utf-8")
    packaged = parse_metadata(text)["databases"]["rulings"]
    metadata = {"databases": dict.fromkeys(databases.ours(datasette), packaged)}
    if hasattr(datasette, "apply_metadata_json"):
        await _describe_to_1_0(datasette, metadata)
    else:
        datasette._metadata_local = _merged(metadata, datasette._metadata_local)


async def _describe_to_1_0(datasette: Any, metadata: dict[str, Any]) -> None:
    """Datasette 1.0 has facets and hidden tables in its configuration, and titles in a database of
    its own, which it has filled before."""
    from datasette.utils import move_table_config

    metadata, config = move_table_config(metadata, {})
    datasette.config = _merged(config, datasette.config)
    datasette._metadata_local = _merged(metadata, datasette._metadata_local)
    await datasette.apply_metadata_json()


def _merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """`base` with what `over` says in its place, table by table and key by key."""
    merged = base | over
    for key, value in base.items():
        said = over.get(key) or {}
        if isinstance(value, dict) and isinstance(said, dict):
            merged[key] = _merged(value, said)
    return merged
