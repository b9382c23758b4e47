"""The check: the better bot is chosen, and what is reported was played for it."""

from __future__ import annotations

import msgspec
import pytest

from analyzer.scenario.bots import known_weights
from analyzer.scenario.model import Bot
from analyzer.simulate.scores import Scorer
from analyzer.tuning.check import Check, check, check_games
from tests.unit.tuning.searches import BALANCED, arena_of, unseen

WRECKED: Bot = msgspec.structs.replace(
    BALANCED,
    weights=BALANCED.weights | {name: (weight.high,) * 3 for name, weight in known_weights().items()},
)


@pytest.fixture(scope="module")
def checked() -> Check:
    """The parent itself and a wrecked bot: there is nothing to gain."""
    arena = arena_of("balanced", "first", players=(2, 3))
    games: list[int] = []
    with Scorer(1) as scorer:
        found = check(arena, scorer, {"wrecked": WRECKED, "same": BALANCED}, 3, 8, games.append)
    assert sum(games) == found.games == check_games(arena, 2, 8)
    return found


def test_the_better_one_is_chosen(checked: Check) -> None:
    assert checked.found_as == "same"
    assert checked.bot == BALANCED


def test_the_same_bot_gains_exactly_nothing(checked: Check) -> None:
    for gain in (checked.gain, checked.win_gain, checked.margin_gain):
        assert (gain.mean, gain.low, gain.high, gain.blocks) == (0.0, 0.0, 0.0, 8)
    assert not checked.gained


def test_a_row_for_each_table(checked: Check) -> None:
    assert [(row.players, row.against) for row in checked.tables] == [
        (2, "balanced"), (2, "first"), (3, "balanced"), (3, "first"),
    ]  # fmt: skip
    even, won = checked.tables[0], checked.tables[1]
    assert even.win.mean == even.parent_win.mean == 50.0
    assert even.margin.mean == 0.0
    assert won.win.mean == won.win.high == 100.0
    assert won.win.low < 90.0
    assert won.win == won.parent_win
    assert won.margin.mean > 20.0


def test_self_play_is_of_all_seats(checked: Check) -> None:
    assert [one.players for one in checked.self_play] == [2, 3]
    for one in checked.self_play:
        assert one.vp == one.parent_vp
        assert 40.0 < one.vp.mean < 90.0


def test_a_wrecked_bot_loses_surely() -> None:
    arena = arena_of("balanced", players=(2,))
    with Scorer(1) as scorer:
        found = check(arena, scorer, {"wrecked": WRECKED}, 3, 8, unseen)
    assert found.found_as == "wrecked"
    assert found.gain.high < 0.0
    assert not found.gained
    assert found.games == 2 * 8 * 2 + 2 * 8
