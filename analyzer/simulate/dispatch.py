"""Plays the cuts of one course with the workers of a cluster, whoever of them comes or goes."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Protocol

from analyzer.errors import BotError
from analyzer.simulate.crew import Cut
from analyzer.simulate.failures import DiskTrouble, died_twice, engine_failed
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.job import Notice
from analyzer.simulate.post import Left, Message, Returned, is_loss
from analyzer.simulate.remote import Failed
from analyzer.simulate.staff import PATIENCE, TICK, Member, Staff

_SETTLING = 3.0  # seconds in which a machine's other workers are found lost, too


class Cuts(Protocol):
    """A course as far as it is handed out; cuts come in the order of their keys."""

    def next_cut(self) -> Cut | None:
        """What to play next; None at the end."""


@dataclass(frozen=True, slots=True)
class Played:
    """A cut, and what it has come to."""

    cut: Cut
    answer: Any


@dataclass(frozen=True, slots=True)
class _Loss:
    """A cut went with a worker; ``blamed``: one was lost while it played the cut."""

    host: str
    time: float
    blamed: bool


class Dispatch:
    """Hands out the cuts of a course; ``events`` tells what comes back, in any order."""

    def __init__(self, staff: Staff, course: Cuts, interrupt: Interrupt | None) -> None:
        self._staff = staff
        self._course = course
        self._interrupt = interrupt
        self._again: list[Cut] = []  # to be played once more
        self._at_end = False  # of the course
        self._losses: dict[tuple[int, ...], _Loss] = {}  # by the key of a cut
        self._failed: tuple[Cut, str] | None = None  # by a Python bot, the first in order of blocks
        self._alone_since: float | None = None

    def events(self) -> Generator[Played | Notice]:
        """Play all cuts; ends early, dropping what is in work, when the interrupt says so.

        Raises RunFailed for blocks that can't be played or over which two workers were lost, DiskTrouble,
        ClusterTrouble, and BotError once all that lies before the failing blocks is played.
        """
        try:
            while self._hand_out():
                if self._interrupt is not None and self._interrupt.reason is not None:
                    return
                self._staff.check_line()
                yield from self._loneliness()
                yield from self._take(self._staff.post.next(TICK))
            if self._failed is not None:
                raise BotError(self._failed[1])
        finally:
            self._staff.take_back(lambda _: True)

    def _hand_out(self) -> bool:
        """Give cuts to whoever has room for them; whether there is anything left to wait for."""
        for cut in [*self._again]:
            if (member := self._elsewhere(cut)) is not None:
                self._again.remove(cut)
                self._staff.give(member, cut)
        while not self._at_end and (member := self._staff.idlest()) is not None:
            cut_off = self._course.next_cut()
            if cut_off is None:
                self._at_end = True
            else:
                self._staff.give(member, cut_off)
        return bool(self._again) or not self._at_end or self._staff.busy

    def _elsewhere(self, cut: Cut) -> Member | None:
        """Who plays a cut again: for a while only another machine than that of the worker that was lost.

        A machine that is switched off takes all its workers with it, one after the other.
        """
        loss = self._losses.get(cut.key)
        if loss is None or time.monotonic() - loss.time > _SETTLING:
            return self._staff.idlest()
        return self._staff.idlest(but=loss.host)

    def _take(self, message: Message | None) -> Generator[Played | Notice]:
        """Take what has come back, or the loss of a worker."""
        if isinstance(message, Returned) and (found := self._staff.returned(message)) is not None:
            member, cut = found
            if message.error is not None:
                yield from self._erred(member, cut, message.error)
            elif isinstance(message.result, Failed):
                self._refused(member, cut, message.result)
            else:
                yield Played(cut, message.result)
        elif (gone := self._staff.hear(message)) is not None:
            expected = isinstance(message, Left) and message.expected
            yield from self._lost(gone, expected=expected)

    def _refused(self, member: Member, cut: Cut, failed: Failed) -> None:
        """A worker can't do a cut."""
        match failed.cause:
            case "stranger":
                self._staff.refuse(member, f"runs {failed.text}")
                self._play_again([cut, *member.cuts.values()])
            case "bot":
                if self._failed is None or cut.key < self._failed[0].key:
                    self._failed = (cut, failed.text)
                first = self._failed[0].key
                self._at_end = True
                self._again = [each for each in self._again if each.key < first]
                self._staff.take_back(lambda each: each.key > first)
            case "disk":
                raise DiskTrouble(
                    f"A part can't be written by worker {member.name}: {failed.text}; what was written "
                    "before stays as a partial run: let that machine write there (--store is to be the same "
                    "one on every machine, with room in it), and go on with --resume."
                )
            case "engine":
                raise engine_failed(cut.task.place, failed.text)

    def _erred(self, member: Member, cut: Cut, error: BaseException) -> Generator[Notice]:
        """A cut has come back from Dask itself: with its worker, or with an error of its own."""
        self._staff.check_line()
        if not is_loss(error):
            raise engine_failed(cut.task.place, f"{type(error).__name__}: {error}") from error
        self._note_loss(member, [cut], blamed=[cut])
        yield Notice(f"Worker {member.name} has lost its blocks; they are played again: {cut.task.place}.")

    def _lost(self, member: Member, *, expected: bool) -> Generator[Notice]:
        """A worker is gone: others play its cuts."""
        cuts = list(member.cuts.values())
        self._note_loss(member, cuts, blamed=[] if expected else member.at_work)
        how = "has left" if expected else "was lost"
        again = f"; others play its blocks again: {'; '.join(cut.task.place for cut in cuts)}" if cuts else ""
        yield Notice(f"Worker {member.name} {how}{again}.")

    def _note_loss(self, member: Member, cuts: list[Cut], blamed: list[Cut]) -> None:
        """Have cuts of a lost worker played again; raises RunFailed if one of those blamed was so before."""
        for cut in cuts:
            before = self._losses.get(cut.key)
            if cut in blamed and before is not None and before.blamed:
                raise died_twice(member.name, cut.task.place)
            is_blamed = cut in blamed or (before is not None and before.blamed)
            self._losses[cut.key] = _Loss(member.host, time.monotonic(), is_blamed)
        self._play_again(cuts)

    def _play_again(self, cuts: list[Cut]) -> None:
        """Play cuts once more, unless they come after a failure."""
        self._again += [cut for cut in cuts if self._failed is None or cut.key < self._failed[0].key]

    def _loneliness(self) -> Generator[Notice]:
        """Tell the user, once, when there has been nobody to play for a while."""
        if self._staff.members:
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = time.monotonic()
        elif self._alone_since and time.monotonic() - self._alone_since > PATIENCE:
            self._alone_since = float("inf")
            yield Notice(self._staff.waiting)
