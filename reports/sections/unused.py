"""What hardly comes up in a game, in words."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.analysis.buildings import BUILDINGS
from analyzer.analysis.imbalances import SELDOM, Imbalance, Unused
from analyzer.analysis.overview import ACTIVITY
from analyzer.analysis.study import Study
from analyzer.recording.schema import PLACEMENT_WORDS
from analyzer.wording.probe_options import DECISIONS
from reports import words
from reports.page import Item

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


def _are(number: int) -> str:
    return "was" if number == 1 else "were"


def _uses(study: Study, found: Imbalance) -> Item:
    rules = study.scenario.rule_set
    uses = [
        (rules.card(card).name, PLACEMENT_WORDS[place], rules.card(card).provenance[place])
        for card, place in found.things
    ]
    designed = sum(mark == "designed" for *_, mark in uses)
    named = _listed([f"{name} as {'an' if word == 'extension' else 'a'} {word}" for name, word, _ in uses])
    return Item(
        f"{len(uses)} of the {found.among} uses of cards {_are(len(uses))} never played: {named}. Of these "
        f"uses {designed} {'is' if designed == 1 else 'are'} designed.",
        _in_games(study, found),
    )


def _helpers(study: Study, found: Imbalance) -> Item:
    rules, place = study.scenario.rule_set, PLACEMENT_WORDS.index("helper")
    cards = [rules.card(card) for (card,) in found.things]
    designed = sum(card.provenance[place] == "designed" for card in cards)
    return Item(
        f"{len(cards)} of the {found.among} helpers that were played and that have to act never did: "
        f"{_listed([card.name for card in cards])}. Of these helpers {designed} "
        f"{'is' if designed == 1 else 'are'} designed.",
        _in_games(study, found),
    )


def _building(_study: Study, found: Imbalance) -> Item:
    name = BUILDINGS[found.things[0][0] - 1]
    return Item(
        f"The {name} is hardly ever completed: by the bot that does so most in "
        f"{words.percent_with_interval(found.share)} of its games.",
        (f"n {words.count(found.share.n)} player-games", "observed"),
    )


def _hexes(study: Study, found: Imbalance) -> Item:
    values = {place.number: place for place in study.scenario.rule_set.hexes}
    named = _listed([f"hex {number} (value {values[number].value})" for (number,) in found.things])
    designed = sum(values[number].source == "designed" for (number,) in found.things)
    return Item(
        f"On {len(found.things)} of the {found.among} open market hexes nobody ever put a marker for a "
        f"barrow: {named}. Of these {designed} {'is' if designed == 1 else 'are'} designed.",
        _in_games(study, found),
    )


def _activity(study: Study, found: Imbalance) -> Item:
    named = _listed([ACTIVITY[place].meaning for (place,) in found.things])
    return Item(f"Nobody ever did this: {named}.", _in_games(study, found))


def _choice(study: Study, found: Imbalance) -> Item:
    what = "changes the result" if study.solo else "changes who wins"
    return Item(
        f"The choice {DECISIONS[found.word]} hardly ever {what}: in "
        f"{words.percent_with_interval(found.share)} of the decisions tried, surely less than "
        f"{100 * SELDOM:.0f}{words.NARROW}%.",
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
