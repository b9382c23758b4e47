"""Luck is keyed: one player's other choice shifts nobody else's luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from analyzer.trace.eventlog import Line
from cext.types import Policy, Step
from tests.property.blocks import play
from tests.property.examples import examples
from tests.property.recount import bits, members
from tests.property.setups import BLOCKS, SEEDS, Setup, bot, setup_of, setups
from tests.referee import check_game

ALL = {1: 5, 2: 5, 3: 7, 4: 9}
"""S7: dice of a roll, by players."""


def before_reshuffle(lines: list[Line]) -> list[Line]:
    for n, line in enumerate(lines):
        if line["event"] == "reshuffle":
            return lines[:n]
    return lines


def drawn(lines: list[Line], seat: int) -> list[int]:
    """The cards that a seat took from the first pile, in the order in which it took them."""
    dealt = [line for line in before_reshuffle(lines) if line["event"] in ("deal", "draw")]
    return [card for line in dealt if line["player"] == seat for card in line["cards"]]


def facts(lines: list[Line]) -> Iterator[object]:
    """What no player can change."""
    yield [line["rounds"] for line in lines if line["event"] == "roofs"]
    yield [line["buildings"] for line in lines if line["event"] == "building_order"]
    yield [line["dice"] for line in lines if line["event"] == "roll"]
    yield [line["cards"] for line in lines if line["event"] == "deal"]


class Override:
    """A game, and the same game with one decision changed; shown as how to play them again."""

    def __init__(self, setup: Setup, seed: int, block: int, at: int, choice: int) -> None:
        self.setup, self.at, self.choice = setup, at, choice
        self.told = f"{setup}, seed {seed}, block {block}, decision {at}, choice {choice}"
        self.choices = []
        self.logs = []
        for script in ([], [*[-1] * at, choice]):
            table = setup.table(seed, block)
            table.script(script, stop=False)
            table.play()
            self.choices.append(table.choices.tolist())
            self.logs.append(setup.log(table))

    def __repr__(self) -> str:
        return f"Override({self.told})"


@st.composite
def overrides(draw: st.DrawFn) -> Override:
    """Any game with any decision changed that had another option."""
    setup, seed, block = draw(setups()), draw(SEEDS), draw(BLOCKS)
    table = setup.table(seed, block)
    table.play()
    at = draw(st.integers(0, table.decisions - 1))
    stopped = setup.table(seed, block)
    stopped.script(table.choices[:at])
    stopped.play()
    assert stopped.decision is not None
    _, _, options = stopped.decision
    assume(len(options) > 1)
    choice = (int(table.choices[at]) + draw(st.integers(1, len(options) - 1))) % len(options)
    return Override(setup, seed, block, at, choice)


@given(overrides())
@examples(40)
def test_an_override_changes_no_dice_roofs_or_deal(override: Override) -> None:
    before, after = override.choices
    assert before[: override.at] == after[: override.at]
    assert before[override.at] != after[override.at] == override.choice
    one, other = override.logs
    assert list(facts(one)) == list(facts(other))


@given(overrides())
@examples(40)
def test_an_override_changes_nobodys_draw_order(override: Override) -> None:
    """A seat draws other cards only where a card it would have drawn has gone elsewhere."""
    one, other = override.logs
    for seat in range(override.setup.players):
        mine, now = drawn(one, seat), drawn(other, seat)
        common = set(mine) & set(now)
        assert [card for card in mine if card in common] == [card for card in now if card in common]
        differs = next((i for i, (a, b) in enumerate(zip(mine, now, strict=False)) if a != b), None)
        if differs is not None:
            gone_now = elsewhere(override.setup, other, seat)
            gone_before = elsewhere(override.setup, one, seat)
            assert mine[differs] in gone_now or now[differs] in gone_before


def elsewhere(setup: Setup, lines: list[Line], seat: int) -> set[int]:
    """Cards that others took from the first pile."""
    others = [card for other in range(setup.players) if other != seat for card in drawn(lines, other)]
    solo = [line["card"] for line in before_reshuffle(lines) if line["event"] == "solo_card"]
    return {*others, *solo}


@given(overrides())
@examples(20)
def test_an_overridden_game_is_legal_too(override: Override) -> None:
    tables = override.setup.tables
    assert check_game(override.logs[1], tables["deck"], tables["market"], tables["roofs"]) == []


def even(counts: Counter[int], faces: range) -> bool:
    """Whether all faces come equally often, within 5 standard errors."""
    chance, total = 1 / len(faces), sum(counts.values())
    spread = (total * chance * (1 - chance)) ** 0.5
    return set(counts) <= set(faces) and all(
        abs(counts[face] - total * chance) < 5 * spread for face in faces
    )


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_deals_closed_buildings_and_dice_are_even(players: int) -> None:
    setup = setup_of(players, bots=bot(Policy.POLICY_FIRST))
    dealt, closed, dice = Counter[int](), Counter[int](), Counter[int]()
    for block in range(1000):
        table = setup.table(3, block)
        dealt.update(card for farm in table.state["seats"] for card in bits(farm["hand"]))
        closed.update(members(table.state["board"], "closed"))
        if block < 100:
            while table.state["board"]["round"] < 3:
                table.stretch()
                if (
                    table.state["board"]["step"] == Step.STEP_DIE
                    and table.state["board"]["n_dice"] == ALL[players]
                ):
                    for face, count in enumerate(table.state["board"]["dice"].tolist()):
                        dice[face] += count
    assert even(dealt, range(66))
    assert even(closed, range(6))
    assert even(+dice, range(1, 7))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_of_random_players_are_nearly_alike(players: int) -> None:
    """Seats differ by the first turn order alone: a small difference beside the spread of a game."""
    setup = setup_of(players, bots=bot(Policy.POLICY_RANDOM))
    rows, _ = play(setup, np.zeros((1, players), np.int8), 5, 0, 3000, ("players",))
    vp = rows["players"]["vp"].reshape(3000, players).astype(float)
    means, spread = vp.mean(axis=0), vp.std()
    assert np.abs(means - means.mean()).max() < 0.25 * spread
    drawn_cards = rows["players"]["cards_drawn"].reshape(3000, players).mean(axis=0)
    assert np.ptp(drawn_cards) < 0.1 * drawn_cards.mean()
