"""The figures of sweeps by their data: lanes of tornado plots, cells of grids, rows of panels."""

from __future__ import annotations

import math

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex, to_rgba
from matplotlib.figure import Figure as Drawn

from analyzer.analysis.stats import Estimate
from reports import figures
from reports.figures import colours
from reports.figures.sweep_drawings import (
    Change,
    Effect,
    EffectPanel,
    EffectPanels,
    EffectRow,
    GridCell,
    GridMap,
    GridTable,
    Lever,
    Side,
    Tornado,
)
from reports.figures.tornado import lanes_of
from tests.unit.reports.test_figures import drawn, of, svg, texts

SAME = Effect(Estimate(0.0, 0.0, 0.0, 1000, 500, 0.0), None, same=True)


def change(label: str, mean: float, *, told: bool | None = True, half: float = 0.1) -> Change:
    side = Side.LOWER if label < "3" else Side.HIGHER
    return Change(label, Effect(of(mean, half), told), side)


def lanes(*changes: Change) -> list[list[str]]:
    return [[each.label for each in lane] for lane in lanes_of(Lever("income", "baseline 3", changes))]


def test_bars_that_pull_apart_share_a_lane() -> None:
    assert lanes(change("2", -0.5), change("4", 0.6)) == [["4", "2"]]


def test_bars_on_one_side_or_across_zero_have_lanes_of_their_own() -> None:
    assert lanes(change("2", 0.5), change("4", 0.6)) == [["4"], ["2"]]
    assert lanes(change("2", -0.05), change("4", 0.6)) == [["4"], ["2"]]
    assert lanes(change("1", -0.9), change("2", -0.5), change("4", 0.4), change("5", 0.8)) == [
        ["1", "5"],
        ["2", "4"],
    ]


def tornado(*changes: Change) -> Tornado:
    return Tornado((Lever("Merchant House income", "baseline 3", changes),), "difference, vp")


def test_a_tornado_writes_every_value_with_its_difference() -> None:
    found = texts(drawn(tornado(change("2", -0.5), change("4", 0.6), Change("5", SAME, Side.HIGHER))))
    assert {"Merchant House income", "baseline 3", "2: \u22120.5", "4: +0.6", "5: the same"} <= set(found)


def test_a_tornado_colours_what_is_told_by_the_side_of_its_value() -> None:
    figure = drawn(tornado(change("2", -0.5), change("4", 0.6), change("5", 0.05, told=False)))
    bars = [to_hex(patch.get_facecolor()) for patch in figure.axes[0].patches]
    assert bars == [colours.SERIES[Side.HIGHER], colours.SERIES[Side.LOWER], colours.AXIS]


def legend(figure: Drawn) -> list[str]:
    return [text.get_text() for each in figure.legends for text in each.get_texts()]


def test_the_key_has_what_is_there_and_no_more() -> None:
    assert legend(drawn(tornado(change("2", -0.5)))) == ["lower value"]
    both = tornado(change("2", -0.5), change("4", 0.1, told=False))
    assert legend(drawn(both)) == ["lower value", "higher value", "not told from 0"]


@pytest.mark.parametrize("label", ["4", "an option of twenty-six lett"])
def test_labels_of_a_tornado_stay_inside(label: str) -> None:
    changes = (
        Change(label, Effect(of(0.9), True), Side.OTHER),
        Change(label, Effect(of(-0.2), True), Side.OTHER),
    )
    figure = drawn(tornado(*changes))
    renderer = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]
    width = figure.get_figwidth() * figure.dpi
    for text in figure.axes[0].texts:
        box = text.get_window_extent(renderer)
        assert -1 <= box.x0 <= box.x1 <= width + 1, text.get_text()


def test_a_lever_that_changes_nothing_has_an_axis() -> None:
    low, high = drawn(tornado(Change("4", SAME, Side.HIGHER))).axes[0].get_xlim()
    assert low < 0 < high


def grid(*cells: GridCell, tables: int = 1) -> GridMap:
    rows = (cells[:2], cells[2:])
    return GridMap(
        tuple(GridTable(f"payment {place}", rows) for place in range(tables)),
        ("2", "3"),
        ("4", "5"),
        "income",
        "siesta",
        "difference in vp, vp",
        "52.3",
    )


CELLS = (
    GridCell(Effect(of(2.0), True)),
    GridCell(None, is_baseline=True),
    GridCell(Effect(of(0.05), False)),
    GridCell(None),
)


