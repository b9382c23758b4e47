"""The referee on fragments: anytime actions, cards, helpers, the turns of the farm phase."""

from __future__ import annotations

import pytest

from . import farm
from .bench import Bench, line, passes, play
from .lines import Line
from .standard import DECK


def only(rule: str, problems: list[str]) -> bool:
    return len(problems) == 1 and f": {rule}: " in problems[0]


def sell(good: str, silver: int, count: int = 1, source: str = "den") -> Line:
    delta = {"silver": silver, good: -count} if source == "den" else {"silver": silver}
    return line("sell", 0, good=good, count=count, source=source, delta=delta)


def buy(good: str, silver: int, count: int = 1) -> Line:
    return line("buy", 0, good=good, count=count, delta={"silver": -silver, good: count})


def helper(card: int, player: int = 0, **fields: object) -> Line:
    return line("helper", player, card=card, **fields)


def upgrade(good: str, to: str, price: int, source: str = "den", **fields: object) -> Line:
    delta = {"silver": -price, good: -1, to: 1} if source == "den" else {"silver": -price, to: 1}
    shown = {key: value for key, value in delta.items() if value}
    return line("upgrade", 0, good=good, to=to, source=source, price=price, delta=shown, **fields)


def test_a1_a2_prices() -> None:
    bench = Bench()
    bench.farm(0, olive=2, silver=4)
    assert bench.turn(0, sell("olive", 2, 2), buy("grapes", 4)) == []
    assert only("A1", bench.turn(0, sell("grapes", 3)))
    assert only("A2", bench.turn(0, buy("grain", 2)))
    assert only("A10", bench.turn(0, buy("pig", 5)))


def test_a9_bought_is_not_sold_in_the_same_turn() -> None:
    bench = Bench()
    bench.farm(0, silver=20, olive=2)
    assert only("A9", bench.turn(0, buy("olive", 3), sell("olive", 1)))
    bench.farm(0, silver=20, olive=2)
    assert only("A9", bench.turn(0, sell("olive", 1), buy("olive", 3)))
    bench.farm(0, silver=20, olive=2)
    assert bench.turn(0, sell("olive", 1), buy("grain", 3), sell("olive", 1)) == []


def test_a1_from_fields_only_with_the_agricultural_worker() -> None:
    bench = Bench()
    bench.farm(0, fields=[9])  # grain
    assert only("A1", bench.turn(0, sell("grain", 1, source="field:9")))
    bench.farm(0, helpers=[35], fields=[9])
    assert bench.turn(0, sell("grain", 1, source="field:9")) == []
    assert not bench.ctx.farm(0).fields[9]
    assert bench.turn(0, sell("grain", 1, source="field:9"))


def test_discounts() -> None:
    bench = Bench()
    bench.farm(0, silver=20, grapes=1, grain=1, pig=1, helpers=[1, 21, 24])
    assert bench.turn(0, upgrade("grapes", "wine", 2), buy("olive", 2), sell("pig", 4)) == []
    assert bench.turn(0, upgrade("grain", "food", 2))


def test_a2_a_pig_needs_a_space() -> None:
    bench = Bench()
    bench.farm(0, silver=20, pig=2)
    assert only("A2", bench.turn(0, buy("pig", 5)))


@pytest.mark.parametrize(
    ("use", "delta", "fine"),
    [
        ("silver", {"commodity": -1, "silver": 4}, True),
        ("silver", {"commodity": -1, "silver": 5}, False),
        ("harvest", {"commodity": -1, "olive": 1, "grain": 1}, True),
        ("harvest", {"commodity": -1, "olive": 2}, False),
        ("pig", {"commodity": -1, "pig": 1}, True),
        ("play", {"commodity": -1}, False),  # empty hand
        ("upgrades", {"commodity": -1}, False),  # no resource
    ],
)
def test_a4_cash(use: str, delta: dict[str, int], fine: bool) -> None:
    bench = Bench()
    bench.farm(0, commodity=1)
    assert (bench.turn(0, line("cash", 0, use=use, delta=delta)) == []) is fine


def test_a4_grants_and_r4() -> None:
    bench = Bench()
    cash = {"commodity": -1}
    bench.farm(0, commodity=9, hand=[9], grain=3, pig=2)
    both = upgrade("grain", "food", 0, via="commodity")
    assert bench.turn(0, line("cash", 0, use="upgrades", delta=cash), both, both) == []
    assert bench.turn(0, line("cash", 0, use="upgrades", delta=cash), both, both, both)
    assert bench.turn(0, line("cash", 0, use="play", delta=cash), play(0, 9, "field", "commodity")) == []
    sold = line("pig_sold", 0, via="commodity", delta={"silver": 3})
    assert bench.turn(0, line("cash", 0, use="pig", delta=cash), sold) == []
    assert only("R4", bench.turn(0, line("cash", 0, use="pig", delta=cash)))
    draw = line("draw", 0, cards=[20], via="commodity")
    assert bench.turn(0, line("cash", 0, use="draw", delta=cash), draw) == []
    assert bench.turn(0, line("cash", 0, use="draw", delta=cash))


