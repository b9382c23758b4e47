"""From games to blocks and parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.scenario import load_scenario
from analyzer.simulate.plan import make_plan
from tests.unit.simulate.plans import plan_of


def test_equal_bots_have_one_game_blocks(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", "random", "random", games=10)
    assert (plan.games_per_block, plan.blocks, plan.games, plan.bot_names) == (1, 10, 10, ("random",))


@pytest.mark.parametrize(
    ("line_up", "arrangements"),
    [
        (("random", "first", "random", "first"), 2),
        (("random", "random", "first", "first"), 4),
        (("random", "first", "balanced"), 3),
    ],
)
def test_games_are_rounded_up_to_whole_blocks(
    tmp_path: Path, line_up: tuple[str, ...], arrangements: int
) -> None:
    plan = plan_of(tmp_path, *line_up, games=10 * arrangements + 1)
    assert plan.games_per_block == arrangements
    assert (plan.asked, plan.blocks, plan.games) == (10 * arrangements + 1, 11, 11 * arrangements)


def test_bots_are_indices_of_their_names(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", "first", "first", "first", games=4)
    assert plan.bot_names == ("random", "first")
    assert plan.seating.tolist()[0] == [0, 1, 1, 1]
    assert (plan.seats_of(0), plan.seats_of(1)) == (1, 3)


def test_parts_cover_all_blocks_once(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "random", "first", games=20_001)
    blocks = [block for part in plan.parts for block in range(part.first, part.first + part.blocks)]
    assert blocks == list(range(plan.blocks))
    assert [part.number for part in plan.parts] == list(range(len(plan.parts)))
    assert {part.blocks for part in plan.parts[:-1]} == {plan.blocks_per_part}


def test_parts_do_not_depend_on_the_number_of_games(tmp_path: Path) -> None:
    few = plan_of(tmp_path, "random", "first", games=10_000).parts
    many = plan_of(tmp_path, "random", "first", games=50_000).parts
    assert many[: len(few) - 1] == few[:-1]


def test_games_and_seed_of_the_command_come_first(tmp_path: Path) -> None:
    scenario = plan_of(tmp_path, "random", "random", games=7).scenario
    plan = make_plan(scenario, 9, 0)
    assert (plan.games, plan.seed) == (9, 0)


@pytest.mark.parametrize(
    ("games", "seed", "sentence"),
    [
        (0, 1, "0 games can't be played; give at least 1 with -n."),
        (-5, 1, "-5 games can't be played"),
        (2**31, 1, "more than one run can hold"),
        (1, -1, "seed -1 is out of range"),
        (1, 2**63, "is out of range; give a number from 0 to"),
    ],
)
def test_numbers_out_of_range(games: int, seed: int, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        make_plan(load_scenario("two-players"), games, seed)
