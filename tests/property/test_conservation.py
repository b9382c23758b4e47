"""At every stretch of every sampled game the state is sound: nothing lost, nothing twice, nothing stale."""

from __future__ import annotations

from hypothesis import given

from cext.types import Good, Size, Step
from tests.property.examples import examples
from tests.property.recount import bits, faults, members
from tests.property.setups import BLOCKS, SEEDS, Setup, setups


@given(setups(), SEEDS, BLOCKS)
@examples(25)
def test_the_state_is_sound_at_every_stretch(setup: Setup, seed: int, block: int) -> None:
    table = setup.table(seed, block)
    while table.state["board"]["step"] != Step.STEP_OVER:
        before = {name: int(table.state["board"][name]) for name in ("round", "step", "turn", "pick")}
        table.stretch()
        assert faults(setup, table.state) == [], f"after the stretch {before}"


@given(setups(), SEEDS, BLOCKS)
@examples(15)
def test_refreshing_changes_nothing(setup: Setup, seed: int, block: int) -> None:
    """The core's own recount (Table.refresh) agrees with what it kept."""
    table = setup.table(seed, block)
    while table.state["board"]["step"] != Step.STEP_OVER:
        table.stretch()
        kept = table.state.tobytes()
        table.refresh()
        assert table.state.tobytes() == kept


@given(setups(), SEEDS, BLOCKS)
@examples(25)
def test_goods_come_and_go_by_the_log(setup: Setup, seed: int, block: int) -> None:
    """Deltas add up to what the farms hold at the end, deliveries to what lies on rows and barrows."""
    table = setup.table(seed, block)
    table.play()
    lines = setup.log(table)
    total = [[0] * Size.N_GOODS for _ in range(setup.players)]
    for line in lines:
        for good, change in line.get("delta", {}).items():
            total[line["player"]][Good[f"GOOD_{good.upper()}"]] += change
    assert total == table.state["seats"]["have"][: setup.players].tolist()
    for seat in range(setup.players):
        farm = table.state["seats"][seat]
        made = [line for line in lines if line["event"] == "deliver" and line["player"] == seat]
        assert len(made) == farm["deliveries"]
        full = setup.rules["v"]["row_length"]
        rows = [int(full[b]) - int(farm["row_left"][b]) for b in range(Size.N_BUILDINGS)]
        assert rows == [
            sum(line["to"] == f"building:{b + 1}" for line in made) for b in range(Size.N_BUILDINGS)
        ]
        for card in members(farm, "barrows"):
            here = len(bits([table.state["board"]["delivered"][card]]))
            last = max(
                line["n"] for line in lines if line["event"] == "play_card" and line["card"] == card + 1
            )
            assert here == sum(line["to"] == f"barrow:{card + 1}" for line in made if line["n"] > last)
