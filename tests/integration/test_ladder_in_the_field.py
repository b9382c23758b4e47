"""Ratings against what they foretell: a ladder of shipped bots, and games of the whole field."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from analyzer.analysis.block_scores import block_scores
from analyzer.analysis.ladder import duel_of, ladder_of
from analyzer.scenario import bots_array, fair_seating, standard_rule_set, to_arrays
from analyzer.scenario.contestants import load_bots
from analyzer.simulate.matches import Match, play_match

BOTS = ("yardstick", "market", "siesta", "grower")
LADDER, FIELD = 200, 80  # blocks
JOINT_ERRORS = 2.5  # 95 % for four bots at once


def test_ratings_are_what_the_bots_win_among_each_other() -> None:
    """All 256 ways to seat four bots; ratings from whole finishing orders were off by 3.4 joint errors."""
    rules = standard_rule_set()
    found, _ = load_bots(BOTS, rules)
    bots, fours, two = bots_array(found), to_arrays(rules, 4), fair_seating(2, 4)
    duels = []
    for pair in combinations(range(len(BOTS)), 2):
        scores = play_match(Match(fours, bots[list(pair)], two, 1, 0, LADDER)).scores
        duels.append(duel_of(*pair, scores, two))
    seating = np.array(list(product(range(len(BOTS)), repeat=4)), np.int8)
    field = block_scores(play_match(Match(fours, bots, seating, 2, 0, FIELD)).scores, seating)
    for rung in ladder_of(duels, two).rungs:
        played = field.share(rung.bot).estimate()
        error = np.hypot(rung.rating.se, played.se)
        assert abs(rung.rating.mean - played.mean) < JOINT_ERRORS * error, BOTS[rung.bot]
