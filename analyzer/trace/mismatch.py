"""What a log says and the rules don't allow, in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from analyzer.trace.eventlog import Line

SHOWN = 3
MAX_SHOWN_LENGTH = 400
ABSENT = "missing"


def finding(number: int, logged: Line | None, possible: Sequence[Line]) -> str:
    """Describes the mismatch at line ``number`` (from 1).

    ``logged`` is the log's line, None if the log has ended; ``possible`` are the lines that
    the engine could have written, none if its game is over.
    """
    place = f"line {number}"
    if logged is None:
        return f"{place}: the log ends, but the game goes on, for example with\n{_listed(possible)}"
    if not possible:
        return f"{place}: the game is over, but the log goes on with\n  {_compact(logged)}"
    by_likeness = sorted(possible, key=lambda line: len(list(differences(logged, line))))
    same = [line for line in by_likeness if _heading(line) == _heading(logged)]
    if len(same) == 1:
        found = list(differences(logged, same[0]))
        shown = "; ".join(
            f"{path} is {_compact(was)}, by the rules {_compact(right)}" for path, was, right in found[:SHOWN]
        )
        more = f"; and {len(found) - SHOWN} more differences" if len(found) > SHOWN else ""
        return f"{place} ({logged.get('event')}): {shown}{more}"
    return (
        f"{place}: the log says\n  {_compact(logged)}\nthe engine could have written\n{_listed(by_likeness)}"
    )


def differences(logged: Any, right: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The places in which two values differ: path, the log's value, the engine's."""
    if isinstance(logged, dict) and isinstance(right, dict):
        for key in [*right, *(key for key in logged if key not in right)]:
            inner = f"{path}.{key}" if path else key
            yield from differences(logged.get(key, ABSENT), right.get(key, ABSENT), inner)
    elif isinstance(logged, list) and isinstance(right, list) and len(logged) == len(right):
        for place, (one, other) in enumerate(zip(logged, right, strict=True)):
            yield from differences(one, other, f"{path}.{place}")
    elif logged != right:
        yield path, logged, right


def _heading(line: Line) -> tuple[Any, ...]:
    return tuple(line.get(key) for key in ("round", "phase", "event", "player"))


def _listed(lines: Sequence[Line]) -> str:
    shown = [f"  {_compact(line)}" for line in lines[:SHOWN]]
    if len(lines) > SHOWN:
        shown.append(f"  or {len(lines) - SHOWN} other lines")
    return "\n".join(shown)


def _compact(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_SHOWN_LENGTH else text[:MAX_SHOWN_LENGTH] + " …"
