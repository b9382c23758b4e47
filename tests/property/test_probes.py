"""A probe's games are the game itself with one decision changed."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cext import core
from cext.types import Act, Probe
from tests.property.examples import examples
from tests.property.setups import SEEDS, Setup, setups
from tests.unit.simulate.probe_recount import ASKED, key_of

BLOCKS = 3


def probe(setup: Setup, seed: int, kind: Probe) -> np.ndarray:
    seating = np.array([setup.seats], np.int8)
    rows = np.zeros(BLOCKS * 64, core.PROBE_DTYPE)
    done, count = core.probe_blocks(setup.rules, setup.bots, seating, seed, 0, BLOCKS, kind, rows)
    assert done == BLOCKS
    return rows[:count]


def fits(kind: Probe, option: int, row: Any) -> bool:
    """Whether a decision's option is what a row of the probe speaks of (passing a delivery is none)."""
    return option >= 0 and key_of(kind, option) == (row["subject"], row["place"])


def ended(setup: Setup, seed: int, row: Any, at: int, choice: int) -> tuple[int, int]:
    """vp and margin of the row's seat if this decision takes this option."""
    table = setup.table(seed, int(row["block"]))
    table.script([*[-1] * at, choice], stop=False)
    table.play()
    vp = [int(farm["have"][1]) for farm in table.state["seats"][: setup.players]]
    own = vp[int(row["seat"])]
    return own, own * setup.players - sum(vp) if setup.players > 1 else own


def options_at(setup: Setup, seed: int, row: Any, at: int) -> tuple[int, int, list[int]]:
    """Seat, kind and options of a decision of the game as it is."""
    table = setup.table(seed, int(row["block"]))
    table.script([-1] * at)
    table.play()
    assert table.decision is not None
    return table.decision


@given(setups(), SEEDS, st.sampled_from(list(Probe)))
@examples(60)
def test_each_row_is_the_game_with_that_option(setup: Setup, seed: int, kind: Probe) -> None:
    for row in probe(setup, seed, kind):
        at = int(row["decision"])
        seat, asked, options = options_at(setup, seed, row, at)
        assert (seat, asked) == (row["seat"], ASKED[kind])
        if kind == Probe.PROBE_ROOF and row["subject"] == 0:
            _, _, options = options_at(setup, seed, row, at - 1)
            at, choices = at - 1, [options.index(Act.ACT_DONE)]
        else:
            choices = [i for i, option in enumerate(options) if fits(kind, option, row)]
        results = {ended(setup, seed, row, at, choice) for choice in choices}
        assert (int(row["vp"]), int(row["margin"])) in results
        if row["chosen"]:
            assert (int(row["vp"]), int(row["margin"])) == ended(setup, seed, row, at, -1)


@given(setups(), SEEDS, st.sampled_from(list(Probe)))
@examples(40)
def test_rows_of_a_probe_belong_together(setup: Setup, seed: int, kind: Probe) -> None:
    rows = probe(setup, seed, kind)
    for block in set(rows["block"].tolist()):
        own = rows[rows["block"] == block]
        assert len(own) == own["options"][0] >= 2
        assert own["chosen"].tolist() == [1] + [0] * (len(own) - 1)
        assert len({(row["subject"], row["place"]) for row in own}) == len(own)
        for name in ("seat", "bot", "round", "decision", "eligible", "options"):
            assert len(set(own[name].tolist())) == 1
        if kind == Probe.PROBE_PLACEMENT:
            assert len(set(own["subject"].tolist())) == 1
