"""Metrics of players and games: who wins, with how many vp from what, and what players do."""

from __future__ import annotations

import numpy as np

from analyzer.analysis.metrics.chapter import Chapter, Sums, Table
from analyzer.analysis.metrics.metric import Kind, Metric
from analyzer.analysis.metrics.rows import Rows
from analyzer.analysis.overview import ACTIVITY, source_name
from analyzer.recording.schema import VP_SOURCES, Players
from analyzer.simulate.matches import SHARES

SHARE_OF = np.array([0, *(SHARES // sharing for sharing in range(1, 5))], np.int32)
"""A player's share of the win, in 1/SHARES, by the column ``winners``."""
PLAYED = (*(column for column in ACTIVITY if column is not Players.FIRST_ROUNDS), Players.SILVER)
"""What players do, among the metrics, by the names of the columns."""
_WIN = (
    "1 for the winner of a game, 1/k for each of k players who share the win (E2), else 0. The fair share is "
    "1 divided by the number of players."
)
_MARGIN = "A player's vp less the mean vp of the other players of the game; it sums to zero over a game."
_SOURCE_NAMES = {Players.VP_START: "vp owned at the start", Players.VP_SPENT: "vp spent"}


def chapter(table: Table) -> Chapter:
    """All metrics of players and games."""
    several = len(table.bots) > 1

    def fill(rows: Rows, sums: Sums) -> None:
        shape = rows.blocks, table.games, table.players
        vp = rows.of(Players.VP).reshape(shape).astype(np.int32)
        found = [vp.sum(axis=(1, 2))]
        if not table.solo:
            wins = SHARE_OF[rows.of(Players.WINNERS).reshape(shape)]
            if several:
                found += _of_bots(table, wins, vp)
            found += [wins[:, :, seat].sum(axis=1) for seat in range(table.players)]
            found += _of_games(vp, wins)
        columns = (*VP_SOURCES, *PLAYED)
        found += [rows.of(column).reshape(shape).sum(axis=(1, 2), dtype=np.int32) for column in columns]
        sums.means[:] = found

    return Chapter(tuple(_metrics(table)), (), fill)


def _of_bots(table: Table, wins: np.ndarray, vp: np.ndarray) -> list[np.ndarray]:
    """Wins, margins and vp of each bot in turn."""
    margins = vp * table.players - vp.sum(axis=2, keepdims=True)
    found = []
    for bot in range(len(table.bots)):
        held = (table.seating == bot).astype(np.int32)
        found += [np.einsum("bgs,gs->b", values, held) for values in (wins, margins, vp)]
    return found


def _of_games(vp: np.ndarray, wins: np.ndarray) -> list[np.ndarray]:
    """The winner's vp, the lead over the second, ties at the top, and wins that are shared."""
    in_order = np.sort(vp, axis=2)
    best, second = in_order[:, :, -1], in_order[:, :, -2]
    shared = ((wins > 0) & (wins < SHARES)).any(axis=2)
    return [each.sum(axis=1, dtype=np.int32) for each in (best, best - second, best == second, shared)]


def _metrics(table: Table) -> list[Metric]:
    """In the order of the sums."""
    games, seats = table.games, table.seats
    definition = "A player's victory points at the end of the game (E2)."
    found = [Metric("vp", "vp per player", Kind.RESULTS, "vp", definition, trials=seats)]
    if not table.solo:
        if len(table.bots) > 1:
            found += _bot_metrics(table)
        found += [
            _win_share(f"seat.{seat}.win_share", f"seat {seat}", games) for seat in range(table.players)
        ]
        found += _game_metrics(games)
    for source in VP_SOURCES:
        name = _SOURCE_NAMES.get(source, f"vp from {source_name(source)}")
        found.append(Metric(source.value, name, Kind.SOURCES, "vp", _sentence(source), trials=seats))
    for column in PLAYED:
        unit = "silver" if column is Players.SILVER else ""
        name = "silver at the end" if column is Players.SILVER else _named(column)
        found.append(Metric(column.value, name, Kind.PLAY, unit, _sentence(column), trials=seats))
    return found


def _win_share(key: str, whose: str, trials: int) -> Metric:
    return Metric(key, f"win share of {whose}", Kind.RESULTS, "share", _WIN, SHARES, trials)


def _bot_metrics(table: Table) -> list[Metric]:
    found = []
    for bot, name in enumerate(table.bots):
        held = int(np.count_nonzero(table.seating == bot))
        found += [
            _win_share(f"win_share.{name}", name, held),
            Metric(
                f"margin.{name}", f"vp margin of {name}", Kind.RESULTS, "vp", _MARGIN, table.players - 1, held
            ),
            Metric(
                f"vp.{name}", f"vp of {name}", Kind.RESULTS, "vp", "vp of the seats of this bot.", trials=held
            ),
        ]
    return found


def _game_metrics(games: int) -> list[Metric]:
    told = (
        ("winner_vp", "vp of the winner", "vp", "The most vp of a game."),
        ("lead", "lead of the winner", "vp", "The most vp of a game less the second most; 0 in a tie."),
        (
            "tie_break",
            "games tied on vp",
            "share",
            "Share of games whose best vp several players reached: silver decides, or they share (E2).",
        ),
        (
            "shared_win",
            "games with a shared win",
            "share",
            "Share of games that silver did not decide either (E2).",
        ),
    )
    return [Metric(key, name, Kind.RESULTS, unit, text, trials=games) for key, name, unit, text in told]


def _named(column: Players) -> str:
    words = column.replace("_", " ")
    return words.replace(" done", " completed").replace("markers end", "markers at the end")


def _sentence(column: Players) -> str:
    """The column's meaning as a sentence."""
    return f"{column.meaning[0].upper()}{column.meaning[1:]}; per player and game."
