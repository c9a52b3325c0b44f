"""The command line: thin over build, search, compare and export.

Exit status 0 when done, 1 when a command could not do its job (one clear line says why), 2 on wrong
usage. Only what a command needs is imported, when it runs.
"""

import io
import os
import sys

import click

from rulings_db.cli import building, reading, serving

# numpy starts threads for linear algebra when it is imported, a tenth of a second for what no
# command does.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rulings-db", prog_name="rulings-db")
@click.pass_context
def main(context: click.Context) -> None:
    """Every Magic card's text in every language and every dated ruling, in one SQLite file."""
    if os.environ.get("NO_COLOR"):
        context.color = False
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal without the letters of a language shows the rest.
            stream.reconfigure(errors="backslashreplace")


for command in (
    building.build,
    building.update,
    reading.search,
    reading.card,
    reading.compare,
    reading.export,
    reading.glossary,
    reading.problems,
    serving.serve,
):
    main.add_command(command)
