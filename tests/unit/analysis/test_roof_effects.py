"""Roofs against none and against each other, by hand."""

from __future__ import annotations

import math
import statistics
from pathlib import Path

import pytest

from analyzer.analysis.roof_effects import NO_ROOF, roof_effects_in, roofs_against_none
from analyzer.recording.studies import StudyFolder
from tests.unit.analysis.probe_tables import Decision, Option, study_of_decisions

NONE = (NO_ROOF, -1)


@pytest.fixture
def folder(tmp_path: Path) -> StudyFolder:
    """Margins of four players are in thirds."""
    decisions = [
        Decision(0, (Option(NONE, 0), Option((1, -1), 12, 1), Option((2, -1), 3)), chosen=1),
        Decision(1, (Option(NONE, 3, 1), Option((1, -1), 6, 2)), chosen=0, bot=1),
        Decision(3, (Option(NONE, -3), Option((1, -1), 0), Option((2, -1), 6), Option((3, -1), 9)), chosen=3),
    ]
    return study_of_decisions(
        tmp_path / "study", decisions, blocks=5, kind="roof", bots=("one", "two"), per_part=2
    )


def test_a_roof_less_none_of_the_same_game(folder: StudyFolder) -> None:
    found = roof_effects_in(folder)
    assert [option.key for option in found.against_none] == [(1, -1), (2, -1), (3, -1)]
    first, second, third = found.against_none
    assert (first.offered, first.chosen) == (3, 1)
    assert first.effect.mean == pytest.approx((4 + 1 + 1) / 3)
    assert first.effect.se == pytest.approx(statistics.stdev((4, 1, 1)) / math.sqrt(3))
    assert first.when_chosen.mean == 4.0
    assert first.share.mean == pytest.approx((1 - 0.5 + 0) / 3)
    assert second.effect.mean == pytest.approx((1 + 3) / 2)
    assert (second.when_chosen.n, third.when_chosen.mean) == (0, 4.0)
    assert found.probed.decisions == 3


def test_a_roof_less_the_other_roofs(folder: StudyFolder) -> None:
    """Without none; the second decision had no other roof."""
    among = roof_effects_in(folder).among_roofs
    assert set(among) == {1, 2, 3}
    assert among[1].n == 2
    assert among[1].mean == pytest.approx((3 - 2.5) / 2)
    assert among[2].mean == pytest.approx((-3 + 0.5) / 2)
    assert among[3].mean == pytest.approx(2.0)


def test_each_bot_apart(folder: StudyFolder) -> None:
    found = roofs_against_none(folder)
    assert [option.effect.mean for option in found[0]] == [pytest.approx(2.5), pytest.approx(2.0), 4.0]
    assert [(option.key, option.effect.mean) for option in found[1]] == [((1, -1), 1.0)]
