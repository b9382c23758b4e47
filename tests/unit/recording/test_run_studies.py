"""Which studies in a run's folder are taken for its own, and what is said of the others."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

from analyzer.errors import UserError
from analyzer.recording import studies, study_checks
from analyzer.recording.manifest import Manifest, versions, write_manifest
from analyzer.recording.run_studies import studies_left_out, studies_of, study_of_run
from analyzer.recording.schema import FORMAT, part_name
from analyzer.recording.studies import Variant
from analyzer.recording.writer import put_whole
from tests.unit.recording.test_studies import make_study, manifest

SCENARIO = {
    "name": "two-players",
    "line_up": [0, 1],
    "bots": [{"name": "one"}, {"name": "two"}],
    "rule_set": {"hash": "abc"},
    "studies": ["restrictions", "luck=5"],
}


def make_run(path: Path, **changes: object) -> None:
    """The manifest of a run with the bots of the studies."""
    path.mkdir(exist_ok=True)
    run = Manifest(
        format=FORMAT,
        scenario=SCENARIO,
        rules_hash="abc",
        players=2,
        bots=("one", "two"),
        seating=((0, 1), (1, 0)),
        seed=1,
        games=20,
        blocks=10,
        games_per_block=2,
        blocks_per_part=10,
        parts=1,
        engine="0123456789ab",
        versions=versions(),
    )
    write_manifest(path, msgspec.structs.replace(run, **changes))


def make_own(run: Path, name: str = "luck", *, parts: int = 3) -> Path:
    """A study of the run."""
    folder = make_study(run / "studies" / name, parts)
    variants = (
        [] if name.startswith("probes") else [{"key": "base" if name == "luck" else "", "words": "as it is"}]
    )
    edit(folder, name=name, scenario=SCENARIO, variants=variants)
    return folder


def edit(folder: Path, **changes: Any) -> None:
    content = json.loads((folder / "study.json").read_bytes())
    (folder / "study.json").write_text(json.dumps(content | changes), encoding="utf-8")


def only_sentence(run: Path) -> str:
    """What is said of the one study, which nobody gets to see."""
    assert studies_of(run) == {}
    assert study_of_run(run, "luck") is None
    (sentence,) = studies_left_out(run)
    return sentence


def test_those_with_a_part_are_found(tmp_path: Path) -> None:
    make_run(tmp_path)
    assert studies_of(tmp_path) == {}
    make_own(tmp_path, "restrictions")
    make_own(tmp_path, "luck", parts=1)
    make_own(tmp_path, "probes-die", parts=0)
    assert list(studies_of(tmp_path)) == ["luck", "restrictions"]
    assert studies_left_out(tmp_path) == (
        "The study probes-die has no finished part: play it again with granja run --resume.",
    )
    assert study_of_run(tmp_path, "probes-die") is None
    assert study_of_run(tmp_path, "probes-hex") is None
    luck = study_of_run(tmp_path, "luck")
    assert luck is not None
    assert luck.blocks == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": 7}, "seed 7, not 1"),
        ({"engine": "ba9876543210"}, "another engine"),
        ({"players": 3}, "another number of players"),
        ({"scenario": SCENARIO | {"rule_set": {"hash": "abd"}}}, "other rules"),
        ({"scenario": SCENARIO | {"line_up": [1, 0]}}, "other bots"),
        ({"scenario": SCENARIO | {"bots": [{"name": "one"}, {"name": "three"}]}}, "other bots"),
        ({"scenario": {}, "seed": 2}, "other rules, other bots, seed 2, not 1"),
    ],
)
def test_a_study_of_another_run_is_left_out(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    make_run(tmp_path)
    folder = make_own(tmp_path)
    assert list(studies_of(tmp_path)) == ["luck"]
    edit(folder, **changes)
    assert only_sentence(tmp_path) == (
        f"The study luck is left out, since it is not of this run ({words}): delete the folder studies/luck, "
        "and granja run --resume plays the run's own."
    )


def test_what_concerns_no_game_may_differ(tmp_path: Path) -> None:
    make_run(tmp_path)
    edit(make_own(tmp_path), scenario=SCENARIO | {"name": "my own", "studies": []})
    assert list(studies_of(tmp_path)) == ["luck"]


def test_a_study_that_the_run_does_not_ask_for_is_only_to_be_deleted(tmp_path: Path) -> None:
    make_run(tmp_path, scenario=SCENARIO | {"studies": ["probes"]})
    edit(make_own(tmp_path), seed=7)
    assert only_sentence(tmp_path).endswith("(seed 7, not 1): delete the folder studies/luck.")


def test_a_folder_of_another_name_is_left_out(tmp_path: Path) -> None:
    make_run(tmp_path)
    make_own(tmp_path, "probes-die").rename(tmp_path / "studies" / "luck")
    assert only_sentence(tmp_path) == (
        "The study luck is left out, since its folder holds the study probes-die: rename the folder, or "
        "delete it."
    )


def damage(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def done(file: Path) -> None:
        file.write_bytes(change(file.read_bytes()))

    return done


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (damage(lambda data: data[: len(data) // 2]), "can't be read, it is cut off or damaged"),
        (
            damage(lambda data: data[:4] + b"\xff" * 200 + data[204:]),
            "can't be read, it is cut off or damaged",
        ),
        (lambda file: pl.read_parquet(file)[:1].write_parquet(file), "holds other variants than the 1 of"),
        (Path.unlink, "lacks rows/part-00001.parquet, though it says to be complete"),
    ],
    ids=["cut off", "overwritten", "lacks a row", "gone"],
)
def test_a_damaged_part_is_played_again(tmp_path: Path, change: Callable[[Path], None], fault: str) -> None:
    make_run(tmp_path)
    folder = make_own(tmp_path)
    change(folder / "rows" / part_name(1))
    sentence = only_sentence(tmp_path)
    assert sentence.startswith("The study luck is left out, since it is damaged (studies/luck")
    assert fault in sentence
    assert sentence.endswith("): granja run --resume plays its missing parts again.")
    older, sound = studies.resume_study(folder, studies.read_study(folder))
    assert (older.name, sound) == ("luck", frozenset({0, 2}))
    assert not (folder / "rows" / part_name(1)).exists()


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"variants": []}, "variants"),
        ({"variants": [{"key": "dice", "words": "other dice"}]}, "variants"),
        ({"variants": [{"key": "base", "words": ""}, {"key": "base", "words": ""}]}, "variants"),
        (
            {"name": "restrictions", "variants": [{"key": key, "words": ""} for key in ("", "?")]},
            "variants",
        ),
        ({"name": "probes-die"}, "variants"),
        ({"name": "probes-nothing", "variants": []}, "name"),
        ({"name": ""}, "name"),
        ({"blocks_per_part": 0}, "blocks_per_part"),
        ({"blocks_per_part": -2}, "blocks_per_part"),
        ({"blocks": -5}, "blocks, blocks_done"),
        ({"blocks": 0, "blocks_done": 0}, "blocks"),
        ({"blocks_done": 6}, "blocks_done"),
        ({"rows": -1}, "rows"),
        ({"players": 0}, "players"),
        ({"bots": []}, "bots"),
    ],
)
def test_a_study_json_that_contradicts_itself_is_damage(
    tmp_path: Path, changes: dict[str, Any], wrong: str
) -> None:
    make_run(tmp_path)
    folder = make_own(tmp_path)
    edit(folder, **changes)
    with pytest.raises(study_checks.StudyDamaged, match=r"can't be right .* play the study again"):
        studies.open_study(folder)
    assert only_sentence(tmp_path) == (
        f"The study luck is left out, since it is damaged (studies/luck/study.json can't be right (see its "
        f"{wrong})): delete the folder studies/luck, and granja run --resume plays the run's own."
    )


@pytest.mark.parametrize("text", ["{", "\0" * 60_000, '{"format": 1}'], ids=["half", "zeros", "empty"])
def test_garbage_is_damage(tmp_path: Path, text: str) -> None:
    make_run(tmp_path)
    folder = make_own(tmp_path)
    (folder / "study.json").write_text(text, encoding="utf-8")
    sentence = only_sentence(tmp_path)
    assert "is damaged (studies/luck/study.json can't be read" in sentence
    assert "delete the folder studies/luck" in sentence
    with pytest.raises(UserError, match="remove that folder and resume again"):
        studies.resume_study(folder, manifest())


def test_a_study_of_another_format_is_left_out(tmp_path: Path) -> None:
    make_run(tmp_path)
    edit(make_own(tmp_path), format=99)
    assert only_sentence(tmp_path).startswith(
        "The study luck is left out: studies/luck was written in format 99 by granja"
    )


def test_restrictions_with_variants_of_buildings_are_right() -> None:
    keys = ("", "rush deli until round 6", "deli not before round 3")
    told = manifest(name="restrictions", variants=tuple(Variant(key, key) for key in keys))
    study_checks.check_manifest(Path("study.json"), told)


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_whole(tmp_path / "study.json", b"older")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        put_whole(tmp_path / "study.json", b"newer")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("study.json", b"older")]
