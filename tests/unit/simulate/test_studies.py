"""Studies of a run: their sizes, their folders, and what a stop leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import polars as pl
import pytest

from analyzer.recording.run_studies import studies_of
from analyzer.recording.schema import part_name
from analyzer.recording.studies import open_study, study_frame
from analyzer.scenario.studies import with_studies
from analyzer.simulate import studies as sizing
from analyzer.simulate.crew import Crew, Cut
from analyzer.simulate.failures import DiskTrouble
from analyzer.simulate.interrupt import Interrupted
from analyzer.simulate.studies import PlannedStudy, blocks_played, plan_studies, play_studies, studies_beside
from analyzer.simulate.study_course import StudyCourse, play_study
from tests.unit.simulate.plans import plan_of


def planned(folder: Path, studies: str, *line_up: str, games: int) -> tuple[PlannedStudy, ...]:
    plan = plan_of(folder, *line_up, games=games)
    return plan_studies(replace(plan, scenario=with_studies(plan.scenario, studies)))


def sizes(studies: tuple[PlannedStudy, ...]) -> dict[str, int]:
    return {study.name: study.blocks for study in studies}


def in_parts(study: PlannedStudy, blocks: int) -> PlannedStudy:
    """The study with parts of so many blocks."""
    manifest = msgspec.structs.replace(study.plan.manifest, blocks_per_part=blocks)
    return replace(study, plan=replace(study.plan, manifest=manifest))


def no_bar(_: PlannedStudy) -> Callable[[int], None]:
    return lambda _: None


EVERYTHING = "probes,restrictions,luck"


def test_sizes_follow_the_runs_games(tmp_path: Path) -> None:
    studies = planned(tmp_path, EVERYTHING, *["balanced"] * 4, games=1_000_000)
    assert sizes(studies) == {
        "probes-placement": 20_000,
        **dict.fromkeys(
            ("probes-hex", "probes-building", "probes-roof", "probes-die", "probes-token"), 4_000
        ),
        "restrictions": 2_000,
        "luck": 2_000,
    }
    assert 250_000 < sum(study.games for study in studies) < 400_000


def test_small_runs_have_studies_that_show_something(tmp_path: Path) -> None:
    studies = sizes(planned(tmp_path, EVERYTHING, "balanced", "first", games=10))
    assert studies["probes-placement"] == 600
    assert studies["restrictions"] == studies["luck"] == 200


def test_slow_bots_play_no_more_than_the_run(tmp_path: Path) -> None:
    studies = planned(tmp_path, EVERYTHING, "search", "first", games=100)
    assert sizes(studies) == {"probes-placement": 4, "restrictions": 1, "luck": 1}
    assert all(study.plan.slow for study in studies)


def test_sizes_that_were_asked_for(tmp_path: Path) -> None:
    studies = sizes(planned(tmp_path, "luck=7,probes=25", "balanced", games=1_000_000))
    assert studies == {
        "probes-placement": 15,
        **dict.fromkeys(("probes-hex", "probes-building", "probes-roof", "probes-die", "probes-token"), 2),
        "luck": 7,
    }


def test_studies_are_played_into_the_run(tmp_path: Path) -> None:
    studies = planned(tmp_path, "restrictions=3,probes=12,luck=2", "random", "first", games=2)
    with Crew(1) as crew:
        play_studies(studies, tmp_path / "run", crew, no_bar)
    found = studies_of(tmp_path / "run")
    assert found.keys() == sizes(studies).keys()
    assert all(found[study.name].complete for study in studies)
    assert blocks_played(tmp_path / "run", studies) == sizes(studies)
    assert {study.manifest.seed for study in found.values()} == {3}


class Stops(Crew):
    """A crew that is stopped after so many cuts."""

    def __init__(self, after: int) -> None:
        super().__init__(1)
        self.left = after

    def _check_interrupt(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Interrupted("interrupted with Ctrl-C")


def test_a_stop_keeps_what_is_whole(tmp_path: Path) -> None:
    """The first study is played whole, the second one in part."""
    first, second = planned(tmp_path, "restrictions=2,luck=100000", "first", "first", games=2)
    studies = (first, in_parts(second, 4))
    with pytest.raises(Interrupted), Stops(12) as crew:
        play_studies(studies, tmp_path / "run", crew, no_bar)
    found = studies_of(tmp_path / "run")
    assert found["restrictions"].complete
    luck = found["luck"]
    assert not luck.complete
    assert luck.manifest.stopped == "interrupted with Ctrl-C"
    assert luck.blocks == luck.manifest.blocks_done > 0
    assert luck.lazy().collect()["block"].max() == luck.blocks - 1
    played = blocks_played(tmp_path / "run", studies)
    assert played == {"restrictions": 2, "luck": luck.blocks}


def test_parts_are_in_order_however_cuts_come(tmp_path: Path) -> None:
    """Cuts that are played in the opposite order give the bytes of those in order."""
    (study,) = planned(tmp_path, "luck=70", "first", "random", games=2)
    study = in_parts(study, 50)
    with Crew(1) as crew:
        play_study(study.plan, tmp_path / "in order", crew)
    written: dict[int, pl.DataFrame] = {}

    def write(part: int, rows: np.ndarray) -> None:
        written[part] = study_frame(study.plan.manifest, rows)

    course = StudyCourse(study.plan, write, 3)
    later: list[Cut] = []
    number = 0
    while cut := course.next_cut():
        number += 1
        if number % 2:  # it tells how large the next cuts may be
            course.keep(cut, study.plan.task(cut.key[0], cut.size).play())
        else:
            later.append(cut)
    assert len(later) > 1
    for cut in reversed(later):
        course.keep(cut, study.plan.task(cut.key[0], cut.size).play())
    assert sorted(written) == [0, 1]
    for part, rows in enumerate(open_study(tmp_path / "in order").parts()):
        assert rows.collect().equals(written[part])


def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analyzer.simulate import study_course

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(study_course, "write_study_part", full)
    (study,) = planned(tmp_path, "luck=3", "first", "first", games=2)
    with pytest.raises(DiskTrouble, match="luck: a part can't be written: No space left"), Crew(1) as crew:
        play_study(study.plan, tmp_path / "luck", crew)
    assert not (tmp_path / "luck" / "rows" / part_name(0)).exists()


def test_studies_beside_a_run_of_other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was sized by fewer games goes; one of the size that the scenario names stays."""
    monkeypatch.setattr(sizing, "_SIZES", sizing._SIZES | {"luck": sizing._Size(2, 1, 100)})
    for text, blocks in (("luck=15", [15, 15]), ("luck", [10, 30])):
        plan = plan_of(tmp_path, "random", "first", games=400)
        plan = replace(plan, scenario=with_studies(plan.scenario, text))
        run = tmp_path / text
        few = studies_beside(plan, 20, run)
        with Crew(1) as crew:
            play_studies(few, run, crew, no_bar)
        assert blocks_played(run, studies_beside(plan, 20, run))["luck"] == blocks[0]
        more = studies_beside(plan, 60, run)
        assert [sizes(few)["luck"], sizes(more)["luck"]] == blocks
        kept = blocks_played(run, more)["luck"]
        assert kept == (blocks[0] if blocks[0] == blocks[1] else 0)


def test_a_scenario_without_studies(tmp_path: Path) -> None:
    assert plan_studies(plan_of(tmp_path, "first", games=1)) == ()
