"""Observations: what is seen in play under some rules, one number or word each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rules.answers import act, buy_roof, cash, deliver, die, done, extra, main, pay, play, token
from tests.rules.driver import Run
from tests.rules.rulesets import Rules
from tests.rules.table import at, deal
from tests.rules.test_craft import AT_ONCE, NUMBERS, about_to_finish

Observation = Callable[[Rules], Any]
RESOURCES = ("olive", "grain", "grapes", "pig")


def first_not(holds: Callable[[int], bool]) -> int:
    """The lowest count for which something no longer holds."""
    return next(count for count in range(100) if not holds(count))


def dealt(good: str) -> Observation:
    return lambda rules: deal(2, rules)[1].events("deal")[0].get("delta", {}).get(good, 0)


def silver_after(*, silver: int = 50, act: Any, **farm: Any) -> Observation:
    """The change of silver by an act of a farm turn."""
    return lambda rules: (
        at("roof", rules=rules).seat(0, silver=silver, **farm).play(act).player(0)["silver"] - silver
    )


def income(*, building: int = 0, good: str = "silver", **farm: Any) -> Observation:
    if building:
        farm.update(buildings=[building], lasting=[building])

    def observe(rules: Rules) -> Any:
        return at("income", rules=rules).seat(0, **farm).play().only("income").get("delta", {}).get(good, 0)

    return observe


def completion(building: str, round_number: int = 2, **board: Any) -> Callable[[Rules], Run]:
    """The last delivery to a building, of which seat 0 is not the first finisher unless ``first``."""
    first = board.pop("first", False)

    def observe(rules: Rules) -> Run:
        table, answer = about_to_finish(building, dict(rules), space=4, barrows={5: [], 8: []})
        table.seat(1, buildings=[] if first else [NUMBERS[building]]).board(**board)
        return table.move("deliver", 0, round_number).play(answer)

    return observe


def completion_vp(building: str, round_number: int = 2, **board: Any) -> Observation:
    run = completion(building, round_number, **board)
    return lambda rules: run(rules).only("building_done")["delta"].get("vp", 0)


def at_once(building: str) -> Observation:
    good = next(iter(AT_ONCE[building]))
    good = "olive" if building == "greengrocer" else good
    run = completion(building)
    return lambda rules: run(rules).only("gain")["delta"].get(good, 0)


def lasting_vp(building: int, event: str) -> Observation:
    """vp of completing the Merchant House or a barrow with a building's lasting effect on."""

    def observe(rules: Rules) -> Any:
        table = at("deliver", rules=rules).seat(
            0, buildings=[building], lasting=[building], token=1, silver=1
        )
        table.seat(0, olive=1, barrows={54: ["olive"]}, rows={1: ["silver"] * 5}).seat(1, buildings=[1])
        run = table.play(deliver("silver", "building:1"), deliver("olive", "barrow:54"))
        return run.only(event)["delta"]["vp"]

    return observe


def steps_of_token(index: int, **farm: Any) -> Observation:
    def observe(rules: Rules) -> Any:
        run = at("order", rules=rules).seat(0, token=index, **farm).seat(1, token=3).play()
        return run.events("siesta")[0]["steps"]

    return observe


def deliveries_of_token(index: int, **farm: Any) -> Observation:
    """The number of deliveries after which nothing is left to pass."""

    def passed(rules: Rules, count: int) -> bool:
        table = at("deliver", rules=rules).seat(0, token=index, silver=20, **farm)
        return table.play(*[deliver("silver", "building:1")] * count).events("pass") != []

    return lambda rules: first_not(lambda count: passed(rules, count))


def tokens_after_round_2(rules: Rules) -> Any:
    table = at("token", rules=rules, round_number=2).seat(0, tokens=[0, 1, 2])
    return table.play(token(0).by(0), until="play").player(0)["tokens"]


def dice(players: int) -> Observation:
    return lambda rules: len(at("roll", players=players, rules=rules).play().only("roll")["dice"])


def plays(round_number: int) -> Observation:
    cards = [3, 5, 8, 9]

    def passed(rules: Rules, count: int) -> bool:
        table = at("play", rules=rules, round_number=round_number).seat(0, hand=cards)
        return table.play(*(play(card, "field") for card in cards[:count])).events("pass") != []

    return lambda rules: first_not(lambda count: passed(rules, count))


def places(kind: str) -> Observation:
    """How many cards lie there before an old one has to go."""
    cards = [1, 2, 4, 6, 9]

    def room(rules: Rules, count: int) -> bool:
        farm = {kind: dict.fromkeys(cards[:count], ()) if kind == "barrows" else cards[:count]}
        table = at("play", rules=rules).seat(0, hand=[3], **farm)  # type: ignore[arg-type]
        return table.play(play(3, kind.removesuffix("s"))).only("play_card")["discards"] is None

    return lambda rules: first_not(lambda count: room(rules, count))


