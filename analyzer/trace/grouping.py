"""Which lines of the event log are told in one breath.

An act of a player is one group: what it prepares (sales, purchases, upgrades …),
the act itself, and what follows from it, other players' helpers included.  A step
that all do side by side (income, growth, donkeys, siesta, scoring) is one group
with a title.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field

from analyzer.trace.eventlog import Line

PREPARATIONS = {"sell", "buy", "upgrade", "cash", "use_roof", "helper", "buy_extra"}
CONSEQUENCES = {
    "draw",
    "discard",
    "reshuffle",
    "helper",
    "gain",
    "pig_sold",
    "barrow_done",
    "building_done",
    "pass",
}
PLAIN_VIAS = {None, "farm", "donkey", "extra", "setup", "solo"}
PASSES = {
    "play": "No card",
    "roof": "No roof",
    "delivery": "No delivery",
    "extra": "No extra",
}
TITLES = {
    "income": "Income",
    "growth": "Growth",
    "breeding": "Growth",
    "token": "Donkeys",
    "score": "Market, siesta",
    "sell_off": "Sale",
}


@dataclass
class Group:
    """Lines told together; ``title`` is None for an act of one player."""

    title: str | None
    reacting: Set[int] = frozenset()
    lines: list[Line] = field(default_factory=list)
    acted: bool = False  # the act itself has happened: only consequences may join

    def add(self, line: Line) -> None:
        self.lines.append(line)
        self.acted = self.acted or line["event"] not in PREPARATIONS

    @property
    def player(self) -> int | None:
        """Whose act this is; None for a line without a player."""
        return self.lines[0].get("player")

    def takes(self, line: Line) -> bool:
        """Whether a line without a title of its own belongs to this group."""
        if line["phase"] != self.lines[0]["phase"]:
            return False
        if self._reaction(line):
            return True
        actor = self.lines[-1].get("player") if self.title else self.player
        if line["event"] == "reshuffle":
            return actor is not None
        if actor is None or line.get("player") != actor:
            return False
        if self.title or self.acted:
            return line["event"] in CONSEQUENCES or line.get("via") not in PLAIN_VIAS
        return True

    def _reaction(self, line: Line) -> bool:
        """A helper of a player whose marker this act removed (trigger `removed`), and what follows it."""
        if line["event"] == "helper" and line["card"] in self.reacting:
            return line["player"] != self.player and any(told["event"] == "marker" for told in self.lines)
        helpers = {told["card"] for told in self.lines if told["event"] == "helper"} & self.reacting
        return line.get("via") in {f"helper:{card}" for card in helpers}


def title_of(line: Line) -> str | None:
    """The title of the step to which a line belongs, or None."""
    event, via = line["event"], line.get("via")
    if event == "siesta" and via == "donkey":
        return "Siesta"
    if event == "marker" and via == "setup":
        return "Markers"
    return PASSES[line["step"]] if event == "pass" else TITLES.get(event)


def grouped(lines: Iterable[Line], reacting: Set[int] = frozenset()) -> Iterator[Group]:
    """The lines in groups, in order; each ``state`` line is a group alone.

    ``reacting``: the cards whose helper acts when its owner loses a marker.
    """
    group: Group | None = None
    for line in lines:
        title = title_of(line)
        if group is not None and _joins(line, title, group):
            group.add(line)
            continue
        if group is not None:
            yield group
        group = Group(title, reacting)
        group.add(line)
    if group is not None:
        yield group


def _joins(line: Line, title: str | None, group: Group) -> bool:
    if "state" in (line["event"], group.lines[0]["event"]):
        return False
    if title is not None and title == group.title:
        return True
    if line["event"] == "pass":  # after acts of that step: "delivers no more"
        extra = any(told["event"] == "buy_extra" or told.get("via") == "extra" for told in group.lines)
        return group.title is None and extra == (line["step"] == "extra") and group.takes(line)
    return title is None and group.takes(line)
