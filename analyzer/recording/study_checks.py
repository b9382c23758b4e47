"""Whether what a study's folder holds fits together: its study.json, and each part of its rows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from analyzer.errors import UserError
from analyzer.recording.luck_variants import BASE, EVERY_FACTOR, SEAT_OTHER_DEAL
from analyzer.recording.store import UNREADABLE
from analyzer.recording.study_schema import LUCK, PROBES, RESTRICTIONS, WhatIfs
from cext import types

if TYPE_CHECKING:
    from analyzer.recording.studies import StudyManifest

_NAMES = (RESTRICTIONS, LUCK, *(PROBES + kind for kind in types.words(types.Probe)))
_LUCK_KEYS = {BASE, SEAT_OTHER_DEAL, *(key for each in EVERY_FACTOR for key in (each.key, *each.alone))}


class StudyDamaged(UserError):
    """A study's files don't hold what they must; ``fault`` says so without a remedy."""

    def __init__(self, fault: str) -> None:
        super().__init__(f"{fault}; play the study again.")
        self.fault = fault


def check_manifest(file: Path, manifest: StudyManifest) -> None:
    """Raise StudyDamaged unless the name, the counts and the variants of a study.json can be true."""
    counts = {
        "blocks": manifest.blocks >= 1,
        "blocks_per_part": manifest.blocks_per_part >= 1,
        "players": 1 <= manifest.players <= 4,
        "bots": len(set(manifest.bots)) == len(manifest.bots) >= 1,
        "blocks_done": 0 <= manifest.blocks_done <= manifest.blocks,
        "rows": manifest.rows >= 0,
    }
    wrong = [name for name, right in counts.items() if not right]
    if manifest.name not in _NAMES:
        wrong = ["name"]
    elif not _are_variants(manifest.name, [variant.key for variant in manifest.variants]):
        wrong.append("variants")
    if wrong:
        raise StudyDamaged(f"{file} can't be right (see its {', '.join(wrong)})")


def _are_variants(study: str, keys: list[str]) -> bool:
    """Whether a study can have these variants, in this order."""
    if study.startswith(PROBES):
        return not keys
    if len(set(keys)) < len(keys):
        return False
    if study == LUCK:
        return keys[:1] == [BASE] and _LUCK_KEYS.issuperset(keys)
    return keys[:1] == [""] and all(map(_is_restriction, keys[1:]))


def _is_restriction(key: str) -> bool:
    from analyzer.scenario.problems import Problems
    from analyzer.scenario.restrictions import parse_restriction

    found = parse_restriction(key, key, Problems())
    return found is not None and found.get("BUILDING") is not None


def check_part(file: Path, manifest: StudyManifest, blocks: range) -> None:
    """Raise StudyDamaged unless a part has the columns, the blocks and the variants that belong there.

    All of it is read, so that damage shows here and not when questions are asked of the rows.
    """
    try:
        right = pl.read_parquet_schema(file) == manifest.schema
        rows = pl.read_parquet(file, glob=False) if right else pl.DataFrame()
    except PermissionError:
        raise
    except UNREADABLE:
        raise StudyDamaged(f"{file} can't be read, it is cut off or damaged") from None
    if not right:
        raise StudyDamaged(f"{file} has other columns than this version of granja reads")
    if not rows[WhatIfs.BLOCK].is_between(blocks.start, blocks.stop - 1).all():
        raise StudyDamaged(
            f"{file} holds other blocks than those of this part, {blocks.start} to {blocks.stop - 1}"
        )
    if manifest.name.startswith(PROBES):
        return
    variants = len(manifest.variants)
    inside = rows[WhatIfs.VARIANT].is_between(0, variants - 1).all()
    if not inside or (manifest.name == LUCK and len(rows) != len(blocks) * variants):
        raise StudyDamaged(f"{file} holds other variants than the {variants} of the study")
