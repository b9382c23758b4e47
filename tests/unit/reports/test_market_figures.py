"""Maps of the market by their data: colours, scales, arrows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure as Drawn
from matplotlib.patches import FancyArrow, RegularPolygon

from analyzer.analysis.stats import Estimate
from reports import figures
from reports.figures import colours
from reports.figures.drawings import Arrow, HexArrows, HexCell, HexMap, HexMaps, MatrixRow
from reports.figures.hexarrows import draw_hexarrows


def of(mean: float, half: float = 0.1, blocks: int = 500) -> Estimate:
    return Estimate(mean, mean - half, mean + half, 1000, blocks, half / 2)


def drawing(shown: HexMaps | HexArrows) -> Drawn:
    with figures.style():
        return figures.draw(shown)


def texts(figure: Drawn) -> list[str]:
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def cells(*estimates: Estimate | None, coloured: bool = True) -> tuple[HexCell, ...]:
    return tuple(
        HexCell(i, i, 0, 3 + i, i == 0, value is None, value, coloured) for i, value in enumerate(estimates)
    )


def hexes(figure: Drawn) -> list[str]:
    patches = [patch for axes in figure.axes for patch in axes.patches if isinstance(patch, RegularPolygon)]
    return [to_hex(patch.get_facecolor()) for patch in patches]


def test_a_scale_around_zero_leaves_uncertain_hexes_white() -> None:
    told = cells(of(2.0), of(-2.0), of(2.0, blocks=5), None)
    faded = replace(cells(of(2.0), coloured=False)[0], number=9, r=1)
    shown = drawing(HexMaps((HexMap("", (*told, faded)),), "vp", signed=True))
    white = to_hex(colours.PAPER)
    assert hexes(shown)[:3] == [colours.DIVERGING[8], colours.DIVERGING[0], white]
    assert hexes(shown)[4] == white
    assert "+2.0" in texts(shown)
    assert "closed" in texts(shown)


def test_a_shared_scale_holds_the_values_of_both() -> None:
    alone = HexMaps((HexMap("", cells(of(0.1), of(0.2))),), "held", True, small=True)
    shared = replace(alone, also=(60.0,))
    assert "60" in texts(drawing(shared))
    assert "60" not in texts(drawing(alone))
    assert hexes(drawing(alone)) != hexes(drawing(shared))


@pytest.mark.parametrize(("maps", "columns"), [(1, 1), (2, 2), (3, 3), (4, 2), (8, 3)])
def test_maps_stand_side_by_side(maps: int, columns: int) -> None:
    shown = HexMaps(tuple(HexMap(str(i), cells(of(0.1), of(0.2))) for i in range(maps)), "held", small=True)
    lefts = {round(axes.get_position().x0, 3) for axes in drawing(shown).axes[:maps]}
    assert len(lefts) == columns


def arrows(*values: tuple[int, int, Estimate]) -> HexArrows:
    matrix = tuple(
        MatrixRow(str(3 + i), (of(0.2), *((of(0.4),) if i else (None,))), (True, True)) for i in range(2)
    )
    return HexArrows(
        cells(of(0.25), of(0.001), None),
        tuple(Arrow(*value) for value in values),
        "arrow width",
        "displaced",
        matrix,
        ("3", "4"),
        "rows",
        "columns",
    )


def patches(figure: Drawn) -> list[FancyArrow]:
    return [patch for patch in figure.axes[0].patches if isinstance(patch, FancyArrow)]


def shaft(arrow: FancyArrow) -> float:
    """The width of a level arrow's shaft: its corners lie nearer to the axis than those of the head."""
    return 2 * min(float(y) for y in arrow.get_xy()[:, 1] if y > 1e-9)


def test_arrows_point_from_hex_to_hex_and_are_as_wide_as_they_are_frequent() -> None:
    wide, narrow = patches(drawing(arrows((1, 0, of(0.8)), (0, 1, of(0.2)))))
    ends = wide.get_xy()
    assert ends[:, 0].max() < 1.732  # between the centres of the hexes, which are 1.732 apart
    assert ends[:, 0].min() > 0.0
    tip = ends[:, 0].argmin()
    assert ends[tip, 1] == pytest.approx(0.0, abs=1e-9)  # its tip points to the left, along the row
    assert narrow.get_xy()[:, 0].argmax() != narrow.get_xy()[:, 0].argmin()
    assert shaft(wide) == pytest.approx(4 * shaft(narrow))


def test_arrows_of_few_blocks_are_grey() -> None:
    sure, unsure = patches(drawing(arrows((1, 0, of(0.8)), (0, 1, of(0.2, blocks=5)))))
    assert [to_hex(patch.get_facecolor()) for patch in (sure, unsure)] == [colours.SERIES[1], colours.AXIS]


def test_displacements_stand_in_their_hexes_and_the_matrix_has_numbers() -> None:
    found = texts(drawing(arrows((1, 0, of(0.8)))))
    assert {"0.25", "<0.01", "closed", "rows", "columns"} <= set(found)
    assert found.count("0.20") == 2
    assert found.count("0.40") == 1


def test_peers_have_the_same_arrow_widths() -> None:
    alone, other = arrows((1, 0, of(0.4))), arrows((1, 0, of(0.8)))
    with figures.style():
        (beside,) = patches(draw_hexarrows(alone, (other,)))
    (single,) = patches(drawing(alone))
    assert shaft(single) == pytest.approx(2 * shaft(beside))
