"""What a Datasette answers, through its own client."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from datasette.app import Datasette

Get = Callable[..., Any]


def getting(*databases: Path, **options: Any) -> Get:
    """GET from a server of databases, with the options of `Datasette`."""
    client = Datasette([str(path) for path in databases], **options).client
    return lambda path, **more: asyncio.run(client.get(path, **more))


def parsed(response: Any) -> BeautifulSoup:
    """The HTML of an answer."""
    return BeautifulSoup(response.text, "lxml")


def said(tag: Any) -> str:
    """The words of an element, as a line."""
    return " ".join(tag.text.split())
