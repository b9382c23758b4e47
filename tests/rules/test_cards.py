"""Farm phase, cards and hand: F1 to F4."""

from __future__ import annotations

from typing import Any

import pytest

from cext.types import Decision
from tests.rules.answers import die, discard, discard_old, done, fire, main, pay, play, use_helper
from tests.rules.driver import line
from tests.rules.options import both_settings
from tests.rules.table import at

PLACEMENTS = ("field", "helper", "barrow", "extension")


@pytest.mark.parametrize(("round_number", "plays"), [(1, 2), (2, 1), (6, 1)])
def test_f1_two_cards_in_round_1_then_one(round_number: int, plays: int) -> None:
    cards = [3, 5, 8]
    table = at("play", round_number=round_number).seat(0, hand=cards)
    run = table.play(*(play(card, "field") for card in cards[:plays]))
    assert "main" not in run.acts(-1)
    assert run.events("play_card", "pass") == [
        line("play_card", 0, card=card, as_="field", discards=None, via="farm") for card in cards[:plays]
    ]


def test_f1_fewer_cards_than_allowed_is_a_pass() -> None:
    run = at("play", round_number=1).seat(0, hand=[3, 5]).play(play(3, "field"), done)
    assert [told["event"] for told in run.told] == ["play_card", "pass", "draw"]
    assert run.only("pass") == line("pass", 0, step="play")


@both_settings("farm.play")
def test_f1_option_a_card_may_or_must_be_played(word: str) -> None:
    rules = {"farm.play": word}
    run = at("play", rules=rules).seat(0, hand=[3]).play()
    assert ("done" in run.acts(0)) is (word == "may")
    assert len(run.events("play_card")) == (word == "must")
    empty = at("play", rules=rules).play()
    assert empty.acts(0) == {"done"}
    assert empty.only("pass") == line("pass", 0, step="play")


def test_f1_must_holds_for_both_cards_of_round_1() -> None:
    rules = {"farm.play": "must"}
    run = (
        at("play", rules=rules, round_number=1)
        .seat(0, hand=[3, 5, 8])
        .play(play(3, "field"), play(5, "barrow"))
    )
    assert [("done" in options) for options in run.offers(Decision.DECISION_ACT)[:3]] == [False, False, True]


def test_f1_every_card_in_hand_can_go_to_each_place() -> None:
    run = at("play").seat(0, hand=[3, 5], food=1).play(main)
    assert run.offers(Decision.DECISION_CARD) == [tuple((c, p) for c in (3, 5) for p in PLACEMENTS)]


def test_f2_a_field_enters_empty_and_their_number_is_free() -> None:
    run = (
        at("play").seat(0, hand=[3], fields=dict.fromkeys((1, 2, 4, 5, 6, 7, 8), True)).play(play(3, "field"))
    )
    assert run.player(0)["fields"][2] == {"card": 3, "full": False}
    assert len(run.player(0)["fields"]) == 8


def test_f2_three_barrows_and_no_discard_before() -> None:
    run = at("play").seat(0, hand=[3], barrows={1: [], 2: []}).play(play(3, "barrow"))
    assert run.only("play_card")["discards"] is None
    assert run.offers(Decision.DECISION_DISCARD_OLD) == []
    assert [barrow["card"] for barrow in run.player(0)["barrows"]] == [1, 2, 3]


def test_f2_the_fourth_barrow_discards_an_old_one_with_its_goods() -> None:
    table = at("play").seat(0, hand=[3], barrows={1: ["grain"], 2: ["wine"], 5: []})
    run = table.play(play(3, "barrow"), discard_old(2))
    assert run.offers(Decision.DECISION_DISCARD_OLD) == [(1, 2, 5)]
    assert run.only("play_card") == line("play_card", 0, card=3, as_="barrow", discards=2, via="farm")
    assert run.player(0)["barrows"] == [
        {"card": 1, "goods": ["grain"]}, {"card": 5, "goods": []}, {"card": 3, "goods": []},
    ]  # fmt: skip
    assert (run.player(0)["wine"], run.after["discards"]) == (0, 1)


