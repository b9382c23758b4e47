"""The summary in the terminal."""

from __future__ import annotations

from itertools import islice

from analyzer.analysis.alike import Alike
from analyzer.analysis.endings import Ending
from analyzer.analysis.stats import Estimate
from analyzer.analysis.summary import Detectable, Summary
from analyzer.analysis.told import Told
from analyzer.cli import summary_view


def of(mean: float, half: float) -> Estimate:
    return Estimate(mean, mean - half, mean + half, 1000, 500, half / 2)


def test_a_half_interval_is_never_written_as_nothing() -> None:
    assert summary_view._mean(of(1.75, 0.003)) == "1.75 ±<0.01"
    assert summary_view._mean(of(1.75, 0.12)) == "1.75 ±0.12"
    assert summary_view._percent(of(0.5, 0.0002)) == "50.0 ±<0.1 %"


def test_a_share_fixed_by_construction_has_no_interval() -> None:
    assert summary_view._interval(of(0.25, 0.0), 100, " %") == "-"
    assert summary_view._interval(of(0.25, 0.01), 100, " %") == "24.00 to 26.00 %"


def test_bots_that_play_alike_and_what_bots_are_told_come_first() -> None:
    alike = Alike(("my-bot", "balanced"), by_construction=True)
    told = Told("balanced: never buy", ("never buy",), 0, 0, 100)
    summary = Summary(
        scenario="small",
        players=1,
        games=100,
        blocks=100,
        stopped=None,
        fair_share=None,
        share_by_bot={},
        share_by_seat=(),
        by_bot={},
        buildings={},
        detectable=Detectable(None, 1.0),
        alike=(alike,),
        restricted=(told,),
        ending=Ending("budget", 100, 9_000, None),
    )
    tables = summary_view.summary_tables(summary)
    ended = "Ended by its budget at 100 of at most 9,000 games."
    assert list(islice(tables, 4)) == ["small: 100 games", ended, alike.sentence, told.sentence]
