"""The words of the files, derived from the enums of ``cext.types``: nothing is listed twice."""

from __future__ import annotations

from typing import Final

from cext import types

GOODS: Final = types.words(types.Good)
FARM_GOODS: Final = tuple(GOODS)[: types.Size.N_FARM_GOODS]
RESOURCES: Final = FARM_GOODS[2 : 2 + types.Size.N_RESOURCES]
HARVEST_GOODS: Final = RESOURCES[: types.Size.N_HARVEST]
UPGRADES: Final = dict(zip(RESOURCES, ("food", "food", "wine", "meat"), strict=True))
"""Resource -> the upgraded good it becomes (A3)."""
PLACEMENTS: Final = types.words(types.Placement)
ICONS: Final = types.words(types.Icon)
PHASES: Final = types.words(types.Phase)
TURN_PHASES: Final = ("farm", "revenue", "transport")
"""The phases with turns (A8); the word ``any`` stands for them."""
BUILDINGS: Final = types.words(types.Building)
TRIGGERS: Final = {word: value for word, value in types.words(types.Trigger).items() if word != "none"}
EFFECTS: Final = types.words(types.Effect)
MODIFIERS: Final = types.words(types.Modifier)
CONDITIONS: Final = {word: value for word, value in types.words(types.Condition).items() if word != "none"}
COMPARES: Final = {
    ">=": int(types.Compare.COMPARE_AT_LEAST),
    "<=": int(types.Compare.COMPARE_AT_MOST),
    "=": int(types.Compare.COMPARE_EQUAL),
}
DECISIONS: Final = types.words(types.Decision)
POLICIES: Final = types.words(types.Policy)
FUNCTION_POLICY: Final = types.word(types.Policy.POLICY_PYTHON)
"""The policy of bots that are Python functions; no bot's file has it."""
SOURCES: Final = ("published", "partial", "designed")
"""Where a row's values come from (rules.md section 9)."""
