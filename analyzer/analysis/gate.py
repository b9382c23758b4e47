"""Gates: a baseline is written once, and later runs are held against it, metric by metric.

A gate says that something has moved by more than luck can explain, not whether that is good or bad.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

import msgspec

from analyzer.analysis.gate_intervals import each_confidence, is_enough, repeat_interval
from analyzer.analysis.metrics.layout import metrics_of
from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.metrics.playing import Played
from analyzer.analysis.stats import FEW_BLOCKS, Estimate
from analyzer.errors import UserError
from analyzer.recording.gate_file import Baseline, Tracked
from analyzer.scenario import Scenario
from analyzer.scenario.model import Bot, plays_as
from analyzer.scenario.problems import suggestion
from analyzer.simulate.plan import Plan, make_plan

MAIN = "main"
"""The word for all main metrics, where metrics are chosen."""
GAMES = 100_000
"""Games of a new baseline whose size isn't given, unless its scenario asks for fewer."""

_DIGITS = 8  # of the numbers in the file: far more than luck leaves sure
_PATTERN = "*?["

State = Literal["inside", "outside", "missing", "uncounted"]


@dataclass(frozen=True, slots=True)
class Checked:
    """A tracked metric and what it is ``now``; None if the scenario has no such metric any more."""

    tracked: Tracked
    now: Estimate | None

    @property
    def bounds(self) -> tuple[float, float]:
        """Where it may lie: in the designer's band, else in the baseline's interval."""
        return self.tracked.target or (self.tracked.low, self.tracked.high)

    @property
    def value(self) -> float | None:
        """What it is now, as exactly as the baseline's value is; None if there is none."""
        return None if self.now is None or math.isnan(self.now.mean) else _rounded(self.now.mean)

    @property
    def difference(self) -> float | None:
        """Now less the baseline."""
        return None if self.value is None else self.value - self.tracked.value

    @property
    def state(self) -> State:
        """Where it lies, or why it lies nowhere: it was counted in no game, or is none any more."""
        if self.now is None:
            return "missing"
        if self.value is None:
            return "uncounted"
        low, high = self.bounds
        return "inside" if low <= self.value <= high else "outside"

    @property
    def failed(self) -> bool:
        """Whether the gate stays shut because of it."""
        return self.state != "inside"


@dataclass(frozen=True, slots=True)
class GateResult:
    """A scenario held against a baseline; ``known``: the metrics that it has."""

    baseline: Baseline
    plan: Plan
    now: Baseline
    checked: tuple[Checked, ...]
    known: tuple[str, ...]

    @property
    def failed(self) -> tuple[Checked, ...]:
        """What left its interval."""
        return tuple(each for each in self.checked if each.failed)

    @property
    def same_games(self) -> bool:
        """Whether every game went as in the baseline."""
        return (self.now.games_hash, self.now.games) == (self.baseline.games_hash, self.baseline.games)


def plan_baseline(scenario: Scenario, games: int | None, seed: int | None, old: Baseline | None) -> Plan:
    """What a baseline is made of; what isn't given is that of an ``old`` one.

    Raises UserError for numbers out of range and for too few blocks to judge by.
    """
    if games is None:
        games = min(GAMES, scenario.games) if old is None else old.games
    if seed is None and old is not None:
        seed = old.seed
    plan = make_plan(scenario, games, seed)
    if plan.blocks < FEW_BLOCKS:
        least = FEW_BLOCKS * plan.games_per_block
        raise UserError(
            f"{plan.blocks} blocks are too few for intervals that can be trusted; play {least} games or more "
            f"with -n {least}."
        )
    return plan


def plan_gate(scenario: Scenario, baseline: Baseline, seed: int | None) -> Plan:
    """The blocks of the baseline, played by a scenario.  Raises UserError for other numbers of players."""
    if scenario.players != baseline.players:
        raise UserError(
            f"{scenario.name} is for {_players(scenario.players)} and the baseline was played by "
            f"{baseline.players}; give the scenario it was made of, or a baseline of its own "
            "(granja gate --update)."
        )
    one = make_plan(scenario, 1, seed)
    return make_plan(scenario, baseline.blocks * one.games_per_block, baseline.seed if seed is None else seed)


