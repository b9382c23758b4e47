"""Effects, regret and shares of probed decisions, against plain counting."""

from __future__ import annotations

import math
import random
import statistics
from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.probe_measures import CAUTION, probe_measures
from analyzer.analysis.probes import Probed, probed, probed_in
from analyzer.analysis.stats import Estimate, t_quantile
from analyzer.analysis.study import study_of
from analyzer.recording.store import open_run
from analyzer.simulate.crew import Crew
from analyzer.simulate.probing import play_probes
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.analysis.probe_tables import Decision, Option, study_of_decisions
from tests.unit.simulate.plans import plan_of

SILVER, PIG, DRAW = (1, 5), (1, 0), (2, 2)


def option(found: Probed, key: tuple[int, int]) -> tuple[int, int, float, float, float]:
    """Offered, chosen and the three means of an option."""
    (one,) = [entry for entry in found.options if entry.key == key]
    return one.offered, one.chosen, one.effect.mean, one.when_chosen.mean, one.share.mean


def test_effects_by_hand(tmp_path: Path) -> None:
    """Margins of four players are in thirds of a vp; the others' mean depends on how many there are."""
    decisions = [
        # 4 vp, 1 vp, -2 vp: silver 4 - (1 - 2) / 2 = 4.5; pig 1 - (4 - 2) / 2 = 0; draw -2 - 2.5 = -4.5
        Decision(0, (Option(SILVER, 12, 1), Option(PIG, 3), Option(DRAW, -6)), chosen=1),
        # 2 vp, 1 vp: silver 1, draw -1
        Decision(3, (Option(DRAW, 3), Option(SILVER, 6)), chosen=1),
    ]
    (found,) = probed_in(study_of_decisions(tmp_path / "study", decisions, blocks=4))
    assert (found.kind, found.bot, found.decisions) == ("die", None, 2)
    assert [entry.key for entry in found.options] == [PIG, SILVER, DRAW]
    assert option(found, SILVER) == (2, 1, 2.75, 1.0, 0.5)
    offered, chosen, effect, when_chosen, share = option(found, PIG)
    assert (offered, chosen, effect, when_chosen, share) == (1, 1, 0.0, 0.0, -0.5)
    assert option(found, DRAW)[:3] == (2, 0, -2.75)
    assert found.options[2].when_chosen is NOTHING
    assert found.regret.mean == 1.5  # 4 - 1 and 0
    assert found.gain.mean == 0.5  # 0 and 1
    assert found.mattered.mean == 1.0
    assert found.decided.mean == 0.5


def test_intervals_come_from_decisions(tmp_path: Path) -> None:
    """Silver 4.5 and 1: a standard deviation of 2.4749, over the root of 2."""
    decisions = [
        Decision(0, (Option(SILVER, 12), Option(PIG, 3), Option(DRAW, -6))),
        Decision(1, (Option(SILVER, 6), Option(DRAW, 3))),
    ]
    (found,) = probed_in(study_of_decisions(tmp_path / "study", decisions, blocks=2))
    effect = found.options[1].effect
    assert (effect.n, effect.blocks) == (2, 2)
    assert effect.se == pytest.approx(3.5 / 2)
    assert effect.high - effect.mean == pytest.approx(float(t_quantile(2)) * 1.75)
    assert math.isnan(found.options[0].effect.se)


def test_options_without_consequence(tmp_path: Path) -> None:
    """Effects of exactly 0 without any spread, and a choice that never mattered."""
    decisions = [
        Decision(block, (Option(SILVER, 7, 1), Option(PIG, 7, 1), Option(DRAW, 7, 1))) for block in range(150)
    ]
    (found,) = probed_in(study_of_decisions(tmp_path / "study", decisions, blocks=150))
    assert all((entry.effect.mean, entry.effect.se) == (0.0, 0.0) for entry in found.options)
    assert (found.regret.mean, found.mattered.mean, found.decided.mean) == (0.0, 0.0, 0.0)
    assert 0 < found.mattered.high < 0.03


def test_no_decisions(tmp_path: Path) -> None:
    """Rules under which nobody ever has such a choice."""
    (found,) = probed_in(study_of_decisions(tmp_path / "study", [], blocks=5))
    assert (found.decisions, found.options) == (0, ())
    assert found.regret is found.gain is found.mattered is NOTHING


def test_solo_has_no_wins(tmp_path: Path) -> None:
    decisions = [Decision(0, (Option(SILVER, 60), Option(PIG, 50)))]
    (found,) = probed_in(study_of_decisions(tmp_path / "study", decisions, blocks=1, players=1))
    assert found.options[1].effect.mean == 10
    assert found.options[1].share is found.decided is NOTHING


