"""The command line: thin over build, search, compare and export.

Exit status 0 when done, 1 when a command could not do its job (one clear line says why), 2 on wrong
usage.
"""

import io
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import wraps
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import click
from platformdirs import user_cache_path

from ingest.files import InputError
from ingest.languages import find_language
from rulings_db import __version__, show, store
from rulings_db.cards import NotFound
from rulings_db.notices import Notice

if TYPE_CHECKING:
    from ingest.download import Web

P = ParamSpec("P")
R = TypeVar("R")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rulings-db")
@click.pass_context
def main(context: click.Context) -> None:
    """Every Magic card's text in every language and every dated ruling, in one SQLite file."""
    if os.environ.get("NO_COLOR"):
        context.color = False
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal without the letters of a language shows the rest.
            stream.reconfigure(errors="backslashreplace")


def _command(function: Callable[P, R]) -> Callable[P, R]:
    """Turn the errors that a user can cause into one clear line and exit status 1."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (InputError, NotFound, store.StoreError) as error:
            raise click.ClickException(show.harmless(str(error))) from None
        except BrokenPipeError:
            # The reader of our pipe has left; nothing is left to say to it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except OSError as error:
            raise click.ClickException(f"cannot be written: {error.strerror}") from None

    return wrapped


database = click.option(
    "--db",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("data/rulings.db"),
    show_default=True,
    help="The database file.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


def _write_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


cached = click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="RULINGS_DB_CACHE",
    show_envvar=True,
    default=lambda: user_cache_path("rulings-db"),
    show_default="the user's cache folder",
    help="Where downloads are kept.",
)


@main.command()
@click.argument("inputs", nargs=-1, metavar="[PATH|ADDRESS]...")
@database
@click.option(
    "--force",
    is_flag=True,
    help="Build even if nothing is new, and let the sample replace other inputs.",
)
@cached
@click.pass_obj
@_command
def build(
    open_web: Callable[..., "Web"] | None,
    inputs: tuple[str, ...],
    db: Path,
    force: bool,
    cache: Path,
) -> None:
    """Build the database from files, folders and addresses; without any, from the sample pages.

    \b
    What is taken, plain or packed as .gz, .bz2, .xz or .zip:
    MTGJSON         sets, AllPrintings, AtomicCards (JSON), AllPrintings.sqlite,
                    csv and parquet tables, the shapes of versions 3 and 4
    Scryfall        bulk files and single answers of its API
    Gatherer        pages of the old site and of the new
    release notes   docx, pdf, txt and html, in many languages
    card pages      plain text
    your own table  rulings, translations and corrections, CSV or JSONL

    The old database is replaced when the new one is whole.

    \b
    Examples:
      rulings-db build AllPrintings.json.xz house-rulings.csv
      rulings-db build https://mtgjson.com/api/v5/FRF.json
    """
    from ingest.cache import open_cache
    from ingest.download import Web
    from ingest.origins import fetch
    from rulings_db.build import build as build_database

    _leave_in_order()
    paths = [Path(path) for path in inputs if "://" not in path]
    addresses = [address for address in inputs if "://" in address]
    with show.Progress() as bar:
        if addresses:
            with open_cache(cache) as held, (open_web or Web)(bar.transfer, bar.tell) as web:
                paths += [fetch(web, held, address) for address in addresses]
        report = build_database(db, paths, force=force, progress=bar.update)
    show.report(db, report)


def _leave_in_order() -> None:
    """Leave by an exception when told to end, so that the unfinished file is cleared away."""
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda number, _: sys.exit(128 + number))


@main.command()
@click.argument("what", type=click.Choice(["mtgjson", "scryfall", "all"]), default="mtgjson")
@database
@cached
@click.option(
    "--with",
    "others",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="PATH",
    help="A file or folder of yours to build from too; can be given several times.",
)
@click.option(
    "--force", is_flag=True, help="Build even if nothing is new, and in place of other inputs."
)
@click.pass_obj
@_command
def update(
    open_web: Callable[..., "Web"] | None,
    what: str,
    db: Path,
    cache: Path,
    others: tuple[Path, ...],
    force: bool,
) -> None:
    """Download what is new and build the database from it: from MTGJSON, or from what is named.

    \b
    mtgjson    every printing with its texts in all languages, and the rulings (the default)
    scryfall   the same as Scryfall has it: over 2.3 GB, packed when they come and in the cache
    all        both, made one

    Only what has changed is downloaded. What was interrupted goes on from there the next time, and
    the database is replaced when the new one is whole. Once a day is plenty.

    \b
    Examples:
      rulings-db update
      rulings-db update all --with house-rulings.csv
    """
    from ingest.download import Web
    from ingest.origins import ORIGINS
    from rulings_db.update import update as update_database

    _leave_in_order()
    origins = list(ORIGINS) if what == "all" else [what]
    try:
        with show.Progress() as bar, (open_web or Web)(bar.transfer, bar.tell) as web:
            report = update_database(
                db, origins, cache, web, others=others, force=force, progress=bar.update
            )
    except KeyboardInterrupt:
        raise click.ClickException(
            "interrupted: the database is as it was, the next update goes on from here"
        ) from None
    show.report(db, report)


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("query")
@database
@click.option("--limit", type=click.IntRange(0), default=20, show_default=True, help="0 gives all.")
@click.option("--reader", default="en", help="The language that stands first among equals.")
@as_json
@_command
def search(query: str, db: Path, limit: int, reader: str, as_json: bool) -> None:
    """Search cards and rulings, in any language.

    \b
    Examples:
      rulings-db search '予示 lang:ja'
      rulings-db search 'card:Cloudform in:rulings "face up"'
    """
    from rulings_db.search import search as search_database

    with closing(store.open_store(db)) as connection:
        results = search_database(connection, query, limit=limit, reader=reader)
    if as_json:
        _write_json(results.as_json())
    else:
        show.results(results)


@main.command()
@click.argument("name")
@database
@as_json
@_command
def card(name: str, db: Path, as_json: bool) -> None:
    """Show a card: its texts and rulings. NAME is its name in any language, or set and number.

    \b
    Examples:
      rulings-db card Wolkenform
      rulings-db card 'FRF 32'
    """
    from rulings_db.compare import compare as compare_card

    with closing(store.open_store(db)) as connection:
        comparison = compare_card(connection, name)
    if as_json:
        _write_json(comparison.as_json())
    else:
        show.card(comparison)


@main.command()
@click.argument("name")
@database
@click.option("--langs", help="Languages to compare, with commas between: de,ja. All by default.")
@as_json
@_command
def compare(name: str, db: Path, langs: str | None, as_json: bool) -> None:
    """Compare a card's wordings in several languages, side by side, with its rulings.

    \b
    Example:
      rulings-db compare Cloudform --langs de,ja
    """
    from rulings_db.compare import compare as compare_card

    languages = None if langs is None else _codes(langs)
    with closing(store.open_store(db)) as connection:
        comparison = compare_card(connection, name, languages)
    if as_json:
        _write_json(comparison.as_json())
    else:
        show.comparison(comparison)


def _codes(langs: str) -> list[str]:
    codes = []
    for name in filter(None, langs.split(",")):
        language = find_language(name)
        if language is None:
            raise click.BadParameter(f'no language is known as "{name}"', param_hint="--langs")
        codes.append(language.code)
    return codes


@main.command()
@click.argument("query", required=False)
@database
@click.option(
    "--format", "form", type=click.Choice(["json", "ndjson"]), default="json", show_default=True
)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="A file.")
@_command
def export(query: str | None, db: Path, form: str, output: Path | None) -> None:
    """Export all cards, or those that QUERY finds, with their texts and rulings.

    \b
    Examples:
      rulings-db export -o rulings.json
      rulings-db export 'set:FRF' --format ndjson
    """
    from rulings_db.export import export as export_database

    with closing(store.open_store(db)) as connection:
        if output is None:
            export_database(connection, sys.stdout.buffer, query, form)
            return
        try:
            with store.writing(output) as stream:
                count = export_database(connection, stream, query, form)
        except OSError as error:
            raise click.ClickException(f"{output}: cannot be written: {error.strerror}") from None
    click.echo(f"{count} cards -> {output}", err=True)


@main.command()
@click.argument("term")
@database
@as_json
@_command
def glossary(term: str, db: Path, as_json: bool) -> None:
    """Show what a term of the game is called in every language, with lines that say it.

    \b
    Example:
      rulings-db glossary 飛行
    """
    from rulings_db.glossary import lookup

    with closing(store.open_store(db)) as connection:
        entries = lookup(connection, term)
    if not entries:
        raise NotFound(Notice('no term of the game is known as "%(term)s"', {"term": term}), [])
    if as_json:
        _write_json({"term": term, "entries": [entry.as_json() for entry in entries]})
    else:
        show.glossary(entries)


@main.command()
@database
@as_json
@_command
def problems(db: Path, as_json: bool) -> None:
    """List what could not be taken as it was, by source and place.

    \b
    Example:
      rulings-db problems --json
    """
    with closing(store.open_store(db)) as connection:
        rows = connection.execute(
            "SELECT kind, source, place, message, places FROM problems ORDER BY id"
        ).fetchall()
    found = [
        dict(zip(("kind", "source", "place", "message", "places"), row, strict=True))
        for row in rows
    ]
    if as_json:
        _write_json(found)
    else:
        show.problems(found)


@main.command()
@database
@click.option("--port", type=click.IntRange(0, 65535), default=8001, show_default=True)
@click.option("--host", default="127.0.0.1", show_default=True)
@_command
def serve(db: Path, port: int, host: str) -> None:
    """Serve the pages and the JSON API with Datasette. When a build replaces the database, the
    server starts again with the new one.

    \b
    Examples:
      rulings-db serve --port 8001
      rulings-db serve --host 0.0.0.0     # for phones in the same network
    """
    store.open_store(db).close()
    from datasette.cli import serve as datasette_serve

    Thread(target=_start_again_when_replaced, args=(db, db.stat().st_ino), daemon=True).start()

    metadata = files("rulings_db.web").joinpath("metadata.yml")
    arguments = [str(db), "--host", host, "--port", str(port), "-m", str(metadata)]
    datasette_serve.main(arguments, standalone_mode=False)


def _start_again_when_replaced(db: Path, inode: int) -> None:
    """A new database is another file under the same name, which open connections do not see."""
    while True:
        time.sleep(2)
        try:
            if db.stat().st_ino != inode:
                store.open_store(db).close()
                os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
        except (OSError, store.StoreError):
            pass  # nothing to serve there as yet


if __name__ == "__main__":
    main()
