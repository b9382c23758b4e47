"""All bots against all: win shares of every two, a rating from all games, and rings among them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from analyzer.analysis import plackett_luce
from analyzer.analysis.block_scores import BlockScores, Series, block_scores
from analyzer.analysis.cycles import Cycle, cycles
from analyzer.analysis.plackett_luce import Floats, Integers
from analyzer.analysis.stats import CONFIDENCE, FEW_BLOCKS, Estimate, stand_out
from analyzer.recording.ladder_store import LadderManifest, read_pair
from analyzer.simulate.matches import SHARES, Scores

SAMPLES = 1000
"""Resamplings of the blocks from which the intervals of ratings and ranks come."""

_SEED = 1  # of the resampling; it has nothing to do with the games
_CHUNK = 1000  # blocks that are resampled at a time


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """The games of two bots, summed by block.

    ``scores``: wins, vp and margins of bot 0 (``first``) and 1 (``second``).  ``by_seats``: their wins by
    how many seats the first held, as ``plackett_luce.wins_by_seats`` sums them.
    """

    first: int
    second: int
    scores: BlockScores
    by_seats: Integers

    @property
    def blocks(self) -> int:
        """Blocks that were played."""
        return self.scores.blocks


@dataclass(frozen=True, slots=True)
class Side:
    """How one bot of a pair did: win share and vp margin per seat that it held.

    ``expected``: the win share that the ratings lead one to expect.
    """

    share: Estimate
    margin: Estimate
    expected: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two bots compared, seen from the first.

    ``clear``: whether the win share is told from the fair one, after a correction for all pairs; None:
    too few blocks to judge.
    """

    first: int
    second: int
    sides: tuple[Side, Side]
    clear: bool | None

    @property
    def share(self) -> Estimate:
        """Win share of the first bot, per seat that it held."""
        return self.sides[0].share

    @property
    def expected(self) -> float:
        """The win share of the first bot that the ratings lead one to expect."""
        return self.sides[0].expected

    def turned(self) -> Pair:
        """The same pair, seen from the second bot."""
        return Pair(self.second, self.first, self.sides[::-1], self.clear)


@dataclass(frozen=True, slots=True)
class Rung:
    """A bot's place: its rating, its rank with an interval, and how it does against the next below.

    ``rating``: win share of a seat against the field by the model, see ``plackett_luce.field_shares``.
    ``against_next``: of the wins of one seat of this bot and one of the next below, the share that are
    this bot's, by the model; None for the last.
    """

    bot: int
    rating: Estimate
    rank: int
    rank_low: int
    rank_high: int
    against_next: Estimate | None


@dataclass(frozen=True, slots=True)
class Ladder:
    """What all games say.  ``rungs`` from the best down; ``pairs`` in the order they were given."""

    players: int
    games_per_block: int
    rungs: tuple[Rung, ...]
    pairs: tuple[Pair, ...]
    cycles: tuple[Cycle, ...]

    @property
    def fair(self) -> float:
        """Win share of a seat among equals."""
        return 1 / self.players

    @property
    def games(self) -> int:
        """Games of all pairs."""
        return sum(pair.share.n for pair in self.pairs)

    @property
    def misfit(self) -> Pair:
        """The pair that the ratings describe worst."""
        return max(self.pairs, key=lambda pair: abs(pair.share.mean - pair.expected))

    def pair(self, bot: int, against: int) -> Pair:
        """The games of two bots, seen from the first."""
        for pair in self.pairs:
            if {pair.first, pair.second} == {bot, against}:
                return pair if pair.first == bot else pair.turned()
        raise KeyError((bot, against))


def read_ladder(folder: Path, manifest: LadderManifest) -> Ladder:
    """The ladder of a folder whose pairs are all finished.  Raises UserError for a damaged file."""
    seating = np.array(manifest.seating, np.int8)
    duels = []
    for pair in manifest.pairs:
        scores = Scores(*read_pair(folder, pair, *seating.shape))
        duels.append(duel_of(pair.first, pair.second, scores, seating))
    return ladder_of(duels, seating)


def duel_of(first: int, second: int, scores: Scores, seating: NDArray[np.int8]) -> Duel:
    """Sum the scores of two bots; ``seating``: (games per block, players), 0 the first bot, 1 the second."""
    by_seats = plackett_luce.wins_by_seats(scores.wins, seating)
    return Duel(first, second, block_scores(scores, seating), by_seats)


def ladder_of(duels: Sequence[Duel], seating: NDArray[np.int8]) -> Ladder:
    """Rate the bots of some duels, which link all of them; the same duels give the same ladder."""
    games, players = seating.shape
    pairs = np.array([(duel.first, duel.second) for duel in duels])
    worth = _worths(duels, pairs)
    results = _pairs(duels, pairs, worth[0], seating)
    beats = np.zeros((worth.shape[1],) * 2, np.bool_)
    for pair in results:
        ahead = pair.share.mean > 1 / players
        winner, loser = (pair.first, pair.second) if ahead else (pair.second, pair.first)
        beats[winner, loser] = bool(pair.clear)
    return Ladder(players, games, _rungs(duels, worth, seating), results, cycles(beats))