def test_grants_end_with_the_turn() -> None:
    bench = Bench()
    bench.farm(0, commodity=1, hand=[9])
    cash = line("cash", 0, use="play", delta={"commodity": -1})

    assert bench.turn(0, cash) == []
    assert bench.turn(0, play(0, 9, "field", "commodity"))


def test_s11_a_reshuffle_only_for_an_empty_pile() -> None:
    bench = Bench()
    bench.farm(0, commodity=2)
    cash = line("cash", 0, use="draw", delta={"commodity": -1})
    draw, shuffle = line("draw", 0, cards=[20], via="commodity"), line("reshuffle", count=1)
    assert only("S11", bench.turn(0, cash, {**shuffle, "count": 0}, draw))
    bench.ctx.game.deck, bench.ctx.game.discards = set(), {20}
    bench.ctx.farm(0).hand.clear()
    assert bench.turn(0, cash, shuffle, draw) == []


def test_a5_roofs() -> None:
    bench = Bench(phase="farm")
    bench.farm(0, roofs=["1.2", "1.3", "4.4", "2.2"])
    pair = line("use_roof", 0, roof="1.2", delta={"olive": 1, "grapes": 1})
    steps = line("siesta", 0, steps=2, space=2, via="roof:2.2")
    assert bench.turn(0, pair, line("use_roof", 0, roof="2.2"), steps) == []
    assert only("A5", bench.turn(0, pair))
    assert only("A5", bench.turn(0, line("use_roof", 0, roof="1.3")))  # not in the farm phase
    assert bench.turn(0, line("use_roof", 0, roof="4.4", flips="1.2"), pair) == []


def test_a6_1x_helpers_once_a_round() -> None:
    bench = Bench()
    bench.farm(0, helpers=[55], grain=3)
    miller = helper(55, delta={"grain": -1, "silver": 3})
    assert bench.turn(0, miller) == []
    assert only("A6", bench.turn(0, miller))


def test_a6_costs_from_dens_before_gains() -> None:
    bench = Bench()
    bench.farm(0, helpers=[46, 4], fields=[9], grain=1, vp=0, hand=[10])
    assert bench.turn(0, helper(46, delta={"grain": -2, "commodity": 1}))
    bench.farm(0, grain=1, olive=1, helpers=[46, 4])
    assert bench.turn(0, helper(46, delta={"grain": -1, "olive": -1, "commodity": 1})) == []
    assert only("A6", bench.turn(0, helper(4, delta={"vp": -1}), play(0, 10, "field", "helper:4")))


def test_a9_helpers_that_do_nothing() -> None:
    bench = Bench()
    bench.farm(0, helpers=[23])
    assert only("A9", bench.turn(0, helper(23)))
    bench.farm(0, helpers=[34], roofs=["1.1"], silver=2)
    bench.phase = "revenue"
    assert bench.turn(0, helper(34, delta={"silver": -1}, flips="1.1"))


def test_triggered_helpers_fire_after_their_event() -> None:
    bench = Bench(phase="farm")
    bench.farm(0, helpers=[16, 17], grapes=2, grain=2, silver=20)
    baker, vintner = helper(17, delta={"silver": 1}), helper(16, delta={"silver": 2})
    food, wine = upgrade("grain", "food", 2), upgrade("grapes", "wine", 3)
    assert bench.turn(0, food, baker, wine, vintner) == []
    assert only("A11", bench.turn(0, food))  # the Baker has no limit: it must fire
    assert bench.turn(0, wine, buy("olive", 3), vintner)  # the moment has passed


def test_card_helpers() -> None:
    bench = Bench(phase="farm")
    bench.farm(0, helpers=[4, 36, 40], hand=[9, 10], vp=5)
    fill, draw = helper(36), line("draw", 0, cards=[20], via="helper:40")
    act = helper(4, delta={"vp": -1})
    assert bench.turn(0, act, play(0, 9, "field", "helper:4"), fill, helper(40), draw) == []
    assert bench.ctx.farm(0).fields[9]
    bench.farm(0, helpers=[4, 36, 40])
    assert bench.turn(0, act, play(0, 10, "field", "helper:4"), helper(40), draw)


