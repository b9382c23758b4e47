"""The derived parts of GameC, counted again from what they are derived from.

Each function yields sentences about what doesn't fit; none if the state is sound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from cext.types import Effect, Good, Modifier, Size, Trigger
from tests.property.setups import Setup

NOBODY = 255
RESOURCES = range(Good.GOOD_OLIVE, Good.GOOD_OLIVE + Size.N_RESOURCES)
HARVEST = range(Good.GOOD_OLIVE, Good.GOOD_OLIVE + Size.N_HARVEST)
PRICES = ((Modifier.MODIFIER_BUY_DISCOUNT, "buy"), (Modifier.MODIFIER_UPGRADE_DISCOUNT, "upgrade"))


def bits(masks: Iterable[Any]) -> list[int]:
    """The set bits of 64-bit masks in a row, ascending."""
    mask = sum(int(part) << (64 * place) for place, part in enumerate(masks))
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def members(struct: Any, name: str) -> list[int]:
    """The used part of a list whose length is kept in ``n_<name>``."""
    return list(struct[name][: int(struct[f"n_{name}"])].tolist())


def faults(setup: Setup, state: np.ndarray) -> list[str]:
    """Everything that doesn't fit."""
    rules = setup.rules
    board, seats = state["board"], state["seats"]
    found = [*cards(rules, board, seats), *market(rules, seats, board), *middle(rules, board, seats)]
    for seat in range(setup.players):
        farm = seats[seat]
        for check in (goods, fields, helpers, deliveries, places):
            found.extend(f"seat {seat}: {fault}" for fault in check(rules, board, farm))
    return found


def differ(what: str, found: Any, expected: Any) -> Iterator[str]:
    if found != expected:
        yield f"{what}: {found}, not {expected}"


def cards(rules: np.ndarray, board: Any, seats: np.ndarray) -> Iterator[str]:
    """Every card of the deck lies in exactly one place."""
    lie = bits(board["pile"]) + bits(board["discards"])
    yield from differ("pile", int(board["n_pile"]), len(bits(board["pile"])))
    yield from differ("discards", int(board["n_discards"]), len(bits(board["discards"])))
    for farm in seats:
        for name in ("hand", "fields", "extensions"):
            yield from differ(name, int(farm[f"n_{name}"]), len(bits(farm[name])))
            lie += bits(farm[name])
        lie += members(farm, "barrows") + members(farm, "helpers")
    yield from differ("places of cards", sorted(lie), bits(rules["deck"]))


def market(rules: np.ndarray, seats: np.ndarray, board: Any) -> Iterator[str]:
    """At most one marker a hex, on open hexes only."""
    markers = [hexagon for farm in seats for hexagon in bits([farm["markers"]])]
    yield from differ("hexes with markers", sorted(markers), bits([board["occupied"]]))
    yield from differ("markers on closed hexes", set(markers) - set(bits([rules["market"]["open"]])), set())


def middle(rules: np.ndarray, board: Any, seats: np.ndarray) -> Iterator[str]:
    """Buildings, dice, roofs, turn order, the track."""
    n_seats = int(board["n_seats"])
    closed = members(board, "closed")
    yield from differ("buildings", sorted(closed + bits([board["open"]])), list(range(Size.N_BUILDINGS)))
    finishers = Counter(building for farm in seats for building in bits([farm["done"]]))
    yield from differ(
        "finishers", board["finishers"].tolist(), [finishers[i] for i in range(Size.N_BUILDINGS)]
    )
    # Numbers 1 to 6; place 0 and those beyond 6 stay empty.
    yield from differ("dice", int(board["dice"][1:7].sum()), int(board["dice"].sum()))
    if board["round"] > 0:
        yield from differ("dice left", int(board["dice"].sum()), int(board["n_dice"]))
    yield from differ("turn order", sorted(board["order"][:n_seats].tolist()), list(range(n_seats)))
    roofs = [roof for farm in seats for roof in members(farm, "roofs")] + members(board, "face_up")
    yield from differ("roofs in two places", [roof for roof, n in Counter(roofs).items() if n > 1], [])
    per_round = n_seats if n_seats > 1 else 2
    drawn = {int(board["roof_draw"][r * 4 + i]) for r in range(Size.N_ROUNDS) for i in range(per_round)}
    yield from differ("roofs that are not in the game", set(roofs) - drawn, set())
    top = int(rules["v"]["track_top"])
    yield from differ("discs beyond the track", [s for s in seats["space"].tolist() if s > top], [])
    yield from differ("discs on one another", len(set(seats["stamp"][:n_seats].tolist())), n_seats)


def goods(rules: np.ndarray, _board: Any, farm: Any) -> Iterator[str]:
    """No negative count; the masks of what there is; vp by source sum to vp (section 12)."""
    have = farm["have"].tolist()
    yield from differ("negative counts", [count for count in have if count < 0], [])
    yield from differ("den", bits([farm["den"]]), [good for good, count in enumerate(have) if count > 0])
    yield from differ("vp by source", int(farm["vp_by"].sum()), have[Good.GOOD_VP])
    start = int(rules["v"]["start"][Good.GOOD_VP])
    yield from differ("vp at the start", int(farm["vp_by"][0]), start)
    yield from differ("bought and sold in a turn (A9)", int(farm["bought"]) & int(farm["sold"]), 0)


