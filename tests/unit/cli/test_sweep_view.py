"""A sweep in the terminal: what came out of it, and what it would take."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.stats import Estimate
from analyzer.analysis.sweep import usual_metrics
from analyzer.analysis.sweep_json import sweep_json
from analyzer.analysis.sweep_pilot import Pilot, PilotRun, Smallest
from analyzer.cli.sweep_dry_run import dry_run_tables
from analyzer.cli.sweep_view import sweep_tables
from analyzer.cli.sweep_words import listed
from analyzer.scenario.sweep_model import Axis
from analyzer.simulate.sweeps import SweepPlan, plan_sweep
from reports.words import NONE
from tests.unit.reports.sweep_results import METRICS, Played, change, named, sweep_result
from tests.unit.reports.sweep_results import small_sweep as made_up_sweep
from tests.unit.simulate.small_sweeps import small_sweep

PATH = "end.silver_per_vp"
AXES = (Axis(path=PATH, baseline=5, values=tuple(range(31))),)


def printed(parts: Iterable[RenderableType]) -> list[str]:
    """What a wide terminal shows, line by line, with single spaces."""
    out = io.StringIO()
    screen = Console(file=out, width=400, markup=False, highlight=False, emoji=False)
    for part in parts:
        screen.print(part)
    return [" ".join(line.split()) for line in out.getvalue().splitlines() if line.strip()]


def test_few_variants_get_a_table_each() -> None:
    result = sweep_result(
        [Played(change(0, PATH, 4), {"vp": 0.5, "lead": 0.0, "deliveries": 3.0}), Played(change(0, PATH, 6))]
    )
    lines = printed(sweep_tables(result))
    assert lines[0] == "bonuses: 2 variants against four-players on the same 400 blocks, seed 7"
    assert lines[1] == f"{PATH} = 4"
    assert lines[2] == "baseline variant difference 95 % interval verdict"
    rows = {line.split("  ")[0]: line for line in lines[4:]}
    vp = next(line for line in rows if line.startswith("vp per player 5"))
    assert vp.endswith(" more")
    assert any(line.startswith("deliveries ") and line.endswith(" more") for line in lines), "told apart too"
    assert any(
        line.startswith("win share of seat 1 ") and line.endswith(f" 0 {NONE} the same") for line in lines
    )
    assert not any(line.startswith("Deli completed") for line in lines)
    assert lines.count(f"{PATH} = 6") == 0
    assert any(line.startswith(f"Exactly 0 in every metric and every block: {PATH} = 6.") for line in lines)
    assert lines[-1].startswith("The bots play on as they do.")


def test_of_many_variants_only_what_is_told_apart_is_shown() -> None:
    lines = printed(sweep_tables(made_up_sweep()))
    assert lines[1] == "Strongest differences that are told apart from chance"
    assert any(line.startswith("Merchant House income 6 instead of 3 vp per player ") for line in lines)
    assert any(line.startswith("Exactly 0 in every metric and every block: roofs.max = 6.") for line in lines)
    assert not any("card 23" in line for line in lines), "single cards are for the report"
    judged = next(line for line in lines if line.startswith("Differences are paired by block."))
    assert " at most about 5 % are chance: corrected for all " in judged


@pytest.mark.parametrize("many", [1, 5])
def test_means_of_those_who_did_something_are_told_to_be_such(many: int) -> None:
    played = [Played(change(0, PATH, value), {"deli.round": 3.0}) for value in range(many)]
    said = "round in which the Deli is completed: only of those who did it ("
    assert any(line.startswith(said) for line in printed(sweep_tables(sweep_result(played, axes=AXES))))
    played = [Played(change(0, PATH, value), {"vp": 3.0}) for value in range(many)]
    assert not any("those who did" in line for line in printed(sweep_tables(sweep_result(played, axes=AXES))))


def test_lines_are_few_however_many_variants() -> None:
    shifts = {"vp": 3.0, "lead": 3.0, "vp_market": 3.0, "deliveries": 3.0, "deli.round": 3.0}
    many = sweep_result([Played(change(0, PATH, value), shifts) for value in range(30)], axes=AXES)
    lines = printed(sweep_tables(many))
    assert lines.count("and 2 more") == 8
    assert "22 more variants differ from the baseline too: the report has all." in lines
    assert len(lines) < 50


def test_what_is_not_told_or_not_there_is_said() -> None:
    played = [Played(change(0, PATH, value), {"vp": 0.0}) for value in (1, 2, 3)]
    played.append(Played(change(0, PATH, 4), {"vp": 9.0}, 120))
    lines = printed(sweep_tables(sweep_result(played, axes=AXES, missing=(named("later"),))))
    unclear = f"No main difference is told apart from chance: {PATH} = 1; {PATH} = 2; {PATH} = 3."
    assert any(line.startswith(f"{unclear} That is no proof of none;") for line in lines)
    assert f"Not complete, compared over the blocks that are there: {PATH} = 4." in lines
    assert "No games yet: later." in lines


def test_bots_of_the_last_of_many_variants_are_told() -> None:
    result = sweep_result([Played(change(0, PATH, value), {"vp": 1.0}) for value in range(20)], axes=AXES)
    metric = Metric("win_share.expert", "win share of expert", Kind.RESULTS, "share", "")
    last = replace(result.variants[-1], own=((metric, Estimate(0.33, 0.31, 0.35, 400, 400, 0.01)),))
    lines = printed(sweep_tables(replace(result, variants=(*result.variants[:-1], last))))
    assert any("share of games that a seat wins there: expert 33.0" in line for line in lines)


def test_few_blocks_are_not_judged() -> None:
    lines = printed(sweep_tables(sweep_result([Played(change(0, PATH, 4), {"vp": 9.0})], blocks=50)))
    assert any(line.endswith(" too few blocks") for line in lines)
    assert "Nothing is judged: that takes 100 blocks or more. Play more games." in lines
    assert not any("told apart" in line for line in lines)


def test_json_holds_main_metrics_and_exact_zeros() -> None:
    result = sweep_json(made_up_sweep())
    main = [metric.key for metric in METRICS if metric.main]
    assert list(result["baseline"]["metrics"]) == main
    idle = next(each for each in result["variants"] if each["same"])
    assert {each["difference"] for each in idle["metrics"].values()} == {0.0}
    rich = result["variants"][2]
    assert rich["changes"] == [{"path": "buildings.merchant_house.income", "baseline": 3, "value": 6}]
    assert rich["metrics"]["vp"]["told"] is True
    assert rich["metrics"]["vp"]["corrected"] <= 0.05
    assert list(rich["metrics"]) == main


def test_names_beyond_a_dozen_are_counted() -> None:
    names = [str(number) for number in range(15)]
    assert listed(names) == "0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11; and 3 more"
    assert listed(names[:12]).endswith("; 11")


@pytest.fixture
def plan(tmp_path: Path) -> SweepPlan:
    return plan_sweep(small_sweep(tmp_path, 40_000))


def pilot_of(plan: SweepPlan, blocks: int, vp: float = 0.2, *, late: bool = False) -> Pilot:
    """A pilot in which the middle variant changes nothing."""
    (metric,) = (metric for metric in METRICS if metric.key == "vp")
    names = [variant.name for variant in plan.sweep.variants]
    smallest = [{"vp": Smallest(metric, size, size / 2)} for size in (vp, 2 * vp)]
    return Pilot(
        blocks,
        1_200,
        60.0,
        PilotRun("base", 0.001, {}),
        (
            PilotRun(names[0], 0.001, smallest[0]),
            PilotRun(names[1], 0.001, {}, same=True),
            PilotRun(names[2], math.nan if late else 0.001, smallest[1]),
        ),
    )


def dry_run(plan: SweepPlan, pilot: Pilot) -> list[str]:
    metrics = [metric for metric in METRICS if metric.key in usual_metrics(METRICS)]
    return printed(dry_run_tables(plan, pilot, metrics, 2, 10**9))


def test_a_dry_run_tells_changes_time_and_disk(plan: SweepPlan) -> None:
    lines = dry_run(plan, pilot_of(plan, 500))
    assert lines[0] == "small: What a few things change."
    assert "base (the baseline) 40,000" in lines
    assert "buildings.merchant_house.income 3 5 40,000" in lines
    assert "firsts: Both take the first option. 20,000" in lines
    told = next(line for line in lines if line.startswith("4 runs of 20,000 blocks"))
    assert told.startswith(
        "4 runs of 20,000 blocks, 140,000 games in all, seed 3. About 30 s with 2 jobs, and "
    )
    assert lines[-1] == "Nothing was written."


def test_a_dry_run_tells_the_smallest_difference(plan: SweepPlan) -> None:
    lines = dry_run(plan, pilot_of(plan, 500))
    assert "typical variant least sure variant" in lines
    assert "vp per player 0.40 0.40 vp" in lines, "of two that differ the median is the higher"
    assumed = next(line for line in lines if line.startswith("Found with a probability of 80 %"))
    assert "among all 1,200 comparisons" in assumed
    assert "down to 0.50 of these if nothing else were compared" in assumed
    assert any(line.startswith("Hardly anything differed in the pilot in: ") for line in lines)
    assert not any("hardly be judged" in line or "hardly judged in" in line for line in lines)
    assert any(
        line.startswith("In the 500 blocks of the pilot exactly like the baseline: solo") for line in lines
    )


def test_a_dry_run_says_what_would_hardly_be_judged(plan: SweepPlan) -> None:
    tie, vp = (next(each for each in METRICS if each.key == key) for key in ("lead", "vp"))
    pilot = pilot_of(plan, 500)
    first, idle, last = pilot.variants
    rare = {"lead": Smallest(tie, math.nan, math.nan)}
    lines = dry_run(
        plan, replace(pilot, variants=(replace(first, smallest=first.smallest | rare), idle, last))
    )
    unjudged = next(line for line in lines if "hardly be judged" in line)
    assert unjudged == (
        "Would hardly be judged: lead of the winner. A difference is judged only if a variant differs from "
        "the baseline in 30 blocks or more; ask for more games with -n."
    )
    unknown = {"vp": Smallest(vp, math.nan, math.nan)}
    lines = dry_run(plan, replace(pilot, variants=(first, idle, replace(last, smallest=unknown))))
    assert "typical variant least sure variant hardly judged in" in lines
    assert "vp per player 0.20 0.20 vp 1 of 3" in lines


@pytest.mark.parametrize(
    ("blocks", "late", "sentence"),
    [
        (4, False, "The bots are too slow for a pilot of 20 blocks (4 were played): what differences"),
        (500, True, "The pilot's time was up before 1 of the variants; they count as fast as the baseline."),
    ],
)
def test_a_pilot_says_what_it_does_not_know(plan: SweepPlan, blocks: int, late: bool, sentence: str) -> None:
    lines = dry_run(plan, pilot_of(plan, blocks, late=late))
    assert any(line.startswith(sentence) for line in lines)
    assert any(line.startswith("vp per player") for line in lines) == (blocks == 500)


def test_too_few_blocks_are_told_before_they_are_played(tmp_path: Path) -> None:
    plan = plan_sweep(small_sweep(tmp_path, 100))
    assert "With fewer than 100 blocks no difference is judged; ask for more games with -n." in dry_run(
        plan, pilot_of(plan, 50)
    )
