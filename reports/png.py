"""Figures as PNG files that can be passed on alone: with title, subtitle and origin."""

from __future__ import annotations

import textwrap
from pathlib import Path

from matplotlib.transforms import Bbox

from reports import figures, words
from reports.figures.canvas import WIDTH
from reports.figures.colours import MUTED, PAPER
from reports.page import Figure, Page

DPI = 200
_LINE = 105  # characters of a subtitle that fit the width
TITLE = 80  # characters of a title that fit the width
_FOOT_LINE = 150
_MARGIN = 0.22  # inches


def write_pngs(page: Page, folder: Path) -> tuple[Path, ...]:
    """Write every figure of a page into a folder, numbered in the order of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for index, figure in enumerate(page.figures(), 1):
        path = folder / f"{index:02d}-{figure.id}.png"
        _write(figure, figure.foot or page.foot, path)
        paths.append(path)
    return tuple(paths)


def _write(figure: Figure, foot: str, path: Path) -> None:
    """Draw a figure with its title above and the page's foot below it, outside the figure's own area."""
    subtitle, origin = textwrap.wrap(figure.subtitle, _LINE), textwrap.wrap(foot, _FOOT_LINE)
    with figures.style():
        drawn = figures.draw(figure.drawing, figure.peers)
        height = drawn.get_figheight()
        top = height + 0.14 + 0.17 * len(subtitle)
        drawn.text(
            0, top / height, words.shortened(figure.title, TITLE), fontsize=12, weight="bold", va="bottom"
        )
        drawn.text(0, 1 + 0.1 / height, "\n".join(subtitle), color=MUTED, va="bottom", linespacing=1.3)
        drawn.text(0, -0.14 / height, "\n".join(origin), color=MUTED, fontsize=6.6, va="top", linespacing=1.3)
        bottom = -0.14 - 0.13 * len(origin) - _MARGIN
        drawn.savefig(
            path,
            format="png",
            dpi=DPI,
            facecolor=PAPER,
            bbox_inches=Bbox([[-_MARGIN, bottom], [WIDTH + _MARGIN, top + 0.2 + _MARGIN]]),
            metadata={"Software": None},
        )
