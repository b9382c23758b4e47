"""The README stays true: every ``granja …`` line of it runs, small, in one folder, in its order."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.scenario.sources import SHIPPED

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SMALL = "40"
SAMPLE = re.compile(r"```(?P<language>\w*)\n(?P<block>.*?)```|`(?P<span>[^`]+)`", re.DOTALL)
# What takes the place of an argument in general descriptions: not a command to type.
PLACEHOLDER = re.compile(r"\b[A-Z]+\b|…")
COMMAND = re.compile(r"(\S*/)?granja +(?P<words>\S.*)")
SERVANT = b"\n23,Farm Servant,grapes,delivery den,grapes grapes,"


def blocks(language: str) -> list[str]:
    """The README's code blocks of a language."""
    return [found["block"] for found in SAMPLE.finditer(README) if found["language"] == language]


def commands() -> list[list[str]]:
    """The words after ``granja`` of all commands of the README: sh blocks and code within text."""
    lines: list[str] = []
    for sample in SAMPLE.finditer(README):
        if sample["span"]:
            lines.append(" ".join(sample["span"].split()))
        elif sample["language"] == "sh":
            lines.extend(sample["block"].splitlines())
    found = [COMMAND.fullmatch(line.partition("#")[0].strip()) for line in lines]
    return [
        shlex.split(command["words"]) for command in found if command and not PLACEHOLDER.search(command[0])
    ]


def small(words: list[str]) -> list[str]:
    """The command with few games, in the folder that the README says it fills."""
    words = list(words)
    if words[0] == "bench":
        return [*words, "--help"]
    if words[0] in ("compare", "ladder"):
        return [*words, *(("--max-blocks", "100") if "--sprt" in words else ("-n", "3"))]
    if "--game" in words:
        game = words.index("--game") + 1
        words[game] = str(int(words[game]) % int(SMALL))
    if words[0] == "probe":
        words[words.index("-n") + 1] = SMALL
    if words[0] == "gate" and "--update" in words:
        return [*words, "-n", "200"]
    if "--study" in words:
        words[words.index("--study") + 1] = "probes=12,restrictions=2,luck=2"
    if words[0] == "sweep" and len(words) == 2:
        return [*words, "-n", SMALL, "--out", f"runs/{words[1]}", "--no-report"]
    if words[0] != "run" or "--resume" in words:
        return words
    if "--until" in words or "--budget" in words:
        return [*words, "-n", SMALL, "--no-report"]
    if "-n" not in words:
        words += ["-n", "usual"]
    if "--bot" in words or "--restrict" in words or "--study" in words:
        words.append("--no-report")
    scenario, games = Path(words[1]), words.index("-n") + 1
    name = scenario.parent.name if scenario.suffix else scenario.name
    out = ["--out", f"runs/{name}-{words[games]}"]
    return [*words[:games], SMALL, *words[games + 1 :], *out]


def write_bots(folder: Path) -> None:
    """The bots that the README speaks of as the reader's own."""
    (bot,) = [block for block in blocks("toml") if "[weights]" in block]
    (folder / "my.toml").write_text(bot, encoding="utf-8")
    (folder / "my.py").write_bytes((SHIPPED / "bots" / "example.py").read_bytes())


def granja(folder: Path, words: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command in the folder, as a process of its own."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return subprocess.run(
        [sys.executable, "-m", "analyzer.cli.main", *words],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": path},
    )


def test_the_readme_names_commands_of_every_kind() -> None:
    named = {words[0] for words in commands()}
    assert {
        "run",
        "probe",
        "compare",
        "ladder",
        "report",
        "export",
        "describe",
        "trace",
        "bots",
        "new",
        "sweep",
        "gate",
    } <= named


def test_every_command_of_the_readme_runs(tmp_path: Path) -> None:
    write_bots(tmp_path)
    for words in commands():
        done = granja(tmp_path, small(words))
        assert done.returncode == 0, f"granja {shlex.join(small(words))}\n{done.stdout}{done.stderr}"
        assert done.stdout
        if words[0] == "new":
            deck = tmp_path / words[1] / "deck.csv"
            deck.write_bytes(deck.read_bytes().replace(SERVANT + b"2,", SERVANT + b"6,"))
        if "--changed" in words:
            assert done.stdout.splitlines()[1:] == [
                "Differences from standard: 1", "", "deck.23.barrow_value  2  →  6",
            ]  # fmt: skip


def test_the_scenario_of_the_readme_is_sound(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(blocks("toml")[0], encoding="utf-8")
    done = granja(tmp_path, ["rules", "own.toml", "--changed"])
    assert "Differences from standard: 2" in done.stdout.splitlines()


def test_the_sweep_of_the_readme_is_sound(tmp_path: Path) -> None:
    (sweep,) = [block for block in blocks("toml") if "[one_at_a_time]" in block]
    (tmp_path / "own.toml").write_text(sweep, encoding="utf-8")
    done = granja(tmp_path, ["check", "own.toml"])
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("folder", re.findall(r"^tests/ +(.+)$", README, re.MULTILINE)[0].split(", "))
def test_the_readme_lists_test_folders_that_exist(folder: str) -> None:
    assert (ROOT / "tests" / folder / "__init__.py").is_file()
