"""The page as one HTML file."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from reports import figures
from reports.figures.colours import css_variables
from reports.page import Beside, Block, Facts, Figure, Fold, Notice, Page, Ranked, Table, Text
from reports.svg import inline_svg, shared_styles

_KINDS: Mapping[type, str] = {
    Text: "text",
    Notice: "notice",
    Facts: "facts",
    Table: "table",
    Figure: "figure",
    Fold: "fold",
    Beside: "beside",
    Ranked: "ranked",
}


def render(page: Page) -> str:
    """The HTML of a page; everything is inside it, nothing is fetched."""
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["sort_key"] = _sort_key
    drawings, rules = shared_styles(_drawings(page))
    return environment.get_template("report.html").render(
        page=page,
        kind=_kind,
        svg={key: Markup(text) for key, text in drawings.items()},
        style=Markup(_style() + rules),
        script=Markup(_file("tables.js")),
    )


def _kind(block: Block) -> str:
    """The macro that shows a block."""
    return _KINDS[type(block)]


def _sort_key(value: float | str) -> str:
    """What a cell sorts by: enough digits to tell figures apart."""
    return value if isinstance(value, str) else f"{value:.7g}"


def _drawings(page: Page) -> dict[str, str]:
    """The SVG of every figure, by the figure's id."""
    with figures.style():
        return {
            figure.id: inline_svg(figures.draw(figure.drawing, figure.peers), figure.id, figure.alt)
            for figure in page.figures()
        }


def _style() -> str:
    """The style sheet with the figures' colours for light, dark and print."""
    light, dark = css_variables(dark=False), css_variables(dark=True)
    return (
        f":root{{{light}}}\n@media (prefers-color-scheme: dark){{:root{{{dark}}}}}\n@media "
        f"print{{:root{{{light}}}}}\n{_file('style.css')}"
    )


def _file(name: str) -> str:
    return (files("reports") / "templates" / name).read_text(encoding="utf-8")
