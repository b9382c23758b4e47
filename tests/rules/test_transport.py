"""Transport phase: T1 to T6."""

from __future__ import annotations

from typing import Any

import pytest

from cext.types import Decision
from tests.rules.answers import cash, deliver, die, done, extra, fire, main, pay, play, sell, token
from tests.rules.driver import line
from tests.rules.options import both_settings
from tests.rules.table import at

TOKENS = [(1, 3), (2, 2), (3, 1), (4, 0)]


@pytest.mark.parametrize(("index", "numbers"), list(enumerate(TOKENS)))
def test_t1_tokens_are_chosen_and_then_shown(index: int, numbers: tuple[int, int]) -> None:
    table = at("token")
    secret = table.play(token(index).by(0), token(3 - index).by(1), stretches=2)
    assert secret.told == []
    shown = table.play()
    assert shown.events("token") == [
        line("token", 0, donkeys=numbers[0], hats=numbers[1]),
        line("token", 1, donkeys=numbers[1] + 1, hats=numbers[0] - 1),
    ]


def test_t1_only_available_tokens() -> None:
    run = at("token", round_number=3).seat(0, tokens=[1, 3]).play()
    assert run.offers(Decision.DECISION_TOKEN) == [(1, 3)]
    assert run.player(0)["tokens"] == [4]


@pytest.mark.parametrize(
    ("round_number", "after"), [(1, [2, 3]), (2, [2, 3]), (3, [1, 2, 3, 4]), (4, [2, 3])]
)
def test_t1_all_four_are_back_before_round_4(round_number: int, after: list[int]) -> None:
    table = at("token", round_number=round_number).seat(0, tokens=[0, 1, 2]).seat(1)
    run = table.play(token(0).by(0), until="play")
    assert run.player(0)["tokens"] == after


def test_t1_helpers_of_donkeys_act_when_all_are_shown_in_turn_order() -> None:
    table = at("order", players=3).board(order=[2, 0, 1])
    for seat, helper in ((0, "Hammock Weaver"), (1, "Muleteer"), (2, "Farrier")):
        table.seat(seat, helpers=[helper], token=3 if seat == 2 else 0)
    run = table.play(fire.by(2), fire.by(0), fire.by(1))
    assert [told["event"] for told in run.told[:8]] == [
        "token", "token", "token", "helper", "siesta", "helper", "siesta", "helper",
    ]  # fmt: skip
    assert [told["player"] for told in run.told[3:8]] == [2, 2, 0, 0, 1]


def test_t2_discs_move_by_the_hats_in_turn_order_onto_the_top() -> None:
    table = at("order", players=4).board(order=[3, 1, 0, 2])
    for seat, index in ((0, 2), (1, 2), (2, 0), (3, 3)):
        table.seat(seat, token=index)
    run = table.play()
    assert run.events("siesta") == [
        line("siesta", 3, steps=0, space=0, via="donkey"),
        line("siesta", 1, steps=1, space=1, via="donkey"),
        line("siesta", 0, steps=1, space=1, via="donkey"),
        line("siesta", 2, steps=3, space=3, via="donkey"),
    ]
    assert run.after["siesta_stacks"][:4] == [[3], [1, 0], [], [2]]


def test_t2_a_disc_that_moves_0_spaces_does_not_restack() -> None:
    table = at("order", players=3).board(order=[0, 1, 2])
    for seat in (2, 1, 0):
        table.seat(seat, token=3, space=0)
    run = table.play()
    assert run.after["siesta_stacks"][0] == [2, 1, 0]
    assert run.only("turn_order")["order"] == [0, 1, 2]


def test_t2_the_track_ends_at_its_top() -> None:
    run = at("order").seat(0, token=0, space=5).seat(1, token=0, space=6).play()
    assert run.events("siesta") == [
        line("siesta", 0, steps=1, space=6, via="donkey"),
        line("siesta", 1, steps=0, space=6, via="donkey"),
    ]
    assert run.only("turn_order")["order"] == [0, 1]


