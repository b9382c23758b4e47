"""How long a marker stands: survival curves by value of the hex."""

from __future__ import annotations

from analyzer.analysis.market_measures import horizon, last_early
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.analysis.survival import Life
from analyzer.wording.words import counted
from reports import words
from reports.figures.drawings import Curve, Panel, Panels
from reports.page import Block, Cell, Column, Figure, Table
from reports.sections import names

_SET_UP = "set-up"


def life_blocks(study: Study, lives: tuple[Life, ...]) -> list[Block]:
    """The curves and their table."""
    return [_curves(study, lives), _table(study, lives)]


def _label(value: int | None) -> str:
    return _SET_UP if value is None else f"value {value}"


def _who(study: Study, bot: int | None) -> str:
    return "all" if bot is None else study.bots[bot]


def _curves(study: Study, lives: tuple[Life, ...]) -> Figure:
    """A panel for each value, in it a curve for each bot."""
    bots = (None,) if names.mirror(study) else tuple(range(len(study.bots)))
    values = dict.fromkeys(life.value for life in lives)
    found = {(life.value, life.bot): life for life in lives}
    panels = []
    for value in values:
        curves = tuple(Curve(_who(study, bot), _curve(found[value, bot])) for bot in bots)
        panels.append(Panel(f"{_label(value)}, n {words.short_count(found[value, None].markers)}", curves))
    k = horizon(study.rounds)
    return Figure(
        "lives",
        "How long a marker stands",
        "Curves of the share of markers that still stand after each scoring phase, by value of the hex. "
        + _finding(study, lives),
        "Each curve starts with all markers placed for barrows on hexes of a value by round "
        f"{last_early(study.rounds)}, and falls to the share that stands in the 1st, 2nd … scoring phase "
        f"after it was placed. All of them were in the game for {counted(k, 'such phase')}, so nothing "
        "is guessed about what was not seen. Later markers are not in the curves: how much danger a "
        "marker is in differs by round. Bands are 95\u202f% intervals from blocks; values without "
        f"{words.SMALL} blocks with such a marker have no curve. “{_SET_UP.capitalize()}”: the markers that "
        "stand on the start hexes from the beginning.",
        Panels(
            tuple(panels),
            tuple(str(phase) for phase in range(k + 1)),
            "still standing, %",
            "scoring phases since it was placed",
            share=True,
        ),
        f"Share of markers placed by round {last_early(study.rounds)} still standing, by scoring phases "
        "since they were placed and by value of the hex",
    )


def _curve(life: Life) -> tuple[Estimate, ...]:
    """From 100 % on, as far as there are blocks enough."""
    first = life.standing[0]
    start = Estimate(1.0, 1.0, 1.0, life.markers, first.blocks, 0.0)
    gone = Estimate(float("nan"), float("nan"), float("nan"), 0, 0)
    return (start, *(gone if words.is_small(value) else value for value in life.standing))


def _finding(study: Study, lives: tuple[Life, ...]) -> str:
    """The values whose markers stand longest and shortest, as far as they can be judged."""
    known = [life for life in lives if life.bot is None and life.value is not None]
    judged = [life for life in known if not words.is_small(life.mean)]
    if len(judged) < 2:
        return "Too few markers were placed early enough to compare values."
    longest = max(judged, key=lambda life: life.mean.mean)
    shortest = min(judged, key=lambda life: life.mean.mean)
    return (
        f"Of its first {counted(horizon(study.rounds), 'scoring phase')} a marker placed by round "
        f"{last_early(study.rounds)} stands in {words.with_interval(longest.mean)} on hexes of "
        f"{_label(longest.value)}, in {words.with_interval(shortest.mean)} on those of "
        f"{_label(shortest.value)}."
    )


def _table(study: Study, lives: tuple[Life, ...]) -> Table:
    k, last = horizon(study.rounds), last_early(study.rounds)
    several = not names.mirror(study)
    columns = (
        Column("Hexes", numeric=False),
        *((Column("Bot", numeric=False),) if several else ()),
        Column(f"n placed by round {last}"),
        Column(f"Mean life of these, of {k} phases", unit="phases"),
        *(Column(f"Stands in phase {phase}") for phase in range(1, k + 1)),
        Column("n markers"),
        Column("Phases stood, as played", unit="phases"),
    )
    rows = [
        (
            Cell(_label(life.value), 0 if life.value is None else life.value),
            *((Cell(_who(study, life.bot), _who(study, life.bot)),) if several else ()),
            names.count_cell(life.markers),
            names.value_cell(life.mean),
            *(names.share_cell(value) for value in life.standing),
            names.count_cell(life.stood.n),
            names.value_cell(life.stood),
        )
        for life in lives
    ]
    return Table(
        "life-table",
        "Mean life of a marker and share still standing, ± half of the 95\u202f% interval",
        columns,
        tuple(rows),
        note=f"Mean life: in how many of its first {k} scoring phases a marker stands, among those placed by "
        f"round {last}, which were all in the game for so long. Phases stood, as played: in how many a "
        "marker stood before it was removed or the game ended, among all markers, late ones too. "
        f"{words.NONE}: there was no such marker.",
    )