def test_f2_a_card_discarded_as_barrow_comes_back_empty() -> None:
    table = at("play").seat(0, hand=[3], barrows={1: ["grain"], 2: [], 5: []})
    table.play(play(3, "barrow"), discard_old(1))
    table.move("play").board(pile=[])
    table.state["board"]["discards"] = 0
    table.state["seats"][0]["hand"][0] |= 1
    table.state["seats"][0]["n_hand"] += 1
    run = table.play(play(1, "barrow"), discard_old(2))
    assert {"card": 1, "goods": []} in run.player(0)["barrows"]


def test_f2_the_fourth_helper_discards_an_old_one() -> None:
    table = at("play").seat(0, hand=[23], helpers=[1, 12, 54], used=[54])
    run = table.play(play(23, "helper"), discard_old(12))
    assert run.only("play_card") == line("play_card", 0, card=23, as_="helper", discards=12, via="farm")
    assert run.player(0)["helpers"] == [
        {"card": 1, "used": False}, {"card": 54, "used": True}, {"card": 23, "used": False},
    ]  # fmt: skip


def test_f2_a_discarded_helper_no_longer_helps() -> None:
    table = at("play").seat(0, hand=[23], helpers=[1, 12, 54], silver=1, olive=1)
    assert "upgrade:olive" in table.play(play(23, "helper"), discard_old(1)).acts(0)
    assert "upgrade:olive" not in table.move("play").play().acts(0)


def test_f2_a_helper_is_usable_at_once() -> None:
    run = at("play").seat(0, hand=["Herbalist"], olive=1).play(play(54, "helper"), use_helper(54))
    assert [told["event"] for told in run.told[:2]] == ["play_card", "helper"]


def test_f2_a_helper_does_not_act_for_the_event_in_which_it_was_played() -> None:
    table = at("play", round_number=1).seat(0, hand=["Student", 5])
    run = table.play(play("Student", "helper"), play(5, "field"), fire)
    assert len(run.offers(Decision.DECISION_FIRE)) == 1
    assert [told["event"] for told in run.told[:4]] == ["play_card", "play_card", "helper", "draw"]


@pytest.mark.parametrize(("step", "helper"), [("die", "Merchant"), ("last_die", "Fisherman")])
def test_f2_a_helper_played_by_a_die_does_not_act_for_that_die(step: str, helper: str) -> None:
    table = at(step).seat(0, hand=[helper], vp=1).board(dice=[2] * (5 if step == "die" else 1))
    run = table.play(die(2, "play"), play(helper, "helper"))
    assert [told["event"] for told in run.told] == ["take_die", "play_card"]
    assert run.offers(Decision.DECISION_FIRE) == []


def test_f2_the_discarded_helper_does_not_act_for_the_card_that_drives_it_out() -> None:
    table = at("play").seat(0, hand=[23], helpers=["Student", 1, 2])
    run = table.play(play(23, "helper"), discard_old("Student"))
    assert run.offers(Decision.DECISION_FIRE) == []
    assert run.events("helper") == []


@pytest.mark.parametrize("already", [0, 1, 2])
def test_f2_the_nth_extension_costs_n_different_farm_goods(already: int) -> None:
    kinds = ["silver", "vp", "olive"][: already + 1]
    table = at("play").seat(0, hand=[3], extensions=[1, 2][:already], goods=dict.fromkeys(kinds, 2))
    run = table.play(play(3, "extension"), *(pay(good) for good in kinds))
    assert run.only("play_card") == line(
        "play_card", 0, card=3, as_="extension", discards=None, via="farm",
        pays=[{"good": good, "source": "den"} for good in kinds], delta=dict.fromkeys(kinds, -1),
    )  # fmt: skip
    poor = at("play").seat(0, hand=[3], extensions=[1, 2][:already], goods=dict.fromkeys(kinds[:already], 9))
    assert (3, "extension") not in poor.play(main).offers(Decision.DECISION_CARD)[0]


def test_f2_goods_on_fields_may_pay() -> None:
    table = at("play").seat(0, hand=[3], extensions=[1], fields={7: True}, olive=1, food=1)
    run = table.play(play(3, "extension"), pay("olive", "field"), pay("food"))
    assert run.offers(Decision.DECISION_PAY) == [
        (("olive", "den"), ("olive", "field"), ("food", "den")), (("food", "den"),),
    ]  # fmt: skip
    assert run.only("play_card")["pays"] == [
        {"good": "olive", "source": "field:7"}, {"good": "food", "source": "den"},
    ]  # fmt: skip
    assert run.only("play_card")["delta"] == {"food": -1}


