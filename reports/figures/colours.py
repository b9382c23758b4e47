"""Colours of all figures, once: a name, its light value and its dark value.

The light values are drawn (PNG, print); in the page each becomes ``var(--name)``, so that
dark mode can replace it.  No two names share a light value.  The diverging scale (brown to
teal) and the series (blue, vermilion, green, purple) stay apart for colour-blind readers;
series differ by marker too.
"""

from __future__ import annotations

import re

INK = "#1d2a2e"
MUTED = "#56656a"
AXIS = "#b9c1bf"
GRID = "#dfe4e1"
PAPER = "#fffefb"

SERIES = ("#0a6aa6", "#c24e00", "#04805f", "#9b3f8f")
MARKERS = ("o", "s", "^", "D")

DIVERGING = (  # levels -4 to 4
    "#8c510b",
    "#c98f43",
    "#e3ca90",
    "#f4e9cd",
    "#f3f3ee",
    "#d3ece8",
    "#94d3c9",
    "#4fb0a6",
    "#01665f",
)
ON_LEVEL = ("#1d2a2f", "#1d2a30", "#1d2a31", "#16211f", "#fefefe")  # text on levels 0 to 4, either sign

SEQUENTIAL = ("#eef4ec", "#cfe5d0", "#a3cfae", "#6fb28b", "#337d5e", "#14644d")
ON_STEP = ("#1d2b2e", "#1d2b2f", "#1d2b30", "#16221f", "#fefeff", "#fefffe")

SOURCES = (  # in the order of cext.types.Source
    "#9ba6a8",
    "#0b6158",
    "#3f9d92",
    "#98d1c8",
    "#3d72a8",
    "#86500f",
    "#c28a3c",
    "#e2c588",
    "#a7508f",
    "#74275a",
    "#69767a",
    "#c9cfcd",
)
ON_SOURCE = (
    "#1d2c2e",
    "#fefdfe",
    "#16231f",
    "#1d2c2f",
    "#fdfefe",
    "#fefefd",
    "#16231e",
    "#1d2c30",
    "#fdfdfe",
    "#fdfefd",
    "#fefdfd",
    "#1d2c31",
)

_LIGHT_INK = "#e6e9e4"
_DARK_INK = "#10191a"

_DARK: dict[str, str] = {
    INK: _LIGHT_INK,
    MUTED: "#a3b0b0",
    AXIS: "#586467",
    GRID: "#313b3d",
    PAPER: "#1a2123",
    **dict(zip(SERIES, ("#5fb0e6", "#f28a4b", "#3fc79a", "#d88fce"), strict=True)),
    **dict(
        zip(
            DIVERGING,
            (
                "#eab567",
                "#b5803a",
                "#6f5127",
                "#3f3422",
                "#2a3335",
                "#21403e",
                "#28625d",
                "#3d998f",
                "#84dccf",
            ),
            strict=True,
        )
    ),
    **dict(zip(ON_LEVEL, (_LIGHT_INK, _LIGHT_INK, _LIGHT_INK, _DARK_INK, _DARK_INK), strict=True)),
    **dict(zip(SEQUENTIAL, ("#232c2c", "#23403a", "#27574b", "#35795f", "#53a07c", "#8fd3ae"), strict=True)),
    **dict(
        zip(
            ON_STEP,
            (_LIGHT_INK, _LIGHT_INK, _LIGHT_INK, "#f4f6f2", _DARK_INK, _DARK_INK),
            strict=True,
        )
    ),
    **dict(
        zip(
            SOURCES,
            (
                "#7d898b",
                "#26988d",
                "#4fb3a7",
                "#a9ddd5",
                "#6b9fd3",
                "#b97831",
                "#d49d52",
                "#ead3a1",
                "#c77bb2",
                "#9c4a80",
                "#5b676b",
                "#454f51",
            ),
            strict=True,
        )
    ),
    **dict(
        zip(
            ON_SOURCE,
            (
                _DARK_INK,
                _DARK_INK,
                _DARK_INK,
                _DARK_INK,
                _DARK_INK,
                _DARK_INK,
                _DARK_INK,
                _DARK_INK,
                _DARK_INK,
                "#fffdff",
                _LIGHT_INK,
                _LIGHT_INK,
            ),
            strict=True,
        )
    ),
}


def _named() -> dict[str, str]:
    names = {INK: "ink", MUTED: "muted", AXIS: "axis", GRID: "grid", PAPER: "paper"}
    scales = {
        "series": SERIES,
        "level": DIVERGING,
        "on-level": ON_LEVEL,
        "step": SEQUENTIAL,
        "on-step": ON_STEP,
        "source": SOURCES,
        "on-source": ON_SOURCE,
    }
    for scale, colours in scales.items():
        names.update({colour: f"{scale}-{index}" for index, colour in enumerate(colours)})
    return names


NAMES = _named()
"""CSS variable (without ``--``) of each light colour."""

_HEX = re.compile(r"#[0-9a-fA-F]{6}\b")


def css_variables(*, dark: bool) -> str:
    """Declarations of all colours for one mode."""
    return "".join(f"--{name}:{_DARK[light] if dark else light};" for light, name in NAMES.items())


def with_variables(svg: str) -> str:
    """Replace every colour of an SVG by its variable; raises KeyError for a colour not named here."""
    return _HEX.sub(lambda match: f"var(--{NAMES[match.group().lower()]})", svg)
