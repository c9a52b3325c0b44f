"""The command line, the pages and the JSON give the same hits in the same order."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner

from rulings_db.cli.main import main
from tests.web.answers import getting

QUERIES = [
    "予示",
    "manifest",
    "2/2 lang:de,ja",
    "card:Cloudform in:rulings",
    "飛行 OR 비행",
    "tarn*",
]


def links(html: str) -> list[str]:
    """Where the headings of the hits on a page lead to."""
    page = BeautifulSoup(html, "lxml")
    return [str(heading.a["href"]) for heading in page.select("main article h2, main li h2")]


@pytest.mark.parametrize("query", QUERIES)
def test_the_same_hits_in_the_same_order(sample_db: Path, query: str) -> None:
    arguments = ["search", query, "--json", "--limit", "10", "--db", str(sample_db)]
    told = json.loads(CliRunner().invoke(main, arguments).stdout)
    get = getting(sample_db)
    assert get(f"/search.json?q={quote(query)}&size=10&reader=en").json() == told
    headings = links(get(f"/?q={quote(query)}&size=10&reader=en").text)
    assert len(headings) == min(told["total"], 10)
    assert headings == [f"/card/{quote(hit['card']['slug'])}" for hit in told["hits"]]
