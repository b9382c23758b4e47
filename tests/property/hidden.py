"""Re-deals everything that a seat can't know at a stretch's start."""

from __future__ import annotations

import random

import numpy as np

from cext.types import Size, Step
from tests.property.recount import NOBODY, bits
from tests.property.setups import Setup


def put_bits(masks: np.ndarray, members: list[int]) -> None:
    """Makes just these bits of 64-bit masks set."""
    whole = sum(1 << member for member in members)
    for place in range(len(masks)):
        masks[place] = np.uint64(whole >> (64 * place) & (2**64 - 1))


def redeal(setup: Setup, state: np.ndarray, seat: int, rng: random.Random) -> None:
    """Other hands and the pile, all luck to come, the roofs of later rounds, tokens not yet shown.

    The cards that the seat sees nowhere are the pile's and the other hands'. Its own token stays.
    """
    board, seats = state["board"], state["seats"]
    others = [farm for place, farm in enumerate(seats[: setup.players]) if place != seat]
    unseen = bits(board["pile"]) + [card for farm in others for card in bits(farm["hand"])]
    rng.shuffle(unseen)
    for farm in others:
        put_bits(farm["hand"], [unseen.pop() for _ in range(int(farm["n_hand"]))])
    put_bits(board["pile"], unseen)
    board["luck"] = rng.getrandbits(64)
    for round_index in range(int(board["round"]), Size.N_ROUNDS):
        if round_index > 0:  # those of round 1 lie face up from the start
            slots = rng.sample(range(4), 4)
            first = round_index * 4
            for place, slot in enumerate(slots):
                if board["roof_draw"][first : first + 4].any():
                    board["roof_draw"][first + place] = first + slot
    if board["step"] == Step.STEP_TOKEN:
        for farm in others:
            rechoose(farm, rng)


def rechoose(farm: np.void, rng: random.Random) -> None:
    """Another of the tokens that the seat could have chosen in secret (T1)."""
    if farm["token"] != NOBODY:
        free = [*bits([farm["tokens"]]), int(farm["token"])]
        chosen = rng.choice(free)
        farm["token"] = chosen
        farm["tokens"] = sum(1 << token for token in free if token != chosen)
