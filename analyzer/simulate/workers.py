"""Who plays: what a run and its studies ask of their workers, wherever these are.

``Processes`` play on this machine; those of a Dask cluster are in ``cluster``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from analyzer.simulate.crew import CoursePlayers, Crew
from analyzer.simulate.job import Event, Job, Part
from analyzer.simulate.play import play

if TYPE_CHECKING:
    from analyzer.simulate.interrupt import Interrupt


class Workers(Protocol):
    """Workers that play one run after the other, and the studies beside them."""

    @property
    def jobs(self) -> int:
        """How many play at once."""

    def play(self, job: Job, parts: Sequence[Part], interrupt: Interrupt) -> Generator[Event]:
        """Play parts into ``job.folder``, as ``play.play`` does.

        Raises RunFailed, DiskTrouble, BotError; close the iterator to end what is in work.
        """

    def crew(
        self, interrupt: Interrupt, notice: Callable[[str], None]
    ) -> AbstractContextManager[CoursePlayers]:
        """Who plays courses (``crew``); ``notice`` is told what the user should know."""


@dataclass(frozen=True, slots=True)
class Processes:
    """Worker processes on this machine, started for what takes long enough."""

    jobs: int

    def play(self, job: Job, parts: Sequence[Part], interrupt: Interrupt) -> Generator[Event]:
        """Play parts into ``job.folder``."""
        return play(job, parts, self.jobs, interrupt)

    def crew(
        self, interrupt: Interrupt, notice: Callable[[str], None]
    ) -> AbstractContextManager[CoursePlayers]:
        """Who plays courses."""
        return Crew(self.jobs, interrupt, notice)
