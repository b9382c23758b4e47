"""The plan of a ladder, and playing what is missing of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from analyzer.errors import UserError
from analyzer.recording.ladder_store import PairEntry, create_ladder, has_pair, read_pair
from analyzer.scenario import Bot, standard_rule_set
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.ladder import (
    LadderPlan,
    core_seconds,
    entrants_of,
    ladder_manifest,
    plan_ladder,
    play_ladder,
    self_play_speeds,
)
from analyzer.simulate.matches import play_match
from analyzer.simulate.scores import Scorer

RULES = standard_rule_set()


def bot(name: str, policy: str = "random", **weights: tuple[int, int, int]) -> Bot:
    return Bot(name=name, description="", policy=policy, weights=weights)


RANDOM, FIRST, NOVICE = bot("random"), bot("first", "first"), bot("novice", "novice")


def plan(*bots: Bot, players: int = 2, blocks: int = 4, **options: Any) -> LadderPlan:
    by_label = {each.name: each for each in bots}
    return plan_ladder(by_label, (RULES, ()), players, options.pop("seed", 5), blocks, **options)


def test_the_order_of_asking_means_nothing() -> None:
    one, other = plan(RANDOM, NOVICE, FIRST), plan(FIRST, RANDOM, NOVICE)
    assert ladder_manifest(one) == ladder_manifest(other)
    assert [entrant.name for entrant in one.entrants] == ["first", "novice", "random"]
    assert one.pairs == (PairEntry(0, 1, 4), PairEntry(0, 2, 4), PairEntry(1, 2, 4))


def test_bots_that_play_alike_are_one_entrant() -> None:
    heavy = bot("heavy", silver=(1, 2, 3))
    found = entrants_of({"random": RANDOM, "other.toml": bot("random"), "first": FIRST, "heavy": heavy})
    assert [entrant.names for entrant in found] == [("first",), ("heavy",), ("other.toml", "random")]
    assert found[2].name == "other.toml = random"


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ((RANDOM,), "a ladder needs two bots or more; name another."),
        ((RANDOM, bot("other")), "other and random play alike (same policy and weights), so their diff"),
        ((RANDOM, bot("b"), bot("c")), "b, c and random play alike"),
    ],
    ids=("one", "alike", "three alike"),
)
def test_a_ladder_needs_two_different_bots(bots: tuple[Bot, ...], sentence: str) -> None:
    with pytest.raises(UserError, match=r".") as error:
        plan(*bots)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"blocks": 0}, "0 blocks can't be played; give 1 to 2147483647 with -n."),
        ({"slow_blocks": -1}, "-1 blocks can't be played; give 1 to 2147483647 with --slow-blocks."),
        ({"slow_blocks": 5}, "--slow-blocks 5 is more than -n 4; slow pairs play as many at most."),
        ({"seed": -1}, "seed -1 is out of range; give a number from 0 to 9223372036854775807."),
    ],
)
def test_numbers_out_of_range(options: dict[str, int], sentence: str) -> None:
    with pytest.raises(UserError) as error:
        plan(RANDOM, FIRST, **options)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("blocks", "asked", "slow"), [(5000, None, 500), (400, None, 100), (60, None, 60), (60, 7, 7)]
)
def test_pairs_with_a_slow_bot_play_fewer_blocks_and_last(blocks: int, asked: int | None, slow: int) -> None:
    found = plan(bot("a", "search"), FIRST, RANDOM, blocks=blocks, slow_blocks=asked)
    assert found.pairs == (PairEntry(1, 2, blocks), PairEntry(0, 1, slow), PairEntry(0, 2, slow))


def test_a_deck_too_small_for_the_players() -> None:
    few = msgspec.structs.replace(RULES, deck=RULES.deck[:10])
    with pytest.raises(UserError, match="the deck has 10 cards, and 4 players are dealt"):
        plan_ladder({"random": RANDOM, "first": FIRST}, (few, ()), 4, 1, 10)


def test_every_pair_plays_the_same_blocks_in_all_fair_mixes() -> None:
    found = plan(RANDOM, FIRST, NOVICE, players=4)
    for pair in found.pairs:
        match = found.match(pair)
        assert (match.seed, match.first, match.blocks, match.games_per_block) == (5, 0, 4, 14)
        policies = [found.entrants[index].bot for index in (pair.first, pair.second)]
        assert len(set(match.bots["policy"].tolist())) == len(policies) == 2
    assert found.self_play(1, 3).seating.tolist() == [[0, 0, 0, 0]]


class Counting(Scorer):
    """Counts the matches that it plays."""

    def __init__(self) -> None:
        super().__init__(1)
        self.matches = 0

    def play(self, *arguments: Any, **options: Any) -> Any:
        self.matches += 1
        return super().play(*arguments, **options)


def test_only_missing_pairs_are_played(tmp_path: Path) -> None:
    found = plan(RANDOM, FIRST, NOVICE)
    folder = tmp_path / "ladder"
    create_ladder(folder, ladder_manifest(found), force=False)
    told: list[tuple[PairEntry, int]] = []
    first = Counting()
    with first:
        play_ladder(found, folder, first, lambda pair, games: told.append((pair, games)))
    assert first.matches == 3
    assert {pair: sum(n for p, n in told if p == pair) for pair in found.pairs} == dict.fromkeys(
        found.pairs, 8
    )
    second = found.pairs[1]
    whole = (folder / "pairs" / second.file).read_bytes()
    (folder / "pairs" / second.file).unlink()
    again = Counting()
    with again:
        play_ladder(found, folder, again, lambda pair, games: None)  # noqa: ARG005
    assert again.matches == 1
    assert (folder / "pairs" / second.file).read_bytes() == whole
    assert all(has_pair(folder, pair) for pair in found.pairs)
    wins, vp = read_pair(folder, second, 2, 2)
    played = play_match(found.match(second)).scores
    assert np.array_equal(wins, played.wins)
    assert np.array_equal(vp, played.vp)


def test_speeds_and_the_time_that_pairs_take() -> None:
    found = plan(RANDOM, FIRST, players=4, blocks=10)
    with Interrupt() as interrupt:
        speeds = self_play_speeds(found, interrupt)
    assert all(10 < speed < 10_000_000 for speed in speeds)
    assert core_seconds(found, found.pairs[0], [50.0, 100.0]) == pytest.approx(140 * (0.02 + 0.01) / 2)


def test_the_manifest_holds_the_bots_in_full() -> None:
    manifest = ladder_manifest(plan(RANDOM, bot("heavy", silver=(1, 2, 3))))
    again = msgspec.json.decode(msgspec.json.encode(manifest), type=type(manifest))
    assert msgspec.convert(again.bots[0], Bot) == bot("heavy", silver=(1, 2, 3))
    assert again.blocks == (4, 4)
