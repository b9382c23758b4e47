"""Verdicts on cards, contrasts of placements and the bias of observed figures, on made-up data."""

from __future__ import annotations

import math
import random
import statistics
from pathlib import Path

import pytest

from analyzer.analysis.card_bias import bias_by_placement, both_ways
from analyzer.analysis.card_choice import CardChoice, Verdict, card_choices
from analyzer.analysis.card_pairs import Contrasts, Pairs, contrasts_in
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.placements import CardUse, PlacementValues
from analyzer.analysis.probes import OptionEffect, Probed
from analyzer.analysis.stats import Estimate
from analyzer.analysis.versus import Versus
from analyzer.scenario import standard_rule_set
from tests.unit.analysis.probe_tables import Decision, Option, study_of_decisions

CARD = standard_rule_set().deck[0]  # number 1
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


def probes_of(*effects: Estimate) -> Probed:
    """The effects of one card's uses."""
    options = tuple(
        OptionEffect((CARD.number, place), effect.n, 1, effect, NOTHING, NOTHING)
        for place, effect in enumerate(effects)
    )
    return Probed("placement", None, 400, options, NOTHING, NOTHING, NOTHING, NOTHING)


def verdict_of(plays: tuple[int, ...], pairs: Pairs, instead: Pairs | None = None) -> CardChoice:
    """Of a card whose field has the largest effect; ``pairs`` of field against the others."""
    played = {(CARD.number, place): n for place, n in enumerate(plays)}
    probes = probes_of(of(2.0), of(1.0), of(-1.0), of(-2.0))
    (found,) = card_choices([CARD], played, probes, Contrasts(pairs=pairs, instead=instead or {}))
    return found


def against(helper: Estimate, barrow: Estimate, extension: Estimate) -> Pairs:
    """The field less each other use."""
    return {
        (CARD.number, FIELD, HELPER): helper,
        (CARD.number, FIELD, BARROW): barrow,
        (CARD.number, FIELD, EXTENSION): extension,
    }


BETTER = of(5.0)


@pytest.mark.parametrize(
    ("plays", "advantage", "verdict"),
    [
        ((90, 5, 5, 0), of(3.0), Verdict.OBVIOUS),
        ((60, 40, 0, 0), of(3.0), Verdict.FAVOURITE),
        ((60, 40, 0, 0), of(0.1), Verdict.CHOICE),
        ((60, 40, 0, 0), of(0.1, se=0.6), Verdict.UNDECIDED),  # the interval reaches beyond 1 vp
        ((0, 95, 5, 0), of(0.1), Verdict.HABIT),
        ((0, 95, 5, 0), of(0.9), Verdict.UNDECIDED),  # clearly best, but not shown where the usual was chosen
        ((60, 40, 0, 0), of(-3.0), Verdict.UNDECIDED),  # worse than its rival where both could be chosen
        ((0, 0, 0, 0), of(3.0), Verdict.UNKNOWN),
    ],
)
def test_verdicts(plays: tuple[int, ...], advantage: Estimate, verdict: Verdict) -> None:
    found = verdict_of(plays, against(advantage, BETTER, BETTER))
    assert (found.best, found.rival, found.verdict) == (FIELD, HELPER, verdict)
    if any(plays):
        assert found.usual == plays.index(max(plays))
        assert found.usual_share == max(plays) / 100
    else:
        assert math.isnan(found.usual_share)


def test_a_best_use_is_clear_only_against_every_other() -> None:
    """The rival is the use that comes closest where both could be chosen, not the one of the next effect."""
    found = verdict_of((60, 40, 0, 0), against(BETTER, of(0.1), BETTER))
    assert (found.rival, found.verdict) == (BARROW, Verdict.CHOICE)
    unsure = verdict_of((60, 40, 0, 0), against(of(1.0), BETTER, of(2.0, se=1.5)))
    assert unsure.verdict is Verdict.UNDECIDED
    unjudged = verdict_of((60, 40, 0, 0), against(BETTER, of(0.2, n=50), BETTER))
    assert (unjudged.rival, unjudged.verdict) == (HELPER, Verdict.FAVOURITE)
    nothing = verdict_of((60, 40, 0, 0), against(of(3.0, n=50), of(3.0, n=50), NOTHING))
    assert (nothing.best, nothing.rival, nothing.verdict) == (FIELD, -1, Verdict.UNKNOWN)


@pytest.mark.parametrize(
    ("there", "verdict"),
    [
        (of(2.0), Verdict.AGAINST),
        (of(0.1), Verdict.UNDECIDED),
        (of(-2.0), Verdict.UNDECIDED),
        (of(2.0, n=50), Verdict.UNDECIDED),
    ],
)
def test_the_usual_use_is_wrong_only_if_it_is_where_it_was_chosen(there: Estimate, verdict: Verdict) -> None:
    instead = {(CARD.number, FIELD, HELPER): there}
    found = verdict_of((30, 70, 0, 0), against(of(3.0), BETTER, BETTER), instead)
    assert (found.best, found.usual, found.verdict) == (FIELD, HELPER, verdict)


