"""The files of a sweep hold every difference; report and export know its folder."""

from __future__ import annotations

import math
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analyzer.analysis.sweep_json import sweep_json
from analyzer.analysis.sweep_result import SweepResult
from analyzer.errors import UserError
from analyzer.recording.sweep_manifest import RUNS
from analyzer.scenario.sweep_model import BASELINE, Axis
from analyzer.simulate.sweeps import begin_sweep, plan_sweep, play_sweep
from analyzer.simulate.workers import Processes
from reports import write_report
from reports.export import export_raw, export_report
from reports.files import Dialect
from reports.sweep import build_sweep_page
from reports.sweep.files import DIFFERENCES, VARIANTS, sweep_tables
from reports.sweep.folder import CSV, result_of, write_sweep
from reports.words import NONE
from tests.unit.reports import sweep_results as sweeps
from tests.unit.reports.plain import table
from tests.unit.simulate.small_sweeps import small_sweep


def frames(result: SweepResult) -> dict[str, pl.DataFrame]:
    return {each.id: each.frame.collect() for each in sweep_tables(result, build_sweep_page(result))}


@pytest.fixture(scope="module")
def result() -> SweepResult:
    return sweeps.small_sweep()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a sweep of a few quick games."""
    place = tmp_path_factory.mktemp("sweep")
    play_sweep(begin_sweep(plan_sweep(small_sweep(place)), place / "small"), workers=Processes(1))
    return place / "small"


def test_no_variant_and_no_metric_is_lost(result: SweepResult) -> None:
    found = frames(result)[DIFFERENCES]
    rows = {(row["folder"], row["metric"]): row for row in found.iter_rows(named=True)}
    assert len(rows) == found.height == sum(len(each.compared) for each in result.variants)
    for variant in result.variants:
        for each in variant.compared:
            row = rows[variant.variant.folder, each.metric.key]
            for name, value in (
                ("baseline", each.baseline),
                ("variant's", each.variant),
                ("difference", each.difference),
            ):
                assert (row[name], row[f"{name} low"], row[f"{name} high"]) == (
                    value.mean,
                    value.low,
                    value.high,
                )
            assert (row["n"], row["blocks"]) == (each.difference.n, each.difference.blocks)
            assert (row["same"], row["told apart"], row["unit"]) == (
                each.same,
                each.told,
                each.metric.unit or None,
            )
            assert row["corrected p"] == (None if math.isnan(each.corrected) else each.corrected)
            assert row["kind"] == each.metric.kind.value


def test_what_never_occurred_is_no_difference_of_zero() -> None:
    """Neither a difference nor the same; a variant that is the same in all else is still the same."""
    played = [sweeps.Played(sweeps.named("idle"), never=("deli.round",))]
    it = sweeps.sweep_result(played, shown=("deli.round", "vp"))
    (idle,) = it.variants
    assert idle.same
    row = frames(it)[DIFFERENCES].row(by_predicate=pl.col("metric") == "deli.round", named=True)
    assert (row["verdict"], row["same"], row["difference"]) == ("never occurred in either", None, None)
    page = build_sweep_page(it)
    rows = {row[1].text: row for row in table(page, "differences-main").rows}
    shown = [cell.text for cell in rows["round in which the Deli is completed"][2:5]]
    assert shown == [NONE, NONE, "never occurred in either"]
    assert page.warnings[0].startswith("1 variant is the same as the baseline in every game: idle.")
    found = sweep_json(it)["variants"][0]
    assert found["same"] is True
    never, vp = (found["metrics"][key] for key in ("deli.round", "vp"))
    assert [never[key] for key in ("difference", "low", "high", "same")] == [None] * 4
    assert [vp[key] for key in ("difference", "low", "high", "same")] == [0.0, 0.0, 0.0, True]


def test_what_is_the_same_is_exactly_zero(result: SweepResult) -> None:
    same = frames(result)[DIFFERENCES].filter(pl.col("same"))
    assert same.height > 20
    assert same.select("difference", "difference low", "difference high").unique().rows() == [(0.0, 0.0, 0.0)]
    assert same["verdict"].unique().to_list() == ["the same"]


def test_variants_have_their_changes_and_those_not_played_are_there_too(result: SweepResult) -> None:
    late = sweeps.sweep_result(
        [sweeps.Played(sweeps.change(0, sweeps.PAYMENT, "one_at_a_time"), {"vp": 1.0}, blocks=50)],
        axes=(Axis(path=sweeps.PAYMENT, baseline="up_front", values=("one_at_a_time",)),),
        missing=(sweeps.named("later", "not yet"),),
    )
    assert frames(late)[VARIANTS].rows() == [
        (
            "extra payment one at a time instead of up front",
            f"{sweeps.PAYMENT}=one_at_a_time",
            "change",
            sweeps.PAYMENT,
            '"one_at_a_time"',
            None,
            200,
            50,
            False,
        ),
        ("later", "later", "named", None, None, "not yet", 0, 0, False),
    ]
    assert frames(result)[VARIANTS].height == len(result.variants)


def test_every_metric_of_the_files_is_defined_there(result: SweepResult) -> None:
    found = frames(result)
    assert set(found[DIFFERENCES]["name"]) <= set(found["measures"]["measure"])


def test_every_column_has_a_meaning(result: SweepResult) -> None:
    tables = sweep_tables(result, build_sweep_page(result))
    assert not [(t.id, c.name) for t in tables[:2] for c in t.columns if not c.meaning]
    assert [[column.name for column in t.columns] for t in tables] == [
        t.frame.collect().columns for t in tables
    ]


@pytest.mark.parametrize("dialect", list(Dialect))
def test_an_export_gives_back_the_numbers(dialect: Dialect, played: Path, tmp_path: Path) -> None:
    folder, page = export_report([played], dialect, tmp_path / "out")
    assert page.title == "Sweep: small"
    wanted = frames(result_of(played))
    assert {path.stem for path in folder.iterdir()} == {*wanted, "README"}
    path = folder / f"{DIFFERENCES}{dialect.ending}"
    schema = wanted[DIFFERENCES].schema
    if dialect is Dialect.PARQUET:
        found = pl.read_parquet(path)
    elif dialect is Dialect.COMMA:
        found = pl.read_csv(path, separator=";", decimal_comma=True, schema=schema)
    else:
        found = pl.read_csv(path, schema=schema)
    assert_frame_equal(found, wanted[DIFFERENCES], check_exact=True)


def test_the_report_is_written_into_the_folder_of_the_sweep(played: Path) -> None:
    assert write_report([played]) == played / "report.html"
    first = (played / "report.html").read_bytes()
    assert b"Sweep: small" in first
    assert list((played / "png").glob("01-*.png"))
    with pytest.raises(UserError, match="exists already"):
        write_report([played])
    write_report([played], force=True)
    assert (played / "report.html").read_bytes() == first


def test_a_sweep_is_written_with_its_files(played: Path) -> None:
    result = result_of(played)
    assert write_sweep(result) == played / "report.html"
    names = sorted(path.name for path in (played / CSV).iterdir())
    assert names == ["README.csv", "differences.csv", "made.csv", "measures.csv", "variants.csv"]
    before = {path.name: path.read_bytes() for path in (played / CSV).iterdir()}
    write_sweep(result)
    assert {path.name: path.read_bytes() for path in (played / CSV).iterdir()} == before


def test_a_real_sweep_says_what_is_the_same(played: Path) -> None:
    page = build_sweep_page(result_of(played))
    assert page.warnings[0].startswith(
        "1 variant is the same as the baseline in every game: solo first space 2 instead of 3."
    )
    states = {
        row[0].text: row[5].text
        for table in page.tables()
        if table.id == "variants-table"
        for row in table.rows
    }
    assert states["solo first space 2 instead of 3"] == "the same"


def test_a_sweep_stands_alone(played: Path, tmp_path: Path) -> None:
    run = played / RUNS / BASELINE
    for folders in ([played, run], [run, played]):
        with pytest.raises(
            UserError, match="is a sweep, and its report compares its own runs: give it alone"
        ):
            write_report(folders, tmp_path / "out")
        with pytest.raises(UserError, match="is a sweep"):
            export_report(folders, Dialect.CSV, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_recorded_tables_are_those_of_a_run(played: Path, tmp_path: Path) -> None:
    with pytest.raises(
        UserError, match=r"is a sweep, and --raw writes the tables of one run; give one of .*runs\."
    ):
        export_raw(played, Dialect.CSV, tmp_path / "out")


def test_an_export_is_not_scattered_among_the_runs(played: Path) -> None:
    for folder in (played, played / RUNS, played / RUNS / "new"):
        with pytest.raises(UserError, match="holds recorded games"):
            export_report([played], Dialect.CSV, folder)
