"""The pictures of a sweep's page: tornado plots, grids and panels, by their data."""

from __future__ import annotations

import re
from dataclasses import replace
from math import nan

import pytest

from analyzer.analysis.sweep_result import SweepResult
from analyzer.scenario.sweep_model import Axis, Grid
from reports.figures.sweep_drawings import EffectPanels, GridMap, Side, Tornado
from reports.html import render
from reports.page import Figure, Fold, Page
from reports.sweep import build_sweep_page
from reports.sweep.singles import side_of
from tests.unit.reports import sweep_results as sweeps
from tests.unit.reports.plain import figure, plain, section, table
from tests.unit.reports.sweep_results import Played


@pytest.fixture(scope="module")
def result() -> SweepResult:
    return sweeps.small_sweep()


@pytest.fixture(scope="module")
def page(result: SweepResult) -> Page:
    return build_sweep_page(result)


def drawing(page: Page, name: str) -> Tornado | GridMap | EffectPanels:
    found = figure(page, name).drawing
    assert isinstance(found, Tornado | GridMap | EffectPanels)
    return found


def test_the_first_metric_has_its_tornado_open_and_the_others_are_folded(
    page: Page, result: SweepResult
) -> None:
    blocks = section(page, "single").blocks
    assert [type(block) for block in blocks] == [Figure, Fold]
    fold = blocks[1]
    assert isinstance(fold, Fold)
    assert len(fold.blocks) == len(result.shown) - 1


def test_a_tornado_has_every_value_the_strongest_rule_first(page: Page) -> None:
    found = drawing(page, "tornado-vp")
    assert isinstance(found, Tornado)
    assert [(lever.label, lever.note) for lever in found.levers] == [
        ("Merchant House income", "baseline 3"),
        ("extra payment", "baseline up front"),
        ("roofs max", "baseline 5"),
    ]
    values = [[(change.label, change.side) for change in lever.changes] for lever in found.levers]
    assert values == [
        [("2", Side.LOWER), ("4", Side.HIGHER), ("6", Side.HIGHER)],
        [("one at a time", Side.OTHER)],
        [("4", Side.LOWER), ("6", Side.HIGHER)],
    ]
    assert [change.effect.same for change in found.levers[2].changes] == [False, True]
    shares = drawing(page, "tornado-seat-1-win_share")
    assert isinstance(shares, Tornado)
    assert shares.axis == "difference, percentage points"
    assert shares.levers[0].changes[0].effect.value.mean == pytest.approx(5.0, abs=2.0)


def test_text_alternatives_state_numbers(page: Page) -> None:
    assert all(re.search(r"\d", each.alt) for each in page.figures())
    tornado = plain(figure(page, "tornado-vp").alt)
    assert re.search(r"Merchant House income: at 2 -0\.\d \(-\d\.\d to -0\.\d\), at 4 \+0\.\d", tornado)
    assert "at 6 the same" in tornado
    assert re.search(
        r"Most at Merchant House income 4, siesta vp \(space 6\) 5: \+1\.\d", figure(page, "grid-1-vp").alt
    )
    panels = plain(figure(page, "variants-1-1").alt)
    assert re.search(r"Vp per player: \d+ of 12 variants are told from the baseline; the largest", panels)
    assert "with market of the first edition." in panels
    assert all(len(each.reading) > 100 for each in page.figures())


@pytest.mark.parametrize(
    ("value", "baseline", "side"),
    [(2, 3, Side.LOWER), (4, 3, Side.HIGHER), ("no", "yes", Side.OTHER), (["pig"], ["food"], Side.OTHER)],
)
def test_sides_of_values(value: object, baseline: object, side: Side) -> None:
    assert side_of(value, baseline) == side


def test_a_grid_has_every_cell_in_its_place(page: Page, result: SweepResult) -> None:
    found = drawing(page, "grid-1-vp")
    assert isinstance(found, GridMap)
    assert (found.row_labels, found.column_labels) == (("2", "3", "4"), ("3", "5"))
    (only,) = found.tables
    assert [[cell.is_baseline for cell in row] for row in only.rows] == [
        [False, False],
        [True, False],
        [False, False],
    ]
    means = [[cell.effect.value.mean if cell.effect else None for cell in row] for row in only.rows]
    assert means[1][0] is None
    grids = [each for each in result.variants if each.variant.kind == "grid"]
    expected = {each.variant.name: vp.difference.mean for each in grids if (vp := each.of("vp"))}
    assert means[0][0] == expected[f"{sweeps.INCOME}=2"]
    assert means[2][1] == expected[f"{sweeps.INCOME}=4,{sweeps.SIESTA}=5"]


