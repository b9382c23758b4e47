"""Sweep files through a real process: checked like scenarios, and played by no other command."""

# ruff: noqa: E501 (exact sentences stay whole)

from __future__ import annotations

from pathlib import Path

from tests.integration.test_cli import granja

BROKEN = """\
baseline = "four-players"
[one_at_a_time]
cash.silver = [3, 100]
[[variant]]
name = "dear roofs"
rules = { "roofs.prise" = [2, 3, 4, 5, 6, 7] }
"""


def test_check_takes_a_shipped_sweep() -> None:
    done = granja("check", "hand-limit")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "hand-limit: ok, sweep of 7 variants of four-players, 100,000 games of the baseline\n"
    )


def test_check_tells_all_problems_and_what_looks_odd(tmp_path: Path) -> None:
    folder = tmp_path / "sweeps"
    folder.mkdir()
    (folder / "broken.toml").write_text(BROKEN, encoding="utf-8")
    odd = 'baseline = "four-players"\n[one_at_a_time]\n"deck.23.barrow_value" = [3, 7]\n'
    (folder / "odd.toml").write_text(odd, encoding="utf-8")
    done = granja("check", str(tmp_path))
    assert done.returncode == 2
    assert done.stdout.startswith(f"{folder}/odd.toml: ok, sweep of 2 variants of four-players, ")
    note, *problems = done.stderr.replace(f"{folder}/", "").splitlines()
    assert note == (
        "Note: variant `deck.23.barrow_value = 7`: deck, card 23 (Farm Servant): no open hex has the value 7, so its barrow places no marker."
    )
    assert problems == [
        "Error: broken.toml, variant `cash.silver = 100`: [one_at_a_time], `cash.silver`: 100 is above 99; use a number from 0 to 99.",
        "broken.toml, variant `dear roofs`: [[variant]], `roofs.prise`: this path is not in the rule set; did you mean `roofs.price`?",
    ]  # fmt: skip


def test_run_says_how_a_sweep_is_played() -> None:
    done = granja("run", "rule-options")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "Error: rule-options: this is a sweep, not a scenario; play it with 'granja sweep rule-options'.\n"
    )


def test_check_knows_the_metrics_that_a_sweep_names(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        'baseline = "two-players"\nmeasures = ["deli.completd", "vpp", "vp"]\n[one_at_a_time]\n"cash.silver" = 3\n'
    )
    for command in ("check", "sweep"):
        done = granja(command, str(file))
        assert done.returncode == 2
        assert "`deli.completd` is no metric of two-players; did you mean `deli.completed`?" in done.stderr
        assert "`vpp` is no metric of two-players; did you mean `vp`?" in done.stderr
        assert "ok" not in done.stdout
