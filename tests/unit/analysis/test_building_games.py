"""Rows of building games made by hand: recounts without bonuses, orders and rounds."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from analyzer.analysis.building_games import (
    BOT_AND_PAIR,
    BOTH,
    FIRST,
    HAS_THREE,
    OPENING,
    SECOND_PAIR,
    STARTED,
    THIRD,
    THIRD_PAIR,
    bot_of,
    building_games,
    buildings_of,
    decided,
    round_of,
    share_without,
)
from analyzer.analysis.study import Part, Study, study_of
from analyzer.recording.store import open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of

Completion = tuple[int, int, int, int]
"""Building, round, vp for being first, vp for opening."""


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Study:
    folder = tmp_path_factory.mktemp("two")
    record(plan_of(folder, "first", "first", games=2), folder / "run", workers=Processes(1))
    return study_of(open_run(folder / "run"))


def games(study: Study, *made: tuple[tuple[int, int, list[Completion]], ...]) -> pl.DataFrame:
    """Rows of games of two players, each given as its vp, silver and completions in their order."""
    players, buildings = [], []
    for block, game in enumerate(made):
        best = max((vp, silver) for vp, silver, _ in game)
        winners = sum((vp, silver) == best for vp, silver, _ in game)
        for seat, (vp, silver, done) in enumerate(game):
            owner = {"block": block, "game": 0, "seat": seat, "bot": seat}
            won = winners if (vp, silver) == best else 0
            players.append({**owner, "vp": vp, "silver": silver, "winners": won})
            for order, (building, r, first, opening) in enumerate(done, 1):
                row = {"round": r, "building": building, "order": order}
                buildings.append({**owner, **row, "vp_first": first, "vp_opening": opening})
    part = study.parts[0]
    own = Part(pl.LazyFrame(players), part.placements, pl.LazyFrame(buildings), part.markers, *_others(part))
    (frame,) = building_games(replace(study, parts=(own,), bots=("a", "b")))
    return frame.collect().sort("block", "seat")


def _others(part: Part) -> list[pl.LazyFrame]:
    names = list(Part.__dataclass_fields__)
    return [getattr(part, name) for name in names[4:]]


@pytest.mark.parametrize(
    ("game", "shares", "lost"),
    [
        (((50, 0, [(1, 2, 1, 1)]), (49, 0, [])), (0, 12), 1),
        (((50, 0, [(1, 2, 1, 0)]), (49, 3, [])), (0, 12), 1),
        (((50, 3, [(1, 2, 1, 0)]), (49, 0, [])), (12, 0), 0),
        (((50, 2, [(1, 2, 0, 1)]), (49, 2, [])), (6, 6), 0),
        (((50, 2, [(1, 2, 1, 0)]), (50, 2, [])), (0, 12), 1),
        (((50, 2, [(1, 2, 1, 0)]), (50, 2, [(2, 2, 0, 1)])), (6, 6), 0),
        (((50, 9, [(1, 2, 1, 0), (2, 3, 1, 0)]), (49, 0, [(1, 2, 0, 1)])), (12, 0), 0),
    ],
    ids=[
        "less",
        "silver decides",
        "silver keeps",
        "shared anew",
        "no longer shared",
        "both",
        "the other too",
    ],
)
def test_winners_without_bonuses(
    two: Study, game: tuple[tuple[int, int, list[Completion]], ...], shares: tuple[int, int], lost: int
) -> None:
    found = games(two, game)
    assert tuple(found[share_without(BOTH)]) == shares
    assert set(found[decided(BOTH)]) == {lost}


def test_each_bonus_is_taken_off_alone(two: Study) -> None:
    found = games(two, ((50, 0, [(1, 2, 2, 1)]), (48, 5, [])))
    assert [set(found[decided(bonus)]) for bonus in (FIRST, OPENING, BOTH)] == [{1}, {0}, {1}]
    assert (found[FIRST][0], found[OPENING][0], found[FIRST][1]) == (2, 1, 0)


def test_orders_and_rounds(two: Study) -> None:
    done = [(6, 1, 0, 0), (2, 2, 0, 0), (4, 2, 0, 0), (1, 6, 0, 0)]
    every = [(building, 6, 0, 0) for building in (3, 1, 6, 5, 4, 2)]
    found = games(two, ((1, 0, done), (0, 0, every)), ((1, 0, []), (0, 0, done[:2])))
    pairs = zip(found[BOT_AND_PAIR], found[SECOND_PAIR], found[THIRD_PAIR], strict=True)
    orders = [(bot_of(one)[0], buildings_of(bot_of(one)[1], two, three)) for one, two, three in pairs]
    assert orders == [(0, (6, 2, 4, 1)), (1, (3, 1, 6, 5, 4, 2)), (0, ()), (1, (6, 2))]
    assert list(found[STARTED]) == [6, 3, 0, 6]
    assert list(found[THIRD]) == [4, 6, 0, 0]
    assert list(found[HAS_THREE]) == [1, 1, 0, 0]
    assert [found[round_of(building)][0] for building in range(1, 7)] == [6, 2, 0, 2, 0, 1]
    assert [found[round_of(building)][2] for building in range(1, 7)] == [0] * 6


def test_keys_fit_the_groups_of_estimates() -> None:
    """A group's columns hold 0 to 255; four bots play at most."""
    greatest = 6 * 7 + 5
    assert 3 * 49 + greatest <= 255
    assert bot_of(3 * 49 + greatest) == (3, greatest)
    assert buildings_of(greatest) == (6, 5)
