"""The compiled core's edges: layouts, arguments it refuses, full tables, a stable signature."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.simulate.signature import block_hashes, engine_signature
from analyzer.simulate.standard import default_bots, standard_job
from cext import core
from cext.types import Policy, Size

CEXT = Path(__file__).parents[2] / "cext"
SEED = 9
ROOM = {"players": 4, "placements": 300, "buildings": 24, "markers": 200, "blocks": 1}
"""Rows that a standard game of four needs at most."""


def rules(players: int = 4) -> np.ndarray:
    return standard_job(players, Policy.POLICY_RANDOM, SEED).rules


def tables(blocks: int, /, **room: int) -> dict[str, np.ndarray]:
    """Tables for so many one-game blocks; `room` overrides the rows of some."""
    return {
        name: np.zeros(room.get(name, rows * blocks), core.ROW_DTYPES[name]) for name, rows in ROOM.items()
    }


def play(
    blocks: int, rows: dict[str, np.ndarray] | None = None, **changes: Any
) -> tuple[int, dict[str, int], int]:
    arguments: dict[str, Any] = {
        "rules": rules(),
        "bots": default_bots(Policy.POLICY_BALANCED),
        "seating": np.zeros((1, 4), np.int8),
        "seed": SEED,
        "first_block": 0,
        "n_blocks": blocks,
        "tables": rows,
    }
    return core.play_blocks(**{**arguments, **changes})


def searching(**changes: int) -> np.ndarray:
    bots = default_bots(Policy.POLICY_SEARCH)
    for name, value in changes.items():
        bots[name] = value
    return bots


def members(file: str, struct: str) -> list[str]:
    """Names of the members of a struct as its .pxd declares them."""
    text = (CEXT / file).read_text(encoding="utf-8")
    body = re.search(rf"cdef struct {struct}:[^\n]*\n((?:    [^\n]*\n|\n)+)", text)
    assert body
    return re.findall(r"^    (?!#)\w+ (\w+)", body[1], re.MULTILINE)


def test_weights_have_the_order_of_their_enum() -> None:
    text = (CEXT / "policies" / "weights.pxd").read_text(encoding="utf-8")
    names = re.findall(r"^    WEIGHT_(\w+)", text, re.MULTILINE)
    assert [name.lower() for name in names] == [weight.name for weight in core.WEIGHTS]
    assert 0 < len(names) <= Size.N_WEIGHTS


def test_weights_have_ranges_around_their_defaults() -> None:
    assert [weight.name for weight in core.WEIGHTS if not weight.low <= weight.default <= weight.high] == []
    assert [weight.name for weight in core.WEIGHTS if weight.low >= weight.high or not weight.meaning] == []
    assert len({weight.name for weight in core.WEIGHTS}) == len(core.WEIGHTS)
    assert {weight.unit for weight in core.WEIGHTS} == {"vp", "share", "deliveries"}


@pytest.mark.parametrize(
    ("dtype", "file", "struct"),
    [
        (core.RULES_DTYPE["v"], "rules.pxd", "ValuesC"),
        (core.RULES_DTYPE["market"], "rules.pxd", "MarketC"),
        (core.RULES_DTYPE["cards"].base, "rules.pxd", "CardC"),
        (core.RULES_DTYPE["roofs"].base, "rules.pxd", "RoofC"),
        (core.BOT_DTYPE, "rules.pxd", "BotC"),
        (core.GAME_DTYPE["board"], "game.pxd", "BoardC"),
        (core.GAME_DTYPE["seats"].base, "game.pxd", "SeatC"),
        (core.ROW_DTYPES["players"], "records.pxd", "PlayerRowC"),
        (core.ROW_DTYPES["placements"], "records.pxd", "PlacementRowC"),
        (core.ROW_DTYPES["buildings"], "records.pxd", "BuildingRowC"),
        (core.ROW_DTYPES["markers"], "records.pxd", "MarkerRowC"),
        (core.ROW_DTYPES["blocks"], "records.pxd", "BlockRowC"),
    ],
)
def test_dtypes_have_the_members_of_their_structs(dtype: np.dtype[Any], file: str, struct: str) -> None:
    assert list(dtype.names or ()) == members(file, struct)


def test_the_state_is_flat_and_small() -> None:
    assert not core.GAME_DTYPE.hasobject
    assert core.GAME_DTYPE.itemsize < 8192
    assert core.GAME_DTYPE["seats"].shape == (Size.N_SEATS,)
    assert core.RULES_DTYPE["cards"].shape == (Size.N_CARDS,)
    assert core.RULES_DTYPE["roofs"].shape == (Size.N_ROOFS,)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"rules": np.zeros((), np.int32)}, TypeError, "rules must be a contiguous array of the core's own"),
        ({"bots": np.zeros(1, np.int32)}, TypeError, "bots must be a contiguous array of the core's own"),
        ({"seating": np.zeros((1, 4), np.int64)}, TypeError, "seating must be a contiguous array"),
        ({"seating": np.zeros((4, 2), np.int8).T}, TypeError, "seating must be a contiguous array"),
        ({"seating": np.zeros((1, 3), np.int8)}, ValueError, "seating must have 4 columns"),
        ({"seating": np.zeros(4, np.int8)}, ValueError, "seating must have 4 columns"),
        ({"seating": np.ones((1, 4), np.int8)}, ValueError, "seating names a bot that is not there"),
        ({"seating": np.full((1, 4), -1, np.int8)}, ValueError, "seating names a bot that is not there"),
        ({"tables": {"players": np.zeros(9, np.int32)}}, TypeError, "table players must be a contiguous"),
        (
            {"tables": {"blocks": np.zeros(9, core.ROW_DTYPES["blocks"])[::2]}},
            TypeError,
            "table blocks must be a contiguous",
        ),
        ({"bots": searching(playouts=0)}, ValueError, "a searching bot has no playouts"),
        ({"bots": searching(playout=1)}, ValueError, "nobody to play them"),
        ({"bots": searching(playout=-1)}, ValueError, "nobody to play them"),
        (
            {
                "bots": np.concatenate([searching(playout=1), default_bots(Policy.POLICY_PYTHON)]),
                "functions": [None, lambda *_: 0],
            },
            ValueError,
            "a Python function can't play playouts",
        ),
        ({"seed": -1}, OverflowError, "."),
        ({"seed": 2**64}, OverflowError, "."),
    ],
)
def test_arguments_that_are_refused(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        play(1, **changes)


def test_tables_of_the_wrong_kind_are_refused() -> None:
    with pytest.raises(TypeError, match="rules must be"):
        core.Table(np.zeros((), np.int32), default_bots(Policy.POLICY_FIRST), [0] * 4, 1, 0)
    with pytest.raises(TypeError, match="bots must be"):
        core.Table(rules(), np.zeros(1, np.int32), [0] * 4, 1, 0)


def test_a_log_that_does_not_fit_is_no_log() -> None:
    table = core.Table(rules(), default_bots(Policy.POLICY_RANDOM), [0] * 4, SEED, 0, 500)
    table.play()
    with pytest.raises(OverflowError, match="the event log outgrew its buffer"):
        _ = table.words


def test_no_blocks_are_no_error() -> None:
    assert play(0, tables(1)) == (0, dict.fromkeys(ROOM, 0), 0)


@pytest.mark.parametrize("name", ROOM)
def test_a_full_table_ends_at_a_whole_block(name: str) -> None:
    """What is there is what a run of just those blocks gives; all tables end at the same block."""
    whole = tables(40)
    done, filled, _ = play(40, whole)
    assert done == 40
    of_ten, of_eleven = np.searchsorted(whole[name]["block"][: filled[name]], [10, 11]).tolist()
    assert of_ten < of_eleven
    cut = tables(40, **{name: of_eleven - 1})
    stopped, rows, decisions = play(40, cut)
    assert stopped == 10
    assert rows[name] == of_ten
    short = tables(10)
    assert play(10, short) == (10, rows, decisions)
    for table, count in rows.items():
        assert (
            cut[table][:count].tobytes() == whole[table][:count].tobytes() == short[table][:count].tobytes()
        )


@pytest.mark.parametrize("name", ROOM)
def test_a_table_too_small_for_one_block_is_refused(name: str) -> None:
    for room in (0, 1) if name != "blocks" else (0,):
        with pytest.raises(ValueError, match="the tables are too small for one block"):
            play(3, tables(3, **{name: room}))


def test_only_the_tables_that_are_wanted_are_filled() -> None:
    whole = tables(5)
    _, filled, _ = play(5, whole)
    for name in ROOM:
        alone = {name: tables(5)[name]}
        done, rows, _ = play(5, alone)
        assert (done, rows) == (5, {name: filled[name]})
        assert alone[name].tobytes() == whole[name].tobytes()


def test_rows_beyond_the_filled_ones_are_left_alone() -> None:
    rows = tables(20)
    for table in rows.values():
        table["block"] = 77
    _, filled, _ = play(2, rows)
    for name, table in rows.items():
        assert set(table["block"][filled[name] :].tolist()) == {77}, name


def test_the_signature_is_stable_across_calls() -> None:
    first = engine_signature()
    play(50, tables(50))
    assert engine_signature.__wrapped__() == first


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("policy", [policy for policy in Policy if policy != Policy.POLICY_PYTHON])
def test_hashes_of_blocks_are_stable_and_differ(policy: Policy, players: int) -> None:
    job = standard_job(players, policy, SEED)
    blocks = 3 if policy == Policy.POLICY_SEARCH else 30
    hashes = block_hashes(job, 0, blocks)
    assert hashes.tolist() == block_hashes(job, 0, blocks).tolist()
    assert hashes[blocks // 3 :].tolist() == block_hashes(job, blocks // 3, blocks - blocks // 3).tolist()
    assert len(set(hashes.tolist())) == blocks
    assert hashes.tolist() != block_hashes(standard_job(players, policy, SEED + 1), 0, blocks).tolist()


@pytest.mark.parametrize("silent", [0, 1])
def test_barrows_and_players_count_the_same_vp_for_removals(silent: int) -> None:
    """Also where displaced markers are removed and don't score (B4): a market of one hex a value."""
    crowded = rules().copy()
    crowded["v"]["displaced_silent"] = silent
    market = crowded["market"]
    for value in range(2, 7):
        hexes = int(market["by_value"][value])
        kept = hexes & int(market["start"]) or hexes & -hexes
        market["by_value"][value] = kept
    filled = tables(200)
    _, rows, _ = play(200, filled, rules=crowded)
    players, placements, markers = (
        filled[name][: rows[name]] for name in ("players", "placements", "markers")
    )
    assert (markers["removals"] > 0).sum() > 100
    completed = placements[placements["completed"] == 1]
    assert completed["vp"].sum() == players["vp_barrows"].sum() + players["vp_removals"].sum()
