"""``--until`` of a run: what is to be known how well, and the rule that ends the run once it is.

The rule looks at finished parts from the first one on, after fixed numbers of them: what it decides does
not depend on how fast the machine is, or on whether the run was interrupted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.stats import FEW_BLOCKS, Estimate, t_quantile, wilson_interval
from analyzer.errors import UserError

_TEXT = re.compile(r"(?:(?P<key>\S+)\s+)?ci\s*=\s*(?P<width>\d+\.?\d*|\.\d+)\s*(?P<unit>pp|vp)?")
# Widths of other sizes are slips: there is no metric that could be known so well, or so badly.
_NARROWEST, _WIDEST, _WIDEST_SHARE = 0.000_001, 1_000.0, 0.5
_GROWTH = 10  # each look is a tenth later than the one before
_OUTLIER = 2.0  # deviations by which one more block is thought to lie off, of what is no share


@dataclass(frozen=True, slots=True)
class Aim:
    """What is to be known: the metric ``key``, or all win shares (None), to ± ``width`` of a 95 % interval.

    ``unit``: pp (points, hundredths), vp, or none.
    """

    key: str | None
    width: float
    unit: str | None

    @property
    def half_width(self) -> float:
        """Half of the interval in the metric's own unit, shares as fractions of 1."""
        return self.width / 100 if self.unit == "pp" else self.width

    @property
    def text(self) -> str:
        """As the option is written: what ``aim_of`` reads as the same aim again."""
        return f"{self.key} {self._width}" if self.key else self._width

    @property
    def slug(self) -> str:
        """For the name of a folder."""
        return re.sub(r"[^\w.=-]+", "-", self.text).replace("ci=", "ci")

    @property
    def _width(self) -> str:
        return f"ci={self._number}{self.unit or ''}"

    @property
    def _number(self) -> str:
        """All digits of the width and no exponent, which an option can't have."""
        return np.format_float_positional(self.width, trim="-")

    @property
    def words(self) -> str:
        """The width as people say it: ±0.5 points."""
        unit = {"pp": " points", "vp": " vp", None: ""}[self.unit]
        return f"±{self._number}{unit}"


def aim_of(text: str) -> Aim:
    """What ``--until`` asks for.  Raises UserError for what can't be read."""
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        raise UserError(
            f"--until `{text}` is no width; write it like ci=0.5pp (all win shares), or name a metric: "
            "'vp ci=0.05'."
        )
    aim = Aim(found["key"], float(found["width"]), found["unit"])
    is_share = aim.unit == "pp"
    is_narrow_enough = aim.half_width < _WIDEST_SHARE if is_share else aim.width <= _WIDEST
    if aim.width < _NARROWEST or not is_narrow_enough:
        most = "below 50 points" if is_share else f"at most {_WIDEST:,.0f}"
        raise UserError(f"--until `{text}`: give a width of at least {_NARROWEST:f} and {most}.")
    return aim


def looks(most: int, blocks_per_part: int) -> Iterator[int]:
    """The numbers of parts after which a rule looks, of a run of ``most``: at last all of them."""
    parts = -(-FEW_BLOCKS // blocks_per_part)
    while parts < most:
        yield parts
        parts += -(-parts // _GROWTH)
    yield most


def wary_half_width(value: Estimate, fair: float | None) -> float:
    """Half of an interval as if one more block had been seen; infinite where it can't be judged.

    Of a share that block varies as independent player-games with the ``fair`` share would; of anything
    else (None) it lies two deviations off.  So a variance that is small by chance ends no run.
    """
    blocks = value.blocks
    if blocks < FEW_BLOCKS or not value.se >= 0.0:
        return math.inf
    if value.se == 0.0:  # of a share of 0 or 1 Wilson's interval, of what else never varies none
        return (value.half_width if fair is not None else 0.0) or math.inf
    squares = value.se**2 * blocks * (blocks - 1)
    more = _OUTLIER**2 * squares / (blocks - 1) if fair is None else fair * (1 - fair) * blocks / value.n
    se, reach = math.sqrt(squares + more) / blocks, float(t_quantile(blocks))
    if fair is None:
        return reach * se
    low, high = wilson_interval(value.mean, se, blocks, reach)
    return (high - low) / 2


class Tally(Protocol):
    """Adds up the parts of a run one by one; memory doesn't grow with them."""

    def add(self, part: int) -> None:
        """Add a part that is in the run's folder."""

    def estimates(self) -> Mapping[str, Estimate]:
        """What the parts so far show, by the metric's key."""


@dataclass(frozen=True, slots=True)
class Widest:
    """The metric that is known least, as far as a run has come, and ``half_width`` of its interval."""

    metric: Metric
    value: Estimate
    half_width: float


def whose_interval(metrics: Sequence[Metric]) -> str:
    """The metrics of an aim in words, for "the interval of …"."""
    if len(metrics) == 1:
        return f"the {metrics[0].name}"
    return f"each {'bot' if metrics[0].key.startswith('win_share.') else 'seat'}'s win share"


class UntilNarrow:
    """Ends a run of ``most`` parts at most, once the intervals of all ``metrics`` are narrow enough.

    ``fair``: what a share is compared with.
    """

    def __init__(
        self, aim: Aim, metrics: Sequence[Metric], tally: Tally, looks: Iterable[int], fair: float
    ) -> None:
        self.aim = aim
        self.is_met = False
        self._metrics = metrics
        self._tally = tally
        self._looks = frozenset(looks)
        self._fair = fair
        self._parts = 0

    @property
    def whose(self) -> str:
        """Its metrics in words."""
        return whose_interval(self._metrics)

    def look(self, part: int) -> bool:
        """Add the next part; whether the run ends with it."""
        self._tally.add(part)
        self._parts += 1
        if self._parts in self._looks:
            widest = self.widest()
            self.is_met = widest is not None and widest.half_width <= self.aim.half_width
        return self.is_met

    def widest(self) -> Widest | None:
        """Whose interval is the widest, infinite while nothing varies; None before the first part."""
        if self._parts == 0:
            return None
        found = self._tally.estimates()
        values = [found[metric.key] for metric in self._metrics]
        widths = [
            wary_half_width(value, self._fair if metric.is_share else None)
            for value, metric in zip(values, self._metrics, strict=True)
        ]
        at = max(range(len(widths)), key=widths.__getitem__)
        varies = any(value.se > 0.0 for value in values)
        return Widest(self._metrics[at], values[at], widths[at] if varies else math.inf)

    def blocks_needed(self, widest: Widest) -> float:
        """About how many blocks the run takes in all, if blocks go on to vary as they do."""
        return widest.value.blocks * (widest.half_width / self.aim.half_width) ** 2
