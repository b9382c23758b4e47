"""Data and values: every path of rules.md section 11 reaches the engine and drives its rule."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.rules.answers import deliver
from tests.rules.outcomes import OUTCOMES
from tests.rules.rulesets import Rules, arrays, refusal, rule_set
from tests.rules.table import at

FIXED = "dice.solo"
"""The one number whose range is a single value."""
NUMBERS = [path for path, value in rule_set().values.items() if isinstance(value, int) and path != FIXED]
ROWS = [path for path, value in rule_set().values.items() if isinstance(value, list)]
CELLS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "deck.23.field": ("olive", ("cards",)),
    "deck.23.extension": ("silver silver", ("cards",)),
    "deck.23.barrow_goods": ("meat", ("cards",)),
    "deck.23.barrow_value": (6, ("cards",)),
    "deck.23.trigger": ("growth", ("cards",)),
    "deck.23.phases": ("farm", ("cards",)),
    "deck.58.limit": ("", ("cards",)),
    "deck.23.cost": ("silver 2", ("cards",)),
    "deck.23.condition": ("pigs >= 1", ("cards",)),
    "deck.23.effect": ("vp 2", ("cards",)),
    "hexes.19.value": (5, ("market",)),
    "hexes.19.four_players_only": ("yes", ("market",)),
    "roof_tiles.1.1.effect": ("vp 2", ("roofs",)),
    "roof_tiles.1.1.phases": ("farm", ("roofs",)),
}


def values_of(rules: Rules | None, players: int) -> np.ndarray:
    """The numbers of ValuesC in a row (int32)."""
    return np.frombuffer(arrays(rules, players)["v"].tobytes(), np.int32)


def changed_places(path: str, players: int) -> set[int]:
    rules = {path: OUTCOMES[path].value}
    return set(np.flatnonzero(values_of(rules, players) != values_of(None, players)).tolist())


def test_every_number_has_an_outcome() -> None:
    assert set(OUTCOMES) == set(NUMBERS)


@pytest.mark.parametrize("path", NUMBERS)
def test_values_each_path_changes_its_own_place_in_the_arrays(path: str) -> None:
    outcome = OUTCOMES[path]
    assert outcome.value != rule_set().values[path]
    places = changed_places(path, 4)
    assert len(places) == (2 if path == "dice.per_player" else 1)
    shared = {other for other in NUMBERS if other != path and changed_places(other, 4) & places}
    assert shared == ({"dice.per_player", "dice.extra"} - {path} if path.startswith("dice.") else set())
    for part in ("market", "deck", "cards", "roofs"):
        assert arrays({path: outcome.value}, 4)[part].tobytes() == arrays(None, 4)[part].tobytes()


@pytest.mark.parametrize("path", NUMBERS)
def test_values_each_path_drives_its_rule(path: str) -> None:
    outcome = OUTCOMES[path]
    assert outcome.observe({}) == outcome.standard
    assert outcome.observe({path: outcome.value}) == outcome.changed
    assert outcome.standard != outcome.changed


@pytest.mark.parametrize("path", ROWS)
def test_values_the_row_of_a_building(path: str) -> None:
    building = ROWS.index(path) + 1
    rules = {path: ["meat", "vp"]}
    table = at("deliver", rules=rules).seat(0, token=1, meat=1, vp=1, silver=9)
    run = table.play(deliver("meat", f"building:{building}"), deliver("vp", f"building:{building}"))
    assert run.events("building_done")[0]["building"] == building


def test_values_the_dice_of_a_solo_game_are_five() -> None:
    assert len(refusal({FIXED: 4})) == 1
    assert int(arrays(None, 1)["v"]["n_dice"]) == 5


@pytest.mark.parametrize(("track", "top"), [([0, 1], 1), ([0] * 16, 15)], ids=["shortest", "longest"])
def test_values_the_length_of_the_siesta_list_is_the_track(track: list[int], top: int) -> None:
    table = (
        at("order", rules={"siesta.vp": track, "donkeys.tokens.0.hats": 20}).seat(0, token=0).seat(1, token=3)
    )
    run = table.play()
    assert run.events("siesta")[0]["space"] == top
    assert len(run.after["siesta_stacks"]) == len(track)


@pytest.mark.parametrize("tokens", [4, 6])
def test_values_the_number_of_tokens(tokens: int) -> None:
    rules = {"donkeys.tokens": [{"donkeys": 1, "hats": index} for index in range(tokens)]}
    assert len(at("token", rules=rules).play().asked[0].options) == tokens


@pytest.mark.parametrize("path", CELLS)
def test_values_a_cell_of_a_table_changes_the_arrays(path: str) -> None:
    value, parts = CELLS[path]
    standard, changed = arrays(None, 2), arrays({path: value}, 2)
    different = tuple(
        part for part in ("v", "market", "deck", "cards", "roofs")
        if changed[part].tobytes() != standard[part].tobytes()
    )  # fmt: skip
    assert different == parts


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("rounds", 0), ("rounds", 7), ("dice.per_player", 0), ("dice.per_player", 4), ("dice.extra", 0),
        ("dice.extra", 4), ("dice.solo", 4), ("setup.order_markers", 7), ("siesta.vp", [0]),
        ("siesta.vp", [0] * 17), ("prices.sell.olive", 100), ("prices.sell.olive", -1),
        ("farm.hand_limit", 100), ("donkeys.tokens", [{"donkeys": 1, "hats": 1}] * 2),
        ("donkeys.tokens", [{"donkeys": 1, "hats": 1}] * 7), ("donkeys.back_before_round", 0),
    ],
)  # fmt: skip
def test_values_out_of_range_are_refused(path: str, value: Any) -> None:
    problems = refusal({path: value})
    assert len(problems) == 1
    assert path in problems[0] or path.rpartition(".")[0] in problems[0] or "donkeys.tokens" in problems[0]
