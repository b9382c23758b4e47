"""Rule A10: rule sets in which a turn could go on for ever are refused, others are not."""

# ruff: noqa: E501 (exact sentences stay whole)

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.scenario.endless import could_repeat, find_cycle
from analyzer.scenario.rule_set import standard_rule_set
from analyzer.scenario.turn_acts import Turn
from analyzer.scenario.vocabulary import TURN_PHASES
from tests.unit.scenario.study import load_rules, rule_problems

NO_LIMIT = {number: f'deck.{number}.limit = ""\n' for number in range(1, 67)}
FREE = 'deck.20.limit = ""\ndeck.20.cost = ""\n'  # card 20: an action helper in every phase
HIGH_PRICES = "prices.buy = {olive = 9, grain = 9, grapes = 9, pig = 9}\n"

ENDLESS = {
    # Innkeeper: food for 4 silver; bought and upgraded with a discount it costs 4.
    "buy, upgrade, sell by a helper": (NO_LIMIT[19], ("buy", "upgrade", "Innkeeper (19)", "with")),
    "the same with two helpers only": (NO_LIMIT[19] + "farm.max_helpers = 2", ("Innkeeper (19)", "with")),
    "silver for each upgrade pays for it": (
        'deck.17.effect = "silver 5"',
        ("buy grain", "upgrade grain to food", "Baker (17)"),
    ),
    "silver for each upgrade with discounts": (
        'deck.17.effect = "silver 3"',
        ("buy grain", "Baker (17)", "Chef (1)", "Grocer (21)"),
    ),
    "free upgrades from prices of 0": (
        "prices.upgrade.grain = 0\nprices.buy.grain = 2",
        ("buy grain", "upgrade grain to food", "Baker (17)"),
    ),
    "a helper for nothing": (FREE + 'deck.20.effect = "vp 1"', ("Wine Trader (20)",)),
    "free upgrades for nothing": (NO_LIMIT[23], ("Farm Servant (23)",)),
    "deliveries for nothing": (FREE + 'deck.20.effect = "delivery 1"', ("Wine Trader (20)",)),
    "a gain that pays its cost": (
        'deck.20.limit = ""\ndeck.20.cost = "silver 2"\ndeck.20.effect = "silver 2"',
        ("Wine Trader (20)",),
    ),
    "goods bought below what a helper gives": (NO_LIMIT[55], ("buy grain", "Miller (55)")),
    "a commodity that brings itself back": (
        NO_LIMIT[46] + HIGH_PRICES,
        ("cash a commodity", "Packer (46)"),
    ),
    "pigs without a space are sold": (FREE + 'deck.20.effect = "pig 1"', ("Wine Trader (20)",)),
    "pigs for less than their sale": (
        'deck.20.limit = ""\ndeck.20.cost = "silver 4"\ndeck.20.effect = "pig 1"',
        ("Wine Trader (20)", "Auctioneer (24)"),
    ),
    "pigs that would be lost are sold first": (
        FREE + 'deck.20.effect = "pig 1"\npig.full_stall = "lost"',
        ("sell pig", "Wine Trader (20)"),
    ),
    "cards that draw and play the next": (
        'deck.40.limit = ""\ndeck.40.effect = "draw_card 1 + play_card 1"',
        ("draw a card", "play a barrow in place of another", "Student (40)"),
    ),
    "barrows that complete the next": (
        'deck.22.effect = "delivery 2 + play_card 1 + draw_card 1 + harvest 2"',
        ("play and complete the barrow", "Stallholder (22)"),
    ),
    "removals that go back and forth": (
        'deck.2.effect = "delivery 2 + play_card 1 + draw_card 1 + harvest 2"',
        ("play and complete the barrow", "Negotiator (2)"),
    ),
    "a helper that flips roofs": (NO_LIMIT[34], ("Glazier (34)", "use roof")),
    "two flip roofs": (
        'roof_tiles.5.1.effect = "flip_roof 1"',
        ("use roof 4.4", "turn roof 5.1 face up", "use roof 5.1", "turn roof 4.4 face up"),
    ),
    "revenues for less than they give": (
        'deck.20.limit = ""\ndeck.20.cost = "silver 3"\ndeck.20.effect = "revenue_of_round 1"',
        ("Wine Trader (20)",),
    ),
}

