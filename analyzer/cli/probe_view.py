"""What probes tell as tables for the terminal, and as plain data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.analysis.probe_measures import CAUTION
from analyzer.analysis.probes import OptionEffect, Probed
from analyzer.analysis.stats import FEW_BLOCKS, Estimate, stand_out
from analyzer.recording.studies import StudyFolder
from analyzer.scenario import Scenario
from analyzer.wording.probe_options import DECISIONS, option_name, option_source
from reports import words

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

_ENDS = 10  # options shown from each end of a long list
_MARK = "*"


def probe_tables(
    folder: StudyFolder, scenario: Scenario, found: Sequence[Probed], *, everything: bool
) -> Iterator[RenderableType]:
    """Tables and sentences in the order of reading; ``found``: all bots together, then each."""
    together = found[0]
    yield headline(folder, scenario, together)
    if together.decisions == 0:
        yield "So there is nothing to compare."
        return
    yield _choices(folder, scenario, found)
    for probed in found if everything else found[:1]:
        yield from _options(folder, scenario, probed, everything=everything)
    yield _reading(scenario)


def headline(folder: StudyFolder, scenario: Scenario, together: Probed) -> str:
    """What was played, and in how many games there was such a decision."""
    manifest = folder.manifest
    partial = f" (partial: {manifest.stopped})" if manifest.stopped else ""
    games = "1 game" if folder.blocks == 1 else f"{folder.blocks:,} games"
    had = "1 had" if together.decisions == 1 else f"{together.decisions:,} had"
    return (
        f"{scenario.name}: {DECISIONS[together.kind]}. Of {games}{partial}, seed {manifest.seed}, {had} "
        "such a decision with at least two options; one of each game was probed."
    )


def _table(title: str, first: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _choices(folder: StudyFolder, scenario: Scenario, found: Sequence[Probed]) -> Table:
    """How much the choice matters, and what the bots make of it."""
    wins = () if scenario.players == 1 else ("decides the win, %",)
    table = _table(
        "The choice (95 % intervals)", "", "decisions", "matters, %", *wins, "gain, vp", "regret, vp"
    )
    for probed in found:
        shares = (probed.mattered,) if scenario.players == 1 else (probed.mattered, probed.decided)
        table.add_row(
            _who(folder, probed),
            f"{probed.decisions:,}",
            *(_percent(share) for share in shares),
            _value(probed.gain, sign=True),
            _value(probed.regret),
            style=_style(probed.decisions),
        )
    return table


def _who(folder: StudyFolder, probed: Probed) -> str:
    bots = folder.manifest.bots
    if probed.bot is not None:
        return bots[probed.bot]
    return bots[0] if len(bots) == 1 else "all bots"


def _options(
    folder: StudyFolder, scenario: Scenario, probed: Probed, *, everything: bool
) -> Iterator[RenderableType]:
    """Options by their effect, the best first; of a long list the two ends."""
    marks = dict(zip(probed.options, flags(probed), strict=True))
    ranked = sorted(probed.options, key=lambda option: (-option.effect.mean, option.key))
    shown, gap = ranked, None
    if not everything and len(ranked) > 2 * _ENDS:
        many = [option for option in ranked if option.offered >= FEW_BLOCKS]
        shown = many if len(many) <= 2 * _ENDS else [*many[:_ENDS], *many[-_ENDS:]]
        gap = _ENDS if len(many) > 2 * _ENDS else None
    sourced = any(option_source(scenario, probed.kind, option.key) for option in shown)
    wins = () if scenario.players == 1 else ("win share, %",)
    table = _table(
        f"Options, {_who(folder, probed)}: effect against their alternatives (95 % intervals)",
        "",
        "effect, vp",
        "when chosen",
        *wins,
        "offered",
        "chosen",
        *(("source",) if sourced else ()),
    )
    for place, option in enumerate(shown):
        if place == gap:
            table.add_section()
        _add_option(table, scenario, probed.kind, option, bool(marks[option]), sourced=sourced)
    yield table
    if len(shown) < len(ranked):
        left = len(ranked) - len(shown)
        yield (
            f"{left:,} more {'option' if left == 1 else 'options'} with --all; those offered fewer than "
            f"{FEW_BLOCKS} times are left out of the best and worst."
        )


def _add_option(
    table: Table, scenario: Scenario, kind: str, option: OptionEffect, stands_out: bool, *, sourced: bool
) -> None:
    """One row, grey if few decisions had the option."""
    share = () if scenario.players == 1 else (_points(option.share),)
    source = (option_source(scenario, kind, option.key) or "",) if sourced else ()
    table.add_row(
        option_name(scenario, kind, option.key),
        _value(option.effect, sign=True) + (_MARK if stands_out else " "),
        _value(option.when_chosen, sign=True),
        *share,
        f"{option.offered:,}",
        f"{option.chosen:,}",
        *source,
        style=_style(option.offered),
    )


def flags(probed: Probed) -> tuple[bool | None, ...]:
    """Which options differ from their alternatives, corrected for how many are compared."""
    return stand_out([option.effect for option in probed.options], 0.0, least_blocks=FEW_BLOCKS)


def _style(decisions: int) -> str | None:
    return "dim" if decisions < FEW_BLOCKS else None


def _reading(scenario: Scenario) -> str:
    """How to read the tables."""
    outcome = "vp" if scenario.players == 1 else "vp margin (own vp less the mean of the others)"
    return (
        f"Effect: {outcome} at the end of the game with the option less the mean of its alternatives in "
        "the same decision. When chosen: the same where the bot chose it. Gain: the effect of what the bot "
        "chose. Regret: the best option in hindsight, with the luck that nobody could know, less the chosen "
        f"one; even perfect play has some. {_MARK} differs from 0, corrected for the number of options (5 % "
        f"false discoveries); an option with fewer than {FEW_BLOCKS} decisions is grey and not judged. "
        f"{CAUTION}"
    )


def _value(value: Estimate, *, sign: bool = False) -> str:
    """Mean and half interval in vp."""
    if value.n == 0:
        return words.NONE
    half = "" if math.isnan(value.low) else f" {words.plus_minus(value, decimals=2)}"
    return f"{words.number(value.mean, 2, sign=sign)}{half}"


def _percent(share: Estimate) -> str:
    """A share and half its interval."""
    half = "" if math.isnan(share.low) else f" {words.plus_minus(share, share=True, decimals=1)}"
    return f"{100 * share.mean:.1f}{half}"


def _points(difference: Estimate) -> str:
    """A difference of win shares in points of per cent."""
    if difference.n == 0:
        return words.NONE
    half = "" if math.isnan(difference.low) else f" {words.plus_minus(difference, share=True, decimals=1)}"
    return f"{words.number(100 * difference.mean, 1, sign=True)}{half}"


def to_json(folder: StudyFolder, scenario: Scenario, found: Sequence[Probed]) -> dict[str, Any]:
    """Everything as plain data; shares as fractions of 1, missing figures are None."""
    manifest = folder.manifest
    return {
        "scenario": scenario.name,
        "kind": found[0].kind,
        "seed": manifest.seed,
        "games": folder.blocks,
        "stopped": manifest.stopped,
        "outcome": "vp" if scenario.players == 1 else "vp margin",
        "caution": CAUTION,
        "probed": [_probed(folder, scenario, probed) for probed in found],
    }


def _probed(folder: StudyFolder, scenario: Scenario, probed: Probed) -> dict[str, Any]:
    return {
        "bot": None if probed.bot is None else folder.manifest.bots[probed.bot],
        "decisions": probed.decisions,
        **{name: _figures(getattr(probed, name)) for name in ("mattered", "decided", "gain", "regret")},
        "options": [
            {
                "name": option_name(scenario, probed.kind, option.key),
                "subject": option.key[0],
                "place": option.key[1],
                "source": option_source(scenario, probed.kind, option.key),
                "offered": option.offered,
                "chosen": option.chosen,
                "stands_out": mark,
                **{name: _figures(getattr(option, name)) for name in ("effect", "when_chosen", "share")},
            }
            for option, mark in zip(probed.options, flags(probed), strict=True)
        ],
    }


def _figures(value: Estimate) -> dict[str, float | int | None] | None:
    """An estimate; None without any observation."""
    if value.n == 0:
        return None
    numbers = {name: getattr(value, name) for name in ("mean", "low", "high", "se")}
    return {name: number if math.isfinite(number) else None for name, number in numbers.items()} | {
        "n": value.n,
        "blocks": value.blocks,
    }
