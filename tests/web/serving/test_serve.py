"""`rulings-db serve`: a build that replaces the database is seen."""

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.invented_sets import a_card, a_set, build_sets


def _sources(port: int) -> list[str]:
    """The addresses of the sources that the server knows; nothing while it does not answer."""
    try:
        answer = httpx.get(f"http://127.0.0.1:{port}/about.json", timeout=5)
    except httpx.TransportError:
        return []
    return sorted(s["address"] for kind in answer.json()["sources"] for s in kind["first"])


@pytest.mark.slow
def test_it_starts_again_when_a_build_has_replaced_the_database(
    sample_db: Path, tmp_path: Path
) -> None:
    served = tmp_path / "rulings.db"
    shutil.copy(sample_db, served)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "rulings_db.cli", "serve", "--db", str(served)]
    server = subprocess.Popen(
        [*command, "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait(lambda: len(_sources(port)) == 5)
        build_sets(served, [a_set("LAK", [a_card("1", "Otter")])])
        _wait(lambda: _sources(port) == ["LAK.json"])
    finally:
        server.terminate()
        server.wait(10)


def _wait(is_so: Callable[[], bool]) -> None:
    for _ in range(300):
        if is_so():
            return
        time.sleep(0.1)
    pytest.fail("it did not come about")
