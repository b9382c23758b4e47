"""The referee on fragments: transport, buildings, market, scoring, solo."""

from __future__ import annotations

from . import scoring, solo, transport
from .bench import Bench, deliver, line, passes
from .lines import Line
from .state import Context
from .test_actions import helper, only


def donkeys(bench: Bench, *lines: Line, token: int = 0) -> list[str]:
    bench.ctx.farm(0).token = token
    return bench.feed(lambda ctx: transport.DonkeyTurn(ctx, 0).run(), *lines)


def building_done(no: int, vp: int, opened: int | None = 6, first: bool = True) -> Line:
    return line("building_done", 0, building=no, first=first, opened=opened, delta={"vp": vp})


def test_published_example_wainwright() -> None:
    bench = Bench(round_=2)
    bench.ctx.game.closed = [3, 1, 4]
    bench.farm(0, rows={2: ["food", "wine"]}, meat=1, olive=1, barrows={8: []})
    bench.ctx.game.move_disc(0, 4)
    done = building_done(2, 4, opened=3)
    extra, gain = (
        deliver(0, "olive", "barrow:8", "building:2"),
        line("gain", 0, via="building:2", delta={"vp": 2}),
    )
    assert donkeys(bench, deliver(0, "meat", "building:2"), done, extra, gain) == []
    assert bench.ctx.game.closed == [1, 4]


def test_c2_vp_and_closed_buildings() -> None:
    bench = Bench()
    bench.farm(0, rows={1: ["silver"] * 5}, silver=1, pig=1)
    gain = line("gain", 0, via="building:1", delta={"silver": 3})
    given = deliver(0, "silver", "building:1")
    assert only("C2", donkeys(bench, given, building_done(1, 3), gain))
    bench = Bench()
    bench.farm(0, pig=1)
    assert any(": S6: " in problem for problem in donkeys(bench, deliver(0, "pig", "building:6")))


def test_mason_and_architect_after_the_effect() -> None:
    bench = Bench()
    bench.farm(0, rows={1: ["silver"] * 5}, silver=1, helpers=[28, 29])
    given, gain = deliver(0, "silver", "building:1"), line("gain", 0, via="building:1", delta={"silver": 3})
    mason, architect = helper(28, delta={"vp": 1}), helper(29, delta={"silver": 2})
    draw = line("draw", 0, cards=[20], via="helper:29")
    assert donkeys(bench, given, building_done(1, 4), gain, mason, architect, draw) == []
    bench.farm(0, rows={1: ["silver"] * 5}, buildings={})
    assert donkeys(bench, given, building_done(1, 4, 2), mason, gain, architect, draw)


def barrow(
    bench: Bench, *, at: int, removed: list[dict[str, int]], vp: int, displaced: int | None = None
) -> list[Line]:
    bench.farm(0, barrows={41: ["olive", "grapes"]}, grapes=1)  # value 3
    return [
        deliver(0, "grapes", "barrow:41"),
        line("barrow_done", 0, card=41, value=3, delta={"vp": 3, "commodity": 1}),
        line("marker", 0, hex=at, displaced=displaced, removed=removed, via="barrow", delta={"vp": vp}),
    ]


def test_b3_lower_neighbours_of_others_go() -> None:
    gone = [{"hex": 11, "player": 1}]
    bench = Bench()
    bench.ctx.game.market = {11: 1, 13: 1, 6: 0}
    lines = barrow(bench, at=12, removed=gone, vp=1)
    assert donkeys(bench, *lines) == []
    assert bench.ctx.game.market == {12: 0, 13: 1, 6: 0}
    for wrong in ([], [*gone, {"hex": 13, "player": 1}], [*gone, {"hex": 6, "player": 0}]):
        bench = Bench()
        bench.ctx.game.market = {11: 1, 13: 1, 6: 0}
        assert only("B3", donkeys(bench, *barrow(bench, at=12, removed=wrong, vp=1)))


def test_b2_closed_and_taken_hexes() -> None:
    for place in (9, 17):  # closed with two players; value 4
        bench = Bench()
        assert any(": B2: " in text for text in donkeys(bench, *barrow(bench, at=place, removed=[], vp=0)))


def test_b4_displaced() -> None:
    def held() -> Bench:
        bench = Bench(options={"market.displaced_scores": "no"})
        bench.ctx.game.market = {7: 1, 12: 0, 24: 1, 27: 0}
        return bench

    bench = held()
    assert (
        donkeys(
            bench,
            *barrow(bench, at=24, removed=[], vp=0, displaced=1)[:2],
            {**barrow(bench, at=24, removed=[], vp=0, displaced=1)[2], "delta": {}},
        )
        == []
    )
    bench = held()
    assert donkeys(bench, *barrow(bench, at=24, removed=[], vp=1, displaced=1))
    bench = held()
    bench.ctx.game.market = {7: 0, 12: 0, 24: 0, 27: 0}
    assert donkeys(bench, *barrow(bench, at=24, removed=[], vp=0)[:2]) == []


def test_helpers_of_a_removal_in_order() -> None:
    bench = Bench()
    bench.ctx.game.market = {11: 1, 6: 1}
    bench.farm(0, helpers=[26, 22])
    bench.farm(1, helpers=[2])
    gone = [{"hex": 11, "player": 1}, {"hex": 6, "player": 1}]
    lines = barrow(bench, at=12, removed=gone, vp=2)
    crier, stall = helper(26, delta={"silver": 1}), helper(22, delta={"silver": 2})
    negotiator = helper(2, 1, delta={"vp": 1})
    assert donkeys(bench, *lines, crier, crier, stall, negotiator, negotiator) == []
    bench.ctx.game.market = {11: 1, 6: 1}
    barrow(bench, at=12, removed=gone, vp=2)
    assert donkeys(bench, *lines, crier, crier, stall, negotiator)


