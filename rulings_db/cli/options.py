"""What the commands have in common: options, JSON, and errors as one clear line."""

import json
import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import click

from ingest.files import InputError
from rulings_db.catalog.lookup import NotFound
from rulings_db.cli.terminal import harmless
from rulings_db.database.opening import DatabaseFileError

P = ParamSpec("P")
R = TypeVar("R")

database = click.option(
    "--db",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("data/rulings.db"),
    show_default=True,
    help="The database file.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


def write_json(value: Any) -> None:
    """Write JSON for people and programs."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def reporting_errors(function: Callable[P, R]) -> Callable[P, R]:
    """Turn the errors that a user can cause into one clear line and exit status 1."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (InputError, NotFound, DatabaseFileError) as error:
            raise click.ClickException(harmless(str(error))) from None
        except BrokenPipeError:
            # The reader of our pipe has left; nothing is left to say to it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except OSError as error:
            raise click.ClickException(f"cannot be written: {error.strerror}") from None

    return wrapped
