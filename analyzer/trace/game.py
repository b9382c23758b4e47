"""One game of a scenario or a run, ready to be played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from analyzer.errors import UserError
from analyzer.recording.manifest import MANIFEST, read_manifest
from analyzer.scenario import Scenario, load_scenario, scenario_from_dict
from analyzer.scenario.functions import source_of
from analyzer.scenario.model import Function
from analyzer.simulate.plan import MAX_BLOCKS, Plan, make_plan
from analyzer.simulate.signature import engine_signature
from analyzer.trace.eventlog import Decoder, Line
from analyzer.trace.snapshot import snapshots
from cext import core


@dataclass(frozen=True)
class Subject:
    """A scenario, or a run with the scenario that its manifest holds."""

    scenario: Scenario
    seed: int
    games: int | None = None
    """How many games the run was to play; None for a scenario, which has any."""
    doubt: str | None = None
    """Why games told now may not be those of the run."""


def open_subject(name_or_path: str) -> Subject:
    """The scenario of that name or path, or that of the run in that folder.

    Raises:
        UserError: there is none, or it can't be read.
    """
    run = Path(name_or_path)
    if not (run / MANIFEST).is_file():
        scenario = load_scenario(name_or_path)
        return Subject(scenario, scenario.seed)
    manifest = read_manifest(run)
    scenario = scenario_from_dict(manifest.scenario, str(run / MANIFEST))
    scenario, doubts = _with_functions_of_today(scenario, run)
    engine = engine_signature()
    if manifest.engine != engine:
        doubts.append(
            f"{run} was played by engine {manifest.engine}, this is {engine}: its games may go differently."
        )
    return Subject(scenario, manifest.seed, manifest.games, " ".join(doubts) or None)


def _with_functions_of_today(scenario: Scenario, run: Path) -> tuple[Scenario, list[str]]:
    """A run's scenario with its Python bots as their files are now; a sentence for each that has changed."""
    functions = {bot.name: _function_today(bot.function, run) for bot in scenario.bots if bot.function}
    bots = tuple(replace(bot, function=functions.get(bot.name)) for bot in scenario.bots)
    doubts = [
        f"{now.function.path} was changed since {run} was played: its games may go differently."
        for now, then in zip(bots, scenario.bots, strict=True)
        if now.function and now.function != then.function
    ]
    return replace(scenario, bots=bots), doubts


def _function_today(function: Function, run: Path) -> Function:
    try:
        _, source_hash = source_of(Path(function.path))
    except OSError as error:
        raise UserError(
            f"{run} was played by `{function.name}` of {function.path}, which can't be read "
            f"({error.strerror}); put the file back."
        ) from None
    return replace(function, sha256=source_hash)


@dataclass(frozen=True)
class TracedGame:
    """Game number ``game`` of a plan, counted over all blocks and arrangements."""

    plan: Plan
    game: int

    @property
    def block(self) -> int:
        return self.game // self.plan.games_per_block

    @property
    def seats(self) -> np.ndarray:
        """For each seat the index of its bot."""
        seats: np.ndarray = self.plan.seating[self.game % self.plan.games_per_block]
        return seats

    @property
    def head(self) -> Line:
        """The fields of the ``game`` line."""
        rule_set = self.plan.scenario.rule_set
        return {
            "rule_set": rule_set.name,
            "rules_hash": rule_set.hash,
            "options": rule_set.options,
            "values": rule_set.values,
            "players": self.plan.players,
            "seed": self.plan.seed,
            "game": self.game,
            "bots": [self.plan.bot_names[bot] for bot in self.seats.tolist()],
        }

    @property
    def decoder(self) -> Decoder:
        return Decoder(self.head, snapshots(self.plan.rules))

    def play(self, choices: Sequence[int] | None = None, *, why: bool = False) -> Any:
        """A finished ``core.Table``; with ``choices`` it stops at the first decision beyond them."""
        plan = self.plan
        script = None if choices is None else np.array(choices, dtype=np.int32)
        functions = None
        if plan.functions is not None:
            functions = plan.functions.askers(plan.players, game=self.game)
        return core.play_log(plan.rules, plan.bots, self.seats, plan.seed, self.block, script, why, functions)


def traced_game(subject: Subject, game: int, seed: int | None = None) -> TracedGame:
    """Game ``game`` of a scenario or run, with its own seed or another.

    Raises:
        UserError: there is no such game (in the run), or the seed is out of range.
    """
    if seed is None and subject.games is not None and game >= subject.games:
        raise UserError(
            f"The run holds games 0 to {subject.games - 1}, not {game}; with --seed any game can be played."
        )
    plan = make_plan(subject.scenario, seed=subject.seed if seed is None else seed)
    last = (MAX_BLOCKS + 1) * plan.games_per_block - 1
    if not 0 <= game <= last:
        raise UserError(f"There is no game {game}; give a number from 0 to {last} with --game.")
    return TracedGame(plan, game)
