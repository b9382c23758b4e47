"""What single decisions are worth: effects of their options, and the regret of those who chose.

Each block holds one probed decision, so an option's values are independent from block to block.  The
effect is a fraction whose denominator depends on how many alternatives there were: sums are kept by
that number, in integers, and put on one denominator at the end.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import polars as pl

from analyzer.analysis.estimates import NOTHING, collect_parts
from analyzer.analysis.measures import Measure
from analyzer.analysis.probe_measures import DECIDED, MATTERED, SHARE_EFFECT, effect, regret
from analyzer.analysis.stats import Estimate, share_interval, t_quantile
from analyzer.analysis.study import Study
from analyzer.recording.run_studies import study_of_run
from analyzer.recording.studies import StudyFolder
from analyzer.recording.study_schema import PROBES, Probes

_GROUP = (Probes.BOT, Probes.SUBJECT, Probes.PLACE, Probes.OPTIONS, Probes.CHOSEN)


@dataclass(frozen=True, slots=True)
class OptionEffect:
    """One option in all decisions that had it; ``key``: its subject and place.

    ``offered``, ``chosen``: probed decisions in which it could be, and was, chosen.  ``effect``: the outcome
    (margin; solo vp) with it less the mean of its alternatives; ``when_chosen``: the same where the bot
    chose it; ``share``: the effect on the win share (solo: NOTHING).
    """

    key: tuple[int, int]
    offered: int
    chosen: int
    effect: Estimate
    when_chosen: Estimate
    share: Estimate


@dataclass(frozen=True, slots=True)
class Probed:
    """The probed decisions of one kind, of one bot (index) or of all together (None).

    ``options`` in order of their keys.  ``regret``: the best option known afterwards less the chosen
    one; ``gain``: the chosen one less the mean of its alternatives; ``mattered``, ``decided``: shares of
    the decisions whose options lead to different outcomes, and to different wins (solo: NOTHING).
    """

    kind: str
    bot: int | None
    decisions: int
    options: tuple[OptionEffect, ...]
    regret: Estimate
    gain: Estimate
    mattered: Estimate
    decided: Estimate


@dataclass(slots=True)
class _Sums:
    """Count, sum and sum of squares of whole numbers, by the number of options of their decisions."""

    by_options: dict[int, tuple[int, int, int]] = field(default_factory=dict)

    def add(self, options: int, n: int, total: int, squares: int) -> None:
        """Count values of decisions with so many options."""
        old = self.by_options.get(options, (0, 0, 0))
        self.by_options[options] = (old[0] + n, old[1] + total, old[2] + squares)

    @property
    def n(self) -> int:
        """How many values there are."""
        return sum(n for n, _, _ in self.by_options.values())

    def mean(self, measure: Measure, *, fractions: bool = False) -> Estimate:
        """Mean with interval; one value a block.  ``fractions``: of the number of alternatives."""
        n = self.n
        if n == 0:
            return NOTHING
        alternatives = {options: options - 1 if fractions else 1 for options in self.by_options}
        common = math.lcm(*alternatives.values())
        total = squares = 0
        for options, (_, some, some_squares) in self.by_options.items():
            factor = common // alternatives[options]
            total += some * factor
            squares += some_squares * factor**2
        scale = common * measure.scale
        mean = total / (n * scale)
        # Whole numbers to the end: values that are all alike have exactly no spread.
        se = math.sqrt((squares * n - total**2) / (n * n * (n - 1) * scale**2)) if n > 1 else math.nan
        if measure.is_share:
            low, high = share_interval(mean, se, n)
        else:
            half = float(t_quantile(n)) * se
            low, high = mean - half, mean + half
        return Estimate(mean, low, high, n, n, se)


def probed(study: Study, kind: str) -> tuple[Probed, ...]:
    """What a run's probes of one kind tell: all bots together, then (if several) each; empty without any."""
    folder = study_of_run(study.folder, f"{PROBES}{kind}")
    return () if folder is None else probed_in(folder)


