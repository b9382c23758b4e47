"""Path data of SVG in few characters: rounded, relative, straight lines as such."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_TAKES = {"M": 2, "L": 2, "Q": 4, "C": 6, "z": 0, "Z": 0}
_HUNDREDTHS = 100


def short_number(value: float) -> str:
    """A number to a hundredth, without what says nothing: 0.5 is .5."""
    return _shown(round(value * _HUNDREDTHS))


def _shown(hundredths: int) -> str:
    sign, whole, rest = "-" if hundredths < 0 else "", *divmod(abs(hundredths), _HUNDREDTHS)
    decimals = f".{rest:02d}".rstrip("0") if rest else ""
    return f"{sign}{whole or ('' if decimals else '0')}{decimals}"


def short_path(data: str) -> str:
    """The same path to a hundredth of a point.

    Raises ValueError for a command that matplotlib never writes.
    """
    written: list[str] = []
    at = start = (0, 0)
    steps = list(_steps(data))
    for index, (command, points) in enumerate(steps):
        end = points[-1] if points else start
        closes = index + 1 < len(steps) and steps[index + 1][0] in "zZ"
        if command in "zZ":
            written.append("z")
        elif command == "L" and (end == at or (closes and end == start)):
            continue  # of no length, or drawn by the closing
        elif command == "L":
            written.append(_line(at, end))
        else:
            written.append(_command(command, at, points))
        at = end
        start = end if command == "M" else start
    return "".join(written)


def _steps(data: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Commands with their points in hundredths."""
    tokens = _TOKEN.findall(data)
    place = 0
    while place < len(tokens):
        command = tokens[place]
        if command not in _TAKES:
            raise ValueError(f"{command} in a path")
        wanted = _TAKES[command]
        numbers = [round(float(each) * _HUNDREDTHS) for each in tokens[place + 1 : place + 1 + wanted]]
        yield command, list(zip(numbers[::2], numbers[1::2], strict=True))
        place += 1 + wanted


def _line(at: tuple[int, int], end: tuple[int, int]) -> str:
    """A line to a point, as h, v or l."""
    across, down = end[0] - at[0], end[1] - at[1]
    if down == 0:
        return f"h{_shown(across)}"
    if across == 0:
        return f"v{_shown(down)}"
    return f"l{_joined((across, down))}"


def _command(command: str, at: tuple[int, int], points: list[tuple[int, int]]) -> str:
    if command == "M":
        return f"M{_joined(points[0])}"
    return command.lower() + _joined(tuple(n for x, y in points for n in (x - at[0], y - at[1])))


def _joined(numbers: tuple[int, ...]) -> str:
    """Numbers one after the other; a minus sign parts them too."""
    text = " ".join(_shown(number) for number in numbers)
    return text.replace(" -", "-")
