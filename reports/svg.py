"""A figure as SVG inside a page: text as text, colours as variables, ids of its own."""

from __future__ import annotations

import html
import re
from io import StringIO

from matplotlib.figure import Figure

from reports.figures.colours import with_variables

_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
_FONT = re.compile(r"font: (?:(bold|\d{3}) )?([\d.]+)px [^;\"]*")
_FAMILY = re.compile(r"font-family: [^;\"]*(; )?")
_NO_TURN = re.compile(r' transform="rotate\(-?0 [^"]*\)"')
_TAG = re.compile(r"<svg\b[^>]*>")
_VIEW_BOX = re.compile(r'viewBox="([^"]*)"')
_ID = re.compile(r'\sid="([^"]*)"')
_REFERENCE = re.compile(r'(url\(#|href="#)([^")]*)')
_NOT_NEEDED = re.compile(
    r"<metadata>.*?</metadata>|<style\b.*?</style>|<!--.*?-->|<defs>\s*</defs>", re.DOTALL
)
_SPACE = re.compile(r">\s+<")


def inline_svg(figure: Figure, name: str, alt: str) -> str:
    """The ``<svg>`` element of a figure; ``name`` keeps its ids apart from those of other figures.

    Call it within ``figures.style()``.  The same figure gives the same text.
    """
    out = StringIO()
    figure.savefig(out, format="svg", metadata=_NO_METADATA)
    text = out.getvalue()
    text = _NOT_NEEDED.sub("", text[text.index("<svg") :])
    view_box = _VIEW_BOX.search(text)
    assert view_box is not None
    opening = (
        f'<svg class="drawing" viewBox="{view_box.group(1)}" role="img" aria-label="{html.escape(alt)}" '
        'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
    )
    text = _TAG.sub(lambda _: opening, text, count=1)
    return _SPACE.sub("><", with_variables(_own_ids(_page_fonts(text), name))).strip()


def _page_fonts(text: str) -> str:
    """Sizes and weights stay, the family is the page's (matplotlib writes one property or several)."""

    def size(match: re.Match[str]) -> str:
        weight = f"font-weight: {match.group(1)}; " if match.group(1) else ""
        return f"{weight}font-size: {match.group(2)}px"

    return _NO_TURN.sub("", _FAMILY.sub("", _FONT.sub(size, text)))


def _own_ids(text: str, name: str) -> str:
    """Drop ids that nothing refers to and put the figure's name before the others."""
    used = {match.group(2) for match in _REFERENCE.finditer(text)}

    def keep(match: re.Match[str]) -> str:
        return f' id="{name}-{match.group(1)}"' if match.group(1) in used else ""

    return _REFERENCE.sub(lambda m: f"{m.group(1)}{name}-{m.group(2)}", _ID.sub(keep, text))
