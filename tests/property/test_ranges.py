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
    {
        path: option.words[((place & row).bit_count() + turn) % 2]
        for place, (path, option) in enumerate(OPTIONS.items())
    }
    for row in range(8)
    for turn in range(2)
]
"""Any three of the eight options come in all eight combinations of their settings, twice each."""
REFUSED = {
    ("setup.cards", 99),
    ("donkeys.back_before_round", 0),
    ("donkeys.back_before_round", 99),
    *((f"prices.buy.{good}", 0) for good in ("olive", "grain", "grapes", "pig")),
}
"""Ends that the loader refuses: too few cards or tokens, turns without end (A10)."""
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


def played_legally(setup: Setup) -> None:
    table = setup.table(8)
    table.play()
    assert setup.problems(table) == []


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
    players = 1 + len(path) % 4
    seats = [seat % 2 for seat in range(players)]
    if (path, value) in REFUSED:
        with pytest.raises(ScenarioErrors):
            setup_of(players, {path: value}, BOTS, seats)
    else:
        played_legally(setup_of(players, {path: value}, BOTS, seats))


@pytest.mark.parametrize("shape", SHAPES, ids=[" ".join(shape)[:40] for shape in SHAPES])
def test_lists_rows_and_tokens_of_every_length(shape: Changes) -> None:
    for players in (1, 4):
        played_legally(setup_of(players, shape, BOTS, [seat % 2 for seat in range(players)]))
