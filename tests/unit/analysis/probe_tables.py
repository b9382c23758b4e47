"""Made-up studies of probes: decisions with known outcomes in a folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.recording.manifest import versions
from analyzer.recording.studies import (
    StudyFolder,
    StudyManifest,
    create_study,
    finish_study,
    open_study,
    study_frame,
    write_study_part,
)
from analyzer.recording.study_schema import PROBES, Probes


@dataclass(frozen=True)
class Option:
    """What one option leads to; ``margin`` as in the rows (times the other players)."""

    key: tuple[int, int]
    margin: int
    winners: int = 0


@dataclass(frozen=True)
class Decision:
    """One probed decision."""

    block: int
    options: tuple[Option, ...]
    chosen: int = 0
    bot: int = 0


def rows_of(decisions: Sequence[Decision]) -> dict[str, np.ndarray]:
    """The rows of some decisions."""
    columns: dict[str, list[int]] = {column.value: [] for column in Probes}
    for decision in decisions:
        for place, option in enumerate(decision.options):
            row: Mapping[Any, int] = {
                Probes.BLOCK: decision.block,
                Probes.GAME: 0,
                Probes.SEAT: 0,
                Probes.BOT: decision.bot,
                Probes.ROUND: 1,
                Probes.DECISION: 7,
                Probes.ELIGIBLE: 3,
                Probes.OPTIONS: len(decision.options),
                Probes.SUBJECT: option.key[0],
                Probes.PLACE: option.key[1],
                Probes.CHOSEN: int(place == decision.chosen),
                Probes.VP: 50,
                Probes.MARGIN: option.margin,
                Probes.WINNERS: option.winners,
            }
            for column in Probes:
                columns[column.value].append(row[column])
    return {name: np.array(values, np.int64) for name, values in columns.items()}


def study_of_decisions(
    folder: Path,
    decisions: Sequence[Decision],
    *,
    blocks: int,
    kind: str = "die",
    players: int = 4,
    bots: tuple[str, ...] = ("one",),
    per_part: int = 100,
    scenario: dict[str, Any] | None = None,
) -> StudyFolder:
    """Write decisions as a study of so many blocks; blocks without one leave no rows."""
    manifest = StudyManifest(
        name=f"{PROBES}{kind}",
        scenario=scenario or {"name": "made-up"},
        players=players,
        bots=bots,
        seating=((0,) * players,),
        seed=1,
        blocks=blocks,
        blocks_per_part=per_part,
        engine="0123456789ab",
        versions=versions(),
    )
    create_study(folder, manifest)
    for part in range(manifest.parts):
        inside = manifest.part_blocks(part)
        rows = rows_of([decision for decision in decisions if decision.block in inside])
        write_study_part(folder, part, study_frame(manifest, rows))
    finish_study(folder, manifest)
    return open_study(folder)
