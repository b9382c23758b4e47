"""Tables to play at: rule sets with changed numbers and options, bots, seats and seeds."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from hypothesis import reject
from hypothesis import strategies as st

from analyzer.scenario import RuleSet, ScenarioErrors, to_arrays
from analyzer.scenario.draft import Draft, override, standard_draft
from analyzer.scenario.problems import Problems
from analyzer.scenario.restriction_menu import MENU, SLOTS, Form
from analyzer.scenario.restrictions import tell
from analyzer.scenario.rule_set import build_rule_set
from analyzer.scenario.spec import LISTS, NUMBERS, OPTIONS, ROWS, TOKENS
from analyzer.trace.eventlog import Decoder, Line
from analyzer.trace.snapshot import snapshots
from cext import core
from cext.types import Decision, Policy
from tests.referee import check_game

Changes = dict[str, Any]
POLICIES = (Policy.POLICY_RANDOM, Policy.POLICY_NOVICE, Policy.POLICY_BALANCED)
SEARCHED = (Decision.DECISION_CARD, Decision.DECISION_DIE, Decision.DECISION_TOKEN, Decision.DECISION_HEX)
USUAL = 12
"""Most numbers stay at or below this; a few go to the end of their range."""
CHEAPEST_PURCHASE = 2
"""Below it a kind could be had for nothing, with a buy_discount (A10)."""


class Setup:
    """Rules, bots and seats, ready for any seed; shown as the call that makes it."""

    def __init__(
        self, changes: Changes, draft: Draft, rule_set: RuleSet, bots: np.ndarray, seats: Sequence[int]
    ):
        self.changes = changes
        self.seats = tuple(seats)
        self.rule_set = rule_set
        self.rules = to_arrays(rule_set, self.players)
        self.bots = bots
        self.tables = {
            name: [{column: row.cell(column).text for column in table.columns} for row in table.rows]
            for name, table in draft.tables.items()
        }

    def __repr__(self) -> str:
        shown = ", ".join(
            f"bot({row['policy']}, {TOLD[row['restrictions'].tobytes()]}, **{_weights(row)})"
            for row in self.bots
        )
        return f"setup_of({self.players}, {self.changes}, np.concatenate([{shown}]), {self.seats})"

    @property
    def players(self) -> int:
        return len(self.seats)

    def table(self, seed: int, block: int = 0) -> core.Table:
        """A table before its first stretch."""
        return core.Table(self.rules, self.bots, self.seats, seed, block, 1 << 18)

    def log(self, table: core.Table) -> list[Line]:
        """The table's event log as it is read from a file."""
        head = {
            "rule_set": "changed",
            "rules_hash": self.rule_set.hash,
            "options": self.rule_set.options,
            "values": self.rule_set.values,
            "players": self.players,
            "seed": 0,
            "game": 0,
            "bots": [f"bot {bot}" for bot in self.seats],
        }
        lines = Decoder(head, snapshots(self.rules)).lines(table.words)
        return [json.loads(json.dumps(line)) for line in lines]

    def problems(self, table: core.Table) -> list[str]:
        """What the referee finds wrong with the table's game."""
        return check_game(self.log(table), self.tables["deck"], self.tables["market"], self.tables["roofs"])


@cache
def _standard() -> Draft:
    problems = Problems()
    draft = standard_draft(problems)
    problems.raise_if_any()
    return draft


def setup_of(
    players: int, changes: Changes | None = None, bots: np.ndarray | None = None, seats: Sequence[int] = ()
) -> Setup:
    """The standard rules with changes by path. Raises ScenarioErrors if the loader refuses them."""
    problems = Problems()
    draft = copy.deepcopy(_standard())
    override(draft, changes or {}, "changes", problems)
    rule_set = build_rule_set(draft, "changed", players, problems)
    problems.raise_if_any()
    assert rule_set is not None
    bots = bot(Policy.POLICY_RANDOM) if bots is None else bots
    return Setup(changes or {}, draft, rule_set, bots, tuple(seats) or (0,) * players)


TOLD: dict[bytes, tuple[str, ...]] = {}
"""The sentences behind a bot's restrictions, to show them."""


def bot(policy: int, told: tuple[str, ...] = (), **weights: int) -> np.ndarray:
    """One bot; weights in thousandths, the others as they are by default; told: its restrictions.

    Few playouts if it searches.
    """
    row = np.zeros(1, core.BOT_DTYPE)
    row["policy"] = policy
    if policy == Policy.POLICY_SEARCH:
        row["playouts"] = 1
        row["choices"] = sum(1 << kind for kind in SEARCHED)
    for index, weight in enumerate(core.WEIGHTS):
        row["weights"][0].reshape(3, -1)[:, index] = weights.get(weight.name, weight.default)
    tell(row["restrictions"][0], told)
    TOLD[row["restrictions"][0].tobytes()] = told
    return row


