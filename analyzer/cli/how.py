"""How a run is played: the options of ``granja run`` that change nothing about its games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.output import note
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.simulate.workers import Workers


@dataclass(frozen=True, slots=True)
class How:
    """The options that change nothing about the games."""

    jobs: int | None
    force: bool
    no_report: bool
    quiet: bool
    as_json: bool
    cluster: str | None = None
    store: str | None = None

    @property
    def processes(self) -> int:
        """Processes that play on this machine."""
        from analyzer.simulate.play import usable_cores

        return self.jobs or usable_cores()

    @property
    def who(self) -> str:
        """Who plays, in words."""
        if self.cluster is not None and not self._cluster_here:
            return f"the cluster at {self.cluster}"
        jobs = f"{self.processes} {'job' if self.processes == 1 else 'jobs'}"
        return jobs if self.cluster is None else f"a cluster of {jobs}"

    @property
    def _cluster_here(self) -> bool:
        from analyzer.simulate.cluster import LOCAL

        return self.cluster == LOCAL

    def check(self) -> None:
        """Raise UserError for options that contradict each other, and without the package they need."""
        if self.cluster is None:
            if self.store is not None:
                raise UserError("--store says where the workers of a cluster put games; give --cluster too.")
            return
        from analyzer.simulate.cluster import check_installed

        check_installed()
        if self.jobs is not None and not self._cluster_here:
            raise UserError(
                f"--jobs counts processes of this machine; leave it out with --cluster {self.cluster}."
            )

    def folder(self, named: Path | None, default: str) -> Path:
        """The run folder: ``named`` by the user or not, and in the folder that all machines share, if any."""
        from analyzer.simulate.delivery import shared_folder

        shared = None if self.store is None else shared_folder(self.store)
        if shared is not None:
            if named is not None and named.resolve().is_relative_to(shared.resolve()):
                return named
            return shared / (named or default)
        return named or Path("runs") / default

    def check_store(self, folder: Path) -> None:
        """Raise UserError unless parts can come into a run folder by the store."""
        from analyzer.simulate.delivery import delivery_into

        delivery_into(self.store, folder)

    @contextmanager
    def workers(self) -> Iterator[Workers]:
        """Who plays.  Raises UserError if a cluster can't be had."""
        if self.cluster is None:
            from analyzer.simulate.workers import Processes

            yield Processes(self.processes)
            return
        from analyzer.simulate.cluster import cluster_at, local_cluster

        opened = (
            local_cluster(self.processes, note, store=self.store)
            if self._cluster_here
            else cluster_at(self.cluster, note, store=self.store)
        )
        with opened as cluster:
            if not self.quiet:
                note(f"The cluster has {cluster.words}.")
            yield cluster
