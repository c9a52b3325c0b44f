"""What the command line writes for people: readable at 80 columns, colored on a terminal only."""

import textwrap
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulings_db.cli.terminal import echo, styled, table, terminal_width, wrapped

if TYPE_CHECKING:
    from rulings_db.builder.pipeline import Report
    from rulings_db.catalog.comparison import CardRuling, Comparison, Localization
    from rulings_db.retrieval.hits import Hit
    from rulings_db.retrieval.search import Results
    from rulings_db.terminology.glossary import Entry

_MOST_UNREADABLE = 10


def report(db: Path, built: "Report") -> None:
    """The table a build ends with; one line where there was nothing to build."""
    if not built.built:
        echo(f"{db} is up to date")
        return
    rows = [(label, f"{count:,}") for label, count in built.counts.items()]
    rows.append(("problems", f"{sum(built.problems.values()):,}"))
    rows += [(f"  {kind}", f"{count:,}") for kind, count in built.problems.items()]
    table(rows)
    echo(f"-> {db}")
    for message in built.unreadable[:_MOST_UNREADABLE]:
        echo(f"Not read: {message}", fg="red", err=True)
    if built.problems:
        echo(f"`rulings-db problems --db {db}` lists the problems")


def results(found: "Results") -> None:
    """A page of search results."""
    for warning in found.warnings:
        echo(f"Warning: {warning}", fg="red", err=True)
    shown = f", {len(found.hits)} shown" if len(found.hits) < found.total else ""
    echo(f"{found.total:,} {'hit' if found.total == 1 else 'hits'}{shown}", bold=True)
    for query, total in found.did_you_mean:
        echo(f"Perhaps meant: {query} ({total:,} {'hit' if total == 1 else 'hits'})", dim=True)
    for hit in found.hits:
        _hit(hit)
    narrow = []
    for name in ("kind", "language", "set", "year", "issuer"):
        values = list(found.facets.get(name, {}).items())[:6]
        if len(values) > 1:
            narrow.append(f"{name}: " + ", ".join(f"{value} {count:,}" for value, count in values))
    if narrow:
        echo()
    for line in narrow:
        echo(wrapped(line, terminal_width()))


def _hit(hit: "Hit") -> None:
    echo()
    name = hit.name if hit.name == hit.card_name else f"{hit.name} ({hit.card_name})"
    about = [hit.language, hit.kind, *hit.dates]
    if hit.cards_total and hit.cards_total > 1:
        about.append(f"on {hit.cards_total} cards")
    if hit.ruling_id:
        about.append(hit.ruling_id)
    if not hit.current:
        about.append(f"as printed in {hit.printed}" if hit.printed else "an older wording")
    if hit.via:
        about.append(f"via {hit.via}")
    echo(f"{click.style(name, bold=True)}  {click.style(' · '.join(about), dim=True)}")
    # Marks become control characters, which take no room: colored and plain lines break alike.
    snippet = unescape(hit.snippet.replace("<mark>", "\1").replace("</mark>", "\2"))
    echo(styled(wrapped(snippet, terminal_width(), "  ")))


def card(comparison: "Comparison") -> None:
    """A card: names, the current wording and what is printed, then rulings by date."""
    echo(comparison.card.name, bold=True)
    names: dict[str, list[str]] = {}
    for localization in comparison.localizations:
        if localization.name and localization.name != comparison.card.name:
            names.setdefault(localization.name, []).append(localization.language)
    for name, languages in names.items():
        echo(f"  {','.join(dict.fromkeys(languages))}  {name}")
    english = [known for known in comparison.localizations if known.language == "en"]
    for localization in [known for known in english if known.oracle] or english[:1]:
        _wording(localization)
    if comparison.printings:
        sets = dict.fromkeys(
            f"{p.set_code} {p.number}" if p.number else p.set_code for p in comparison.printings
        )
        echo("\n" + wrapped("Printed in: " + ", ".join(sets), terminal_width()))
    _rulings(comparison.rulings)


def comparison(compared: "Comparison") -> None:
    """A card's wordings one language after the other, then its rulings."""
    echo(compared.card.name, bold=True)
    for localization in compared.localizations:
        _wording(localization)
    _rulings(compared.rulings)


def _wording(localization: "Localization") -> None:
    carried = ", ".join(localization.sets) or "no known printing"
    label = "Oracle; " if localization.oracle else ""
    echo()
    name = click.style(localization.name or localization.face, bold=True)
    about = click.style(f"[{localization.language}] {label}{carried}", dim=True)
    echo(f"{name}  {wrapped(about, 200)}")
    if localization.type_line:
        echo(f"  {localization.type_line}")
    if localization.text:
        echo(wrapped(localization.text, terminal_width(), "  "))


def _rulings(rulings: "Sequence[CardRuling]") -> None:
    shown = [ruling for ruling in rulings if ruling.texts]
    if not shown:
        echo("\nNo rulings.")
        return
    echo()
    echo(f"{len(shown)} rulings", bold=True)
    date: str | None = ""
    for ruling in shown:
        if ruling.published_at != date:
            date = ruling.published_at
            echo(f"\n{date or 'undated'}")
        for text in ruling.texts:
            status = f" ({text.status})" if text.status else ""
            lines = wrapped(f"[{text.language}]{status} {text.text}", terminal_width(), "    ")
            echo("  - " + lines[4:])


def glossary(entries: "Sequence[Entry]") -> None:
    """A term in every language, each with a line that says it."""
    term = ""
    for entry in entries:
        if entry.term != term:
            term = entry.term
            echo()
            echo(click.style(term, bold=True) + click.style(f"  {entry.kind}", dim=True))
        about = click.style(f"{entry.votes} cards, {entry.confidence:.0%} sure", dim=True)
        echo(f"  {entry.language:<4}{entry.translation}  {about}")
        for _, name, line in entry.examples[:1]:
            echo(wrapped(f"{name}: {line}", terminal_width(), "        "))


def problems(found: Sequence[dict[str, Any]]) -> None:
    """The problems of a build, one a paragraph."""
    if not found:
        echo("No problems.")
    for problem in found:
        times = f" ({problem['places']} places)" if problem["places"] > 1 else ""
        echo(f"{problem['kind']}{times}: {problem['place']}", bold=True)
        message = textwrap.fill(
            problem["message"], terminal_width(), initial_indent="  ", subsequent_indent="  "
        )
        echo(message)
