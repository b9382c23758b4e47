"""A row per player-game with what the questions about craft buildings ask of it.

All questions about player-games share one pass over these rows.
"""

from __future__ import annotations

import polars as pl

from analyzer.analysis.measures import GAME_VP
from analyzer.analysis.study import Part, Study
from analyzer.recording.schema import BUILDING_WORDS, Buildings, Players
from analyzer.simulate.matches import SHARES

N_BUILDINGS = len(BUILDING_WORDS)
NUMBERS = tuple(range(1, N_BUILDINGS + 1))
"""The numbers of the buildings, as in the rules."""

FIRST = "first_bonus"  # vp for first completions, of all buildings together
OPENING = "opening_bonus"  # vp for opening closed buildings
BOTH = "both_bonuses"
BONUSES: dict[str, tuple[str, ...]] = {FIRST: (FIRST,), OPENING: (OPENING,), BOTH: (FIRST, OPENING)}
"""The bonuses that a game is recounted without, and the columns that hold their vp."""

BOT_AND_PAIR = "bot_and_pair"  # bot times _PAIR, and the first two buildings
SECOND_PAIR = "second_pair"
THIRD_PAIR = "third_pair"
THIRD = "third"  # the third building, 0 if there were fewer
HAS_THREE = "has_three"  # 1 if there was a third
STARTED = "started"  # the first building, 0 if there was none

_RADIX = N_BUILDINGS + 1
_PAIR = _RADIX**2
_GAME = "game_number"  # in the run
_OWNER = "player_game"  # number of the player-game in the run
_ROUNDS = "rounds_code"  # the rounds of completion by building as digits to the base _RADIX, 0 for never
_ORDER = "order_code"  # the buildings in their order as digits to the base _RADIX, 0 for none
_BYTE = 256
_SILVER_RANGE = 1 << 16  # ranks by vp, then by silver


def round_of(building: int) -> str:
    """The column with the round in which a building was completed, 0 if it never was."""
    return f"round_{building}"


def decided(bonus: str) -> str:
    """The column that is 1 in games where a winner would not have won without the bonus."""
    return f"decided_{bonus}"


def share_without(bonus: str) -> str:
    """The column with the win share in twelfths if nobody had got the bonus."""
    return f"share_without_{bonus}"


def building_games(study: Study) -> list[pl.LazyFrame]:
    """Per part a row per player-game: results, rounds of completion, order and bonuses."""
    return [_with_recounts(_with_order(_player_games(study, part)), solo=study.solo) for part in study.parts]


def _game(study: Study) -> pl.Expr:
    """One number for block and game: groups by one column are found much faster than by two."""
    block, game = pl.col(Players.BLOCK).cast(pl.Int64), pl.col(Players.GAME)
    return block * len(study.seating) + game


def _player_games(study: Study, part: Part) -> pl.LazyFrame:
    """Results, and the completions of each player-game in one row."""
    owner = study.player_game.alias(_OWNER)
    building, place = pl.col(Buildings.BUILDING), pl.col(Buildings.ORDER).cast(pl.Int64)
    done = part.buildings.group_by(owner).agg(
        (pl.col(Buildings.ROUND).cast(pl.Int64) * _digit(building)).sum().alias(_ROUNDS),
        (building * _digit(place)).sum().alias(_ORDER),
        pl.col(Buildings.VP_FIRST).cast(pl.Int64).sum().alias(FIRST),
        pl.col(Buildings.VP_OPENING).cast(pl.Int64).sum().alias(OPENING),
    )
    columns = (Players.BLOCK, Players.SEAT, Players.BOT, Players.VP, Players.WINNERS, Players.SILVER)
    game_vp = pl.col(Players.VP).cast(pl.Int32).sum().over(_GAME).alias(GAME_VP)
    results = part.players.select(*columns, owner, _game(study).alias(_GAME)).with_columns(game_vp)
    filled = pl.col(_ROUNDS, _ORDER, FIRST, OPENING).fill_null(0)
    return (
        results.join(done, on=_OWNER, how="left")
        .with_columns(filled)
        .with_columns(
            (pl.col(_ROUNDS) // _RADIX ** (N_BUILDINGS - number) % _RADIX).alias(round_of(number))
            for number in NUMBERS
        )
    )


def _digit(place: pl.Expr) -> pl.Expr:
    """What a digit counts in a number of N_BUILDINGS digits to the base _RADIX; 1 is the first place."""
    return pl.lit(_RADIX, pl.Int64).pow(N_BUILDINGS - place)


def _with_order(games: pl.LazyFrame) -> pl.LazyFrame:
    """Add the order of completions, in columns that fit the groups of estimates (0 to 255)."""
    order = pl.col(_ORDER)
    return games.with_columns(
        (pl.col(Players.BOT) * _PAIR + order // _RADIX**4).alias(BOT_AND_PAIR),
        (order // _RADIX**2 % _PAIR).alias(SECOND_PAIR),
        (order % _PAIR).alias(THIRD_PAIR),
        (order // _RADIX**3 % _RADIX).alias(THIRD),
        (order // _RADIX**3 % _RADIX > 0).cast(pl.Int64).alias(HAS_THREE),
        (order // _RADIX**5).alias(STARTED),
    )


def buildings_of(*pairs: int) -> tuple[int, ...]:
    """The buildings that pairs of an order stand for; a single building is a pair too."""
    digits = (digit for pair in pairs for digit in divmod(pair, _RADIX))
    return tuple(digit for digit in digits if digit)


def bot_of(bot_and_pair: int) -> tuple[int, int]:
    """The bot, and the pair of the first two buildings."""
    return divmod(bot_and_pair, _PAIR)


def _with_recounts(games: pl.LazyFrame, *, solo: bool) -> pl.LazyFrame:
    """Add who would have won without bonuses; ties by silver as at the game's end (E2)."""
    if solo:
        return games
    vp, silver = pl.col(Players.VP).cast(pl.Int64), pl.col(Players.SILVER).cast(pl.Int64)
    ranks = {
        bonus: (vp - pl.sum_horizontal(*parts)) * _SILVER_RANGE + silver for bonus, parts in BONUSES.items()
    }
    won = pl.col(Players.WINNERS) > 0
    first = {bonus: pl.col(share_without(bonus)) > 0 for bonus in BONUSES}
    winners, losers = "recounted_winners", "recounted_losers"  # of all bonuses, a byte each
    return (
        games.with_columns(
            (rank == rank.max().over(_GAME)).cast(pl.Int64).alias(share_without(bonus))
            for bonus, rank in ranks.items()
        )
        .with_columns(
            _bytes(list(first.values())).sum().over(_GAME).alias(winners),
            _bytes([won & ~wins for wins in first.values()]).sum().over(_GAME).alias(losers),
        )
        .with_columns(
            column
            for k, bonus in enumerate(BONUSES)
            for column in (
                (SHARES // _byte(winners, k) * pl.col(share_without(bonus))).alias(share_without(bonus)),
                (_byte(losers, k) > 0).cast(pl.Int64).alias(decided(bonus)),
            )
        )
    )


def _bytes(flags: list[pl.Expr]) -> pl.Expr:
    """Flags in one number, a byte each, so that one sum counts all of them."""
    return pl.sum_horizontal(flag.cast(pl.Int64) * _BYTE**k for k, flag in enumerate(flags))


def _byte(column: str, k: int) -> pl.Expr:
    return pl.col(column) // pl.lit(_BYTE**k, pl.Int64) % _BYTE