def test_f2_places_and_prices() -> None:
    bench = Bench(phase="farm")
    bench.farm(0, hand=[9, 10, 11, 12], helpers=[1, 2, 3], barrows={20: ["grain"]}, commodity=9, food=1)
    bench.farm(0, fields=[31], extensions=[5])
    cash = line("cash", 0, use="play", delta={"commodity": -1})
    assert bench.turn(0, cash, play(0, 9, "helper", "commodity"))
    bench.farm(0, hand=[9, 10, 11, 12])
    assert bench.turn(0, cash, play(0, 9, "helper", "commodity", discards=2)) == []
    assert only("F2", bench.turn(0, cash, play(0, 10, "barrow", "commodity", discards=20)))
    pays = [{"good": "food", "source": "den"}, {"good": "grapes", "source": "field:31"}]
    right = play(0, 11, "extension", "commodity", pays=pays, delta={"food": -1})
    assert bench.turn(0, cash, right) == []
    assert bench.turn(0, cash, {**right, "card": 12})


def test_f1_passes_and_f4() -> None:
    bench = Bench(phase="farm")

    def chapter(_ctx: object) -> None:
        farm.PlayTurn(bench.ctx, 0).run()

    bench.farm(0, hand=[9, 10, 11])
    assert bench.feed(chapter, passes(0, "play")) == []
    assert bench.feed(chapter)
    assert bench.feed(chapter, play(0, 9, "field"))  # two cards, nothing drawn
    draw = line("draw", 0, cards=[20], via="farm")
    bench.farm(0, hand=[9, 10, 11])
    bench.ctx.game.deck.add(20)
    assert bench.feed(chapter, play(0, 9, "field"), draw) == []
    assert bench.feed(chapter, play(0, 10, "field"), passes(0, "play"))
    bench.farm(0, hand=[10, 11, 12, 13, 14])
    thrown = line("discard", 0, cards=[13, 14])
    assert bench.feed(chapter, passes(0, "play"), thrown) == []
    must = Bench(phase="farm", options={"farm.play": "must"})
    must.farm(0, hand=[9, 10, 11])
    assert only("F1", must.feed(lambda ctx: farm.PlayTurn(ctx, 0).run(), passes(0, "play")))


def test_f5_to_f7() -> None:
    bench = Bench(phase="farm", round_=3)
    bench.farm(0, extensions=[1, 2], buildings={1: 2, 4: 3, 5: 1}, helpers=[42, 13, 14], pig=1, fields=[9])
    bench.ctx.farm(0).fields[9] = False
    income = line("income", 0, delta={"silver": 5, "pig": 1})
    assert (
        bench.feed(lambda ctx: farm.IncomeTurn(ctx, 0).run(), income, helper(42, delta={"silver": 2})) == []
    )
    growth, breeding = line("growth", 0, fields=[9]), line("breeding", 0, result="born", delta={"pig": 1})
    hunter, breeder = helper(14, delta={"olive": 1}), line("helper", 0, card=13)

    def chapter(_ctx: object) -> None:
        farm.GrowthTurn(bench.ctx, 0).run()

    sold = line("pig_sold", 0, via="helper:13", delta={"silver": 3})
    assert bench.feed(chapter, growth, hunter, breeding, breeder, sold) == []
    assert bench.feed(chapter, line("growth", 0, fields=[]), breeding)


def test_f8_price_and_vp() -> None:
    bench = Bench(phase="farm", round_=2)
    bench.ctx.game.face_up = ["2.1", "2.2"]
    bench.farm(0, silver=9, roofs=["1.1"], helpers=[31, 32])
    bought = line("buy_roof", 0, roof="2.1", delta={"silver": -1, "vp": 1})
    roofer = helper(32, delta={"vp": 1})
    assert bench.feed(lambda ctx: farm.RoofTurn(ctx, 0).run(), bought, roofer) == []
    assert bench.feed(lambda ctx: farm.RoofTurn(ctx, 0).run(), bought, roofer)
    other = line("buy_roof", 0, roof="2.2", delta={"silver": -1, "vp": 2})
    assert only("A11", bench.feed(lambda ctx: farm.RoofTurn(ctx, 0).run(), other))


def test_variant_cards() -> None:
    deck = [dict(row) for row in DECK]
    deck[41].update(trigger="action", limit="", effect="silver 3", cost="pig 1", phases="transport")
    bench = Bench(deck=deck)
    bench.farm(0, helpers=[42], pig=2)
    act = helper(42, delta={"pig": -1, "silver": 3})
    assert bench.turn(0, act, act) == []
    assert bench.turn(0, act)
