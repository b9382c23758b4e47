"""The search: what it plays, and that it goes on as if it had never stopped."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from analyzer.analysis.stats import Estimate
from analyzer.errors import UserError
from analyzer.scenario.bots import bots_array
from analyzer.simulate import crew
from analyzer.simulate.scores import Scorer
from analyzer.tuning.bot_file import Tuned, bot_text
from analyzer.tuning.check import check
from analyzer.tuning.course import conclude
from analyzer.tuning.search import Search
from analyzer.tuning.state import Generation, new_state
from tests.unit.tuning.searches import BALANCED, SMALL, Listener, arena_of, unseen


def searched(generations: int, jobs: int = 1) -> Search:
    search = Search(arena_of("first", players=(2, 3)))
    with Scorer(jobs) as scorer:
        for _ in range(generations):
            search.step(scorer, unseen)
    return search


def test_going_on_is_as_if_it_had_not_stopped() -> None:
    whole = searched(4)
    search = Search(arena_of("first", players=(2, 3)), searched(2).generations)
    with Scorer(1) as scorer:
        search.step(scorer, unseen)
        search.step(scorer, unseen)
    assert search.generations == whole.generations
    assert search.finalists() == whole.finalists()
    assert search.games == whole.games


def test_jobs_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "_PATIENCE", 0.0)  # workers play from the first game on
    assert searched(2, jobs=2).generations == searched(2).generations


def test_all_bots_of_a_generation_play_the_same_new_blocks() -> None:
    search = Search(arena_of("first"))
    with Listener() as scorer:
        seen = []
        for _ in range(3):
            scorer.matches.clear()
            search.step(scorer, unseen)
            assert len({(match.seed, match.first, match.blocks) for match in scorer.matches}) == 1
            assert len(scorer.matches) == 4 + 2
            seen.append(scorer.luck())
    assert len(set.union(*seen)) == sum(map(len, seen))


def test_the_check_plays_blocks_that_the_search_never_saw() -> None:
    arena = arena_of("first")
    search = Search(arena)
    with Listener() as scorer:
        search.step(scorer, unseen)
        during = scorer.luck()
        scorer.matches.clear()
        finalists = {"one": BALANCED, "other": search.finalists()["last centre"]}
        check(arena, scorer, finalists, 1, 6, unseen)
        after = {(match.seed, match.first, match.blocks) for match in scorer.matches}
    assert not during & scorer.luck()
    assert len({seed for seed, *_ in after}) == 3  # to choose, to measure, and in all seats
    assert arena.settings.seed not in {seed for seed, _ in during | scorer.luck()}


def test_a_search_made_longer_is_checked_on_other_blocks_and_one_gone_on_with_on_the_same() -> None:
    arena = arena_of("first")
    state = new_state(arena.settings)

    def checked(search: Search) -> tuple[Tuned, set[tuple[int, int]]]:
        with Listener() as scorer:
            return conclude(arena, search, state, 6, scorer, unseen), scorer.luck()

    search = Search(arena)
    with Scorer(1) as scorer:
        search.step(scorer, unseen)
        _, after_one = checked(search)
        search.step(scorer, unseen)
        longer, after_two = checked(search)
    assert not after_one & after_two
    again = checked(Search(arena, search.generations))
    assert again == (longer, after_two)
    assert bot_text("new", again[0]) == bot_text("new", longer)


def test_one_seat_is_tuned_and_the_others_stay() -> None:
    arena = arena_of("balanced", players=(3,))
    with Listener() as scorer:
        Search(arena).step(scorer, unseen)
    opponent = bots_array((BALANCED,))[0]
    for match in scorer.matches:
        assert np.array_equal(match.seating == 0, np.eye(3))
        assert [bot.tobytes() for bot in match.bots[1:]] == [opponent.tobytes()]
    candidates = {match.bots[0].tobytes() for match in scorer.matches}
    assert len(candidates) == 5  # four, and the parent twice: it is the first centre too


def test_the_first_centre_is_the_parent() -> None:
    (generation,) = searched(1).generations
    assert (generation.centre.mean, generation.centre.low, generation.centre.high) == (0.0, 0.0, 0.0)


def generation(gains: tuple[float, ...], noise: float, blocks: int = 2) -> Generation:
    """A generation of the first candidates of the small search."""
    arena = arena_of("first")
    fresh = Search(arena)
    with Scorer(1) as scorer:
        real = fresh.step(scorer, unseen)
    nothing = Estimate(0.0, -1.0, 1.0, blocks, blocks, 1.0)
    return msgspec.structs.replace(
        real, gains=gains, noise=noise, blocks=blocks, centre=nothing, best=nothing
    )


@pytest.mark.parametrize(
    ("noise", "blocks", "following"),
    [
        (2.4, 20, 20),  # the spread of the gains below is 5: luck is less than half of it
        (2.6, 20, 25),
        (2.6, 31, 32),  # at most sixteen times the first
        (2.6, 32, 32),
    ],
)
def test_blocks_grow_when_luck_hides_the_differences(noise: float, blocks: int, following: int) -> None:
    gains = (0.0, 0.0, 4.0, 4.0)
    assert np.var(gains, ddof=1) == pytest.approx(16 / 3)
    kept = generation(gains, noise * 16 / 15, blocks)
    assert Search(arena_of("first"), [kept]).blocks == following


def test_noise_is_the_error_beside_the_other_candidates() -> None:
    """With equal candidates all of the spread is luck, whatever befalls all of them alike."""
    (first,) = searched(1).generations
    assert first.noise > 0
    arena = arena_of("first", options=replace(SMALL, sigma=1e-9))
    with Scorer(1) as scorer:
        same = Search(arena).step(scorer, unseen)
    assert same.noise == 0.0
    assert same.gains == (0.0, 0.0, 0.0, 0.0)


def test_finalists_are_the_parent_only_if_nothing_else_was_found() -> None:
    arena = arena_of("first", options=replace(SMALL, sigma=1e-9))
    search = Search(arena)
    with Scorer(1) as scorer:
        search.step(scorer, unseen)
    assert search.finalists() == {"parent": BALANCED}
    found = searched(3).finalists()
    assert {"last centre", "mean of the later centres"} <= found.keys()
    assert BALANCED not in found.values()
    bots = list(found.values())
    assert all(bot not in bots[:i] for i, bot in enumerate(bots))


def test_other_candidates_than_before_are_refused() -> None:
    kept = msgspec.structs.replace(searched(1).generations[0], candidates="0123456789abcdef")
    with pytest.raises(UserError, match=r"^the search can't go on: generation 1 would have other candidates"):
        Search(arena_of("first", players=(2, 3)), [kept])
