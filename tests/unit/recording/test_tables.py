"""What the tables of a run say of the same game agrees."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from analyzer.recording.schema import VP_SOURCES, Buildings, Markers, Placements, Players
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of

OWNER = [Players.BLOCK, Players.GAME, Players.SEAT]
LINE_UPS = [("random",), ("balanced", "random"), ("random", "balanced", "first"), ("balanced",) * 4]


@pytest.fixture(scope="module", params=LINE_UPS, ids=len)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder: Path = tmp_path_factory.mktemp("tables")
    record(plan_of(folder, *request.param, games=240), folder / "run", workers=Processes(1))
    return open_run(folder / "run")


def agree(run: Run, table: str, sums: dict[str, pl.Expr]) -> None:
    """Columns of the players table equal these sums over the rows that a seat has in another."""
    found = run.lazy(table).group_by(OWNER).agg(expr.alias(f"{name} found") for name, expr in sums.items())
    both = run.lazy("players").join(found, on=OWNER, how="left").collect()
    for name in sums:
        found_sum = pl.col(f"{name} found").fill_null(0)
        wrong = both.filter(pl.col(name) != found_sum).select(*OWNER, name, f"{name} found")
        assert wrong.is_empty(), wrong


def test_vp_are_the_sum_of_their_sources(run: Run) -> None:
    wrong = run.lazy("players").filter(pl.sum_horizontal(VP_SOURCES) != pl.col(Players.VP)).collect()
    assert wrong.is_empty()


def test_wins_of_a_game_sum_to_one(run: Run) -> None:
    share = pl.when(pl.col(Players.WINNERS) > 0).then(1 / pl.col(Players.WINNERS)).otherwise(0.0)
    games = run.lazy("players").group_by("block", "game").agg(share.sum().alias("wins")).collect()
    assert games["wins"].to_list() == pytest.approx([1.0] * run.games)


def test_winners_are_first_in_rank(run: Run) -> None:
    players = run.lazy("players").collect()
    assert players.filter((pl.col("rank") == 1) != (pl.col("winners") > 0)).is_empty()


def test_cards_placed(run: Run) -> None:
    def played(placement: str) -> pl.Expr:
        return (pl.col(Placements.PLACEMENT) == placement).sum()

    agree(
        run,
        "placements",
        {
            Players.FIELDS: played("field"),
            Players.HELPERS: played("helper"),
            Players.BARROWS: played("barrow"),
            Players.EXTENSIONS: played("extension"),
            Players.BARROWS_DONE: pl.col(Placements.COMPLETED).sum(),
            Players.VP_HELPERS: pl.col(Placements.VP).filter(pl.col(Placements.PLACEMENT) == "helper").sum(),
        },
    )


def test_buildings_completed(run: Run) -> None:
    agree(
        run,
        "buildings",
        {
            Players.BUILDINGS_DONE: pl.len(),
            Players.VP_BUILDING_ROUNDS: pl.col(Buildings.VP_ROUND).sum(),
            Players.VP_BUILDING_BONUSES: (pl.col(Buildings.VP_FIRST) + pl.col(Buildings.VP_OPENING)).sum(),
            Players.VP_BUILDING_EFFECTS: (pl.col(Buildings.VP_EFFECT) + pl.col(Buildings.VP_LASTING)).sum(),
        },
    )


def test_markers_placed(run: Run) -> None:
    stood = pl.col(Markers.ROUND_REMOVED) == 0
    agree(
        run,
        "markers",
        {
            Players.MARKERS_END: stood.sum(),
            Players.REMOVED: (~stood).sum(),
            Players.REMOVALS: pl.col(Markers.REMOVALS).sum(),
            Players.VP_MARKET: pl.col(Markers.ROUNDS_SCORED).sum(),
        },
    )


def test_markers_know_who_removed_them(run: Run) -> None:
    markers = run.lazy("markers").collect()
    gone = pl.col(Markers.ROUND_REMOVED) > 0
    assert markers.filter(gone != pl.col(Markers.REMOVED_BY).is_not_null()).is_empty()


def test_only_the_neutral_colour_has_no_bot(run: Run) -> None:
    neutral = run.lazy("markers").filter(pl.col(Markers.BOT).is_null()).collect()
    assert (neutral.height > 0) == (run.manifest.players == 1)
    assert set(neutral[Markers.SEAT].to_list()) <= {1}
