"""Strengths from who wins: the model of Plackett and Luce for the first place in games of two bots.

A bot has a worth; each seat wins with the chance of its bot's worth over the sum of all seats'.  In
a game of two bots only the difference of their log worths matters, so the model is a logistic
regression on whether a seat of the first wins, by how many seats it holds.

The model says who comes second and third too, but here that is no guide to who wins: bots differ
in whether they win or lose big.  So the lower places are left out.

Where a bot never loses to another the likelihood alone would put it infinitely far ahead; so each
pair begins with one imagined win, of one seat against one, that goes half to each.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, log, prod

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

IMAGINED = 1.0
"""Wins with which each pair begins."""

_TOLERANCE = 1e-6  # of the last step; the error left is about its square
_DIGITS = 9  # of a log worth, fewer than are right: bots that did the same are exactly level
_MOST_STEPS = 200
_LONGEST_STEP = 2.0  # of a log worth: Newton's own may overshoot where one side is near certain


def wins_by_seats(wins: NDArray[np.int16], seating: NDArray[np.int8]) -> Integers:
    """Wins in each block of the first bot and of the second, by how many seats the first holds.

    Args:
        wins: shape (blocks, games, players), the share of the win in 1 / SHARES.
        seating: shape (games, players), 0 or 1, both in each game.

    Returns:
        Shape (blocks, players - 1, 2), in 1 / SHARES: 1 seat of the first bot, 2, …
    """
    blocks, _, players = wins.shape
    found = np.zeros((blocks, players - 1, 2), np.int64)
    for game, seats in enumerate(seating):
        for bot in (0, 1):
            found[:, np.count_nonzero(seats == 0) - 1, bot] += wins[:, game, seats == bot].sum(axis=1)
    return found


def fit(pairs: Integers, wins: Floats, imagined: Floats | None = None) -> Floats:
    """Log worths by maximum likelihood, with mean 0.

    Args:
        pairs: shape (pairs, 2), bots from 0 on; every bot is linked to every other by some pairs.
        wins: shape (samples, pairs, players - 1, 2), as ``wins_by_seats`` sums them, but whole ones.
        imagined: shape (samples, pairs), imagined wins; IMAGINED each by default.

    Returns:
        Shape (samples, bots).
    """
    samples, n_pairs, mixes = wins.shape[:3]
    bots = int(pairs.max()) + 1
    fair = np.full((samples, n_pairs), IMAGINED) if imagined is None else imagined
    offset = np.array([*(log(held / (mixes + 1 - held)) for held in range(1, mixes + 1)), 0.0])
    won = np.concatenate([wins[..., 0], fair[..., None] / 2], axis=-1)
    total = np.concatenate([wins.sum(axis=-1), fair[..., None]], axis=-1)
    sides = np.zeros((n_pairs, bots))
    sides[np.arange(n_pairs), pairs[:, 0]] = 1.0
    sides[np.arange(n_pairs), pairs[:, 1]] = -1.0
    worth = np.zeros((samples, bots))
    for _ in range(_MOST_STEPS):
        chance = expit((worth @ sides.T)[..., None] + offset)
        slope = (won - total * chance).sum(axis=-1) @ sides
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
    return worth.round(_DIGITS)


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
