"""The options of a question as objects with words and fields, made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from analyzer.functions.farm import Farm
from analyzer.functions.things import Barrow, Row
from analyzer.functions.view import View
from analyzer.scenario.vocabulary import RESOURCES
from analyzer.wording import options as wording
from analyzer.wording import words
from analyzer.wording.options import PASS_DELIVERY, TARGET_BUILDING, OptionWords, act_of
from cext.types import Act, Decision

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """One option; what a field stands for depends on ``kind``, those that don't apply are None.

    ``index``: its place in the list, what a function returns to take it.  ``source``: "den" or "field".
    ``target``: the own barrow or row of a delivery.  ``price``: silver paid, or got for a sale.
    """

    index: int
    kind: str
    card: int | None = None
    placement: str | None = None
    good: str | None = None
    source: str | None = None
    target: Barrow | Row | None = None
    price: int | None = None
    die: int | None = None
    choice: str | None = None
    hex: int | None = None
    value: int | None = None
    donkeys: int | None = None
    hats: int | None = None
    roof: str | None = None
    count: int | None = None
    _words: Callable[[], str] = field(default=str, repr=False, compare=False)

    @property
    def text(self) -> str:
        """The option in words, such as "take a 4: silver"."""
        return self._words()

    def __str__(self) -> str:
        return self.text


class Options(Sequence[Option]):
    """The options of one question, in a fixed order."""

    def __init__(self, view: View, kind: int, raw: Sequence[int]) -> None:
        self._view, self._kind, self._raw = view, kind, tuple(raw)
        self._made: dict[int, Option] = {}

    def __len__(self) -> int:
        return len(self._raw)

    @overload
    def __getitem__(self, place: int) -> Option: ...
    @overload
    def __getitem__(self, place: slice) -> list[Option]: ...
    def __getitem__(self, place: int | slice) -> Option | list[Option]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        index = range(len(self))[place]
        if index not in self._made:
            self._made[index] = self._make(index)
        return self._made[index]

    def __iter__(self) -> Iterator[Option]:
        return (self[place] for place in range(len(self)))

    def __repr__(self) -> str:
        return f"<Options: {'; '.join(option.text for option in self)}>"

    def _make(self, index: int) -> Option:
        raw = self._raw[index]
        fields: Fields = {"kind": self._view.question} | FIELDS[self._kind](self._view, raw)
        return Option(index, _words=lambda: option_text(self._view, self._kind, raw), **fields)


def option_text(view: View, kind: int, raw: int) -> str:
    """One option in words."""
    if kind == Decision.DECISION_ACT and raw == Act.ACT_MAIN:
        return MAIN_ACTS.get(view.step, "go on")
    me = view.me
    farm = wording.Farm([roof.id for roof in me.roofs], [helper.card.number for helper in _actions(me)])
    return OptionWords(view._book.names, {view.seat: farm}).option(view.seat, kind, raw)


MAIN_ACTS = {
    "play": "play a card",
    "income": "take the income",
    "growth": "let the fields grow and the pigs breed",
    "roof": "buy a roof",
    "die": "take a die",
    "last_die": "use the last die",
    "deliver": "make a delivery",
    "extra": "buy extra deliveries",
}


def _actions(farm: Farm) -> list[Any]:
    return [helper for helper in farm.helpers if helper.card.trigger == "action"]


def _act(view: View, raw: int) -> Fields:
    act, place = act_of(raw)
    make = ACTS.get(act)
    if make is not None:
        return make(view.me, place)
    return {"kind": PLAIN_ACTS[act]}


PLAIN_ACTS = {
    Act.ACT_MAIN: "main",
    Act.ACT_GRANT_PLAY: "granted_play",
    Act.ACT_GRANT_UPGRADE: "granted_upgrade",
    Act.ACT_GRANT_DELIVERY: "granted_delivery",
    Act.ACT_DONE: "done",
}


def _trade(kind: str, source: str | None) -> Callable[[Farm, int], Fields]:
    def fields(me: Farm, place: int) -> Fields:
        prices = {"sell": me.sell_price, "buy": me.buy_price, "upgrade": me.upgrade_price}[kind]
        good = RESOURCES[place]
        return {"kind": kind, "good": good, "source": source, "price": prices[good]}

    return fields


ACTS: dict[Act, Callable[[Farm, int], Fields]] = {
    Act.ACT_SELL: _trade("sell", "den"),
    Act.ACT_SELL_FIELD: _trade("sell", "field"),
    Act.ACT_BUY: _trade("buy", None),
    Act.ACT_UPGRADE: _trade("upgrade", "den"),
    Act.ACT_UPGRADE_FIELD: _trade("upgrade", "field"),
    Act.ACT_CASH: lambda _me, place: {"kind": "cash", "choice": words.CASH_USES[place]},
    Act.ACT_ROOF: lambda me, place: {"kind": "use_roof", "roof": me.roofs[place].id},
    Act.ACT_HELPER: lambda me, place: {"kind": "use_helper", "card": _actions(me)[place].card.number},
}


def _source(from_field: int) -> str:
    return "field" if from_field else "den"


def _number(_view: View, raw: int) -> Fields:
    return {"card": raw + 1}


def _good(_view: View, raw: int) -> Fields:
    return {"good": words.GOODS[raw]}


def _card(_view: View, raw: int) -> Fields:
    card, placement = divmod(raw, len(words.PLACEMENTS))
    return {"card": card + 1, "placement": words.PLACEMENTS[placement]}


def _pay(_view: View, raw: int) -> Fields:
    return {"good": words.GOODS[raw // 2], "source": _source(raw % 2)}


def _upgrade(_view: View, raw: int) -> Fields:
    return {"good": RESOURCES[raw // 2], "source": _source(raw % 2), "price": 0}


def _delivery(view: View, raw: int) -> Fields:
    if raw == PASS_DELIVERY:
        return {"kind": "pass"}
    good, target = divmod(raw, 256)
    if target >= TARGET_BUILDING:
        to: Barrow | Row = view.me.rows[words.BUILDINGS[target - TARGET_BUILDING]]
    else:
        to = next(barrow for barrow in view.me.barrows if barrow.card.number == target + 1)
    return {"good": words.GOODS[good // 2], "source": _source(good % 2), "target": to}


def _token(view: View, raw: int) -> Fields:
    token = view._book.tokens[raw]
    return {"donkeys": token.donkeys, "hats": token.hats}


def _fire(view: View, raw: int) -> Fields:
    assert view.helper is not None
    return {"kind": "use_helper" if raw else "decline", "card": view.helper.number}


FIELDS: dict[int, Callable[[View, int], Fields]] = {
    Decision.DECISION_DRAFT: _number,
    Decision.DECISION_ACT: _act,
    Decision.DECISION_CARD: _card,
    Decision.DECISION_DISCARD_OLD: _number,
    Decision.DECISION_PAY: _pay,
    Decision.DECISION_COST: _good,
    Decision.DECISION_HARVEST: _good,
    Decision.DECISION_DISCARD: _number,
    Decision.DECISION_ROOF: lambda view, raw: {"roof": words.roof_id(raw), "price": view.me.roof_price},
    Decision.DECISION_DIE: lambda _view, raw: {"die": raw // 16, "choice": words.CHOICES[raw % 16]},
    Decision.DECISION_REVENUE: lambda _view, raw: {"choice": words.CHOICES[raw]},
    Decision.DECISION_UPGRADE: _upgrade,
    Decision.DECISION_TOKEN: _token,
    Decision.DECISION_DELIVERY: _delivery,
    Decision.DECISION_HEX: lambda view, raw: {"hex": raw, "value": view.market[raw].value},
    Decision.DECISION_FIRE: _fire,
    Decision.DECISION_RESERVE: lambda _view, raw: {"die": raw},
    Decision.DECISION_EXTRA: lambda view, raw: {"count": raw, "price": raw * view.me.extra_price},
    Decision.DECISION_FLIP: lambda view, raw: {"roof": view.me.roofs[raw].id},
    Decision.DECISION_PLAY_OR_DRAW: lambda _view, raw: {"kind": "draw" if raw else "play"},
}
