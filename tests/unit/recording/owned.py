"""Made-up studies as those of a run."""

from __future__ import annotations

from pathlib import Path

import msgspec

from analyzer.recording.manifest import read_manifest
from analyzer.recording.studies import STUDY, read_study
from analyzer.recording.writer import put_whole


def make_own(folder: Path) -> None:
    """Let a study in the folder ``<run>/studies/<name>`` say that it is one of that run."""
    run = read_manifest(folder.parent.parent)
    mine = msgspec.structs.replace(
        read_study(folder), scenario=run.scenario, players=run.players, seed=run.seed, engine=run.engine
    )
    put_whole(folder / STUDY, msgspec.json.encode(mine))
