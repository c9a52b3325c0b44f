"""What is true of a database as long as it is the same build: worked out once, then kept."""

import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

Of = Callable[Concatenate[sqlite3.Connection, P], R]


def kept(most: int) -> Callable[[Of[P, R]], Of[P, R]]:
    """Keeps what a function of a connection and of hashable arguments gives, for the next call
    with the same build and arguments; at `most` so many answers, then it starts anew."""

    def keep(function: Of[P, R]) -> Of[P, R]:
        answers: dict[object, R] = {}

        @wraps(function)
        def answer(connection: sqlite3.Connection, /, *args: P.args, **kwargs: P.kwargs) -> R:
            (build,) = connection.execute("SELECT value FROM meta WHERE key = 'build'").fetchone()
            key = (build, args, tuple(sorted(kwargs.items())))
            if key not in answers:
                if len(answers) >= most:
                    answers.clear()
                answers[key] = function(connection, *args, **kwargs)
            return answers[key]

        return answer

    return keep