def _worths(duels: Sequence[Duel], pairs: Integers) -> Floats:
    """Log worths, shape (1 + SAMPLES, bots): those of all blocks first, then those of resampled blocks.

    Each block comes 0, 1, 2 … times into a sample (Poisson's law with mean 1), in all pairs alike,
    since a block has the same luck in all of them.  Sums are of whole numbers, so exact.
    """
    random = np.random.default_rng(_SEED)
    mixes = duels[0].by_seats.shape[1]
    counts = np.zeros((SAMPLES, len(duels), mixes * 2))
    for start in range(0, max(duel.blocks for duel in duels), _CHUNK):
        times = random.poisson(1.0, (SAMPLES, _CHUNK)).astype(np.float64)
        for place, duel in enumerate(duels):
            rows = duel.by_seats[start : start + _CHUNK].reshape(-1, mixes * 2)
            counts[:, place] += times[:, : len(rows)] @ rows
    whole = np.array([duel.by_seats.sum(axis=0) for duel in duels], np.float64).reshape(1, len(duels), -1)
    wins = (np.concatenate([whole, counts]) / SHARES).reshape(-1, len(duels), mixes, 2)
    imagined = np.concatenate([np.ones((1, len(duels))), random.exponential(1.0, (SAMPLES, len(duels)))])
    return plackett_luce.fit(pairs, wins, plackett_luce.IMAGINED * imagined)


def _pairs(
    duels: Sequence[Duel], pairs: Integers, worth: Floats, seating: NDArray[np.int8]
) -> tuple[Pair, ...]:
    """Every two bots: their win shares, and which of them differ."""
    players = seating.shape[1]
    won = [_games_won(duel, len(seating)).estimate() for duel in duels]
    clear = [
        # The same share in every block has no error to judge by, and needs none.
        share.mean != 0.5 if verdict is None and share.blocks >= FEW_BLOCKS else verdict
        for share, verdict in zip(won, stand_out(won, 0.5, share=True, least_blocks=FEW_BLOCKS), strict=True)
    ]
    chances = plackett_luce.expected_wins(worth[pairs[:, 0]] - worth[pairs[:, 1]], seating)
    # Each of the two bots holds half of all seats, so a share of all games is 2 / players of it a seat.
    expected = 2 / players * np.stack([chances, 1 - chances], axis=1)
    return tuple(
        Pair(duel.first, duel.second, _sides(duel, len(seating), by_rating), verdict)
        for duel, by_rating, verdict in zip(duels, expected.tolist(), clear, strict=True)
    )


def _games_won(duel: Duel, games: int) -> Series:
    """Share of all games that seats of the first bot won."""
    return Series(duel.scores.wins[:, 0].sum(axis=1), SHARES * games, games, most=1.0)


def _sides(duel: Duel, games: int, expected: Sequence[float]) -> tuple[Side, Side]:
    """How both bots of a pair did."""
    first, second = (
        Side(
            replace(duel.scores.share(bot).estimate(), n=duel.blocks * games),
            replace(duel.scores.margin(bot).estimate(), n=duel.blocks * games),
            expected[bot],
        )
        for bot in (0, 1)
    )
    return first, second


def _rungs(duels: Sequence[Duel], worth: Floats, seating: NDArray[np.int8]) -> tuple[Rung, ...]:
    """The bots by rating; equal ones in the order of their numbers."""
    games, players = seating.shape
    shares = plackett_luce.field_shares(worth, players)
    ranks = 1 + (worth[:, None, :] > worth[:, :, None]).sum(axis=2)
    order = sorted(range(worth.shape[1]), key=lambda bot: (-worth[0, bot], bot))
    rungs = []
    for bot, following in zip(order, [*order[1:], None], strict=True):
        own = [duel.blocks for duel in duels if bot in (duel.first, duel.second)]
        tails = np.quantile(ranks[1:, bot], _tails(), method="inverted_cdf").tolist()
        low, high = tails if max(own) > 1 else (1, worth.shape[1])
        against = None
        if following is not None:
            between = min(duel.blocks for duel in duels if {duel.first, duel.second} == {bot, following})
            against = _sampled(expit(worth[:, bot] - worth[:, following]), between * games, between)
        rating = _sampled(shares[:, bot], sum(own) * games, max(own))
        rungs.append(Rung(bot, rating, int(ranks[0, bot]), low, high, against))
    return tuple(rungs)


def _tails() -> list[float]:
    return [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]


def _sampled(values: Floats, n: int, blocks: int) -> Estimate:
    """An estimate (the first value) with the interval of its samples (the others)."""
    if blocks < 2:
        return Estimate(float(values[0]), math.nan, math.nan, n, blocks)
    low, high = np.quantile(values[1:], _tails())
    return Estimate(float(values[0]), float(low), float(high), n, blocks, float(values[1:].std(ddof=1)))
