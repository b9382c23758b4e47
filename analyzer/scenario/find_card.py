"""Finds a card by what a person types."""

from __future__ import annotations

from analyzer.errors import UserError
from analyzer.scenario.model import Card, RuleSet
from analyzer.scenario.problems import nearest


def find_card(rule_set: RuleSet, wanted: str) -> Card:
    """The card of that number, name, or beginning of one name only.

    Raises:
        UserError: there is none or more than one; names the nearest.
    """
    text = wanted.strip().lower()
    if text.isdecimal():
        found = [card for card in rule_set.deck if card.number == int(text)]
    else:
        found = [card for card in rule_set.deck if card.name.lower() == text]
        found = found or [card for card in rule_set.deck if card.name.lower().startswith(text)]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(f"{card.name} ({card.number})" for card in found)
        raise UserError(f"`{wanted}` fits several cards: {names}; give the number.")
    if text.isdecimal():
        numbers = [card.number for card in rule_set.deck]
        raise UserError(
            f"There is no card {wanted}; the deck has {len(numbers)}, {numbers[0]} to {numbers[-1]}."
        )
    near = nearest(text, [card.name.lower() for card in rule_set.deck])
    hint = f"did you mean `{near.title()}`?" if near else "'granja cards' lists them."
    raise UserError(f"There is no card `{wanted}`; {hint}")
