"""The study luck: what is drawn anew in each game, and that nothing else is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest

from analyzer.analysis.variance import shares_in
from analyzer.recording.luck_variants import BASE, DEAL, DICE, EVERY_FACTOR, OPPONENTS, SEAT_OTHER_DEAL
from analyzer.recording.studies import open_study
from analyzer.scenario import bots_array, load_scenario
from analyzer.simulate.crew import Crew
from analyzer.simulate.luck_study import PURPOSES, Draws, drawn, luck_study, luck_variants, pool_of
from analyzer.simulate.matches import Match, play_match
from analyzer.simulate.study_course import play_study
from cext.types import Luck
from tests.unit.simulate.plans import plan_of

STYLES = load_scenario("styles").bots


def test_numbers_are_a_hash_of_their_key() -> None:
    """Written down: the same on every machine and in every version."""
    assert [drawn(2014, block, "seat", 4) for block in range(8)] == [1, 0, 0, 2, 1, 3, 2, 0]
    counts = Counter(drawn(1, block, "x", 5) for block in range(10_000))
    assert all(1850 <= counts[number] <= 2150 for number in range(5))


def test_every_game_draws_one_thing_anew() -> None:
    for block in range(200):
        draws = Draws(7, block, 4, 5)
        base = draws.game(BASE)
        assert base.purposes == 0
        for key, bits in PURPOSES.items():
            game = draws.game(key)
            assert (game.table, game.purposes) == (base.table, bits)
            assert game.seed != 7
        turned, other_deal = draws.game("seat"), draws.game(SEAT_OTHER_DEAL)
        assert turned.table.seat != base.table.seat
        assert (turned.table.bots, turned.purposes) == (base.table.bots, 0)
        assert other_deal.table == turned.table
        assert (other_deal.purposes, other_deal.seed) == (1 << Luck.LUCK_DRAW, draws.game(DEAL.key).seed)
        play, opponents = draws.game("play").table, draws.game("opponents").table
        assert play.bots[0] != base.table.bots[0]
        assert (play.seat, play.bots[1:]) == (base.table.seat, base.table.bots[1:])
        assert (opponents.seat, opponents.bots[0]) == (base.table.seat, base.table.bots[0])


def test_games_that_have_one_thing_in_common() -> None:
    for block in range(50):
        draws = Draws(7, block, 4, 5)
        base = draws.game(BASE)
        for factor in EVERY_FACTOR:
            if factor.key in ("seat", "play"):
                continue
            games = [draws.game(key) for key in factor.alone]
            assert {game.table.seat for game in games} == {base.table.seat}
            assert len({game.seed for game in games}) == len(games)
            kept = PURPOSES.get(factor.key, 0)
            assert all(game.purposes & kept == 0 for game in games)
            assert all(game.purposes | kept == PURPOSES["luck"] for game in games)
            same = [game.table.bots[1:] == base.table.bots[1:] for game in games]
            assert all(same) == (factor is OPPONENTS)


def test_the_judged_bot_sits_where_it_should() -> None:
    draws = Draws(3, 0, 4, 100)
    for key in (BASE, "seat", "play", *DICE.alone):
        table = draws.game(key).table
        assert table.seating[table.seat] == table.bots[0]
        assert table.seating[(table.seat + 1) % 4] == table.bots[1]
        assert sorted(table.seating) == sorted(table.bots)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_rows_are_those_games(tmp_path: Path, players: int) -> None:
    plan = plan_of(tmp_path, *["balanced"] * players, games=6)
    study = luck_study(plan, 6, STYLES)
    keys = [variant.key for variant in study.manifest.variants]
    rows = study.task(0, 6).play().rows
    assert len(rows) == 6 * len(keys)
    for row in rows[::3]:
        block, key = int(row["block"]), keys[row["variant"]]
        game = Draws(plan.seed, block, players, len(STYLES)).game(key)
        seating = np.array([game.table.seating], np.int8)
        reseed = (game.purposes, game.seed)
        match = Match(plan.rules, bots_array(STYLES), seating, plan.seed, block, 1, None, reseed)
        scores = play_match(match).scores
        vp, seat = scores.vp[0, 0], game.table.seat
        assert (row["seat"], row["bot"], row["vp"]) == (seat, game.table.bots[0], vp[seat])
        assert row["margin"] == (vp[0] if players == 1 else players * vp[seat] - vp.sum())
        assert row["win"] == scores.wins[0, 0, seat]


def test_what_a_table_has_not_is_not_played() -> None:
    def keys(players: int, *bots: str) -> set[str]:
        pool = tuple(msgspec.structs.replace(STYLES[0], policy=policy) for policy in bots)
        return {variant.key for variant in luck_variants(players, pool)}

    assert {"seat", "opponents", SEAT_OTHER_DEAL}.isdisjoint(keys(1, "balanced"))
    assert "solo" in keys(1, "balanced")
    assert "solo" not in keys(2, "balanced")
    assert "noise" not in keys(2, "balanced", "first")
    assert "noise" in keys(2, "balanced", "random")
    assert "noise" in keys(2, "search")


def test_the_pool(tmp_path: Path) -> None:
    def names(*line_up: str) -> tuple[str, ...]:
        return tuple(bot.name for bot in pool_of(plan_of(tmp_path, *line_up, games=4).scenario.bots))

    assert names("random", "balanced", "random") == ("random", "balanced")
    assert names("balanced", "balanced") == ("balanced", "builder", "market", "grower", "crafty")
    assert names("grower") == ("grower", "builder", "market", "crafty")
    (tmp_path / "twin.toml").write_text('extends = "balanced"\nname = "twin"\n', encoding="utf-8")
    assert names("twin.toml", "balanced") == ("twin", "builder", "market", "grower", "crafty")
    (tmp_path / "mine.toml").write_text('extends = "first"\nname = "grower"\n', encoding="utf-8")
    assert names("mine.toml") == ("grower", "builder", "market", "crafty")


def test_a_pool_of_one_leaves_nothing_to_own_play_and_opponents(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, *["balanced"] * 3, games=3)
    with Crew(1) as crew:
        play_study(luck_study(plan, 60, STYLES[:1]), tmp_path / "luck", crew)
    shares = shares_in(open_study(tmp_path / "luck"))
    assert shares is not None
    by_key = {factor.key: factor for factor in shares.factors}
    for key in ("play", "opponents"):
        assert (by_key[key].total.mean, by_key[key].total.se) == (0.0, 0.0)
    assert by_key["play"].alone.mean == pytest.approx(0.0, abs=1e-12)
    assert by_key["dice"].total.mean > 0.2


def test_a_pool_of_two(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "first", "first", games=2)
    with Crew(1) as crew:
        play_study(luck_study(plan, 40, (*plan.scenario.bots, STYLES[0])), tmp_path / "luck", crew)
    shares = shares_in(open_study(tmp_path / "luck"))
    assert shares is not None
    assert shares.pool == ("first", "builder")
    by_key = {factor.key: factor for factor in shares.factors}
    assert "noise" not in by_key
    # Two who differ much: half of what differs is who plays, half is against whom.
    for key in ("play", "opponents"):
        assert by_key[key].alone.mean == pytest.approx(0.47, abs=0.12)
