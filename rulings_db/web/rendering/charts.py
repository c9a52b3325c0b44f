"""Bars over years as figures to draw: the template only places them."""

from typing import NamedTuple

STEP, HEIGHT, LEAST = 20, 120, 1.5


class Bar(NamedTuple):
    """One year: its total, where its column begins, and the bar's top and height."""

    year: int
    total: int
    x: int
    y: float
    height: float


class Plot(NamedTuple):
    """Bars in columns `step` wide, the years named below them as (x of their middle, year), and
    lines across as (y, total)."""

    step: int
    width: int
    height: int
    bars: list[Bar]
    ticks: list[tuple[int, int]]
    lines: list[tuple[float, int]]


def by_year(totals: tuple[tuple[int, int], ...]) -> Plot:
    """A plot of totals a year, of years without a gap."""
    most = max((total for _, total in totals), default=0) or 1
    bars = []
    for place, (year, total) in enumerate(totals):
        tall = max(round(total / most * HEIGHT, 1), LEAST) if total else 0
        bars.append(Bar(year, total, place * STEP, round(HEIGHT - tall, 1), tall))
    ticks = [(bar.x + STEP // 2, bar.year) for bar in bars if len(bars) < 7 or bar.year % 5 == 0]
    between = _round_step(most)
    lines = [
        (round(HEIGHT - at / most * HEIGHT, 1), at) for at in range(between, most + 1, between)
    ]
    return Plot(STEP, len(bars) * STEP, HEIGHT, bars, ticks, lines)


def _round_step(most: int) -> int:
    """The distance of lines: the least of 1, 2, 5, 10, 20, ... of which four or fewer reach
    `most`."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if most // step <= 4:
                return step
        power *= 10
