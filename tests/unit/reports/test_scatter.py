"""Scatter plots: what is drawn where."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from analyzer.analysis.stats import Estimate
from reports import figures
from reports.figures.colours import AXIS, SERIES
from reports.figures.drawings import Scatter, Spot


def of(mean: float, half: float = 0.5, blocks: int = 500) -> Estimate:
    return Estimate(mean, mean - half, mean + half, 1000, blocks, half / 2)


def drawn(drawing: Scatter, *peers: Scatter) -> Figure:
    with figures.style():
        return figures.draw(drawing, peers)


SPOTS = (Spot(of(1.0), of(2.0), 0, "Banker as helper"), Spot(of(-3.0), of(-1.0, blocks=5), 1))
SCATTER = Scatter(SPOTS, "observed", "causal", ("field", "helper"), diagonal=True)


def test_points_stand_where_the_estimates_are_and_are_grey_for_few_blocks() -> None:
    lines = [line for line in drawn(SCATTER).axes[0].lines if line.get_marker() in ("o", "s")]
    found = {
        (float(x), float(y)): line.get_color() for line in lines for x, y in np.asarray(line.get_xydata())
    }
    assert found == {(1.0, 2.0): SERIES[0], (-3.0, -1.0): AXIS}


def test_intervals_are_two_collections_of_lines() -> None:
    flat, upright = (
        [np.asarray(path.vertices).tolist() for path in lines.get_paths()]
        for lines in drawn(SCATTER).axes[0].collections
    )
    assert flat == [[[0.5, 2.0], [1.5, 2.0]], [[-3.5, -1.0], [-2.5, -1.0]]]
    assert upright[0] == [[1.0, 1.5], [1.0, 2.5]]


def test_the_diagonal_is_in_the_legend() -> None:
    legend = drawn(SCATTER).legends[0]
    assert [text.get_text() for text in legend.get_texts()] == ["field", "helper", "where the two agree"]


def test_peers_share_the_axes() -> None:
    far = Scatter((Spot(of(50.0), of(40.0)),), "observed", "causal", ("field", "helper"), diagonal=True)
    alone, beside = drawn(SCATTER).axes[0], drawn(SCATTER, far).axes[0]
    assert alone.get_xlim()[1] < 5
    assert beside.get_xlim()[1] > 50
    assert beside.get_ylim()[1] > 40


def test_shares_are_drawn_in_per_cent_with_their_line() -> None:
    share = Estimate(0.9, 0.9, 0.9, 500, 500, 0.0)
    axes = drawn(Scatter((Spot(share, of(1.0)),), "usual", "better", share_x=True, line_x=0.8)).axes[0]
    assert 90.0 in {
        float(x) for line in axes.lines if line.get_marker() == "o" for x in np.asarray(line.get_xdata())
    }
    assert any(np.asarray(line.get_xdata()).tolist() == [80.0, 80.0] for line in axes.lines)


@pytest.mark.parametrize("count", [2, 6])
def test_labels_do_not_cover_each_other(count: int) -> None:
    spots = tuple(Spot(of(0.02 * i), of(0.3 * i), 0, f"A card with a name {i}") for i in range(count))
    wide = (Spot(of(-9.0), of(-9.0)), Spot(of(9.0), of(9.0)))
    figure = drawn(Scatter((*spots, *wide), "x", "y"))
    texts = [text for text in figure.axes[0].texts if text.get_text().startswith("A card")]
    assert len(texts) >= 2
    renderer = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]
    boxes = sorted((text.get_window_extent(renderer) for text in texts), key=lambda box: box.y0)
    assert not any(one.overlaps(other) for one, other in pairwise(boxes))


def test_corners_are_named() -> None:
    drawing = Scatter(SPOTS, "x", "y", corners=("", "plays itself", "has to think", ""))
    places = {text.get_text(): text.get_position() for text in drawn(drawing).axes[0].texts}
    assert places["plays itself"] == (0.99, 0.985)
    assert places["has to think"] == (0.01, 0.015)