def test_cells_of_a_grid_have_numbers_and_the_baseline_is_marked() -> None:
    found = texts(drawn(grid(*CELLS)))
    assert {"+2.0", "±0.1", "52.3", "baseline", "\u2013", "income", "siesta"} <= set(found)
    assert "payment 0" not in found
    assert texts(drawn(grid(*CELLS[:3], GridCell(SAME)))).count("the same") == 1


def test_cells_of_a_grid_are_coloured_if_told() -> None:
    faces = [patch.get_facecolor() for patch in drawn(grid(*CELLS)).axes[0].patches[:3]]
    assert to_hex(faces[0]) == colours.DIVERGING[8]
    assert to_rgba(faces[1])[3] == 0.0  # the baseline's is a frame
    assert to_hex(faces[2]) == colours.PAPER


def test_maps_of_further_axes_have_titles_and_stand_beside_each_other() -> None:
    one, two, many = (drawn(grid(*CELLS, tables=count)) for count in (1, 2, 9))
    assert {"payment 0", "payment 1"} <= set(texts(two))
    assert two.get_figheight() < 2 * one.get_figheight()
    assert many.get_figheight() > two.get_figheight()
    assert texts(many).count("baseline") == 9


def panels(*effects: Effect | None) -> EffectPanels:
    rows = tuple(
        EffectRow(f"row {place}", "group" if place else "first\ngroup") for place in range(len(effects))
    )
    return EffectPanels(
        rows, (EffectPanel("Vp per player", "vp", effects), EffectPanel("Lead", "vp", effects))
    )


EFFECTS = (Effect(of(1.0), True), Effect(of(-0.05), False), SAME, Effect(of(3.0, 4.0, blocks=5), None), None)


def test_panels_have_a_row_of_every_variant_in_the_same_place() -> None:
    figure = drawn(panels(*EFFECTS))
    places = [
        [float(np.asarray(line.get_ydata())[0]) for line in axes.lines if line.get_marker() in ("o", "|")]
        for axes in figure.axes
    ]
    assert places[0] == places[1]
    assert len(places[0]) == 4
    assert {"row 0", "row 4", "first", "group"} <= set(texts(figure))


def test_panels_tell_apart_what_is_told_unclear_the_same_and_small() -> None:
    marks = [line for line in drawn(panels(*EFFECTS)).axes[0].lines if line.get_marker() in ("o", "|")]
    faces = [to_hex(line.get_markerfacecolor()) for line in marks]
    assert faces[:2] == [colours.SERIES[0], colours.PAPER]
    assert marks[2].get_marker() == "|"
    assert marks[3].get_color() == colours.AXIS
    assert legend(drawn(panels(*EFFECTS))) == ["told from 0", "not told from 0", "the same"]


def test_panels_of_other_rows_have_the_same_scale() -> None:
    wide, narrow = panels(Effect(of(5.0), True)), panels(Effect(of(0.1), True))
    with figures.style():
        limits = [
            figures.draw(one, (other,)).axes[0].get_xlim() for one, other in ((wide, narrow), (narrow, wide))
        ]
    assert limits[0] == limits[1]
    assert drawn(narrow).axes[0].get_xlim() != limits[0]


def test_a_far_effect_is_an_arrow_with_its_number_and_leaves_the_others_their_room() -> None:
    near = [Effect(of(mean, 0.01), True) for mean in (0.1, -0.2, 0.3, 0.2)]
    figure = drawn(panels(*near, Effect(of(-50.0), True)))
    low, high = figure.axes[0].get_xlim()
    assert -1 < low < high < 1
    assert "\u221250.0" in texts(figure)
    arrows = [line for line in figure.axes[0].lines if line.get_marker() == "<"]
    assert [float(np.asarray(line.get_xdata())[0]) for line in arrows] == [low]
    assert "\u22120.2" not in texts(figure)


def test_an_effect_without_interval_is_drawn() -> None:
    value = Estimate(0.5, math.nan, math.nan, 4, 1)
    assert drawn(panels(Effect(value, None))).axes[0].get_xlim()[1] > 0.5
    assert "4: +0.5" in texts(drawn(tornado(Change("4", Effect(value, None), Side.HIGHER))))


@pytest.mark.parametrize("drawing", [tornado(change("2", -0.5)), grid(*CELLS), panels(*EFFECTS)])
def test_sweep_figures_have_variables_for_all_colours(drawing: Tornado | GridMap | EffectPanels) -> None:
    assert "#" not in svg(drawing).replace('"#', "").replace("url(#", "")
