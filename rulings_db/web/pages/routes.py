"""The addresses of our pages. Those of data have a twin that ends in .json."""

import re

from rulings_db.web.pages import (
    about,
    cards,
    glossary,
    help,
    languages,
    offline,
    rulings,
    search,
    sets,
)

ROUTES = [
    (r"/$", search.search_page),
    (r"/search(?P<json>\.json)$", search.search_page),
    (r"/suggest\.json$", search.suggestions),
    (r"/help$", help.help_page),
    (r"/saved$", offline.saved_page),
    (r"/manifest\.webmanifest$", offline.manifest),
    (r"/service-worker\.js$", offline.worker),
    (r"/glossary(?P<json>\.json)?$", glossary.glossary_page),
    (r"/card/(?P<name>[^/]+?)(?P<json>\.json)?$", cards.card_page),
    (r"/compare/(?P<name>[^/]+?)(?P<json>\.json)?$", cards.compare_page),
    (r"/ruling/(?P<name>[^/]+?)(?P<json>\.json)?$", rulings.ruling_page),
    (r"/sets(?P<json>\.json)?$", sets.sets_page),
    (r"/set/(?P<name>[^/]+?)(?P<json>\.json)?$", sets.set_page),
    (r"/languages(?P<json>\.json)?$", languages.languages_page),
    (r"/language/(?P<name>[^/]+?)\.csv$", languages.missing_translations_csv),
    (r"/language/(?P<name>[^/]+?)(?P<json>\.json)?$", languages.language_page),
    (r"/about(?P<json>\.json)?$", about.about_page),
]

_PATTERNS = [re.compile(pattern) for pattern, _ in ROUTES]


def is_our_page(path: str) -> bool:
    """Whether a path, still encoded, leads to one of our pages."""
    return any(pattern.match(path) for pattern in _PATTERNS)
