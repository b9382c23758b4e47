"""The words of the event log by the numbers that stand for them in its records."""

from __future__ import annotations

from analyzer.scenario import vocabulary
from cext import types

GOODS = tuple(vocabulary.GOODS)
PHASES = tuple(vocabulary.PHASES)
PLACEMENTS = tuple(vocabulary.PLACEMENTS)
BUILDINGS = tuple(vocabulary.BUILDINGS)
VIAS = tuple(vocabulary.words(types.Via, "VIA_"))
CHOICES = tuple(vocabulary.words(types.Choice, "CHOICE_"))
CASH_USES = tuple(vocabulary.words(types.Cash, "CASH_"))
BREEDINGS = tuple(vocabulary.words(types.Breeding, "BREEDING_"))
EVENTS = tuple(vocabulary.words(types.Event, "EVENT_"))
PASSES = tuple(vocabulary.words(types.Pass, "PASS_"))
SOURCES = tuple(vocabulary.words(types.Source, "SOURCE_"))


def roof_id(index: int) -> str:
    """The ``round.slot`` of a roof's index, both from 1."""
    return f"{index // types.Size.N_ROOF_SLOTS + 1}.{index % types.Size.N_ROOF_SLOTS + 1}"
