"""The report of several runs: opened, named, and laid side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from analyzer.analysis.study import study_of
from analyzer.errors import UserError
from analyzer.recording.store import Run, open_run
from reports import words
from reports.build import build_page
from reports.page import Page
from reports.sections import runs as runs_section
from reports.side_by_side import side_by_side
from reports.sweep.folder import check_alone, is_sweep, result_of
from reports.sweep.page import build_sweep_page


def page_of(folders: Sequence[Path]) -> Page:
    """The page of one run, of several side by side, or of a sweep.

    Raises UserError if one can't be read, or if solo games or a sweep stand beside others.
    """
    check_alone(folders)
    if is_sweep(folders[0]):
        return build_sweep_page(result_of(folders[0]))
    opened = [open_run(folder) for folder in folders]
    studies = [study_of(run) for run in opened]
    if len(opened) == 1:
        return build_page(studies[0], opened[0].manifest)
    if len({study.solo for study in studies}) > 1:
        solo = next(run.path for run, study in zip(opened, studies, strict=True) if study.solo)
        raise UserError(
            f"{solo} has solo games, which have no margin and no winner, so it can't stand beside runs of "
            "more players; make a report of its own."
        )
    named = names_of(opened)
    manifests = [run.manifest for run in opened]
    games = [
        f"games in {words.count(study.blocks)} blocks, seed {manifest.seed}"
        for study, manifest in zip(studies, manifests, strict=True)
    ]
    pages = [build_page(study, manifest) for study, manifest in zip(studies, manifests, strict=True)]
    return side_by_side(pages, named, runs_section.section(studies, manifests, named), games)


def names_of(runs: Sequence[Run]) -> list[str]:
    """Another name for each run: its scenario's, else its folder's, else numbered."""
    scenarios = [str(run.manifest.scenario["name"]) for run in runs]
    folders = [run.path.resolve().name for run in runs]
    for found in (scenarios, folders):
        if len(set(found)) == len(found):
            return found
    seen = Counter[str]()
    numbered = []
    for name in folders:
        seen[name] += 1
        numbered.append(f"{name} ({seen[name]})" if folders.count(name) > 1 else name)
    return numbered
