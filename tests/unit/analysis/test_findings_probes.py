"""Findings from probes of made-up decisions with known effects, and with none."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.analysis.findings import findings
from analyzer.analysis.findings.choices import compared_choices, times_offered
from analyzer.analysis.findings.chosen import choose
from analyzer.analysis.findings.compared import Evidence, Topic
from analyzer.analysis.study import Study
from tests.unit.analysis.made_up import Recipe, made_up_study
from tests.unit.analysis.probe_tables import Decision, Option, study_of_decisions


@pytest.fixture(scope="module")
def known() -> Study:
    recipe = Recipe(seat={0: 1.5}, bot={2: -1.5}, card={7: 5.0})
    return made_up_study(Path("no-such-run"), "styles", 800, 2, recipe)


def test_a_roof_is_compared_with_none(tmp_path: Path) -> None:
    """Against its alternatives the cheap roof would lose; against none it gains."""
    dice, study = random.Random(6), made_up_study(tmp_path, "four-players", 300, 5)
    decisions = []
    for block in range(300):
        margins = {0: 0, 1: 3, 2: 30}
        options = tuple(
            Option((roof, -1), round(dice.gauss(margin, 3)), int(roof == 2))
            for roof, margin in margins.items()
        )
        decisions.append(Decision(block, options, chosen=1))
    folder = study_of_decisions(tmp_path / "probes-roof", decisions, blocks=300, kind="roof")
    mine = {each.key: each for each in compared_choices(study, {"probes-roof": folder})}
    assert set(mine) == {(1, -1), (2, -1)}
    for place in (1, 2):
        differences = [(d.options[place].margin - d.options[0].margin) / 3 for d in decisions]
        assert mine[place, -1].effect.mean == pytest.approx(sum(differences) / 300)
    assert 0.5 < mine[1, -1].effect.mean < 1.5
    assert mine[1, -1].when_chosen == mine[1, -1].effect
    assert mine[2, -1].share.mean == 1.0
    assert mine[2, -1].often == 3.0


def test_times_on_offer_stand_for_all_decisions_of_their_games(tmp_path: Path) -> None:
    """Each probed decision was drawn of three; 4 blocks, the last without any; chosen or not."""
    decisions = [Decision(block, (Option((2, 5), 3), Option((4, 1), 0))) for block in (0, 1)]
    decisions.append(Decision(2, (Option((3, 5), 3), Option((4, 1), 0)), chosen=1))
    folder = study_of_decisions(tmp_path / "probes-die", decisions, blocks=4)
    assert times_offered(folder) == {(2, 5): 2 * 3 / 4, (3, 5): 3 / 4, (4, 1): 3 * 3 / 4}


def decisions_of(blocks: int, gain: int, dice: random.Random, bots: int = 1) -> list[Decision]:
    """One of three hexes is worth ``gain`` thirds of a vp more than the others."""
    found = []
    for block in range(blocks):
        options = tuple(
            Option((hexagon, -1), round(dice.gauss(gain * (hexagon == 5), 12))) for hexagon in (3, 5, 9)
        )
        found.append(Decision(block, options, chosen=dice.randrange(3), bot=dice.randrange(bots)))
    return found


def test_probes_are_compared_with_the_rest(tmp_path: Path, known: Study) -> None:
    decisions = decisions_of(800, 9, random.Random(2), bots=4)
    folder = study_of_decisions(tmp_path / "probes-hex", decisions, blocks=800, kind="hex", bots=known.bots)
    studies = {"probes-hex": folder}
    mine = {each.key: each for each in compared_choices(known, studies)}
    assert set(mine) == {(3, -1), (5, -1), (9, -1)}
    best = mine[5, -1]
    assert (best.topic, best.evidence, best.provenance) == (Topic.HEX, Evidence.CAUSAL, "designed")
    assert best.effect.low < 3.0 < best.effect.high
    assert best.often == 3.0, "one of three decisions a game was drawn, and each had this option"
    chosen = [d for d in decisions if d.chosen == 1]
    assert best.when_chosen.n == len(chosen)
    found = findings(known, studies)
    finding = next(each for each in found.ranked if each.compared.key == (5, -1))
    assert finding.compared.same == (0, 1, 2, 3)
    assert finding.game is not None
    block, game = divmod(finding.game, 4)
    assert game == 0
    assert decisions[block].chosen == 1, "a game in which the hex was really taken"


def test_probes_without_effects_are_quiet(tmp_path: Path) -> None:
    """20 studies of three options that are all alike."""
    study = made_up_study(tmp_path, "four-players", 200, 5)
    false = 0
    for seed in range(20):
        decisions = decisions_of(300, 0, random.Random(seed))
        folder = study_of_decisions(tmp_path / f"{seed}", decisions, blocks=300, kind="hex")
        false += bool(choose(list(compared_choices(study, {"probes-hex": folder}))).ranked)
    assert false <= 4  # more with probability 0.3 %


def test_games_beyond_the_run_are_not_named(tmp_path: Path) -> None:
    study = made_up_study(tmp_path, "four-players", 150, 5)
    late = [replace(each, block=each.block + 150) for each in decisions_of(300, 30, random.Random(1))]
    folder = study_of_decisions(tmp_path / "late", late, blocks=450, kind="hex")
    found = findings(study, {"probes-hex": folder})
    games = [finding.game for finding in found.ranked if finding.compared.topic == Topic.HEX]
    assert games
    assert set(games) == {None}
