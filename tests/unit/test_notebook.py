"""A run in a notebook."""

from __future__ import annotations

import doctest
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import analyzer
from analyzer.errors import UserError
from analyzer.notebook import LoadedRun
from analyzer.recording.schema import PLACEMENT_WORDS, TABLES, Players, polars_schema
from analyzer.recording.store import open_run
from analyzer.recording.study_schema import WhatIfs
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.recording.owned import make_own
from tests.unit.recording.test_studies import make_study
from tests.unit.simulate.plans import plan_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty games of two bots, with a study beside them."""
    place = tmp_path_factory.mktemp("notebook")
    record(plan_of(place, "random", "first", games=20), place / "run", workers=Processes(1))
    (place / "run" / "studies").mkdir()
    make_own(make_study(place / "run" / "studies" / "luck", 3))
    return place / "run"


@pytest.fixture(scope="module")
def run(folder: Path) -> LoadedRun:
    return analyzer.load_run(str(folder))


@pytest.mark.parametrize("table", TABLES)
def test_every_table_is_an_attribute(table: str, run: LoadedRun, folder: Path) -> None:
    frame = getattr(run, table)
    assert isinstance(frame, pl.LazyFrame)
    assert frame.collect_schema() == polars_schema(table, ("random", "first"))
    assert_frame_equal(frame.collect(), open_run(folder).lazy(table).collect())
    assert table in dir(run)


def test_words_are_enums(run: LoadedRun) -> None:
    played = run.placements.collect()["placement"]
    assert played.dtype == pl.Enum(PLACEMENT_WORDS)
    assert run.players.filter(pl.col("bot") == "first").collect().height == 20


def test_the_scenario_comes_with_it(run: LoadedRun) -> None:
    assert (run.scenario.name, run.scenario.players, run.manifest.games) == ("small", 2, 20)
    assert repr(run).startswith(f"<run '{run.path}' of small: players, placements, ")


def test_studies_are_there_too(run: LoadedRun) -> None:
    assert list(run.studies) == ["luck"]
    rows = run.studies["luck"].collect()
    assert rows.columns == [column.value for column in WhatIfs]
    assert run.variants["luck"].rows() == [(0, "base", "as it is")]
    assert rows.join(run.variants["luck"], on="variant")["words"].unique().to_list() == ["as it is"]


def test_a_run_without_studies_has_none(tmp_path: Path) -> None:
    record(plan_of(tmp_path, "first", games=1), tmp_path / "run", workers=Processes(1))
    assert dict(analyzer.load_run(tmp_path / "run").studies) == {}


def test_describe_holds_every_column(run: LoadedRun) -> None:
    found = run.describe()
    wanted = [(name, column.value) for name, columns in TABLES.items() for column in columns]
    wanted += [("luck", column.value) for column in WhatIfs]
    assert found.select("table", "column").rows() == wanted
    bots = found.filter((pl.col("table") == "players") & (pl.col("column") == "bot"))
    assert bots["words"].to_list() == ["random, first"]
    of_study = found.filter((pl.col("table") == "luck") & (pl.col("column") == "bot"))
    assert of_study["words"].to_list() == ["one, two"]


def test_describe_of_one_table(run: LoadedRun) -> None:
    found = run.describe("players", "luck")
    assert found["table"].unique(maintain_order=True).to_list() == ["players", "luck"]
    assert found.filter(pl.col("column") == Players.SILVER)["unit"].to_list() == ["silver"]
    with pytest.raises(KeyError, match="player"):
        run.describe("player")


def test_an_unknown_table_names_those_that_there_are(run: LoadedRun) -> None:
    with pytest.raises(AttributeError, match="a run has no table 'player'; it has players, placements, "):
        run.player  # noqa: B018


def test_the_example_runs(folder: Path) -> None:
    examples = doctest.DocTestParser().get_examples(analyzer.load_run.__doc__ or "")
    assert len(examples) == 4
    found: dict[str, object] = {}
    for example in examples:
        exec(example.source.replace("runs/four-players-1000000", str(folder)), found)
    assert isinstance(found["run"], LoadedRun)


def test_what_is_no_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is not a run folder"):
        analyzer.load_run(tmp_path)
