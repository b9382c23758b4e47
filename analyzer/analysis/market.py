"""Who holds the market hexes, what a marker on each of them brings, and how long it stands."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.analysis.market_rows import PLACED_COUNT, PLACED_MEASURES, Tallies, market_tallies
from analyzer.analysis.removals import Removals, removals
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import NEUTRAL_SEAT, Study
from analyzer.analysis.survival import Life, lives
from analyzer.scenario.model import Hex

_SHARES = ("removed",)


@dataclass(frozen=True, slots=True)
class HexControl:
    """One open hex: who holds it, how often it is taken and what markers placed there bring.

    ``held``: by any player (solo: by the player); ``by_seat``: seat by seat (solo: player, neutral), so
    that they add up to ``held``; ``by_bot``: per player-game of the bot, so that bots in more seats
    don't show more.  ``vp`` is the hex's value, ``vp_removals`` and ``vp_scored`` together, ``beyond``
    the last two.  ``beyond_by_bot``: empty if one bot has all seats.
    """

    hex: Hex
    held: Estimate
    by_seat: tuple[Estimate, ...]
    by_bot: tuple[Estimate, ...]
    placed: Estimate  # markers placed for barrows, per game
    vp: Estimate
    vp_removals: Estimate
    vp_scored: Estimate
    beyond: Estimate
    stood: Estimate
    removed: Estimate
    beyond_by_bot: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Market:
    """All answers about the market of a run; hexes in the order of their numbers."""

    hexes: tuple[HexControl, ...]
    lives: tuple[Life, ...]
    removals: Removals


def market(study: Study) -> Market:
    """All of it, in one pass over the markers."""
    tallies = market_tallies(study)
    hexes = tuple(
        _control(study, tallies, place)
        for place in study.scenario.rule_set.hexes
        if not study.is_closed(place)
    )
    return Market(hexes, lives(study, tallies), removals(study, tallies))


def _control(study: Study, tallies: Tallies, place: Hex) -> HexControl:
    games = len(study.seating)
    number = place.number
    seats = NEUTRAL_SEAT + 1 if study.solo else study.players

    def held(count: int, trials: int) -> Estimate:
        return tallies.held.rate(number, count, study.blocks, trials * study.rounds)

    vp, vp_removals, vp_scored, beyond, stood, removed = (
        tallies.placed.ratio(number, count, PLACED_COUNT, is_share=key in _SHARES)
        for count, key in enumerate(PLACED_MEASURES, PLACED_COUNT + 1)
    )
    return HexControl(
        place,
        held(0, games),
        tuple(held(1 + seat, games) for seat in range(seats)),
        tuple(held(1 + seats + bot, study.seats_of(bot)) for bot in range(len(study.bots))),
        tallies.placed.rate(number, PLACED_COUNT, study.blocks, games, is_share=False),
        vp,
        vp_removals,
        vp_scored,
        beyond,
        stood,
        removed,
        tuple(
            tallies.beyond.ratio(number * len(study.bots) + bot, 1, 0)
            for bot in range(len(study.bots))
            if len(study.bots) > 1
        ),
    )
