"""Every number at the ends of its range and every three options together are played by the rules."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.scenario import ScenarioErrors
from analyzer.scenario.spec import LISTS, NUMBERS, OPTIONS, ROWS, TOKENS
from cext.types import Policy
from tests.property.setups import GOODS, USUAL, Changes, Setup, bot, setup_of

BOTS = np.concatenate([bot(Policy.POLICY_RANDOM), bot(Policy.POLICY_BALANCED)])
OPTION_SETS = [
    {path: option.words[(place & row).bit_count() + turn & 1] for place, (path, option) in enumerate(OPTIONS.items())}
    for row in range(8)
    for turn in range(2)
]
"""Any three of the eight options come in all eight combinations of their settings, twice each."""
ENDS = [(path, end) for path, entry in NUMBERS.items() for end in dict.fromkeys((entry.low, entry.high))]
SHAPES: list[Changes] = [
    *[{path: [USUAL] * known.longest} for path, known in LISTS.items()],
    {"siesta.vp": [0, 5]},
    {"roofs.vp": []},
    *[{path: [good] for path in ROWS} for good in GOODS],
    {path: [*GOODS, *GOODS[2:8]] for path in ROWS},
    {TOKENS: [{"donkeys": 0, "hats": 9}] * 6},
    {TOKENS: [{"donkeys": 9, "hats": 0}, {"donkeys": 0, "hats": 0}, {"donkeys": 2, "hats": 1}]},
]
PLAYERS = (1, 2, 3, 4)
EQUAL_PRICES = "A10"


def played_legally(setup: Setup, games: int = 1) -> None:
    for block in range(games):
        table = setup.table(8, block)
        table.play()
        assert setup.problems(table) == [], f"block {block}"


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("row", range(len(OPTION_SETS)))
def test_options_together(row: int, players: int) -> None:
    seats = [(row + seat) % 2 for seat in range(players)]
    played_legally(setup_of(players, OPTION_SETS[row], BOTS, seats))


def test_option_sets_hold_all_combinations_of_three() -> None:
    paths = list(OPTIONS)
    triples = [(a, b, c) for a in paths for b in paths for c in paths if a < b < c]
    assert all(len({tuple(row[path] for path in three) for row in OPTION_SETS}) == 8 for three in triples)


@pytest.mark.parametrize(("path", "value"), ENDS, ids=[f"{path}={value}" for path, value in ENDS])
def test_numbers_at_the_ends_of_their_ranges(path: str, value: int) -> None:
    """Played legally, or refused because a turn or the deck could not bear it."""
    players = 1 + len(path) % 4
    try:
        setup = setup_of(players, {path: value}, BOTS, [seat % 2 for seat in range(players)])
    except ScenarioErrors as refused:
        assert path in REFUSED[value == NUMBERS[path].low], refused.problems
        return
    played_legally(setup)


@pytest.mark.parametrize("shape", SHAPES, ids=[" ".join(shape)[:40] for shape in SHAPES])
def test_lists_rows_and_tokens_of_every_length(shape: Changes) -> None:
    for players in (1, 4):
        played_legally(setup_of(players, shape, BOTS, [seat % 2 for seat in range(players)]))