def test_a_use_of_few_decisions_is_not_ranked() -> None:
    probes = probes_of(of(1.0), of(9.0, n=50), of(0.5), NOTHING)
    contrasts = Contrasts(pairs={(CARD.number, FIELD, BARROW): of(0.5)})
    (found,) = card_choices([CARD], {}, probes, contrasts)
    assert (found.best, found.rival) == (FIELD, BARROW)


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
    contrasts = contrasts_in(folder)
    found = {bot: each.pairs for bot, each in contrasts.items()}
    both = found[None][1, FIELD, HELPER]
    assert (both.n, both.blocks, both.mean) == (2, 2, 1.0)  # 3 and -1
    assert both.se == pytest.approx(statistics.stdev((3.0, -1.0)) / math.sqrt(2))
    assert found[None][1, HELPER, FIELD].mean == -1.0
    assert found[None][1, FIELD, BARROW].mean == 6.0
    assert found[0][1, FIELD, HELPER].mean == 3.0
    assert found[1][1, FIELD, HELPER].mean == -1.0
    assert (2, FIELD, HELPER) not in found[1]
    assert found[0][2, FIELD, HELPER].mean == 10.0
    instead = contrasts[None].instead  # always the first option was chosen
    assert instead.keys() == {(1, HELPER, FIELD), (1, BARROW, FIELD), (2, HELPER, FIELD)}
    assert (instead[1, HELPER, FIELD].mean, instead[1, HELPER, FIELD].n) == (-1.0, 2)


def test_a_chosen_use_against_the_other_plays_by_hand(tmp_path: Path) -> None:
    """Others by how often they are played; those not on offer, or never played, have no weight."""
    decisions = [
        Decision(0, (Option((1, FIELD), 12), Option((1, HELPER), 3), Option((1, BARROW), -6))),
        Decision(1, (Option((1, FIELD), 6), Option((1, HELPER), 9))),
        Decision(2, (Option((1, FIELD), 6), Option((1, HELPER), 9)), chosen=1),
        Decision(3, (Option((1, FIELD), 60), Option((1, EXTENSION), 0))),  # never played otherwise
    ]
    folder = study_of_decisions(tmp_path / "study", decisions, blocks=4, kind="placement", per_part=2)
    plays = {(1, FIELD): 50, (1, HELPER): 30, (1, BARROW): 10}
    found = contrasts_in(folder)[None].against_plays(plays)
    assert found.keys() == {(1, FIELD), (1, HELPER)}
    values = ((12 - (30 * 3 - 10 * 6) / 40) / 3, (6 - 9) / 3)
    assert (found[1, FIELD].n, found[1, FIELD].blocks) == (2, 2)
    assert found[1, FIELD].mean == pytest.approx(statistics.mean(values))
    assert found[1, FIELD].se == pytest.approx(statistics.stdev(values) / math.sqrt(2))
    assert found[1, HELPER].mean == pytest.approx(1.0)


def test_random_choices_have_no_bias(tmp_path: Path) -> None:
    """Where chance chooses, what is observed and what is caused are one, whatever the shares of the uses."""
    worth, shares, rng = (9, 3, -6), (0.6, 0.3, 0.1), random.Random(5)
    decisions = [
        Decision(
            block,
            tuple(Option((1, place), vp + rng.randrange(-3, 4)) for place, vp in enumerate(worth)),
            chosen=rng.choices(range(3), shares)[0],
        )
        for block in range(6000)
    ]
    folder = study_of_decisions(tmp_path / "study", decisions, blocks=6000, kind="placement", per_part=6000)
    seen = [[d.options[d.chosen].margin / 3 for d in decisions if d.chosen == place] for place in range(3)]
    outcomes = [
        of(statistics.mean(each), statistics.stdev(each) / math.sqrt(len(each)), len(each)) for each in seen
    ]
    plays = {(1, place): len(each) for place, each in enumerate(seen)}
    values = values_of(*outcomes, NOTHING)
    pairs = both_ways(values, contrasts_in(folder)[None].against_plays(plays))
    assert [pair.use.placement for pair in pairs] == [FIELD, HELPER, BARROW]
    for pair in pairs:
        assert pair.told
        assert pair.same_sign
        assert abs(pair.bias) < 3 * math.hypot(pair.observed.se, pair.causal.se)


def test_bias_is_observed_less_causal_of_judged_uses() -> None:
    """The field's player-games less those of the card's other uses, by how often they were played."""
    values = values_of(of(3.0, n=200), of(1.0, n=300), of(-1.0, n=100), NOTHING)
    effects = {
        (CARD.number, FIELD): of(1.0),
        (CARD.number, HELPER): of(0.0),
        (CARD.number, BARROW): of(0.0, n=9),
    }
    field, helper, barrow = both_ways(values, effects)
    assert field.observed.mean == pytest.approx(3.0 - (300 * 1.0 - 100 * 1.0) / 400)
    assert field.observed.se == pytest.approx(0.1 * math.hypot(1, 0.75, 0.25))
    assert field.bias == pytest.approx(1.5)
    assert helper.observed.mean == pytest.approx(1.0 - (200 * 3.0 - 100 * 1.0) / 300)
    assert (field.told, helper.told, helper.judged, barrow.judged) == (True, False, True, False)
    by_placement = bias_by_placement((field, helper, barrow))
    assert by_placement[FIELD].mean == pytest.approx(1.5)
    assert by_placement[BARROW].n == by_placement[EXTENSION].n == 0
    assert by_placement[FIELD].se == pytest.approx(math.hypot(field.observed.se, 0.1))
