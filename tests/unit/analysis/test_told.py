"""What bots were told, in words."""

from __future__ import annotations

from analyzer.analysis.told import Told


def test_a_bot_that_could_obey() -> None:
    told = Told("balanced: never buy; never sell", ("never buy", "never sell"), 0, 0, 100)
    assert told.sentence == "balanced was told: never buy; never sell. That could always be obeyed."


def test_restrictions_that_yielded() -> None:
    told = Told("mine", ("never play helper",), 1, 1, 4000)
    assert told.sentence == (
        "mine was told: never play helper. It yielded once, in 1 of 4,000 player-games, where nothing else "
        "was legal."
    )
    told = Told("mine", ("never play helper",), 1200, 30, 40)
    assert " It yielded 1,200 times, in 30 of 40 player-games, " in told.sentence