def test_t4_passes() -> None:
    bench = Bench()
    bench.farm(0, olive=3, barrows={8: []})
    given = deliver(0, "olive", "barrow:8")
    assert donkeys(bench, given) == []
    bench.farm(0, barrows={8: []})
    assert donkeys(bench, given, passes(0, "delivery"))
    assert donkeys(bench)
    assert donkeys(bench, passes(0, "delivery")) == []


def extras(bench: Bench, *lines: Line) -> list[str]:
    limit = transport.extra_limit(bench.ctx, 0)
    return bench.feed(lambda ctx: transport.ExtraTurn(ctx, 0, limit).run(), *lines)


def bought(count: int, silver: int) -> Line:
    return line("buy_extra", 0, count=count, delta={"silver": -silver})


def test_t6_limits_and_passes() -> None:
    bench = Bench()
    bench.farm(0, silver=9, olive=9, grain=9, barrows={8: []}, extensions=[2])
    given = deliver(0, "olive", "barrow:8", "extra")
    assert extras(bench, bought(2, 2), given, passes(0, "extra")) == []
    assert only("T6", extras(bench, bought(3, 3), passes(0, "extra")))
    assert only("T6", extras(bench, bought(1, 1)))
    assert extras(bench, given)
    one = Bench(options={"extra.payment": "one_at_a_time"})
    one.farm(0, silver=9, olive=9, barrows={9: [], 8: []}, extensions=[2])
    assert extras(one, bought(1, 1), given, passes(0, "extra")) == []
    assert extras(one, bought(2, 2))


def test_t1_helpers_of_donkeys() -> None:
    bench = Bench(players=1)
    bench.farm(0, helpers=[9, 10], silver=0)
    token = line("token", 0, donkeys=1, hats=3)
    more, weaver = helper(9), helper(10)
    steps = line("siesta", 0, steps=1, space=1, via="helper:10")
    moved = line("siesta", 0, steps=3, space=4, via="donkey")
    card = line("solo_card", card=20)
    placed = line("marker", 1, hex=18, displaced=None, removed=[], via="solo")
    rest = [passes(0, "delivery"), passes(0, "extra"), card]
    problems = bench.feed(transport.phase, token, more, weaver, steps, moved, *rest, placed)
    assert only("O4", problems)
    assert sum(bench.ctx.farm(0).more_donkeys.values()) == 1


def test_o4_the_neutral_hex() -> None:
    def placed(place: int, *removed: int) -> list[str]:
        bench = Bench(players=1)
        bench.ctx.game.market = {11: 0, 16: 0, 17: 1}
        gone = [{"hex": number, "player": 0} for number in removed]
        marker = line("marker", 1, hex=place, displaced=None, removed=gone, via="solo")
        return bench.feed(solo.neutral_marker, line("solo_card", card=9), marker)  # value 5

    assert placed(22, 16) == []
    assert only("O4", placed(4))
    assert only("B3", placed(22))


def score(bench: Bench, *lines: Line) -> list[str]:
    bench.phase = "scoring"
    bench.ctx.game.roofs = [[f"{number}.1", f"{number}.2"] for number in range(1, 7)]
    return bench.feed(scoring.phase, *lines)


def test_published_example_scoring() -> None:
    bench = Bench()
    bench.ctx.game.market = {11: 0, 12: 0, 13: 0, 14: 0}
    bench.ctx.game.move_disc(0, 4)
    bench.farm(0, helpers=[11, 63])
    lines = [
        line("score", 0, market=4, siesta=2, delta={"vp": 6}),
        line("score", 1, market=0, siesta=0),
        helper(11, delta={"silver": 2}),
        helper(63, delta={"silver": 2}),
        line("roofs_revealed", roofs=["3.1", "3.2"]),
    ]
    assert score(bench, *lines) == []
    assert bench.ctx.game.stacks[0] == [1, 0]


def test_e1_e2() -> None:
    bench = Bench(phase="end", round_=6)
    bench.farm(0, silver=3, pig=1, commodity=1, food=2, helpers=[64, 66])
    bench.farm(1, silver=0)
    matriarch = helper(66, delta={"vp": 2})
    sale = line("sell_off", 0, delta={"silver": -1, "vp": 2})
    other = line("sell_off", 1)

    def result(share: float) -> Line:
        one = {"player": 0, "vp": 4, "silver": 2, "share": share}
        return line("result", players=[one, {"player": 1, "vp": 0, "silver": 0, "share": 1 - share}])

    assert bench.feed(scoring.end, matriarch, sale, other, result(1)) == []
    bench.farm(0, vp=0, silver=3, pig=1, commodity=1)
    assert bench.feed(scoring.end, sale, other, result(1))


def test_lasting_effects_start_with_the_next_round() -> None:
    def active(number: int, option: str) -> bool:
        bench = Bench(round_=number, options={"craft.lasting": option})
        bench.farm(0, buildings={6: 2})
        seen: list[bool] = []
        bench.feed(lambda ctx: seen.append(lasting(ctx)))
        return seen[0]

    def lasting(ctx: Context) -> bool:
        return ctx.lasting(0, 6)

    assert [active(2, "next_round"), active(3, "next_round"), active(2, "at_once")] == [False, True, True]
