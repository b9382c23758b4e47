"""What ``granja tune`` shows: its progress, and what the check found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.analysis.stats import Estimate
from analyzer.cli.durations import duration
from analyzer.tuning.bot_file import Tuned, pedigree, verdict
from analyzer.tuning.check import Check
from analyzer.tuning.course import Standing
from analyzer.tuning.evaluation import UNITS, Arena
from analyzer.tuning.state import State
from reports import words

if TYPE_CHECKING:
    from rich.table import Table


def announcement(arena: Arena, state: State, file: Path) -> str:
    """What is going to happen."""
    settings = state.settings
    games = arena.games(settings.population + 2, settings.blocks)
    weights = _count(len(settings.weights), "weight")
    stages = " by stage" if settings.staged else ""
    begun = f"; goes on after generation {len(state.generations)}" if state.generations else ""
    return (
        f"{settings.parent.name}: {weights}{stages}, {settings.population} candidates a generation, "
        f"{games:,} games in the first, against {' and '.join(settings.against)} at "
        f"{', '.join(map(str, settings.players))} players, seed {settings.seed}, into {file}{begun}."
    )


@contextmanager
def searching_bar() -> Generator[Callable[[Standing], None]]:
    """A bar for the search; yields what to call with its standing."""
    from tqdm import tqdm

    form = "{percentage:3.0f}% |{bar:12}| {desc}"
    hidden = not sys.stderr.isatty()
    with tqdm(total=1.0, dynamic_ncols=True, disable=hidden, bar_format=form) as bar:

        def show(standing: Standing) -> None:
            bar.set_description_str(_standing(standing), refresh=False)
            bar.update(standing.share - bar.n)

        yield show


def _standing(standing: Standing) -> str:
    """The live line."""
    search = standing.search
    generation = len(search.generations) + (standing.share < 1.0)
    limit = standing.limits.generations
    of_limit = "" if limit is None else f" of {limit:,}"
    parts = [f"generation {generation:,}{of_limit}", f"{search.games + standing.games_of_generation:,} games"]
    if search.best is not None:
        parts.append(f"best {search.best.mean:+.1f} ({search.best.low:+.1f} to {search.best.high:+.1f})")
    parts += [f"{standing.rate:,.0f} games/s", duration(standing.seconds)]
    if 0.0 < standing.share < 1.0 and standing.seconds_here > 1.0:
        left = standing.seconds * (1.0 / standing.share - 1.0)
        parts.append(f"{duration(left)} left")
    return ", ".join(parts)


@contextmanager
def checking_bar(games: int) -> Generator[Callable[[int], None]]:
    """A bar for the check; yields what to call with games just played."""
    from tqdm import tqdm

    form = "{percentage:3.0f}% |{bar:12}| check: {n_fmt} of {total_fmt} games, {remaining} left"
    hidden = not sys.stderr.isatty()
    with tqdm(total=games, unit_scale=True, dynamic_ncols=True, disable=hidden, bar_format=form) as bar:

        def progress(played: int) -> None:
            bar.update(played)

        yield progress


def warn(text: str) -> None:
    """What the user should know meanwhile, above the bar."""
    from tqdm import tqdm

    tqdm.write(text, file=sys.stderr)


def conclusion(tuned: Tuned) -> list[str]:
    """The finding in sentences."""
    check, settings = tuned.check, tuned.settings
    name = settings.parent.name
    searched = f"{_count(tuned.generations, 'generation')}, {tuned.games:,} games with the check"
    chosen = f"The {check.found_as} of the search, on {check.blocks:,} fresh blocks"
    lines = [
        f"{name}, tuned: {searched}, seed {settings.seed}.",
        f"{chosen}: {_interval(check.gain)} over {name}. That is {verdict(check)}.",
        f"({UNITS[settings.objective]})",
    ]
    for one in check.self_play:
        lines.append(
            f"In all {one.players} seats it makes {_with_half(one.vp)} vp, "
            f"{name} {_with_half(one.parent_vp)} (not tuned for)."
        )
    return lines


def check_table(check: Check) -> Table:
    """A row for each number of players and line-up, and one for the mean of several; 95 % intervals."""
    from rich import box
    from rich.table import Table

    title = "One seat against the others: win share, and gain over the parent"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("players")
    table.add_column("against")
    for heading in ("before, %", "after, %", "gain, points", "gain, vp"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in check.tables:
        shares = (_with_half(row.parent_win, 1), _with_half(row.win, 1), _with_half(row.win_gain, 1, "+"))
        table.add_row(str(row.players), row.against, *shares, _with_half(row.margin_gain, 2, "+"))
    if len(check.tables) > 1:
        win, margin = _with_half(check.win_gain, 1, "+"), _with_half(check.margin_gain, 2, "+")
        table.add_row("all", "", "", "", win, margin)
    return table


def to_json(tuned: Tuned, out: Path, rate: float) -> dict[str, object]:
    """The result for machines."""
    check = tuned.check
    return {
        "bot": str(out),
        "games_per_s": round(rate, 1),
        "found_as": check.found_as,
        "pedigree": pedigree(tuned),
        "gain": _figures(check.gain),
        "win_gain": _figures(check.win_gain),
        "margin_gain": _figures(check.margin_gain),
        "tables": [_all_figures(row) for row in check.tables],
        "self_play": [_all_figures(row) for row in check.self_play],
    }


def _all_figures(row: object) -> dict[str, object]:
    """A dataclass whose estimates are shown as mean and interval."""
    names = asdict(row)  # type: ignore[call-overload]
    values = {name: getattr(row, name) for name in names}
    return {name: _figures(value) if isinstance(value, Estimate) else value for name, value in values.items()}


def _figures(value: Estimate) -> dict[str, object]:
    return {"mean": value.mean, "low": value.low, "high": value.high, "blocks": value.blocks}


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _interval(value: Estimate) -> str:
    if words.is_unknown(value):
        return f"{value.mean:+.2f} points ({words.TOO_FEW})"
    return f"{value.mean:+.2f} points (95 % {value.low:+.2f} to {value.high:+.2f})"


def _with_half(value: Estimate, digits: int = 2, sign: str = "") -> str:
    """Mean and half interval; of a share near 0 or 100 the longer side, since the other can't be as long."""
    half = max(value.mean - value.low, value.high - value.mean)
    shown = "?" if words.is_unknown(value) else f"{half:.{digits}f}"
    return f"{value.mean:{sign}.{digits}f} ±{shown}"
