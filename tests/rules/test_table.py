"""The harness itself: a script that does not fit fails, and what was arranged is what stands there."""

from __future__ import annotations

import pytest

from tests.rules.answers import buy, deliver, play
from tests.rules.rulesets import refusal
from tests.rules.table import at


def test_an_answer_that_is_never_asked_for_fails() -> None:
    with pytest.raises(AssertionError, match="not asked"):
        at("roof").play(buy("olive"))
    with pytest.raises(AssertionError, match="not asked"):
        at("deliver").seat(0, token=0, silver=2).play(*[deliver("silver", "building:1")] * 2)
    with pytest.raises(AssertionError, match="not asked"):
        at("play").seat(0, hand=[5]).play(play(5, "field").by(1))


def test_a_card_lies_in_one_place_only() -> None:
    with pytest.raises(AssertionError, match="card 5 has been placed before"):
        at("play").seat(0, hand=[5], fields={5: True})


def test_an_accepted_rule_set_is_no_refusal() -> None:
    with pytest.raises(AssertionError, match="is accepted"):
        refusal({"rounds": 5})


def test_what_was_arranged_is_what_stands_there() -> None:
    table = at("end", round_number=6).seat(
        0, silver=1, hand=[5], fields={7: True, 3: False}, barrows={9: ["pig"]}, helpers=[1, 54], used=[54],
        extensions=[2], roofs={"1.1": True, "2.2": False}, buildings=[4], rows={2: ["wine"]}, markers=[11],
        tokens=[1, 3], space=4,
    )  # fmt: skip
    farm = table.play().player(0)
    assert farm == {
        **dict.fromkeys(("vp", "olive", "grain", "grapes", "pig", "food", "wine", "meat", "commodity"), 0),
        "silver": 1,
        "hand": [5],
        "fields": [{"card": 3, "full": False}, {"card": 7, "full": True}],
        "barrows": [{"card": 9, "goods": ["pig"]}],
        "helpers": [{"card": 1, "used": False}, {"card": 54, "used": True}],
        "extensions": [2],
        "roofs": [{"roof": "1.1", "used": True}, {"roof": "2.2", "used": False}],
        "tokens": [2, 4],
        "rows": {"1": [], "2": ["wine"], "3": [], "4": ["commodity"] * 3, "5": [], "6": []},
        "buildings": [4],
        "siesta": 4,
    }
