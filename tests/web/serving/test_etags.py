"""Answers that somebody has already are not made again."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.web.answers import Get, getting

PATHS = ["/", "/?q=manifest", "/card/cloudform", "/search.json?q=manifest", "/languages.json"]
PATHS += ["/language/de.csv?set=fate-reforged", "/service-worker.js"]


@pytest.fixture(scope="module")
def get(sample_db: Path) -> Get:
    """GET from a server of the sample's database, with headers."""
    ask = getting(sample_db)
    return lambda path, **headers: ask(
        path, headers={name.replace("_", "-"): headers[name] for name in headers}
    )


@pytest.mark.parametrize("path", PATHS)
def test_who_has_an_answer_is_told_that_it_still_holds(get: Get, path: str) -> None:
    answer = get(path)
    assert answer.status_code == 200
    again = get(path, if_none_match=f'"other", {answer.headers["etag"]}')
    assert (again.status_code, again.content) == (304, b"")
    for name in ("etag", "vary", "content-security-policy"):
        assert again.headers[name] == answer.headers[name]
    assert "content-type" not in again.headers


def test_an_answer_in_another_language_is_another(get: Get) -> None:
    tag = get("/card/cloudform").headers["etag"]
    for headers in ({"accept_language": "de"}, {"cookie": "rulings_ui=ja"}):
        assert get("/card/cloudform", if_none_match=tag, **headers).status_code == 200
    # Hebrew has no interface, but its texts stand first.
    assert get("/card/cloudform", if_none_match=tag, accept_language="he").status_code == 200
    assert get("/card/cloudform?x=1", if_none_match=tag).status_code == 200


def test_an_answer_of_another_build_is_another(sample_db: Path, tmp_path: Path) -> None:
    path = tmp_path / "rebuilt.db"
    path.write_bytes(sample_db.read_bytes())

    def ask(**headers: str) -> Any:
        return getting(path)("/languages", headers=headers)

    tag = ask().headers["etag"]
    assert ask(**{"if-none-match": tag}).status_code == 304
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE meta SET value = 'another' WHERE key = 'build'")
    assert ask(**{"if-none-match": tag}).status_code == 200


@pytest.mark.parametrize("path", ["/card/nothing", "/card/Wolkenform", "/card/nothing.json"])
def test_what_is_no_page_has_no_tag(get: Get, path: str) -> None:
    answer = get(path)
    assert answer.status_code in (302, 404)
    assert "etag" not in answer.headers
    assert get(path, if_none_match="*").status_code == answer.status_code
