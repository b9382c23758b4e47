"""Games of restricted bots, and what in their tables and logs goes against a restriction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from analyzer.trace.eventlog import Line
from cext import core
from cext.types import Placement, Policy
from tests.property.setups import Changes, Setup, bot, setup_of

POLICIES = tuple(policy for policy in Policy if policy != Policy.POLICY_PYTHON)
"""All policies of the core: none may do what it is told not to."""
PLAYED = {Policy.POLICY_BALANCED: 100, Policy.POLICY_SEARCH: 4}
"""Games of the slower policies; the others play 300."""
LOGGED = 25
FEW = 5
SEED = 11
ROOM = {"players": 4, "placements": 300, "buildings": 24, "markers": 300, "blocks": 1}
Rows = dict[str, np.ndarray]


class Games(NamedTuple):
    """Some hundred games as tables, the first of them as event logs, too."""

    rows: Rows
    logs: Callable[[], tuple[list[Line], ...]]

    def lines(self, event: str) -> Iterator[Line]:
        return (line for log in self.logs() for line in log if line["event"] == event)


def sitting(policy: int, *told: str, others: int | None = None, changes: Changes | None = None) -> Setup:
    """Four seats of a restricted bot; with ``others`` it sits in seat 0 and they in the rest."""
    bots = np.concatenate([bot(policy, told), bot(policy if others is None else others)])
    return setup_of(4, changes, bots, (0, 0, 0, 0) if others is None else (0, 1, 1, 1))


def played(setup: Setup, games: int) -> Rows:
    """The tables of some games."""
    rows = {name: np.zeros(room * games, core.ROW_DTYPES[name]) for name, room in ROOM.items()}
    seating = np.array([setup.seats], np.int8)
    _, filled, _ = core.play_blocks(setup.rules, setup.bots, seating, SEED, 0, games, rows)
    return {name: table[: filled[name]] for name, table in rows.items()}


def logged(setup: Setup, games: int) -> tuple[list[Line], ...]:
    """The event logs of the first games."""
    logs = []
    for block in range(games):
        table = setup.table(SEED, block)
        table.play()
        logs.append(setup.log(table))
    return tuple(logs)


@cache
def standard_games(policy: int, *told: str) -> Games:
    """Games by the standard rules of four bots that are told so."""
    setup = sitting(policy, *told)
    games = PLAYED.get(Policy(policy), 300)
    return Games(played(setup, games), cache(lambda: logged(setup, min(games, LOGGED))))


def counted(column: str) -> Callable[[Games], int]:
    """How much a column of the players table comes to."""
    return lambda games: int(games.rows["players"][column].sum())


def played_as(placement: Placement) -> Callable[[Games], int]:
    return lambda games: int((games.rows["placements"]["placement"] == placement).sum())


def played_card(number: int) -> Callable[[Games], int]:
    return lambda games: int((games.rows["placements"]["card"] == number).sum())


def fired_by_choice(games: Games) -> int:
    """Helpers that act only if their owner wants: actions, those with 1x, those that cost something."""
    by_choice = {
        card.number
        for card in setup_of(4).rule_set.deck
        if card.trigger == "action" or card.once or card.cost is not None
    }
    return sum(line["card"] in by_choice for line in games.lines("helper"))


def completed(building: int, *, before: int = 0, after: int = 99) -> Callable[[Games], int]:
    """Completions of a building in rounds before the one or after the other."""

    def count(games: Games) -> int:
        rows = games.rows["buildings"]
        early_or_late = (rows["round"] < before) | (rows["round"] > after)
        return int(((rows["building"] == building) & early_or_late).sum())

    return count


def delivered(building: int, *, after: int = 0) -> Callable[[Games], int]:
    """Deliveries to a building after a round."""
    place = f"building:{building}"
    return lambda games: sum(line["to"] == place and line["round"] > after for line in games.lines("deliver"))


def placed_on(value: int) -> Callable[[Games], int]:
    def count(games: Games) -> int:
        rows = games.rows["markers"]
        return int(((rows["value"] == value) & (rows["round_placed"] > 0)).sum())

    return count


def tokens(round_number: int, *donkeys: int) -> Callable[[Games], int]:
    """Choices of tokens with so many donkeys in a round."""
    return lambda games: sum(
        line["round"] == round_number and line["donkeys"] in donkeys for line in games.lines("token")
    )
