"""What is said of a gate: figures, sentences, tables, and files for machines."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as Xml

import msgspec
import pytest

from analyzer.analysis.gate import Checked, GateResult
from analyzer.analysis.stats import Estimate
from analyzer.cli import gate as gate_command
from analyzer.cli.gate_machine import gate_json, gate_junit
from analyzer.cli.gate_view import gate_markdown, gate_text
from analyzer.cli.gate_words import cells, changes, sentence, unseen, verdict
from analyzer.errors import UserError
from analyzer.recording.gate_file import Tracked
from analyzer.scenario.model import Difference
from tests.unit.recording.test_gate_file import baseline
from tests.unit.simulate.plans import plan_of

VP = Tracked(key="vp", name="vp per player", unit="vp", value=65.5, low=65.1, high=65.9, n=400)
WINS = Tracked(
    key="seat.1.win_share", name="win share of seat 1", unit="share", value=0.27, low=0.251, high=0.29, n=400
)
FIXED = Tracked(key="vp_start", name="vp owned at the start", unit="vp", value=0.0, low=0.0, high=0.0, n=400)


def now(value: float) -> Estimate:
    return Estimate(value, math.nan, math.nan, 400, 200, 0.1)


def result_of(folder: Path, *checked: Checked, games_hash: str = "11") -> GateResult:
    before = baseline(*(each.tracked for each in checked))
    return GateResult(
        before,
        plan_of(folder, "first", "random", games=400),
        msgspec.structs.replace(before, games_hash=games_hash),
        checked,
        ("vp", "seat.1.win_share", "vp.balanced"),
    )


@pytest.mark.parametrize(
    ("checked", "shown"),
    [
        (Checked(VP, now(66.2)), ("65.5 vp", "65.1 to 65.9", "66.2 vp", "+0.7")),
        (Checked(VP, now(65.5)), ("65.5 vp", "65.1 to 65.9", "65.5 vp", "none")),
        # So close to the edge that with fewer decimals it would look as if it were inside.
        (Checked(VP, now(65.9003)), ("65.5000 vp", "65.1000 to 65.9000", "65.9003 vp", "+0.4003")),
        (Checked(WINS, now(0.3)), ("27.0 %", "25.1 to 29.0 %", "30.0 %", "+3.0 pp")),
        (Checked(FIXED, now(2.0)), ("0.0 vp", "just 0.0", "2.0 vp", "+2.0")),
        (Checked(FIXED, now(0.0004)), ("0.0000 vp", "just 0.0000", "0.0004 vp", "+0.0004")),
        (
            Checked(msgspec.structs.replace(WINS, target=(0.2325, 0.27)), now(0.3)),
            ("27.00 %", "23.25 to 27.00 % (target)", "30.00 %", "+3.00 pp"),
        ),
        (Checked(VP, None), ("65.5 vp", "65.1 to 65.9", "gone", "")),
        (Checked(VP, now(math.nan)), ("65.5 vp", "65.1 to 65.9", "never counted", "")),
    ],
)
def test_figures(checked: Checked, shown: tuple[str, ...]) -> None:
    assert cells(checked) == (checked.tracked.name, *shown)


IN_TARGET = Checked(msgspec.structs.replace(VP, target=(60.0, 70.0)), now(66.2))


@pytest.mark.parametrize(
    ("checked", "told"),
    [
        (Checked(VP, now(66.2)), "66.2 vp is out of its interval 65.1 to 65.9 (baseline 65.5 vp, "),
        (IN_TARGET, "66.2 vp is in its target 60.0 to 70.0 (baseline 65.5 vp, difference +0.7)."),
        (
            Checked(msgspec.structs.replace(VP, key="vp.balancd"), None),
            "the scenario has no metric `vp.balancd` any more; is it `vp.balanced` now? --update leaves",
        ),
        (Checked(VP, now(math.nan)), "nothing of it was counted in any game (baseline 65.5 vp)."),
    ],
)
def test_sentences(checked: Checked, told: str) -> None:
    assert sentence(checked, ("vp", "vp.balanced")).startswith(f"vp per player: {told}")


def test_verdicts(tmp_path: Path) -> None:
    good, bad = Checked(VP, now(65.6)), Checked(WINS, now(0.4))
    assert verdict(result_of(tmp_path, good)) == "Passed: 1 metric is within its interval."
    assert verdict(result_of(tmp_path, good, good)) == "Passed: 2 metrics are all within their intervals."
    assert verdict(result_of(tmp_path, good, bad)) == "Failed: 1 of 2 metrics left its interval."
    assert verdict(result_of(tmp_path, bad, bad)) == "Failed: 2 of 2 metrics left their intervals."


def test_what_has_changed() -> None:
    before = baseline()
    assert changes(before, before) == []
    after = msgspec.structs.replace(
        before,
        rules_hash="def",
        differences=(Difference("deck.23.barrow_value", 2, 4), Difference("extra.payment", "all", "one")),
        line_up=("first", "novice"),
        bots={"first": "0c", "novice": "0d"},
        seed=8,
        engine="e2",
    )
    assert changes(before, after) == [
        "deck.23.barrow_value: 6 → 4",
        "buildings.deli.row: none → olive",
        "extra.payment: all → one",
        "line-up: first, random → first, novice",
        "bot first plays otherwise",
        "seed: 7 → 8",
        "engine: e1 (granja 1.0) → e2 (granja 1.0)",
    ]
    assert changes(before, msgspec.structs.replace(before, rules_hash="x")) == [
        "the rules (another rules hash)"
    ]


def test_text_shows_what_failed_and_all_if_asked(tmp_path: Path) -> None:
    result = result_of(tmp_path, Checked(VP, now(66.2)), Checked(WINS, now(0.27)))
    text = gate_text(result, "gate.json", "small.toml", everything=False)
    assert text.startswith("small, 400 games (blocks 0 to 199 of seed 7), against gate.json.\n")
    assert "vp per player" in text
    assert "win share" not in text
    assert "Failed: 1 of 2 metrics left its interval.\nThe other 1 stayed within theirs (--all" in text
    assert "not whether that is good or bad" in text
    assert text.endswith("If it is meant to be so: granja gate --update gate.json small.toml\n")
    assert "win share of seat 1" in gate_text(result, "gate.json", "small.toml", everything=True)


def test_text_of_a_gate_that_is_passed(tmp_path: Path) -> None:
    result = result_of(tmp_path, Checked(VP, now(65.5)), games_hash="00ff")
    assert gate_text(result, "gate.json", "small.toml", everything=False).splitlines()[1:] == [
        "Passed: 1 metric is within its interval.",
        "Nothing has changed: all 400 games are the same as the baseline's.",
    ]


def test_a_gate_that_is_passed_says_what_it_does_not_see(tmp_path: Path) -> None:
    inside, outside = Checked(VP, now(65.6)), Checked(WINS, now(0.4))
    result = result_of(tmp_path, inside)
    said = unseen(result)
    assert said is not None
    assert said.endswith("play it with -n 400 --seed 7.")
    lines = gate_text(result, "gate.json", "small.toml", everything=False).splitlines()
    assert lines[1:] == ["Passed: 1 metric is within its interval.", *lines[2:]]
    assert " ".join(lines[2:]) == said
    assert f"- {said}" in gate_markdown(result, "gate.json", "small.toml", everything=False)
    assert said in gate_junit(result, "gate.json")
    assert unseen(result_of(tmp_path, inside, games_hash="00ff")) is None
    assert unseen(result_of(tmp_path, inside, outside)) is None


def test_a_change_that_bears_on_no_game_is_told(tmp_path: Path) -> None:
    result = result_of(tmp_path, Checked(VP, now(65.5)), games_hash="00ff")
    changed = replace(result, now=msgspec.structs.replace(result.now, engine="e2"))
    assert gate_text(changed, "gate.json", "small.toml", everything=False).splitlines()[2:] == [
        "All 400 games are the same as the baseline's.",
        "Changed since the baseline: engine: e1 (granja 1.0) → e2 (granja 1.0).",
    ]


def test_markdown_is_a_table_with_the_keys(tmp_path: Path) -> None:
    odd = msgspec.structs.replace(WINS, name="win share of a|b *c*", key="win_share.a")
    result = result_of(tmp_path, Checked(VP, now(66.2)), Checked(odd, None), Checked(WINS, now(0.27)))
    lines = gate_markdown(result, "gate.json", "small.toml", everything=True).splitlines()
    assert lines[0] == "### granja gate: small"
    assert lines[2] == "**Failed: 2 of 3 metrics left their intervals.**"
    table = [line for line in lines if line.startswith("|")]
    assert table == [
        "| metric | baseline | interval | now | difference |",
        "| --- | ---: | ---: | ---: | ---: |",
        "| **vp per player (`vp`)** | 65.5 vp | 65.1 to 65.9 | 66.2 vp | +0.7 |",
        r"| **win share of a\|b \*c\* (`win_share.a`)** | 27.0 % | 25.1 to 29.0 % | gone |  |",
        "| win share of seat 1 (`seat.1.win_share`) | 27.0 % | 25.1 to 29.0 % | 27.0 % | none |",
    ]
    short = gate_markdown(result, "gate.json", "small.toml", everything=False)
    assert "seat.1.win_share" not in short
    assert "--update leaves it out" in short
    assert short.endswith("- If it is meant to be so: `granja gate --update gate.json small.toml`\n")


def test_junit_has_a_case_for_each_metric(tmp_path: Path) -> None:
    odd = msgspec.structs.replace(WINS, name="win share of <\x07&>")
    result = result_of(tmp_path, Checked(VP, now(66.2)), Checked(odd, None), Checked(WINS, now(0.27)))
    text = gate_junit(result, "gate.json")
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="granja gate" tests="3"')
    root = Xml.fromstring(text.encode())
    (suite,) = root
    assert (suite.tag, suite.get("name")) == ("testsuite", "small")
    assert [suite.get(count) for count in ("tests", "failures", "errors", "skipped")] == ["3", "2", "0", "0"]
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == ["vp", "seat.1.win_share", "seat.1.win_share"]
    assert {case.get("classname") for case in cases} == {"gate.small"}
    failures = [case.find("failure") for case in cases]
    assert failures[2] is None
    assert failures[0] is not None
    assert failures[0].get("message") == failures[0].text == sentence(result.checked[0], result.known)
    assert failures[1] is not None
    assert str(failures[1].get("message")).startswith("win share of <?&>: the scenario has no metric")
    assert text == gate_junit(result, "gate.json")


def test_json_has_every_metric(tmp_path: Path) -> None:
    target = msgspec.structs.replace(VP, target=(60.0, 70.0))
    found = gate_json(
        result_of(tmp_path, Checked(target, now(66.2)), Checked(WINS, now(math.nan))), "gate.json"
    )
    assert not found["passed"]
    assert (found["games"], found["same_games"], found["changes"]) == (400, False, [])
    vp, wins = found["metrics"]
    assert (vp["state"], vp["low"], vp["high"], vp["target"], vp["now"]) == ("inside", 60.0, 70.0, True, 66.2)
    assert (wins["state"], wins["now"], wins["difference"], wins["target"]) == (
        "uncounted",
        None,
        None,
        False,
    )


def test_what_to_say_again_names_the_options_of_the_line_up() -> None:
    assert gate_command._words("small.toml", (), ()) == "small.toml"
    words = gate_command._words("my rules.toml", ("my.py:eager",), ("first: never buy",))
    assert words == "'my rules.toml' --bot my.py:eager --restrict 'first: never buy'"


def test_options_that_contradict_each_other() -> None:
    with pytest.raises(UserError, match="leave them or --update out"):
        gate_command._check_together(True, None, None, True)
    for games, metrics in ((20, None), (None, ["vp"])):
        with pytest.raises(UserError, match="-n and --metric say what a baseline is made of"):
            gate_command._check_together(False, games, metrics, False)
    gate_command._check_together(False, None, None, True)
    gate_command._check_together(True, 20, ["vp"], False)


def test_a_missed_target_is_not_to_be_mended_by_an_update(tmp_path: Path) -> None:
    aimed = Checked(msgspec.structs.replace(VP, target=(66.0, 67.0)), now(65.5))
    missed = result_of(tmp_path, aimed)
    assert verdict(missed) == "Failed: 1 of 1 metric left its target."
    for text in (gate_text, gate_markdown):
        said = text(missed, "gate.json", "four-players", everything=False)
        assert (
            "Outside of a target that was set by hand: vp per player. Change the rules, or the target" in said
        )
        assert "granja gate --update" not in said
        assert "more than luck" not in said
    both = gate_text(
        result_of(tmp_path, aimed, Checked(WINS, now(0.3))), "gate.json", "four-players", everything=False
    )
    assert "set by hand: vp per player." in both
    assert "more than luck" in both
    assert both.endswith("granja gate --update gate.json four-players\n")
