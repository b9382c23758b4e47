"""Short SVG draws what the long one drew."""

from __future__ import annotations

import re

import pytest
from matplotlib.figure import Figure as Drawn
from matplotlib.patches import Rectangle

from reports import figures
from reports.figures.colours import INK, SERIES
from reports.svg import inline_svg, shared_styles
from reports.svg_paths import short_number, short_path


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, ".5"), (-0.25, "-.25"), (3.0, "3"), (12.3456, "12.35"), (-0.001, "0"), (100.1, "100.1")],
)
def test_numbers(value: float, text: str) -> None:
    assert short_number(value) == text


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("M 0 10 \nL 5 10 \nL 5 0 \nL 0 0 \nL 0 10 \nz\n", "M0 10h5v-10h-5z"),
        ("M 1.005 2 L 3 4.5", "M1 2l2 2.5"),
        ("M 0 0 L 0 0 L 1 1", "M0 0l1 1"),
        ("M 1 1 Q 2 2 3 1", "M1 1q1 1 2 0"),
        ("M 1 1 C 1 2 3 4 -1 6 z M 5 5 L 6 5", "M1 1c0 1 2 3-2 5zM5 5h1"),
    ],
)
def test_paths(long: str, short: str) -> None:
    assert short_path(long) == short


def test_rounding_does_not_add_up() -> None:
    """Steps are between rounded points, so that a long line ends where it must."""
    short = short_path("M 0 0 " + " ".join(f"L {0.333 * i} {i % 2}" for i in range(1, 100)))
    steps = [float(step) for step in re.findall(r"l(-?[\d.]+)", short)]
    assert sum(steps) == pytest.approx(0.333 * 99, abs=0.01)


def test_an_unknown_command_is_an_error() -> None:
    with pytest.raises(ValueError, match="A in a path"):
        short_path("M 0 0 A 1 1 0 0 0 2 2")


def drawn() -> str:
    with figures.style():
        figure = Drawn(figsize=(2, 1))
        whole = figure.add_axes((0, 0, 1, 1))
        whole.set_axis_off()
        whole.add_patch(Rectangle((0.1, 0.1), 0.2, 0.2, facecolor=INK, linewidth=0))
        half = figure.add_axes((0.5, 0, 0.5, 1))
        half.plot([0, 1], [0, 1], color=SERIES[0], marker="o")
        half.text(0.2, 0.5, "a < b", color=INK)
        return inline_svg(figure, "one", "words")


def test_what_shows_nothing_is_left_out() -> None:
    text = drawn()
    assert "<g></g>" not in text
    assert 'fill: none"' not in text
    assert "xmlns" not in text
    assert text.count("clip-path") == text.count("url(#one-") > 0  # of the half only
    assert "a &lt; b" in text


def test_references_lead_to_ids() -> None:
    text = drawn()
    wanted = set(re.findall(r'(?:url\(#|href="#)([^")]+)', text))
    assert wanted == set(re.findall(r'id="([^"]+)"', text))
    assert all(name.startswith("one-") for name in wanted)


def test_styles_become_classes_that_drawings_share() -> None:
    one = '<path style="fill: red"/><path style="fill: blue; stroke: &quot;x&quot;"/>'
    short, rules = shared_styles({"a": one, "b": '<path style="fill: blue; stroke: &quot;x&quot;"/>'})
    assert short == {"a": '<path class="d0"/><path class="d1"/>', "b": '<path class="d1"/>'}
    assert rules == '.d0{fill: red}.d1{fill: blue; stroke: "x"}'
