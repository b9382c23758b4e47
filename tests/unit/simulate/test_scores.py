"""Matches played for their scores: the core's results, whoever plays them."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from analyzer.scenario import standard_rule_set, to_arrays
from analyzer.simulate import crew, matches
from analyzer.simulate.failures import RunFailed
from analyzer.simulate.interrupt import Interrupt, Interrupted
from analyzer.simulate.matches import Played, play_match
from analyzer.simulate.scores import SHARES, Match, Scorer, Scores
from analyzer.simulate.standard import default_bots
from cext import core, types

RANDOM, FIRST = types.Policy.POLICY_RANDOM, types.Policy.POLICY_FIRST
RULES = {players: to_arrays(standard_rule_set(), players) for players in (2, 3, 4)}
BOTS = np.concatenate([default_bots(RANDOM), default_bots(FIRST)])


def match_of(*rows: list[int], blocks: int, seed: int = 3, first: int = 0) -> Match:
    """Games of ``random`` (0) and ``first`` (1)."""
    return Match(RULES[len(rows[0])], BOTS, np.array(rows, np.int8), seed, first, blocks)


THREE = match_of([0, 1, 1], [1, 0, 1], [1, 1, 0], blocks=30, first=5)
FOUR = match_of([0, 0, 1, 1], [0, 1, 0, 1], blocks=20)


def same(one: Scores, other: Scores) -> bool:
    return np.array_equal(one.wins, other.wins) and np.array_equal(one.vp, other.vp)


def played(match: Match) -> Scores:
    with Scorer(1) as scorer:
        return scorer.play([match])[0]


@pytest.fixture
def workers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers play from the first game on."""
    monkeypatch.setattr(crew, "_PATIENCE", 0.0)


