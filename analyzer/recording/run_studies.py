"""The studies of a run: those that are its own and can be read, and a sentence for each other one.

A run is sound whatever lies in its folder ``studies``: what is no study of it is left out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from analyzer.errors import UserError
from analyzer.recording.manifest import MANIFEST, Manifest, read_manifest
from analyzer.recording.schema import part_name
from analyzer.recording.studies import (
    ROWS,
    STUDIES,
    STUDY,
    StudyFolder,
    StudyManifest,
    open_study,
    read_study,
)
from analyzer.recording.study_checks import StudyDamaged
from analyzer.recording.study_schema import PROBES

RESUME = "granja run --resume"


def studies_of(run: Path) -> dict[str, StudyFolder]:
    """The studies of a run folder by name, in order: those of this run of which a part can be read."""
    looked = {folder.name: _look(run, folder) for folder in _begun(run)}
    return {name: found for name, found in looked.items() if isinstance(found, StudyFolder)}


def study_of_run(run: Path, name: str) -> StudyFolder | None:
    """One study of a run folder, as ``studies_of``; None where that has none."""
    folder = run / STUDIES / name
    found = _look(run, folder) if (folder / STUDY).is_file() else None
    return found if isinstance(found, StudyFolder) else None


def studies_left_out(run: Path) -> tuple[str, ...]:
    """A sentence for each study in a run folder that ``studies_of`` leaves out: why, and what to do."""
    looked = (_look(run, folder) for folder in _begun(run))
    return tuple(found for found in looked if isinstance(found, str))


def _begun(run: Path) -> list[Path]:
    return sorted(file.parent for file in (run / STUDIES).glob(f"*/{STUDY}"))


def _look(run: Path, folder: Path) -> StudyFolder | str:
    """A study, or the sentence that says why it is left out.

    In a folder that holds no run (yet) studies are compared with nothing.
    """
    of_run = read_manifest(run) if (run / MANIFEST).is_file() else None
    delete = f"delete the folder {STUDIES}/{folder.name}"
    if of_run is None or _is_asked_for(folder.name, of_run):
        delete += f", and {RESUME} plays the run's own"
    begin = f"The study {folder.name} is left out"
    try:
        manifest = read_study(folder)
    except StudyDamaged as damaged:
        return f"{begin}, since it is damaged ({_within(run, damaged.fault)}): {delete}."
    except UserError as error:
        return f"{begin}: {_within(run, str(error))}"
    if manifest.name != folder.name:
        return f"{begin}, since its folder holds the study {manifest.name}: rename the folder, or delete it."
    if of_run is not None and (others := _differences(manifest, of_run)):
        return f"{begin}, since it is not of this run ({', '.join(others)}): {delete}."
    if not (folder / ROWS / part_name(0)).is_file():  # what is read ends before the first gap
        return f"The study {folder.name} has no finished part: play it again with {RESUME}."
    try:
        return open_study(folder)
    except StudyDamaged as damaged:
        again = of_run is None or _is_asked_for(folder.name, of_run)
        remedy = f"{RESUME} plays its missing parts again" if again else delete
        return f"{begin}, since it is damaged ({_within(run, damaged.fault)}): {remedy}."


def _within(run: Path, text: str) -> str:
    """The text with places as they are called within the run."""
    return text.replace(f"{run}/", "")


def _is_asked_for(name: str, run: Manifest) -> bool:
    """Whether the run plays this study after its games, so that resuming plays it too."""
    word = PROBES.removesuffix("-") if name.startswith(PROBES) else name
    return any(str(text).partition("=")[0] == word for text in run.scenario.get("studies", ()))


def _differences(study: StudyManifest, run: Manifest) -> list[str]:
    """What of a study is otherwise than in the run, in words; its rows may be of more bots than the run's."""
    found = []
    if _part_of(study.scenario, "rule_set", "hash") != run.rules_hash:
        found.append("other rules")
    if study.players != run.players:
        found.append("another number of players")
    elif any(study.scenario.get(key) != run.scenario.get(key) for key in ("line_up", "bots")):
        found.append("other bots")
    if study.seed != run.seed:
        found.append(f"seed {study.seed}, not {run.seed}")
    if study.engine != run.engine:
        found.append("another engine")
    return found


def _part_of(content: dict[str, Any], *keys: str) -> object:
    """What a dict of dicts holds at the end of these keys; None where it ends before."""
    found: object = content
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found
