"""granja: a Monte Carlo laboratory for the board game La Granja."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from analyzer.notebook import LoadedRun

__version__ = "0.1.0"


def load_run(path: str | Path) -> LoadedRun:
    """Open the folder of a run, for a notebook.

    Each table is a polars LazyFrame with words as enums (``run.players``, ``run.placements``,
    ``run.buildings`` …); ``run.studies`` holds those of the extra games played beside it,
    ``run.scenario`` the rules, bots and seats, ``run.describe()`` what every column means.

    >>> import analyzer, polars as pl
    >>> run = analyzer.load_run("runs/four-players-1000000")
    >>> run.describe("placements")
    >>> run.placements.filter(pl.col("placement") == "barrow").group_by("card").len().collect()

    Games of a block share their luck: for intervals take the mean of each block first.
    Raises analyzer.errors.UserError, in one sentence, if it is no run that can be read.
    """
    from analyzer.notebook import load  # polars and the core, which `import analyzer` must not wait for

    return load(path)
