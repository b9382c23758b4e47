"""Every word of the tables can be said in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.scenario import standard_rule_set
from analyzer.scenario.vocabulary import CONDITIONS, EFFECTS, PLACEMENTS, RESOURCES, TRIGGERS
from analyzer.scenario.words import (
    barrow_words,
    condition_words,
    effect_words,
    extension_words,
    helper_words,
)
from tests.unit.scenario.study import load_rules

SENTENCES = {
    1: "Always: each upgrade costs 1 silver less.",
    2: "For each marker you lose: gain 1 vp.",
    3: "When you take a die of 2 or 6, once a round: you may do a second, different option of that die.",
    4: "In your turn, once a round: pay 1 vp, then play 1 card.",
    9: "When the donkey tokens are shown, if your token shows at most 2 donkeys, once a round: "
    "you may make 1 delivery more in the transport phase.",
    12: "Always: you have 2 more pig spaces.",
    16: "Each time you upgrade grapes, once a round: you may gain 2 silver.",
    20: "In your turn, once a round: pay 1 wine, then gain 4 silver and gain 1 vp.",
    29: "When you complete a craft building: gain 2 silver and draw 1 card.",
    34: "In your turn in the farm or revenue phase, once a round: pay 1 silver, "
    "then turn another used roof face up again.",
    36: "When you play a card as a field: that field gets its good at once.",
    46: "In your turn, once a round: pay 2 harvest goods, then gain 1 commodity.",
    51: "After income, if you have no pigs, once a round: you may gain 1 pig.",
    62: "After scoring, if you are first in turn order, once a round: you may gain 1 vp.",
}


@pytest.mark.parametrize("number", SENTENCES)
def test_helper_in_words(number: int) -> None:
    assert helper_words(standard_rule_set().card(number)) == SENTENCES[number]


@pytest.mark.parametrize("effect", EFFECTS)
@pytest.mark.parametrize("count", [1, 2])
def test_every_effect_has_words(effect: str, count: int) -> None:
    text = effect_words(((effect, count),))
    assert text
    assert "{" not in text
    assert "_" not in text


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("compare", [">=", "<=", "="])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_every_condition_has_words(condition: str, compare: str, count: int) -> None:
    text = condition_words((condition, compare, count))
    assert text.startswith("you")
    assert "{" not in text


def test_every_trigger_has_words(tmp_path: Path) -> None:
    words = {
        "die": ["any", "1 6"],
        "upgrade": ["", *RESOURCES],
        "card": ["any", *PLACEMENTS],
    }
    sentences = set()
    for trigger in TRIGGERS:
        for word in words.get(trigger, [""]):
            effect = "pig_space 1" if trigger == "static" else "silver 1"
            limit = "1x" if trigger == "action" else ""
            rules = (
                f'deck.2.trigger = "{trigger} {word}"\ndeck.2.effect = "{effect}"\ndeck.2.limit = "{limit}"\n'
            )
            rules += "prices.buy = {olive = 9, grain = 9, grapes = 9, pig = 9}"
            sentences.add(helper_words(load_rules(tmp_path, rules).rule_set.card(2)))
    assert len(sentences) == len(TRIGGERS) + 1 + 4 + 4


def test_other_uses_in_words() -> None:
    rule_set = standard_rule_set()
    assert barrow_words(rule_set.card(3)) == "2 olives, grain: 3 vp"
    assert extension_words(rule_set.card(23)) == "one more extra delivery and a pig space"
    assert effect_words((("upgrade", 1),)) == "make one free upgrade"
