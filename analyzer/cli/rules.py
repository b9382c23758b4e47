"""``granja rules``: the effective rule set, with what differs from the standard one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.output import console, say, say_json

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.scenario import RuleSet, Scenario

CHANGED = "*"


def rules(
    scenario: Annotated[
        str, typer.Argument(metavar="[SCENARIO]", help="A shipped scenario or the path of a file.")
    ] = "four-players",
    json: Annotated[bool, typer.Option("--json", help="Print the rule set as JSON.")] = False,
) -> None:
    """Show every value of a rule set, what differs from the standard one, and where the data come from."""
    from analyzer.scenario import load_scenario

    loaded = load_scenario(scenario)
    if json:
        _say_json(loaded)
        return
    count = len(loaded.differences)
    kind = f"{count} differences from standard, marked {CHANGED}" if count else "the standard rule set"
    say(f"Rule set {loaded.rule_set.name} for {loaded.players} players: {kind}\n")
    screen = console()
    _show_values(screen, loaded.rule_set)
    if any(
        difference.path.startswith(("deck.", "hexes.", "roof_tiles.")) for difference in loaded.differences
    ):
        _show_cells(screen, loaded)
    _show_provenance(screen, loaded.rule_set)
    say(f"\nrules hash {loaded.rule_set.hash}")


def _say_json(scenario: Scenario) -> None:
    from analyzer.scenario.describe import provenance_counts

    rule_set = scenario.rule_set
    say_json(
        {
            "name": rule_set.name,
            "hash": rule_set.hash,
            "values": rule_set.values,
            "options": rule_set.options,
            "differences": [
                {"path": change.path, "standard": change.standard, "value": change.value}
                for change in scenario.differences
            ],
            "provenance": {use: dict(counts) for use, counts in provenance_counts(rule_set).items()},
        }
    )


def _show_values(screen: Console, rule_set: RuleSet) -> None:
    from rich.table import Table

    from analyzer.scenario.describe import comments, shown_values
    from analyzer.scenario.rule_set import standard_rule_set

    standard = standard_rule_set()
    before = shown_values(standard.values) | standard.options
    now = shown_values(rule_set.values) | rule_set.options
    table = Table(box=None, pad_edge=False, show_header=False)
    for part in ("mark", "key", "value", "meaning"):
        table.add_column(
            part,
            no_wrap=part in ("mark", "key"),
            overflow="fold",
            max_width=22 if part == "value" else None,
        )
    groups: dict[str, list[str]] = {}
    for path in dict.fromkeys([*comments(), *before, *now]):
        groups.setdefault(path.rpartition(".")[0], []).append(path)
    for group, paths in groups.items():
        if group:
            table.add_row()
            table.add_row("", f"[{group}]", style="bold")
        for path in paths:
            old, value = before.get(path, "none"), now.get(path, "none")
            shown = value if old == value else f"{value} (standard {old})"
            key = path.removeprefix(f"{group}.")
            mark, style = ("", None) if old == value else (CHANGED, "bold")
            table.add_row(mark, key, shown, comments().get(path, ""), style=style)
    screen.print(table)


def _show_cells(screen: Console, scenario: Scenario) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("", "cell of a table", "value", "standard"):
        table.add_column(heading, overflow="fold")
    for change in scenario.differences:
        if change.path.startswith(("deck.", "hexes.", "roof_tiles.")):
            old, new = ("none" if cell is None else str(cell) for cell in (change.standard, change.value))
            table.add_row(CHANGED, change.path, new or "(empty)", old or "(empty)")
    screen.print()
    screen.print(table)


def _show_provenance(screen: Console, rule_set: RuleSet) -> None:
    from rich.table import Table

    from analyzer.scenario.describe import provenance_counts
    from analyzer.scenario.vocabulary import SOURCES

    table = Table(box=None, pad_edge=False)
    table.add_column("where the data come from")
    for source in SOURCES:
        table.add_column(source, justify="right")
    for use, counts in provenance_counts(rule_set).items():
        table.add_row(
            f"{use} of a card" if use not in ("roof", "hex") else use, *(str(counts[s]) for s in SOURCES)
        )
    screen.print()
    screen.print(table)
    say("Designed values are this project's own: nothing about them holds for the printed game.")
