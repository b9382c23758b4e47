"""Effects of building times: from made-up rows, recounted, and from a real study."""

from __future__ import annotations

import statistics
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analyzer.analysis.delays import Delay, delays, delays_in
from analyzer.analysis.study import study_of
from analyzer.recording.manifest import versions
from analyzer.recording.store import open_run
from analyzer.recording.studies import (
    StudyFolder,
    StudyManifest,
    Variant,
    create_study,
    finish_study,
    open_study,
    study_frame,
    write_study_part,
)
from analyzer.recording.study_schema import RESTRICTIONS
from analyzer.scenario import load_scenario
from analyzer.scenario.studies import with_studies
from analyzer.simulate.crew import Crew
from analyzer.simulate.record import record
from analyzer.simulate.restriction_study import told_variants
from analyzer.simulate.studies import plan_studies, play_studies
from analyzer.simulate.study_rows import WHAT_IF_DTYPE
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of

VARIANTS = (
    Variant("", "as it is"),
    Variant("rush deli until round 6", "rush the deli"),
    Variant("deli not before round 3", "deli not before round 3"),
    Variant("butcher not before round 5", "butcher not before round 5"),
)


def made_up(folder: Path, players: int = 3, blocks: int = 90) -> tuple[StudyFolder, np.ndarray]:
    """Rows of two bots; the second can't be told to rush the deli, and the last variant changes nothing."""
    manifest = StudyManifest(
        name=RESTRICTIONS,
        scenario={},
        players=players,
        bots=("one", "two"),
        seating=(),
        seed=1,
        blocks=blocks,
        blocks_per_part=40,
        engine="",
        versions=versions(),
        variants=VARIANTS,
    )
    create_study(folder, manifest)
    random = np.random.default_rng(3)
    everything = []
    for part in range(manifest.parts):
        rows = np.zeros((len(manifest.part_blocks(part)), len(VARIANTS)), WHAT_IF_DTYPE)
        rows["block"] = np.array(manifest.part_blocks(part))[:, None]
        rows["bot"] = rows["block"] % 2
        rows["variant"] = np.arange(len(VARIANTS))
        rows["vp"] = random.integers(30, 60, rows.shape)
        rows["margin"] = random.integers(-40, 40, rows.shape)
        rows["win"] = random.choice([0, 6, 12], rows.shape)
        for column in ("vp", "margin", "win"):
            rows[column][:, 3] = rows[column][:, 0]
        flat = rows.reshape(-1)
        flat = flat[(flat["variant"] != 1) | (flat["bot"] == 0)]
        everything.append(flat)
        write_study_part(folder, part, study_frame(manifest, flat))
    finish_study(folder, manifest)
    return open_study(folder), np.concatenate(everything)


def effect(found: tuple[Delay, ...], building: int, before: int | None, bot: int | None) -> Delay:
    (only,) = (each for each in found if (each.building, each.before, each.bot) == (building, before, bot))
    return only


@pytest.mark.parametrize("bot", [None, 0, 1])
def test_recounted_in_plain_python(tmp_path: Path, bot: int | None) -> None:
    folder, rows = made_up(tmp_path / "study")
    found = effect(delays_in(folder).effects, 4, 3, bot)
    base = {int(row["block"]): row for row in rows if row["variant"] == 0}
    told = [row for row in rows if row["variant"] == 2 and (int(row["bot"]) == (bot or 0))]
    margins = [(int(row["margin"]) - int(base[int(row["block"])]["margin"])) / 2 for row in told]
    shares = [(int(row["win"]) - int(base[int(row["block"])]["win"])) / 12 for row in told]
    assert found.margin.n == found.margin.blocks == len(told) == 45
    assert found.margin.mean == pytest.approx(statistics.fmean(margins))
    assert found.margin.se == pytest.approx(statistics.stdev(margins) / len(margins) ** 0.5)
    assert found.share.mean == pytest.approx(statistics.fmean(shares))
    assert found.words == "deli not before round 3"


def test_what_changes_nothing_did_not_matter(tmp_path: Path) -> None:
    found = effect(delays_in(made_up(tmp_path / "study")[0]).effects, 6, 5, None)
    assert (found.margin.mean, found.margin.se, found.share.mean) == (0.0, 0.0, 0.0)
    assert found.mattered.mean == 0.0
    assert 0.0 < found.mattered.high < 0.1


def test_a_bot_that_can_not_be_told_has_no_effect_of_its_own(tmp_path: Path) -> None:
    found = delays_in(made_up(tmp_path / "study")[0])
    assert [each.bot for each in found.effects if each.before is None] == [None, 0]
    assert [each.bot for each in found.effects if each.before == 3] == [None, 0, 1]
    assert effect(found.effects, 4, None, None).margin.n == 45
    assert found.pooled == {4: (0,), 6: (0, 1)}


def test_all_bots_together_are_the_same_bots_for_everything_about_a_building(tmp_path: Path) -> None:
    """The second bot lacks one thing about the deli and counts for none of it, but for the butcher."""
    found = delays_in(made_up(tmp_path / "study")[0]).effects
    for before in (None, 3):
        together, first = (effect(found, 4, before, bot) for bot in (None, 0))
        assert together.margin == first.margin
        assert together.mattered == first.mattered
    assert effect(found, 6, 5, None).margin.n == 90


def test_a_gap_in_the_study_leaves_the_rest_as_it_is(tmp_path: Path) -> None:
    found = delays_in(made_up(tmp_path / "study")[0])
    assert [each.before for each in found.of(4)] == [None, 3]
    assert (found.blocks, found.asked) == (90, 90)


def test_solo_has_vp_and_no_share(tmp_path: Path) -> None:
    folder, rows = made_up(tmp_path / "study", players=1)
    found = effect(delays_in(folder).effects, 4, 3, None)
    rows = rows[rows["bot"] == 0]  # the other bot was not told all about the deli
    changes = rows[rows["variant"] == 2]["margin"] - rows[rows["variant"] == 0]["margin"]
    assert found.margin.mean == pytest.approx(float(changes.mean()))
    assert found.share.n == 0


def test_of_a_real_run(tmp_path: Path) -> None:
    """Waiting until the second round binds nobody; the later the wait, the more games it changes."""
    plan = plan_of(tmp_path, "balanced", "random", games=20)
    plan = replace(plan, scenario=with_studies(plan.scenario, "restrictions=120"))
    record(plan, tmp_path / "run", workers=Processes(1))
    study = study_of(open_run(tmp_path / "run"))
    assert delays(study) is None
    with Crew(1) as crew:
        play_studies(plan_studies(plan), tmp_path / "run", crew, lambda _: lambda _: None)
    found = delays(study)
    assert found is not None
    assert len(found.effects) == 3 * (len(told_variants(load_scenario("solo").rule_set)) - 1)
    for building in range(1, 7):
        mattered = [each.mattered.mean for each in found.of(building, 0) if each.before is not None]
        assert mattered == sorted(mattered)
        assert mattered[0] < 0.1
    assert any(each.mattered.mean > 0.3 for each in found.effects)
