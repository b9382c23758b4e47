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
_SOURCES = {"designed": "\N{DEGREE SIGN}", "partial": "~"}
_SOURCE_WORDS = {
    "designed": "designed for this project, not what the printed game has",
    "partial": "published in part, the rest designed",
}


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
    return (
        f"{scenario.name}, seed {manifest.seed}: {DECISIONS[together.kind]}. Such a decision with at least "
        f"two options came up in {together.decisions:,} of {games}{partial}; one of each was probed."
    )


def _table(title: str, first: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
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
    shown, gap = _shown(probed, everything=everything)
    left = len(probed.options) - len(shown)
    if shown:
        yield _option_table(folder, scenario, probed, shown, gap)
        marks = {option_source(scenario, probed.kind, option.key) for option in shown}
        if sources := [source for source in _SOURCES if source in marks]:
            yield " ".join(f"{_SOURCES[source]} {_SOURCE_WORDS[source]}." for source in sources)
    if left:
        few = f"offered fewer than {FEW_BLOCKS} times, too few to rank"
        more = "option" if left == 1 else "options"
        yield (
            f"{left:,} more {more} with --all: between those shown, or {few}."
            if shown
            else f"Each of the {left:,} {more} was {few}: probe more decisions (-n), or see them with --all."
        )


def _shown(probed: Probed, *, everything: bool) -> tuple[list[OptionEffect], int | None]:
    """The options to show, the best first, and before which of them some are left out."""
    ranked = sorted(probed.options, key=lambda option: (-option.effect.mean, option.key))
    if everything or len(ranked) <= 2 * _ENDS:
        return ranked, None
    many = [option for option in ranked if option.offered >= FEW_BLOCKS]
    if len(many) <= 2 * _ENDS:
        return many, None
    return [*many[:_ENDS], *many[-_ENDS:]], _ENDS


def _option_table(
    folder: StudyFolder, scenario: Scenario, probed: Probed, shown: Sequence[OptionEffect], gap: int | None
) -> Table:
    """A row for each option, grey if few decisions had it."""
    from rich.text import Text

    marks = dict(zip(probed.options, flags(probed), strict=True))
    wins = () if scenario.players == 1 else ("win, points",)
    title = f"Options of {_who(folder, probed)} (95 % intervals)"
    table = _table(title, "", "effect, vp", "when chosen", *wins, "offered", "chosen")
    for place, option in enumerate(shown):
        if place == gap:
            table.add_section()
        source = option_source(scenario, probed.kind, option.key)
        table.add_row(
            option_name(scenario, probed.kind, option.key) + _SOURCES.get(source or "", ""),
            _value(option.effect, sign=True) + (_MARK if marks[option] else " "),
            Text(_value(option.when_chosen, sign=True), style=_style(option.chosen) or ""),
            *(() if scenario.players == 1 else (_points(option.share),)),
            f"{option.offered:,}",
            f"{option.chosen:,}",
            style=_style(option.offered),
        )
    return table


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
    return f"{words.number(value.mean, 2, sign=sign)} {words.plus_minus(value, decimals=2)}"


def _percent(share: Estimate) -> str:
    """A share and half its interval; both ends of one that would reach beyond 0 or 1."""
    if share.n == 0:
        return words.NONE
    if share.mean in (0.0, 1.0) and not math.isnan(share.low):
        return f"{100 * share.mean:.0f} ({100 * share.low:.1f} to {100 * share.high:.1f})"
    return f"{100 * share.mean:.1f} {words.plus_minus(share, share=True, decimals=1)}"


def _points(difference: Estimate) -> str:
    """A difference of win shares in points of per cent."""
    if difference.n == 0:
        return words.NONE
    half = words.plus_minus(difference, share=True, decimals=1)
    return f"{words.number(100 * difference.mean, 1, sign=True)} {half}"


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
