"""The figure that a run shows while it plays: one estimate from the parts that are finished.

The win share of the bot that is ahead or, where one bot plays all seats, its vp.  Parts wait when
reading them would cost time that the games should have; which ones does not depend on what they hold.
"""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from analyzer.analysis.metrics.results import SHARE_OF
from analyzer.analysis.stats import FEW_BLOCKS, share_interval, t_quantile
from analyzer.recording.schema import Players, part_name
from analyzer.simulate.matches import SHARES

if TYPE_CHECKING:
    from analyzer.simulate.plan import Plan

_MOST_TIME = 0.005  # of the time since the run began
_PAUSE = 1.0  # seconds between two looks
_AHEAD = 64  # parts that may be finished before an earlier one is


class LiveEstimate:
    """Sums over the blocks of finished parts of a run that is being played."""

    def __init__(self, run: Path, plan: Plan) -> None:
        self._run = run
        self._bots = plan.bot_names
        seats = [plan.seats_of(bot) for bot in range(len(self._bots))]
        self._seats = np.array(seats, np.float64) * plan.games_per_block  # of a bot in a block
        self._waiting = [part.number for part in plan.parts]
        self._blocks = 0
        self._sums = np.zeros(len(self._bots))
        self._squares = np.zeros(len(self._bots))
        self._started = self._looked = time.perf_counter()
        self._spent = 0.0

    def look(self) -> str | None:
        """The estimate in words, with the parts that were finished since; None if there is nothing new."""
        now = time.perf_counter()
        if now - self._looked < _PAUSE:
            return None
        self._looked = now
        words = None
        for part in [part for part in self._waiting[:_AHEAD] if self._is_whole(part)]:
            started = time.perf_counter()
            if self._spent > _MOST_TIME * (started - self._started):
                break
            self._waiting.remove(part)
            self._add(self._block_means(part))
            words = self._words() if self._blocks >= FEW_BLOCKS else None
            self._spent += time.perf_counter() - started
        return words

    def _is_whole(self, part: int) -> bool:
        """Whether a part is there: its blocks are written last."""
        return (self._run / "blocks" / part_name(part)).is_file()

    def _add(self, means: np.ndarray) -> None:
        self._blocks += len(means)
        self._sums += means.sum(axis=0)
        self._squares += (means * means).sum(axis=0)

    def _block_means(self, part: int) -> np.ndarray:
        """Mean of each block, float64 (blocks, bots): win share of the bot's seats, or vp."""
        columns = [Players.BLOCK.value, Players.BOT.value, Players.WINNERS.value, Players.VP.value]
        rows = pl.read_parquet(self._run / "players" / part_name(part), columns=columns, glob=False)
        block = rows[Players.BLOCK.value].to_numpy()
        bot = rows[Players.BOT.value].to_physical().to_numpy()
        if len(self._bots) > 1:
            winners = rows[Players.WINNERS.value].to_numpy()
            values = SHARE_OF[winners] / SHARES
        else:
            values = rows[Players.VP.value].to_numpy().astype(np.float64)
        first, blocks = int(block[0]), int(block[-1]) - int(block[0]) + 1
        cells = (block.astype(np.int64) - first) * len(self._bots) + bot
        sums = np.bincount(cells, values, blocks * len(self._bots)).reshape(blocks, -1)
        return np.asarray(sums / self._seats)

    def _words(self) -> str:
        """The estimate with its interval (95 %)."""
        mean = self._sums / self._blocks
        ahead = int(np.argmax(mean))
        variance = max(0.0, self._squares[ahead] / self._blocks - mean[ahead] ** 2)
        se = math.sqrt(variance / max(1, self._blocks - 1))
        if len(self._bots) == 1:
            half = float(t_quantile(self._blocks)) * se
            return f"{mean[0]:.1f} ±{half:.2f} vp per player"
        low, high = share_interval(float(mean[ahead]), se, self._blocks)
        shown = [f"{100 * share:.1f}" for share in (mean[ahead], low, high)]
        return f"{self._bots[ahead]} wins {shown[0]} % ({shown[1]} to {shown[2]})"
