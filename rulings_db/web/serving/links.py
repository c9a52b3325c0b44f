"""Addresses of our pages."""

from typing import Any
from urllib.parse import quote, urlencode

from rulings_db.web.serving import assets, databases


class Links:
    """Addresses of our pages, under whatever path Datasette is served."""

    def __init__(self, datasette: Any) -> None:
        self._path = datasette.urls.path
        self.database = str(datasette.urls.database(databases.ours(datasette)[0]))

    def home(self) -> str:
        return str(self._path("/"))

    def search(self, query_string: str = "", json: bool = False) -> str:
        return str(self._path("/search.json" if json else "/")) + query_string

    def suggest(self) -> str:
        return str(self._path("/suggest.json"))

    def static(self, name: str) -> str:
        return str(self._path(assets.address(name)))

    def help(self) -> str:
        return str(self._path("/help"))

    def saved(self) -> str:
        return str(self._path("/saved"))

    def manifest(self) -> str:
        return str(self._path("/manifest.webmanifest"))

    def worker(self) -> str:
        return str(self._path("/service-worker.js"))

    def of(self, kind: str, name: str, json: bool = False) -> str:
        """The page, or JSON, of a "card", "compare", "ruling", "set" or "language"."""
        return str(self._path(f"/{kind}/{quote(name, safe='')}")) + (".json" if json else "")

    def missing_translations(self, language: str, set_code: str) -> str:
        """What a set lacks in a language, as a table to fill in."""
        address = self._path(f"/language/{quote(language, safe='')}.csv")
        return f"{address}?{urlencode({'set': set_code})}"

    def listed(self, what: str, json: bool = False) -> str:
        """The list of "sets" or "languages", or what is said "about" the data."""
        return str(self._path(f"/{what}")) + (".json" if json else "")

    def problems(self, kind: str = "") -> str:
        """The table of problems, or of those of a kind."""
        return f"{self.database}/problems" + (f"?{urlencode({'kind': kind})}" if kind else "")

    def sources(self, kind: str) -> str:
        """The table of the sources of a kind."""
        return f"{self.database}/sources?{urlencode({'kind': kind})}"

    def glossary(self, term: str = "", json: bool = False) -> str:
        """The glossary, or what it has of a term."""
        address = str(self._path("/glossary")) + (".json" if json else "")
        return f"{address}?term={quote(term, safe='')}" if term else address
