"""What may end a run before the most games it may play: a rule that looks at its parts, or a clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Timer
from typing import Protocol

from analyzer.simulate.batches import Player
from analyzer.simulate.failures import failure
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.job import Assembly, Job, Part, PieceDone, TaskFailed

BUDGET = "its budget was used up"


class Rule(Protocol):
    """Judges a run by its beginning."""

    def look(self, part: int) -> bool:
        """Take the next part, which is whole and in its folder; whether the run ends with it.

        Parts come in order, each once, from the first one on: so the answer is the same for any number
        of workers, and for a run that was interrupted.
        """


@dataclass(frozen=True, slots=True)
class Limits:
    """``rule``: when a run has enough; ``seconds``: of play, after which it ends with what is whole."""

    rule: Rule | None = None
    seconds: float | None = None


@contextmanager
def clock(seconds: float | None, interrupt: Interrupt) -> Iterator[None]:
    """Within the block the ``interrupt`` is asked to end when the time is over; None: never."""
    if seconds is None:
        yield
        return
    timer = Timer(seconds, interrupt.ask, [BUDGET])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


class Prefix:
    """The parts of a run from the first one on that are whole, and what is there of the next one.

    ``parts``: how many; ``is_met``: whether the rule has ended the run with the last of them.
    """

    def __init__(self, parts: Sequence[Part], rule: Rule | None) -> None:
        self.parts = 0
        self.is_met = False
        self._all = parts
        self._rule = rule
        self._whole: set[int] = set()  # beyond the prefix
        self._pieces: dict[int, list[PieceDone]] = {}

    @property
    def blocks(self) -> int:
        """Blocks of its parts."""
        return sum(part.blocks for part in self._all[: self.parts])

    def add(self, numbers: Iterable[int]) -> bool:
        """Take parts that are whole, in any order; whether the rule ends the run."""
        for number in numbers:
            self._whole.add(number)
            self._pieces.pop(number, None)
        while not self.is_met and self.parts in self._whole:
            self._whole.remove(self.parts)
            self.parts += 1
            self.is_met = self._rule is not None and self._rule.look(self.parts - 1)
        return self.is_met

    def add_piece(self, done: PieceDone) -> None:
        """Take a piece of a part that isn't whole."""
        self._pieces.setdefault(done.piece.part.number, []).append(done)

    def begun(self) -> Assembly | None:
        """The beginning of the next part, as a shorter part, as far as its pieces follow on each other."""
        if self.parts == len(self._all):
            return None
        part = self._all[self.parts]
        end, pieces = part.first, []
        for done in sorted(self._pieces.get(part.number, ()), key=lambda done: done.piece.first):
            if done.piece.first != end:
                break
            pieces.append(done)
            end += done.piece.blocks
        return Assembly(Part(part.number, part.first, end - part.first), tuple(pieces)) if pieces else None


def write_begun(job: Job, begun: Assembly) -> None:
    """Write the part that was begun.  Raises DiskTrouble."""
    try:
        for _ in Player(job, 1).do(begun):
            pass
    except OSError as error:
        raise failure(job, TaskFailed(begun, "disk", error.strerror or str(error))) from error
