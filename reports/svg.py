"""A figure as SVG inside a page: text as text, colours as variables, ids of its own."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from io import StringIO
from xml.etree import ElementTree

from matplotlib.figure import Figure

from reports.figures.colours import with_variables
from reports.svg_paths import short_number, short_path

_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
_FONT = re.compile(r"font: (?:(bold|\d{3}) )?([\d.]+)px [^;\"]*")
_FAMILY = re.compile(r"font-family: [^;\"]*(; )?")
_NO_TURN = re.compile(r"rotate\(-?0 [^)]*\)")
_NUMBER = re.compile(r"-?\d+\.\d+")
_STYLE = re.compile(r' style="([^"]*)"')
_POSITIONS = ("x", "y", "width", "height")


def inline_svg(figure: Figure, name: str, alt: str) -> str:
    """The ``<svg>`` element of a figure; ``name`` keeps its ids apart from those of other figures.

    Call it within ``figures.style()``.  The same figure gives the same text, and a short one:
    numbers to a hundredth of a point, no element or attribute that shows nothing.
    """
    out = StringIO()
    figure.savefig(out, format="svg", metadata=_NO_METADATA)
    text = out.getvalue()
    root = ElementTree.fromstring(text[text.index("<svg") :])
    _drop_useless_clips(root)
    used = {match for element in root.iter() for match in _references(element)}
    opening = (
        f'<svg class="drawing" viewBox="{root.get("viewBox")}" role="img" aria-label="{html.escape(alt)}">'
    )
    drawn = "".join(part for child in root for part in _written(child, name, used))
    return with_variables(f"{opening}{drawn}</svg>")


def shared_styles(drawings: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """Classes in the place of the drawings' styles, and the rules of these classes.

    A page has thousands of elements and some dozens of styles.
    """
    classes: dict[str, str] = {}

    def named(match: re.Match[str]) -> str:
        return f' class="{classes.setdefault(match.group(1), f"d{len(classes)}")}"'

    short = {key: _STYLE.sub(named, text) for key, text in drawings.items()}
    return short, "".join(f".{name}{{{html.unescape(rule)}}}" for rule, name in classes.items())


def _tag(element: ElementTree.Element) -> str:
    """The name without its namespace."""
    return element.tag.rpartition("}")[2]


def _references(element: ElementTree.Element) -> Iterator[str]:
    """Ids that an element refers to."""
    for key, value in element.attrib.items():
        if key.endswith("href"):
            yield value.removeprefix("#")
        elif value.startswith("url(#"):
            yield value[5:-1]
    yield from re.findall(r"url\(#([^)]*)\)", element.get("style", ""))


def _drop_useless_clips(root: ElementTree.Element) -> None:
    """Clips as large as the drawing clip nothing."""
    width, height = (float(number) for number in root.get("viewBox", "0 0 0 0").split()[2:])
    whole = set()
    for clip in (element for element in root.iter() if _tag(element) == "clipPath"):
        x, y, wide, high = (float(clip[0].get(key, 0)) for key in _POSITIONS)
        if x <= 0.01 and y <= 0.01 and x + wide >= width - 0.01 and y + high >= height - 0.01:
            whole.add(f"url(#{clip.get('id')})")
    for element in root.iter():
        if element.get("clip-path") in whole:
            del element.attrib["clip-path"]


def _written(element: ElementTree.Element, name: str, used: set[str]) -> Iterator[str]:
    """An element and all in it, without what shows nothing."""
    tag = _tag(element)
    identity = element.get("id", "")
    if tag in ("metadata", "style") or (tag == "clipPath" and identity not in used):
        return
    inside = [part for child in element for part in _written(child, name, used)]
    attributes = "".join(_attributes(element, name, used))
    if tag in ("g", "defs") and (not inside or (tag == "g" and not attributes)):
        yield from inside
    elif tag == "path" and not _shows(element, identity in used):
        return
    else:
        text = html.escape(element.text or "", quote=False) if tag == "text" else ""
        yield (
            f"<{tag}{attributes}>{text}{''.join(inside)}</{tag}>"
            if inside or text
            else f"<{tag}{attributes}/>"
        )


def _shows(element: ElementTree.Element, is_used: bool) -> bool:
    """Whether a path is to be seen: it has a fill or a stroke, or others refer to it."""
    style = element.get("style", "")
    return is_used or not style.startswith("fill: none") or "stroke:" in style


def _attributes(element: ElementTree.Element, name: str, used: set[str]) -> Iterator[str]:
    for full, value in element.attrib.items():
        key = full.rpartition("}")[2]
        if key == "id":
            if value in used:
                yield f' id="{name}-{value}"'
        elif key == "d":
            yield f' d="{short_path(value)}"'
        elif key == "href":
            yield f' href="#{name}-{value.removeprefix("#")}"'
        elif key == "style":
            rule = _style(value, name)
            if rule:
                yield f' style="{html.escape(rule)}"'
        elif key == "transform":
            turn = _NUMBER.sub(lambda match: short_number(float(match.group())), _NO_TURN.sub("", value))
            if turn.strip():
                yield f' transform="{turn.strip()}"'
        elif key in _POSITIONS:
            yield f' {key}="{short_number(float(value))}"'
        else:
            yield f' {key}="{html.escape(value.replace("url(#", f"url(#{name}-"))}"'


def _style(value: str, name: str) -> str:
    """Sizes and weights stay, the family is the page's (matplotlib writes one property or several)."""

    def size(match: re.Match[str]) -> str:
        weight = f"font-weight: {match.group(1)}; " if match.group(1) else ""
        return f"{weight}font-size: {match.group(2)}px"

    text = _FAMILY.sub("", _FONT.sub(size, value)).replace("url(#", f"url(#{name}-")
    return text.replace("stroke-dashoffset: 0; ", "").strip("; ")
