"""One game from its first line to its last, in the order of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from . import farm, revenue, scoring, setup, snapshot, transport
from .lines import Line, Reader, Stop
from .tables import Row, read_tables

PHASES = (farm.phase, revenue.phase, transport.phase, scoring.phase)


def check_game(
    lines: list[Line], deck: Sequence[Row], market: Sequence[Row], roofs: Sequence[Row]
) -> list[str]:
    """Problems of one game's log as "line n: rule id: what is wrong"; none if every line was legal.

    The tables are rows of the rule set's CSV files. Reading stops after five problems, or where the
    log can't be followed any further.
    """
    reader = Reader(lines)
    try:
        _follow(reader, deck, market, roofs)
    except Stop:
        pass
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration) as error:
        where = max(reader.at - 1, 0)
        reader.problems.append(f"line {where}: log: malformed ({type(error).__name__}: {error})")
    return reader.problems


def _follow(reader: Reader, deck: Sequence[Row], market: Sequence[Row], roofs: Sequence[Row]) -> None:
    ctx = setup.begin(reader, read_tables(deck, market, roofs))
    setup.SetUp(ctx).run()
    snapshot.read(ctx)
    for round_ in range(1, ctx.rules.rounds + 1):
        reader.round = round_
        for phase in PHASES:
            phase(ctx)
            snapshot.read(ctx)
    scoring.end(ctx)
    snapshot.read(ctx)
    if reader.peek() is not None:
        reader.unexpected("log", "the end of the log")
