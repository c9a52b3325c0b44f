"""The README's commands, run: what they print is what it shows."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulings_db.cli.main import main

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
CONSOLE = "".join(re.findall(r"```console\n(.*?)```", README, re.DOTALL))


def sessions() -> list[tuple[str, str]]:
    """(command, output) pairs of the README's console sessions."""
    pairs = re.split(r"^\$ (.*)\n", CONSOLE, flags=re.MULTILINE)[1:]
    return list(zip(pairs[::2], pairs[1::2], strict=True))


def test_the_sessions_print_what_the_readme_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert [command.split()[:2] for command, _ in sessions()] == [
        ["rulings-db", "build"],
        ["rulings-db", "search"],
    ]
    for command, output in sessions():
        result = CliRunner().invoke(main, shlex.split(command)[1:])
        assert (result.exit_code, result.output) == (0, output)


def test_every_command_it_names_exists() -> None:
    named = set(re.findall(r"rulings-db ([a-z]+)\b", README))
    assert {"build", "search", "card", "compare", "export", "serve", "problems"} <= named
    assert named - set(main.commands) <= {"is"}


def test_the_files_it_links_to_exist() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", README):
        assert (Path(__file__).parent.parent / target).exists(), target