def _players(count: int) -> str:
    return "1 player" if count == 1 else f"{count} players"


def chosen(scenario: Scenario, keys: Sequence[str], old: Baseline | None) -> tuple[str, ...]:
    """The metrics to track, in the order in which metrics are shown.

    ``keys``: keys, patterns such as ``card.23.*``, or "main"; none: those of an ``old`` baseline that
    the scenario has, else the main ones.  Raises UserError for one that is no metric.
    """
    metrics = metrics_of(scenario)
    known = [metric.key for metric in metrics]
    wanted: set[str] = set()
    for key in keys or ([MAIN] if old is None else []):
        if key == MAIN:
            found = [metric.key for metric in metrics if metric.main]
        elif any(sign in key for sign in _PATTERN):
            found = [each for each in known if fnmatchcase(each, key)]
        else:
            found = [key] if key in known else []
        if not found:
            remedy = suggestion(key, known)
            raise UserError(f"--metric: `{key}` is no metric; {remedy}{'' if remedy.endswith('?') else '.'}")
        wanted.update(found)
    if not keys and old is not None:
        wanted = {tracked.key for tracked in old.metrics}
    return tuple(key for key in known if key in wanted)


def baseline_of(
    played: Played, keys: Sequence[str], old: Baseline | None
) -> tuple[Baseline, tuple[str, ...]]:
    """A baseline of some metrics, with the targets of an ``old`` one, and which were counted too rarely.

    Those are left out.  Raises UserError if none is left.
    """
    metrics = {metric.key: metric for metric in played.metrics}
    rare = tuple(key for key in keys if not is_enough(played.values[key]))
    tracked = [metrics[key] for key in keys if key not in rare]
    if not tracked:
        raise UserError(
            "None of these metrics was counted in enough blocks to be judged; track others with --metric, or "
            "play more games with -n."
        )
    confidence = each_confidence(len(tracked))
    targets = {} if old is None else {each.key: each.target for each in old.metrics}
    return _baseline(
        played,
        (_tracked(each, played.values[each.key], confidence, targets.get(each.key)) for each in tracked),
    ), rare


def _baseline(played: Played, tracked: Iterable[Tracked]) -> Baseline:
    from analyzer import __version__
    from analyzer.simulate.signature import engine_signature

    plan, scenario = played.plan, played.plan.scenario
    return Baseline(
        scenario=scenario.name,
        players=scenario.players,
        line_up=scenario.line_up,
        bots={bot.name: _bot_hash(bot) for bot in scenario.bots},
        rules_hash=scenario.rule_set.hash,
        differences=scenario.differences,
        seed=plan.seed,
        games=plan.games,
        blocks=plan.blocks,
        games_hash=played.games_hash,
        engine=engine_signature(),
        granja=__version__,
        metrics=tuple(tracked),
    )


def _tracked(
    metric: Metric, value: Estimate, confidence: float, target: tuple[float, float] | None
) -> Tracked:
    low, high = repeat_interval(metric, value, confidence)
    return Tracked(
        key=metric.key,
        name=metric.name,
        unit=metric.unit,
        value=_rounded(value.mean),
        low=_rounded(low),
        high=_rounded(high),
        n=value.n,
        target=target,
    )


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")


def _bot_hash(bot: Bot) -> str:
    """Twelve hexadecimal digits of all that a bot is but its name, and the place of a Python bot's file."""
    if bot.function is not None:
        bot = msgspec.structs.replace(bot, function=msgspec.structs.replace(bot.function, path=""))
    return hashlib.sha256(plays_as(bot)).hexdigest()[:12]


def judge(baseline: Baseline, played: Played) -> GateResult:
    """Hold what was played against a baseline."""
    known = tuple(metric.key for metric in metrics_of(played.plan.scenario))
    values: Mapping[str, Estimate] = played.values
    checked = tuple(Checked(tracked, values.get(tracked.key)) for tracked in baseline.metrics)
    return GateResult(baseline, played.plan, _baseline(played, ()), checked, known)
