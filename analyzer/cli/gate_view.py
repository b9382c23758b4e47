"""A gate's result for people: a table in the terminal, markdown for a pull request."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.analysis.gate import Checked, GateResult
from analyzer.cli.gate_words import (
    COLUMNS,
    cells,
    changes,
    headline,
    remarks,
    remedy,
    same_games,
    sentence,
    unseen,
    verdict,
)

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

_RIGHT = "---:"
_WIDE = 200  # characters of a line in a file, where no terminal says how many fit


def gate_parts(result: GateResult, path: str, *, everything: bool) -> Iterator[RenderableType]:
    """What the terminal shows, in the order of reading, but for the remedy: a command is not wrapped."""
    yield headline(result, path)
    if shown := _shown(result, everything):
        yield _table(shown, mark=everything)
    yield from (sentence(each, result.known) for each in shown if each.now is None)
    yield verdict(result)
    if not everything and 0 < len(result.failed) < len(result.checked):
        yield f"The other {len(result.checked) - len(result.failed)} stayed within theirs (--all shows them)."
    yield from _notes(result)


def gate_text(result: GateResult, path: str, scenario: str, *, everything: bool) -> str:
    """The same as plain text, with the remedy; ``scenario`` as the user names it."""
    from rich.console import Console

    screen = Console(file=io.StringIO(), width=_WIDE, markup=False, highlight=False, emoji=False)
    with screen.capture() as captured:
        for part in gate_parts(result, path, everything=everything):
            screen.print(part)
    lines = [line.rstrip() for line in captured.get().splitlines()]
    todo = remedy(result, path, scenario)
    return "\n".join([*lines, todo] if todo else lines) + "\n"


def gate_markdown(result: GateResult, path: str, scenario: str, *, everything: bool) -> str:
    """A comment for a pull request, or the summary of a job."""
    lines = [f"### granja gate: {result.now.scenario}", "", f"**{verdict(result)}**", ""]
    lines += [_escaped(headline(result, path)), ""]
    if shown := _shown(result, everything):
        lines += [_row(COLUMNS), _row(("---", *[_RIGHT] * (len(COLUMNS) - 1)))]
        lines += [_row(_marked(each)) for each in shown]
        lines.append("")
    lines += [f"- {_escaped(sentence(each, result.known))}" for each in shown if each.now is None]
    lines += [f"- {_escaped(note)}" for note in _notes(result)]
    if todo := remedy(result, path, scenario, mark="`"):
        lines.append(f"- {todo}")
    return "\n".join(lines).rstrip() + "\n"


def _shown(result: GateResult, everything: bool) -> tuple[Checked, ...]:
    return result.checked if everything else result.failed


def _notes(result: GateResult) -> Iterator[str]:
    """What belongs to the verdict."""
    if same := same_games(result):
        yield same
    if blind := unseen(result):
        yield blind
    if differing := changes(result.baseline, result.now):
        yield f"Changed since the baseline: {'; '.join(differing)}."
    yield from remarks(result)


def _table(shown: tuple[Checked, ...], *, mark: bool) -> Table:
    """``mark``: make what failed stand out."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(COLUMNS[0], overflow="fold")
    for column in COLUMNS[1:]:
        table.add_column(column, justify="right", no_wrap=True)
    for each in shown:
        table.add_row(*cells(each), style="bold" if mark and each.failed else None)
    return table


def _marked(checked: Checked) -> tuple[str, ...]:
    """A row with its key; what failed is bold."""
    name, *figures = map(_escaped, cells(checked))
    told = f"{name} (`{checked.tracked.key}`)"
    return (f"**{told}**" if checked.failed else told, *figures)


def _row(columns: tuple[str, ...]) -> str:
    return f"| {' | '.join(columns)} |"


def _escaped(text: str) -> str:
    """Text that markdown shows as it is."""
    return "".join(f"\\{sign}" if sign in "\\|*_<>[]#" else sign for sign in text)
