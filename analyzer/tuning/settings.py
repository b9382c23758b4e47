"""What determines the course of a search, and the luck of its parts."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from analyzer.errors import UserError
from analyzer.scenario.bots import WEIGHTLESS, known_weights
from analyzer.scenario.model import Bot, plays_as
from analyzer.scenario.problems import Problems, ScenarioErrors
from analyzer.simulate.plan import MAX_SEED
from analyzer.tuning.optimiser import default_population
from analyzer.tuning.space import Space

Objective = Literal["mixed", "win", "margin"]
OBJECTIVES: Final[tuple[Objective, ...]] = ("mixed", "win", "margin")
SIGMA: Final = 0.05
"""First spread of the candidates, as a share of the scaled ranges: what costs a good bot some 3 vp."""
BLOCKS: Final = 50


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One search.  ``opponents``: for each line-up its bots, one for all other seats or one for each.

    ``against`` are the line-ups as they were given; ``blocks`` those of a candidate in the first
    generation; ``scenario`` that whose rules are played, as it was given (None: the standard rules), and
    ``rules`` their hash.
    """

    parent: Bot
    against: tuple[str, ...]
    opponents: tuple[tuple[Bot, ...], ...]
    players: tuple[int, ...]
    weights: tuple[str, ...]
    staged: bool
    objective: Objective
    population: int
    blocks: int
    sigma: float
    seed: int
    scenario: str | None
    rules: str

    @property
    def space(self) -> Space:
        """The search space."""
        return Space(self.parent, self.weights, staged=self.staged)

    def luck(self, purpose: str, generations: int | None = None) -> int:
        """The seed of one purpose: no two share games, nor does any with a run of seed ``seed``.

        Another parent or line-up has other luck: a tuned bot that is tuned again would else be a parent
        on the games for which its weights were chosen.  What comes after a search has other luck for
        each number of ``generations``: a search made longer would else be measured on one sample again.
        """
        opponents = [[_plays(bot) for bot in bots] for bots in self.opponents]
        key = (self.seed, purpose, generations, _plays(self.parent), opponents)
        digest = hashlib.sha256(b"granja tune " + msgspec.json.encode(key)).digest()
        return int.from_bytes(digest[:8], "little") & MAX_SEED


@dataclass(frozen=True, slots=True)
class Options:
    """What may be left as it is; no ``weights`` are all, no ``population`` is that of their number."""

    weights: Sequence[str] = ()
    staged: bool = False
    objective: str = "mixed"
    population: int | None = None
    blocks: int = BLOCKS
    sigma: float = SIGMA
    seed: int = 1
    scenario: str | None = None


def make_settings(
    parent: Bot,
    line_ups: Sequence[tuple[str, tuple[Bot, ...]]],
    players: Sequence[int],
    rules: str,
    options: Options,
) -> Settings:
    """Checked settings; ``line_ups`` are texts with their bots.

    Raises UserError for a bot that can't be tuned, unknown words, numbers out of range, and line-ups
    that don't fit the numbers of players.
    """
    _check_parent(parent)
    _check_numbers(options)
    _check_players(players)
    for text, bots in line_ups:
        _check_fit(text, len(bots), players)
    names = _checked_weights(options.weights)
    return Settings(
        parent=parent,
        against=tuple(text for text, _ in line_ups),
        opponents=tuple(bots for _, bots in line_ups),
        players=tuple(sorted(players)),
        weights=names,
        staged=options.staged,
        objective=_objective(options.objective),
        population=options.population or default_population(len(names) * (3 if options.staged else 1)),
        blocks=options.blocks,
        sigma=options.sigma,
        seed=options.seed,
        scenario=options.scenario,
        rules=rules,
    )


def _plays(bot: Bot) -> str:
    """A hash of what a bot plays by: neither its name nor the folder of its function."""
    if bot.function is not None:
        bot = msgspec.structs.replace(bot, function=msgspec.structs.replace(bot.function, path=""))
    return hashlib.sha256(plays_as(bot)).hexdigest()


def _check_parent(parent: Bot) -> None:
    """Raise UserError unless weights are what the bot plays by."""
    if parent.policy in WEIGHTLESS:
        raise UserError(
            f"{parent.name} can't be tuned, its policy `{parent.policy}` has no weights; "
            "give a bot of policy `balanced`."
        )
    if parent.search is not None:
        raise UserError(
            f"{parent.name} can't be tuned, since bots that search are far too slow for it; tune the bot "
            "that it extends, and let it extend the tuned one."
        )


def _objective(word: str) -> Objective:
    for objective in OBJECTIVES:
        if objective == word:
            return objective
    problems = Problems()
    problems.unknown("--objective", word, "objective", OBJECTIVES)
    raise ScenarioErrors(problems.sentences)


def _check_numbers(options: Options) -> None:
    if not 0.0 < options.sigma <= 0.5:
        raise UserError(f"--sigma: {options.sigma:g} is out of range; give a number above 0 and up to 0.5.")
    if not 0 <= options.seed <= MAX_SEED:
        raise UserError(f"--seed: {options.seed} is out of range; give a number from 0 to {MAX_SEED}.")


def _check_players(players: Sequence[int]) -> None:
    for count in players:
        if not 2 <= count <= 4:
            raise UserError(f"--players: {count} can't be tuned for; give 2, 3 or 4, or several as 2,3,4.")
        if list(players).count(count) > 1:
            raise UserError(f"--players: {count} stands there twice; give each number once.")


def _check_fit(text: str, bots: int, players: Sequence[int]) -> None:
    """Raise UserError unless a line-up fills the seats beside the candidate at all numbers of players."""
    wrong = [count for count in players if bots not in (1, count - 1)]
    if wrong:
        raise UserError(
            f"--against {text}: {bots} opponents don't fit {wrong[0]} players; name one bot for all other "
            f"seats, or {wrong[0] - 1}."
        )


def _checked_weights(given: Sequence[str]) -> tuple[str, ...]:
    """The weights to search in the core's order; all if none is named."""
    known, problems = known_weights(), Problems()
    for name in given:
        if name not in known:
            problems.unknown("--weights", name, "weight", known)
    problems.raise_if_any()
    return tuple(name for name in known if name in given or not given)
