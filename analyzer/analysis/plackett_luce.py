"""Strengths from finishing orders: the model of Plackett and Luce for games of two bots.

A bot has a worth; whoever finishes next is, among the seats that are still to finish, each with
the chance of its bot's worth over the sum of all of theirs.  In a game of two bots only the
difference of their log worths matters, and each place down to the last with both of them left is
one choice between "a seat of the first" and "a seat of the second": ``stages`` counts these
choices, and the model is a logistic regression on them.

Seats that finish level count as every order of theirs in equal parts.  Where a bot never finishes
behind another the likelihood alone would put it infinitely far ahead; so each pair begins with one
imagined choice that goes half to each.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations
from math import factorial, log, prod

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

IMAGINED = 1.0
"""Choices with which each pair begins."""

_TOLERANCE = 1e-6  # of the last step; the error left is about its square
_MOST_STEPS = 200
_LONGEST_STEP = 2.0  # of a log worth: Newton's own may overshoot where one side is near certain


def states(players: int) -> tuple[tuple[int, int], ...]:
    """Seats of the first and of the second bot still to finish, wherever there is a choice."""
    return tuple(
        (first, total - first) for total in range(players, 1, -1) for first in range(total - 1, 0, -1)
    )


def stages(vp: NDArray[np.int16], wins: NDArray[np.int16], seating: NDArray[np.int8]) -> Integers:
    """Who came next, in each block and for each of ``states``: the first bot or the second.

    Args:
        vp, wins: shape (blocks, games, players).  vp give the order; of seats with the most vp those
            with a share of the win come first (the rules settle that by silver).  Other equal vp are level.
        seating: shape (games, players), 0 or 1.

    Returns:
        Shape (blocks, states, 2), in parts of 1 / players!: so many orders a game of all level seats has.
    """
    blocks, games, players = vp.shape
    orders = list(permutations(range(players)))
    key = 2 * vp.astype(np.int32) + (wins > 0)
    counts = np.zeros((blocks, 2 * len(states(players))), np.int64)
    for game in range(games):
        ordered = key[:, game][:, orders]  # (blocks, orders, players)
        possible = (ordered[..., :-1] >= ordered[..., 1:]).all(axis=-1)
        parts = possible * (factorial(players) // possible.sum(axis=1, keepdims=True))
        counts += parts @ _choices(orders, seating[game])
    return counts.reshape(blocks, -1, 2)


def _choices(orders: list[tuple[int, ...]], seats: NDArray[np.int8]) -> Integers:
    """Which choices an order of the seats consists of: shape (orders, 2 x states)."""
    index = {state: place for place, state in enumerate(states(len(seats)))}
    made = np.zeros((len(orders), len(index), 2), np.int64)
    for row, order in enumerate(orders):
        left = [int(np.count_nonzero(seats == bot)) for bot in (0, 1)]
        for seat in order:
            bot = int(seats[seat])
            if (place := index.get((left[0], left[1]))) is not None:
                made[row, place, bot] += 1
            left[bot] -= 1
    return made.reshape(len(orders), -1)


def fit(pairs: Integers, counts: Floats, players: int, imagined: Floats | None = None) -> Floats:
    """Log worths by maximum likelihood, with mean 0.

    Args:
        pairs: shape (pairs, 2), bots from 0 on; every bot is linked to every other by some pairs.
        counts: shape (samples, pairs, states, 2), choices as ``stages`` counts them, but whole ones.
        imagined: shape (samples, pairs), imagined choices; IMAGINED each by default.

    Returns:
        Shape (samples, bots).
    """
    samples, n_pairs = counts.shape[:2]
    bots = int(pairs.max()) + 1
    offset = np.array([log(first / second) for first, second in states(players)])
    fair = np.full((samples, n_pairs), IMAGINED) if imagined is None else imagined
    even = states(players).index((1, 1))
    ahead = counts[..., 0].copy()
    ahead[..., even] += fair / 2
    total = counts.sum(axis=-1)
    total[..., even] += fair
    sides = np.zeros((n_pairs, bots))
    sides[np.arange(n_pairs), pairs[:, 0]] = 1.0
    sides[np.arange(n_pairs), pairs[:, 1]] = -1.0
    worth = np.zeros((samples, bots))
    for _ in range(_MOST_STEPS):
        chance = expit((worth @ sides.T)[..., None] + offset)
        slope = (ahead - total * chance).sum(axis=-1) @ sides
        bend = (total * chance * (1 - chance)).sum(axis=-1)
        curvature = np.einsum("sp,pi,pj->sij", bend, sides, sides, optimize=True)
        # All worths may grow together without a change: the term of equal ones holds their mean at 0.
        curvature += curvature.trace(axis1=1, axis2=2)[:, None, None] / bots**2
        step = np.linalg.solve(curvature, slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        worth += step * np.minimum(1.0, _LONGEST_STEP / np.maximum(longest, _TOLERANCE))
        if longest.max() < _TOLERANCE:
            break
    else:
        raise ArithmeticError("the strengths of the bots do not settle")
    worth -= worth.mean(axis=1, keepdims=True)
    return worth


def field_shares(worth: Floats, players: int) -> Floats:
    """Share of wins of each bot against a field: the other seats are drawn from all bots alike.

    ``worth``: log worths, shape (samples, bots), as the result.  The bot itself may be drawn too, so the
    mean over the bots is the fair share 1 / players, however far apart they are.
    """
    bots = worth.shape[1]
    size: Floats = np.exp(worth - worth.max(axis=1, keepdims=True))
    shares: Floats = np.zeros_like(size)
    for others in combinations_with_replacement(range(bots), players - 1):
        repeats = prod(factorial(others.count(bot)) for bot in set(others))
        chance = factorial(players - 1) / repeats / bots ** (players - 1)
        shares += chance * size / (size + size[:, list(others)].sum(axis=1, keepdims=True))
    return shares


def expected_wins(difference: Floats, seating: NDArray[np.int8]) -> Floats:
    """Share of all games of a seating that seats of the first bot win, by the model.

    ``difference``: log worth of the first less that of the second, any shape, as the result.
    """
    players = seating.shape[1]
    seats = np.count_nonzero(seating == 0, axis=1)
    odds = np.array([log(held / (players - held)) for held in seats])
    return np.asarray(expit(np.asarray(difference)[..., None] + odds).mean(axis=-1))
