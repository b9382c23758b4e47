"""What ``granja rules`` shows first, and with ``--changed`` alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.cli.rules import rules
from analyzer.scenario.new_study import create_study

RICH_MERCHANT = [
    "Rule set rich-merchant for 4 players",
    "Differences from standard: 2",
    "",
    "buildings.merchant_house.at_once  3  →  1",
    "buildings.merchant_house.income   3  →  5",
]


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_changed_shows_the_differences_alone(capsys: pytest.CaptureFixture[str]) -> None:
    rules("rich-merchant", changed=True)
    assert printed(capsys) == RICH_MERCHANT


def test_differences_come_before_the_full_listing(capsys: pytest.CaptureFixture[str]) -> None:
    rules("rich-merchant")
    lines = printed(capsys)
    assert lines[:5] == RICH_MERCHANT
    assert any(line.split()[:2] == ["rounds", "6"] for line in lines[5:])
    assert lines[-1].startswith("rules hash ")


def test_the_standard_rules_differ_in_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    rules(changed=True)
    assert printed(capsys) == ["Rule set standard for 4 players", "Differences from standard: none"]


def test_a_changed_cell_is_a_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    create_study(tmp_path / "mine")
    deck = tmp_path / "mine" / "deck.csv"
    deck.write_bytes(deck.read_bytes().replace(b"upgrade_discount 1", b"upgrade_discount 2"))
    rules(str(tmp_path / "mine" / "scenario.toml"), changed=True)
    assert printed(capsys)[1:] == [
        "Differences from standard: 1",
        "",
        "deck.1.effect  upgrade_discount 1  →  upgrade_discount 2",
    ]
