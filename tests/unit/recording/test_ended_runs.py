"""Manifests of runs that ended early, and of those that were written before runs could."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from analyzer.cli.runs import _state
from analyzer.recording.folders import find_folders
from analyzer.recording.manifest import MANIFEST, Manifest, lengthened, read_manifest, shortened
from analyzer.recording.schema import part_name
from analyzer.recording.store import drop_parts, open_run
from tests.unit.recording.test_store import make_run

UNTIL = ("--until", "vp ci=0.05")


def asking(words: str, *more: str) -> tuple[str, ...]:
    return ("run", "mine.toml", *shlex.split(words), *more)


def manifest_of(tmp_path: Path, **changes: object) -> Manifest:
    """Of a run of three parts."""
    run = make_run(tmp_path / "run", 3)
    change(run, **changes)
    return read_manifest(run)


def change(run: Path, **changes: object) -> None:
    content = json.loads((run / MANIFEST).read_bytes())
    (run / MANIFEST).write_text(json.dumps(content | changes), encoding="utf-8")


def test_an_older_manifest_is_read(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", 3)
    content = json.loads((run / MANIFEST).read_bytes())
    for key in ("until", "most", "ended"):
        del content[key]
    (run / MANIFEST).write_text(json.dumps(content), encoding="utf-8")
    manifest = open_run(run).manifest
    assert (manifest.until, manifest.most, manifest.ended) == (None, None, None)


def test_a_run_that_its_rule_ends(tmp_path: Path) -> None:
    games = manifest_of(tmp_path).games
    command = asking(f"-n {games}", *UNTIL, "--seed", "3")
    manifest = manifest_of(tmp_path / "again", command=command, until="vp ci=0.05")
    blocks = manifest.blocks_per_part * 2
    ended = shortened(manifest, blocks, "until")
    assert (ended.blocks, ended.parts, ended.games) == (blocks, 2, blocks * manifest.games_per_block)
    assert (ended.most, ended.ended, ended.command) == (manifest.games, "until", command)
    assert lengthened(ended) == manifest


@pytest.mark.parametrize("until", [(), UNTIL])
def test_the_command_of_a_run_that_its_budget_ends_asks_for_its_games(
    tmp_path: Path, until: tuple[str, ...]
) -> None:
    manifest = manifest_of(tmp_path)
    command = asking(f"-n {manifest.games}", *until, "--seed", "3")
    manifest = manifest_of(tmp_path / "again", command=command, until=until[1] if until else None)
    blocks = manifest.blocks_per_part + 1
    ended = shortened(manifest, blocks, "budget")
    assert (ended.parts, ended.ended) == (2, "budget")
    assert ended.command == asking(f"-n {blocks * manifest.games_per_block} --seed 3")
    assert ended.until == manifest.until
    assert lengthened(ended) == manifest


def test_a_run_that_no_command_made_has_none_afterwards(tmp_path: Path) -> None:
    assert shortened(manifest_of(tmp_path, command=()), 1, "budget").command == ()


def test_parts_beyond_an_end_go(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", 3)
    (run / "blocks" / part_name(100_000)).write_bytes(b"far behind")
    drop_parts(run, 1)
    assert {file.name for file in run.glob("*/part-*")} == {part_name(0)}


@pytest.mark.parametrize(
    ("ended", "until", "words"),
    [
        (None, None, "complete"),
        ("until", "ci=0.5pp", "complete (ci=0.5pp reached)"),
        (None, "ci=0.5pp", "complete (ci=0.5pp not reached)"),
        ("budget", None, "complete (budget, of at most 9,000)"),
        ("budget", "ci=0.5pp", "complete (budget, of at most 9,000)"),
    ],
)
def test_the_list_of_runs_says_why(tmp_path: Path, ended: str | None, until: str | None, words: str) -> None:
    run = make_run(tmp_path / "run", 3)
    change(
        run, state="complete", stopped=None, scenario={"name": "mine"}, ended=ended, until=until, most=9_000
    )
    (found,) = find_folders(run)
    assert (found.ended, found.until, found.most) == (ended, until, 9_000)
    assert _state(found) == words
