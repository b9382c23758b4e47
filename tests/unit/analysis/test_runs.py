"""Differences of runs: paired where the luck is shared, exactly 0 against itself, and the right error."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest

from analyzer.analysis.runs import Question, compare_runs, main_questions, shared_blocks
from analyzer.analysis.study import Study
from analyzer.recording.schema import VP_SOURCES, Players

PLAYERS = 2


def study(vp: np.ndarray, bots: tuple[str, ...] = ("a", "b"), parts: int = 3) -> Study:
    """``vp``: of the two seats in each block of one game; bot 0 in seat 0."""
    blocks = len(vp)
    columns: dict[str, Any] = {
        Players.BLOCK: np.repeat(np.arange(blocks), PLAYERS),
        Players.GAME: np.zeros(blocks * PLAYERS, dtype=np.int64),
        Players.SEAT: np.tile([0, 1], blocks),
        Players.BOT: np.tile([0, len(bots) - 1], blocks),
        Players.VP: vp.ravel(),
        Players.WINNERS: (vp == vp.max(axis=1, keepdims=True)).astype(np.int64).ravel(),
    }
    table = pl.DataFrame({**{str(c): np.ones(blocks * PLAYERS, np.int64) for c in Players}, **columns})
    frames = [table.filter(pl.col(Players.BLOCK) % parts == part).lazy() for part in range(parts)]
    scenario: Any = SimpleNamespace(players=PLAYERS)
    none = pl.LazyFrame()
    made: Any = [
        SimpleNamespace(players=frame, placements=none, buildings=none, markers=none) for frame in frames
    ]
    return Study(
        scenario=scenario,
        bots=bots,
        seating=((0, len(bots) - 1),),
        blocks=blocks,
        parts=tuple(made),
        folder=Path(),
    )


def scores(blocks: int, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return random.integers(40, 80, (blocks, 1)) + random.integers(0, 20, (blocks, PLAYERS))


def of(compared: Any, name: str, bot: str | None = None) -> Any:
    return next(
        each
        for each in compared
        if each.question.measure.key == name and each.question.bot == bot and each.question.seat is None
    )


def test_a_run_against_itself_differs_by_exactly_nothing() -> None:
    one = study(scores(200, 1))
    for each in compare_runs([one, one], [7, 7], 100):
        assert each.differences[0].mean == 0.0
        assert each.differences[0].se == 0.0
        assert each.told == (None,)
        assert each.values[0] == each.values[1]


def test_the_same_luck_is_paired() -> None:
    """Every player makes one vp more: certain when paired, lost in the noise when not."""
    vp = scores(200, 1)
    one, more = study(vp), study(vp + 1)
    paired = of(compare_runs([one, more], [7, 7], 100), "vp")
    assert (paired.differences[0].mean, paired.differences[0].se) == (1.0, 0.0)
    apart = of(compare_runs([one, more], [7, 8], 100), "vp")
    means = vp.mean(axis=1)
    assert apart.differences[0].mean == pytest.approx(1.0)
    assert apart.differences[0].se == pytest.approx(math.sqrt(2 * means.var(ddof=1) / 200))
    assert apart.told == (False,)


def test_runs_of_another_size_share_their_first_blocks() -> None:
    """The error is that of the formula, and of many such pairs drawn anew."""
    luck = np.random.default_rng(5)
    found, errors = [], []
    for seed in range(300):
        vp = scores(60, seed)
        longer = vp + luck.integers(0, 6, vp.shape)
        compared = of(compare_runs([study(vp[:40]), study(longer)], [7, 7], 10), "vp")
        found.append(compared.differences[0].mean)
        errors.append(compared.differences[0].se)
    assert np.std(found) == pytest.approx(np.mean(errors), rel=0.12)
    assert shared_blocks(study(scores(4, 1)), study(scores(9, 1)), (7, 7)) == 4
    assert shared_blocks(study(scores(4, 1)), study(scores(9, 1)), (7, 8)) == 0


def test_means_are_those_of_plain_counting() -> None:
    vp = scores(50, 3)
    compared = compare_runs([study(vp), study(vp)], [7, 7], 10)
    assert of(compared, "vp").values[0].mean == pytest.approx(vp.mean())
    assert of(compared, "vp", "b").values[0].mean == pytest.approx(vp[:, 1].mean())
    first = vp[:, 0] >= vp[:, 1]
    ties = vp[:, 0] == vp[:, 1]
    assert of(compared, "share", "a").values[0].mean == pytest.approx((first.mean() * 1.0), abs=ties.mean())
    assert of(compared, "vp").values[0].n == 100


def test_what_a_run_does_not_have_is_a_dash() -> None:
    one, other = study(scores(30, 1)), study(scores(30, 1), bots=("a", "c"))
    compared = of(compare_runs([one, other], [7, 7], 10), "share", "b")
    assert compared.values[1].n == 0
    assert compared.differences[0].n == 0
    assert compared.told == (None,)


def test_sources_come_after_vp_and_bots_after_both() -> None:
    questions = main_questions([study(scores(5, 1))])
    assert [q.measure.key for q in questions[: len(VP_SOURCES) + 1]] == ["vp", *VP_SOURCES]
    assert [q.bot for q in questions if q.bot is not None] == ["a", "a", "b", "b"]
    assert questions[-1] == Question(questions[-1].measure, seat=1)
