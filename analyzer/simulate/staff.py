"""The workers of a cluster: who may play, and what each has in hand.

A worker gets nothing to play before it has said that it runs what this process runs: equal versions and
engines give equal bytes.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from analyzer.simulate.crew import Cut
from analyzer.simulate.interrupt import Interrupt
from analyzer.simulate.post import ClusterTrouble, Joined, Left, Message, Post, Returned, is_loss, packed
from analyzer.simulate.remote import Identity, identity

_AHEAD = 2  # cuts a thread has in hand: the next one is there when one is done
TICK = 0.1  # seconds between two looks whether Ctrl-C was pressed
PATIENCE = 10.0  # seconds before the user is told what is waited for
_NAMED = 3  # workers in a sentence, the others are counted


@dataclass(slots=True, eq=False)
class Member:
    """A worker that may play; ``cuts`` by key, in the order in which it plays them."""

    address: str
    host: str
    process: int
    threads: int
    cuts: dict[str, Cut] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Who it is, in words."""
        return f"{self.address} ({self.host}, process {self.process})"

    @property
    def at_work(self) -> list[Cut]:
        """What it plays just now, as far as can be known: the cuts that it has had for longest."""
        return list(self.cuts.values())[: self.threads]


class Staff:
    """Admits workers, and hands out cuts; ``notice`` is told what the user should know."""

    def __init__(self, post: Post, notice: Callable[[str], None]) -> None:
        self.post = post
        self.members: dict[str, Member] = {}
        self._notice = notice
        self._identity: Identity = identity()
        self._asked: dict[str, str] = {}  # address by key of the question
        self._refused: dict[str, str] = {}  # why, by address
        self._functions: bytes | None = None
        self._assembled = False  # who comes now comes late

    @property
    def jobs(self) -> int:
        """Threads that may play."""
        return sum(member.threads for member in self.members.values())

    @property
    def busy(self) -> bool:
        """Whether anything is in hand."""
        return any(member.cuts for member in self.members.values())

    def idlest(self, but: str | None = None) -> Member | None:
        """The worker with the most room for another cut, if any has; none of the machine ``but``."""
        members = [member for member in self.members.values() if member.host != but]
        idle = min(members, key=lambda member: len(member.cuts) / member.threads, default=None)
        return idle if idle is not None and len(idle.cuts) < _AHEAD * idle.threads else None

    def give(self, member: Member, cut: Cut) -> None:
        """Hand a cut to a worker."""
        member.cuts[self.post.send(member.address, "answer", self._identity, packed(cut.task))] = cut

    def take_back(self, unwanted: Callable[[Cut], bool]) -> None:
        """Take cuts out of the workers' hands; what they have begun comes to nothing."""
        for member in self.members.values():
            for key in [key for key, cut in member.cuts.items() if unwanted(cut)]:
                del member.cuts[key]
                self.post.drop(key)

    def returned(self, message: Returned) -> tuple[Member, Cut] | None:
        """Whose cut has come back; None for one that was taken back."""
        self.post.drop(message.key)
        for member in self.members.values():
            if (cut := member.cuts.pop(message.key, None)) is not None:
                return member, cut
        return None

    def hear(self, message: Message | None) -> Member | None:
        """Take note of who comes, goes, and says who he is; returns a member that is gone.

        Its cuts are nobody's then.
        """
        match message:
            case Joined(address):
                self._ask(address)
            case Left(address):
                self._refused.pop(address, None)
                for key in [key for key, asked in self._asked.items() if asked == address]:
                    del self._asked[key]
                    self.post.drop(key)
                if (member := self.members.pop(address, None)) is not None:
                    for key in member.cuts:
                        self.post.drop(key)
                    return member
            case Returned(key) if key in self._asked:
                self.post.drop(key)
                self._judge(self._asked.pop(key), message)
        return None

    def refuse(self, member: Member, why: str) -> None:
        """Let a worker play no more."""
        del self.members[member.address]
        self._refused[member.address] = why
        self._notice(f"Worker {member.name} gets nothing more to play: it {why}.")

    def assemble(self, functions: object = None, interrupt: Interrupt | None = None) -> None:
        """Wait until the workers that are there have said who they are, and one at least may play.

        ``functions``: the Functions whose files they need.  Raises ClusterTrouble for workers that can't
        play; those that come later are left out, and the user is told.
        """
        if functions is not None and (pickled := packed(functions)) != self._functions:
            self._functions = pickled
            for address in [*self.members]:
                del self.members[address]
                self._ask(address)
        self._assembled, started, told = False, time.monotonic(), False
        known = frozenset(self._refused)
        while interrupt is None or interrupt.reason is None:
            if (refused := self._refused.keys() - known) and not self._asked:
                raise ClusterTrouble(self._refusals(sorted(refused)))
            waited = time.monotonic() - started
            if self.members and (not self._asked or waited > PATIENCE):
                self._assembled = True
                return
            if waited > PATIENCE and not told:
                self._notice(self.waiting)
                told = True
            self.check_line()
            self.hear(self.post.next(TICK))

    @property
    def waiting(self) -> str:
        """A sentence on what is waited for while nobody can play."""
        if self._asked:
            return f"The workers at {self.post.address} are busy with other work: waiting for them."
        return (
            f"There is no worker at {self.post.address}: waiting for one, start it with "
            f"'dask worker {self.post.address} --nthreads 1'. Ctrl-C ends the run."
        )

    def check_line(self) -> None:
        """Raise ClusterTrouble if the scheduler is gone."""
        if self.post.lost:
            raise ClusterTrouble(
                f"The Dask scheduler at {self.post.address} is gone; what was written before stays as a "
                "partial run: start it and its workers again, and go on with --resume."
            )

    def _ask(self, address: str) -> None:
        """Ask a worker who it is."""
        if address not in self.members and address not in self._asked.values():
            self._refused.pop(address, None)
            self._asked[self.post.send(address, "introduce", self._functions)] = address

    def _judge(self, address: str, said: Returned) -> None:
        """Admit a worker, or not."""
        if said.error is not None:
            why = _failure(said.error, self._identity["granja"])
        else:
            told: Any = said.result
            why = _difference(told["runs"], self._identity) or told["lacks"]
            if why is None:
                member = Member(address, told["host"], told["process"], told["threads"])
                self.members[address] = member
                if self._assembled:
                    self._notice(f"Worker {member.name} has joined.")
        if why is not None:
            self._refused[address] = why
            if self._assembled:
                self._notice(f"Worker {address} gets nothing to play: it {why}.")

    def _refusals(self, refused: list[str]) -> str:
        """One sentence about workers that can't play."""
        by_reason = defaultdict(list)
        for address in refused:
            by_reason[self._refused[address]].append(address)
        words = []
        for why, addresses in by_reason.items():
            named = ", ".join(addresses[:_NAMED])
            more = f" and {len(addresses) - _NAMED} more" if len(addresses) > _NAMED else ""
            words.append(f"worker{'' if len(addresses) == 1 else 's'} {named}{more}: {why}")
        return f"Not all workers of the cluster can play: {'; '.join(words)}. Or stop them, and start again."


def _difference(there: Identity, here: Identity) -> str | None:
    """What a worker runs otherwise than this process, and what to do."""
    other = [
        f"{name} {there.get(name, 'unknown')} (here {value})"
        for name, value in here.items()
        if there.get(name) != value
    ]
    if not other:
        return None
    return f"runs {', '.join(other)}; install the same version there ('granja --version' shows it)"


def _failure(error: BaseException, version: str) -> str | None:
    """Why a worker couldn't say who it is; None if it is just gone."""
    if isinstance(error, ModuleNotFoundError) and (error.name or "").split(".")[0] == "analyzer":
        return f"has no granja {version} ({error}); install it there, in the environment of 'dask worker'"
    if not is_loss(error):
        said = " ".join(str(error).split())
        return f"can't say what it runs ({type(error).__name__}: {said}); install granja {version} there anew"
    return None
