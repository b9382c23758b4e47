"""Helpers that are always on: each modifier's effect, and that it ends with the helper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cext.types import Decision
from tests.rules.answers import (
    buy,
    buy_roof,
    cash,
    die,
    discard_old,
    extra,
    play,
    sell,
    upgrade,
)  # fmt: skip
from tests.rules.driver import Run, line
from tests.rules.helper_cases import fires_asked
from tests.rules.rulesets import Rules, rule_set
from tests.rules.table import Table, at

Farm = dict[str, Any]
NUMBERS = {card.number for card in rule_set().deck if card.trigger == "static"}


def turn(step: str = "roof", rules: Rules | None = None, round_number: int = 2, **farm: Any) -> Table:
    return at(step, rules=rules, round_number=round_number).seat(0, **farm)


def silver_of(run: Run, event: str) -> int:
    return int(run.only(event).get("delta", {}).get("silver", 0))


def price(event: str, *answers: Any, step: str = "roof", **farm: Any) -> Callable[[Farm], int]:
    return lambda helpers: silver_of(turn(step, silver=20, **farm, **helpers).play(*answers), event)


def pig_spaces(helpers: Farm) -> int:
    return next(n for n in range(9) if "buy:pig" not in turn(silver=9, pig=n, **helpers).play().acts())


def drawn(helpers: Farm) -> int:
    return len(turn("play", **helpers).play().only("draw")["cards"])


def roof_price(helpers: Farm) -> int:
    table = turn(silver=20, round_number=3, **helpers).board(face_up=["3.1"])
    return silver_of(table.play(buy_roof("3.1")), "buy_roof")


def roofs(helpers: Farm) -> int:
    """vp of the sixth roof; -1 if there is none."""
    owned = dict.fromkeys(["1.1", "1.2", "2.1", "2.2", "3.1"], True)
    table = turn(silver=9, roofs=owned, round_number=6, **helpers).board(face_up=["6.1"])
    run = table.play(*([buy_roof("6.1")] if helpers else []))
    return sum(told["delta"]["vp"] for told in run.events("buy_roof")) if "main" in run.acts() else -1


def extension_cost(helpers: Farm) -> int:
    """Goods paid for the second extension."""
    run = turn("play", hand=[9], food=1, wine=1, extensions=[11], **helpers).play(play(9, "extension"))
    return len(run.only("play_card")["pays"])


def extra_deliveries(helpers: Farm) -> int:
    run = turn("extra", silver=9, **helpers).play(extra(1))
    return len(run.offers(Decision.DECISION_EXTRA)[0])


def sells_from_fields(helpers: Farm) -> bool:
    return "sell_field:olive" in turn(fields={7: True}, **helpers).play().acts()


def breeds_from(helpers: Farm) -> int:
    return next(
        n for n in range(1, 9) if turn("growth", pig=n, **helpers).play().only("breeding")["result"] != "none"
    )


def vp_of_19_silver(helpers: Farm) -> int:
    return int(turn("end", silver=19, **helpers).play().player(0)["vp"])


SEEN: dict[int, list[tuple[Callable[[Farm], Any], Any, Any]]] = {
    1: [
        (price("upgrade", upgrade("olive"), olive=1), -2, -1),
        (price("upgrade", upgrade("grain"), grain=1), -2, -1),
        (price("upgrade", upgrade("grapes"), grapes=1), -3, -2),
        (price("upgrade", upgrade("grapes", "field"), fields={10: True}), -3, -2),
        (price("upgrade", upgrade("pig"), pig=1), -4, -3),
    ],
    12: [(pig_spaces, 2, 4)],
    21: [
        (price("buy", buy("olive")), -3, -2),
        (price("buy", buy("grain")), -3, -2),
        (price("buy", buy("grapes")), -4, -3),
        (price("buy", buy("pig")), -5, -4),
    ],
    24: [
        (price("sell", sell("olive"), olive=1), 1, 2),
        (price("sell", sell("grain"), grain=1), 1, 2),
        (price("sell", sell("grapes"), grapes=1), 2, 3),
        (price("sell", sell("pig"), pig=1), 3, 4),
        (price("pig_sold", cash("pig"), pig=4, commodity=1), 3, 4),
    ],
    31: [(roof_price, -3, -2)],
    35: [(sells_from_fields, False, True)],
    37: [(extension_cost, 2, 1)],
    39: [(drawn, 3, 5)],
    43: [(roofs, -1, 3)],
    48: [(price("buy_extra", extra(1), step="extra"), -1, 0)],
    49: [(extra_deliveries, 1, 2)],
    52: [(breeds_from, 2, 1)],
    64: [(vp_of_19_silver, 3, 4)],
}
"""Card -> what is seen, without the helper and with it."""
HELPERS_TESTED = set(SEEN)
ROWS = [(card, *row) for card, rows in SEEN.items() for row in rows]


def test_these_are_all_static_helpers() -> None:
    assert HELPERS_TESTED == NUMBERS


@pytest.mark.parametrize(("card", "observe", "without", "with_it"), ROWS, ids=[str(row[0]) for row in ROWS])
def test_a_static_helper_is_always_on(
    card: int, observe: Callable[[Farm], Any], without: Any, with_it: Any
) -> None:
    assert observe({}) == without
    assert observe({"helpers": [card]}) == with_it


@pytest.mark.parametrize("card", sorted(HELPERS_TESTED))
def test_a_static_helper_neither_asks_nor_acts_nor_helps_others(card: int) -> None:
    table = at("roof").seat(0, silver=9, olive=2).seat(1, helpers=[card])
    run = table.play(buy("grain"), sell("olive"), upgrade("olive"))
    assert [silver_of(run, event) for event in ("buy", "sell", "upgrade")] == [-3, 1, -2]
    own = at("roof").seat(0, helpers=[card], silver=9).play()
    assert not any(str(act).startswith("helper:") for act in own.acts())
    assert fires_asked(own) == 0


def test_a_modifier_works_from_the_moment_it_is_played_to_its_discard() -> None:
    run = (
        at("play")
        .seat(0, silver=9, hand=[21], helpers=[1, 12, 43])
        .play(buy("olive"), play(21, "helper"), discard_old(1), buy("grain"), upgrade("olive"))
    )
    assert [told["delta"]["silver"] for told in run.events("buy", "upgrade")] == [-3, -2, -2]


def test_pigs_stay_when_a_swineherd_goes() -> None:
    """F9: if spaces are lost, pigs stay, but none comes until there is room."""
    table = at("play").seat(0, hand=[9], helpers=[12, 1, 24], pig=4, silver=9)
    run = table.play(play(9, "helper"), discard_old(12))
    assert run.player(0)["pig"] == 4
    assert "buy:pig" not in run.acts(-1)


def test_auctioneer_counts_in_the_sale_at_the_end() -> None:
    run = at("end").seat(0, helpers=[24], olive=1, grain=1, grapes=1, pig=1, commodity=1).play()
    # 2 + 2 + 3 + 4 silver and 4 for the commodity, which is no resource: 15 silver are 3 vp.
    assert run.events("sell_off")[0]["delta"] == {
        "vp": 3, "olive": -1, "grain": -1, "grapes": -1, "pig": -1, "commodity": -1,
    }  # fmt: skip


def test_auctioneer_counts_for_a_pig_born_without_a_space() -> None:
    run = turn("growth", {"breeding.full_stall": "sold"}, helpers=[24], pig=2).play()
    assert run.only("breeding") == line("breeding", 0, result="sold", delta={"silver": 4})


def test_auctioneer_counts_for_the_pig_of_a_die() -> None:
    run = turn("die", helpers=[24], pig=2).board(dice=[1, 1, 1, 1, 1]).play(die(1, "pig"))
    assert run.told[:2] == [
        line("take_die", 0, die=1, pick=1, choice="pig"),
        line("pig_sold", 0, via="die", delta={"silver": 4}),
    ]


def test_discounts_never_go_below_0() -> None:
    run = (
        at("roof", round_number=1)
        .seat(1, helpers=[31], silver=0)
        .board(face_up=["1.1"])
        .play(buy_roof("1.1"))
    )
    assert run.only("buy_roof") == line("buy_roof", 1, roof="1.1")
    free = turn("play", hand=[9], helpers=[37]).play(play(9, "extension"))
    assert free.only("play_card")["pays"] == []
    chef = turn(rules={"prices.upgrade.olive": 0}, helpers=[1], olive=1).play(upgrade("olive"))
    assert chef.only("upgrade")["price"] == 0


def test_agricultural_worker_sells_from_fields_at_the_same_price() -> None:
    run = turn(helpers=[35], fields={10: True}).play(sell("grapes", "field"))
    assert run.only("sell") == line("sell", 0, good="grapes", count=1, source="field:10", delta={"silver": 2})


def test_schoolteachers_cards_go_when_she_goes() -> None:
    """F4: the limit counts only at its moment."""
    table = at("play").seat(0, hand=[9, 11, 13, 14, 16], helpers=[39, 1, 12])
    run = table.play(play(9, "helper"), discard_old(39))
    assert len(run.player(0)["hand"]) == 3


def test_storage_builder_allows_no_seventh_roof() -> None:
    owned = dict.fromkeys(["1.1", "1.2", "2.1", "2.2", "3.1", "4.1"], True)
    table = turn(silver=9, roofs=owned, round_number=6, helpers=[43]).board(face_up=["6.1"])
    assert "main" not in table.play().acts()


def test_messenger_lets_a_poor_player_deliver() -> None:
    run = turn("extra", helpers=[48], olive=1, barrows={54: []}).play(extra(1))
    assert run.only("buy_extra") == line("buy_extra", 0, count=1)


def test_midwife_needs_one_pig_at_least() -> None:
    assert turn("growth", helpers=[52]).play().only("breeding")["result"] == "none"
    two = turn("growth", {"farm.breeding_pigs": 1}, helpers=[52]).play()
    assert two.only("breeding")["result"] == "none"


def test_notary_never_below_1_silver_per_vp() -> None:
    run = turn("end", {"end.silver_per_vp": 1}, helpers=[64], silver=3).play()
    assert run.player(0)["vp"] == 3