def probed_in(folder: StudyFolder) -> tuple[Probed, ...]:
    """What a study of probes tells: all bots together, then (if several) each."""
    manifest = folder.manifest
    kind = manifest.name.removeprefix(PROBES)
    rows = _sums(folder.parts(), manifest.players)
    bots: list[int | None] = [None]
    if len(manifest.bots) > 1:
        bots += range(len(manifest.bots))
    return tuple(_of_bot(kind, bot, rows, manifest.players) for bot in bots)


def effects_among(folder: StudyFolder, keep: pl.Expr) -> tuple[OptionEffect, ...]:
    """The options for which ``keep`` holds, compared with nothing but each other; all bots together.

    Decisions with fewer than two of them tell nothing.
    """
    players = folder.manifest.players
    options = pl.len().over(Probes.BLOCK).cast(pl.Int64).alias(Probes.OPTIONS)
    several = pl.col(Probes.OPTIONS) > 1
    parts = (part.filter(keep).with_columns(options).filter(several) for part in folder.parts())
    return _options(_sums(parts, players).to_dicts(), players)


def _measures(players: int) -> tuple[Measure, ...]:
    """What is summed up of each row; the last three only of the chosen option's."""
    return (effect(players), SHARE_EFFECT, regret(players), MATTERED, DECIDED)


def _sums(parts: Iterable[pl.LazyFrame], players: int) -> pl.DataFrame:
    """Count, sums and squares by bot, option, number of options and whether it was chosen."""
    values = {measure.key: measure.value for measure in _measures(players)}
    bot = pl.col(Probes.BOT).to_physical().cast(pl.Int64)
    frames = [
        frame.select(bot, *_GROUP[1:], **values)
        .group_by(*_GROUP)
        .agg(
            pl.len().cast(pl.Int64).alias("n"),
            *(pl.col(name).sum().alias(f"total {name}") for name in values),
            *((pl.col(name) * pl.col(name)).sum().alias(f"squares {name}") for name in values),
        )
        for frame in parts
    ]
    return collect_parts(frames).group_by(*_GROUP).agg(pl.all().sum()).sort(*_GROUP)


def _of_bot(kind: str, bot: int | None, sums: pl.DataFrame, players: int) -> Probed:
    """The decisions of one bot, or of all."""
    rows = sums if bot is None else sums.filter(pl.col(Probes.BOT) == bot)
    every = rows.to_dicts()
    chosen = list(_chosen(every))
    main = effect(players)
    return Probed(
        kind,
        bot,
        sum(row["n"] for row in chosen),
        _options(every, players),
        regret=_add_up(chosen, regret(players)).mean(regret(players)),
        gain=_add_up(chosen, main).mean(main, fractions=True),
        mattered=_add_up(chosen, MATTERED).mean(MATTERED),
        decided=NOTHING if players == 1 else _add_up(chosen, DECIDED).mean(DECIDED),
    )


def _options(rows: Iterable[dict[str, int]], players: int) -> tuple[OptionEffect, ...]:
    """Every option from the rows of sums of all, in order."""
    by_option: dict[tuple[int, int], list[dict[str, int]]] = {}
    for row in rows:
        by_option.setdefault((row[Probes.SUBJECT], row[Probes.PLACE]), []).append(row)
    return tuple(_option(key, by_option[key], players) for key in sorted(by_option))


def _option(key: tuple[int, int], rows: list[dict[str, int]], players: int) -> OptionEffect:
    """One option from its rows of sums."""
    main = effect(players)
    everywhere, chosen = _add_up(rows, main), _add_up(_chosen(rows), main)
    return OptionEffect(
        key,
        everywhere.n,
        chosen.n,
        everywhere.mean(main, fractions=True),
        chosen.mean(main, fractions=True),
        NOTHING if players == 1 else _add_up(rows, SHARE_EFFECT).mean(SHARE_EFFECT, fractions=True),
    )


def _chosen(rows: Iterable[dict[str, int]]) -> Iterator[dict[str, int]]:
    return (row for row in rows if row[Probes.CHOSEN])


def _add_up(rows: Iterable[dict[str, int]], measure: Measure) -> _Sums:
    """The sums of one measure over some rows."""
    sums = _Sums()
    for row in rows:
        sums.add(row[Probes.OPTIONS], row["n"], row[f"total {measure.key}"], row[f"squares {measure.key}"])
    return sums
