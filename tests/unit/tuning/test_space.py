"""The search space: every weight has its place, and every place a weight within its range."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from analyzer.scenario.bots import known_weights
from analyzer.scenario.model import Bot
from analyzer.tuning.space import Space, from_unit, to_unit
from cext.weights import Weight
from tests.unit.tuning.searches import BALANCED

NARROW = Weight("narrow", 0, 0, 40, "")
SIGNED = Weight("signed", 0, -500, 1500, "")
WEIGHTS = [*known_weights().values(), NARROW, SIGNED]


def with_weights(**values: tuple[int, int, int]) -> Bot:
    return msgspec.structs.replace(BALANCED, weights=BALANCED.weights | values)


STAGED = with_weights(silver=(800, 700, 100), hat=(0, 0, 3000))


@pytest.mark.parametrize("weight", WEIGHTS, ids=lambda weight: weight.name)
def test_every_value_comes_back(weight: Weight) -> None:
    values = range(weight.low, weight.high + 1)
    places = [to_unit(value, weight) for value in values]
    assert [from_unit(place, weight) for place in places] == list(values)
    assert places[0] == 0.0
    assert places[-1] == 1.0
    assert np.all(np.diff(places) > 0)


@pytest.mark.parametrize("weight", WEIGHTS, ids=lambda weight: weight.name)
def test_places_outside_are_the_ends(weight: Weight) -> None:
    assert from_unit(-0.2, weight) == weight.low
    assert from_unit(1.2, weight) == weight.high


def test_steps_are_finer_near_zero() -> None:
    hat = known_weights()["hat"]
    near, far = to_unit(50, hat), to_unit(2000, hat)
    assert from_unit(near + 0.05, hat) - 50 < 60
    assert from_unit(far + 0.05, hat) - 2000 > 240


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize("bot", [BALANCED, STAGED], ids=["one value", "by stage"])
def test_the_start_is_the_bot_itself(bot: Bot, staged: bool) -> None:
    space = Space(bot, tuple(known_weights()), staged=staged)
    assert space.size == len(known_weights()) * (3 if staged else 1)
    assert space.start().shape == (space.size,)
    assert space.bot(space.start()) == bot


def test_one_number_moves_all_stages_and_keeps_their_differences() -> None:
    space = Space(STAGED, ("silver",), staged=False)
    moved = space.bot(space.start() + 0.1)
    before, after = STAGED.weights["silver"], moved.weights["silver"]
    assert all(new > old for old, new in zip(before, after, strict=True))
    assert after[0] > after[1] > after[2]
    assert moved.weights | {"silver": before} == STAGED.weights


def test_by_stage_a_number_moves_one_stage() -> None:
    space = Space(STAGED, ("play", "silver"), staged=True)
    point = space.start()
    point[4] += 0.1  # silver, middle
    moved = space.bot(point)
    early, middle, late = moved.weights["silver"]
    assert (early, late) == (800, 100)
    assert middle > 700
    assert moved.weights["play"] == STAGED.weights["play"]


def test_any_point_is_within_the_ranges() -> None:
    space = Space(STAGED, tuple(known_weights()), staged=False)
    for place in (-1.0, 0.0, 0.5, 1.0, 2.0):
        for name, values in space.bot(np.full(space.size, place)).weights.items():
            weight = known_weights()[name]
            assert all(weight.low <= value <= weight.high for value in values)
