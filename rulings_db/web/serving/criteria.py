"""What a request asks a search for, and the addresses of its neighbours: narrowed, widened, next
page."""

from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode

from ingest.languages import find_language
from rulings_db.index.arrays import FACETS
from rulings_db.notices import N_
from rulings_db.retrieval.query import MAX_LENGTH
from rulings_db.web.serving import language_choice

LARGEST_PAGE = 100
LAST_OFFSET = 10_000
SORTS = {"": N_("Best match"), "date": N_("Newest"), "name": N_("Name")}

_MOST_SELECTED = 50
_LONGEST = 2 * MAX_LENGTH
"""Characters of a text that are kept in addresses; the search takes half of them."""


class Criteria(NamedTuple):
    """A search as it was asked for. `selected` are values by facet, `reader` the language that
    stands first, and `reader_named` the same where the address names it."""

    text: str
    selected: dict[str, tuple[str, ...]]
    page: int
    size: int
    sort: str
    reader: str
    reader_named: str | None

    @property
    def offset(self) -> int:
        return min((self.page - 1) * self.size, LAST_OFFSET)

    @property
    def query(self) -> str:
        """The text with the order asked for, in the query language, which cuts what is too long and
        says so."""
        return f"{self.text} order:{self.sort}".lstrip() if self.sort else self.text

    @property
    def anything(self) -> bool:
        """Whether anything was asked at all."""
        return bool(self.text.strip() or self.selected)

    def address(self, **changed: Any) -> str:
        """The query string of this search with some of its fields changed."""
        asked = self._replace(**changed)
        pairs = [("q", asked.text)] if asked.text else []
        pairs += [(facet, value) for facet, values in asked.selected.items() for value in values]
        if asked.sort:
            pairs.append(("sort", asked.sort))
        if asked.page > 1:
            pairs.append(("page", str(asked.page)))
        if asked.size != 20:
            pairs.append(("size", str(asked.size)))
        if asked.reader_named:
            pairs.append(("reader", asked.reader_named))
        return "?" + urlencode(pairs)

    def hidden(self) -> list[tuple[str, str]]:
        """The fields, other than text and page, that a new search in the box keeps."""
        pairs = [(facet, value) for facet, values in self.selected.items() for value in values]
        others = (("sort", self.sort), ("reader", self.reader_named))
        return [*pairs, *((name, value) for name, value in others if value)]

    def toggled(self, facet: str, value: str) -> str:
        """The address with one value of a facet selected, or no longer."""
        values = self.selected.get(facet, ())
        changed = (
            tuple(known for known in values if known != value)
            if value in values
            else (*values, value)
        )
        selected = {**self.selected, facet: changed}
        return self.address(
            selected={name: values for name, values in selected.items() if values}, page=1
        )


def wants_json(request: Any) -> bool:
    return bool(request.url_vars.get("json")) or request.path.endswith(".json")


def name_in_address(request: Any) -> str:
    """The card, ruling, set or language that the address names."""
    return unquote(request.url_vars["name"])


def criteria_of(request: Any) -> Criteria:
    """What a request asks for; what cannot be understood is as if it was not said."""
    pairs = parse_qsl(request.query_string, keep_blank_values=False)
    last = dict(pairs)
    selected: dict[str, tuple[str, ...]] = {}
    for name, value in pairs[:_MOST_SELECTED]:
        if name in FACETS and value not in selected.get(name, ()):
            selected[name] = (*selected.get(name, ()), value)
    named = find_language(last.get("reader", ""))
    sort = last.get("sort", "")
    return Criteria(
        last.get("q", "")[:_LONGEST].strip(),
        selected,
        _number(last.get("page"), 1, LAST_OFFSET),
        _number(last.get("size"), 20, LARGEST_PAGE),
        sort if sort in SORTS else "",
        named.code if named else language_choice.reader(request).code,
        named.code if named else None,
    )


def _number(text: str | None, default: int, most: int) -> int:
    if not text or not (text.isascii() and text.isdigit()):
        return default
    return max(1, min(int(text[:9]), most))
