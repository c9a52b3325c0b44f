"""The rooms of the house: what each package says it may import is what it imports, and all imports
point one way. `ingest` knows nothing of `rulings_db`, and only the builder knows its records."""

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.surroundings import ROOT

PACKAGES = {
    ".".join(path.parent.relative_to(ROOT / "rulings_db").parts): ast.get_docstring(
        ast.parse(path.read_text("utf-8"))
    )
    for path in sorted((ROOT / "rulings_db").rglob("__init__.py"))
}
ROOMS = [name for name in PACKAGES if name not in ("", "web")]
"""All packages but the two at the top of all others: the public functions and the plugin."""


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports from this project, wherever in it and for whatever end."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            names = []
        yield from (name for name in names if name.split(".")[0] in ("ingest", "rulings_db"))


def room_of(module: str) -> str:
    """The package that a module lies in: "language", "web.pages"; "notices" and "ingest" are rooms
    of their own, and "rulings_db" is what is public."""
    top, *parts = module.split(".")
    if top == "ingest":
        return top
    if parts[:1] == ["notices"]:
        return "notices"
    names = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return next((name for name in names if name in ROOMS), "rulings_db")


def modules(room: str) -> list[Path]:
    return sorted((ROOT / "rulings_db").joinpath(*room.split(".")).glob("*.py"))


def allowed(room: str) -> set[str]:
    """What the docstring of a package says it may import."""
    said = re.search(r"^May import: (.*?)\.$", PACKAGES[room] or "", re.MULTILINE | re.DOTALL)
    assert said, f"{room}: its docstring does not say what it may import"
    return set(re.split(r",\s+", said[1]))


@pytest.mark.parametrize("room", ROOMS)
def test_a_package_says_what_comes_in_and_what_goes_out(room: str) -> None:
    assert re.search(r"^In: .+\.$\n^Out: .+\.$", PACKAGES[room] or "", re.MULTILINE)


@pytest.mark.parametrize("room", ROOMS)
def test_a_package_imports_what_it_says_and_nothing_else(room: str) -> None:
    found = {room_of(name) for path in modules(room) for name in imported(path)} - {room}
    assert found == allowed(room)


def test_imports_point_one_way() -> None:
    arrows = {room: allowed(room) - {"rulings_db"} for room in ROOMS}
    order = list(TopologicalSorter(arrows).static_order())
    assert {"language", "web.pages"} <= set(order)
    assert max(order.index(room) for room in ("language", "database", "index")) < min(
        order.index(room) for room in ("retrieval", "builder", "cli", "web.pages")
    )


def test_no_module_imports_itself_by_a_detour() -> None:
    arrows: dict[str, set[str]] = {}
    for path in sorted((ROOT / "rulings_db").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        arrows[name] = {
            known
            for target in imported(path)
            for known in (target, target.rpartition(".")[0])
            if ROOT.joinpath(*known.split(".")).with_suffix(".py").exists()
        }
    assert len(list(TopologicalSorter(arrows).static_order())) > 80


def test_the_readers_know_nothing_of_the_database() -> None:
    paths = sorted((ROOT / "ingest").rglob("*.py"))
    assert len(paths) > 30
    assert [path for path in paths if any(n.startswith("rulings_db") for n in imported(path))] == []


@pytest.mark.parametrize("room", [r for r in ROOMS if not r.startswith(("builder", "cli"))])
def test_most_know_of_ingest_its_languages_and_dates_alone(room: str) -> None:
    taken = {name for path in modules(room) for name in imported(path) if name.startswith("ingest")}
    allowed = ("ingest.languages.", "ingest.dates.")
    assert [name for name in sorted(taken) if not name.startswith(allowed)] == []


def test_what_is_public_is_named_and_described() -> None:
    import rulings_db

    assert rulings_db.__all__ == ["card", "compare", "export", "open", "ruling", "search"]
    for name in rulings_db.__all__:
        function = getattr(rulings_db, name)
        assert len(function.__doc__) > 100
        assert set(function.__annotations__) >= {"return"}