def _weights(row: np.void) -> dict[str, int]:
    """A bot's weights that are not the default ones."""
    weights = zip(core.WEIGHTS, row["weights"].reshape(3, -1).T.tolist(), strict=False)
    return {weight.name: values[0] for weight, values in weights if values != [weight.default] * 3}


def _number(path: str) -> st.SearchStrategy[int]:
    entry = NUMBERS[path]
    low = max(entry.low, CHEAPEST_PURCHASE) if path.startswith("prices.buy.") else entry.low
    usual = st.integers(low, max(low, min(entry.high, USUAL)))
    return usual | st.just(entry.high) if path in BOUNDLESS else usual


BOUNDLESS = [path for path in NUMBERS if path.partition(".")[0] in ("farm", "transport", "dice", "end")]
GOODS = ["silver", "vp", "olive", "grain", "grapes", "pig", "food", "wine", "meat", "commodity"]
TOKEN = st.fixed_dictionaries({"donkeys": st.integers(0, 6), "hats": st.integers(0, 6)})
ROOF_EFFECTS = [
    "pig 2",
    "delivery 2",
    "draw_card 2",
    "play_card 1",
    "siesta 3 + silver 1",
    "wine 1",
    "upgrade 3",
]
CELLS: dict[str, st.SearchStrategy[Any]] = {
    **{f"deck.{card}.barrow_value": st.integers(2, 6) for card in range(1, 67, 5)},
    **{f"roof_tiles.{r}.{slot}.effect": st.sampled_from(ROOF_EFFECTS) for r in (1, 2) for slot in (1, 2)},
    **{f"hexes.{number}.four_players_only": st.sampled_from(["yes", "no"]) for number in range(4, 30, 3)},
}
PATHS: dict[str, st.SearchStrategy[Any]] = {
    **{path: _number(path) for path in NUMBERS},
    **{path: st.sampled_from(option.words) for path, option in OPTIONS.items()},
    **{
        path: st.lists(st.integers(0, USUAL), min_size=max(known.shortest, 6), max_size=known.longest)
        for path, known in LISTS.items()
    },
    **{path: st.lists(st.sampled_from(GOODS), min_size=1, max_size=8) for path in ROWS},
    TOKENS: st.lists(TOKEN, min_size=3, max_size=6),
    **CELLS,
}


@st.composite
def changes(draw: st.DrawFn) -> Changes:
    """Every option drawn, up to eight other numbers, lists, rows or cells within their ranges."""
    paths = draw(st.lists(st.sampled_from(sorted(PATHS)), max_size=8, unique=True))
    return {path: draw(PATHS[path]) for path in [*OPTIONS, *(path for path in paths if path not in OPTIONS)]}


IN_SLOTS: dict[str, st.SearchStrategy[Any]] = {
    **{slot: st.sampled_from(list(known.words)) for slot, known in SLOTS.items() if known.words},
    "CARD": st.integers(1, 66),
    "ROUND": st.integers(1, 6),
    "VALUE": st.integers(2, 6),
    "DONKEYS": st.integers(0, 6),
}


@st.composite
def sentences(draw: st.DrawFn, forms: Sequence[Form] = MENU) -> str:
    """Any sentence of the menu."""
    form = draw(st.sampled_from(forms))
    return " ".join(str(draw(IN_SLOTS[part])) if part in SLOTS else part for part in form.elements)


@st.composite
def bots(draw: st.DrawFn, policies: Sequence[int] = POLICIES) -> np.ndarray:
    """One bot; its weights by default or anywhere in their ranges, and up to four restrictions."""
    policy = draw(st.sampled_from(policies))
    told = tuple(draw(st.lists(sentences(), max_size=4, unique=True)))
    if not draw(st.booleans()):
        return bot(policy, told)
    return bot(
        policy, told, **{weight.name: draw(st.integers(weight.low, weight.high)) for weight in core.WEIGHTS}
    )


@st.composite
def setups(draw: st.DrawFn, policies: Sequence[int] = POLICIES, fewest: int = 1) -> Setup:
    """Changed rules that the loader takes, for 1 to 4 players of up to two different bots."""
    players = draw(st.integers(fewest, 4))
    line_up = np.concatenate([draw(bots(policies)), draw(bots(policies))])
    seats = draw(st.lists(st.integers(0, 1), min_size=players, max_size=players))
    try:
        return setup_of(players, draw(changes()), line_up, seats)
    except ScenarioErrors:
        reject()


SEEDS = st.integers(0, 2**63 - 1)
BLOCKS = st.integers(0, 2**31 - 1)
