"""Bots of different names that play alike: comparing them tells nothing about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.scenario.model import Bot, Scenario, plays_as


@dataclass(frozen=True, slots=True)
class Alike:
    """Bots with the same policy, weights and restrictions.

    ``by_construction``: in every block they play the same games from the same seats, so that
    their difference is exactly 0; otherwise they differ by chance and by who sits next to whom.
    """

    bots: tuple[str, ...]
    by_construction: bool

    @property
    def sentence(self) -> str:
        """What a reader has to know of them."""
        who = f"{', '.join(self.bots[:-1])} and {self.bots[-1]} play alike: same policy and weights;"
        if self.by_construction:
            return f"{who} their difference is 0 by construction."
        return f"{who} only chance and who sits next to whom make them differ."


def bots_alike(
    scenario: Scenario, bots: Sequence[str], seating: Sequence[Sequence[int]]
) -> tuple[Alike, ...]:
    """Groups of a scenario's bots that play alike; ``seating``: indices into the names ``bots``."""
    by_name = {bot.name: bot for bot in scenario.bots}
    return groups_alike([by_name[name] for name in bots], bots, seating)


def groups_alike(
    bots: Sequence[Bot], labels: Sequence[str], seating: Sequence[Sequence[int]]
) -> tuple[Alike, ...]:
    """Groups of bots that play alike, by label; ``seating``: a row of indices per game of a block."""
    groups: dict[bytes, list[int]] = {}
    for index, bot in enumerate(bots):
        groups.setdefault(plays_as(bot), []).append(index)
    first = {index: group[0] for group in groups.values() for index in group}
    return tuple(
        Alike(tuple(labels[index] for index in group), _same_games(group, first, seating))
        for group in groups.values()
        if len(group) > 1
    )


def _same_games(group: Sequence[int], first: dict[int, int], seating: Sequence[Sequence[int]]) -> bool:
    """Whether all bots of a group play the same games from the same seats, in the same proportions.

    Games of one block differ only in who plays where; with names put aside, equal rows are equal games.
    """
    seen: dict[int, Counter[tuple[tuple[int, ...], int]]] = {index: Counter() for index in group}
    for row in seating:
        game = tuple(first[bot] for bot in row)
        for seat, bot in enumerate(row):
            if bot in seen:
                seen[bot][game, seat] += 1
    one, *others = seen.values()
    return all(
        one.keys() == other.keys()
        and all(one[key] * other.total() == other[key] * one.total() for key in one)
        for other in others
    )