def test_t3_farthest_first_then_the_higher_disc() -> None:
    table = at("order", players=4).board(order=[0, 1, 2, 3])
    for seat, index in ((0, 2), (1, 0), (2, 2), (3, 0)):
        table.seat(seat, token=index)
    run = table.play()
    assert run.only("turn_order") == line("turn_order", order=[3, 1, 2, 0])
    assert run.after["turn_order"] == [3, 1, 2, 0]


def test_t3_siesta_steps_at_other_times_count_for_the_next_order() -> None:
    table = at("order").seat(0, token=3).seat(1, token=3, space=1)
    assert table.play().only("turn_order")["order"] == [1, 0]


def test_t3_the_order_changes_only_now() -> None:
    table = at("die").board(dice=[5] * 5)
    run = table.play(die(5, "siesta").by(0), die(5, "siesta").by(1), stretches=2)
    assert run.after["siesta_stacks"][2] == [0, 1]
    assert run.after["turn_order"] == [0, 1]


def test_t4_deliveries_in_the_new_turn_order() -> None:
    table = at("order").seat(0, token=3).seat(1, token=0)
    run = table.play(stretches=3)
    assert [told["player"] for told in run.events("pass")] == [1, 0]


@pytest.mark.parametrize("index", range(4))
def test_t4_up_to_as_many_deliveries_as_the_token_shows_donkeys(index: int) -> None:
    donkeys = TOKENS[index][0]
    table = at("deliver").seat(0, token=index, silver=9)
    run = table.play(*[deliver("silver", "building:1")] * donkeys)
    assert len(run.events("deliver")) == donkeys
    assert run.events("pass") == []
    assert "main" not in run.acts(-1)


def test_t4_fewer_are_a_pass() -> None:
    run = at("deliver").seat(0, token=1, silver=9).play(deliver("silver", "building:1"), done)
    assert run.told[-1] == line("pass", 0, step="delivery")


@pytest.mark.parametrize("good", ["silver", "vp", "olive", "grain", "grapes", "pig", "food", "wine", "meat"])
def test_t5_each_farm_good_goes_where_a_place_shows_it(good: str) -> None:
    rules = {"buildings.merchant_house.row": [good] * 6, "deck.54.barrow_goods": f"{good} {good}"}
    table = at("deliver", rules=rules).seat(0, token=1, barrows={54: []}, goods={good: 9})
    run = table.play(deliver(good, "building:1"), deliver(good, "barrow:54"))
    assert run.events("deliver") == [
        line("deliver", 0, good=good, source="den", to=to, via="donkey", delta={good: -1})
        for to in ("building:1", "barrow:54")
    ]


def test_t5_commodities_go_only_where_a_row_shows_them() -> None:
    run = at("deliver").seat(0, token=1, commodity=2, barrows={54: []}).play(main)
    assert run.offers(Decision.DECISION_DELIVERY) == [(("commodity", "den", "building:4"),)]


def test_t5_only_what_is_still_needed_from_den_and_field() -> None:
    table = at("deliver").seat(0, token=1, olive=1, fields={7: True}, barrows={54: ["olive"], 8: ["olive"]})
    table.seat(0, rows={3: ["olive"], 5: ["olive", "olive"]})
    run = table.play(main)
    assert run.offers(Decision.DECISION_DELIVERY) == [
        (("olive", "den", "barrow:54"), ("olive", "field", "barrow:54"))
    ]


def test_t5_a_barrow_keeps_what_was_delivered() -> None:
    run = at("deliver").seat(0, token=0, grain=1, barrows={11: []}).play(deliver("grain", "barrow:11"))
    assert run.player(0)["barrows"] == [{"card": 11, "goods": ["grain"]}]
    assert run.player(0)["rows"] == {str(building): [] for building in range(1, 7)}


def test_t5_a_row_keeps_what_was_delivered() -> None:
    run = at("deliver").seat(0, token=0, grain=1).play(deliver("grain", "building:5"))
    assert run.player(0)["rows"]["5"] == ["grain"]


def test_t6_bought_up_front() -> None:
    table = at("extra").seat(0, silver=3, extensions=[2], olive=2, barrows={54: []})
    run = table.play(extra(2), deliver("olive", "barrow:54"), done)
    assert run.told == [
        line("buy_extra", 0, count=2, delta={"silver": -2}),
        line("deliver", 0, good="olive", source="den", to="barrow:54", via="extra", delta={"olive": -1}),
        line("pass", 0, step="extra"),
    ]


