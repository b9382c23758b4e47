"""The table of a check: shares and gains with their intervals."""

from __future__ import annotations

import io

import numpy as np
from rich.console import Console

from analyzer.cli.tune_view import check_table
from analyzer.tuning.check import Check, TableGain
from analyzer.tuning.evaluation import estimate, share_estimate
from tests.unit.tuning.searches import BALANCED


def test_a_bot_that_wins_all_games_has_an_interval() -> None:
    blocks = np.arange(20)
    none, all_won, margin = np.zeros(20), np.full(20, 100.0), estimate(10.0 + blocks % 2)
    gain = estimate(all_won - none)
    row = TableGain(2, "first", share_estimate(none), share_estimate(all_won), gain, margin, margin)
    check = Check(BALANCED, "last centre", gain, gain, margin, (row,), (), 20, 80)
    screen = Console(file=io.StringIO(), width=120)
    screen.print(check_table(check))
    assert isinstance(screen.file, io.StringIO)
    (line,) = (line.split() for line in screen.file.getvalue().splitlines() if "first" in line)
    # t² / (20 + t²) with t = 2.093
    assert line == ["2", "first", "0.0", "±18.0", "100.0", "±18.0", "+100.0", "±?", "+10.50", "±0.24"]
