"""``--until``: what it may say, when its rule looks, and what it must see to end a run."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.stats import Estimate, t_quantile
from analyzer.analysis.until import Aim, UntilNarrow, aim_of, looks, wary_half_width
from analyzer.analysis.until_tallies import metrics_of_aim, rule_of, tally_of
from analyzer.errors import UserError
from analyzer.recording import schema
from analyzer.recording.store import open_run
from analyzer.simulate.plan import Plan
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.analysis.metric_sums import metric_values
from tests.unit.simulate.plans import plan_of


@pytest.mark.parametrize(
    ("text", "aim", "words", "slug"),
    [
        ("ci=0.5pp", Aim(None, 0.5, "pp"), "±0.5 points", "ci0.5pp"),
        (" ci = .50 pp ", Aim(None, 0.5, "pp"), "±0.5 points", "ci0.5pp"),
        ("vp ci=0.05", Aim("vp", 0.05, None), "±0.05", "vp-ci0.05"),
        ("vp_market ci=0.05vp", Aim("vp_market", 0.05, "vp"), "±0.05 vp", "vp_market-ci0.05vp"),
        (
            "deli.completed ci=0.2pp",
            Aim("deli.completed", 0.2, "pp"),
            "±0.2 points",
            "deli.completed-ci0.2pp",
        ),
        ("win_share.a/b ci=1pp", Aim("win_share.a/b", 1.0, "pp"), "±1 points", "win_share.a-b-ci1pp"),
        ("vp ci=0.00005", Aim("vp", 5e-5, None), "±0.00005", "vp-ci0.00005"),
        ("ci=.000001pp", Aim(None, 1e-6, "pp"), "±0.000001 points", "ci0.000001pp"),
        ("vp ci=1000", Aim("vp", 1000.0, None), "±1000", "vp-ci1000"),
        ("vp ci=0.123456789012", Aim("vp", 0.123456789012, None), "±0.123456789012", "vp-ci0.123456789012"),
    ],
)
def test_what_it_may_say(text: str, aim: Aim, words: str, slug: str) -> None:
    found = aim_of(text)
    assert (found, found.words, found.slug) == (aim, words, slug)
    assert aim_of(found.text) == found


@pytest.mark.parametrize("width", ["0.1", "0.3", "49.99999", "0.000123456789123456789", "12.3456789012345"])
def test_what_is_kept_of_it_says_the_same(width: str) -> None:
    aim = aim_of(f"ci={width}pp")
    assert aim_of(aim.text) == aim


def test_points_are_hundredths() -> None:
    assert (aim_of("ci=0.5pp").half_width, aim_of("vp ci=0.5").half_width) == (0.005, 0.5)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("0.5pp", "--until `0.5pp` is no width; write it like ci=0.5pp (all win shares), or name a metric: "),
        ("ci=-1pp", "is no width"),
        ("vp deli ci=1", "is no width"),
        ("ci=0pp", "--until `ci=0pp`: give a width of at least 0.000001 and below 50 points."),
        ("ci=50pp", "give a width of at least 0.000001 and below 50 points."),
        ("vp ci=0", "--until `vp ci=0`: give a width of at least 0.000001 and at most 1,000."),
        ("vp ci=0.0000009", "give a width of at least 0.000001 and at most 1,000."),
        (f"ci=0.{160 * '0'}1pp", "give a width of at least 0.000001 and below 50 points."),
        (f"vp ci={'9' * 400}", "give a width of at least 0.000001 and at most 1,000."),
    ],
)
def test_what_it_may_not_say(text: str, error: str) -> None:
    with pytest.raises(UserError) as caught:
        aim_of(text)
    assert error in str(caught.value)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("vpp ci=1", "--until `vpp ci=1`: there is no metric `vpp`; did you mean `vp`?"),
        ("deli.complete ci=1pp", "did you mean `deli.completed`?"),
        ("zzz ci=1", "there is no metric `zzz`; some are vp, win_share.random, margin.random, vp.random, "),
        ("vp ci=1pp", "the vp per player is measured in vp; write it like 'vp ci=0.05'."),
        (
            "deli.round ci=1vp",
            "round of the Deli is measured in rounds; write it like 'deli.round ci=0.05'.",
        ),
        ("ci=0.5", "the win share of random is a share; write it like 'ci=0.5pp' (percentage points)."),
    ],
)
def test_metrics_that_a_run_has_not(tmp_path: Path, text: str, error: str) -> None:
    plan = plan_of(tmp_path, "random", "first", games=10)
    with pytest.raises(UserError) as caught:
        rule_of(aim_of(text), plan, tmp_path)
    assert error in str(caught.value)


def test_solo_games_have_no_win_share(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", games=10)
    with pytest.raises(UserError, match="solo games have none; name a metric, like 'vp ci=0"):
        rule_of(aim_of("ci=1pp"), plan, tmp_path)
    assert [metric.key for metric in metrics_of_aim(aim_of("vp ci=1"), plan.scenario)] == ["vp"]


def test_win_shares_are_those_of_bots_or_with_one_bot_of_seats(tmp_path: Path) -> None:
    def keys(*line_up: str) -> list[str]:
        scenario = plan_of(tmp_path, *line_up, games=10).scenario
        return [metric.key for metric in metrics_of_aim(aim_of("ci=1pp"), scenario)]

    assert keys("random", "first", "random") == ["win_share.random", "win_share.first"]
    assert keys("random", "random") == ["seat.0.win_share", "seat.1.win_share"]


@pytest.mark.parametrize("blocks_per_part", [1, 7, 100, 341, 8192])
def test_looks_are_at_ends_of_parts_and_none_is_early(blocks_per_part: int) -> None:
    most = 5000
    at = list(looks(most, blocks_per_part))
    assert at[-1] == most
    assert at[0] == math.ceil(100 / blocks_per_part)
    assert at == sorted(set(at))
    steps = np.diff(at[:-1])
    assert (steps >= np.ceil(np.array(at[:-2]) / 10)).all()
    assert (steps <= np.array(at[:-2]) / 10 + 1).all()
    # The looks before the end don't depend on how many parts there may be.
    assert list(looks(999, blocks_per_part))[:-1] == [parts for parts in at if parts < 999]


def test_a_run_of_one_part_is_looked_at_once() -> None:
    assert list(looks(1, 50)) == [1]


def estimate(mean: float, se: float, blocks: int = 1000, n: int = 4000) -> Estimate:
    return Estimate(mean, mean - 1.96 * se, mean + 1.96 * se, n, blocks, se)


def test_the_wary_width_counts_one_more_block() -> None:
    reach = float(t_quantile(1000))
    assert wary_half_width(estimate(5.0, 0.1), None) == pytest.approx(
        reach * 0.1 * math.sqrt(1.004), rel=1e-3
    )
    # A share: squares 0.1² of 1,000 blocks, and a block of four independent seats at 1/4.
    se = math.sqrt(0.01**2 * 1000 * 999 + 0.25 * 0.75 / 4) / 1000
    assert wary_half_width(estimate(0.25, 0.01), 0.25) == pytest.approx(reach * se, rel=1e-2)
    assert wary_half_width(estimate(0.25, 1e-9), 0.25) > 1e-4


def test_nothing_is_judged_from_few_blocks_or_without_variation() -> None:
    assert wary_half_width(estimate(5.0, 0.1, blocks=99), None) == math.inf
    assert wary_half_width(estimate(5.0, 0.0), None) == math.inf
    assert wary_half_width(estimate(0.25, 0.0), 0.25) == math.inf
    assert wary_half_width(Estimate(math.nan, math.nan, math.nan, 0, 0), None) == math.inf
    always = Estimate(0.0, 0.0, 0.004, 4000, 1000, 0.0)
    assert wary_half_width(always, 0.25) == 0.002


class Told:
    """A tally that says what it is given."""

    def __init__(self, **values: Estimate) -> None:
        self.values = values

    def add(self, part: int) -> None:
        """Nothing is read."""

    def estimates(self) -> Mapping[str, Estimate]:
        return self.values


def two_shares(one: Estimate, other: Estimate) -> UntilNarrow:
    metrics = [metric_named("one"), metric_named("other")]
    return UntilNarrow(Aim(None, 3.0, "pp"), metrics, Told(one=one, other=other), [2, 3], 0.5)


def metric_named(key: str) -> Metric:
    return Metric(key, key, Kind.RESULTS, "share", "A share.", 12, 2)


def test_the_widest_decides_and_only_at_looks() -> None:
    rule = two_shares(estimate(0.5, 0.01), estimate(0.5, 0.005))
    assert [rule.look(0), rule.look(1)] == [False, True]
    rule = two_shares(estimate(0.5, 0.01), estimate(0.5, 0.02))
    assert [rule.look(part) for part in range(3)] == [False, False, False]
    widest = rule.widest()
    assert widest is not None
    assert widest.metric.key == "other"
    assert rule.blocks_needed(widest) == pytest.approx(1000 * (1.96 * 2 / 3) ** 2, rel=0.01)


def test_a_bot_that_never_wins_does_not_hide_the_others() -> None:
    loser = Estimate(0.0, 0.0, 0.004, 4000, 1000, 0.0)
    rule = two_shares(loser, estimate(0.5, 0.01))
    assert [rule.look(0), rule.look(1)] == [False, True]
    rule = two_shares(loser, Estimate(1.0, 0.996, 1.0, 4000, 1000, 0.0))
    assert [rule.look(part) for part in range(3)] == [False, False, False], "nothing varies"


def test_nothing_is_shown_before_the_first_part() -> None:
    assert two_shares(estimate(0.5, 0.01), estimate(0.5, 0.01)).widest() is None


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plan:
    monkeypatch.setattr(schema, "PART_GAMES", 256)
    plan = plan_of(tmp_path, "random", "first", "first", games=1100)
    record(plan, tmp_path / "run", workers=Processes(1))
    return plan


@pytest.mark.parametrize(
    "text",
    [
        "ci=1pp",
        "vp ci=1",
        "win_share.first ci=1pp",
        "marker.stood ci=1",
        "card.7.field.margin ci=1",
        "card.66.barrow.played ci=1",
    ],
)
def test_parts_add_up_to_what_the_run_shows(tmp_path: Path, played: Plan, text: str) -> None:
    aim, run = aim_of(text), open_run(tmp_path / "run")
    tally = tally_of(aim, played.scenario, run.path, played.blocks, played.blocks_per_part)
    for part in range(run.n_parts):
        tally.add(part)
    whole = {metric.key: value for metric, value in metric_values(run)}
    for metric in metrics_of_aim(aim, played.scenario):
        assert tally.estimates()[metric.key] == whole[metric.key]


def test_seats_add_up_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PART_GAMES", 64)
    plan = plan_of(tmp_path, "random", "random", "random", games=200)
    record(plan, tmp_path / "run", workers=Processes(1))
    tally = tally_of(aim_of("ci=1pp"), plan.scenario, tmp_path / "run", plan.blocks, plan.blocks_per_part)
    for part in range(4):
        tally.add(part)
    whole = {metric.key: value for metric, value in metric_values(open_run(tmp_path / "run"))}
    assert {key: whole[key] for key in tally.estimates()} == tally.estimates()
    assert list(tally.estimates()) == ["seat.0.win_share", "seat.1.win_share", "seat.2.win_share"]
