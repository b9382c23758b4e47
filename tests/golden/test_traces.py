"""Whole games as the readable trace tells them, for each number of players.

A difference is a change of the rules, of a bot or of the telling.  If it is meant, write the
files anew with ``pytest tests/golden --update-golden`` and read what changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.trace.game import open_subject, traced_game
from analyzer.trace.telling import playthrough

FOLDER = Path(__file__).parent
SEED = 2014


@pytest.mark.parametrize("scenario", ["solo", "two-players", "three-players", "four-players"])
def test_playthrough(scenario: str, update_golden: bool) -> None:
    told = "\n".join(playthrough(traced_game(open_subject(scenario), 0, SEED))) + "\n"
    golden = FOLDER / f"{scenario}.txt"
    if update_golden:
        golden.write_text(told, encoding="utf-8")
    assert told == golden.read_text(encoding="utf-8")
