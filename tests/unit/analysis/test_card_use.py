"""Card uses against plain computations on the tables of a small run."""

from __future__ import annotations

import polars as pl
import pytest

from analyzer.analysis.card_use import CardTally, card_tallies, roof_tally
from analyzer.analysis.study import Study, study_of
from analyzer.recording.schema import PLACEMENT_WORDS
from analyzer.recording.store import Run
from tests.unit.analysis.test_questions import run_of


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run_of(tmp_path_factory.mktemp("uses"), "balanced", "random", games=160)


@pytest.fixture(scope="module")
def study(run: Run) -> Study:
    return study_of(run)


@pytest.fixture(scope="module")
def tallies(study: Study) -> dict[int, CardTally]:
    return {tally.card.number: tally for tally in card_tallies(study)}


def test_every_card_of_the_deck_has_its_counts(run: Run, tallies: dict[int, CardTally]) -> None:
    placements = run.lazy("placements").collect()
    assert list(tallies) == list(range(1, 67))
    for number, tally in tallies.items():
        mine = placements.filter(pl.col("card") == number)
        for word in PLACEMENT_WORDS:
            assert tally.played[word] == (mine["placement"] == word).sum()
        assert tally.used == mine.filter(pl.col("placement") == "helper")["uses"].sum()
    assert sum(sum(tally.played.values()) for tally in tallies.values()) == len(placements)


def test_shares_are_of_games_in_which_it_did_something(run: Run, tallies: dict[int, CardTally]) -> None:
    helpers = run.lazy("placements").filter(pl.col("placement") == "helper").collect()
    static = [number for number, tally in tallies.items() if tally.always_on]
    assert len(static) > 5
    worked = helpers.filter((pl.col("uses") > 0) | pl.col("card").is_in(static))
    for number, tally in tallies.items():
        games = worked.filter(pl.col("card") == number).select("block", "game").n_unique()
        assert tally.games.n == run.games
        assert tally.games.mean == pytest.approx(games / run.games)
        assert tally.games.low <= tally.games.mean <= tally.games.high


def test_what_was_never_seen_is_marked(tallies: dict[int, CardTally]) -> None:
    for tally in tallies.values():
        unseen = [word for word in PLACEMENT_WORDS if tally.played[word] == 0]
        idle = tally.played["helper"] > 0 and tally.used == 0 and not tally.always_on
        assert list(tally.never) == unseen + ["used"] * idle
    assert any(tally.never for tally in tallies.values())
    assert any(not tally.never for tally in tallies.values())


def test_roofs_are_summed(run: Run, study: Study) -> None:
    players = run.lazy("players").collect()
    tally = roof_tally(study)
    assert (tally.bought, tally.used) == (players["roofs"].sum(), players["roofs_used"].sum())
    assert tally.bought > 0
