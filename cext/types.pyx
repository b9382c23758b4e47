"""The groups of ``types.pxd`` as Python enums: ``Good.GOOD_OLIVE``, ``word(Good.GOOD_OLIVE)``."""
from enum import IntEnum

_PREFIXES = {
    "Good": "GOOD_",
    "Size": "N_",
    "Placement": "PLACEMENT_",
    "Icon": "ICON_",
    "Phase": "PHASE_",
    "Building": "BUILDING_",
    "Step": "STEP_",
    "Trigger": "TRIGGER_",
    "Effect": "EFFECT_",
    "Modifier": "MODIFIER_",
    "Condition": "CONDITION_",
    "Compare": "COMPARE_",
    "Via": "VIA_",
    "Choice": "CHOICE_",
    "Cash": "CASH_",
    "Breeding": "BREEDING_",
    "Source": "SOURCE_",
    "Decision": "DECISION_",
    "Act": "ACT_",
    "Event": "EVENT_",
    "Pass": "PASS_",
    "Field": "FIELD_",
    "Policy": "POLICY_",
    "Luck": "LUCK_",
    "Probe": "PROBE_",
}
__all__ = [*_PREFIXES, "word", "words"]


def __getattr__(name):
    """Makes a group's enum when it is first asked for: its members exist only after this module's body."""
    if name not in _PREFIXES:
        raise AttributeError(f"module 'cext.types' has no attribute {name!r}")
    members = {key: value for key, value in globals().items() if key.startswith(_PREFIXES[name])}
    group = IntEnum(name, dict(sorted(members.items(), key=lambda item: item[1])), module=__name__)
    globals()[name] = group
    return group


def word(member):
    """A member as files, logs and tables write it: lower case, without its prefix."""
    return member.name.split("_", 1)[1].lower()


def words(group):
    """Word -> value of a group's members, in the order of their values."""
    return {word(member): int(member) for member in group}
