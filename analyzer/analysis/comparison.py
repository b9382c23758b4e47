"""What a contest shows: win shares, vp and margins by bot and seat, and how the bots differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from analyzer.analysis.alike import Alike
from analyzer.analysis.block_scores import BlockScores, Series
from analyzer.analysis.contest import Contest
from analyzer.analysis.sprt import Decision
from analyzer.analysis.stats import Estimate, stand_out, uniform_quantile
from analyzer.analysis.stopping import StopRule, UntilDecided, UntilNarrow


@dataclass(frozen=True, slots=True)
class Figures:
    """Win share, vp and vp margin, per seat held; or differences of them."""

    share: Estimate
    vp: Estimate
    margin: Estimate


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's figures, in all seats and in each.

    ``yields``: choices in which what it was told had to yield, since nothing else was legal.
    """

    bot: str
    all: Figures
    seats: tuple[Figures, ...]
    yields: int = 0


@dataclass(frozen=True, slots=True)
class Difference:
    """How ``bot`` differs from ``other``, paired by block, in all seats and in the same seat each.

    ``shown``: whether their win shares differ by more than chance (corrected for the number of
    pairs); None without an interval to judge by.  ``alike``: they have the same policy and weights.
    """

    bot: str
    other: str
    all: Figures
    seats: tuple[Figures, ...]
    shown: bool | None
    alike: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """Why play ended, where a rule decided that.

    ``met``: whether it did before all allowed blocks were played.  ``widest``: half of the widest
    interval (UntilNarrow).  ``llr``, ``decision``: of the sequential test (UntilDecided).
    """

    rule: StopRule
    most: int
    met: bool
    widest: float | None = None
    llr: float | None = None
    decision: Decision | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of one contest.

    ``uniform``: the intervals hold at every look at once, wider than ordinary ones.
    """

    players: int
    seed: int
    blocks: int
    games_per_block: int
    one_vs_rest: bool
    standings: tuple[Standing, ...]
    differences: tuple[Difference, ...]
    alike: tuple[Alike, ...]
    ending: Ending | None
    uniform: bool

    @property
    def fair(self) -> float:
        """The fair win share of a seat."""
        return 1 / self.players


def compare(contest: Contest, scores: BlockScores) -> Comparison:
    """Work out what the scores of a contest show."""
    # A test stops because of who is ahead, which an ordinary interval doesn't bear.
    uniform = isinstance(contest.rule, UntilDecided)
    quantile = uniform_quantile(scores.blocks) if uniform else None
    standings = tuple(_standing(scores, bot, label, quantile) for bot, label in enumerate(contest.labels))
    return Comparison(
        players=scores.players,
        seed=contest.match.seed,
        blocks=scores.blocks,
        games_per_block=contest.match.games_per_block,
        one_vs_rest=contest.one_vs_rest,
        standings=standings,
        differences=_differences(scores, standings, contest.alike, quantile),
        alike=contest.alike,
        ending=None if contest.rule is None else _ending(contest.rule, contest.match.blocks, scores),
        uniform=uniform,
    )


def _series(scores: BlockScores, bot: int, seat: int | None) -> tuple[Series, Series, Series]:
    return scores.share(bot, seat), scores.mean_vp(bot, seat), scores.margin(bot, seat)


def _figures(series: Iterable[Series], quantile: float | None) -> Figures:
    return Figures(*(one.estimate(quantile) for one in series))


def _standing(scores: BlockScores, bot: int, label: str, quantile: float | None) -> Standing:
    def of(seat: int | None) -> Figures:
        return _figures(_series(scores, bot, seat), quantile)

    seats = tuple(of(seat) for seat in range(scores.players))
    return Standing(label, of(None), seats, int(scores.yields[:, bot].sum()))


def _differences(
    scores: BlockScores, standings: Sequence[Standing], alike: Sequence[Alike], quantile: float | None
) -> tuple[Difference, ...]:
    """Every pair of bots."""

    def of(one: int, other: int, seat: int | None) -> Figures:
        pairs = zip(_series(scores, one, seat), _series(scores, other, seat), strict=True)
        return _figures((a.minus(b) for a, b in pairs), quantile)

    pairs = list(combinations(range(scores.bots), 2))
    in_all = [of(*pair, None) for pair in pairs]
    return tuple(
        Difference(
            bot=standings[one].bot,
            other=standings[other].bot,
            all=figures,
            seats=tuple(of(one, other, seat) for seat in range(scores.players)),
            shown=shown,
            alike=any({standings[one].bot, standings[other].bot} <= set(group.bots) for group in alike),
        )
        for (one, other), figures, shown in zip(
            pairs, in_all, _shown(pairs, in_all, standings, quantile), strict=True
        )
    )


def _shown(
    pairs: Sequence[tuple[int, int]],
    differences: Sequence[Figures],
    standings: Sequence[Standing],
    quantile: float | None,
) -> Iterator[bool | None]:
    """Which differences of win share are more than chance."""
    shares = [figures.share for figures in differences]
    for (one, other), share, beyond in zip(pairs, shares, stand_out(shares, 0.0), strict=True):
        if share.se == 0.0 and share.mean != 0.0:  # the same in each block: one wins all, or the other
            a, b = standings[one].all.share, standings[other].all.share
            yield a.low > b.high or b.low > a.high
        elif quantile is None or beyond is None:
            yield beyond
        else:
            yield not share.low <= 0.0 <= share.high


def _ending(rule: StopRule, most: int, scores: BlockScores) -> Ending:
    if isinstance(rule, UntilNarrow):
        return Ending(rule, most, rule.is_met(scores), widest=rule.widest(scores))
    return Ending(rule, most, rule.is_met(scores), llr=rule.llr(scores), decision=rule.decision(scores))
