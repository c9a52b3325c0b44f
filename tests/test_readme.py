"""The README's commands, run: what they print is what it shows."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlite_utils.cli import cli as sqlite_utils_cli

from rulings_db.cli.main import main
from tests.surroundings import ROOT

README = (ROOT / "README.md").read_text("utf-8")
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
        assert (ROOT / target).exists(), target


def test_the_python_example_prints_what_the_readme_shows(
    sample_db: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/rulings.db").symlink_to(sample_db)
    monkeypatch.chdir(tmp_path)
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (printed,) = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out == printed


def test_the_commands_for_sqlite_utils_work(
    sample_db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/rulings.db").symlink_to(sample_db)
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^    sqlite-utils (.*)$", README, re.MULTILINE)
    assert [command.split()[0] for command in commands] == ["rulings-search", "rows"]
    for command in commands:
        result = CliRunner().invoke(sqlite_utils_cli, shlex.split(command))
        assert result.exit_code == 0
        assert "予示" in result.output or "Cloudform" in result.output