def random_decisions(blocks: int) -> list[Decision]:
    """Decisions of three bots with two to nine options; some blocks have none."""
    dice = random.Random(5)
    keys = [(number, choice) for number in range(1, 7) for choice in range(4)]
    made = []
    for block in range(blocks):
        if dice.random() < 0.1:
            continue
        drawn = dice.sample(keys, dice.randint(2, 9))
        level = dice.randint(-40, 40)
        options = [
            Option(key, level + 4 * key[0] + dice.randint(-9, 9), dice.choice([0, 0, 1, 2, 3, 4]))
            for key in drawn
        ]
        made.append(Decision(block, tuple(options), dice.randrange(len(options)), dice.randrange(3)))
    return made


def less_others(values: list[Fraction], place: int) -> Fraction:
    return values[place] - Fraction(sum(values) - values[place], len(values) - 1)


def same(estimate: Estimate, values: list[Fraction]) -> bool:
    """Mean and standard error by the textbook."""
    if not values:
        return estimate is NOTHING
    error = math.sqrt(statistics.variance(values) / len(values)) if len(values) > 1 else math.nan
    return (
        estimate.n == estimate.blocks == len(values)
        and estimate.mean == pytest.approx(float(statistics.mean(values)), abs=1e-12)
        and estimate.se == pytest.approx(error, abs=1e-12, nan_ok=True)
    )


def test_against_plain_counting(tmp_path: Path) -> None:
    decisions = random_decisions(900)
    study = study_of_decisions(
        tmp_path / "study", decisions, blocks=900, players=3, bots=("one", "two", "three"), per_part=64
    )
    found = probed_in(study)
    assert [entry.bot for entry in found] == [None, 0, 1, 2]
    for entry in found:
        mine = [decision for decision in decisions if entry.bot in (None, decision.bot)]
        assert entry.decisions == len(mine)
        recount(entry, mine)


def recount(found: Probed, decisions: list[Decision]) -> None:
    """Count one bot's decisions again; margins of three players are in halves."""
    effects: dict[tuple[int, int], list[Fraction]] = {}
    chosen: dict[tuple[int, int], list[Fraction]] = {}
    shares: dict[tuple[int, int], list[Fraction]] = {}
    regret, gain, mattered, decided = [], [], [], []
    for decision in decisions:
        margins = [Fraction(option.margin, 2) for option in decision.options]
        wins = [Fraction(1, option.winners) if option.winners else Fraction() for option in decision.options]
        for place, option in enumerate(decision.options):
            value = less_others(margins, place)
            effects.setdefault(option.key, []).append(value)
            shares.setdefault(option.key, []).append(less_others(wins, place))
            if place == decision.chosen:
                chosen.setdefault(option.key, []).append(value)
                gain.append(value)
        regret.append(max(margins) - margins[decision.chosen])
        mattered.append(Fraction(len(set(margins)) > 1))
        decided.append(Fraction(len(set(wins)) > 1))
    assert [entry.key for entry in found.options] == sorted(effects)
    for entry in found.options:
        assert entry.offered == len(effects[entry.key])
        assert entry.chosen == len(chosen.get(entry.key, []))
        assert same(entry.effect, effects[entry.key])
        assert same(entry.share, shares[entry.key])
        assert same(entry.when_chosen, chosen.get(entry.key, []))
    for estimate, values in (
        (found.regret, regret), (found.gain, gain), (found.mattered, mattered), (found.decided, decided),
    ):  # fmt: skip
        assert same(estimate, values)
    assert 0 < found.decided.low < found.decided.mean < found.decided.high < 1


def test_parts_make_no_difference(tmp_path: Path) -> None:
    decisions = random_decisions(300)
    bots = ("one", "two", "three")
    large, small = (
        probed_in(study_of_decisions(tmp_path / str(n), decisions, blocks=300, bots=bots, per_part=n))
        for n in (300, 7)
    )
    assert repr(large) == repr(small)


def test_measures_are_told_apart() -> None:
    """One definition for each; solo has no wins to speak of."""
    for players in (1, 2, 4):
        measures = probe_measures(players)
        keys = {measure.key for measure in measures}
        assert len(keys) == len({measure.name for measure in measures}) == len(measures)
        assert keys >= {"effect", "when_chosen", "gain", "regret", "mattered"}
        assert ("decided" in keys) == ("share_effect" in keys) == (players > 1)
    assert "plays on as it does" in CAUTION


def test_probes_of_a_run_lie_in_its_folder(tmp_path: Path) -> None:
    """Only of the kind that was played; a run without any has none."""
    plan = plan_of(tmp_path, "random", "first", games=40)
    record(plan, tmp_path / "run", workers=Processes(1))
    assert probed(study_of(open_run(tmp_path / "run")), "die") == ()
    with Crew(1) as players:
        play_probes(plan, "die", tmp_path / "run" / "studies" / "probes-die", players)
    study = study_of(open_run(tmp_path / "run"))
    together, *bots = probed(study, "die")
    assert probed(study, "token") == ()
    assert together.decisions == plan.blocks == sum(found.decisions for found in bots)
    assert [found.bot for found in bots] == [0, 1]
