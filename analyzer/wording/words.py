"""The words of the event log by the numbers that stand for them in its records."""

from __future__ import annotations

from analyzer.scenario import vocabulary
from cext import types

GOODS = tuple(vocabulary.GOODS)
PHASES = tuple(vocabulary.PHASES)
PLACEMENTS = tuple(vocabulary.PLACEMENTS)
BUILDINGS = tuple(vocabulary.BUILDINGS)
VIAS = tuple(types.words(types.Via))
CHOICES = tuple(types.words(types.Choice))
CASH_USES = tuple(types.words(types.Cash))
BREEDINGS = tuple(types.words(types.Breeding))
EVENTS = tuple(types.words(types.Event))
PASSES = tuple(types.words(types.Pass))
SOURCES = tuple(types.words(types.Source))


def counted(count: int, word: str) -> str:
    """A number of things: "1 hat", "2 hats"."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def roof_id(index: int) -> str:
    """The ``round.slot`` of a roof's index, both from 1."""
    return f"{index // types.Size.N_ROOF_SLOTS + 1}.{index % types.Size.N_ROOF_SLOTS + 1}"
