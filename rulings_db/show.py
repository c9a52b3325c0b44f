"""What the command line writes for people: readable at 80 columns, colored on a terminal only."""

import re
import shutil
import sys
import textwrap
import time
import unicodedata
from collections.abc import Iterable, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import click

from rulings_db.build import Report
from rulings_db.compare import CardRuling, Comparison, Localization
from rulings_db.glossary import Entry
from rulings_db.hits import Hit
from rulings_db.search import Results

_STEERING = re.compile(r"(?!\x1b\[[0-9;]*m)[\x00-\x08\x0b-\x1f\x7f-\x9f]")

_MOST_UNREADABLE = 10


def harmless(text: str) -> str:
    """`text` without what would steer a terminal, but for colors; U+FFFD stands for it."""
    return _STEERING.sub("\ufffd", text)


def _echo(text: str = "", *, err: bool = False, **style: Any) -> None:
    click.secho(harmless(text), err=err, **style)


def _width() -> int:
    return min(shutil.get_terminal_size((80, 24)).columns, 100) if sys.stdout.isatty() else 80


def cells(text: str) -> int:
    """How many columns a terminal needs for `text`: two for a wide character."""
    return sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.combining(character) or character < " ":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wrapped(text: str, width: int, indent: str = "") -> str:
    """`text` in lines of at most `width` columns, broken at spaces, or anywhere in CJK text."""
    lines = []
    for line in text.split("\n"):
        current = ""
        for word in _breakable(line):
            if current.strip() and cells(indent + current + word.rstrip()) > width:
                lines.append(indent + current.rstrip())
                current = word.lstrip()
            else:
                current += word
        lines.append(indent + current.rstrip())
    return "\n".join(lines)


def _breakable(line: str) -> Iterable[str]:
    """Pieces between which a line may be broken."""
    piece = ""
    for character in line:
        wide = unicodedata.east_asian_width(character) in "WF"
        if wide and character not in "、。，．」』）！？：":
            if piece:
                yield piece
            piece = character
        else:
            piece += character
            if character == " ":
                yield piece
                piece = ""
    if piece:
        yield piece


def _styled(marked: str) -> str:
    """A text for the terminal: what stands between the marks \\1 and \\2 in bold yellow."""
    pieces = marked.replace("\2", "\1").split("\1")
    return "".join(
        click.style(piece, fg="yellow", bold=True) if at % 2 else piece
        for at, piece in enumerate(pieces)
    )


def table(rows: Sequence[tuple[str, str]]) -> None:
    """Two columns, the second flush right."""
    left = max(cells(row[0]) for row in rows)
    right = max(cells(row[1]) for row in rows)
    for label, value in rows:
        _echo(f"{label}{' ' * (left - cells(label))}  {value:>{right}}")


