"""What the rule of ``--until`` counts with while a run is played: its parts, added up one by one.

All win shares, which most runs wait for, are read from a few columns; another metric with its chapter,
from the tables that this one looks at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl
from msgspec.structs import replace

from analyzer.analysis.metrics.chapter import Table, table_of
from analyzer.analysis.metrics.layout import metrics_of
from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.metrics.moments import mean_figure
from analyzer.analysis.metrics.results import SHARE_OF
from analyzer.analysis.metrics.rows import NEEDED, Rows, columns_of_part
from analyzer.analysis.metrics.tally import Tally as Sums
from analyzer.analysis.stats import Estimate
from analyzer.analysis.until import Aim, Tally, UntilNarrow, looks
from analyzer.errors import UserError
from analyzer.recording.schema import Column, Placements, Players, part_name
from analyzer.scenario.model import Scenario
from analyzer.scenario.problems import suggestion
from analyzer.simulate.plan import Plan


def rule_of(aim: Aim, plan: Plan, folder: Path) -> UntilNarrow:
    """The rule that ends a run once the aim is reached.

    Raises UserError for an aim that the games of the plan can't have.
    """
    asked = metrics_of_aim(aim, plan.scenario)
    at = looks(len(plan.parts), plan.blocks_per_part)
    fair = 1 / plan.players if aim.key is None else 0.5
    tally = tally_of(aim, plan.scenario, folder, plan.blocks, plan.blocks_per_part)
    return UntilNarrow(aim, asked, tally, at, fair)


def tally_of(aim: Aim, scenario: Scenario, folder: Path, blocks: int, blocks_per_part: int) -> Tally:
    """What adds up the metrics of an aim, in a run of so many blocks.  Raises as ``metrics_of_aim``."""
    asked = metrics_of_aim(aim, scenario)
    if aim.key is None:
        return WinShares(folder, table_of(scenario), asked)
    return OneMetric(folder, scenario, asked[0], blocks, blocks_per_part)


def metrics_of_aim(aim: Aim, scenario: Scenario) -> tuple[Metric, ...]:
    """The metrics whose intervals an aim speaks of: one, or the win shares of all bots, else of all seats.

    Raises UserError if there are none, or if they are not in the aim's unit.
    """
    every = {metric.key: metric for metric in metrics_of(scenario)}
    if aim.key is not None:
        if aim.key not in every:
            raise UserError(f"--until `{aim.text}`: there is no metric `{aim.key}`; {_like(aim.key, every)}")
        found: tuple[Metric, ...] = (every[aim.key],)
    elif scenario.players == 1:
        raise UserError(
            f"--until `{aim.text}` speaks of win shares, and solo games have none; name a metric, like "
            "'vp ci=0.05'."
        )
    else:
        bots = tuple(metric for key, metric in every.items() if key.startswith("win_share."))
        found = bots or tuple(metric for key, metric in every.items() if key.endswith(".win_share"))
    _check_unit(aim, found[0])
    return found


def _like(key: str, every: Mapping[str, Metric]) -> str:
    """What may be meant by a key that is none."""
    main = [metric.key for metric in every.values() if metric.main]
    near = suggestion(key, tuple(every))
    return near if near.startswith("did you mean") else f"some are {', '.join(main[:8])}."


def _check_unit(aim: Aim, metric: Metric) -> None:
    """Raise UserError for points of what is no share, and for anything else of a share."""
    wanted = "pp" if metric.is_share else "vp" if metric.unit == "vp" else None
    if aim.unit == wanted or (aim.unit is None and not metric.is_share):
        return
    key = "" if aim.key is None else f"{aim.key} "
    what = "is a share" if metric.is_share else f"is measured in {metric.unit or 'counts'}"
    remedy = f"'{key}ci=0.5pp' (percentage points)" if metric.is_share else f"'{key}ci=0.05'"
    raise UserError(f"--until `{aim.text}`: the {metric.name} {what}; write it like {remedy}.")


class WinShares:
    """The win shares of all bots at a table or, where there is one, of all seats; ``asked``: so in order."""

    def __init__(self, run: Path, table: Table, asked: Sequence[Metric]) -> None:
        self._run = run
        self._asked = asked
        seats = np.broadcast_to(np.arange(table.players), table.seating.shape)
        whose = table.seating if len(table.bots) > 1 else seats
        self._held = np.stack([(whose == who).ravel() for who in range(len(asked))], 1).astype(np.int32)
        self._blocks = 0
        self._total, self._squares = np.zeros((2, len(asked)), np.int64)

    def add(self, part: int) -> None:
        """Add a part that is in the run's folder."""
        column = Players.WINNERS.value
        rows = pl.read_parquet(self._run / "players" / part_name(part), columns=[column], glob=False)
        # One row for each seat of each game, in the order of blocks, games and seats.
        shares = SHARE_OF[rows[column].to_numpy()].reshape(-1, len(self._held))
        sums = (shares @ self._held).astype(np.int64)
        self._blocks += len(sums)
        self._total += sums.sum(axis=0)
        self._squares += (sums * sums).sum(axis=0)

    def estimates(self) -> dict[str, Estimate]:
        """What the parts so far show."""
        found = {}
        for metric, x, xx in zip(self._asked, self._total.tolist(), self._squares.tolist(), strict=True):
            assert metric.trials is not None
            figure = mean_figure(x, xx, metric.trials, self._blocks)
            found[metric.key] = figure.estimate(self._blocks, metric)
        return found


class OneMetric:
    """Any metric.

    Of the cards only the one that it is about is looked at: all uses of all cards would cost five times as
    much.
    """

    def __init__(
        self, run: Path, scenario: Scenario, metric: Metric, blocks: int, blocks_per_part: int
    ) -> None:
        self._run = run
        self._blocks, self._size = blocks, blocks_per_part
        self._card = _card_of(metric)
        if self._card is not None:
            deck = (scenario.rule_set.card(self._card),)
            scenario = replace(scenario, rule_set=replace(scenario.rule_set, deck=deck))
        self._sums = Sums(scenario, [metric.key])

    def add(self, part: int) -> None:
        """Add a part that is in the run's folder."""
        first = part * self._size
        blocks = min(self._size, self._blocks - first)
        self._sums.add(Rows(first, blocks, _ReadWhenAsked(self._run, part, self._card)))

    def estimates(self) -> dict[str, Estimate]:
        """What the parts so far show."""
        return self._sums.estimates()


def _card_of(metric: Metric) -> int | None:
    """The number of the card that a metric is about."""
    return int(metric.key.split(".")[1]) if metric.kind in (Kind.CARD_USES, Kind.CARD_VALUES) else None


class _ReadWhenAsked(Mapping[str, Mapping[Column, np.ndarray]]):
    """The tables of a part, of which most metrics look at one; ``card``: the only one among placements."""

    def __init__(self, run: Path, part: int, card: int | None) -> None:
        self._run, self._part, self._card = run, part, card
        self._read: dict[str, Mapping[Column, np.ndarray]] = {}

    def __getitem__(self, table: str) -> Mapping[Column, np.ndarray]:
        if table not in self._read:
            columns = columns_of_part(self._run, self._part, table)
            if self._card is not None and table == "placements":
                own = columns[Placements.CARD] == self._card
                columns = {column: values[own] for column, values in columns.items()}
            self._read[table] = columns
        return self._read[table]

    def __iter__(self) -> Iterator[str]:
        return iter(NEEDED)

    def __len__(self) -> int:
        return len(NEEDED)