def cards_drawn(**farm: Any) -> Observation:
    return lambda rules: len(at("play", rules=rules).seat(0, **farm).play().only("draw")["cards"])


def pig_spaces(**farm: Any) -> Observation:
    def room(rules: Rules, pigs: int) -> bool:
        return "buy:pig" in at("roof", rules=rules).seat(0, silver=9, pig=pigs, **farm).play().acts()

    return lambda rules: first_not(lambda pigs: room(rules, pigs))


def pigs_that_do_not_breed(rules: Rules) -> Any:
    def barren(pigs: int) -> bool:
        table = at("growth", rules=rules).seat(0, pig=pigs, helpers=["Swineherd"])
        return table.play().only("breeding")["result"] == "none"

    return first_not(barren) - 1


def roof_delta(good: str, round_number: int, owned: int = 0, **farm: Any) -> Observation:
    others = dict.fromkeys(["1.2", "2.2", "3.2", "4.2", "5.2"][:owned], True)

    def observe(rules: Rules) -> Any:
        buyer = 1 if round_number == 1 else 0
        table = at("roof", rules=rules, round_number=round_number).seat(
            buyer, silver=20, roofs=others, **farm
        )
        bought = table.board(face_up=["6.4"]).play(buy_roof("6.4")).only("buy_roof")
        return bought["delta"].get(good, 0)

    return observe


def roofs_at_most(rules: Rules) -> Any:
    owned = ["1.2", "2.2", "3.2", "4.2", "5.2"]

    def room(count: int) -> bool:
        table = at("roof", rules=rules).seat(0, silver=9, roofs=dict.fromkeys(owned[:count], True))
        return "main" in table.board(face_up=["6.4"]).play().acts()

    return first_not(room)


def silver_of_die(face: int) -> Observation:
    return lambda rules: (
        at("die", rules=rules).board(dice=[face] * 5).play(die(face, "silver")).player(0)["silver"]
    )


def steps_of_die(rules: Rules) -> Any:
    return at("die", rules=rules).board(dice=[5] * 5).play(die(5, "siesta")).player(0)["siesta"]


def free_upgrades(*, by_die: bool) -> Observation:
    """How many of three olives become food."""

    def left(rules: Rules, count: int) -> bool:
        table = at("die" if by_die else "roof", rules=rules).board(dice=[5] * 5)
        grant = die(5, "upgrades") if by_die else cash("upgrades")
        table.seat(0, olive=5, commodity=1)
        return "granted:upgrade" in table.play(grant, *[act("granted:upgrade")] * count).acts(count + 1)

    return lambda rules: first_not(lambda count: left(rules, count))


def cashed_harvest(rules: Rules) -> Any:
    run = at("roof", rules=rules).seat(0, commodity=1).play(cash("harvest"))
    return sum(run.player(0)[good] for good in RESOURCES)


def extra_deliveries(**farm: Any) -> Observation:
    def observe(rules: Rules) -> Any:
        run = at("extra", rules=rules).seat(0, silver=20, **farm).play(main)
        return run.only("buy_extra") and len(run.asked[1].options)

    return observe


def extra_price(rules: Rules) -> Any:
    return -at("extra", rules=rules).seat(0, silver=20).play(extra(1)).only("buy_extra")["delta"]["silver"]


def removal(event: str, good: str) -> Observation:
    """Completing a barrow of value 4 beside one opponent's marker."""

    def observe(rules: Rules) -> Any:
        table = at("deliver", rules=rules).seat(0, barrows={11: ["grain", "pig"]}, olive=1, token=0)
        run = table.seat(1, markers=[12, 5, 19, 26]).play(deliver("olive", "barrow:11"), done)
        return run.only(event)["delta"].get(good, 0)

    return observe


def scored(part: str, **farm: Any) -> Observation:
    return lambda rules: at("score", rules=rules).seat(0, **farm).play().events("score")[0][part]


def sold_off(good: str, **farm: Any) -> Observation:
    return lambda rules: at("end", rules=rules).seat(0, **farm).play().player(0)[good]


def solo_first(rules: Rules) -> Any:
    def second(space: int) -> bool:
        table = at("score", players=1, rules=rules).seat(0, space=space)
        return table.play().after["turn_order"] == [1, 0]

    return first_not(second)


def rounds_played(rules: Rules) -> Any:
    return len(deal(2, rules)[0].play(until="over").events("roll"))


def cards_dealt(rules: Rules) -> Any:
    return len(deal(2, rules)[1].events("deal")[0]["cards"])


def buildings_closed(rules: Rules) -> Any:
    return len(deal(2, rules)[1].only("building_order")["buildings"])


def extension_silver(rules: Rules) -> Any:
    table = at("play", rules=rules).seat(0, hand=[1], food=1).play(play(1, "extension"), pay("food"))
    assert table.only("play_card")["pays"] == [{"good": "food", "source": "den"}]
    return income(extensions=[1])(rules)
