"""For the referee's own tests: the standard values as a `game` line states them, and the tables."""

from __future__ import annotations

from typing import Any

from .__main__ import STANDARD, read_table
from .lines import Line
from .setup import OPTIONS

TREE: dict[str, Any] = {
    "rounds": 6,
    "setup": {
        "start": {"silver": 1, "vp": 1, "commodity": 1},
        "cards": 4,
        "order_markers": 3,
    },
    "donkeys": {
        "tokens": [{"donkeys": donkeys, "hats": 4 - donkeys} for donkeys in (1, 2, 3, 4)],
        "back_before_round": 4,
    },
    "dice": {"per_player": 2, "extra": 1, "solo": 5},
    "prices": {
        "sell": {"olive": 1, "grain": 1, "grapes": 2, "pig": 3},
        "buy": {"olive": 3, "grain": 3, "grapes": 4, "pig": 5},
        "upgrade": {"olive": 2, "grain": 2, "grapes": 3, "pig": 4},
    },
    "cash": {"silver": 4, "harvest": 2, "upgrades": 2},
    "farm": {
        "plays": 1,
        "plays_first_round": 2,
        "max_barrows": 3,
        "max_helpers": 3,
        "hand_limit": 3,
        "hand_per_extension": 1,
        "pig_spaces": 2,
        "breeding_pigs": 2,
    },
    "income": {"silver_icon": 1},
    "extension": {"den": 1, "delivery": 1},
    "roofs": {"max": 5, "price": [1, 2, 3, 4, 5, 6], "vp": [0, 1, 2, 3, 4], "sixth_vp": 3},
    "revenue": {"4": {"silver": 4}, "6": {"silver": 2}, "5": {"upgrades": 2, "siesta": 2}},
    "transport": {"extra_price": 1, "extra_limit": 1},
    "barrow": {"commodity": 1},
    "market": {"removal_vp": 1},
    "buildings": {
        "first_vp": 1,
        "order_vp": 1,
        "round_vp": [1, 2, 3, 4, 5, 6],
        "merchant_house": {"at_once": 3, "income": 3},
        "wainwright": {"hats": 1, "donkeys": 1},
        "village_store": {"at_once": 2, "lasting": 2},
        "deli": {"at_once": 1, "income": 1},
        "greengrocer": {"at_once": 1, "income": 1},
        "butcher": {"at_once": 1, "lasting": 1},
    },
    "scoring": {"marker_vp": 1},
    "siesta": {"vp": [0, 0, 1, 1, 2, 2, 3]},
    "end": {"commodity_price": 4, "silver_per_vp": 5},
    "solo": {"first_space": 3},
}
ROWS = {
    "merchant_house": ["silver"] * 6,
    "wainwright": ["food", "wine", "meat"],
    "village_store": ["olive", "grain", "grapes", "silver", "pig"],
    "deli": ["commodity"] * 3,
    "greengrocer": ["olive", "olive", "grain", "grain", "grapes", "grapes"],
    "butcher": ["pig"] * 3,
}
DECK, MARKET, ROOFS = (read_table(STANDARD / f"{name}.csv") for name in ("deck", "market", "roofs"))


def flat(tree: Any, path: str = "") -> dict[str, Any]:
    if not isinstance(tree, (dict, list)):
        return {path: tree}
    items = tree.items() if isinstance(tree, dict) else enumerate(tree)
    found: dict[str, Any] = {}
    for key, value in items:
        found.update(flat(value, f"{path}.{key}" if path else str(key)))
    return found


def game_line(players: int, options: dict[str, str] | None = None, **values: Any) -> Line:
    """A `game` line; in the names of `values` two underscores stand for a dot."""
    rows = {f"buildings.{name}.row": row for name, row in ROWS.items()}
    changed = {path.replace("__", "."): value for path, value in values.items()}
    return {
        "n": 0,
        "round": 0,
        "phase": "setup",
        "event": "game",
        "rule_set": "standard",
        "rules_hash": "",
        "options": {**{name: words[0] for name, words in OPTIONS.items()}, **(options or {})},
        "values": {**flat(TREE), **rows, **changed},
        "players": players,
        "seed": 1,
        "game": 0,
        "bots": ["dull"] * players,
    }