FINITE = {
    "the same with one helper only": NO_LIMIT[19] + "farm.max_helpers = 1",
    "discounts that leave 1 silver": 'deck.21.effect = "buy_discount 2"',
    "discounts of which one helper fits": (
        'deck.21.effect = "buy_discount 2"\ndeck.64.effect = "buy_discount 2"\nfarm.max_helpers = 1'
    ),
    "olives to food for nothing": NO_LIMIT[18],
    "olives to vp": NO_LIMIT[54],
    "grain for less than its price": NO_LIMIT[55] + "prices.buy.grain = 5",
    "deliveries for silver": NO_LIMIT[47],
    "plays for vp": NO_LIMIT[4],
    "draws until the piles are empty": FREE + 'deck.20.effect = "draw_card 1"',
    "steps to the top of the track": FREE + 'deck.20.effect = "siesta 1"',
    "a draw for each card played": NO_LIMIT[40],
    "free upgrades": "prices.upgrade = {olive = 0, grain = 0, grapes = 0, pig = 0}",
    "sales above the price": "prices.sell = {olive = 50, grain = 50, grapes = 50, pig = 50}",
    "two flip roofs of one round": 'roof_tiles.4.1.effect = "flip_roof 1"\nroof_tiles.4.1.phases = "any"',
    "two flip roofs that never work in one phase": (
        'roof_tiles.5.1.effect = "flip_roof 1"\nroof_tiles.5.1.phases = "transport"'
    ),
    "two flip roofs of which one comes too late": 'roof_tiles.5.1.effect = "flip_roof 1"\nrounds = 4',
    "two flip roofs on farms with one roof": (
        'roof_tiles.5.1.effect = "flip_roof 1"\nroofs.max = 1\ndeck.43.effect = "pig_space 1"'
    ),
    "removals that end with the markers": (
        'deck.26.effect = "delivery 2 + play_card 1 + draw_card 1 + harvest 2"'
    ),
    "many commodities for a barrow": "barrow.commodity = 9",
}


@pytest.mark.parametrize("case", ENDLESS)
def test_a10_endless_rule_set_is_refused_with_the_reason(tmp_path: Path, case: str) -> None:
    rules, acts = ENDLESS[case]
    (sentence,) = rule_problems(tmp_path, rules)
    assert sentence.startswith("rule set `x`: a turn of the ")
    assert " phase could go on for ever (A10), since this can be repeated and uses nothing up: " in sentence
    assert sentence.endswith("; give a helper the limit 1x, or change what these cost or give.")
    for act in acts:
        assert act in sentence


@pytest.mark.parametrize("case", FINITE)
def test_a10_finite_rule_set_is_accepted(tmp_path: Path, case: str) -> None:
    assert load_rules(tmp_path, FINITE[case]).differences


def test_a10_reason_is_exact(tmp_path: Path) -> None:
    assert rule_problems(tmp_path, 'deck.17.effect = "silver 5"') == [
        (
            "rule set `x`: a turn of the farm phase could go on for ever (A10), since this can be repeated and uses "
            "nothing up: buy grain, upgrade grain to food, use the Baker (17); give a helper the limit 1x, or change "
            "what these cost or give."
        )
    ]


@pytest.mark.parametrize(
    ("rules", "sentences"),
    [
        (
            "prices.buy.olive = 0",
            [("x.toml, `prices.buy.olive`: olive could be had for 0 silver, so a turn could go on for ever (A10); "
             "raise the price.")],
        ),
        (
            "prices.buy.grapes = 1",
            [("x.toml, `prices.buy.grapes`: grapes could be had for 0 silver (1 less 1 by buy_discount of helpers), "
             "so a turn could go on for ever (A10); raise the price or lower the discounts.")],
        ),
        (
            'deck.21.effect = "buy_discount 2"\ndeck.64.effect = "buy_discount 1"',
            [f"scenarios/standard/rules.toml, `prices.buy.{good}`: {good} could be had for 0 silver (3 less 3 by "
             "buy_discount of helpers), so a turn could go on for ever (A10); raise the price or lower the discounts."
             for good in ("olive", "grain")],
        ),
    ],
)  # fmt: skip
def test_a10_kinds_for_nothing(tmp_path: Path, rules: str, sentences: list[str]) -> None:
    assert rule_problems(tmp_path, rules) == sentences


@pytest.mark.parametrize("phase", TURN_PHASES)
def test_a10_the_standard_needs_the_quick_look_only(phase: str) -> None:
    assert could_repeat(Turn(standard_rule_set(), phase, best_prices=True).acts()) == []


def test_a10_helpers_that_never_act_in_one_phase_are_no_circle(tmp_path: Path) -> None:
    # Card 20 turns silver into vp, card 18 vp into silver.
    rules = (
        'deck.20.limit = ""\ndeck.20.cost = "silver 1"\ndeck.20.effect = "vp 1"\ndeck.20.phases = "farm"\n'
        'deck.18.limit = ""\ndeck.18.cost = "vp 1"\ndeck.18.effect = "silver 1"\n'
    )
    apart = load_rules(tmp_path, rules + 'deck.18.phases = "revenue transport"').rule_set
    assert [find_cycle(apart, phase) for phase in TURN_PHASES] == ["", "", ""]
    (sentence,) = rule_problems(tmp_path, rules + 'deck.18.phases = "farm transport"')
    assert "a turn of the farm phase" in sentence
