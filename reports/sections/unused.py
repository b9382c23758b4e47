"""What hardly comes up in a game, in words."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.analysis.buildings import BUILDINGS
from analyzer.analysis.imbalances import SELDOM, Imbalance, Unused
from analyzer.analysis.overview import ACTIVITY
from analyzer.analysis.stats import FEW_BLOCKS
from analyzer.analysis.study import Study
from analyzer.recording.schema import PLACEMENT_WORDS
from analyzer.wording.probe_options import DECISIONS
from reports import words
from reports.page import Item

CAUTION = "What bots leave unused may be weak, or these bots may not see what it is good for."

_NAMED = 8
"""So many things are named, the others counted."""


def items(study: Study, found: tuple[Imbalance, ...]) -> tuple[Item, ...]:
    """A sentence for each imbalance."""
    return tuple(_ITEMS[each.kind](study, each) for each in found)


def _listed(texts: list[str]) -> str:
    more = len(texts) - _NAMED
    return words.listing(texts if more <= 0 else [*texts[:_NAMED], f"{more} more"])


def _in_games(study: Study, found: Imbalance) -> tuple[str, ...]:
    most = words.number(100 * found.share.high, max(2, words.digits(100 * found.share.high, 4)))
    sample = (
        f"n {words.count(study.games)} games, so each in at most {most}{words.NARROW}% of games "
        f"(95{words.NARROW}%)"
    )
    return sample, "observed"


def _designed(marks: list[str]) -> str:
    """How many of some things are designed."""
    number = sum(mark == "designed" for mark in marks)
    if number == len(marks):
        return "It is designed." if number == 1 else "All of them are designed."
    return f"Designed: {number} of them." if number else "None of them is designed."


def _uses(study: Study, found: Imbalance) -> Item:
    rules = study.scenario.rule_set
    uses = [(rules.card(card), place) for card, place in found.things]
    named = [
        f"{card.name} as {'an' if PLACEMENT_WORDS[place] == 'extension' else 'a'} {PLACEMENT_WORDS[place]}"
        for card, place in uses
    ]
    marks = [card.provenance[place] for card, place in uses]
    return Item(
        f"Of the {found.among} uses of cards {len(uses)} never came up: {_listed(named)}. {_designed(marks)}",
        _in_games(study, found),
    )


def _helpers(study: Study, found: Imbalance) -> Item:
    rules, place = study.scenario.rule_set, PLACEMENT_WORDS.index("helper")
    cards = [rules.card(card) for (card,) in found.things]
    named, marks = [card.name for card in cards], [card.provenance[place] for card in cards]
    plays = [
        f"{name} {words.count(share.n)} plays, so in at most {words.number(100 * share.high, 1)}"
        f"{words.NARROW}% of them"
        for name, share in zip(named, found.shares, strict=True)
    ]
    return Item(
        f"Of the {found.among} helpers that have to act and were played in {FEW_BLOCKS} blocks or more, "
        f"{len(cards)} never did: {_listed(named)}. {_designed(marks)}",
        (f"n {_listed(plays)} (95{words.NARROW}%)", "observed"),
    )


def _building(_study: Study, found: Imbalance) -> Item:
    name = BUILDINGS[found.things[0][0] - 1]
    return Item(
        f"The {name} is hardly ever completed: by the bot that does so most in "
        f"{words.percent_with_interval(found.share)} of its games.",
        (f"n {words.count(found.share.n)} player-games", "observed"),
    )


def _hexes(study: Study, found: Imbalance) -> Item:
    places = {place.number: place for place in study.scenario.rule_set.hexes}
    empty = [places[number] for (number,) in found.things]
    named = [f"hex {place.number} (value {place.value})" for place in empty]
    return Item(
        f"Of the {found.among} open market hexes {len(empty)} never got a marker for a barrow: "
        f"{_listed(named)}. {_designed([place.source for place in empty])}",
        _in_games(study, found),
    )


def _activity(study: Study, found: Imbalance) -> Item:
    named = _listed([ACTIVITY[place].meaning for (place,) in found.things])
    return Item(f"Nobody ever did this: {named}.", _in_games(study, found))


def _choice(study: Study, found: Imbalance) -> Item:
    asked = DECISIONS[found.word]
    what = "changes the result" if study.solo else "changes who wins"
    return Item(
        f"{asked[0].upper()}{asked[1:]} hardly ever {what}: in {words.percent_with_interval(found.share)} of "
        f"the decisions tried, surely in less than {100 * SELDOM:.0f}{words.NARROW}%.",
        (f"n {words.count(found.share.n)} decisions", "causal: each option was played"),
    )


_ITEMS: dict[Unused, Callable[[Study, Imbalance], Item]] = {
    Unused.USES: _uses,
    Unused.HELPERS: _helpers,
    Unused.BUILDING: _building,
    Unused.HEXES: _hexes,
    Unused.ACTIVITY: _activity,
    Unused.CHOICE: _choice,
}
