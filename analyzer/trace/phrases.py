"""One line of the event log as a clause without its subject: "sells 2 grapes for 4 silver".

One table, ``PHRASES``, names the function for each event; an empty clause means that
there is nothing to tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from analyzer.scenario.words import goods_words, listed
from analyzer.trace.eventlog import Line
from analyzer.wording import words
from analyzer.wording.names import Names
from analyzer.wording.options import CASH, CHOICES

Phrase = Callable[[Line, Names], str]

UPGRADED = ("food", "wine", "meat")
PASSES = {
    "play": "plays no further card",
    "roof": "buys no roof",
    "delivery": "delivers no more",
    "extra": "makes no further extra delivery",
}


def gains(delta: Mapping[str, int]) -> str:
    return listed([goods_words(good, count) for good, count in delta.items() if count > 0])


def costs(delta: Mapping[str, int]) -> str:
    return listed([goods_words(good, -count) for good, count in delta.items() if count < 0])


def trade(delta: Mapping[str, int]) -> str:
    """What was given for what was got: "1 olive for 1 food", "2 silver", "1 vp paid"."""
    paid, got = costs(delta), gains(delta)
    if paid and got:
        return f"{paid} for {got}"
    return f"{paid} paid" if paid else got


def _delta(line: Line) -> Mapping[str, int]:
    delta: Mapping[str, int] = line.get("delta", {})
    return delta


def _with(text: str, detail: str) -> str:
    return f"{text}: {detail}" if detail else text


def _from(source: str, names: Names) -> str:
    return "" if source == "den" else f" from the field {names.card(int(source.removeprefix('field:')))}"


def _building_order(line: Line, names: Names) -> str:
    closed = listed([names.building(building) for building in line["buildings"]])
    return f"Closed buildings, in the order in which they open: {closed}" if closed else ""


def _roofs(line: Line, names: Names) -> str:
    """Those that lie face up; the others are told when they are revealed."""
    return f"Roofs of the first round: {names.roof_list(line['rounds'][0])}"


def _deal(line: Line, names: Names) -> str:
    return f"starts with {names.card_list(line['cards'])}; {gains(_delta(line))}".removesuffix("; ")


def _draft(line: Line, names: Names) -> str:
    return f"keeps {names.card_list(line['keeps'])}"


def _marker(line: Line, names: Names) -> str:
    if line.get("via") == "setup":
        return f"hex {line['hex']} (value {names.hexes[line['hex']]})"
    text = f"marker on hex {line['hex']} (value {names.hexes[line['hex']]})"
    if line["displaced"] is not None:
        text += f" in place of [{line['displaced']}]'s"
    if line["removed"]:
        text += ", which removes " + listed(
            [f"[{marker['player']}]'s on hex {marker['hex']}" for marker in line["removed"]]
        )
    return _with(text, trade(_delta(line)))


def _play_card(line: Line, names: Names) -> str:
    text = f"plays {names.use(line['card'], line['as'])}"
    if line.get("pays"):
        text += ", paying " + listed([pay["good"] + _from(pay["source"], names) for pay in line["pays"]])
    if line.get("discards") is not None:
        text += f", discarding {names.card(line['discards'])}"
    return text


def _draw(line: Line, names: Names) -> str:
    return f"draws {names.card_list(line['cards'])}" if line["cards"] else ""


def _discard(line: Line, names: Names) -> str:
    return f"discards {names.card_list(line['cards'])}"


def _reshuffle(line: Line, _names: Names) -> str:
    return f"the {line['count']} discarded cards become the new draw pile"


def _gain(line: Line, names: Names) -> str:
    got = trade(_delta(line))
    return got and _with(names.cause(line.get("via")), got)


def _growth(line: Line, names: Names) -> str:
    return listed([f"{names.field_good(card)} ({names.card(card)})" for card in line["fields"]])


def _breeding(line: Line, _names: Names) -> str:
    return {"born": "a pig is born", "lost": "a pig is lost for want of room", "none": ""}.get(
        line["result"], f"a pig without room is sold for {gains(_delta(line))}"
    )


def _buy_roof(line: Line, names: Names) -> str:
    delta = _delta(line)
    return _with(f"buys roof {names.roof(line['roof'])} for {-delta.get('silver', 0)} silver", gains(delta))


def _pass(line: Line, _names: Names) -> str:
    return PASSES[line["step"]]


def _sell(line: Line, names: Names) -> str:
    return (
        f"sells {goods_words(line['good'], line['count'])}{_from(line['source'], names)}"
        f" for {line.get('delta', {}).get('silver', 0)} silver"
    )


def _buy(line: Line, _names: Names) -> str:
    return f"buys {goods_words(line['good'], line['count'])} for {-line['delta'].get('silver', 0)} silver"


def _upgrade(line: Line, names: Names) -> str:
    price = "for free" if line.get("via") or not line["price"] else f"for {line['price']} silver"
    return f"upgrades {line['good']}{_from(line['source'], names)} to {line['to']} {price}"


def _cash(line: Line, _names: Names) -> str:
    got = gains(_delta(line)) or CASH[line["use"]]
    return f"cashes a commodity for {got}"


def _use_roof(line: Line, names: Names) -> str:
    gained = trade(_delta(line))
    text = f"uses roof {line['roof']}: {gained}" if gained else f"uses roof {names.roof(line['roof'])}"
    return text + _flips(line)


def _helper(line: Line, names: Names) -> str:
    details = [CHOICES[line["choice"]]] if "choice" in line else []
    details += [text] if (text := trade(_delta(line))) else []
    name = names.card(line["card"])
    return (f"{name}: {', '.join(details)}" if details else f"uses {name}") + _flips(line)


def _flips(line: Line) -> str:
    return f", roof {line['flips']} can be used again" if "flips" in line else ""


def _pig_sold(line: Line, _names: Names) -> str:
    return f"sells a pig without room for {gains(_delta(line)) or 'nothing'}"


def _reserve(line: Line, _names: Names) -> str:
    return f"reserves revenue space {line['space']}"


def _roll(line: Line, _names: Names) -> str:
    return "rolls " + " ".join(str(die) for die in line["dice"])


def _take_die(line: Line, _names: Names) -> str:
    verb = "uses the last die, a" if line["pick"] == "last" else "takes a"
    return _with(f"{verb} {line['die']}", trade(_delta(line)) or CHOICES[line["choice"]])


def _remove_die(line: Line, _names: Names) -> str:
    return f"a {line['die']} is removed"


def _token(line: Line, _names: Names) -> str:
    return f"{line['donkeys']} ({words.counted(line['hats'], 'hat')})"


def _siesta(line: Line, _names: Names) -> str:
    if line.get("via") == "donkey":
        return f"+{line['steps']} to {line['space']}" if line["steps"] else ""
    steps = "step" if line["steps"] == 1 else "steps"
    return f"moves {line['steps']} siesta {steps} to space {line['space']}"


def _turn_order(line: Line, _names: Names) -> str:
    return "New turn order: " + " ".join(f"[{seat}]" for seat in line["order"])


def _buy_extra(line: Line, _names: Names) -> str:
    deliveries = "1 extra delivery" if line["count"] == 1 else f"{line['count']} extra deliveries"
    return f"buys {deliveries} for {-_delta(line).get('silver', 0)} silver"


def _deliver(line: Line, names: Names) -> str:
    kind, number = line["to"].split(":")
    place = names.building(int(number)) if kind == "building" else f"the barrow {names.card(int(number))}"
    return f"delivers {line['good']}{_from(line['source'], names)} to {place}"


def _barrow_done(line: Line, names: Names) -> str:
    return _with(f"completes the barrow {names.card(line['card'])}", gains(_delta(line)))


def _building_done(line: Line, names: Names) -> str:
    first = ", the first there" if line["first"] else ""
    opened = f"; {names.building(line['opened'])} opens" if line["opened"] is not None else ""
    return _with(f"completes {names.building(line['building'])}{first}", gains(_delta(line))) + opened


def _solo_card(line: Line, names: Names) -> str:
    return f"The card for the neutral markers is {names.card(line['card'])}"


def _score(line: Line, _names: Names) -> str:
    return f"{line['market']} + {line['siesta']}"


def _roofs_revealed(line: Line, names: Names) -> str:
    return "Roofs of the next round: " + names.roof_list(line["roofs"])


def _sell_off(line: Line, _names: Names) -> str:
    """The sale, and what became of its silver (E1, E2); upgraded goods earn none."""
    delta = _delta(line)
    money = {good: delta.get(good, 0) for good in ("silver", "vp")}
    idle = costs({good: count for good, count in delta.items() if good in UPGRADED})
    sold = costs({good: count for good, count in delta.items() if good not in (*UPGRADED, *money)})
    if not sold:
        told = trade(money)
    elif not money["vp"]:
        told = f"{sold} sold for {gains(money) or 'nothing'}"
    elif money["silver"] < 0:
        told = f"{sold} sold; their silver and {-money['silver']} more become {money['vp']} vp"
    else:
        told = f"{sold} sold; their silver becomes {gains(money)}"
    return "; ".join(filter(None, [told, idle and f"nothing for {idle}"]))


def _income(line: Line, _names: Names) -> str:
    return trade(_delta(line))


PHRASES: dict[str, Phrase] = {
    "building_order": _building_order,
    "roofs": _roofs,
    "deal": _deal,
    "draft": _draft,
    "marker": _marker,
    "play_card": _play_card,
    "draw": _draw,
    "discard": _discard,
    "reshuffle": _reshuffle,
    "income": _income,
    "growth": _growth,
    "breeding": _breeding,
    "buy_roof": _buy_roof,
    "pass": _pass,
    "sell": _sell,
    "buy": _buy,
    "upgrade": _upgrade,
    "cash": _cash,
    "use_roof": _use_roof,
    "helper": _helper,
    "gain": _gain,
    "pig_sold": _pig_sold,
    "reserve": _reserve,
    "roll": _roll,
    "take_die": _take_die,
    "remove_die": _remove_die,
    "token": _token,
    "siesta": _siesta,
    "turn_order": _turn_order,
    "buy_extra": _buy_extra,
    "deliver": _deliver,
    "barrow_done": _barrow_done,
    "building_done": _building_done,
    "solo_card": _solo_card,
    "score": _score,
    "roofs_revealed": _roofs_revealed,
    "sell_off": _sell_off,
}
