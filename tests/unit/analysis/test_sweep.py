"""A sweep's runs read together: what is there, what is missing, what pictures show."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from analyzer.analysis.metrics.metric import Kind
from analyzer.analysis.sweep import measure_problems, read_sweep
from analyzer.errors import UserError
from analyzer.recording import schema
from analyzer.recording.manifest import read_manifest, versions, write_manifest
from analyzer.recording.schema import part_name
from analyzer.recording.sweep_manifest import RUNS, SweepManifest
from analyzer.recording.sweep_store import create_sweep, run_names
from analyzer.scenario.sweep_model import Variant
from analyzer.scenario.sweeps import load_sweep
from analyzer.simulate.record import plan_manifest, record
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of

VARIANTS = ("same", "other", "unplayed")


def manifest(measures: tuple[str, ...] = ()) -> SweepManifest:
    return SweepManifest(
        name="sweep",
        description="",
        variants=tuple(Variant(name=name, folder=name, kind="named") for name in VARIANTS),
        axes=(),
        grids=(),
        measures=measures,
        seed=1,
        blocks=200,
        games=400,
        engine="",
        versions=versions(),
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sweep")
    for name, bots in {
        "baseline": ("random", "first"),
        "same": ("random", "first"),
        "other": ("first",) * 2,
    }.items():
        plan = plan_of(folder, *bots, games=200 * len(set(bots)))
        record(plan, folder / RUNS / name, workers=Processes(1))
    return folder


def test_variants_are_compared_over_shared_blocks(folder: Path) -> None:
    result = read_sweep(folder, manifest())
    assert [each.variant.name for each in result.variants] == ["same", "other"]
    assert [each.name for each in result.missing] == ["unplayed"]
    same, other = result.variants
    assert same.same
    assert not other.same
    assert same.blocks == other.blocks == result.blocks == 200
    assert (result.games, same.games, other.games) == (400, 400, 200)
    vp = same.of("vp")
    assert vp is not None
    assert (vp.difference.mean, vp.difference.se, vp.told) == (0.0, 0.0, None)
    assert all(each.difference.mean == 0.0 for each in same.compared if each.baseline.n)
    assert same.of("win_share.random") is not None
    assert other.of("win_share.random") is None
    assert (same.own, other.own) == ((), ())  # one bot in all seats wins its fair share
    changed = other.of("vp")
    assert changed is not None
    assert changed.told
    baseline = dict(zip((metric.key for metric, _ in result.values), result.values, strict=True))
    assert baseline["vp"][1] == vp.baseline


def test_parts_without_the_first_are_not_compared_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several workers end their parts in any order."""
    monkeypatch.setattr(schema, "PART_GAMES", 64)
    for name in ("baseline", *VARIANTS):
        record(plan_of(tmp_path, "random", "first", games=200), tmp_path / RUNS / name, workers=Processes(1))
    for file in (tmp_path / RUNS / "other").glob(f"*/{part_name(0)}"):
        file.unlink()
    for file in (tmp_path / RUNS / "unplayed").glob("*/part-*"):
        file.unlink()
    partial = msgspec.structs.replace(
        read_manifest(tmp_path / RUNS / "other"), state="partial", stopped="killed", blocks_done=0
    )
    for name in ("other", "unplayed"):
        write_manifest(tmp_path / RUNS / name, partial)
    result = read_sweep(tmp_path, manifest())
    assert [each.name for each in result.missing] == ["other", "unplayed"]
    assert [each.variant.name for each in result.variants] == ["same"]


def test_pictures_show_what_the_sweep_names_or_what_moves(folder: Path) -> None:
    assert read_sweep(folder, manifest(("roofs", "vp"))).shown == ("roofs", "vp")
    result = read_sweep(folder, manifest())
    kinds = {metric.key: metric.kind for metric, _ in result.values}
    assert result.shown[:3] == ("win_share.random", "win_share.first", "vp")
    moved = [kinds[key] for key in result.shown[7:]]
    assert len(moved) == len(set(moved)) == 3, "one of a kind"
    assert moved[0] is Kind.RESULTS
    _, other = result.variants
    strength = {
        each.metric.key: abs(each.difference.mean) / each.difference.se
        for each in other.compared
        if each.told and each.metric.main and each.metric.kind is not Kind.RESULTS
    }
    rest = {key: each for key, each in strength.items() if key not in result.shown[:7]}
    assert result.shown[8] == max(rest, key=lambda key: rest[key])


def test_measures_are_checked_before_anything_runs(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    measures = ["vp", "deli.complete", "seat.0.win_share", "hex.12.held", "nonsense"]
    file.write_text(f'baseline = "four-players"\nmeasures = {measures}\n[one_at_a_time]\n"cash.silver" = 3\n')
    wrong = measure_problems(load_sweep(str(file)), "own.toml")
    near = (
        "own.toml, `measures`: `deli.complete` is no metric of four-players; did you mean `deli.completed`?"
    )
    assert wrong[0] == near
    assert wrong[1].startswith(
        "own.toml, `measures`: `nonsense` is no metric of four-players; use one of vp, "
    )
    assert len(wrong) == 2


def test_a_sweep_without_games_is_refused(tmp_path: Path) -> None:
    """Its runs get their place at once, after it is known to be a sweep: a kill may come in between."""
    begun = manifest()
    plan = plan_of(tmp_path, "random", "first", games=400)
    folder = tmp_path / "a sweep"
    create_sweep(folder, begun, {name: plan_manifest(plan) for name in run_names(begun)})
    said = r"the baseline of this sweep has no finished games yet; 'granja sweep --resume '.*a sweep'' plays"
    with pytest.raises(UserError, match=said):
        read_sweep(folder, begun)
    (folder / RUNS).rename(folder / "runs.tmp")
    with pytest.raises(UserError, match=said):
        read_sweep(folder, begun)
