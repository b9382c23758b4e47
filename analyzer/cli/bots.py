"""``granja bots``: the bots there are, or one with all its weights."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.output import console, say, say_json
from analyzer.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analyzer.scenario.bot_sheets import BotSheet, WeightLine

CHANGED = "*"


def bots(
    bot: Annotated[
        str | None,
        typer.Argument(metavar="[NAME|PATH]", help="One bot: a shipped one, a file, or path.py:name."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--in", metavar="DIR", help="List the bots of this folder too.")
    ] = None,
    restrictions: Annotated[
        bool, typer.Option("--restrictions", help="List what any bot can be told instead.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The same as JSON.")] = False,
) -> None:
    """List the bots, or show one: each weight with its value, unit, range, default and meaning."""
    from analyzer.scenario.bot_sheets import all_sheets, bot_sheet

    if restrictions:
        from analyzer.cli.restrictions_view import show_restrictions

        if bot is not None or folder is not None:
            raise UserError("--restrictions lists what any bot can be told: leave out all but --json.")
        show_restrictions(as_json=as_json)
        return
    if bot is not None and folder is not None:
        raise UserError("--in lists the bots of a folder: leave it out, or the bot's name.")
    sheets = all_sheets(folder) if bot is None else [bot_sheet(bot)]
    if as_json:
        shown = [_as_json(sheet, weights=bot is not None) for sheet in sheets]
        say_json(shown if bot is None else shown[0])
    elif bot is None:
        _show_list(sheets)
    else:
        _show_bot(sheets[0])


def _as_json(sheet: BotSheet, *, weights: bool) -> dict[str, object]:
    content: dict[str, object] = {
        "bot": sheet.called,
        "name": sheet.bot.name,
        "description": sheet.bot.description,
        "policy": sheet.bot.policy,
        "extends": sheet.extends,
        "weights_differing": sheet.differing if sheet.weights else None,
        "restrictions": list(sheet.bot.restrictions),
        "file": sheet.file,
    }
    if weights:
        content["weights"] = [_weight_json(line) for line in sheet.weights]
        content["search"] = sheet.search or None
        content["pedigree"] = sheet.pedigree
    return content


def _weight_json(line: WeightLine) -> dict[str, object]:
    from analyzer.scenario.bots import SCALE, STAGES

    weight = line.weight
    return {
        "name": weight.name,
        **{stage: value / SCALE for stage, value in zip(STAGES, line.value, strict=True)},
        "unit": weight.unit,
        "low": weight.low / SCALE,
        "high": weight.high / SCALE,
        "default": weight.default / SCALE,
        "base": [value / SCALE for value in line.base],
        "differs": line.differs,
        "meaning": weight.meaning,
    }


def _show_list(sheets: Sequence[BotSheet]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("bot", "policy", "extends"):
        table.add_column(heading, overflow="fold")
    table.add_column("weights changed", justify="right")
    table.add_column("what it does", overflow="fold")
    for sheet in sheets:
        changed = str(sheet.differing) if sheet.weights else "-"
        table.add_row(sheet.called, sheet.bot.policy, sheet.extends or "-", changed, sheet.bot.description)
    console().print(table)
    say("\nWeights are compared with those of the bot it extends, else with the defaults.")
    say("'granja bots NAME' shows each weight. A Python function plays as path.py:name;")
    say("'granja bots example.py:eager' says where one is to copy.")


def _show_bot(sheet: BotSheet) -> None:
    say(f"{sheet.bot.name}: {sheet.bot.description or 'no description'}")
    extends = f", extends {sheet.extends}" if sheet.extends else ""
    say(f"policy {sheet.bot.policy}{extends}, file {sheet.file}")
    if sheet.bot.restrictions:
        say(f"told: {'; '.join(sheet.bot.restrictions)}")
    if sheet.weights:
        _show_weights(sheet)
    else:
        say(f"Bots of policy {sheet.bot.policy} have no weights.")
    if sheet.search:
        from analyzer.scenario.searching import MEANINGS

        _show_table("search", sheet.search, MEANINGS)
    if sheet.pedigree:
        _show_table("pedigree", sheet.pedigree)


def _show_weights(sheet: BotSheet) -> None:
    """Two lines a weight: its numbers, then what it means."""
    from analyzer.scenario.bot_sheets import value_words
    from analyzer.scenario.bots import in_units

    count = f"{sheet.differing} of {len(sheet.weights)} weights differ from {sheet.base}"
    say(f"\n{count}{f' (marked {CHANGED})' if sheet.differing else ''}. Three values: early, middle, late.\n")
    head = ("weight", "value", "unit", "range", "default")
    rows = [head if sheet.extends is None else (*head, sheet.extends)]
    for line in sheet.weights:
        weight = line.weight
        span = f"{in_units(weight.low)} to {in_units(weight.high)}"
        row = (weight.name, value_words(line.value), weight.unit, span, in_units(weight.default))
        rows.append(row if sheet.extends is None else (*row, value_words(line.base)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    padded = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    say(f"  {padded[0]}")
    for line, text in zip(sheet.weights, padded[1:], strict=True):
        say(f"{CHANGED if line.differs else ' '} {text}\n      {line.weight.meaning}")


def _show_table(title: str, table: Mapping[str, Any], meanings: Mapping[str, str] | None = None) -> None:
    """A table of the bot's file, key by key."""
    say(f"\n{title}")
    width = max(map(len, table))
    for key, value in table.items():
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        say(f"  {key.ljust(width)}  {shown}")
        if meanings:
            say(f"      {meanings[key]}")
