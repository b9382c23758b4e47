"""``--until`` and ``--budget`` of ``granja run``: what they mean, and what is said of them beforehand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from analyzer.analysis.until import Aim, UntilNarrow
    from analyzer.simulate.plan import Plan

MOST = 10_000_000
"""Games of a run with a rule or a budget and without -n, at most: unless the scenario asks for more."""

_SAMPLE = 10_000  # games for which a width is worked out, to tell how many another width takes


@dataclass(frozen=True, slots=True)
class Ends:
    """What may end a run before its games: the rule of ``--until``, the seconds of ``--budget``.

    ``expected``: about how many games the rule needs, infinite where nobody can tell yet.
    """

    rule: UntilNarrow | None = None
    seconds: float | None = None
    expected: float = math.inf

    def __bool__(self) -> bool:
        return self.rule is not None or self.seconds is not None


@dataclass(frozen=True, slots=True)
class EndOptions:
    """The options as they were given; both may be, and whichever comes first counts."""

    aim: Aim | None
    seconds: float | None

    def __bool__(self) -> bool:
        return self.aim is not None or self.seconds is not None

    @property
    def until(self) -> str | None:
        """The rule in words."""
        return None if self.aim is None else self.aim.text

    def games(self, given: int | None, scenario_games: int) -> int:
        """The games to ask for: those given, else as many as may be needed."""
        if given is not None:
            return given
        return max(scenario_games, MOST) if self else scenario_games

    def folder(self, scenario: str, games: int) -> str:
        """The name of the run folder, by what the run is to be."""
        ends = [] if self.aim is None else [self.aim.slug]
        ends += [] if self.seconds is None else [f"{self.seconds:.0f}s"]
        return "-".join([scenario, *(ends or [str(games)])])

    def of(self, plan: Plan, run: Path) -> Ends:
        """What may end the run of a plan.  Raises UserError if its games have no such metric."""
        if self.aim is None:
            return Ends(None, self.seconds)
        from analyzer.analysis.until_tallies import rule_of

        rule = rule_of(self.aim, plan, run)
        return Ends(rule, self.seconds, _expected_games(self.aim, plan))


def end_options(until: str | None, budget: str | None) -> EndOptions:
    """The options.  Raises UserError for what can't be read."""
    from analyzer.analysis.until import aim_of
    from analyzer.cli.durations import seconds_of

    aim = None if until is None else aim_of(until)
    return EndOptions(aim, None if budget is None else seconds_of(budget, "--budget"))


def ends_announced(ends: Ends, plan: Plan) -> list[str]:
    """What may end the run early, in lines."""
    from analyzer.cli.durations import rough_duration

    lines = []
    if (rule := ends.rule) is not None:
        step = plan.blocks_per_part * plan.games_per_block
        needed = ends.expected if ends.expected > step else 0.0
        takes = f", which takes about {_rounded(needed):,} games" if 0.0 < needed < math.inf else ""
        lines.append(
            f"Plays until {rule.whose} is known to {rule.aim.words} (95 % interval){takes}; looks after "
            f"{step:,} games and multiples of it."
        )
    if ends.seconds is not None:
        studies = "; studies come after it" if plan.scenario.studies else ""
        lines.append(
            f"Ends after {rough_duration(ends.seconds)} with the games that are whole by then{studies}."
        )
    return lines


def _expected_games(aim: Aim, plan: Plan) -> float:
    """About how many games win shares near the fair one need; infinite for other metrics."""
    from analyzer.analysis.stats import expected_half_width

    if aim.key is not None:
        return math.inf
    bots = len(plan.bot_names)
    seats = 1 if bots == 1 else min(plan.seats_of(bot) for bot in range(bots))
    width = expected_half_width(plan.players, seats, _SAMPLE)
    return _SAMPLE * (width / aim.half_width) ** 2 if width > 0 else math.inf


def _rounded(games: float) -> int:
    """Two digits of a number that is a guess."""
    return round(int(games), 2 - len(str(int(games))))
