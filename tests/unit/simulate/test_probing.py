"""Probes as they are played: rows against a slow recount, and files that don't depend on who plays."""

from __future__ import annotations

import os
import signal
import threading
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from analyzer.errors import BotError, UserError
from analyzer.recording.studies import open_study
from analyzer.scenario import load_scenario
from analyzer.simulate import crew, probing
from analyzer.simulate.crew import Crew
from analyzer.simulate.interrupt import Interrupt, Interrupted
from analyzer.simulate.probing import KINDS, ProbeTask, plan_probes, play_probes
from cext.types import Probe
from tests.unit.simulate.plans import plan_of
from tests.unit.simulate.probe_recount import Game

BLOCKS = range(3, 6)
SHIPPED = ("solo", "two-players", "styles")


@pytest.fixture
def workers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers play from the first block on."""
    monkeypatch.setattr(crew, "_PATIENCE", 0.0)


@cache
def game_of(scenario: str, block: int) -> Game:
    return Game(plan_probes(load_scenario(scenario), 10, 5), block)


def rows_of(scenario: str, kind: int, blocks: range) -> np.ndarray:
    plan = plan_probes(load_scenario(scenario), 10, 5)
    task = ProbeTask(plan.rules, plan.bots, plan.seating, plan.seed, kind, blocks.start, len(blocks))
    return task.play().rows


@pytest.mark.parametrize("kind", list(Probe), ids=KINDS)
@pytest.mark.parametrize("scenario", SHIPPED)
def test_rows_are_those_of_a_slow_recount(scenario: str, kind: Probe) -> None:
    """Of each block: the game, that the decision may be drawn, its options, and how each of them ends."""
    rows = rows_of(scenario, kind, BLOCKS)
    probed = 0
    for block in BLOCKS:
        game, mine = game_of(scenario, block), rows[rows["block"] == block]
        eligible = game.eligible(kind)
        if not eligible:
            assert len(mine) == 0
            continue
        probed += 1
        number = int(mine["decision"][0])
        assert number in eligible
        keys = game.keys(kind, number)
        seat = game.asked[number][0]
        same = {"game": game.arrangement, "seat": seat, "bot": game.seats[seat], "decision": number}
        same |= {"eligible": len(eligible), "options": len(keys)}
        for column, value in same.items():
            assert (mine[column] == value).all(), column
        found = {(int(row["subject"]), int(row["place"])): row for row in mine}
        assert sorted(found) == sorted(keys)
        assert len(found) == len(mine)
        assert [key for key, row in found.items() if row["chosen"]] == [game.chosen(kind, number)]
        for key, row in found.items():
            told = (int(row["vp"]), int(row["margin"]), int(row["winners"]))
            if row["chosen"]:
                assert told == game.result(number, key, game.taken[number])
            else:
                # Of several options with one key the bot's best was played, which is one of them.
                indices: list[int | None] = [*keys[key]] or [None]
                assert told in {game.result(number, key, index) for index in indices}
    assert probed == len(BLOCKS)


def test_decisions_are_drawn_from_all_of_a_game() -> None:
    """Evenly: tokens are chosen in each of six rounds, and each round has its share."""
    rows = rows_of("two-players", Probe.PROBE_TOKEN, range(600))
    first = rows[np.unique(rows["block"], return_index=True)[1]]
    counts = np.bincount(first["round"], minlength=7)[1:7]
    assert len(first) == 600
    assert counts.min() > 60  # 100 each on average, 9 the standard deviation
    assert counts.max() < 140


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*.*"))}


@pytest.mark.usefixtures("workers_at_once")
def test_jobs_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing, "_PART_BLOCKS", 64)
    plan = plan_of(tmp_path, "novice", "random", games=600)
    counted: list[int] = []
    for jobs in (1, 2):
        with Crew(jobs) as players:
            done = play_probes(plan, "die", tmp_path / str(jobs), players, progress=counted.append)
        assert (done.state, done.blocks_done, done.stopped) == ("complete", plan.blocks, None)
    assert sum(counted) == 2 * plan.blocks
    assert len(files(tmp_path / "1")) == 1 + -(-plan.blocks // 64)
    assert files(tmp_path / "1") == files(tmp_path / "2")


def test_cuts_of_any_size_give_the_same_rows() -> None:
    plan = plan_probes(load_scenario("styles"), 40, 5)

    def rows(first: int, blocks: int) -> np.ndarray:
        return ProbeTask(plan.rules, plan.bots, plan.seating, 5, Probe.PROBE_HEX, first, blocks).play().rows

    assert np.array_equal(rows(0, 40), np.concatenate([rows(0, 1), rows(1, 30), rows(31, 9)]))


@pytest.mark.usefixtures("workers_at_once")
def test_ctrl_c_leaves_whole_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed in the middle, the folder holds a prefix of what it would have held."""
    monkeypatch.setattr(probing, "_PART_BLOCKS", 16)
    plan = plan_of(tmp_path, "novice", "novice", games=1_000_000)
    timer = threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT))
    with Interrupt() as interrupt, Crew(2, interrupt) as players:
        timer.start()
        with pytest.raises(Interrupted):
            play_probes(plan, "token", tmp_path / "cut", players)
        timer.join()
    cut = open_study(tmp_path / "cut")
    assert (cut.manifest.state, cut.manifest.stopped) == ("partial", "interrupted with Ctrl-C")
    assert 0 < cut.manifest.blocks_done < plan.blocks
    short = plan_of(tmp_path, "novice", "novice", games=64)
    with Crew(1) as players:
        play_probes(short, "token", tmp_path / "short", players)
    first = "rows/part-00000.parquet"
    assert files(tmp_path / "cut")[first] == files(tmp_path / "short")[first]
    assert cut.lazy().collect()["block"].max() == cut.manifest.blocks_done - 1


def test_a_python_bot_is_probed_and_named_when_it_fails(tmp_path: Path) -> None:
    """Functions play in workers; what one of them does wrong is told with its game."""
    file = tmp_path / "bot.py"
    file.write_text("def first(view, options):\n    return 0\n\ndef bad(view, options):\n    return 99\n")
    good = plan_of(tmp_path, "bot.py:first", "first", games=4)
    twin = plan_of(tmp_path, "first", "first", games=4)
    for name, plan in (("good", good), ("twin", twin)):
        with Crew(2) as players:
            play_probes(plan, "die", tmp_path / name, players)
    columns = ["block", "decision", "subject", "place", "chosen", "vp", "margin", "winners"]
    mine, other = (open_study(tmp_path / name).lazy().collect().select(columns) for name in ("good", "twin"))
    assert len(mine.filter(mine["block"] == 0)) > 1
    assert mine.filter(mine["block"] == 0).equals(other.filter(other["block"] == 0))
    bad = plan_of(tmp_path, "bot.py:bad", "first", games=4)
    with Crew(1) as players, pytest.raises(BotError, match=r"`bad` returned 99 \(game \d"):
        play_probes(bad, "die", tmp_path / "bad", players)


def test_numbers_out_of_range() -> None:
    for number in (0, -3, 2**31):
        with pytest.raises(UserError, match=rf"^{number} decisions can't be probed; give .* with -n\.$"):
            plan_probes(load_scenario("solo"), number)
