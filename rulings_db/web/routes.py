"""The addresses of our pages. Those of data have a twin that ends in .json."""

import re

from rulings_db.web import (
    about_page,
    card_pages,
    glossary_page,
    help_page,
    language_pages,
    offline,
    ruling_page,
    search_page,
    set_pages,
)

ROUTES = [
    (r"/$", search_page.search_page),
    (r"/search(?P<json>\.json)$", search_page.search_page),
    (r"/suggest\.json$", search_page.suggestions),
    (r"/help$", help_page.help_page),
    (r"/saved$", offline.saved_page),
    (r"/manifest\.webmanifest$", offline.manifest),
    (r"/service-worker\.js$", offline.worker),
    (r"/glossary(?P<json>\.json)?$", glossary_page.glossary_page),
    (r"/card/(?P<name>[^/]+?)(?P<json>\.json)?$", card_pages.card_page),
    (r"/compare/(?P<name>[^/]+?)(?P<json>\.json)?$", card_pages.compare_page),
    (r"/ruling/(?P<name>[^/]+?)(?P<json>\.json)?$", ruling_page.ruling_page),
    (r"/sets(?P<json>\.json)?$", set_pages.sets_page),
    (r"/set/(?P<name>[^/]+?)(?P<json>\.json)?$", set_pages.set_page),
    (r"/languages(?P<json>\.json)?$", language_pages.languages_page),
    (r"/language/(?P<name>[^/]+?)\.csv$", language_pages.work_list_table),
    (r"/language/(?P<name>[^/]+?)(?P<json>\.json)?$", language_pages.language_page),
    (r"/about(?P<json>\.json)?$", about_page.about_page),
]

_PATTERNS = [re.compile(pattern) for pattern, _ in ROUTES]


def is_ours(path: str) -> bool:
    """Whether a path, still encoded, leads to one of our pages."""
    return any(pattern.match(path) for pattern in _PATTERNS)
