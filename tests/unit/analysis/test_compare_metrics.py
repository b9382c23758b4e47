"""Which differences stand out: exact zeros, few blocks, and how often chance alone is taken for a finding."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analyzer.analysis.metrics.chapter import Sums
from analyzer.analysis.metrics.compare import FEW_DIFFERING, compare
from analyzer.analysis.metrics.layout import Layout, layout_of
from analyzer.analysis.metrics.metric import Compared, Kind, Metric
from analyzer.analysis.metrics.moments import Moments
from analyzer.analysis.metrics.pairs import Paired, PairMoments
from analyzer.analysis.metrics.rows import rows_of_core
from analyzer.analysis.stats import FALSE_DISCOVERIES, Estimate, benjamini_hochberg
from analyzer.simulate.batches import Player
from tests.unit.analysis.metric_sums import metric
from tests.unit.simulate.plans import plan_of


def pair(layout: Layout, one: Sums, other: Sums) -> list[Paired]:
    pairs = PairMoments(layout, layout)
    pairs.add(one, other, Moments.of(one))
    return pairs.paired()


def made(kind: Kind, mean: float, *, se: float = 1.0, differing: int = 500, blocks: int = 1000) -> Paired:
    """A paired metric with this difference."""
    some = Estimate(1.0, 0.9, 1.1, blocks, blocks, 0.05)
    difference = Estimate(mean, mean - 1.96 * se, mean + 1.96 * se, blocks, blocks, se)
    return Paired(metric(f"{kind.value} {mean}", kind=kind), some, some, difference, differing)


def test_corrected_for_all_and_within_the_kind() -> None:
    results = [made(Kind.RESULTS, mean) for mean in (2.5, 0.1, 0.3, 0.2, 0.4)]
    cards = [made(Kind.CARD_USES, 9.0 + i) for i in range(40)]
    (found,) = compare([[*results, *cards]])
    p = np.array([each.p for each in found])
    together, apart = benjamini_hochberg(p), benjamini_hochberg(p[:5])
    assert found[0].corrected == pytest.approx(max(together[0], apart[0]))
    assert together[0] < FALSE_DISCOVERIES < apart[0]  # sure cards make no shaky result sure
    assert found[0].told is False
    assert all(each.told for each in found[5:])


def test_what_cannot_be_judged() -> None:
    (found,) = compare(
        [
            [
                made(Kind.PLAY, 9.0, blocks=99),
                made(Kind.PLAY, 8.0, differing=FEW_DIFFERING - 1),
                made(Kind.PLAY, 0.0, se=0.0, differing=0),
                made(Kind.PLAY, 7.0, differing=FEW_DIFFERING),
            ]
        ]
    )
    assert [each.told for each in found] == [None, None, None, True]
    assert [each.same for each in found] == [False, False, True, False]
    assert all(math.isnan(each.p) and math.isnan(each.corrected) for each in found[:3])


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> tuple[Layout, Sums]:
    """The sums of many blocks of one bot, each with luck of its own."""
    plan = plan_of(tmp_path_factory.mktemp("pool"), "random", "random", games=24_000)
    player = Player(plan.job("memory"), plan.blocks)
    list(player.play(0, plan.blocks))
    layout = layout_of(plan.scenario)
    return layout, layout.sums(rows_of_core(player.rows(), 0, plan.blocks))


def test_where_nothing_differs_chance_is_rarely_taken_for_a_finding(pool: tuple[Layout, Sums]) -> None:
    """A null study: baseline and variants are blocks of the same games with independent luck.

    With no true difference any finding is false, and a sweep has one at most as often as promised.
    """
    layout, sums = pool
    rng = np.random.default_rng(20141)
    sweeps, variants, blocks = 120, 3, 600
    flagged, raw, judged = 0, 0, 0
    for _ in range(sweeps):
        drawn = rng.permutation(sums.blocks)[: blocks * (variants + 1)].reshape(variants + 1, blocks)
        runs = [Sums(*(np.ascontiguousarray(each[:, at]) for each in _arrays(sums))) for at in drawn]
        found = compare([pair(layout, runs[0], other) for other in runs[1:]])
        every = [each for of_variant in found for each in of_variant]
        flagged += any(each.told for each in every)
        raw += sum(each.p <= FALSE_DISCOVERIES for each in every)
        judged += sum(not math.isnan(each.p) for each in every)
    # 5 % of 120 sweeps are 6; three standard errors more are 13.
    assert flagged <= 13
    # Before the correction one comparison in twenty is flagged: the test has something to correct.
    assert judged / sweeps > 700
    assert 0.04 < raw / judged < 0.06


def _arrays(sums: Sums) -> tuple[np.ndarray, ...]:
    return sums.means, sums.counted, sums.divisors


def test_a_true_difference_is_found_among_many_metrics(pool: tuple[Layout, Sums]) -> None:
    layout, sums = pool
    at = np.arange(3000)
    one = Sums(*(np.ascontiguousarray(each[:, at]) for each in _arrays(sums)))
    means = one.means.copy()
    vp = next(i for i, each in enumerate(layout.means) if each.key == "vp")
    means[vp] += np.random.default_rng(5).integers(0, 3, 3000, dtype=np.int32)  # one vp more a game of two
    (found,) = compare([pair(layout, one, Sums(means, one.counted, one.divisors))])
    assert [each.metric.key for each in found if each.told] == ["vp"]
    assert next(each for each in found if each.told).difference.mean == pytest.approx(0.5, abs=0.05)
    assert _others(found, layout.means[vp]) == {True}


def _others(found: tuple[Compared, ...], but: Metric) -> set[bool]:
    """Whether all but one metric are the same in every block."""
    return {each.same for each in found if each.metric.key != but.key}