class Progress:
    """A progress bar on a terminal, nothing elsewhere."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._coming = ""  # what is being downloaded
        self._began = (0.0, 0)  # when, and how much of it was here then
        self._drawn = 0.0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self._draw("")

    def update(self, step: str, done: int, total: int) -> None:
        """Show what is being done and how far it is."""
        self._draw(f"{_bar(done, total)} {done}/{total} {step}")

    def transfer(self, name: str, done: int, total: int | None) -> None:
        """Show how much of a download is here, in bytes, how fast it comes, and how long it takes
        yet."""
        now = time.monotonic()
        if name != self._coming or done < self._began[1]:
            self._coming, self._began = name, (now, done)
        elif now - self._drawn < 0.1 and done != total:
            return
        self._drawn = now
        then, before = self._began
        speed = (done - before) / (now - then) if now > then else 0.0
        self._draw(transfer_line(name, done, total, speed))

    def tell(self, message: str) -> None:
        """Write a line that stays, terminal or not."""
        self._draw("")
        _echo(message, err=True)

    def _draw(self, line: str) -> None:
        if self._shown:
            width = shutil.get_terminal_size((80, 24)).columns - 1
            click.echo(f"\r\033[K{harmless(line[:width])}", nl=False, err=True)


def _bar(done: int, total: int) -> str:
    filled = min(24, 24 * done // max(total, 1))
    return f"[{'#' * filled}{'.' * (24 - filled)}]"


def transfer_line(name: str, done: int, total: int | None, speed: float) -> str:
    """How far a download is: sizes in bytes, `speed` in bytes a second."""
    parts = [f"{speed / 1e6:.1f} MB/s", name]
    if total is None:
        return ", ".join([f"{done / 1e6:,.1f} MB", *parts])
    if speed:
        minutes, seconds = divmod(round((total - done) / speed), 60)
        parts.insert(1, f"{minutes}:{seconds:02} left")
    return ", ".join([f"{_bar(done, total)} {done / 1e6:,.1f} of {total / 1e6:,.1f} MB", *parts])


def report(db: Path, built: Report) -> None:
    """The table a build ends with; one line where there was nothing to build."""
    if not built.built:
        _echo(f"{db} is up to date")
        return
    rows = [(label, f"{count:,}") for label, count in built.counts.items()]
    rows.append(("problems", f"{sum(built.problems.values()):,}"))
    rows += [(f"  {kind}", f"{count:,}") for kind, count in built.problems.items()]
    table(rows)
    _echo(f"-> {db}")
    for message in built.unreadable[:_MOST_UNREADABLE]:
        _echo(f"Not read: {message}", fg="red", err=True)
    if built.problems:
        _echo(f"`rulings-db problems --db {db}` lists the problems")


def results(found: Results) -> None:
    """A page of search results."""
    for warning in found.warnings:
        _echo(f"Warning: {warning}", fg="red", err=True)
    shown = f", {len(found.hits)} shown" if len(found.hits) < found.total else ""
    _echo(f"{found.total:,} {'hit' if found.total == 1 else 'hits'}{shown}", bold=True)
    for query, total in found.instead:
        _echo(f"Perhaps meant: {query} ({total:,} {'hit' if total == 1 else 'hits'})", dim=True)
    for hit in found.hits:
        _hit(hit)
    narrow = []
    for name in ("kind", "language", "set", "year", "issuer"):
        values = list(found.facets.get(name, {}).items())[:6]
        if len(values) > 1:
            narrow.append(f"{name}: " + ", ".join(f"{value} {count:,}" for value, count in values))
    if narrow:
        _echo()
    for line in narrow:
        _echo(wrapped(line, _width()))


def _hit(hit: Hit) -> None:
    _echo()
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
    _echo(f"{click.style(name, bold=True)}  {click.style(' · '.join(about), dim=True)}")
    # Marks become control characters, which take no room: colored and plain lines break alike.
    marked = unescape(hit.snippet.replace("<mark>", "\1").replace("</mark>", "\2"))
    _echo(_styled(wrapped(marked, _width(), "  ")))


def card(comparison: Comparison) -> None:
    """A card: names, the current wording and what is printed, then rulings by date."""
    _echo(comparison.card.name, bold=True)
    names: dict[str, list[str]] = {}
    for localization in comparison.localizations:
        if localization.name and localization.name != comparison.card.name:
            names.setdefault(localization.name, []).append(localization.language)
    for name, languages in names.items():
        _echo(f"  {','.join(dict.fromkeys(languages))}  {name}")
    english = [known for known in comparison.localizations if known.language == "en"]
    for localization in [known for known in english if known.oracle] or english[:1]:
        _wording(localization)
    if comparison.printings:
        sets = dict.fromkeys(
            f"{p.set_code} {p.number}" if p.number else p.set_code for p in comparison.printings
        )
        _echo("\n" + wrapped("Printed in: " + ", ".join(sets), _width()))
    _rulings(comparison.rulings)


def comparison(compared: Comparison) -> None:
    """A card's wordings one language after the other, then its rulings."""
    _echo(compared.card.name, bold=True)
    for localization in compared.localizations:
        _wording(localization)
    _rulings(compared.rulings)


def _wording(localization: Localization) -> None:
    carried = ", ".join(localization.sets) or "no known printing"
    label = "Oracle; " if localization.oracle else ""
    _echo()
    name = click.style(localization.name or localization.face, bold=True)
    about = click.style(f"[{localization.language}] {label}{carried}", dim=True)
    _echo(f"{name}  {wrapped(about, 200)}")
    if localization.type_line:
        _echo(f"  {localization.type_line}")
    if localization.text:
        _echo(wrapped(localization.text, _width(), "  "))


def _rulings(rulings: Sequence[CardRuling]) -> None:
    shown = [ruling for ruling in rulings if ruling.texts]
    if not shown:
        _echo("\nNo rulings.")
        return
    _echo()
    _echo(f"{len(shown)} rulings", bold=True)
    date: str | None = ""
    for ruling in shown:
        if ruling.published_at != date:
            date = ruling.published_at
            _echo(f"\n{date or 'undated'}")
        for text in ruling.texts:
            status = f" ({text.status})" if text.status else ""
            lines = wrapped(f"[{text.language}]{status} {text.text}", _width(), "    ")
            _echo("  - " + lines[4:])


def glossary(entries: Sequence[Entry]) -> None:
    """A term in every language, each with a line that says it."""
    term = ""
    for entry in entries:
        if entry.term != term:
            term = entry.term
            _echo()
            _echo(click.style(term, bold=True) + click.style(f"  {entry.kind}", dim=True))
        about = click.style(f"{entry.votes} cards, {entry.confidence:.0%} sure", dim=True)
        _echo(f"  {entry.language:<4}{entry.translation}  {about}")
        for _, name, line in entry.examples[:1]:
            _echo(wrapped(f"{name}: {line}", _width(), "        "))


def problems(found: Sequence[dict[str, Any]]) -> None:
    """The problems of a build, one a paragraph."""
    if not found:
        _echo("No problems.")
    for problem in found:
        times = f" ({problem['places']} places)" if problem["places"] > 1 else ""
        _echo(f"{problem['kind']}{times}: {problem['place']}", bold=True)
        message = textwrap.fill(
            problem["message"], _width(), initial_indent="  ", subsequent_indent="  "
        )
        _echo(message)
