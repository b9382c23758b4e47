"""The one place of a page that defines its measures: made from those that were computed for it."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.analysis.measures import Measure
from analyzer.analysis.overview import source_name
from analyzer.analysis.stats import FALSE_DISCOVERIES
from analyzer.recording.schema import VP_SOURCES
from reports import words
from reports.page import Definition


def definitions(used: Iterable[Measure]) -> tuple[Definition, ...]:
    """The measures of a page in order of first use, then the words that all its figures share.

    A measure without a definition is a column of a table, and the page's table says what it is.
    """
    return (
        *(Definition(each.name, each.unit, each.definition) for each in used if each.definition),
        *_common(),
    )


def _common() -> tuple[Definition, ...]:
    sources = "; ".join(f"{source_name(column)}: {column.meaning}" for column in VP_SOURCES)
    return (
        Definition("vp by source", "vp", f"The sources sum to vp. {sources}."),
        Definition(
            "n",
            "count",
            "Observations behind a figure: player-games, placements, completions, markers or phases.",
        ),
        Definition(
            "block",
            "",
            "One seed, played once for each different arrangement of the line-up over the seats. Games of "
            "a block share their luck, so blocks, not games, are the unit of all intervals.",
        ),
        Definition(
            "interval",
            "95\u202f%",
            "From the spread between blocks: the standard error of a ratio of block sums, with Student's "
            "t for the number of blocks; for shares Wilson's interval with the number of games that this "
            f"error amounts to. Estimates from fewer than {words.SMALL} blocks are grey.",
        ),
        Definition(
            "told apart",
            f"{100 * FALSE_DISCOVERIES:.0f}\u202f%",
            "Where several seats, bots or cells are judged at once, by t tests over blocks with Benjamini "
            "and Hochberg's correction: of those told from the fair share or the centre, this share may be "
            "so by chance.",
        ),
    )
