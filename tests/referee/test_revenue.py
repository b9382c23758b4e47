"""The referee on fragments: the revenue phase."""

from __future__ import annotations

from typing import Any

from . import revenue
from .bench import Bench, deliver, line, play
from .lines import Line
from .state import Context
from .test_actions import helper, only, upgrade


def take(die: int, choice: str, pick: Any = 1, **delta: int) -> Line:
    return line("take_die", 0, die=die, pick=pick, choice=choice, delta=delta)


def die_turn(bench: Bench, *lines: Line, dice: tuple[int, ...] = (1, 2, 3, 5, 6), pick: Any = 1) -> list[str]:
    lying = revenue.Dice(list(dice), {})
    die = dice[0] if pick == "last" else None
    return bench.feed(lambda ctx: revenue.DieTurn(ctx, 0, lying, pick, die).run(), *lines)


def test_r3_options() -> None:
    bench = Bench(phase="revenue")
    bench.farm(0, hand=[9], olive=1)
    assert die_turn(bench, take(2, "harvest", grapes=1)) == []
    assert die_turn(bench, take(2, "harvest", grapes=2))
    assert die_turn(bench, take(3, "two_harvest", grain=1, olive=1)) == []
    steps = line("siesta", 0, steps=1, space=1, via="die")
    assert die_turn(bench, take(5, "upgrade_siesta"), steps, upgrade("olive", "food", 0, via="die")) == []
    assert die_turn(bench, take(5, "upgrade_siesta"))  # the step is due at once
    assert die_turn(bench, take(6, "silver", silver=2)) == []


def test_r4_a_pig_without_a_space() -> None:
    bench = Bench(phase="revenue")
    bench.farm(0, pig=2)
    assert die_turn(bench, take(1, "pig"), line("pig_sold", 0, via="die", delta={"silver": 3})) == []
    assert die_turn(bench, take(1, "pig", pig=1))
    lost = Bench(phase="revenue", options={"pig.full_stall": "lost"})
    lost.farm(0, pig=2)
    assert die_turn(lost, take(1, "pig")) == []


def test_a9_an_option_that_does_nothing() -> None:
    bench = Bench(phase="revenue")
    assert only("A9", die_turn(bench, take(2, "play")))
    assert only("A9", die_turn(bench, take(5, "upgrades")))
    bench.ctx.game.move_disc(0, 6)
    assert die_turn(bench, take(5, "upgrades")) == []  # no option does anything: any may be named


def test_r2_reserved_spaces() -> None:
    bench = Bench(phase="revenue")

    def chapter(dice: list[int], reserved: dict[int, set[int]]) -> list[str]:
        lying = revenue.Dice(dice, reserved)
        return bench.feed(
            lambda ctx: revenue.DieTurn(ctx, 0, lying, 1).run(), take(3, "two_harvest", grain=1, olive=1)
        )

    assert only("R2", chapter([3, 4, 5], {3: {1}}))
    assert chapter([3, 4, 5], {3: {0}}) == []
    assert chapter([3, 3, 5], {3: {1}}) == []


def test_porter_and_merchant() -> None:
    bench = Bench(phase="revenue", round_=4)
    bench.farm(0, helpers=[3, 6], vp=2)
    porter = helper(3, choice="silver", delta={"silver": 2})
    merchant = helper(6, choice="silver", delta={"silver": 4, "vp": -1})
    assert die_turn(bench, take(6, "delivery"), porter, merchant) == []
    bench.farm(0, helpers=[3, 6])
    assert die_turn(bench, take(6, "delivery"), merchant, porter)  # not the order in which they were played
    bench.farm(0, helpers=[3, 6])
    assert die_turn(bench, take(6, "silver", silver=2), porter)  # not a different option
    bench.farm(0, helpers=[3, 6])
    assert die_turn(bench, take(5, "siesta"), line("siesta", 0, steps=2, space=2, via="die"), porter)


def test_a_die_is_over_when_its_helper_fires() -> None:
    bench = Bench(phase="revenue")
    bench.farm(0, helpers=[3], olive=2, barrows={8: []})
    porter = helper(3, choice="silver", delta={"silver": 2})
    moved = deliver(0, "olive", "barrow:8", "die")
    assert die_turn(bench, take(6, "delivery"), moved, porter) == []
    bench.farm(0, helpers=[3], barrows={8: []})
    assert die_turn(bench, take(6, "delivery"), porter, moved)


def test_f2_a_helper_played_by_the_die_is_too_late_for_it() -> None:
    bench = Bench(phase="revenue")
    bench.farm(0, hand=[3])
    porter = helper(3, choice="harvest", delta={"olive": 1})
    assert only("A6", die_turn(bench, take(2, "play"), play(0, 3, "helper", "die"), porter))


def test_solo_two_turns_in_a_row() -> None:
    """What was granted between two turns of one seat may belong to the second of them."""
    bench = Bench(players=1, phase="revenue")
    bench.farm(0, commodity=1, hand=[9])
    cash = line("cash", 0, use="play", delta={"commodity": -1})
    card = play(0, 9, "field", "commodity")

    def chapter(ctx: Context) -> None:
        for pick in (2, "last"):
            revenue.DieTurn(ctx, 0, revenue.Dice([4, 4], {}), pick).run()

    picks = [take(4, "silver", pick, silver=4) for pick in (2, "last")]
    assert bench.feed(chapter, picks[0], cash, picks[1], card) == []
    bench.farm(0, commodity=1, hand=[9], fields=[])
    assert bench.feed(chapter, cash, picks[0], picks[1], card)


def test_dice_player() -> None:
    bench = Bench(phase="revenue")
    bench.farm(0, helpers=[57], vp=1)
    again = helper(57, choice="silver", delta={"silver": 4, "vp": -1})
    last = take(4, "silver", "last", silver=4)
    assert die_turn(bench, last, again, dice=(4,), pick="last") == []
    assert die_turn(bench, last, again, dice=(4,), pick="last")
