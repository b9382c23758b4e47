"""Options of every kind of decision in words."""

from __future__ import annotations

import pytest

from analyzer.wording.options import OPTIONS, OptionWords
from cext.types import Act, Choice, Decision, Good, Placement
from tests.unit.trace.samples import NAMES, line

EACH_KIND = [
    (Decision.DECISION_DRAFT, 0, "keep Chef"),
    (Decision.DECISION_ACT, Act.ACT_DONE, "be done"),
    (Decision.DECISION_CARD, 22 * 4 + Placement.PLACEMENT_HELPER,
     "play Farm Servant as a helper"),
    (Decision.DECISION_DISCARD_OLD, 1, "discard Negotiator"),
    (Decision.DECISION_PAY, Good.GOOD_GRAIN * 2 + 1, "pay grain from a field"),
    (Decision.DECISION_COST, Good.GOOD_OLIVE, "pay olive"),
    (Decision.DECISION_HARVEST, Good.GOOD_GRAPES, "gain grapes"),
    (Decision.DECISION_DISCARD, 17, "discard Oil Presser"),
    (Decision.DECISION_ROOF, 1, "buy roof 1.2 (gain two different harvest goods)"),
    (Decision.DECISION_DIE, 5 * 16 + Choice.CHOICE_SIESTA, "take a 5: siesta steps"),
    (Decision.DECISION_REVENUE, Choice.CHOICE_DRAW, "a card"),
    (Decision.DECISION_UPGRADE, 3 * 2, "upgrade 1 pig"),
    (Decision.DECISION_TOKEN, 3, "4 donkeys, 0 hats"),
    (Decision.DECISION_TOKEN, 0, "1 donkey, 3 hats"),
    (Decision.DECISION_DELIVERY, ((Good.GOOD_GRAIN * 2 + 1) << 8) + 22,
     "deliver grain from a field to the barrow Farm Servant"),
    (Decision.DECISION_DELIVERY, (Good.GOOD_SILVER * 2 << 8) + 128, "deliver silver to Merchant House"),
    (Decision.DECISION_DELIVERY, -1, "no delivery"),
    (Decision.DECISION_HEX, 12, "hex 12 (value 3)"),
    (Decision.DECISION_FIRE, 1, "let the helper act"),
    (Decision.DECISION_FIRE, 0, "decline"),
    (Decision.DECISION_RESERVE, 4, "reserve space 4"),
    (Decision.DECISION_EXTRA, 2, "buy 2 extra deliveries"),
    (Decision.DECISION_EXTRA, 1, "buy 1 extra delivery"),
    (Decision.DECISION_FLIP, 0, "turn up roof in place 1"),
    (Decision.DECISION_PLAY_OR_DRAW, 1, "draw a card"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "option", "text"), EACH_KIND)
def test_each_kind(kind: Decision, option: int, text: str) -> None:
    assert OptionWords(NAMES).option(0, kind, option) == text


def test_no_kind_is_missing() -> None:
    kinds = {kind for kind in Decision if kind.name.startswith("DECISION_")}
    assert set(OPTIONS) == kinds == {kind for kind, _, _ in EACH_KIND}


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (Act.ACT_MAIN, "go on with the turn's act"),
        (Act.ACT_SELL + 3, "sell 1 pig"),
        (Act.ACT_SELL_FIELD, "sell 1 olive from a field"),
        (Act.ACT_BUY + 1, "buy 1 grain"),
        (Act.ACT_UPGRADE + 2, "upgrade 1 grapes"),
        (Act.ACT_UPGRADE_FIELD + 2, "upgrade 1 grapes from a field"),
        (Act.ACT_CASH + 5, "cash a commodity for free upgrades"),
    ],
)
def test_acts(act: int, text: str) -> None:
    assert OptionWords(NAMES).option(2, Decision.DECISION_ACT, act) == text


def test_own_roofs_and_action_helpers_are_known_from_the_log() -> None:
    asked = OptionWords(NAMES)
    asked.note(line("buy_roof", 1, roof="1.2"))
    asked.note(line("play_card", 1, **{"as": "helper"}, card=18, discards=None))
    asked.note(line("play_card", 1, **{"as": "helper"}, card=1, discards=None))
    asked.note(line("play_card", 1, **{"as": "helper"}, card=23, discards=18))
    assert (
        asked.option(1, Decision.DECISION_ACT, Act.ACT_ROOF)
        == "use roof 1.2 (gain two different harvest goods)"
    )
    assert asked.option(1, Decision.DECISION_ACT, Act.ACT_HELPER) == "use Farm Servant"
    assert asked.option(0, Decision.DECISION_ACT, Act.ACT_HELPER) == "use in place 1"
