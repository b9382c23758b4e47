"""Direct yields by placement against plain means of the table."""

from __future__ import annotations

import polars as pl
import pytest

from analyzer.analysis.card_measures import YIELD_MEASURES, YIELDS
from analyzer.analysis.card_yields import card_yields
from analyzer.analysis.study import study_of
from analyzer.recording.schema import PLACEMENT_WORDS
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of

COLUMNS = {
    "field": ("uses", "used"),
    "helper": ("uses", "vp", "silver", "goods", "cards", "deliveries", "steps", "upgrades"),
    "barrow": ("completed", "vp", "removals", "market"),
    "extension": ("silver", "deliveries", "pigs"),
}
"""Columns of the table, in the order of the measures."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("yields")
    record(plan_of(folder, "balanced", "random", "balanced", games=240), folder / "run", workers=Processes(1))
    return open_run(folder / "run")


def test_every_use_of_every_bot(run: Run) -> None:
    study = study_of(run)
    found = card_yields(study)
    table = run.lazy("placements").collect()
    static = {card.number for card in study.scenario.rule_set.deck if card.trigger == "static"}
    assert sum(of_use.plays for of_use in found.values()) == table.height
    seen: set[str] = set()
    for (bot, card, placement), of_use in found.items():
        word = PLACEMENT_WORDS[placement]
        rows = table.filter(
            (pl.col("bot") == study.bots[bot]) & (pl.col("card") == card) & (pl.col("placement") == word)
        )
        assert of_use.plays == rows.height
        assert of_use.round.mean == pytest.approx(rows["round"].mean())
        if word == "helper" and card in static:
            assert of_use.gave is None
            continue
        assert of_use.gave is not None
        assert list(of_use.gave) == [measure.key for measure in YIELDS[word]]
        for measure, column in zip(YIELDS[word], COLUMNS[word], strict=True):
            value = of_use.of(measure.key)
            assert value.mean == pytest.approx(rows[column].cast(pl.Float64).mean())
            seen |= {measure.key} if value.mean else set()
    assert seen == {measure.key for measure in YIELD_MEASURES}


def test_what_a_placement_does_not_count_is_nothing(run: Run) -> None:
    found = card_yields(study_of(run))
    field = next(
        of_use for (_, _, placement), of_use in found.items() if PLACEMENT_WORDS[placement] == "field"
    )
    assert field.of("yield_market").n == 0
    assert field.of("yield_used").n == field.plays
