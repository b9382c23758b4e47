"""The menu of restrictions as a table for the terminal, and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.scenario.restriction_menu import MENU, SLOTS

if TYPE_CHECKING:
    from rich.table import Table

NOTE = (
    "A restriction follows the bot after a colon and a space, several with semicolons: in a line-up, with "
    "--bot or --restrict, wherever a bot is named. A bot's file has them as "
    'restrictions = ["never play helper"]. One that would leave no legal option yields; runs count how often.'
)


def restrictions_table() -> Table:
    """Each line of the menu with its meaning and an example."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("restriction", overflow="fold")
    table.add_column("the bot", overflow="fold")
    table.add_column("example", overflow="fold")
    for form in MENU:
        table.add_row(form.grammar, form.meaning, form.example)
    return table


def slots_lines() -> list[str]:
    """What the words in capitals stand for, a line each."""
    return [
        f"{name}: {', '.join(slot.words) if slot.words else slot.meaning}" for name, slot in SLOTS.items()
    ]


def menu_data() -> list[dict[str, str]]:
    """The menu for machines."""
    return [{"restriction": form.grammar, "meaning": form.meaning, "example": form.example} for form in MENU]
