"""What one completion of a craft building brought, by the round in which it fell (observed)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from analyzer.analysis.building_games import NUMBERS
from analyzer.analysis.estimates import NOTHING, Found, estimates_together
from analyzer.analysis.measures import Measure
from analyzer.analysis.stats import FEW_BLOCKS, Estimate, t_quantile
from analyzer.analysis.study import Study
from analyzer.recording.schema import Buildings

VP_PARTS: dict[Buildings, str] = {
    Buildings.VP_FIRST: "first here",
    Buildings.VP_OPENING: "opening",
    Buildings.VP_ROUND: "round",
    Buildings.VP_EFFECT: "at once",
    Buildings.VP_LASTING: "lasting",
}
"""The vp of a completion by part."""

YIELD_UNITS = ("silver", "donkeys", "vp", "commodities", "resources", "vp")
"""The unit of what a lasting effect gives, by building."""

_OWN = (Buildings.VP_ROUND, Buildings.VP_EFFECT, Buildings.VP_LASTING)

_PARTS = tuple(
    Measure(part, f"vp: {name}", "vp", "", pl.col(part).cast(pl.Int32)) for part, name in VP_PARTS.items()
)

DIRECT_VP = Measure(
    "direct",
    "direct vp of a completion",
    "vp",
    "All vp that completing a craft building gave: first-finisher and opening vp, the vp of the round, those "
    "of the effect at once, and those of the lasting effect to the end of the game. Goods, silver, "
    "commodities and deliveries it gave are not vp and not counted.",
    pl.sum_horizontal(pl.col(list(VP_PARTS)).cast(pl.Int32)),
)

OWN_VP = Measure(
    "own",
    "direct vp without bonuses",
    "vp",
    "Direct vp of a completion without first-finisher and opening vp, which hang on what the others do.",
    pl.sum_horizontal(pl.col(list(_OWN)).cast(pl.Int32)),
)

LASTING = Measure(
    "lasting",
    "yield of the lasting effect",
    "its own unit",
    Buildings.LASTING.meaning[0].upper() + Buildings.LASTING.meaning[1:] + ".",
    pl.col(Buildings.LASTING).cast(pl.Int32),
)

_MEASURES = (*_PARTS, DIRECT_VP, OWN_VP, LASTING)


@dataclass(frozen=True, slots=True)
class CompletionWorth:
    """What a completion brought on average: vp by part (keys of VP_PARTS), and the lasting yield."""

    parts: dict[Buildings, Estimate]
    direct: Estimate
    own: Estimate  # without first-finisher and opening vp
    lasting: Estimate  # in the unit of YIELD_UNITS


@dataclass(frozen=True, slots=True)
class BuildingWorth:
    """A building's completions: all, and by round; ``bot``: of one bot, or None for all together.

    ``steps``: by round, the own vp of completions in the next round less those of completions in this
    one; NOTHING where either has too few blocks.
    """

    building: int
    bot: int | None
    every: CompletionWorth
    by_round: tuple[CompletionWorth, ...]

    @property
    def unit(self) -> str:
        """The unit of its lasting effect."""
        return YIELD_UNITS[self.building - 1]

    @property
    def steps(self) -> tuple[Estimate, ...]:
        """What completing a round later brought in own vp, by round."""
        return tuple(
            _difference(later.own, sooner.own)
            for sooner, later in zip(self.by_round, self.by_round[1:], strict=False)
        )

    @property
    def waiting(self) -> Waiting | None:
        """When waiting brought more own vp than it lost; None if no step can be judged."""
        return waiting(self.steps)

    @property
    def best(self) -> int | None:
        """The round whose completions brought most direct vp, among rounds with enough blocks."""
        known = [
            (worth.direct.mean, r)
            for r, worth in enumerate(self.by_round, 1)
            if worth.direct.blocks >= FEW_BLOCKS
        ]
        return max(known)[1] if known else None


@dataclass(frozen=True, slots=True)
class Waiting:
    """The rounds in which a completion one round later brought more own vp (``gains``), and those judged.

    ``sure``: every judged step has an interval that leaves 0 out.
    """

    gains: tuple[int, ...]
    judged: tuple[int, ...]
    sure: bool


def building_worth(study: Study) -> tuple[BuildingWorth, ...]:
    """By building: all bots together, then each bot if there are several."""
    by = [(Buildings.BUILDING,), (Buildings.BUILDING, Buildings.ROUND)]
    if len(study.bots) > 1:
        by += [(Buildings.BUILDING, Buildings.BOT), (Buildings.BUILDING, Buildings.ROUND, Buildings.BOT)]
    found = estimates_together(
        [part.buildings for part in study.parts], [(_MEASURES, columns) for columns in by]
    )
    bots = range(len(study.bots)) if len(study.bots) > 1 else ()
    return tuple(
        worth
        for building in NUMBERS
        for worth in (
            _worth(study, building, None, found[:2]),
            *(_worth(study, building, bot, found[2:]) for bot in bots),
        )
    )


def _worth(study: Study, building: int, bot: int | None, found: list[Found]) -> BuildingWorth:
    every, rounds = found
    whose = () if bot is None else (bot,)
    return BuildingWorth(
        building,
        bot,
        _completion(every.get((building, *whose), {})),
        tuple(_completion(rounds.get((building, r, *whose), {})) for r in range(1, study.rounds + 1)),
    )


def _completion(row: dict[str, Estimate]) -> CompletionWorth:
    return CompletionWorth(
        {part: row.get(part, NOTHING) for part in VP_PARTS},
        *(row.get(measure.key, NOTHING) for measure in (DIRECT_VP, OWN_VP, LASTING)),
    )


def _difference(later: Estimate, sooner: Estimate) -> Estimate:
    """With the widest error that two means from the same blocks can have: the sum of theirs."""
    blocks = min(later.blocks, sooner.blocks)
    if blocks < FEW_BLOCKS:
        return NOTHING
    mean, se = later.mean - sooner.mean, later.se + sooner.se
    half = float(t_quantile(blocks)) * se
    return Estimate(mean, mean - half, mean + half, later.n + sooner.n, blocks, se)


def waiting(steps: Sequence[Estimate]) -> Waiting | None:
    """What the steps from one round to the next say; those that aren't known are left out."""
    known = [(r, step) for r, step in enumerate(steps, 1) if step.n]
    if not known:
        return None
    return Waiting(
        tuple(r for r, step in known if step.mean > 0),
        tuple(r for r, _ in known),
        all(step.low > 0 or step.high < 0 for _, step in known),
    )
