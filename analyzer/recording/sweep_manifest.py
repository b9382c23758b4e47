"""sweep.json: what a sweep is, in full; its runs lie beside it, each a run folder of its own."""

from __future__ import annotations

import msgspec

from analyzer.recording.manifest import Versions
from analyzer.scenario.sweep_model import Axis, Grid, Variant

SWEEP = "sweep.json"
RUNS = "runs"
"""Folder of the runs: ``runs/baseline`` and ``runs/<variant's folder>``."""
SWEEP_FORMAT = 1


class SweepManifest(msgspec.Struct, frozen=True, kw_only=True):
    """One sweep.  ``blocks``: of every run; ``games``: of the baseline's.

    ``command``: the words after "granja" that ask for the same sweep.
    """

    format: int = SWEEP_FORMAT
    name: str
    description: str
    variants: tuple[Variant, ...]
    axes: tuple[Axis, ...]
    grids: tuple[Grid, ...]
    measures: tuple[str, ...]
    seed: int
    blocks: int
    games: int
    engine: str
    versions: Versions
    command: tuple[str, ...] = ()
