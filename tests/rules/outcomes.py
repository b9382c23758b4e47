"""What the numbers of rules.md section 11 drive: for each path something to see in play.

``OUTCOMES`` maps a path to (observation, value seen under the standard rules, another value of
the path, what is seen then).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.rules.answers import buy, cash, sell, upgrade
from tests.rules.observations import (
    RESOURCES,
    Observation,
    at_once,
    buildings_closed,
    cards_dealt,
    cards_drawn,
    cashed_harvest,
    completion_vp,
    dealt,
    deliveries_of_token,
    dice,
    extension_silver,
    extra_deliveries,
    extra_price,
    free_upgrades,
    income,
    lasting_vp,
    pig_spaces,
    pigs_that_do_not_breed,
    places,
    plays,
    removal,
    roof_delta,
    roofs_at_most,
    rounds_played,
    scored,
    silver_after,
    silver_of_die,
    sold_off,
    solo_first,
    steps_of_die,
    steps_of_token,
    tokens_after_round_2,
)
from tests.rules.rulesets import rule_set


class Outcome(NamedTuple):
    observe: Observation
    standard: Any
    value: Any
    changed: Any


def _prices() -> dict[str, Outcome]:
    values = rule_set().values
    found = {}
    for good in RESOURCES:
        for kind, answer, sign in (("sell", sell, 1), ("buy", buy, -1), ("upgrade", upgrade, -1)):
            price = values[f"prices.{kind}.{good}"]
            assert isinstance(price, int)
            farm: dict[str, Any] = {} if kind == "buy" else {good: 1}
            # Selling stays below the cost of buying, or the turn would be endless (A10).
            other = price - 1 if kind == "sell" else price + 3
            found[f"prices.{kind}.{good}"] = Outcome(
                silver_after(act=answer(good), **farm), sign * price, other, sign * other
            )
    return found


def _lists() -> dict[str, Outcome]:
    found = {}
    for index in range(6):
        found[f"roofs.price.{index}"] = Outcome(
            roof_delta("silver", index + 1), -(index + 1), index + 9, -(index + 9)
        )
        found[f"buildings.round_vp.{index}"] = Outcome(completion_vp("deli", index + 1), index + 1, 40, 40)
    for index in range(5):
        found[f"roofs.vp.{index}"] = Outcome(roof_delta("vp", 2, owned=index), index, 30, 30)
    for space, vp in enumerate((0, 0, 1, 1, 2, 2, 3)):
        found[f"siesta.vp.{space}"] = Outcome(scored("siesta", space=space), vp, 17, 17)
    for index, (donkeys, hats) in enumerate(((1, 3), (2, 2), (3, 1), (4, 0))):
        found[f"donkeys.tokens.{index}.donkeys"] = Outcome(deliveries_of_token(index), donkeys, 5, 5)
        found[f"donkeys.tokens.{index}.hats"] = Outcome(steps_of_token(index), hats, 6, 6)
    return found


OUTCOMES: dict[str, Outcome] = {
    "rounds": Outcome(rounds_played, 6, 2, 2),
    **{
        f"setup.start.{good}": Outcome(dealt(good), int(good in ("silver", "vp", "commodity")), 7, 7)
        for good in ("silver", "vp", *RESOURCES, "food", "wine", "meat", "commodity")
    },
    "setup.cards": Outcome(cards_dealt, 4, 2, 2),
    "setup.order_markers": Outcome(buildings_closed, 3, 5, 5),
    "donkeys.back_before_round": Outcome(tokens_after_round_2, [2, 3], 3, [1, 2, 3, 4]),
    "dice.per_player": Outcome(dice(4), 9, 3, 13),
    "dice.extra": Outcome(dice(3), 7, 3, 9),
    **_prices(),
    **_lists(),
    "cash.silver": Outcome(silver_after(act=cash("silver"), commodity=1), 4, 9, 9),
    "cash.harvest": Outcome(cashed_harvest, 2, 3, 3),
    "cash.upgrades": Outcome(free_upgrades(by_die=False), 2, 4, 4),
    "farm.plays": Outcome(plays(2), 1, 3, 3),
    "farm.plays_first_round": Outcome(plays(1), 2, 1, 1),
    "farm.max_barrows": Outcome(places("barrows"), 3, 2, 2),
    "farm.max_helpers": Outcome(places("helpers"), 3, 5, 5),
    "farm.hand_limit": Outcome(cards_drawn(), 3, 6, 6),
    "farm.hand_per_extension": Outcome(cards_drawn(extensions=[1, 2]), 5, 3, 9),
    "farm.pig_spaces": Outcome(pig_spaces(), 2, 4, 4),
    "farm.breeding_pigs": Outcome(pigs_that_do_not_breed, 1, 4, 3),
    "income.silver_icon": Outcome(extension_silver, 1, 4, 4),
    "extension.den": Outcome(pig_spaces(extensions=[1]), 3, 3, 5),
    "extension.delivery": Outcome(extra_deliveries(extensions=[2]), 2, 4, 5),
    "roofs.max": Outcome(roofs_at_most, 5, 2, 2),
    "roofs.sixth_vp": Outcome(roof_delta("vp", 6, owned=5, helpers=["Storage Builder"]), 3, 8, 8),
    "revenue.4.silver": Outcome(silver_of_die(4), 4, 7, 7),
    "revenue.6.silver": Outcome(silver_of_die(6), 2, 7, 7),
    "revenue.5.upgrades": Outcome(free_upgrades(by_die=True), 2, 4, 4),
    "revenue.5.siesta": Outcome(steps_of_die, 2, 5, 5),
    "transport.extra_price": Outcome(extra_price, 1, 3, 3),
    "transport.extra_limit": Outcome(extra_deliveries(), 1, 4, 4),
    "barrow.commodity": Outcome(removal("barrow_done", "commodity"), 1, 3, 3),
    "market.removal_vp": Outcome(removal("marker", "vp"), 1, 5, 5),
    "buildings.first_vp": Outcome(completion_vp("deli", first=True), 1 + 2, 6, 6 + 2),
    "buildings.order_vp": Outcome(completion_vp("deli", closed=[1]), 1 + 2, 6, 6 + 2),
    "buildings.merchant_house.at_once": Outcome(at_once("merchant_house"), 3, 8, 8),
    "buildings.merchant_house.income": Outcome(income(building=1), 3, 8, 8),
    "buildings.deli.at_once": Outcome(at_once("deli"), 1, 3, 3),
    "buildings.deli.income": Outcome(income(building=4, good="commodity"), 1, 3, 3),
    "buildings.greengrocer.at_once": Outcome(at_once("greengrocer"), 1, 3, 3),
    "buildings.greengrocer.income": Outcome(income(building=5, good="olive"), 1, 3, 3),
    "buildings.village_store.at_once": Outcome(at_once("village_store"), 2, 9, 9),
    "buildings.village_store.lasting": Outcome(lasting_vp(3, "building_done"), 2 + 2, 7, 2 + 7),
    "buildings.butcher.at_once": Outcome(at_once("butcher"), 2, 3, 6),
    "buildings.butcher.lasting": Outcome(lasting_vp(6, "barrow_done"), 2 + 1, 7, 2 + 7),
    "buildings.wainwright.hats": Outcome(steps_of_token(2, buildings=[2], lasting=[2]), 2, 3, 4),
    "buildings.wainwright.donkeys": Outcome(deliveries_of_token(0, buildings=[2], lasting=[2]), 2, 3, 4),
    "scoring.marker_vp": Outcome(scored("market", markers=[11, 12]), 2, 4, 8),
    "end.commodity_price": Outcome(sold_off("silver", commodity=1), 4, 3, 3),
    "end.silver_per_vp": Outcome(sold_off("vp", silver=12), 2, 3, 4),
    "solo.first_space": Outcome(solo_first, 3, 5, 5),
}