def test_cells_that_were_played_as_single_changes_stand_in_the_grid_too() -> None:
    result = sweeps.small_sweep()
    kept = tuple(
        each for each in result.variants if each.variant.kind != "grid" or len(each.variant.settings) == 2
    )
    found = drawing(build_sweep_page(replace(result, variants=kept)), "grid-1-vp")
    assert isinstance(found, GridMap)
    cells = [[cell.effect is not None for cell in row] for row in found.tables[0].rows]
    assert cells == [[True, True], [False, False], [True, True]]


def grid_page(axes: tuple[Axis, ...], *cells: Played) -> Page:
    return build_sweep_page(sweeps.sweep_result(cells, grids=(Grid(name="g", axes=axes),)))


def test_a_third_axis_makes_a_map_of_each_of_its_values() -> None:
    axes = (
        Axis(path=sweeps.INCOME, baseline=3, values=(3, 4)),
        Axis(path=sweeps.SIESTA, baseline=3, values=(3, 5)),
        Axis(path=sweeps.PAYMENT, baseline="up_front", values=("up_front", "one_at_a_time")),
    )
    cell = sweeps.cell(0, buildings__merchant_house__income=4, extra__payment="one_at_a_time")
    found = drawing(grid_page(axes, Played(cell, {"vp": 2.0})), "grid-1-vp")
    assert isinstance(found, GridMap)
    assert [each.title for each in found.tables] == ["extra payment up front", "extra payment one at a time"]
    assert found.tables[1].rows[1][0].effect is not None
    assert [cell.is_baseline for each in found.tables for row in each.rows for cell in row].count(True) == 1


def test_all_variants_stand_in_every_panel_in_one_order(page: Page, result: SweepResult) -> None:
    found = drawing(page, "variants-1-1")
    assert isinstance(found, EffectPanels)
    assert len(found.rows) == len(result.variants)
    assert [panel.title for panel in found.panels] == [
        "Vp per player",
        "Lead of the winner",
        "Games decided by tie-break",
        "Win share of seat 1",
    ]
    assert all(len(panel.effects) == len(result.variants) for panel in found.panels)
    assert found.rows[0].group == "Merchant House income (baseline 3)"
    assert found.rows[-1].group == "named variants"


@pytest.mark.parametrize("count", [2, 60])
def test_any_number_of_variants_with_long_names(count: int) -> None:
    named = [
        f"a variant that has a name of about sixty characters, number {place:02}" for place in range(count)
    ]
    shown = ("vp", "lead", "tie_break", "seat.1.win_share", "vp_market", "deliveries")
    played = [Played(sweeps.named(name), {"vp": 0.1}) for name in named]
    page = build_sweep_page(sweeps.sweep_result(played, shown=shown))
    drawings = [each.drawing for each in page.figures() if isinstance(each.drawing, EffectPanels)]
    labels = [row.label for drawing in drawings for row in drawing.rows]
    assert sorted(labels) == sorted(named * 2)  # four metrics, and two more
    assert max(len(drawing.rows) for drawing in drawings) <= 32
    assert [row[0].text for row in table(page, "variants-table").rows] == named
    open_figures = [block for block in section(page, "variants").blocks if isinstance(block, Figure)]
    assert len(open_figures) == 2


def test_a_metric_that_only_one_run_has_counted_is_no_difference(result: SweepResult) -> None:
    first = result.variants[0]
    lead = first.of("lead")
    assert lead is not None
    unknown = replace(lead.difference, mean=nan, low=nan, high=nan, se=nan, n=0, blocks=0)
    odd = replace(lead, difference=unknown, p=nan, corrected=nan)
    compared = tuple(odd if each is lead else each for each in first.compared)
    page = build_sweep_page(
        replace(result, variants=(replace(first, compared=compared), *result.variants[1:]))
    )
    row = next(row for row in table(page, "differences-main").rows if row[1].text == "lead of the winner")
    assert [cell.text for cell in row[2:6]] == ["\u2013", "\u2013", "in one of them only", "\u2013"]
    found = drawing(page, "tornado-lead")
    assert isinstance(found, Tornado)
    income = next(lever for lever in found.levers if lever.label == "Merchant House income")
    assert [change.label for change in income.changes] == ["4", "6"]
    assert "nan" not in re.findall(r">([^<]*)<", render(page))
