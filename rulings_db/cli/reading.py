"""Commands that read a database: search, card, compare, export, glossary, problems."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Literal

import click

import rulings_db
from ingest.languages import find_language
from rulings_db.catalog.lookup import NotFound
from rulings_db.cli import display
from rulings_db.cli.options import as_json, database, reporting_errors, write_json
from rulings_db.cli.output_file import writing
from rulings_db.notices import Notice


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("query")
@database
@click.option("--limit", type=click.IntRange(0), default=20, show_default=True, help="0 gives all.")
@click.option("--reader", default="en", help="The language that stands first among equals.")
@as_json
@reporting_errors
def search(query: str, db: Path, limit: int, reader: str, as_json: bool) -> None:
    """Search cards and rulings, in any language.

    \b
    Examples:
      rulings-db search '予示 lang:ja'
      rulings-db search 'card:Cloudform in:rulings "face up"'
    """
    with closing(rulings_db.open(db)) as connection:
        results = rulings_db.search(connection, query, limit=limit, reader=reader)
    if as_json:
        write_json(results.as_json())
    else:
        display.results(results)


@click.command()
@click.argument("name")
@database
@as_json
@reporting_errors
def card(name: str, db: Path, as_json: bool) -> None:
    """Show a card: its texts and rulings. NAME is its name in any language, or set and number.

    \b
    Examples:
      rulings-db card Wolkenform
      rulings-db card 'FRF 32'
    """
    with closing(rulings_db.open(db)) as connection:
        comparison = rulings_db.card(connection, name)
    if as_json:
        write_json(comparison.as_json())
    else:
        display.card(comparison)


@click.command()
@click.argument("name")
@database
@click.option("--langs", help="Languages to compare, with commas between: de,ja. All by default.")
@as_json
@reporting_errors
def compare(name: str, db: Path, langs: str | None, as_json: bool) -> None:
    """Compare a card's wordings in several languages, side by side, with its rulings.

    \b
    Example:
      rulings-db compare Cloudform --langs de,ja
    """
    languages = None if langs is None else _codes(langs)
    with closing(rulings_db.open(db)) as connection:
        comparison = rulings_db.compare(connection, name, languages)
    if as_json:
        write_json(comparison.as_json())
    else:
        display.comparison(comparison)


def _codes(langs: str) -> list[str]:
    codes = []
    for name in filter(None, langs.split(",")):
        language = find_language(name)
        if language is None:
            raise click.BadParameter(f'no language is known as "{name}"', param_hint="--langs")
        codes.append(language.code)
    return codes


@click.command()
@click.argument("query", required=False)
@database
@click.option(
    "--format", "form", type=click.Choice(["json", "ndjson"]), default="json", show_default=True
)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="A file.")
@reporting_errors
def export(
    query: str | None, db: Path, form: Literal["json", "ndjson"], output: Path | None
) -> None:
    """Export all cards, or those that QUERY finds, with their texts and rulings.

    \b
    Examples:
      rulings-db export -o rulings.json
      rulings-db export 'set:FRF' --format ndjson
    """
    with closing(rulings_db.open(db)) as connection:
        if output is None:
            rulings_db.export(connection, sys.stdout.buffer, query, form)
            return
        try:
            with writing(output) as stream:
                count = rulings_db.export(connection, stream, query, form)
        except OSError as error:
            raise click.ClickException(f"{output}: cannot be written: {error.strerror}") from None
    click.echo(f"{count} cards -> {output}", err=True)


@click.command()
@click.argument("term")
@database
@as_json
@reporting_errors
def glossary(term: str, db: Path, as_json: bool) -> None:
    """Show what a term of the game is called in every language, with lines that say it.

    \b
    Example:
      rulings-db glossary 飛行
    """
    from rulings_db.terminology.glossary import lookup

    with closing(rulings_db.open(db)) as connection:
        entries = lookup(connection, term)
    if not entries:
        raise NotFound(Notice('no term of the game is known as "%(term)s"', {"term": term}), [])
    if as_json:
        write_json({"term": term, "entries": [entry.as_json() for entry in entries]})
    else:
        display.glossary(entries)


@click.command()
@database
@as_json
@reporting_errors
def problems(db: Path, as_json: bool) -> None:
    """List what could not be taken as it was, by source and place.

    \b
    Example:
      rulings-db problems --json
    """
    from rulings_db.catalog.overview import all_problems

    with closing(rulings_db.open(db)) as connection:
        found = all_problems(connection)
    if as_json:
        write_json(found)
    else:
        display.problems(found)
