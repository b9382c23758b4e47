"""Verdicts on cards, pairs of placements and the bias of observed figures, on made-up data."""

from __future__ import annotations

import math
import statistics
from pathlib import Path

import pytest

from analyzer.analysis.card_bias import bias_by_placement, both_ways
from analyzer.analysis.card_choice import CardChoice, Verdict, card_choices
from analyzer.analysis.card_pairs import pairs_in
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.placements import CardUse, PlacementValues
from analyzer.analysis.probes import OptionEffect, Probed
from analyzer.analysis.stats import Estimate
from analyzer.analysis.versus import Versus
from analyzer.scenario import standard_rule_set
from tests.unit.analysis.probe_tables import Decision, Option, study_of_decisions

CARD = standard_rule_set().deck[0]
FIELD, HELPER, BARROW, EXTENSION = range(4)


def of(mean: float, se: float = 0.1, n: int = 400) -> Estimate:
    return Estimate(mean, mean - 2 * se, mean + 2 * se, n, n, se)


def values_of(*outcomes: Estimate) -> PlacementValues:
    """One card's four uses as observed."""
    cells = tuple(
        CardUse(CARD, placement, Versus(outcome, of(0), of(outcome.mean)), Versus())
        for placement, outcome in enumerate(outcomes)
    )
    return PlacementValues(0, cells, (NOTHING,) * 4, {CARD.number: NOTHING}, ((NOTHING,),) * 4, NOTHING)


def verdict_of(plays: tuple[int, ...], effects: tuple[float, ...], advantage: Estimate) -> CardChoice:
    options = tuple(
        OptionEffect((CARD.number, place), 400, 100, of(effect), NOTHING, NOTHING)
        for place, effect in enumerate(effects)
    )
    probes = Probed("placement", None, 400, options, NOTHING, NOTHING, NOTHING, NOTHING)
    order = sorted(range(len(effects)), key=lambda place: -effects[place])
    played = {(CARD.number, place): n for place, n in enumerate(plays)}
    (found,) = card_choices([CARD], played, probes, {(CARD.number, order[0], order[1]): advantage})
    return found


@pytest.mark.parametrize(
    ("plays", "advantage", "verdict"),
    [
        ((90, 5, 5, 0), of(3.0), Verdict.OBVIOUS),
        ((60, 40, 0, 0), of(3.0), Verdict.FAVOURITE),
        ((30, 70, 0, 0), of(3.0), Verdict.AGAINST),
        ((60, 40, 0, 0), of(0.1), Verdict.CHOICE),
        ((0, 95, 5, 0), of(0.1), Verdict.HABIT),
        ((60, 40, 0, 0), of(3.0, n=50), Verdict.UNKNOWN),
        ((0, 0, 0, 0), of(3.0), Verdict.UNKNOWN),
    ],
)
def test_verdicts(plays: tuple[int, ...], advantage: Estimate, verdict: Verdict) -> None:
    found = verdict_of(plays, (2.0, 1.0, -1.0, -2.0), advantage)
    assert (found.best, found.second, found.verdict) == (FIELD, HELPER, verdict)
    if any(plays):
        assert found.usual == plays.index(max(plays))
        assert found.usual_share == max(plays) / 100
    else:
        assert math.isnan(found.usual_share)


def test_a_use_of_few_decisions_is_not_ranked() -> None:
    effects = (of(1.0), of(9.0, n=50), of(0.5), NOTHING)
    options = tuple(
        OptionEffect((CARD.number, place), effect.n, 1, effect, NOTHING, NOTHING)
        for place, effect in enumerate(effects)
    )
    probes = Probed("placement", None, 400, options, NOTHING, NOTHING, NOTHING, NOTHING)
    (found,) = card_choices([CARD], {}, probes, {(CARD.number, FIELD, BARROW): of(0.5)})
    assert (found.best, found.second) == (FIELD, BARROW)


def test_pairs_by_hand(tmp_path: Path) -> None:
    """Margins of four players are in thirds; a decision that lacks one of the two tells nothing of them."""
    decisions = [
        Decision(0, (Option((1, FIELD), 12), Option((1, HELPER), 3), Option((1, BARROW), -6))),
        Decision(2, (Option((1, FIELD), 6), Option((1, HELPER), 9)), bot=1),
        Decision(3, (Option((2, FIELD), 30), Option((2, HELPER), 0))),
    ]
    folder = study_of_decisions(
        tmp_path / "study", decisions, blocks=4, kind="placement", bots=("one", "two"), per_part=2
    )
    found = pairs_in(folder)
    both = found[None][1, FIELD, HELPER]
    assert (both.n, both.blocks, both.mean) == (2, 2, 1.0)  # 3 and -1
    assert both.se == pytest.approx(statistics.stdev((3.0, -1.0)) / math.sqrt(2))
    assert found[None][1, HELPER, FIELD].mean == -1.0
    assert found[None][1, FIELD, BARROW].mean == 6.0
    assert found[0][1, FIELD, HELPER].mean == 3.0
    assert found[1][1, FIELD, HELPER].mean == -1.0
    assert (2, FIELD, HELPER) not in found[1]
    assert found[0][2, FIELD, HELPER].mean == 10.0


def test_bias_is_observed_less_causal_like_for_like() -> None:
    """The field's player-games less those of the card's other uses, by how often they were played."""
    values = values_of(of(3.0, n=200), of(1.0, n=300), of(-1.0, n=100), NOTHING)
    effects = {
        (CARD.number, FIELD): of(1.0),
        (CARD.number, HELPER): of(0.0),
        (CARD.number, BARROW): of(0.0, n=9),
    }
    field, helper = both_ways(values, effects)
    assert field.observed.mean == pytest.approx(3.0 - (300 * 1.0 - 100 * 1.0) / 400)
    assert field.observed.se == pytest.approx(0.1 * math.hypot(1, 0.75, 0.25))
    assert field.bias == pytest.approx(1.5)
    assert helper.observed.mean == pytest.approx(1.0 - (200 * 3.0 - 100 * 1.0) / 300)
    by_placement = bias_by_placement((field, helper))
    assert by_placement[FIELD].mean == pytest.approx(1.5)
    assert by_placement[BARROW].n == by_placement[EXTENSION].n == 0
    assert by_placement[FIELD].se == pytest.approx(math.hypot(field.observed.se, 0.1))
