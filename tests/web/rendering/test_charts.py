"""What is drawn of a plot, and the day that the data is of."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rulings_db.catalog import overview
from rulings_db.web.rendering import charts


def test_the_highest_bar_is_as_high_as_the_plot() -> None:
    plot = charts.by_year(((2014, 50), (2015, 0), (2016, 100), (2017, 1)))
    assert [bar.height for bar in plot.bars] == [60.0, 0, 120.0, 1.5]
    assert [bar.y for bar in plot.bars] == [60.0, 120, 0.0, 118.5]
    assert [bar.x for bar in plot.bars] == [0, 20, 40, 60]
    assert plot.width == 80


def test_lines_stand_at_round_numbers_at_most_four() -> None:
    def lines(most: int) -> list[int]:
        return [total for _, total in charts.by_year(((2014, most),)).lines]

    assert lines(1) == [1]
    assert lines(7) == [2, 4, 6]
    assert lines(50) == [20, 40]
    assert lines(2_463) == [500, 1_000, 1_500, 2_000]
    assert lines(99_999) == [20_000, 40_000, 60_000, 80_000]
    assert charts.by_year(((2014, 50),)).lines == [(72.0, 20), (24.0, 40)]


def test_of_many_years_every_fifth_is_named() -> None:
    plot = charts.by_year(tuple((year, 1) for year in range(2004, 2022)))
    assert plot.ticks == [(30, 2005), (130, 2010), (230, 2015), (330, 2020)]
    assert [year for _, year in charts.by_year(((2014, 1), (2015, 1))).ticks] == [2014, 2015]


def test_nothing_makes_an_empty_plot() -> None:
    plot = charts.by_year(())
    assert (plot.bars, plot.ticks, plot.width) == ([], [], 0)


@pytest.mark.parametrize(
    ("versions", "day"),
    [
        (["5.2.2+20250101", "5.2.2+20260801"], "2026-08-01"),
        (["2026-08-02T09:00:00.000+00:00", "5.2.2+20260801"], "2026-08-02"),
        (["5.2.2", None], None),
        ([], None),
    ],
)
def test_data_is_as_of_its_newest_source_that_has_a_day(
    sample_db: Path, tmp_path: Path, versions: list[str | None], day: str | None
) -> None:
    path = tmp_path / "rulings.db"
    path.write_bytes(sample_db.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE sources SET version = NULL")
        for number, version in enumerate(versions, 1):
            connection.execute("UPDATE sources SET version = ? WHERE id = ?", (version, number))
        built = f"2027-03-04T00:00:0{len(versions)}Z"
        connection.execute("UPDATE meta SET value = ? WHERE key = 'built_at'", (built,))
        connection.execute("UPDATE meta SET value = ? WHERE key = 'build'", (str(versions),))
        held = overview.holdings(connection)
        assert (held.as_of, held.built_at) == (day, "2027-03-04")


def test_one_date_far_from_all_others_does_not_stretch_the_plot(
    sample_db: Path, tmp_path: Path
) -> None:
    path = tmp_path / "rulings.db"
    path.write_bytes(sample_db.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        known = dict(overview.holdings(connection).years)
        connection.execute("UPDATE card_rulings SET published_at = '9999-12-31' WHERE id = 1")
        connection.execute("UPDATE card_rulings SET published_at = 'unknown' WHERE id = 2")
        connection.execute("UPDATE meta SET value = 'far' WHERE key = 'build'")
        years = overview.holdings(connection).years
    assert [year for year, _ in years] == [*(year for year in known if known[year]), 9999]
