"""The question files against plain computations on the tables of small runs."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from analyzer.analysis import market, overview, placements
from analyzer.analysis.study import Study, study_of
from analyzer.recording.schema import PLACEMENT_WORDS, VP_SOURCES, Players
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of

GAME = ("block", "game")
OWNER = (*GAME, "seat")


def run_of(folder: Path, *line_up: str, games: int) -> Run:
    record(plan_of(folder, *line_up, games=games), folder / "run", workers=Processes(1))
    return open_run(folder / "run")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run_of(tmp_path_factory.mktemp("questions"), "balanced", "random", "balanced", games=240)


@pytest.fixture(scope="module")
def study(run: Run) -> Study:
    return study_of(run)


@pytest.fixture(scope="module")
def solo(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run_of(tmp_path_factory.mktemp("solo"), "balanced", games=150)


def players(run: Run) -> pl.DataFrame:
    """The players table with margin and share, as anyone would compute them."""
    others = pl.col("vp").sum().over(*GAME) - pl.col("vp")
    share = pl.when(pl.col("winners") > 0).then(1 / pl.col("winners")).otherwise(0.0)
    frame = run.lazy("players").with_columns(pl.col("vp").cast(pl.Int32)).collect()
    margin = pl.col("vp") - others / (run.manifest.players - 1) if run.manifest.players > 1 else pl.col("vp")
    return frame.with_columns(margin.alias("margin"), share.alias("share"))


def test_the_study_knows_the_run(study: Study) -> None:
    assert (study.players, study.rounds, study.games, study.player_games) == (3, 6, 240, 720)
    assert sum(study.seats_of(bot) for bot in range(len(study.bots))) == 3 * len(study.seating)
    assert [study.is_closed(place) for place in study.scenario.rule_set.hexes].count(True) == 10


def test_results_by_bot(run: Run, study: Study) -> None:
    plain = players(run)
    for result in overview.results(study, (Players.BOT,)):
        rows = plain.filter(pl.col("bot") == study.bots[result.key[0]])
        for measure in ("margin", "share", "vp"):
            assert result.outcomes[measure].mean == pytest.approx(rows[measure].mean())
        assert result.outcomes["vp"].n == rows.height


def test_margins_sum_to_zero(study: Study) -> None:
    by_seat = overview.results(study, (Players.SEAT,))
    assert sum(result.outcomes["margin"].mean for result in by_seat) == pytest.approx(0.0, abs=1e-9)


def test_sources_of_winners_sum_to_their_vp(study: Study) -> None:
    for row in overview.sources_by_result(study).values():
        assert sum(row[source].mean for source in VP_SOURCES) == pytest.approx(row[Players.VP].mean)


def test_the_distribution_counts_every_player_game(run: Run, study: Study) -> None:
    for scores in overview.score_distribution(study):
        vp = players(run).filter(pl.col("bot") == study.bots[scores.bot])["vp"]
        assert scores.n == len(vp)
        assert scores.first == vp.min()
        assert scores.quantile(0.5) == vp.quantile(0.5, "lower")
        assert scores.quantile(1.0) == vp.max()


def test_every_card_and_placement(run: Run, study: Study) -> None:
    everyone = (
        run.lazy("placements")
        .collect()
        .join(players(run).select(*OWNER, "margin", "share"), on=OWNER, how="left")
    )
    found = placements.placement_values(study)
    assert [study.bots[values.bot] for values in found] == ["balanced", "random"]
    for values in found:
        plain = everyone.filter(pl.col("bot") == study.bots[values.bot])
        assert len(values.cells) == 66 * 4
        once = plain.unique([*OWNER, "card", "placement"])
        assert values.everything.n == once.height
        assert values.everything.mean == pytest.approx(once["margin"].mean())
        for use in values.cells:
            word = PLACEMENT_WORDS[use.placement]
            rows = once.filter((pl.col("card") == use.card.number) & (pl.col("placement") == word))
            assert use.outcome.n == rows.height
            if rows.height:
                assert use.outcome.mean == pytest.approx(rows["margin"].mean())
                assert use.share.having.mean == pytest.approx(rows["share"].mean())


def test_provenance_is_by_use(study: Study) -> None:
    cells = placements.placement_values(study)[0].cells
    servant = {PLACEMENT_WORDS[use.placement]: use.provenance for use in cells if use.card.number == 23}
    chef = {PLACEMENT_WORDS[use.placement]: use.provenance for use in cells if use.card.number == 1}
    assert set(servant.values()) == {"published"}
    assert (chef["helper"], chef["field"], chef["barrow"]) == ("published", "designed", "designed")


def test_hexes_held_add_up_to_the_vp_of_markers(run: Run, study: Study) -> None:
    """P1 gives 1 vp per marker and phase, so the shares held sum to the market's vp."""
    control = market.market(study).hexes
    assert len(control) == 20
    phases = study.games * study.rounds
    vp = run.lazy("players").select(pl.col("vp_market").cast(pl.Int32).sum()).collect().item()
    assert sum(place.held.mean for place in control) * phases == pytest.approx(vp)
    for place in control:
        assert sum(value.mean for value in place.by_seat) == pytest.approx(place.held.mean)
        by_bot = sum(value.mean * study.seats_of(bot) for bot, value in enumerate(place.by_bot))
        assert by_bot / len(study.seating) == pytest.approx(place.held.mean)


def test_markers_placed_for_barrows(run: Run, study: Study) -> None:
    plain = run.lazy("markers").filter(pl.col("card") > 0).collect()
    for place in market.market(study).hexes:
        own = plain.filter(pl.col("hex") == place.hex.number)
        assert place.vp.n == own.height
        assert place.placed.mean == pytest.approx(own.height / study.games)
        if own.height:
            assert place.vp.mean == pytest.approx(own["vp"].mean())
            assert place.beyond.mean == pytest.approx((own["vp"] - own["value"].cast(pl.Int32)).mean())
            assert place.removed.mean == pytest.approx((own["round_removed"] > 0).mean())


def test_solo_measures_vp_and_keeps_the_neutral_colour_apart(solo: Run) -> None:
    study = study_of(solo)
    assert [measure.key for measure in study.outcomes] == ["vp"]
    assert [result.outcomes.keys() for result in overview.results(study, (Players.BOT,))] == [{"vp"}]
    own = solo.lazy("markers").filter(pl.col("seat") == 0).collect()
    control = market.market(study).hexes
    held = sum(place.held.mean for place in control) * study.games * study.rounds
    assert held == pytest.approx(own["rounds_scored"].cast(pl.Int32).sum())
    assert sum(place.vp.n for place in control) == own.filter(pl.col("card") > 0).height
    assert any(place.by_seat[1].mean > 0 for place in control)
    assert placements.placement_values(study)[0].everything.mean == pytest.approx(
        solo.lazy("placements")
        .join(solo.lazy("players").select(*OWNER, pl.col("vp").alias("own")), on=OWNER)
        .select(pl.col("own").cast(pl.Int32).mean())
        .collect()
        .item()
    )
