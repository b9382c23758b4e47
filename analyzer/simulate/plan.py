"""From a scenario and a number of games to blocks and parts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from analyzer.errors import UserError
from analyzer.recording.schema import blocks_per_part
from analyzer.simulate.job import Job, Part, Recording

if TYPE_CHECKING:
    from analyzer.functions.asking import Functions
    from analyzer.scenario import Scenario

MAX_BLOCKS = 2**31 - 1  # the rows number blocks with 32 bits
MAX_SEED = 2**63 - 1

# Disk use in bytes: what balanced bots need (353 a game of four), and a little more.
_BYTES_PER_SEAT = 92
_BYTES_PER_GAME = 15
_BYTES_PER_PART = 20_000


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What will be played: ``blocks`` blocks of one game for each row of ``seating``.

    ``asked``: the games asked for, of which ``games`` is the next number of whole blocks.
    ``command``: the words after "granja" that ask for this run, if a command did.  ``until``: the words
    of the rule that may end it before.
    """

    scenario: Scenario
    rules: np.ndarray
    bots: np.ndarray
    seating: np.ndarray
    seed: int
    asked: int
    blocks: int
    command: tuple[str, ...] = ()
    until: str | None = None

    @property
    def bot_names(self) -> tuple[str, ...]:
        """Names of the distinct bots, in the order of their index."""
        return tuple(bot.name for bot in self.scenario.bots)

    @property
    def players(self) -> int:
        """Seats of a game."""
        return int(self.seating.shape[1])

    @property
    def games_per_block(self) -> int:
        """Arrangements of the line-up."""
        return int(self.seating.shape[0])

    @property
    def games(self) -> int:
        """Games in all blocks."""
        return self.blocks * self.games_per_block

    @property
    def blocks_per_part(self) -> int:
        """Blocks of a full part."""
        return blocks_per_part(self.games_per_block)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The run cut into fixed ranges of blocks."""
        size = self.blocks_per_part
        firsts = range(0, self.blocks, size)
        return tuple(Part(i, first, min(size, self.blocks - first)) for i, first in enumerate(firsts))

    @property
    def disk_bytes(self) -> int:
        """About how much disk the tables will take."""
        per_game = _BYTES_PER_GAME + _BYTES_PER_SEAT * self.players
        return self.games * per_game + len(self.parts) * _BYTES_PER_PART

    @property
    def functions(self) -> Functions | None:
        """The Python functions among the bots."""
        from analyzer.functions.asking import functions_of

        return functions_of(self.scenario.bots, self.scenario.rule_set)

    def seats_of(self, bot: int) -> int:
        """Seats of a bot in each game (every arrangement has the same line-up)."""
        return int(np.count_nonzero(self.seating[0] == bot))

    def job(self, recording: Recording, folder: Path | None = None, batch_blocks: int | None = None) -> Job:
        """The plan as flat data for workers."""
        return Job(
            self.rules,
            self.bots,
            self.bot_names,
            self.seating,
            self.seed,
            recording,
            folder,
            batch_blocks,
            self.functions,
        )


def make_plan(scenario: Scenario, games: int | None = None, seed: int | None = None) -> Plan:
    """Plan a scenario; ``games`` and ``seed`` take the place of the scenario's own.

    Raises UserError for numbers out of range.
    """
    from analyzer.scenario import bots_array, seating, to_arrays

    asked = scenario.games if games is None else games
    root = scenario.seed if seed is None else seed
    if asked < 1:
        raise UserError(f"{asked} games can't be played; give at least 1 with -n.")
    if not 0 <= root <= MAX_SEED:
        raise UserError(f"seed {root} is out of range; give a number from 0 to {MAX_SEED}.")
    arrangements = np.ascontiguousarray(seating(scenario.line_up), dtype=np.int8)
    blocks = -(-asked // len(arrangements))
    if blocks > MAX_BLOCKS:
        most = MAX_BLOCKS * len(arrangements)
        raise UserError(f"{asked} games are more than one run can hold; give at most {most} with -n.")
    return Plan(
        scenario=scenario,
        rules=to_arrays(scenario.rule_set, scenario.players),
        bots=bots_array(scenario.bots),
        seating=arrangements,
        seed=root,
        asked=asked,
        blocks=blocks,
    )
