"""What probes tell in the terminal: which options are shown, and which are marked."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from analyzer.analysis.probes import probed_in
from analyzer.cli.probe_view import flags, probe_tables, to_json
from analyzer.recording.studies import StudyFolder
from analyzer.scenario import load_scenario
from tests.unit.analysis.probe_tables import Decision, Option, study_of_decisions

SCENARIO = load_scenario("four-players")
CARDS, DECISIONS = 40, 150
GAINS = ("+1.00", "\N{PLUS-MINUS SIGN}0.00", "0.00", "\N{PLUS-MINUS SIGN}0.00")


def cards(folder: Path, decisions: int) -> StudyFolder:
    """Card c as a helper is about c - 20 vp better than as a field."""
    made = [
        Decision(
            block,
            (Option((card, 0), block % 3), Option((card, 1), 3 * card - 60 + block % 5)),
        )
        for block, card in enumerate(card for card in range(1, CARDS + 1) for _ in range(decisions))
    ]
    return study_of_decisions(folder, made, blocks=len(made), kind="placement", per_part=2048)


def shown(folder: StudyFolder, *, everything: bool = False) -> str:
    screen = Console(file=io.StringIO(), width=120, markup=False, highlight=False)
    for part in probe_tables(folder, SCENARIO, probed_in(folder), everything=everything):
        screen.print(part)
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def test_a_long_list_shows_its_ends(tmp_path: Path) -> None:
    folder = cards(tmp_path / "study", DECISIONS)
    text = shown(folder)
    rows = [line.strip() for line in text.splitlines() if " as a " in line]
    assert len(rows) == 20
    best = SCENARIO.rule_set.card(CARDS).name
    assert rows[0].startswith(f"{best} as a helper\N{DEGREE SIGN} ")
    assert rows[-1].startswith(f"{best} as a field\N{DEGREE SIGN} ")
    assert "60 more options with --all: between those shown, or offered fewer than 100 times" in text
    assert "\N{DEGREE SIGN} designed for this project, not what the printed game has." in text
    everything = shown(folder, everything=True)
    assert len([line for line in everything.splitlines() if " as a " in line]) == 2 * CARDS
    assert "--all" not in everything


def test_rarely_offered_options_are_not_ranked(tmp_path: Path) -> None:
    text = shown(cards(tmp_path / "study", 99))
    assert not [line for line in text.splitlines() if " as a " in line]
    assert "Each of the 80 options was offered fewer than 100 times, too few to rank" in text


def test_marks_are_for_options_that_differ(tmp_path: Path) -> None:
    """Only with enough decisions, and not for options that are as good as each other."""
    few, many = (probed_in(cards(tmp_path / str(n), n))[0] for n in (99, DECISIONS))
    assert set(flags(few)) == {None}
    marked = dict(zip((option.key for option in many.options), flags(many), strict=True))
    assert marked[40, 1]
    assert marked[1, 0]
    even = [
        Decision(block, (Option((1, 0), block % 3), Option((1, 1), (block + 1) % 3))) for block in range(300)
    ]
    (found,) = probed_in(study_of_decisions(tmp_path / "even", even, blocks=300, kind="placement"))
    assert flags(found) == (False, False)


def test_json_has_none_for_what_is_unknown(tmp_path: Path) -> None:
    one = [Decision(0, (Option((1, 0), 3), Option((1, 1), 6)))]
    folder = study_of_decisions(tmp_path / "study", one, blocks=1, kind="placement")
    told = to_json(folder, SCENARIO, probed_in(folder))
    field, helper = told["probed"][0]["options"]
    assert field["effect"] == {"mean": -1.0, "low": None, "high": None, "se": None, "n": 1, "blocks": 1}
    assert helper["when_chosen"] is None
    assert (field["stands_out"], field["source"], field["name"]) == (None, "designed", "Chef as a field")


def test_a_bot_without_such_decisions_has_no_figures(tmp_path: Path) -> None:
    """And a share of all decisions is told with both ends of its interval."""
    made = [Decision(block, (Option((1, 0), 3), Option((1, 1), 0))) for block in range(200)]
    folder = study_of_decisions(tmp_path / "study", made, blocks=200, kind="placement", bots=("one", "two"))
    rows = {line.split()[0]: line.split() for line in shown(folder).splitlines() if line.strip()}
    shares = "100 (98.1 to 100.0) 0 (0.0 to 1.9)"
    assert rows["one"] == ["one", "200", *shares.split(), *GAINS]
    assert rows["two"] == ["two", "0", *"\N{EN DASH}" * 4]
