"""What all parts of the loader share: the source at hand, the languages, the problems."""

import sqlite3
from datetime import UTC, datetime

from ingest.dates import day_of
from ingest.languages import LANGUAGES, Language, unknown_language
from ingest.records import Problem, Source
from rulings_db.builder.load.pending_rows import PendingRows
from rulings_db.database.schema import CHINESE_FROM, ENGLISH


class Ledger:
    """Numbers sources and languages, and counts problems; all of it goes to `rows`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.rows = PendingRows(connection)
        self.read_at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.source = 0
        self._names: list[str] = ["all sources together"]
        self._days: list[str] = [""]
        self._newest: dict[int, str] = {}
        self._languages: dict[str, int] = {}
        self._problems: dict[tuple[str, str, str], list[object]] = {}
        english_first = sorted(LANGUAGES, key=lambda language: language.code != "en")
        for number, language in enumerate(english_first, ENGLISH):
            chinese = CHINESE_FROM if language.script in ("Hans", "Hant") else 0
            self._add_language(number + chinese, language)

    def begin(self, source: Source) -> None:
        """What follows comes from `source`."""
        self._names.append(source.address)
        self._days.append(day_of(source.version or "") or "")
        self.source = len(self._names) - 1
        self.rows.of("sources").append((self.source, *source, self.read_at))

    def back_to(self, source: int) -> None:
        """What follows comes from an earlier source."""
        self.source = source

    def day(self, source: int) -> str:
        """The day of a source: what its version tells, else the day of the newest ruling in it."""
        return self._days[source] or self._newest.get(source, "")

    def is_as_new_as(self, day: str | None) -> None:
        """The source at hand has a ruling of that day."""
        if day and day > self._newest.get(self.source, ""):
            self._newest[self.source] = day

    def problem(self, kind: str, place: str, message: str) -> None:
        """Record a problem; the same one in many places of a source is one row with a count."""
        key = (kind, self._names[self.source], message)
        row = self._problems.setdefault(key, [place, 0])
        row[1] += 1  # type: ignore[operator]

    @property
    def first_problem(self) -> str | None:
        """What the first problem says, if there is any."""
        return next((message for _, _, message in self._problems), None)

    def take(self, problem: Problem) -> None:
        """Record a problem that a reader tells of."""
        self.problem(problem.kind, problem.place, problem.message)

    def language(self, code: str) -> int:
        """The row id of a language; one that nobody knows gets a row of its own."""
        try:
            return self._languages[code]
        except KeyError:
            self._add_language(100 + len(self._languages), unknown_language(code))
            self.problem("unknown language", code, f"no language is known as {code!r}")
            return self._languages[code]

    def write_problems(self) -> None:
        for (kind, source, message), (place, count) in sorted(self._problems.items()):
            self.rows.of("problems").append((None, kind, source, place, message, count))

    def _add_language(self, number: int, language: Language) -> None:
        self._languages[language.code] = number
        row = (language.code, language.tag, language.name, language.native)
        self.rows.of("languages").append((number, *row, language.script, language.direction))