@both_settings("extra.payment")
def test_t6_option_paid_up_front_or_one_at_a_time(word: str) -> None:
    table = at("extra", rules={"extra.payment": word})
    table.seat(0, silver=1, grapes=1, olive=2, extensions=[2], barrows={54: []})
    delivery = deliver("olive", "barrow:54")
    if word == "up_front":
        run = table.play(extra(1), delivery, sell("grapes"))
        assert run.offers(Decision.DECISION_EXTRA) == [(1,)]
        assert "main" not in run.acts(-1)
        assert [told["event"] for told in run.told] == ["buy_extra", "deliver", "sell"]
        return
    run = table.play(delivery, sell("grapes"), done)
    assert [told["event"] for told in run.told] == ["buy_extra", "deliver", "sell", "pass"]
    assert run.told[0] == line("buy_extra", 0, count=1, delta={"silver": -1})
    assert "main" in run.acts(-1)


def test_t6_one_at_a_time_up_to_the_limit() -> None:
    table = at("extra", rules={"extra.payment": "one_at_a_time"})
    table.seat(0, silver=9, grain=2, extensions=[2])
    run = table.play(*[deliver("grain", "building:5")] * 2)
    assert [told["event"] for told in run.told] == ["buy_extra", "deliver"] * 2
    assert "main" not in run.acts(-1)


@pytest.mark.parametrize(("silver", "offered"), [(1, False), (2, True)])
def test_t6_one_at_a_time_only_with_something_to_deliver_after_paying(silver: int, offered: bool) -> None:
    run = at("extra", rules={"extra.payment": "one_at_a_time"}).seat(0, silver=silver).play(done)
    assert ("main" in run.acts(0)) is offered


@pytest.mark.parametrize("word", ["up_front", "one_at_a_time"])
def test_t6_none_bought_is_a_pass(word: str) -> None:
    run = at("extra", rules={"extra.payment": word}).seat(0, silver=1).play(done)
    assert run.told == [line("pass", 0, step="extra")]


def test_example_6_one_extra_delivery_and_with_an_icon_two() -> None:
    start = at("extra").seat(0, silver=9, olive=1).play(main)
    assert start.offers(Decision.DECISION_EXTRA) == [(1,)]
    icon = at("extra").seat(0, silver=9, olive=1, extensions=[7], barrows={54: []})
    run = icon.play(extra(1), deliver("olive", "barrow:54"))
    assert run.offers(Decision.DECISION_EXTRA) == [(1, 2)]
    assert len(run.events("deliver")) == 1


@pytest.mark.parametrize(("silver", "counts"), [(1, (1,)), (2, (1, 2)), (9, (1, 2, 3))])
def test_t6_as_many_as_the_silver_buys(silver: int, counts: tuple[int, ...]) -> None:
    run = at("extra").seat(0, silver=silver, extensions=[2, 7]).play(main)
    assert run.offers(Decision.DECISION_EXTRA) == [counts]


def test_t6_the_limit_is_counted_when_it_begins() -> None:
    table = at("extra").seat(0, silver=9, commodity=1, hand=[2, 5], barrows={54: []}, olive=1)
    run = table.play(cash("play"), play(2, "extension"), pay("olive"), main)
    assert run.offers(Decision.DECISION_EXTRA) == [(1,)]


def test_t6_the_price_is_read_at_the_purchase() -> None:
    farm: dict[str, Any] = {"silver": 2, "commodity": 1, "hand": ["Messenger"]}
    run = at("extra").seat(0, **farm).play(cash("play"), play("Messenger", "helper"), extra(1))
    assert run.only("buy_extra") == line("buy_extra", 0, count=1)


def test_t6_comes_after_all_deliveries_of_t4() -> None:
    table = at("deliver", players=3)
    for seat in range(3):
        table.seat(seat, token=0, silver=1)
    run = table.play(until="score")
    steps = [(told["step"], told["player"]) for told in run.events("pass")]
    assert steps == [(step, seat) for step in ("delivery", "extra") for seat in range(3)]
