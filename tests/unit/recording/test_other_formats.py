"""A run of an older or newer version is refused with a word that helps."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from analyzer import __version__
from analyzer.errors import UserError
from analyzer.recording.manifest import read_manifest
from analyzer.recording.schema import FORMAT

PLAYED = {"scenario": {"name": "two-players"}, "games": 400, "seed": 7}


def refusal(folder: Path, **content: object) -> str:
    (folder / "manifest.json").write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(UserError, match=re.escape(f"{folder} was written in format ")) as caught:
        read_manifest(folder)
    return str(caught.value).removeprefix(f"{folder} ")


def test_an_older_format_names_both_versions_and_what_to_play(tmp_path: Path) -> None:
    assert refusal(tmp_path, format=FORMAT - 1, versions={"granja": "0.0.9"}, **PLAYED) == (
        f"was written in format {FORMAT - 1} by granja 0.0.9, and this granja {__version__} reads format "
        f"{FORMAT} only; play two-players again (400 games, seed 7), or read it with granja 0.0.9."
    )


def test_an_older_format_of_this_version_can_only_be_played_again(tmp_path: Path) -> None:
    said = refusal(tmp_path, format=FORMAT - 1, versions={"granja": __version__}, **PLAYED)
    assert said.endswith("play two-players again (400 games, seed 7).")


def test_a_run_that_holds_its_command_names_it(tmp_path: Path) -> None:
    said = refusal(tmp_path, format=FORMAT - 1, command=["run", "my study", "-n", "9"], **PLAYED)
    assert said.endswith("; play it again with: granja run 'my study' -n 9.")


def test_a_newer_format_asks_for_a_newer_granja(tmp_path: Path) -> None:
    assert refusal(tmp_path, format=FORMAT + 1, versions={"granja": "9.0.0"}, **PLAYED) == (
        f"was written in format {FORMAT + 1} by granja 9.0.0, which is newer than format {FORMAT} of this "
        f"granja {__version__}; update granja."
    )


@pytest.mark.parametrize(
    "content",
    [{}, {"versions": {}, "scenario": {}}, {"versions": "x", "games": "many"}, {"scenario": {"name": 3}}],
    ids=str,
)
def test_what_another_format_does_not_say_is_left_out(tmp_path: Path, content: dict[str, object]) -> None:
    assert refusal(tmp_path, format=FORMAT - 1, **content) == (
        f"was written in format {FORMAT - 1}, and this granja {__version__} reads format {FORMAT} only; "
        "play it again."
    )
