"""The event log as a playthrough: rounds, phases, who did what and got what."""

from __future__ import annotations

import textwrap
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from analyzer.scenario.named_bots import split_bot
from analyzer.trace.eventlog import Line
from analyzer.trace.grouping import TITLES, Group, grouped
from analyzer.trace.phrases import PHRASES
from analyzer.trace.standings import in_dens, result_table, standings
from analyzer.wording.names import Names, player_names

WIDTH = 100


@dataclass(frozen=True)
class Thought:
    """What a bot weighed before the line ``before`` was written, in words."""

    before: int
    player: int
    text: str

    def is_of(self, group: Group) -> bool:
        """Whether it led to an act of this group; if not, to the end of the turn before it."""
        return self.before > group.lines[0]["n"] or any(
            line.get("player") == self.player for line in group.lines
        )


@dataclass
class Readable:
    """Renders the lines of one game.

    ``sources``: vp by source for each seat, shown with the result if given.
    ``thoughts``: in the order of the game; each is shown under the act that it led to.
    """

    names: Names
    sources: Sequence[Mapping[str, int]] = ()
    thoughts: Iterable[Thought] = ()
    players: list[str] = field(init=False, default_factory=list)
    label_width: int = field(init=False, default=0)

    def text(self, lines: Iterable[Line]) -> Iterator[str]:
        """The lines of text, without line ends."""
        waiting = deque(self.thoughts)
        round_number, phase = 0, ""
        turn_order: list[int] = []
        for group in grouped(lines, self.names.triggered("removed")):
            first = group.lines[0]
            while waiting and waiting[0].before <= first["n"] and not waiting[0].is_of(group):
                yield from self._thought(waiting.popleft())
            if first["event"] == "state":
                turn_order = first["turn_order"]
                yield from self._after_phase(first)
                continue
            if first["event"] == "game":
                yield from self._head(first)
            elif first["event"] == "result":
                yield from self._result(first)
            else:
                if first["round"] != round_number:
                    round_number = first["round"]
                    order = "turn order " + " ".join(f"[{seat}]" for seat in turn_order)
                    yield from ["", _rule(f"Round {round_number}", order if turn_order else "")]
                if first["phase"] != phase:
                    phase = first["phase"]
                    yield from ["", phase.capitalize() if phase != "setup" else "Set-up"]
                yield from self._group(group)
            while waiting and waiting[0].before <= group.lines[-1]["n"]:
                yield from self._thought(waiting.popleft())

    def _head(self, line: Line) -> Iterator[str]:
        # What a bot was told stands here once; beside what it does its own name is enough.
        self.players = player_names([split_bot(bot)[0] for bot in line["bots"]])
        self.label_width = max(map(len, [*self.players, *TITLES.values()]))
        yield f"La Granja, game {line['game']} of seed {line['seed']}"
        yield f"Rules: {line['rule_set']} ({line['rules_hash'][:12]})"
        yield f"Players by seat: {', '.join(player_names(line['bots']))}"

    def _group(self, group: Group) -> Iterator[str]:
        if group.title:
            label, text = group.title, self._side_by_side(group)
        else:
            player = group.player
            label = self.players[player] if player is not None else ""
            text = "; ".join(self._clauses(group.lines, player))
        if not text:
            return
        if not label:
            yield from _wrapped("  ", text, "    ")
        else:
            yield from self._under(text, label)

    def _thought(self, thought: Thought) -> list[str]:
        return self._under(f"considered by [{thought.player}]: {thought.text}")

    def _under(self, text: str, label: str = "") -> list[str]:
        """Text in the column of what is told, the label before it."""
        return _wrapped(f"  {label.ljust(self.label_width)}  ", text, " " * (self.label_width + 4))

    def _side_by_side(self, group: Group) -> str:
        """The step of all players in one line: "[0] 2 silver, [1] 1 commodity"."""
        by_player: list[tuple[int | None, list[Line]]] = []
        for line in group.lines:
            player = line.get("player", by_player[-1][0] if by_player else None)
            if not by_player or by_player[-1][0] != player:
                by_player.append((player, []))
            by_player[-1][1].append(line)
        if group.lines[0]["event"] == "pass":
            return " ".join(f"[{player}]" for player, _ in by_player)
        told = [(player, "; ".join(self._clauses(lines, player))) for player, lines in by_player]
        return "  ".join(f"[{player}] {text}" for player, text in told if text)

    def _clauses(self, lines: Iterable[Line], actor: int | None) -> Iterator[str]:
        for line in lines:
            if clause := PHRASES[line["event"]](line, self.names):
                player = line.get("player", actor)
                yield clause if player == actor else f"[{player}] {clause}"

    def _after_phase(self, state: Line) -> Iterator[str]:
        if state["phase"] == "scoring":
            yield from ["", f"After round {state['round']}"]
            yield from (f"  {row}" for row in standings(state, self.players, self.names.hexes))
            if goods := in_dens(state):
                yield from _wrapped("  in dens: ", goods, " " * 11)

    def _result(self, line: Line) -> Iterator[str]:
        yield from ["", _rule("Result", ""), ""]
        yield from (f"  {row}".rstrip() for row in result_table(line, self.players, self.sources))


def _rule(title: str, detail: str) -> str:
    text = f"{title}, {detail}" if detail else title
    return f"── {text} ".ljust(WIDTH, "─")


def _wrapped(first: str, text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)
