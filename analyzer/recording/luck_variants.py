"""The games that the study ``luck`` plays in each block, by key: what the study plays and analysis reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

BASE: Final = "base"
"""The game as it is: variant 0."""
SEAT_OTHER_DEAL: Final = "seat, other deal"
"""The game in another seat with the cards that the variant ``deal`` has."""
ALONE_GAMES: Final = 6
"""Games that have only one thing (and the seat) in common with the game as it is, for each such thing.

Several of one block tell far more than as many pairs of games: each is compared with each other.
"""


@dataclass(frozen=True, slots=True)
class Factor:
    """One thing that makes a result: a key, its name for readers, and what drawing it anew means."""

    key: str
    name: str
    anew: str

    @property
    def alone(self) -> tuple[str, ...]:
        """Keys of the games that have only this thing in common with the game as it is."""
        return tuple(f"{self.key} alone {number}" for number in range(1, ALONE_GAMES + 1))


DICE: Final = Factor("dice", "dice", "other dice in every round")
DEAL: Final = Factor("deal", "deal and draws", "other cards in the opening hands and in every draw")
TILES: Final = Factor("tiles", "roofs and building order", "other roofs and another order of buildings")
SOLO: Final = Factor("solo", "solo rules' chance", "another draw of what the solo rules leave to chance")
NOISE: Final = Factor("noise", "bots' own chance", "other chances inside the bots that choose by chance")
SEAT: Final = Factor("seat", "seat", "the whole table turned, so that the player has another seat")
OPPONENTS: Final = Factor("opponents", "opponents", "other bots of the pool in the other seats")
PLAY: Final = Factor("play", "own play", "another bot of the pool in the player's place")
ALL_LUCK: Final = Factor("luck", "all luck together", "all luck anew, with the same bots in the same seats")

FACTORS: Final = (DICE, DEAL, TILES, SOLO, NOISE, SEAT, OPPONENTS, PLAY)
"""What a result is made of, without the sum of all luck."""
EVERY_FACTOR: Final = (*FACTORS, ALL_LUCK)