def test_scores_are_those_of_the_core() -> None:
    rows = np.empty(30 * 3 * 3, core.ROW_DTYPES["players"])
    core.play_blocks(THREE.rules, THREE.bots, THREE.seating, 3, 5, 30, {"players": rows})
    scores = played(THREE)
    assert scores.wins.shape == scores.vp.shape == (30, 3, 3)
    assert scores.wins.dtype == scores.vp.dtype == np.int16
    assert scores.vp.ravel().tolist() == rows["vp"].tolist()
    shares = [0, *(SHARES // winners for winners in (1, 2, 3))]
    assert scores.wins.ravel().tolist() == [shares[winners] for winners in rows["winners"]]


def test_every_game_has_one_win_to_share() -> None:
    scores = played(match_of([0, 0, 0, 0], blocks=3000))
    assert (scores.wins.sum(axis=2) == SHARES).all()
    assert {6, 12} <= set(np.unique(scores.wins).tolist()) <= {0, 3, 4, 6, 12}
    best = scores.vp == scores.vp.max(axis=2, keepdims=True)
    assert (scores.wins[~best] == 0).all()


def test_a_cut_plays_the_same_games() -> None:
    whole, part = played(THREE), played(THREE.cut(4, 10, 1, 2))
    assert np.array_equal(part.wins, whole.wins[4:14, 1:3])
    assert np.array_equal(part.vp, whole.vp[4:14, 1:3])


@pytest.mark.usefixtures("workers_at_once")
def test_jobs_give_the_same_scores_and_workers_stay() -> None:
    several = [THREE, FOUR, match_of([0, 1], blocks=0), match_of([1, 0], blocks=7000, first=2**31 - 7001)]
    alone = [played(match) for match in several]
    counted: list[int] = []
    with Scorer(2) as scorer:
        first = scorer.play(several, counted.append)
        started = processes(scorer)
        second = scorer.play(several)
        assert processes(scorer) == started
        assert len(started) == 2
    assert sum(counted) == 90 + 40 + 0 + 7000
    for again in (first, second):
        assert all(same(one, other) for one, other in zip(again, alone, strict=True))
    assert [process.poll() for process in started] == [-signal.SIGKILL] * 2


def test_short_play_needs_no_workers() -> None:
    with Scorer(2) as scorer:
        scorer.play([FOUR])
        assert not processes(scorer)


def test_cuts_take_a_quarter_of_a_second_and_games_of_a_block_may_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Games that are slow are cut off one by one, fast ones in growing numbers."""
    sizes: list[tuple[int, int]] = []

    def slowly(match: Match) -> Played:
        sizes.append((match.blocks, match.games_per_block))
        return Played(play_match(match).scores, match.games * seconds)

    monkeypatch.setattr(matches, "play_match", slowly)
    seconds = 1.0
    scores = played(FOUR)
    assert sizes == [(1, 1)] * 40
    sizes.clear()
    seconds = 0.01
    assert same(played(FOUR), scores)
    assert sizes == [(1, 1), (1, 1), (4, 2), (10, 2), (5, 2)]
    assert max(blocks * games for blocks, games in sizes) * seconds <= 0.25


def processes(scorer: Scorer) -> list:
    return [worker.process for worker in scorer._workers.values()]


@contextmanager
def killing(scorer: Scorer, times: int) -> Iterator[None]:
    """Kill a worker of the scorer, over and over, while the block runs."""
    done = threading.Event()

    def kill() -> None:
        killed: set[int] = set()
        while len(killed) < times and not done.is_set():
            for worker in list(scorer._workers.values()):
                if worker.process.pid not in killed and len(killed) < times and worker.cut is not None:
                    os.kill(worker.process.pid, signal.SIGKILL)
                    killed.add(worker.process.pid)
            time.sleep(0.01)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


LONG = match_of([0, 0, 1, 1], [0, 1, 0, 1], blocks=20_000)


@pytest.mark.usefixtures("workers_at_once")
def test_a_killed_worker_is_named_and_its_games_played_again() -> None:
    notices: list[str] = []
    counted: list[int] = []
    with Scorer(2, notice=notices.append) as scorer, killing(scorer, 1):
        (scores,) = scorer.play([LONG], counted.append)
    assert same(scores, played(LONG))
    assert sum(counted) == LONG.games
    (notice,) = notices
    assert re.fullmatch(
        r"Worker \d \(process \d+\) was killed by SIGKILL; a fresh one plays its blocks again: "
        r"seed 3, blocks \d+ to \d+\.",
        notice,
    )


@pytest.mark.usefixtures("workers_at_once")
def test_blocks_that_kill_twice_end_the_play() -> None:
    with (
        Scorer(2) as scorer,
        killing(scorer, 1000),
        pytest.raises(RunFailed, match=r"Two workers died over the same blocks.*seed 3, blocks \d+ to \d+\."),
    ):
        scorer.play([LONG])


@pytest.mark.usefixtures("workers_at_once")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failing_engine_is_told_with_seed_and_blocks(jobs: int) -> None:
    broken = Match(RULES[2], BOTS, np.zeros((1, 3), np.int8), 3, 0, 5)
    with Scorer(jobs) as scorer, pytest.raises(RunFailed, match=r"in seed 3, blocks (\d) to \1:\nTraceback"):
        scorer.play([broken])


@pytest.mark.usefixtures("workers_at_once")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_the_play_and_its_workers(jobs: int) -> None:
    endless = match_of([0, 0, 1, 1], blocks=2_000_000)
    with Interrupt() as interrupt, Scorer(jobs, interrupt) as scorer:
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(Interrupted, match="interrupted with Ctrl-C"):
            scorer.play([endless])
        timer.join()
        assert not processes(scorer)


@pytest.fixture
def pythons_own_handler() -> Iterator[None]:
    """Whatever tests before this one, or the runner, have made of Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    blocked = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    yield
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("workers_at_once", "pythons_own_handler")
def test_ctrl_c_without_a_handler_of_ours() -> None:
    """Python's own handler raises wherever it happens to be: so not while workers are being started."""

    def interrupt() -> None:
        while len(processes(scorer)) < 2:
            time.sleep(0.05)
        time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGINT)

    with Scorer(2) as scorer:
        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            scorer.play([match_of([0, 0, 1, 1], blocks=2_000_000)])
        thread.join()
        assert not processes(scorer)
