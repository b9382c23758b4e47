"""What is said of runs that a rule or a budget has ended, and of those whose rule was not met."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from analyzer.analysis.endings import ending_of
from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import study_of
from analyzer.analysis.summary import summarise, to_json
from analyzer.recording import schema
from analyzer.recording.manifest import Manifest, shortened
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from reports.build import build_page
from reports.ending_words import conclusion, estimate_so_far, explanation, half_width
from tests.unit.simulate.plans import plan_of


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """600 games in 300 blocks, in parts of 200 games."""
    folder = tmp_path_factory.mktemp("run")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "PART_GAMES", 200)
        record(plan_of(folder, "random", "first", games=600), folder / "run", workers=Processes(1))
    return open_run(folder / "run")


def changed(run: Run, **changes: object) -> Manifest:
    return msgspec.structs.replace(run.manifest, **changes)


def told(folder: Path, manifest: Manifest) -> tuple[str, str]:
    ending = ending_of(folder, manifest)
    assert ending is not None
    return conclusion(ending), explanation(ending)


def test_nothing_is_said_of_a_plain_run_or_a_partial_one(run: Run) -> None:
    assert ending_of(run.path, run.manifest) is None
    assert ending_of(run.path, changed(run, until="ci=1pp", state="partial")) is None


def test_a_rule_that_was_met(run: Run) -> None:
    manifest = changed(run, until="ci=2pp", ended="until", most=5_000)
    shares = summarise(run).share_by_bot
    widest = max(shares.values(), key=lambda share: share.half_width)
    bot = next(bot for bot, share in shares.items() if share is widest)
    short, long = told(run.path, manifest)
    assert (
        short == f"Stopped at 600 games: win share of {bot} known to ±{100 * widest.half_width:.2f} points."
    )
    assert long == (
        "This run stopped, at 600 games, once the interval of each bot's win share was no wider than ±2 "
        "points. The rule looks at the width, not at the value: on resampled games its 95 % intervals held "
        "the truth in 94 to 96 of 100 runs, as they do without a rule; they are not time-uniform."
    )


def test_what_hardly_ever_happens_is_not_known_as_well_as_it_seems(run: Run) -> None:
    """Removals are rare with bots that play at random; roofs are not."""
    _, rare = told(run.path, changed(run, until="removals ci=0.5", ended="until", most=5_000))
    assert "the interval of the removals was no wider than ±0.5. But it happens so rarely that " in rare
    _, often = told(run.path, changed(run, until="roofs ci=0.5", ended="until", most=5_000))
    assert "was no wider than ±0.5. The rule looks at the width, not at the value: " in often


def test_a_rule_that_was_not_met(run: Run) -> None:
    vp = summarise(run).by_bot
    assert set(vp) == {"random", "first"}
    short, long = told(run.path, changed(run, until="vp ci=0.001"))
    assert short.startswith("All 600 games are played: vp per player known to ±0.")
    assert short.endswith(" vp, not to ±0.001.")
    assert long.startswith(
        "All 600 games that this run was allowed are played. It was to play until the interval of the vp per "
        "player was no wider than ±0.001; vp per player is known to ±0."
    )


def test_a_budget(run: Run) -> None:
    short, long = told(run.path, shortened(run.manifest, 200, "budget"))
    assert short == "Ended by its budget at 400 of at most 600 games."
    assert long == (
        "This run was ended by its budget of time, at 400 of at most 600 games. The clock looks at no "
        "result: the intervals are ordinary ones."
    )


def test_a_budget_before_the_rule(run: Run) -> None:
    short, long = told(run.path, changed(run, until="ci=0.01pp", ended="budget", most=5_000))
    assert short.startswith("Ended by its budget at 600 of at most 5,000 games: win share of ")
    assert short.endswith(" points, not to ±0.01 points.")
    assert " until the interval of each bot's win share was no wider than ±0.01 points; win share of " in long


def test_seats_are_told_together(tmp_path: Path) -> None:
    record(plan_of(tmp_path, "random", "random", games=300), tmp_path / "run", workers=Processes(1))
    manifest = msgspec.structs.replace(
        open_run(tmp_path / "run").manifest, until="ci=1pp", ended="until", most=9
    )
    short, long = told(tmp_path / "run", manifest)
    assert short.startswith("Stopped at 300 games: each seat's win share known to ±5.")
    assert "once the interval of each seat's win share was no wider than ±1 points. " in long


def test_the_page_says_it_at_the_top_and_at_its_end(run: Run) -> None:
    manifest = changed(run, until="ci=2pp", ended="until", most=5_000)
    page, plain = build_page(study_of(run), manifest), build_page(study_of(run), run.manifest)
    _, long = told(run.path, manifest)
    assert set(page.warnings) - set(plain.warnings) == {long}
    assert set(page.made) - set(plain.made) == {("Ended", long)}


def test_the_summary_for_machines(run: Run) -> None:
    assert to_json(summarise(run))["ending"] is None
    stopped = Run(run.path, changed(run, until="ci=2pp", ended="until", most=5_000), run.n_parts)
    summary = summarise(stopped)
    (bot,) = {bot for bot, share in summary.share_by_bot.items() if share.half_width == widest(stopped)}
    assert to_json(summary)["ending"] == {
        "by": "until",
        "games": 600,
        "most": 5_000,
        "until": "ci=2pp",
        "widest": f"win_share.{bot}",
        "half_width": widest(stopped),
    }
    by_budget = Run(run.path, shortened(run.manifest, 200, "budget"), 2)
    assert to_json(summarise(by_budget))["ending"] == {"by": "budget", "games": 400, "most": 600}


def widest(run: Run) -> float:
    return max(share.half_width for share in summarise(run).share_by_bot.values())


@pytest.mark.parametrize(
    ("unit", "mean", "half", "width", "so_far"),
    [
        ("share", 0.3149, 0.004873, "±0.49 points", "it 31.49 % ±0.49"),
        ("share", 0.3149, 0.04873, "±4.9 points", "it 31.5 % ±4.9"),
        ("vp", 65.4889, 0.04816, "±0.048 vp", "it 65.489 vp ±0.048"),
        ("", 1.5, 0.2, "±0.20", "it 1.50 ±0.20"),
        ("rounds", 3.0, float("nan"), "±?", "it 3.00 rounds"),
    ],
)
def test_widths_have_two_digits(unit: str, mean: float, half: float, width: str, so_far: str) -> None:
    metric = Metric("it", "it", Kind.RESULTS, unit, "It.")
    value = Estimate(mean, mean - half, mean + half, 1000, 1000, half / 1.96)
    assert half_width(value, metric) == width
    assert estimate_so_far(metric, value) == so_far
