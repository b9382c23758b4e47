"""A Dask cluster as the workers of a run: one machine or many, the same bytes.

``cluster_at`` a scheduler's address, or ``local_cluster`` on this machine.  One cluster plays any number of
runs and studies, one after the other.
"""

from __future__ import annotations

import contextlib
import importlib.util
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from types import TracebackType

from analyzer.errors import UserError
from analyzer.simulate.crew import Course
from analyzer.simulate.delivery import StoreTrouble, delivery_into
from analyzer.simulate.dispatch import Dispatch
from analyzer.simulate.failures import in_words, not_fetched, not_written
from analyzer.simulate.interrupt import Interrupt, Interrupted
from analyzer.simulate.job import Batch, Event, Job, Notice, Part
from analyzer.simulate.parts_course import PartsCourse
from analyzer.simulate.post import ClusterTrouble, connected, quiet
from analyzer.simulate.staff import Staff

LOCAL = "local"
"""The address that stands for a cluster on this machine."""


class Cluster:
    """The workers of a cluster (``workers.Workers``); ``store``: as in ``delivery_into``."""

    def __init__(self, staff: Staff, store: str | None) -> None:
        self._staff = staff
        self._store = store

    @property
    def jobs(self) -> int:
        """How many play at once, now."""
        return max(1, self._staff.jobs)

    @property
    def words(self) -> str:
        """What there is of it, for the user."""
        workers, threads = len(self._staff.members), self._staff.jobs
        counted = f"{workers:,} worker{'' if workers == 1 else 's'}"
        more = f" with {threads:,} threads" if threads != workers else ""
        return f"{counted}{more} at {self._staff.post.address}"

    def play(self, job: Job, parts: Sequence[Part], interrupt: Interrupt) -> Generator[Event]:
        """Play parts into ``job.folder``.

        Raises RunFailed, DiskTrouble, BotError, and ClusterTrouble if the scheduler goes away.
        """
        assert job.folder is not None
        try:
            yield from self._play(job, job.folder, parts, interrupt)
        except ClusterTrouble as error:
            raise ClusterTrouble(f"{job.folder}: {error}") from error

    def _play(self, job: Job, folder: Path, parts: Sequence[Part], interrupt: Interrupt) -> Generator[Event]:
        """Play parts into a folder."""
        delivery = delivery_into(self._store, folder)
        if job.functions is not None:
            self._staff.assemble(job.functions, interrupt)
        course = PartsCourse(job, folder, parts, delivery, self.jobs)
        with contextlib.closing(Dispatch(self._staff, course, interrupt).events()) as events:
            for event in events:
                if isinstance(event, Notice):
                    yield event
                    continue
                yield Batch(event.cut.size)
                try:
                    done = course.keep(event.cut, event.answer)
                except StoreTrouble as error:
                    raise not_fetched(folder, str(error)) from error
                except OSError as error:
                    raise not_written(folder, in_words(error)) from error
                if done is not None:
                    yield done
        if job.finely and interrupt.reason is not None:
            try:
                yield from course.put_by(job)
            except OSError as error:
                raise not_written(folder, in_words(error)) from error

    def crew(self, interrupt: Interrupt | None, notice: Callable[[str], None]) -> ClusterCrew:
        """Who plays courses."""
        return ClusterCrew(self, self._staff, interrupt, notice)


class ClusterCrew:
    """Plays courses (``crew.CoursePlayers``) with the workers of a cluster."""

    def __init__(
        self, cluster: Cluster, staff: Staff, interrupt: Interrupt | None, notice: Callable[[str], None]
    ) -> None:
        self._cluster = cluster
        self._staff = staff
        self._interrupt = interrupt
        self._notice = notice

    def __enter__(self) -> ClusterCrew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The workers stay."""

    @property
    def jobs(self) -> int:
        """How many play at once, now."""
        return self._cluster.jobs

    def play_course(self, course: Course, progress: Callable[[int], None]) -> None:
        """Play all of a course; ``progress`` is told the size of what was just played.

        Raises Interrupted, and what ``Dispatch.events`` raises.
        """
        with contextlib.closing(Dispatch(self._staff, course, self._interrupt).events()) as events:
            for event in events:
                if isinstance(event, Notice):
                    self._notice(event.text)
                else:
                    course.keep(event.cut, event.answer)
                    progress(event.cut.size)
        if self._interrupt is not None and self._interrupt.reason is not None:
            raise Interrupted(self._interrupt.reason)


def check_installed() -> None:
    """Raise UserError unless Dask is there."""
    if importlib.util.find_spec("distributed") is None:
        raise UserError(
            "--cluster needs Dask, which is not installed: run 'pip install \".[dask]\"' in the folder of "
            "granja's source, in the same environment."
        )


@contextlib.contextmanager
def cluster_at(address: str, notice: Callable[[str], None], *, store: str | None = None) -> Iterator[Cluster]:
    """The cluster whose scheduler is at an address.

    ``notice`` is told what the user should know outside of runs.  Raises UserError without Dask, and
    ClusterTrouble if there is no scheduler or a worker can't play as this process does.
    """
    check_installed()
    with quiet(), connected(address) as post:
        staff = Staff(post, notice)
        staff.assemble()
        yield Cluster(staff, store)


@contextlib.contextmanager
def local_cluster(jobs: int, notice: Callable[[str], None], *, store: str | None = None) -> Iterator[Cluster]:
    """A cluster of ``jobs`` processes on this machine, which ends with the block."""
    check_installed()
    from analyzer.simulate.local_cluster import scheduler_here

    with quiet(), scheduler_here(jobs) as address, cluster_at(address, notice, store=store) as cluster:
        yield cluster
