"""Commands that make a database: build, update."""

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from platformdirs import user_cache_path

from rulings_db.cli import display
from rulings_db.cli.options import database, reporting_errors
from rulings_db.cli.progress import Progress

if TYPE_CHECKING:
    from ingest.download import Web

cache_folder = click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="RULINGS_DB_CACHE",
    show_envvar=True,
    default=lambda: user_cache_path("rulings-db"),
    show_default="the user's cache folder",
    help="Where downloads are kept.",
)


@click.command()
@click.argument("inputs", nargs=-1, metavar="[PATH|ADDRESS]...")
@database
@click.option(
    "--force",
    is_flag=True,
    help="Build even if nothing is new, and let the sample replace other inputs.",
)
@cache_folder
@click.pass_obj
@reporting_errors
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
    from rulings_db.builder.pipeline import build as build_database

    _leave_in_order()
    paths = [Path(path) for path in inputs if "://" not in path]
    addresses = [address for address in inputs if "://" in address]
    with Progress() as bar:
        if addresses:
            with open_cache(cache) as held, (open_web or Web)(bar.transfer, bar.tell) as web:
                paths += [fetch(web, held, address) for address in addresses]
        report = build_database(db, paths, force=force, progress=bar.update)
    display.report(db, report)


def _leave_in_order() -> None:
    """Leave by an exception when told to end, so that the unfinished file is cleared away."""
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda number, _: sys.exit(128 + number))


@click.command()
@click.argument("what", type=click.Choice(["mtgjson", "scryfall", "all"]), default="mtgjson")
@database
@cache_folder
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
@reporting_errors
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
    from rulings_db.builder.update import update as update_database

    _leave_in_order()
    origins = list(ORIGINS) if what == "all" else [what]
    try:
        with Progress() as bar, (open_web or Web)(bar.transfer, bar.tell) as web:
            report = update_database(
                db, origins, cache, web, others=others, force=force, progress=bar.update
            )
    except KeyboardInterrupt:
        raise click.ClickException(
            "interrupted: the database is as it was, the next update goes on from here"
        ) from None
    display.report(db, report)
