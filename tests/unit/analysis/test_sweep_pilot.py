"""The pilot of a sweep: what it foretells is what the sweep finds."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from analyzer.analysis import sweep_pilot
from analyzer.analysis.metrics.detect import findable
from analyzer.analysis.sweep import read_sweep
from analyzer.analysis.sweep_json import dry_run_json
from analyzer.analysis.sweep_pilot import expected_seconds, pilot_sweep
from analyzer.simulate.sweeps import SweepPlan, begin_sweep, plan_sweep, play_sweep
from analyzer.simulate.workers import Processes
from tests.unit.simulate.small_sweeps import small_sweep

PLENTY = 60.0  # seconds: no machine is so slow that these sweeps take longer


@pytest.fixture
def plan(tmp_path: Path) -> SweepPlan:
    return plan_sweep(small_sweep(tmp_path))


def test_a_pilot_of_all_blocks_knows_what_the_sweep_will_find(tmp_path: Path, plan: SweepPlan) -> None:
    pilot = pilot_sweep(plan, PLENTY)
    begun = begin_sweep(plan, tmp_path / "it")
    play_sweep(begun, workers=Processes(1))
    result = read_sweep(tmp_path / "it", begun.manifest)
    assert pilot.blocks == 151
    assert [each.same for each in pilot.variants] == [each.same for each in result.variants]
    assert pilot.comparisons == sum(len(each.compared) for each in result.variants if not each.same)
    for seen, found in zip(pilot.variants, result.variants, strict=True):
        for key, smallest in seen.smallest.items():
            compared = found.of(key)
            assert compared is not None
            if not smallest.judged:
                assert compared.told is None
                continue
            strict = 1 - 0.05 / pilot.comparisons
            for size, confidence in ((smallest.alone, 0.95), (smallest.among, strict)):
                expected = findable(compared.metric, compared.baseline, compared.difference, confidence)
                assert size == pytest.approx(expected)
            assert smallest.among > smallest.alone
    rich, idle, firsts = pilot.variants
    assert idle.same
    assert idle.smallest == {}
    assert {"vp", "vp_end_silver"} <= {key for key, each in rich.smallest.items() if each.judged}
    assert "win_share.random" not in firsts.smallest
    assert not [key for key in rich.smallest if key.startswith(("card.", "hex."))]


def test_the_forecast_shrinks_with_the_blocks_that_are_planned(tmp_path: Path) -> None:
    """Four times the blocks of the same pilot show half the difference."""
    forecasts: list[float] = []
    for games in (2_000, 8_000):
        pilot = pilot_sweep(plan_sweep(small_sweep(tmp_path, games)), PLENTY)
        assert pilot.blocks == 1_000
        found = pilot.smallest("vp")
        assert found is not None
        typical, widest = found
        assert typical.among <= widest.among
        forecasts.append(typical.among)
    assert forecasts[1] == pytest.approx(forecasts[0] / 2, rel=0.01)


def test_what_hardly_ever_differs_has_no_size(tmp_path: Path) -> None:
    """The change touches roofs in a tenth of the blocks: 30 of 300 are too few to count on, 300 are not."""
    for games, judged in ((600, False), (6_000, True)):
        rich, *_ = pilot_sweep(plan_sweep(small_sweep(tmp_path, games)), PLENTY).variants
        assert rich.smallest["vp"].judged
        assert rich.smallest["vp_roofs"].judged == judged
        assert math.isnan(rich.smallest["vp_roofs"].alone) != judged
        assert rich.smallest["tie_break"].judged is False


def test_fewer_blocks_than_are_judged_have_no_sizes(tmp_path: Path) -> None:
    plan = plan_sweep(small_sweep(tmp_path, 198))
    pilot = pilot_sweep(plan, PLENTY)
    assert (pilot.blocks, pilot.can_tell) == (99, True)
    assert pilot.smallest("vp") is None
    assert pilot.unjudged("vp") == 2
    vp = dry_run_json(plan, pilot, 1, 10**9)["variants"][0]["smallest"]["vp"]
    assert (vp["likely_judged"], vp["among_all"], vp["alone"]) == (False, None, None)


def test_slow_play_leaves_variants_out(plan: SweepPlan) -> None:
    """Without any time the baseline alone is played, and all count as fast as it."""
    pilot = pilot_sweep(plan, 0.0)
    assert pilot.blocks == 16
    assert not pilot.can_tell
    assert [math.isnan(each.seconds_per_game) for each in pilot.variants] == [True] * 3
    assert (pilot.comparisons, pilot.smallest("vp")) == (0, None)
    assert pilot.cpu_seconds == pytest.approx(plan.games * pilot.baseline.seconds_per_game)


def test_a_glance_is_taken_of_each_line_up(plan: SweepPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    speeds = {"base": 0.5, "firsts": 0.25}
    seen = []

    def glance(seen_plan: object, seconds: float) -> float:
        seen.append(seconds)
        return speeds[seen_plan.scenario.name]  # type: ignore[attr-defined]

    monkeypatch.setattr(sweep_pilot, "_glance", glance)
    work = [(each, each.games) for each in plan.runs.values()]
    assert expected_seconds(work, 9.0) == 3 * 302 * 0.5 + 151 * 0.25
    assert seen == [9.0, 9.0]
    assert expected_seconds(work, 0.0) == (3 * 302 + 151) * 0.5
    assert expected_seconds([]) == 0.0


def test_a_glance_sees_how_fast_a_line_up_plays(plan: SweepPlan) -> None:
    seconds = expected_seconds([(plan.baseline, 1_000)], 0.2)
    assert 0.001 < seconds < 10
