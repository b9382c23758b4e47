"""The file of a gate: made for diffs, whole or absent, and what is said of one that is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from analyzer.errors import UserError
from analyzer.recording import gate_file
from analyzer.recording.gate_file import Baseline, Tracked, baseline_text, read_baseline, write_baseline
from analyzer.scenario.model import Difference


def tracked(key: str = "vp", unit: str = "vp", **others: object) -> Tracked:
    values = {"value": 0.25, "low": 0.2, "high": 0.3, "n": 400} | others
    return Tracked(key=key, name=f"name of {key}", unit=unit, **values)  # type: ignore[arg-type]


def baseline(*metrics: Tracked, **others: object) -> Baseline:
    made = Baseline(
        scenario="small",
        players=2,
        line_up=("first", "random"),
        bots={"first": "0a", "random": "0b"},
        rules_hash="abc",
        differences=(
            Difference("deck.23.barrow_value", 2, 6),
            Difference("buildings.deli.row", ["olive"], None),
        ),
        seed=7,
        games=400,
        blocks=200,
        games_hash="00ff",
        engine="e1",
        granja="1.0",
        metrics=metrics or (tracked(), tracked("lead", target=(0.21, 0.29))),
    )
    return msgspec.structs.replace(made, **others)


def test_a_record_a_line_and_nothing_of_the_machine() -> None:
    text = baseline_text(baseline())
    lines = text.splitlines()
    assert text.endswith("\n}\n")
    numbers = '"unit": "vp", "value": 0.25, "low": 0.2, "high": 0.3, "n": 400'
    assert f'  {{"key": "vp", "name": "name of vp", {numbers}}},' in lines
    assert any(line.endswith('"n": 400, "target": [0.21, 0.29]}') for line in lines)
    assert '  {"path": "deck.23.barrow_value", "standard": 2, "value": 6},' in lines
    assert list(json.loads(text)) == [
        "kind", "format", "scenario", "players", "line_up", "bots", "rules_hash", "differences", "seed",
        "games", "blocks", "games_hash", "engine", "granja", "metrics",
    ]  # fmt: skip


def test_a_change_of_one_metric_is_one_line_of_a_diff() -> None:
    before, after = (baseline_text(baseline(tracked(value=value), tracked("lead"))) for value in (0.25, 0.26))
    differing = [
        pair for pair in zip(before.splitlines(), after.splitlines(), strict=True) if len(set(pair)) > 1
    ]
    assert len(differing) == 1


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_baseline(tmp_path / "gate.json", baseline())
    assert read_baseline(tmp_path / "gate.json", "small.toml") == baseline()
    assert [path.name for path in tmp_path.iterdir()] == ["gate.json"]


def test_it_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "gate.json"
    write_baseline(file, baseline())
    before = file.read_bytes()

    def full(path: Path, data: bytes) -> None:
        path.with_name(f"{path.name}.tmp").write_bytes(data[:10])
        path.with_name(f"{path.name}.tmp").unlink()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(gate_file, "put_whole", full)
    with pytest.raises(UserError, match=r"gate\.json can't be written: No space left on device"):
        write_baseline(file, baseline(tracked("lead")))
    assert file.read_bytes() == before


def test_a_missing_file_says_how_to_write_one(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        read_baseline(tmp_path / "gate.json", "four-players")
    assert str(caught.value) == (
        f"{tmp_path / 'gate.json'}: there is no such baseline; write it with: "
        f"granja gate --update {tmp_path / 'gate.json'} four-players"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is no baseline of a gate"),
        ("name = 'four-players'\n", "is no baseline of a gate"),
        ("[" * 5_000, "is no baseline of a gate"),
        ('{"kind": "sweep", "format": 1}', "is no baseline of a gate but a `sweep`"),
        ('{"format": 1}', "is no baseline of a gate"),
        ('{"kind": "granja gate", "format": 1, "seed": 1}', "is damaged"),
        (
            '{"kind": "granja gate", "format": 2, "granja": "9.1", "metrics": {}}',
            "was written by granja 9.1 in format 2, which is newer than this granja's 1; update granja",
        ),
    ],
)
def test_what_is_no_baseline_is_told(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "gate.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        read_baseline(file, "small.toml")
    assert str(caught.value).startswith(f"{file} {sentence}")
    assert str(caught.value).endswith(f"granja gate --update {file} small.toml")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (baseline(tracked(), tracked()), "metric `vp`: it stands there 2 times; keep one of them."),
        (baseline(tracked(low=0.26)), "metric `vp`: its value lies outside of its own interval; for a band"),
        (
            baseline(tracked(target=(0.3, 0.2))),
            'metric `vp`: its target begins above its end; write it like "target": [0.2, 0.3].',
        ),
        (
            baseline(tracked("done", "share", target=(23, 27))),
            "metric `done`: its target reaches beyond 0 and 1",
        ),
        (baseline(blocks=0), "`blocks`: 0 blocks can't be played"),
        (msgspec.structs.replace(baseline(), games=0), "`games`: 0 games are not the same number for each"),
        (msgspec.structs.replace(baseline(), metrics=()), "`metrics`: the list is empty"),
    ],
)
def test_slips_of_the_hand_are_named(tmp_path: Path, wrong: Baseline, sentence: str) -> None:
    file = tmp_path / "gate.json"
    write_baseline(file, wrong)
    with pytest.raises(UserError) as caught:
        read_baseline(file, "small.toml")
    assert str(caught.value).startswith(f"{file}, {sentence}")


def test_a_misspelt_word_is_not_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "gate.json"
    write_baseline(file, baseline())
    file.write_text(file.read_text(encoding="utf-8").replace('"target"', '"targte"'), encoding="utf-8")
    with pytest.raises(UserError, match=r"is damaged .*unknown field `targte`.*; mend it, or take"):
        read_baseline(file, "small.toml")


def test_targets_of_vp_may_be_any_numbers(tmp_path: Path) -> None:
    write_baseline(tmp_path / "gate.json", baseline(tracked(target=(-2.0, 70.0))))
    assert read_baseline(tmp_path / "gate.json", "small.toml").metrics[0].target == (-2.0, 70.0)