@both_settings("extension.commodity_pays")
def test_f2_option_a_commodity_pays_as_one_more_kind(word: str) -> None:
    table = at("play", rules={"extension.commodity_pays": word})
    run = table.seat(0, hand=[3], extensions=[1], commodity=2, food=1).play(main)
    assert ((3, "extension") in run.offers(Decision.DECISION_CARD)[0]) is (word == "yes")
    if word == "yes":
        table = at("play", rules={"extension.commodity_pays": word})
        paid = table.seat(0, hand=[3], extensions=[1], commodity=2, food=1).play(
            play(3, "extension"), pay("commodity"), pay("food")
        )
        assert paid.only("play_card")["delta"] == {"food": -1, "commodity": -1}


def test_f2_fields_and_extensions_stay() -> None:
    table = at("play").seat(0, hand=[5], fields={7: False}, extensions=[8], silver=2, vp=2)
    table.play(play(5, "field"), until="income")
    run = table.play(until="play")
    assert run.after["face_up_roofs"][0].startswith("3.")
    assert [field["card"] for field in run.player(0)["fields"]] == [5, 7]
    assert run.player(0)["extensions"] == [8]


@pytest.mark.parametrize(
    ("card", "icons"), [(1, (0, 1, 1)), (2, (1, 1, 0)), (7, (1, 0, 1))], ids=["silver den", "delivery silver",
                                                                             "delivery den"]
)  # fmt: skip
def test_f3_an_extension_shows_two_icons(card: int, icons: tuple[int, int, int]) -> None:
    deliveries, income, den = icons
    table = at("play").seat(0, hand=[card], silver=9).seat(1, silver=9)
    run = table.play(play(card, "extension"), pay("silver"), stretches=3)
    assert run.events("income")[0] == line("income", 0, **({"delta": {"silver": 1}} if income else {}))
    table.move("roof").seat(0, silver=9, pig=2)
    assert ("buy:pig" in table.play().acts()) == bool(den)
    table.move("extra").seat(0, silver=9, barrows={54: []}, olive=3)
    assert table.play(main).offers(Decision.DECISION_EXTRA) == [tuple(range(1, 2 + deliveries))]


@pytest.mark.parametrize("extensions", [0, 1, 3])
def test_f3_each_extension_raises_the_hand_limit_by_1(extensions: int) -> None:
    run = at("play").seat(0, extensions=[3, 5, 8][:extensions]).play()
    assert len(run.only("draw")["cards"]) == 3 + extensions


@pytest.mark.parametrize(("helpers", "limit"), [([], 3), (["Schoolteacher"], 5)])
def test_f4_draw_up_to_the_hand_limit(helpers: list[str], limit: int) -> None:
    run = at("play").seat(0, hand=[5], helpers=helpers).play(done)
    assert len(run.only("draw")["cards"]) == limit - 1
    assert len(run.player(0)["hand"]) == limit
    assert run.only("draw")["via"] == "farm"


def test_f4_discard_down_to_the_limit_by_choice() -> None:
    run = at("play").seat(0, hand=[1, 2, 3, 5, 8]).play(done, discard(8), discard(2))
    assert run.only("discard") == line("discard", 0, cards=[8, 2])
    assert run.player(0)["hand"] == [1, 3, 5]
    assert run.after["discards"] == 2


def test_f4_nothing_at_the_limit() -> None:
    run = at("play").seat(0, hand=[1, 2, 3]).play()
    assert run.events("draw", "discard") == []


@pytest.mark.parametrize("step", ["income", "growth", "roof", "deliver", "extra"])
def test_f4_the_limit_counts_only_at_this_moment(step: str) -> None:
    hand: dict[str, Any] = {"hand": [1, 2, 3, 5, 8]}
    run = at(step).seat(0, token=0, **hand).play()
    assert run.player(0)["hand"] == [1, 2, 3, 5, 8]
