"""The words of the files, derived from the enums of ``cext.types``: nothing is listed twice."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from cext import types


def words(enum: Iterable[IntEnum], prefix: str) -> dict[str, int]:
    """Word -> value of the members with that prefix, in their order."""
    return {
        member.name.removeprefix(prefix).lower(): int(member)
        for member in enum
        if member.name.startswith(prefix)
    }


GOODS: Final = words(types.Good, "GOOD_")
FARM_GOODS: Final = tuple(GOODS)[: types.Size.N_FARM_GOODS]
RESOURCES: Final = FARM_GOODS[2 : 2 + types.Size.N_RESOURCES]
HARVEST_GOODS: Final = RESOURCES[: types.Size.N_HARVEST]
UPGRADES: Final = dict(zip(RESOURCES, ("food", "food", "wine", "meat"), strict=True))
"""Resource -> the upgraded good it becomes (A3)."""
PLACEMENTS: Final = words(types.Placement, "PLACEMENT_")
ICONS: Final = words(types.Icon, "ICON_")
PHASES: Final = words(types.Phase, "PHASE_")
TURN_PHASES: Final = ("farm", "revenue", "transport")
"""The phases with turns (A8); the word ``any`` stands for them."""
BUILDINGS: Final = words(types.Building, "BUILDING_")
TRIGGERS: Final = {word: value for word, value in words(types.Trigger, "TRIGGER_").items() if word != "none"}
EFFECTS: Final = words(types.Effect, "EFFECT_")
MODIFIERS: Final = words(types.Modifier, "MODIFIER_")
CONDITIONS: Final = {
    word: value for word, value in words(types.Condition, "CONDITION_").items() if word != "none"
}
COMPARES: Final = {
    ">=": int(types.Compare.COMPARE_AT_LEAST),
    "<=": int(types.Compare.COMPARE_AT_MOST),
    "=": int(types.Compare.COMPARE_EQUAL),
}
POLICIES: Final = words(types.Policy, "POLICY_")
SOURCES: Final = ("published", "partial", "designed")
"""Where a row's values come from (rules.md section 9)."""
