"""What a helper or roof may be: which effects stand with which trigger (rules.md section 9)."""

from __future__ import annotations

from analyzer.scenario.model import Card, RoofTile
from analyzer.scenario.problems import Problems
from analyzer.scenario.sources import Row
from analyzer.scenario.vocabulary import MODIFIERS, TURN_PHASES

ONCE_IN_A_PROGRAM = ("second_option", "reserve_die", "repeat_die", "revenue_of_round", "fill_field")
NOT_ON_ROOFS = (*MODIFIERS, *ONCE_IN_A_PROGRAM)


def check_helper(card: Card, row: Row, problems: Problems) -> None:
    """Adds what doesn't fit together in a card's helper columns."""
    where = row.cell("effect").where
    for effect, _ in card.effect:
        _check_effect(effect, card, where, problems)
    _check_repeats(card.effect, where, problems)
    if card.trigger == "static":
        given = {"limit": card.once, "cost": card.cost, "condition": card.condition}
        for column, value in given.items():
            if value:
                problems.add(
                    row.cell(column).where,
                    f"a `static` helper is always on and has no {column}",
                    "empty the cell or use another trigger",
                )
    if card.trigger == "action" and not set(card.phases) & set(TURN_PHASES):
        problems.add(
            row.cell("phases").where,
            "an `action` helper needs a phase with turns",
            f"use {', '.join(TURN_PHASES)} or any",
        )
    if card.condition and card.condition[0] == "donkeys" and card.trigger != "donkeys":
        problems.add(
            row.cell("condition").where,
            "`donkeys` can be counted with the trigger `donkeys` only",
            "use that trigger or another condition",
        )


def _check_effect(effect: str, card: Card, where: str, problems: Problems) -> None:
    static = card.trigger == "static"
    if static and effect not in MODIFIERS:
        problems.add(where, f"`{effect}` is no modifier", "use another trigger than `static`")
    elif effect in MODIFIERS and not static:
        problems.add(where, f"`{effect}` is a modifier", "use the trigger `static`")
    elif effect == "reserve_die" and card.trigger != "before_roll":
        problems.add(where, "`reserve_die` comes before the roll", "use the trigger `before_roll`")
    elif effect == "repeat_die" and card.trigger != "last_die":
        problems.add(where, "`repeat_die` repeats the last die", "use the trigger `last_die`")
    elif effect == "fill_field" and (card.trigger, card.trigger_words) != ("card", ("field",)):
        problems.add(where, "`fill_field` fills the field just played", "use the trigger `card field`")
    elif effect == "second_option" and not (
        card.trigger == "die" and card.trigger_words and set(card.trigger_words) <= {"2", "6"}
    ):
        problems.add(
            where,
            "`second_option` works with dice of 2 and 6 only",
            "use the trigger `die 2 6`, `die 2` or `die 6`",
        )


def check_roof(roof: RoofTile, row: Row, problems: Problems) -> None:
    """Adds what doesn't fit on a roof."""
    where = row.cell("effect").where
    for effect, _ in roof.effect:
        if effect in NOT_ON_ROOFS:
            problems.add(where, f"`{effect}` works on helpers only", "use an effect that gains something")
    _check_repeats(roof.effect, where, problems)


def _check_repeats(program: tuple[tuple[str, int], ...], where: str, problems: Problems) -> None:
    effects = [effect for effect, _ in program]
    for effect in ONCE_IN_A_PROGRAM:
        if effects.count(effect) > 1:
            problems.add(where, f"`{effect}` stands here {effects.count(effect)} times", "keep one of them")
