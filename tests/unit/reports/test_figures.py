"""Figures by their data: what is drawn, in which colours, and as what SVG."""

from __future__ import annotations

import re

import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure as Drawn
from matplotlib.patches import RegularPolygon

from analyzer.analysis.stats import Estimate
from reports import figures
from reports.figures import colours
from reports.figures.drawings import (
    Curve,
    Dot,
    Dots,
    Drawing,
    Heat,
    HeatRow,
    HexCell,
    HexMap,
    HexMaps,
    Panel,
    Panels,
)
from reports.svg import inline_svg


def of(mean: float, half: float = 0.1, blocks: int = 500) -> Estimate:
    return Estimate(mean, mean - half, mean + half, 1000, blocks, half / 2)


def drawn(drawing: Drawing) -> Drawn:
    with figures.style():
        return figures.draw(drawing)


def texts(figure: Drawn) -> list[str]:
    own = [text.get_text() for text in figure.texts]
    return own + [text.get_text() for axes in figure.axes for text in axes.texts]


def svg(drawing: Drawing, name: str = "f", alt: str = "") -> str:
    with figures.style():
        return inline_svg(figures.draw(drawing), name, alt)


DOTS = Dots(
    (Dot("seat 0", of(0.3, 0.01)), Dot("seat 1", of(0.2, 0.01, blocks=5))), "share, %", True, 0.25, "fair"
)


def test_dots_show_mean_interval_and_n() -> None:
    found = texts(drawn(DOTS))
    assert {"seat 0", "30.0\u202f%", "±1.0", "n 1.0k", "fair"} <= set(found)


def test_dots_of_few_blocks_are_grey() -> None:
    lines = [line for line in drawn(DOTS).axes[0].lines if line.get_marker() == "o"]
    assert [line.get_color() for line in lines] == [colours.SERIES[0], colours.AXIS]


def heat(*values: Estimate, coloured: tuple[bool, ...] = (True, True, True, True)) -> Drawn:
    return drawn(Heat((HeatRow("card", values, coloured),), ("any", "field", "helper", "barrow"), "vp"))


def test_heat_colours_what_was_told_from_zero() -> None:
    figure = heat(of(4.0), of(-4.0), of(4.0), of(4.0, blocks=5), coloured=(True, True, False, False))
    cells = [patch.get_facecolor() for patch in figure.axes[0].patches[:4]]
    wanted = [colours.DIVERGING[8], colours.DIVERGING[0], colours.PAPER, colours.PAPER]
    assert [to_hex(cell) for cell in cells] == wanted


def test_the_outer_classes_of_a_heat_map_are_open() -> None:
    assert {"\u2264\u22123.5", "\u2265+3.5"} <= set(texts(heat(of(1.0), of(-4.0), of(4.0), of(1.0))))


def test_heat_writes_value_interval_and_count() -> None:
    assert {"+4.0", "±0.1", "1.0k", "\u22124.0"} <= set(texts(heat(of(4.0), of(-4.0), of(0.05), of(1.0))))


def hexmap(*, small: bool = False) -> HexMaps:
    cells = (
        HexCell(0, 0, 0, 4, True, False, of(0.5, 0.01)),
        HexCell(1, 1, 0, 5, False, True, None),
        HexCell(2, 0, 1, 6, False, False, of(0.1, 0.01)),
    )
    return HexMaps((HexMap("all", cells),), "held", True, small)


def test_hexes_lie_on_axial_coordinates() -> None:
    hexes = [patch for patch in drawn(hexmap()).axes[0].patches if isinstance(patch, RegularPolygon)]
    assert [tuple(round(x, 3) for x in patch.xy) for patch in hexes] == [(0, 0), (1.732, 0), (0.866, 1.5)]


def test_closed_hexes_say_so() -> None:
    found = texts(drawn(hexmap()))
    assert found.count("closed") == 2  # on the hex and in the key
    assert {"50.0\u202f%", "±1.0"} <= set(found)


def test_panels_show_n_under_every_position() -> None:
    curve = Curve("", (of(1.0), of(2.0), of(-1.0)))
    panels = Panels((Panel("Deli", (curve,)),), ("1", "2", "never"), "vp", "round", joined=False, counts=True)
    assert texts(drawn(panels)).count("1.0k") == 3


def test_svg_has_variables_for_colours_and_text_as_text() -> None:
    found = svg(hexmap(), alt='a "quoted" <alt>')
    assert not re.search(r"#[0-9a-fA-F]{6}\b", found)
    assert "var(--step-5)" in found
    assert ">closed</text>" in found
    assert 'aria-label="a &quot;quoted&quot; &lt;alt&gt;"' in found
    assert "font-family" not in found
    assert "<metadata" not in found


def test_svg_is_the_same_every_time() -> None:
    assert svg(DOTS) == svg(DOTS)


def test_a_colour_without_a_name_is_an_error() -> None:
    with pytest.raises(KeyError):
        colours.with_variables('<path style="fill: #123456"/>')


def test_every_colour_has_a_name_of_its_own() -> None:
    scales = (colours.SERIES, colours.DIVERGING, colours.ON_LEVEL, colours.SEQUENTIAL, colours.ON_STEP)
    every = [*colours.SOURCES, *colours.ON_SOURCE, *(colour for scale in scales for colour in scale)]
    assert len(set(every)) == len(every)
    assert len(set(colours.NAMES.values())) == len(colours.NAMES)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_on_colours_is_readable(dark: bool) -> None:
    shown = dict(re.findall(r"--([\w-]+):(#[0-9a-f]{6})", colours.css_variables(dark=dark)))
    pairs = [(f"level-{index + 4}", f"on-level-{abs(index)}") for index in range(-4, 5)]
    pairs += [(f"step-{index}", f"on-step-{index}") for index in range(len(colours.SEQUENTIAL))]
    pairs += [(f"source-{index}", f"on-source-{index}") for index in range(len(colours.SOURCES))]
    pairs += [("paper", "ink"), ("paper", "muted"), *(("paper", f"series-{index}") for index in range(4))]
    poor = [(ground, round(contrast(shown[ground], shown[text]), 2)) for ground, text in pairs]
    assert [pair for pair in poor if pair[1] < 4.5] == []
