"""Values checked on their way into records; what is wrong with one is a problem."""

from ingest.dates import is_date
from ingest.languages import find_language, language_code
from ingest.records import Problem


class Checks:
    """Keeps the problems until they are asked for, and remembers which languages it has met."""

    def __init__(self) -> None:
        self._languages: dict[str, str] = {}
        self._problems: list[Problem] = []

    def problem(self, kind: str, place: str, message: str) -> None:
        self._problems.append(Problem(kind, place, message))

    def drain(self) -> list[Problem]:
        """The problems met since the last call."""
        if not self._problems:
            return []
        problems, self._problems = self._problems, []
        return problems

    def language(self, name: str, place: str) -> str:
        """Our code for a language; one that nobody knows passes through, and is told once."""
        known = self._languages.get(name)
        if known is None:
            known = self._languages[name] = language_code(name)
            if not find_language(name):
                message = f"the language {name[:40]!r} is not in the table; kept under that name"
                self.problem("unknown language", place, message)
        return known

    def date(self, text: str | None, place: str, whose: str) -> str | None:
        """A date as it is, when it is one."""
        if text and is_date(text):
            return text
        found = "no date" if text is None else f"the date {text[:40]!r}"
        message = f"{whose} with {found}, expected one like 2014-11-24; taken as undated"
        self.problem("impossible date", place, message)
        return None
