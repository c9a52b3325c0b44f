"""The plugin for sqlite-utils: on a database of ours, a command that searches as ours does, and SQL
functions of it.

    sqlite-utils rulings-search data/rulings.db '予示 in:rulings' --csv
    sqlite-utils data/rulings.db "SELECT * FROM rulings_by_card WHERE ruling_text_id IN
        (SELECT value FROM json_each(rulings_match('rulings_by_card', '予示')))"

On another database the command says that it is none of ours, and the functions raise.
"""

import json
import sqlite3

import click
from sqlite_utils import hookimpl

import rulings_db

_HITS = """
    SELECT
        hit.value ->> 'kind' AS kind,
        hit.value ->> 'language' AS language,
        hit.value ->> '$.card.slug' AS card,
        hit.value ->> 'name' AS name,
        hit.value ->> 'ruling_id' AS ruling,
        (SELECT group_concat(value, ' ') FROM json_each(hit.value, '$.dates')) AS dates,
        hit.value ->> 'text' AS text
    FROM json_each(rulings_search(:query, :limit, :reader)) AS hit
"""


@hookimpl
def register_commands(cli: click.Group) -> None:
    """Add `rulings-search`, with the output options of the command `query`."""
    query_command = cli.commands["query"]
    names = ("nl", "arrays", "csv", "tsv", "no_headers", "table", "fmt", "json_cols", "ascii_")
    output_options = [option for option in query_command.params if option.name in names]

    @cli.command("rulings-search", context_settings={"ignore_unknown_options": True})
    @click.argument("path", type=click.Path(exists=True, dir_okay=False))
    @click.argument("query")
    @click.option("--limit", type=click.IntRange(0), default=20, show_default=True, help="0: all.")
    @click.option(
        "--reader",
        default="en",
        show_default=True,
        help="The language that stands first among equals.",
    )
    @click.pass_context
    def rulings_search(
        context: click.Context,
        /,
        path: str,
        query: str,
        limit: int,
        reader: str,
        **output: object,
    ) -> None:
        """Search cards and rulings of a rulings-db database, in any language

        Example:

        \b
            sqlite-utils rulings-search data/rulings.db '予示 in:rulings'
        """
        try:
            rulings_db.open(path).close()
        except OSError as error:
            raise click.ClickException(str(error)) from None
        given = [("query", query), ("limit", str(limit)), ("reader", reader)]
        context.invoke(query_command, path=path, sql=_HITS, param=given, **output)

    rulings_search.params += output_options


@hookimpl
def prepare_connection(conn: sqlite3.Connection) -> None:
    """Add the SQL functions `rulings_search(query[, limit[, reader]])`, a JSON array of hits as
    docs/api.md has them, and `rulings_match(table, query)`, one of the row ids that a query finds
    in `card_texts`, `localizations`, `rulings_by_card` or `ruling_texts`."""

    def rulings_search(query: str, limit: int | str = 20, reader: str = "en") -> str:
        _check(conn)
        found = rulings_db.search(conn, query, limit=int(limit), reader=reader)
        return json.dumps(found.as_json()["hits"], ensure_ascii=False)

    def rulings_match(table: str, query: str) -> str:
        from rulings_db.retrieval.table_rows import matching_row_ids

        _check(conn)
        return json.dumps(matching_row_ids(conn, table, query))

    conn.create_function("rulings_search", -1, rulings_search)
    conn.create_function("rulings_match", 2, rulings_match)


def _check(connection: sqlite3.Connection) -> None:
    """Raise OSError unless the connection leads to a database of ours."""
    from pathlib import Path

    from rulings_db.database.opening import check_is_ours

    (_, _, path) = connection.execute("PRAGMA database_list").fetchone()
    check_is_ours(connection, Path(path or ":memory:"))
