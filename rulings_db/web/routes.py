"""The addresses of our pages. Each has a twin that ends in .json."""

import re

from rulings_db.web import pages

ROUTES = [
    (r"/$", pages.search_page),
    (r"/search(?P<json>\.json)$", pages.search_page),
    (r"/suggest\.json$", pages.suggestions),
    (r"/glossary(?P<json>\.json)?$", pages.glossary_page),
    (r"/card/(?P<name>[^/]+?)(?P<json>\.json)?$", pages.card_page),
    (r"/compare/(?P<name>[^/]+?)(?P<json>\.json)?$", pages.compare_page),
    (r"/ruling/(?P<name>[^/]+?)(?P<json>\.json)?$", pages.ruling_page),
]

_PATTERNS = [re.compile(pattern) for pattern, _ in ROUTES]


def is_ours(path: str) -> bool:
    """Whether a path, still encoded, leads to one of our pages."""
    return any(pattern.match(path) for pattern in _PATTERNS)
