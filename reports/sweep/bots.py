"""Bots that play against others in a variant alone: no difference to show, but a result."""

from __future__ import annotations

from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.stats import Estimate
from analyzer.analysis.sweep_result import SweepResult, VariantResult
from reports import words
from reports.page import Cell, Column, Table
from reports.sections import names as cells
from reports.sweep import differences as told
from reports.sweep import names

_WINS, _MARGIN, _VP = "win_share.", "margin.", "vp."


def remark(variant: VariantResult) -> str | None:
    """Who wins how much in a variant whose bots the baseline can't be compared with."""
    shares = [
        (metric.key.removeprefix(_WINS), told.value_text(metric, value), words.percent_interval(value))
        for metric, value in variant.own
        if metric.key.startswith(_WINS)
    ]
    if not shares:
        return None
    fair = words.number(100 / variant.scenario.players, 1)
    who = "; ".join(f"{bot} {share} ({interval})" for bot, share, interval in shares)
    return f"share of games that a seat wins there: {who}; fair is {fair}{words.NARROW}%"


def table(result: SweepResult) -> Table | None:
    """The results of all such bots; None if every bot is one of the baseline's too."""
    rows = [
        _row(result, variant, dict(variant.own), bot)
        for variant in result.variants
        for bot in [
            metric.key.removeprefix(_WINS) for metric, _ in variant.own if metric.key.startswith(_WINS)
        ]
    ]
    if not rows:
        return None
    fair = words.number(100 / result.baseline.players, 1)
    return Table(
        "variant-bots",
        "Bots that win or lose against others in a variant alone",
        (
            Column("Variant", numeric=False),
            Column("Bot", numeric=False),
            Column("Win share", help="of one seat of the bot"),
            Column("vp margin", help="own vp less the mean of the others"),
            Column("vp"),
        ),
        tuple(rows),
        note="In the baseline these bots don't play against others, so there is no difference to show: these "
        f"are the variant's own figures, ± half of the 95{words.NARROW}% interval. The fair share is {fair}"
        f"{words.NARROW}%.",
    )


def _row(
    result: SweepResult, variant: VariantResult, own: dict[Metric, Estimate], bot: str
) -> tuple[Cell, ...]:
    name = names.variant_name(result.baseline.rule_set, result.manifest, variant.variant)
    values = {metric.key: value for metric, value in own.items()}
    return (
        Cell(name, name),
        Cell(bot, bot),
        cells.share_cell(values[f"{_WINS}{bot}"]),
        cells.value_cell(values[f"{_MARGIN}{bot}"], sign=True),
        cells.value_cell(values[f"{_VP}{bot}"]),
    )
