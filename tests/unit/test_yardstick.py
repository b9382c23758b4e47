"""The yardstick plays as it always has.

Bots of later versions are measured against `yardstick`: "one expert among three yardsticks wins half of
the games" says how far play has come only if it is the same opponent as when the last such figure was
written down.  So its file and its play are frozen, for good.

If this test fails,
- a policy was changed so that a bot with these weights plays otherwise: make what is new a weight that is
  neutral by default, or write its neutral value into yardstick.toml;
- or the rules, the tables or the luck of the standard game were changed, or what a hash is made of: then
  every figure about every bot is outdated.  Only then write the new hashes here, in the commit that
  changes the rules, and say so.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from analyzer.scenario import bots_array
from analyzer.scenario.bots import read_bot
from analyzer.scenario.problems import Problems
from analyzer.scenario.sources import SHIPPED
from analyzer.simulate.signature import block_hashes
from analyzer.simulate.standard import standard_job
from cext.types import Policy

FILE = SHIPPED / "bots" / "yardstick.toml"
GAMES = 40
PLAY = {
    1: "62e9991751665816",
    2: "afbe388102b1dbd6",
    3: "09a2e2d5685b0111",
    4: "2ea5c36e3a9a4599",
}
"""SHA-256 of the block hashes of games between yardsticks, by number of players."""


@pytest.mark.parametrize("players", sorted(PLAY))
def test_the_yardstick_is_never_changed(players: int) -> None:
    yardstick = read_bot(FILE, Problems())
    assert yardstick is not None
    job = replace(standard_job(players, Policy.POLICY_BALANCED, seed=20), bots=bots_array((yardstick,)))
    assert hashlib.sha256(block_hashes(job, 0, GAMES).tobytes()).hexdigest()[:16] == PLAY[players]
