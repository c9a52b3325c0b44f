"""How far a build or a download is: a bar on a terminal, nothing elsewhere."""

import shutil
import sys
import time

import click

from rulings_db.cli.terminal import echo, harmless


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
        echo(message, err=True)

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
