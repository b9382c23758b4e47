"""The menu of restrictions, as ``granja bots --restrictions`` shows it."""

from __future__ import annotations

from analyzer.cli.output import console, say, say_json


def show_restrictions(*, as_json: bool) -> None:
    """All sentences that a bot can be told, with what each does and what stands for the words in capitals."""
    from analyzer.scenario.restriction_menu import MENU

    if as_json:
        say_json(
            [{"restriction": form.grammar, "meaning": form.meaning, "example": form.example} for form in MENU]
        )
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("restriction", "what the bot then does"):
        table.add_column(heading, overflow="fold")
    for form in MENU:
        table.add_row(form.grammar, form.meaning)
    console().print(table)
    say("")
    _show_words()
    say("\nWrite them after a bot's name, wherever a bot is named, such as \"balanced: never buy; rush deli")
    say('until round 4", or into its file: restrictions = ["never buy"]. One that would leave a bot nothing')
    say("legal yields; the column `yields` of a run's players table counts it.")


def _show_words() -> None:
    """What can stand in the place of each word in capitals."""
    from rich.table import Table

    from analyzer.scenario.restriction_menu import SLOTS

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(overflow="fold")
    for word, slot in SLOTS.items():
        numbers = f"{slot.low} to {slot.high}"
        table.add_row(word, numbers if slot.words is None else ", ".join(slot.words))
    console().print(table)
