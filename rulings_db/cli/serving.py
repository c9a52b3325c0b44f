"""The command that serves a database."""

import os
import sys
import time
from importlib.resources import files
from pathlib import Path
from threading import Thread

import click

from rulings_db.cli.options import database, reporting_errors
from rulings_db.database.opening import DatabaseFileError, open_database


@click.command()
@database
@click.option("--port", type=click.IntRange(0, 65535), default=8001, show_default=True)
@click.option("--host", default="127.0.0.1", show_default=True)
@reporting_errors
def serve(db: Path, port: int, host: str) -> None:
    """Serve the pages and the JSON API with Datasette. When a build replaces the database, the
    server starts again with the new one.

    \b
    Examples:
      rulings-db serve --port 8001
      rulings-db serve --host 0.0.0.0     # for phones in the same network
    """
    open_database(db).close()
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
                open_database(db).close()
                os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
        except (OSError, DatabaseFileError):
            pass  # nothing to serve there as yet
