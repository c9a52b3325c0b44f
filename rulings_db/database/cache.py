"""What is true of a database as long as it is the same build: worked out once, then kept."""

import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from rulings_db.database.meta import read_meta

P = ParamSpec("P")
R = TypeVar("R")

OfDatabase = Callable[Concatenate[sqlite3.Connection, P], R]


class Build(NamedTuple):
    """A build of a database: its name, another one for other inputs, and when it was made, in
    UTC."""

    name: str
    built_at: str


def build_of(connection: sqlite3.Connection) -> Build:
    """The build that a connection leads to."""
    meta = read_meta(connection)
    return Build(meta["build"], meta["built_at"])


def cached_by_build(most: int) -> Callable[[OfDatabase[P, R]], OfDatabase[P, R]]:
    """Keeps what a function of a connection and of hashable arguments gives, for the next call
    with the same build and arguments; at `most` so many answers, then it starts anew."""

    def cached(function: OfDatabase[P, R]) -> OfDatabase[P, R]:
        answers: dict[object, R] = {}

        @wraps(function)
        def answer(connection: sqlite3.Connection, /, *args: P.args, **kwargs: P.kwargs) -> R:
            key = (build_of(connection), args, tuple(sorted(kwargs.items())))
            if key not in answers:
                if len(answers) >= most:
                    answers.clear()
                answers[key] = function(connection, *args, **kwargs)
            return answers[key]

        return answer

    return cached
