"""Metrics against plain computations on the tables of small runs, and paired differences against formulas."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from analyzer.analysis.metrics.chapter import Sums
from analyzer.analysis.metrics.layout import layout_of, metrics_of
from analyzer.analysis.metrics.metric import Kind
from analyzer.analysis.metrics.moments import Moments
from analyzer.analysis.metrics.pairs import PairMoments
from analyzer.analysis.metrics.rows import rows_of_core, rows_of_part
from analyzer.analysis.metrics.tally import Tally
from analyzer.analysis.metrics.together import RunSums, pair_with
from analyzer.analysis.stats import Estimate
from analyzer.recording.schema import PLACEMENT_WORDS, VP_SOURCES
from analyzer.recording.store import Run, open_run
from analyzer.scenario import scenario_from_dict
from analyzer.simulate.batches import Player
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from cext.sums import add_up, paired_sums, products, ratio_sums
from tests.unit.analysis.metric_sums import block_range, metric_values
from tests.unit.simulate.plans import plan_of

GAME = ("block", "game")
OWNER = (*GAME, "seat")
ONE = pl.col("block") * 0 + 1
KINDS = ("win_share", "margin", "vp")


def run_of(folder: Path, *line_up: str, games: int, seed: int = 1) -> Run:
    folder.mkdir(exist_ok=True)
    record(plan_of(folder, *line_up, games=games, seed=seed), folder / "run", workers=Processes(1))
    return open_run(folder / "run")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run_of(tmp_path_factory.mktemp("mixed"), "balanced", "random", "balanced", games=600)


@pytest.fixture(scope="module")
def values(run: Run) -> dict[str, Estimate]:
    return {metric.key: value for metric, value in metric_values(run)}


@pytest.fixture(scope="module")
def players(run: Run) -> pl.DataFrame:
    frame = run.lazy("players").with_columns(pl.col("vp").cast(pl.Int32)).collect()
    others = (pl.col("vp").sum().over(*GAME) - pl.col("vp")) / 2
    share = pl.when(pl.col("winners") > 0).then(1 / pl.col("winners")).otherwise(0.0)
    return frame.with_columns((pl.col("vp") - others).alias("margin"), share.alias("share"))


def by_block(frame: pl.DataFrame, blocks: int, value: pl.Expr) -> np.ndarray:
    """Sums of a value in every block, blocks without rows too."""
    found = np.zeros(blocks)
    sums = frame.group_by("block").agg(value.cast(pl.Float64).sum().alias("sum"))
    found[sums["block"].to_numpy()] = sums["sum"].to_numpy()
    return found


def test_results_of_bots_and_seats(values: dict[str, Estimate], players: pl.DataFrame) -> None:
    for bot in ("balanced", "random"):
        rows = players.filter(pl.col("bot") == bot)
        for key, column in (("win_share", "share"), ("margin", "margin"), ("vp", "vp")):
            assert values[f"{key}.{bot}"].mean == pytest.approx(rows[column].mean())
    for seat in range(3):
        rows = players.filter(pl.col("seat") == seat)
        assert values[f"seat.{seat}.win_share"].mean == pytest.approx(rows["share"].mean())


def test_sources_sum_to_vp_and_columns_are_means(values: dict[str, Estimate], players: pl.DataFrame) -> None:
    assert sum(values[source].mean for source in VP_SOURCES) == pytest.approx(values["vp"].mean)
    for column in ("vp", "vp_market", "barrows_done", "silver", "removals", "fields"):
        assert values[column].mean == pytest.approx(players[column].mean())


def test_results_of_games(values: dict[str, Estimate], players: pl.DataFrame) -> None:
    games = players.group_by(*GAME).agg(
        pl.col("vp").max().alias("best"),
        pl.col("vp").sort(descending=True).slice(1, 1).first().alias("second"),
        pl.col("winners").max(),
    )
    assert values["winner_vp"].mean == pytest.approx(games["best"].mean())
    assert values["lead"].mean == pytest.approx((games["best"] - games["second"]).mean())
    assert values["tie_break"].mean == pytest.approx((games["best"] == games["second"]).mean())
    assert values["shared_win"].mean == pytest.approx((games["winners"] > 1).mean())
    assert values["tie_break"].mean >= values["shared_win"].mean


def test_buildings(run: Run, values: dict[str, Estimate]) -> None:
    table = run.lazy("buildings").collect()
    for word in ("merchant_house", "butcher"):
        rows = table.filter(pl.col("building") == word)
        assert values[f"{word}.completed"].mean == pytest.approx(len(rows) / (run.games * 3))
        assert values[f"{word}.round"].mean == pytest.approx(rows["round"].mean())
        assert values[f"{word}.round"].n == len(rows)


def test_market(run: Run, values: dict[str, Estimate]) -> None:
    table = run.lazy("markers").collect()
    placed = table.filter(pl.col("card") > 0)
    assert values["marker.placed"].mean == pytest.approx(len(placed) / (run.games * 3))
    assert values["marker.stood"].mean == pytest.approx(placed["rounds_scored"].mean())
    assert values["marker.removed"].mean == pytest.approx((placed["round_removed"] > 0).mean())
    assert values["marker.vp"].mean == pytest.approx(placed["vp"].mean())
    for key in [key for key in values if key.startswith("hex.")]:
        on = table.filter(pl.col("hex") == int(key.split(".")[1]))
        assert values[key].mean == pytest.approx(on["rounds_scored"].cast(pl.Int64).sum() / (run.games * 6))


def test_cards(run: Run, values: dict[str, Estimate], players: pl.DataFrame) -> None:
    table = run.lazy("placements").collect().join(players.select(*OWNER, "margin"), on=OWNER)
    seen = 0
    for number in (1, 23, 42, 66):
        for word in PLACEMENT_WORDS:
            rows = table.filter((pl.col("card") == number) & (pl.col("placement") == word))
            played, margin = (values[f"card.{number}.{word}.{end}"] for end in ("played", "margin"))
            assert played.mean == pytest.approx(len(rows) / (run.games * 3))
            assert margin.n == len(rows)
            if len(rows):
                assert margin.mean == pytest.approx(rows["margin"].mean())
                seen += 1
            else:
                assert math.isnan(margin.mean)
    assert seen > 8


def test_errors_of_means_and_of_ratios_come_from_blocks(
    run: Run, values: dict[str, Estimate], players: pl.DataFrame
) -> None:
    vp = by_block(players, run.blocks, pl.col("vp")) / 9
    assert values["vp"].se == pytest.approx(vp.std(ddof=1) / math.sqrt(run.blocks))
    placed = run.lazy("markers").filter(pl.col("card") > 0).collect()
    x = by_block(placed, run.blocks, pl.col("vp"))
    n = by_block(placed, run.blocks, ONE)
    residuals = (x - n * x.sum() / n.sum()) / n.mean()
    assert values["marker.vp"].se == pytest.approx(residuals.std(ddof=1) / math.sqrt(run.blocks))


def test_solo_and_a_game_of_two(tmp_path: Path) -> None:
    run = run_of(tmp_path / "1", "balanced", games=60)
    solo = {metric.key: value for metric, value in metric_values(run)}
    assert not any("win_share" in key or "margin" in key or key == "lead" for key in solo)
    assert "card.23.field.vp" in solo
    table = run.lazy("markers").collect()
    assert table.filter(pl.col("card") == 0).height > 0  # the neutral colour's, which no player placed
    assert solo["marker.placed"].mean == pytest.approx(table.filter(pl.col("card") > 0).height / 60)
    two = {metric.key for metric, _ in metric_values(run_of(tmp_path / "2", "random", "first", games=60))}
    assert {"win_share.random", "margin.first", "seat.1.win_share"} <= two


def test_a_restricted_bot_is_compared_with_itself_unrestricted(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    free = plan_of(tmp_path / "a", "balanced", "random", games=40).scenario
    told = plan_of(tmp_path / "b", "balanced: never use roofs", "random", games=40).scenario
    assert [metric.key for metric in metrics_of(free)] == [metric.key for metric in metrics_of(told)]
    both = plan_of(tmp_path / "b", "balanced: never use roofs", "balanced", games=40).scenario
    assert "win_share.balanced: never use roofs" in {metric.key for metric in metrics_of(both)}


def test_keys_are_unique_and_kinds_in_order(run: Run) -> None:
    metrics = metrics_of(scenario_from_dict(run.manifest.scenario))
    assert len({metric.key for metric in metrics}) == len(metrics)
    order = [list(Kind).index(metric.kind) for metric in metrics]
    assert order == sorted(order)
    assert {metric.kind for metric in metrics} == set(Kind)


def test_rows_of_the_core_are_those_of_the_files(run: Run) -> None:
    scenario = scenario_from_dict(run.manifest.scenario)
    player = Player(plan_of_run(run).job("memory"), run.blocks)
    list(player.play(0, run.blocks))
    layout = layout_of(scenario)
    live = layout.sums(rows_of_core(player.rows(), 0, run.blocks))
    kept = layout.sums(rows_of_part(run.path, 0, *block_range(run, 0)))
    for name in ("means", "counted", "divisors"):
        assert (getattr(live, name) == getattr(kept, name)).all()


def plan_of_run(run: Run):  # type: ignore[no-untyped-def]
    from analyzer.simulate.resume import plan_of_run as plan

    return plan(run.path, run.manifest)


def test_blocks_can_be_added_in_any_pieces(run: Run, values: dict[str, Estimate]) -> None:
    tally = Tally(scenario_from_dict(run.manifest.scenario))
    player = Player(plan_of_run(run).job("memory"), run.blocks)
    cuts = [0, 1, 7, 100, run.blocks]
    for first, end in reversed([*pairwise(cuts)]):
        list(player.play(first, end - first))
        tally.add(rows_of_core(player.rows(), first, end - first))
    found = tally.estimates()
    assert repr([found[key] for key in values]) == repr([*values.values()])


def test_a_few_keys_leave_out_what_they_do_not_need(run: Run, values: dict[str, Estimate]) -> None:
    found = dict(metric_values(run, ["deli.round"]))
    assert {metric.kind for metric in found} == {Kind.BUILDINGS}
    assert {metric.key: value for metric, value in found.items()}["deli.round"] == values["deli.round"]


def test_differences_are_paired_by_block(tmp_path: Path) -> None:
    one = run_of(tmp_path / "one", "balanced", "balanced", games=400)
    other = run_of(tmp_path / "other", "balanced", "herder", games=800)  # two games a block
    _, (pairs,) = pair_with(one, [other])
    paired = pairs.paired()
    found = {each.metric.key: each for each in paired}
    a = by_block(one.lazy("players").collect(), 400, pl.col("vp")) / 2
    b = by_block(other.lazy("players").collect(), 400, pl.col("vp")) / 4
    vp = found["vp"]
    assert vp.difference.mean == pytest.approx((b - a).mean())
    assert vp.difference.se == pytest.approx((b - a).std(ddof=1) / math.sqrt(400))
    assert vp.differing == np.count_nonzero(a != b)
    (x, n), (y, m) = (
        [by_block(run.lazy("markers").filter(pl.col("card") > 0).collect(), 400, each) for each in _stood()]
        for run in (one, other)
    )
    residuals = (y - m * y.sum() / m.sum()) / m.mean() - (x - n * x.sum() / n.sum()) / n.mean()
    stood = found["marker.stood"].difference
    assert stood.mean == pytest.approx(y.sum() / m.sum() - x.sum() / n.sum())
    assert stood.se == pytest.approx(residuals.std(ddof=1) / math.sqrt(400))
    assert "win_share.herder" not in found
    own = {metric.key: value for metric, value in pairs.only_second()}
    assert list(own) == [f"{kind}.{bot}" for bot in ("balanced", "herder") for kind in KINDS]
    rows = other.lazy("players").filter(pl.col("bot") == "herder").collect()
    share = (rows["winners"] > 0) / rows["winners"].clip(1)
    assert own["win_share.herder"].mean == pytest.approx(share.mean())
    assert own["win_share.herder"].n == len(rows) == 800


def _stood() -> tuple[pl.Expr, pl.Expr]:
    return pl.col("rounds_scored"), ONE


def test_runs_of_other_sizes_are_paired_over_shared_blocks(tmp_path: Path) -> None:
    long = run_of(tmp_path / "long", "random", "random", games=9000)
    short = run_of(tmp_path / "short", "random", "first", games=17000)  # parts of half as many blocks
    _, (pairs,) = pair_with(long, [short])
    paired = pairs.paired()
    vp = next(each for each in paired if each.metric.key == "vp")
    assert vp.first.blocks == vp.second.blocks == 8500
    a = by_block(long.lazy("players").filter(pl.col("block") < 8500).collect(), 8500, pl.col("vp")) / 2
    b = by_block(short.lazy("players").collect(), 8500, pl.col("vp")) / 4
    assert vp.difference.se == pytest.approx((b - a).std(ddof=1) / math.sqrt(8500))


def test_the_same_games_differ_by_exactly_nothing(run: Run) -> None:
    values, (pairs,) = pair_with(run, [run])
    paired = pairs.paired()
    assert pairs.only_second() == []
    assert len(paired) == len(values)
    for each in paired:
        assert each.differing == 0
        if each.first.n:
            assert each.difference.mean == 0.0
            assert each.difference.se == 0.0 or each.first.blocks < 2


def test_a_part_of_the_metrics_can_be_common() -> None:
    """Sums of metrics that one run lacks are left out, wherever they stand."""
    from tests.unit.analysis.metric_sums import layout

    first, second = layout("a", "b", counted=("r", "s")), layout("b", "c", "a", counted=("s",))
    one = Sums(*(np.array(rows, np.int32) for rows in ([[1, 2], [3, 5]], [[1, 1], [4, 2]], [[1, 2], [2, 2]])))
    two = Sums(*(np.array(rows, np.int32) for rows in ([[4, 5], [0, 9], [1, 3]], [[4, 3]], [[2, 2]])))
    pairs = PairMoments(first, second)
    pairs.add(one, two, Moments.of(one))
    found = {each.metric.key: each for each in pairs.paired()}
    assert list(found) == ["a", "b", "s"]
    assert found["a"].difference.mean == pytest.approx(0.5)
    assert found["b"].difference.mean == pytest.approx(0.5)
    assert found["s"].difference.mean == pytest.approx(0.25)
    assert [found[key].differing for key in "abs"] == [1, 1, 1]


def test_products_and_cells_refuse_what_does_not_fit() -> None:
    table = np.zeros((2, 3), np.int32)
    with pytest.raises(ValueError, match="two shapes"):
        products(table, table[:1])
    with pytest.raises(ValueError, match="two shapes"):
        ratio_sums(table, table[:, :1].copy())
    with pytest.raises(ValueError, match="several shapes"):
        paired_sums(table, table, table, table[:1])
    one = np.array([1], np.int32)
    for row, column in ((2, 0), (0, 3), (-1, 0), (0, -1)):
        with pytest.raises(ValueError, match="a cell"):
            add_up(table, one * row, one * column)
    with pytest.raises(ValueError, match="two lengths"):
        add_up(table, one, np.array([1, 1], np.int32))
    add_up(
        table, np.array([1, 1, 0], np.int32), np.array([2, 2, 0], np.int32), np.array([5, -2, 7], np.int32)
    )
    assert table.tolist() == [[7, 0, 0], [0, 0, 3]]


def test_a_run_is_read_in_any_range_of_blocks(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", "random", "first", games=9000)  # 4,500 blocks in parts of 4,096
    sums = RunSums(run)
    whole = np.concatenate([each.means for each in sums.between(0, run.blocks)], axis=1)
    assert whole.shape[1] == 4500
    for first, end in ((0, 4096), (100, 4200), (4096, 9999), (4499, 4500)):
        found = np.concatenate([each.means for each in sums.between(first, end)], axis=1)
        assert (found == whole[:, first:end]).all()
