"""``granja rules``: the effective rule set, with what differs from the standard one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

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
    changed: Annotated[bool, typer.Option("--changed", help="Print the differences and no more.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the rule set as JSON.")] = False,
) -> None:
    """Show what differs from the standard rules, then every value and where the data come from."""
    from analyzer.scenario import load_scenario

    loaded = load_scenario(scenario)
    if json:
        _say_json(loaded)
        return
    say(f"Rule set {loaded.rule_set.name} for {loaded.players} players")
    screen = console()
    _show_differences(screen, loaded)
    if changed:
        return
    say(f"\nNumbers and options (what differs is marked {CHANGED})\n")
    _show_values(screen, loaded.rule_set)
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


def _show_differences(screen: Console, scenario: Scenario) -> None:
    from rich.table import Table

    if not scenario.differences:
        say("Differences from standard: none")
        return
    say(f"Differences from standard: {len(scenario.differences)}\n")
    table = Table(box=None, pad_edge=False, show_header=False)
    for _ in range(4):
        table.add_column(overflow="fold")
    for change in scenario.differences:
        table.add_row(change.path, _in_words(change.standard), "→", _in_words(change.value))
    screen.print(table)


def _in_words(value: Any) -> str:
    """A value or cell of a difference; None: that rule set lacks it."""
    if value is None:
        return "none"
    return (", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)) or "(empty)"


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
