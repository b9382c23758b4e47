"""``granja cards``: the cards of a rule set, all of them or one in detail."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.output import console, say, say_json
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.scenario import Card, RuleSet


def cards(
    card: Annotated[
        str | None, typer.Argument(metavar="[NUMBER|NAME]", help="One card, by its number or name.")
    ] = None,
    scenario: Annotated[
        str | None,
        typer.Option("--scenario", "-s", help="A shipped scenario or the path of a file. [four-players]"),
    ] = None,
    use: Annotated[
        Path | None,
        typer.Option("--use", metavar="RUN", help="How often each card was played and used in this run."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the cards as JSON.")] = False,
) -> None:
    """Show the cards of a rule set: all four uses, the helper in words, and where the data come from.

    With --use count instead how often each card was played in each way, and its helper used, in a run.
    """
    from analyzer.scenario import load_scenario
    from analyzer.scenario.find_card import find_card

    if use is not None:
        if scenario is not None:
            raise UserError("--use counts the cards of a run: leave --scenario out.")
        from analyzer.cli.card_use_view import show_use

        show_use(use, card, as_json=json)
        return
    rule_set = load_scenario(scenario or "four-players").rule_set
    shown = rule_set.deck if card is None else (find_card(rule_set, card),)
    if json:
        say_json([_as_json(one) for one in shown])
    elif card is None:
        _show_table(rule_set)
    else:
        _show_card(shown[0])


def _as_json(card: Card) -> dict[str, object]:
    from analyzer.scenario.model import card_cells
    from analyzer.scenario.vocabulary import PLACEMENTS
    from analyzer.scenario.words import helper_words

    return {
        "number": card.number,
        **card_cells(card),
        "helper": helper_words(card),
        "provenance": dict(zip(PLACEMENTS, card.provenance, strict=True)),
    }


def _show_table(rule_set: RuleSet) -> None:
    from rich.table import Table

    from analyzer.scenario.words import barrow_words, helper_words

    table = Table(box=None, pad_edge=False)
    table.add_column("no.", justify="right")
    for heading in ("card", "field", "barrow", "extension", "helper", "helper's source"):
        table.add_column(heading, overflow="fold")
    for card in rule_set.deck:
        table.add_row(
            str(card.number),
            card.name,
            card.field,
            barrow_words(card),
            ", ".join(card.extension),
            helper_words(card),
            card.provenance[1],
        )
    console().print(table)
    say("Fields, barrows and extensions are designed, but for those of card 23.")


def _show_card(card: Card) -> None:
    from rich.table import Table

    from analyzer.scenario.model import card_cells
    from analyzer.scenario.vocabulary import PLACEMENTS
    from analyzer.scenario.words import barrow_words, extension_words, helper_words

    say(f"{card.number} {card.name}\n")
    texts = {
        "field": f"grows {card.field}",
        "helper": helper_words(card),
        "barrow": f"takes {barrow_words(card)}",
        "extension": f"hand limit, {extension_words(card)}",
    }
    table = Table(box=None, pad_edge=False)
    for heading in ("as", "", "source"):
        table.add_column(heading, overflow="fold")
    for (use, text), source in zip(((use, texts[use]) for use in PLACEMENTS), card.provenance, strict=True):
        table.add_row(use, text, source)
    console().print(table)
    columns = ("trigger", "phases", "limit", "cost", "condition", "effect")
    cells = card_cells(card)
    row = "; ".join(f"{column} {cells[column]}" for column in columns if cells[column])
    say(f"\nhelper in the table: {row}")
