# Written by `make stubs` from types.pxd, which explains every member.
from enum import IntEnum

class Act(IntEnum):

class Breeding(IntEnum):

class Building(IntEnum):

class Cash(IntEnum):

class Choice(IntEnum):

class Compare(IntEnum):

class Condition(IntEnum):

class Decision(IntEnum):

class Effect(IntEnum):

class Event(IntEnum):

class Field(IntEnum):

class Good(IntEnum):

class Icon(IntEnum):

class IntEnum(IntEnum):

class Modifier(IntEnum):

class Pass(IntEnum):

class Phase(IntEnum):

class Placement(IntEnum):

class Policy(IntEnum):

class Size(IntEnum):

class Source(IntEnum):

class Step(IntEnum):

class Trigger(IntEnum):

class Via(IntEnum):
