"""Sets: what each source says of one put together, and codes for those that are only named."""

from msgspec.structs import replace

from ingest.records import Card, Set
from rulings_db.builder.load.ledger import Ledger
from rulings_db.database import identity
from rulings_db.language.tokenize import name_key


class Sets:
    """Every set that was met, by code; for one that is only named, a minted code."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._sets: dict[str, Set] = {}
        self._codes: dict[str, str] = {}

    def take(self, a_set: Set) -> None:
        code = a_set.code or identity.slug(a_set.name)
        known = self._sets.get(code)
        self._sets[code] = a_set if known is None else _together(known, a_set)

    def index(self) -> None:
        """Make every set known by its names in all languages, the English ones first; a name that
        two sets share is the one's that comes first by code."""
        for english in (True, False):
            for code, a_set in sorted(self._sets.items()):
                others = (*a_set.names.values(), *a_set.aliases)
                for name in (a_set.name,) if english else others:
                    self._codes.setdefault(name_key(name), code)

    def with_codes(self, card: Card) -> Card:
        """The card with each set that is only named given its code, minted where nobody has it."""
        if all(p.set_code or not p.set_name for p in card.printings):
            return card
        printings = []
        for printing in card.printings:
            name = printing.set_name
            if printing.set_code is None and name:
                key = name_key(name)
                if key not in self._codes:
                    self._codes[key] = identity.slug(name) or identity.unresolved_id(name)
                    self._sets[self._codes[key]] = Set(None, name)
                printing = replace(printing, set_code=self._codes[key])
            printings.append(printing)
        return replace(card, printings=tuple(printings))

    def released_at(self, code: str | None) -> str | None:
        """The release date of a set, where it is known."""
        known = self._sets.get(code or "")
        return known.released_at if known else None

    def write(self, codes_of_printings: set[str]) -> None:
        """Write all sets; a code that printings have and nobody explains stands for its name."""
        for code in codes_of_printings:
            self._sets.setdefault(code, Set(code, code))
        rows = self._ledger.rows
        for code, a_set in sorted(self._sets.items()):
            about = (a_set.name, a_set.released_at, a_set.kind, a_set.parent)
            rows.of("sets").append((code, *about, int(a_set.digital), int(a_set.code is None)))
            for language, name in sorted((a_set.names | {"en": a_set.name}).items()):
                rows.of("set_names").append((code, self._ledger.language(language), name))
            other_name = a_set.names.get("en", a_set.name)
            for alias in sorted({*a_set.aliases, other_name} - {a_set.name}):
                rows.of("set_aliases").append((alias, code))


def _together(known: Set, other: Set) -> Set:
    """What two sources say of one set: the first's word counts where both have one, but the name
    is that of the one who knows more of it. Its other names are aliases."""
    named, other_name = sorted((known, other), key=_says_little)
    names = {**other.names, **known.names}
    others = (other_name.name, *known.names.values(), *other.names.values())
    held = {named.name, known.code, *names.values()}
    return Set(
        known.code,
        named.name,
        known.released_at or other.released_at,
        known.kind or other.kind,
        known.parent or other.parent,
        known.digital or other.digital,
        names,
        (*known.aliases, *other.aliases, *(name for name in others if name not in held)),
    )


def _says_little(a_set: Set) -> tuple[bool, bool, bool]:
    return a_set.name == a_set.code, a_set.kind is None, a_set.released_at is None
