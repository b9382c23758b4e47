"""The playthrough: what each line says, and how the lines are laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from analyzer.trace.eventlog import Line
from analyzer.trace.phrases import PHRASES
from analyzer.trace.readable import WIDTH, Readable, Thought
from analyzer.wording import words
from tests.unit.trace.samples import NAMES, line

HEAD = line(
    "game", phase="setup", rule_set="standard", rules_hash="0123456789abcdef", players=2, seed=7, game=3,
    bots=["balanced", "random"],
)  # fmt: skip
FARM = {
    **dict.fromkeys(words.GOODS, 0), "vp": 9, "olive": 2, "hand": [1, 2],
    "fields": [{"card": 1, "full": True}, {"card": 2, "full": False}], "barrows": [], "helpers": [],
    "extensions": [], "roofs": [], "tokens": [1, 2, 3, 4], "rows": {}, "buildings": [4], "siesta": 2,
}  # fmt: skip
STATE = line(
    "state", phase="scoring", players=[FARM, {**FARM, "vp": 12}], market={"11": 0, "17": 0, "12": 1},
    turn_order=[1, 0],
)  # fmt: skip

PHRASE_SAMPLES: list[tuple[Line, str]] = [
    (line("building_order", buildings=[4, 1]),
     "Closed buildings, in the order in which they open: Deli and Merchant House"),
    (line("roofs", rounds=[["1.2"], ["4.4"], []]),
     "Roofs of the first round: 1.2 (gain two different harvest goods)"),
    (line("deal", 0, cards=[1, 23], delta={"silver": 1, "vp": 1, "commodity": 1}),
     "starts with Chef, Farm Servant; 1 silver, 1 vp and 1 commodity"),
    (line("draft", 0, keeps=[23]), "keeps Farm Servant"),
    (line("marker", 0, hex=12, displaced=1, removed=[{"hex": 11, "player": 2}], delta={"vp": 2}),
     "marker on hex 12 (value 3) in place of [1]'s, which removes [2]'s on hex 11: 2 vp"),
    (line("marker", 0, hex=12, displaced=None, removed=[]), "marker on hex 12 (value 3)"),
    (line("marker", 0, hex=12, displaced=None, removed=[], via="setup"), "hex 12 (value 3)"),
    (line("play_card", 0, **{"as": "field"}, card=1, discards=None), "plays Chef as a field of grapes"),
    (line("play_card", 0, **{"as": "helper"}, card=18, discards=1),
     "plays Oil Presser as a helper (food 1), discarding Chef"),
    (line("play_card", 0, **{"as": "barrow"}, card=23, discards=None),
     "plays Farm Servant as a barrow (grapes, grapes: 2 vp)"),
    (line("play_card", 0, **{"as": "extension"}, card=1, discards=None,
          pays=[{"good": "pig", "source": "den"}, {"good": "grapes", "source": "field:23"}]),
     "plays Chef as an extension (silver, den), paying pig and grapes from the field Farm Servant"),
    (line("draw", 0, cards=[1, 2], via="farm"), "draws Chef, Negotiator"),
    (line("discard", 0, cards=[1]), "discards Chef"),
    (line("reshuffle", count=12), "the 12 discarded cards become the new draw pile"),
    (line("income", 0), ""),
    (line("income", 0, delta={"silver": 2, "commodity": 1}), "2 silver and 1 commodity"),
    (line("growth", 0, fields=[1]), "grapes (Chef)"),
    (line("breeding", 0, result="none"), ""),
    (line("breeding", 0, result="born", delta={"pig": 1}), "a pig is born"),
    (line("breeding", 0, result="sold", delta={"silver": 3}), "a pig without room is sold for 3 silver"),
    (line("buy_roof", 0, roof="1.2", delta={"silver": -2, "vp": 1}),
     "buys roof 1.2 (gain two different harvest goods) for 2 silver: 1 vp"),
    (line("pass", 0, step="roof"), "buys no roof"),
    (line("sell", 0, good="olive", count=2, source="field:1", delta={"silver": 2}),
     "sells 2 olives from the field Chef for 2 silver"),
    (line("buy", 0, good="pig", count=1, delta={"silver": -5, "pig": 1}), "buys 1 pig for 5 silver"),
    (line("upgrade", 0, good="grapes", to="wine", source="den", price=3, delta={"silver": -3}),
     "upgrades grapes to wine for 3 silver"),
    (line("upgrade", 0, good="grapes", to="wine", source="den", price=0, via="die"),
     "upgrades grapes to wine for free"),
    (line("cash", 0, use="silver", delta={"silver": 4, "commodity": -1}), "cashes a commodity for 4 silver"),
    (line("cash", 0, use="draw", delta={"commodity": -1}), "cashes a commodity for a card"),
    (line("use_roof", 0, roof="4.4", flips="1.2"),
     "uses roof 4.4 (turn a roof), roof 1.2 can be used again"),
    (line("use_roof", 0, roof="1.2", delta={"olive": 1, "grain": 1}), "uses roof 1.2: 1 olive and 1 grain"),
    (line("helper", 0, card=18), "uses Oil Presser"),
    (line("helper", 0, card=18, delta={"olive": -1, "food": 1}), "Oil Presser: 1 olive for 1 food"),
    (line("helper", 0, card=18, choice="silver", delta={"vp": -1, "silver": 4}),
     "Oil Presser: silver, 1 vp for 4 silver"),
    (line("gain", 0, via="building:1", delta={"silver": 3}), "Merchant House: 3 silver"),
    (line("gain", 0, via="building:2", delta={}), ""),
    (line("pig_sold", 0, via="die", delta={"silver": 3}), "sells a pig without room for 3 silver"),
    (line("reserve", 0, space=4), "reserves revenue space 4"),
    (line("roll", 0, dice=[1, 6]), "rolls 1 6"),
    (line("take_die", 0, die=4, pick=1, choice="silver", delta={"silver": 4}), "takes a 4: 4 silver"),
    (line("take_die", 0, die=2, pick="last", choice="play"), "uses the last die, a 2: a card to play"),
    (line("remove_die", die=6), "a 6 is removed"),
    (line("token", 0, donkeys=2, hats=2), "2 (2 hats)"),
    (line("token", 0, donkeys=3, hats=1), "3 (1 hat)"),
    (line("siesta", 0, steps=2, space=4, via="donkey"), "+2 to 4"),
    (line("siesta", 0, steps=0, space=4, via="donkey"), ""),
    (line("siesta", 0, steps=1, space=5, via="die"), "moves 1 siesta step to space 5"),
    (line("turn_order", order=[1, 0]), "New turn order: [1] [0]"),
    (line("buy_extra", 0, count=2, delta={"silver": -2}), "buys 2 extra deliveries for 2 silver"),
    (line("deliver", 0, good="wine", source="den", to="building:2"), "delivers wine to Wainwright"),
    (line("deliver", 0, good="olive", source="field:1", to="barrow:2"),
     "delivers olive from the field Chef to the barrow Negotiator"),
    (line("barrow_done", 0, card=23, value=2, delta={"vp": 2, "commodity": 1}),
     "completes the barrow Farm Servant: 2 vp and 1 commodity"),
    (line("building_done", 0, building=2, first=True, opened=4, delta={"vp": 4}),
     "completes Wainwright, the first there: 4 vp; Deli opens"),
    (line("building_done", 0, building=2, first=False, opened=None, delta={"vp": 2}),
     "completes Wainwright: 2 vp"),
    (line("solo_card", card=1), "The card for the neutral markers is Chef"),
    (line("score", 0, market=4, siesta=2, delta={"vp": 6}), "4 + 2"),
    (line("roofs_revealed", roofs=["1.2"]),
     "Roofs of the next round: 1.2 (gain two different harvest goods)"),
    (line("sell_off", 0), ""),
    (line("sell_off", 0, delta={"silver": -5, "vp": 1}), "5 silver for 1 vp"),
    (line("sell_off", 0, delta={"silver": 4, "commodity": -1}), "1 commodity sold for 4 silver"),
    (line("sell_off", 0, delta={"olive": -1}), "1 olive sold for nothing"),
    (line("sell_off", 0, delta={"meat": -1, "wine": -2}), "nothing for 1 meat and 2 wine"),
    (line("sell_off", 0, delta={"silver": -3, "pig": -1, "wine": -1, "vp": 1}),
     "1 pig sold; their silver and 3 more become 1 vp; nothing for 1 wine"),
    (line("sell_off", 0, delta={"silver": 1, "pig": -2, "vp": 1}),
     "2 pigs sold; their silver becomes 1 silver and 1 vp"),
]  # fmt: skip


@pytest.mark.parametrize(("told", "text"), PHRASE_SAMPLES)
def test_phrase(told: Line, text: str) -> None:
    assert PHRASES[told["event"]](told, NAMES) == text


def test_every_event_has_a_phrase() -> None:
    laid_out = {"game", "state", "result"}  # by Readable itself
    assert set(PHRASES) == set(words.EVENTS) - laid_out == {told["event"] for told, _ in PHRASE_SAMPLES}


def rendered(
    *lines: Line, thoughts: Sequence[Thought] = (), sources: Sequence[Mapping[str, int]] = ()
) -> str:
    numbered: list[dict[str, Any]] = [{**told, "n": n} for n, told in enumerate([HEAD, *lines])]
    return "\n".join(Readable(NAMES, sources, thoughts).text(numbered))


def test_head() -> None:
    assert rendered() == (
        "La Granja, game 3 of seed 7\n"
        "Rules: standard (0123456789ab)\n"
        "Players by seat: [0] balanced, [1] random"
    )


def test_an_act_is_one_line_under_its_phase() -> None:
    text = rendered(
        line(
            "upgrade", 1, "transport", good="grapes", to="wine", source="den", price=3, delta={"silver": -3}
        ),
        line("deliver", 1, "transport", good="wine", source="den", to="building:2", via="donkey"),
        line("deliver", 1, "transport", good="wine", source="den", to="barrow:1", via="donkey"),
    )
    assert text.splitlines()[4:] == [
        "── Round 1 " + "─" * (WIDTH - len("── Round 1 ")),
        "",
        "Transport",
        "  [1] random      upgrades grapes to wine for 3 silver; delivers wine to Wainwright",
        "  [1] random      delivers wine to the barrow Chef",
    ]


def test_steps_of_all_are_side_by_side_and_nothing_is_not_told() -> None:
    text = rendered(
        line("income", 0, delta={"silver": 1}),
        line("income", 1),
        line("growth", 0, fields=[]),
        line("breeding", 0, result="none"),
    )
    assert text.splitlines()[-1] == "  Income          [0] 1 silver"


def test_reaction_of_another_player_names_it() -> None:
    text = rendered(
        line("barrow_done", 0, card=23, value=2, delta={"vp": 2}),
        line("marker", 0, hex=12, displaced=None, removed=[{"hex": 11, "player": 1}], via="barrow"),
        line("helper", 1, card=2, delta={"vp": 1}),
    )
    assert text.replace("\n" + " " * 18, " ").endswith("which removes [1]'s on hex 11; [1] Negotiator: 1 vp")


def test_long_lines_are_wrapped() -> None:
    text = rendered(line("draw", 0, cards=[1, 2, 18, 23] * 5, via="farm"))
    assert max(map(len, text.splitlines())) <= WIDTH
    assert text.splitlines()[-1].startswith(" " * 18)


def test_standings_after_a_round() -> None:
    assert rendered(STATE).splitlines()[-4:] == [
        "  player       vp silver hand  fields barrows helpers ext roofs siesta  market  built",
        "  [1] random   12      0    2  1/2          0       0   0     0      2  3       D",
        "  [0] balanced  9      0    2  1/2          0       0   0     0      2  2 4     D",
        "  in dens: [0] 2 olives  [1] 2 olives",
    ]


def test_turn_order_heads_the_round() -> None:
    later = {**line("roll", 0, "revenue", dice=[1]), "round": 2}
    assert any(
        row.startswith("── Round 2, turn order [1] [0] ─") for row in rendered(STATE, later).splitlines()
    )


def test_result_with_sources_of_vp() -> None:
    result = line("result", phase="end", players=[
        {"player": 0, "vp": 40, "silver": 1, "share": 0}, {"player": 1, "vp": 50, "silver": 4, "share": 1},
    ])  # fmt: skip
    sources = [
        {**dict.fromkeys(words.SOURCES, 0), "barrows": 40},
        {**dict.fromkeys(words.SOURCES, 0), "roofs": 50},
    ]
    assert rendered(result, sources=sources).splitlines()[-7:] == [
        "  player       vp silver share of win",
        "  [1] random   50      4            1",
        "  [0] balanced 40      1            0",
        "",
        "  vp from [1] random [0] balanced",
        "  barrows          0           40",
        "  roofs           50            0",
    ]


def test_thoughts_stand_under_the_act_that_they_led_to() -> None:
    text = rendered(
        line("roll", 0, "revenue", dice=[1]),
        line("take_die", 1, "revenue", die=4, pick=1, choice="silver", delta={"silver": 4}),
        line("take_die", 0, "revenue", die=3, pick=2, choice="silver", delta={"silver": 4}),
        thoughts=[
            Thought(2, 1, "take a 4: silver 3.20 (taken)"),
            Thought(3, 1, "be done 0.10 (taken)"),
            Thought(3, 0, "take a 3: silver 1.00 (taken)"),
        ],
    )
    assert text.splitlines()[-5:] == [
        "  [1] random      takes a 4: 4 silver",
        "                  considered by [1]: take a 4: silver 3.20 (taken)",
        "                  considered by [1]: be done 0.10 (taken)",
        "  [0] balanced    takes a 3: 4 silver",
        "                  considered by [0]: take a 3: silver 1.00 (taken)",
    ]
