"""What a gate tracks, what it plays, and what it makes of the result."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from analyzer.analysis.gate import GAMES, baseline_of, chosen, judge, plan_baseline, plan_gate
from analyzer.analysis.metrics.layout import metrics_of
from analyzer.analysis.metrics.playing import Played, play_metrics
from analyzer.errors import UserError
from analyzer.recording.gate_file import Baseline, Tracked, baseline_text
from analyzer.scenario import Scenario, load_scenario
from analyzer.scenario.substitutes import with_bots
from analyzer.simulate.crew import Crew
from analyzer.simulate.plan import Plan
from tests.unit.simulate.plans import plan_of


def scenario_of(folder: Path, *line_up: str, games: int = 400, rules: str = "") -> Scenario:
    scenario = plan_of(folder, *line_up, games=games).scenario
    if rules:
        file = folder / "changed.toml"
        file.write_text(f'name = "small"\nextends = "small.toml"\n[rules]\n{rules}\n', encoding="utf-8")
        return load_scenario(str(file))
    return scenario


def play(plan: Plan, *keys: str) -> Played:
    with Crew(1) as crew:
        return play_metrics(plan, keys, crew)


def written(
    scenario: Scenario, *keys: str, games: int | None = None, old: Baseline | None = None
) -> Baseline:
    """The baseline that --update writes."""
    tracked = chosen(scenario, keys, old)
    return baseline_of(play(plan_baseline(scenario, games, None, old), *tracked), tracked, old)[0]


def held_against(baseline: Baseline, scenario: Scenario, seed: int | None = None):  # type: ignore[no-untyped-def]
    keys = [tracked.key for tracked in baseline.metrics]
    return judge(baseline, play(plan_gate(scenario, baseline, seed), *keys))


def keys_of(baseline: Baseline) -> list[str]:
    return [tracked.key for tracked in baseline.metrics]


def test_the_main_metrics_are_tracked_unless_others_are_named(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path, "random", "first")
    metrics = metrics_of(scenario)
    assert chosen(scenario, (), None) == tuple(metric.key for metric in metrics if metric.main)
    assert chosen(scenario, ["seat.1.win_share", "vp"], None) == ("vp", "seat.1.win_share")
    assert set(chosen(scenario, ["card.23.*"], None)) == {
        metric.key for metric in metrics if metric.key.startswith("card.23.")
    }
    assert set(chosen(scenario, ["main", "card.1.field.played"], None)) == {
        *chosen(scenario, ["main"], None),
        "card.1.field.played",
    }


@pytest.mark.parametrize(
    ("key", "remedy"),
    [
        ("seat.1.winshare", "did you mean `seat.1.win_share`?"),
        ("qqq", "use one of"),
    ],
)
def test_what_is_no_metric_is_named(tmp_path: Path, key: str, remedy: str) -> None:
    with pytest.raises(UserError) as caught:
        chosen(scenario_of(tmp_path, "random", "first"), [key], None)
    assert str(caught.value).startswith(f"--metric: `{key}` is no metric; ")
    assert remedy in str(caught.value)


def test_an_update_keeps_metrics_games_seed_and_targets(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path, "random", "first")
    first = written(scenario, "vp", "lead", games=600)
    vp, lead = first.metrics
    edited = msgspec.structs.replace(
        first, seed=99, metrics=(vp, msgspec.structs.replace(lead, target=(1.0, 50.0)))
    )
    again = written(scenario, old=edited)
    assert (again.games, again.seed, keys_of(again)) == (600, 99, ["vp", "lead"])
    assert [tracked.target for tracked in again.metrics] == [None, (1.0, 50.0)]
    assert again.games_hash != first.games_hash
    assert keys_of(written(scenario, "lead", "tie_break", old=edited)) == ["lead", "tie_break"]
    other = with_bots(scenario, ["balanced"])
    assert keys_of(written(other, old=written(scenario, "vp", "vp.random"))) == ["vp"]


def test_the_size_of_a_new_baseline(tmp_path: Path) -> None:
    assert plan_baseline(load_scenario("two-players"), None, None, None).games == GAMES
    small = scenario_of(tmp_path, "random", "first", games=399)
    assert plan_baseline(small, None, None, None).games == 400
    assert plan_baseline(small, 1_001, 5, None).blocks == 501
    with pytest.raises(UserError, match=r"99 blocks are too few .* -n 200"):
        plan_baseline(small, 198, None, None)


def test_a_gate_plays_the_blocks_and_the_seed_of_its_baseline(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path, "random", "first")
    baseline = written(scenario, "vp", games=300)
    plan = plan_gate(scenario, baseline, None)
    assert (plan.blocks, plan.games, plan.seed) == (150, 300, baseline.seed)
    assert plan_gate(scenario, baseline, 8).seed == 8
    alike = with_bots(scenario, ["first"])
    assert (plan_gate(alike, baseline, None).blocks, plan_gate(alike, baseline, None).games) == (150, 150)
    with pytest.raises(UserError, match="small is for 3 players and the baseline was played by 2; give the"):
        plan_gate(scenario_of(tmp_path, "random", "first", "first"), baseline, None)


def test_unchanged_games_are_the_same_to_the_last_figure(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path, "random", "first")
    baseline = written(scenario)
    result = held_against(baseline, scenario)
    assert result.same_games
    assert not result.failed
    assert [each.difference for each in result.checked] == [0.0] * len(baseline.metrics)
    assert baseline_text(written(scenario)) == baseline_text(baseline)


def test_other_luck_is_no_failure_but_other_games(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path, "random", "first")
    result = held_against(written(scenario), scenario, seed=50)
    assert not result.failed
    assert not result.same_games
    assert any(each.difference for each in result.checked)


def test_a_changed_rule_is_caught(tmp_path: Path) -> None:
    baseline = written(scenario_of(tmp_path, "random", "first"))
    changed = scenario_of(tmp_path, "random", "first", rules="siesta.vp.1 = 9")
    result = held_against(baseline, changed)
    failed = {each.tracked.key: each for each in result.failed}
    assert {"vp", "vp_siesta"} <= failed.keys()
    assert failed["vp"].state == "outside"
    assert failed["vp"].difference > 0
    assert not result.same_games
    assert "fields" not in failed


def test_a_metric_that_is_gone_fails(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path, "random", "first")
    baseline = written(scenario, "vp", "vp.random")
    result = held_against(baseline, with_bots(scenario, ["balanced"]))
    (_, gone) = result.checked
    assert (gone.state, gone.value, gone.difference) == ("missing", None, None)
    assert "vp.balanced" in result.known
    only_gone = written(scenario, "vp.random")
    assert [each.state for each in held_against(only_gone, with_bots(scenario, ["balanced"])).checked] == [
        "missing"
    ]


def test_a_target_takes_the_intervals_place(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path, "random", "first")
    baseline = written(scenario, "vp")
    (vp,) = baseline.metrics

    def state(low: float, high: float) -> str:
        with_target = msgspec.structs.replace(vp, target=(low, high))
        return (
            held_against(msgspec.structs.replace(baseline, metrics=(with_target,)), scenario).checked[0].state
        )

    assert state(vp.value - 100, vp.value + 100) == "inside"
    assert state(vp.value + 0.001, vp.value + 100) == "outside"
    assert state(vp.value, vp.value) == "inside"


def test_what_hardly_any_block_has_is_not_tracked(tmp_path: Path) -> None:
    """`first` completes no Deli, so that there is no mean round of it."""
    scenario = scenario_of(tmp_path, "first", "first")
    keys = ("vp", "deli.completed", "deli.round")
    played = play(plan_baseline(scenario, 400, None, None), *keys)
    assert played.values["deli.round"].blocks < 100
    baseline, rare = baseline_of(played, keys, None)
    assert (keys_of(baseline), rare) == (["vp", "deli.completed"], ("deli.round",))
    with pytest.raises(UserError, match="None of these metrics was counted in enough blocks"):
        baseline_of(played, ("deli.round",), None)
    was_counted = Tracked(key="deli.round", name="round", unit="rounds", value=3, low=2, high=4, n=500)
    result = judge(msgspec.structs.replace(baseline, metrics=(was_counted,)), played)
    if played.values["deli.round"].blocks == 0:
        assert [each.state for each in result.checked] == ["uncounted"]


def test_intervals_widen_with_the_number_of_metrics(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path, "random", "first")
    alone, many = written(scenario, "vp").of("vp"), written(scenario).of("vp")
    assert alone is not None
    assert many is not None
    assert many.low < alone.low < alone.value == many.value < alone.high < many.high


def test_a_python_bots_place_is_not_in_the_file(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path, "random", "first")
    found = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        file = tmp_path / folder / "mine.py"
        file.write_text("def eager(view, options):\n    return 0\n", encoding="utf-8")
        played = with_bots(scenario, [f"{file}:eager"])
        baseline = baseline_of(play(plan_baseline(scenario, 200, None, None), "vp"), ("vp",), None)[0]
        made = judge(baseline, Played(plan_baseline(played, 200, None, None), (), {}, "")).now
        found.append(list(made.bots.values()))
    assert found[0] == found[1]