def fields(rules: np.ndarray, _board: Any, farm: Any) -> Iterator[str]:
    full = bits(farm["full"])
    yield from differ("full cards that are no fields", set(full) - set(bits(farm["fields"])), set())
    kinds = Counter(int(rules["cards"][card]["field"]) for card in full)
    counts = [kinds[good] for good in HARVEST]
    yield from differ("n_full", farm["n_full"].tolist(), counts)
    yield from differ("full_kinds", bits([farm["full_kinds"]]), [k for k in range(3) if counts[k]])


def helpers(rules: np.ndarray, _board: Any, farm: Any) -> Iterator[str]:
    """Modifiers, prices and triggers from the helpers; the limits on farms (F2, F8)."""
    v = rules["v"]
    own = [rules["cards"][card] for card in members(farm, "helpers")]
    modifiers = [0] * len(farm["modifiers"])
    for card in own:
        if card["trigger"] == Trigger.TRIGGER_STATIC:
            for effect, count in zip(members(card, "effects"), card["counts"].tolist(), strict=False):
                modifiers[effect - Effect.EFFECT_UPGRADE_DISCOUNT] += count
    yield from differ("modifiers", farm["modifiers"].tolist(), modifiers)
    yield from differ("triggers", set(bits([farm["triggers"]])), {int(card["trigger"]) for card in own})
    actions = sum(1 for card in own if card["trigger"] == Trigger.TRIGGER_ACTION)
    yield from differ("n_actions", int(farm["n_actions"]), actions)
    prices = [max(0, price - modifiers[m]) for m, kind in PRICES for price in v[kind].tolist()]
    yield from differ("prices", list(int(farm["prices"]).to_bytes(8, "little")), prices)
    yield from differ("too many helpers", max(0, len(own) - int(v["max_helpers"])), 0)
    yield from differ("too many barrows", max(0, int(farm["n_barrows"]) - int(v["max_barrows"])), 0)
    ready = [card for card in bits(farm["used"]) if card in members(farm, "helpers")]
    yield from differ("used without 1x", [card for card in ready if not rules["cards"][card]["once"]], [])
    yield from differ("used roofs", [r for r in bits([farm["roofs_used"]]) if r >= farm["n_roofs"]], [])


def deliveries(rules: np.ndarray, board: Any, farm: Any) -> Iterator[str]:
    """What barrows and rows still take (T5, C1)."""
    need: set[int] = set()
    for card in members(farm, "barrows"):
        row = rules["cards"][card]
        filled = bits([board["delivered"][card]])
        wanted = {int(row["barrow_goods"][i]) for i in range(row["barrow_length"]) if i not in filled}
        yield from differ(f"barrow {card + 1} wants", set(bits([board["wanted"][card]])), wanted)
        yield from differ(f"barrow {card + 1} is full and not done", not wanted, False)
        need |= wanted
    done = bits([farm["done"]])
    yield from differ("buildings done", int(farm["buildings_done"]), len(done))
    yield from differ("lasting effects of others (C3)", set(bits([farm["lasting"]])) - set(done), set())
    for building in range(Size.N_BUILDINGS):
        left = farm["row_need"][building * 10 : building * 10 + 10].tolist()
        kinds = {good for good, count in enumerate(left) if count}
        yield from differ(f"row {building + 1}", int(farm["row_left"][building]), sum(left))
        yield from differ(f"kinds of row {building + 1}", set(bits([farm["row_kinds"][building]])), kinds)
        yield from differ(f"building {building + 1} done", building in done, not kinds)
        if building in bits([board["open"]]):
            need |= kinds
        full = rules["v"]["row_need"][building * 10 : building * 10 + 10].tolist()
        yield from differ(
            f"row {building + 1} takes", [good for good in kinds if left[good] > full[good]], []
        )
    yield from differ("need", set(bits([farm["need"]])), need)


def places(rules: np.ndarray, _board: Any, farm: Any) -> Iterator[str]:
    """Extensions' icons, donkey tokens, markers in use (S12)."""
    icons = sum(
        (rules["cards"][card]["icons"].astype(int) for card in bits(farm["extensions"])), np.zeros(3, int)
    )
    yield from differ("icons", farm["icons"].tolist(), icons.tolist())
    tokens = bits([farm["tokens"]])
    yield from differ("tokens", [t for t in tokens if t >= rules["v"]["n_tokens"]], [])
    yield from differ("chosen token is out", farm["token"] != NOBODY and int(farm["token"]) in tokens, False)
    in_use = len(bits([farm["markers"]])) + int(farm["buildings_done"])
    yield from differ("most markers (S12)", max(in_use, int(farm["peak_markers"])), int(farm["peak_markers"]))
