"""Bots that play against others in a variant alone: their own results stand on the page and in the files."""

from __future__ import annotations

from pathlib import Path

import msgspec
import polars as pl
import pytest

from analyzer.analysis.sweep import read_sweep
from analyzer.analysis.sweep_json import sweep_json
from analyzer.analysis.sweep_result import SweepResult
from analyzer.recording.sweep_manifest import RUNS
from analyzer.scenario.sweep_model import Variant
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from reports.sweep import bots
from reports.sweep.files import differences_table
from tests.unit.analysis.test_sweep import manifest
from tests.unit.simulate.plans import plan_of


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> SweepResult:
    """Two of one bot; a variant in which one of them is another, in both seatings."""
    folder = tmp_path_factory.mktemp("bots")
    for name, line_up in {"baseline": ("first", "first"), "mixed": ("random", "first")}.items():
        plan = plan_of(folder, *line_up, games=150 * len(set(line_up)))
        record(plan, folder / RUNS / name, workers=Processes(1))
    mixed = Variant(name="mixed", folder="mixed", kind="named")
    return read_sweep(folder, msgspec.structs.replace(manifest(), variants=(mixed,), blocks=150, games=150))


def share(result: SweepResult) -> float:
    """The win share of ``random``, from the rows."""
    files = sorted((result.folder / RUNS / "mixed" / "players").glob("*.parquet"))
    rows = pl.read_parquet(files).filter(pl.col("bot") == "random")
    found = ((rows["winners"] > 0) / rows["winners"].clip(1)).mean()
    assert isinstance(found, float)
    return found


def test_the_remark_and_the_table_say_who_wins(result: SweepResult) -> None:
    (mixed,) = result.variants
    told = bots.remark(mixed)
    assert told is not None
    assert told.startswith(f"share of games that a seat wins there: random {100 * share(result):.1f}")
    assert told.endswith("fair is 50.0\u202f%")
    table = bots.table(result)
    assert table is not None
    assert [(row[0].text, row[1].text) for row in table.rows] == [("mixed", "random"), ("mixed", "first")]
    assert table.rows[0][2].sort == pytest.approx(share(result))


def test_files_have_rows_without_a_difference(result: SweepResult) -> None:
    frame = differences_table(result).frame.collect()
    (row,) = frame.filter(pl.col("metric") == "win_share.random").to_dicts()
    assert row["variant's"] == pytest.approx(share(result))
    assert (row["baseline"], row["difference"], row["verdict"]) == (None, None, "in one of them only")
    assert row["n"] == 300
    own = sweep_json(result)["variants"][0]["own"]
    assert own["win_share.random"]["mean"] == pytest.approx(share(result))


def test_nothing_is_said_where_all_bots_are_the_baselines(result: SweepResult) -> None:
    same = msgspec.structs.replace(manifest(), variants=(), blocks=150, games=150)
    assert bots.table(read_sweep(Path(result.folder), same)) is None
