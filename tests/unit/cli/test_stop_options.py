"""The options that say how long a comparison plays."""

from __future__ import annotations

import pytest

from analyzer.analysis.sprt import Sprt
from analyzer.analysis.stopping import UntilDecided, UntilNarrow
from analyzer.cli.stop_options import StopOptions, parse_players
from analyzer.errors import UserError


def test_blocks() -> None:
    assert StopOptions().rule() == (None, 1000)
    assert StopOptions(blocks=7).rule() == (None, 7)


@pytest.mark.parametrize("text", ["ci=0.5pp", "ci = 0.5 pp", "ci=.5", " ci=0.5pp "])
def test_until(text: str) -> None:
    assert StopOptions(until=text).rule() == (UntilNarrow(0.005), 100_000)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("0,2pp", 0.0, 0.02), ("-1pp, 1.5pp", -0.01, 0.015), ("+.5,1", 0.005, 0.01), ("-3,-1pp", -0.03, -0.01)],
)
def test_sprt(text: str, low: float, high: float) -> None:
    rule, most = StopOptions(sprt=text, beta=0.1, most=500).rule()
    assert rule == UntilDecided(Sprt(low, high, 0.05, 0.1))
    assert most == 500


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            StopOptions(until="0.5pp"),
            "--until `0.5pp` is no width; write it like ci=0.5pp (percentage points).",
        ),
        (StopOptions(until="ci=0"), "--until `ci=0`: give a width above 0 and below 50 points, such as"),
        (StopOptions(sprt="2pp"), "--sprt `2pp` is no pair of shares; write it like 0,2pp"),
        (StopOptions(sprt="2,0pp"), "--sprt `2,0pp`: the first value has to be below the second; try 0,2pp."),
        (
            StopOptions(sprt="0,2pp", alpha=0.5),
            "--alpha 0.5 is no error rate; give one above 0 and below 0.5.",
        ),
        (StopOptions(blocks=5, sprt="0,2"), "-n and --sprt each say how long to play; give one of them."),
        (StopOptions(until="ci=1", sprt="0,2"), "--until and --sprt each say how long to play"),
        (StopOptions(until="ci=1", beta=0.1), "--alpha and --beta are error rates of --sprt; leave them out"),
        (StopOptions(most=500), "--max-blocks limits --until and --sprt; without these give -n."),
    ],
)
def test_what_makes_no_sense(options: StopOptions, sentence: str) -> None:
    with pytest.raises(UserError) as error:
        options.rule()
    assert str(error.value).startswith(sentence)


def test_players() -> None:
    assert parse_players("4") == (4,)
    assert parse_players("2, 4,3,2") == (2, 4, 3)
    for text in ("1", "5", "", "2,", "two"):
        with pytest.raises(
            UserError, match="bots are compared at 2, 3 or 4 players; write it like 4 or 2,3,4"
        ):
            parse_players(text)
