"""What runs that end early are tested with: a rule, a clock, and runs of so many games to compare with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from analyzer.recording.manifest import MANIFEST
from analyzer.simulate.ending import Limits
from analyzer.simulate.record import Outcome, record
from analyzer.simulate.resume import begun_run
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of
from tests.unit.simulate.test_record import contents

MOST = 640
"""Games of a run: ten parts of 64."""

ALONE = Processes(1)


class After:
    """A rule that has enough after so many parts; it notes which it was told."""

    def __init__(self, parts: int) -> None:
        self.parts = parts
        self.told: list[int] = []

    def look(self, part: int) -> bool:
        self.told.append(part)
        return len(self.told) == self.parts


class HandTimer:
    """Stands in for threading.Timer: the test says when the time is over."""

    last: HandTimer

    def __init__(self, seconds: float, call: Callable[[str], None], words: list[str]) -> None:
        assert seconds == 60.0
        self._call, self._words = call, words
        HandTimer.last = self

    @staticmethod
    def time_over() -> None:
        """Now it is."""
        HandTimer.last._call(*HandTimer.last._words)

    def start(self) -> None:
        """Nothing runs."""

    cancel = join = start


def tables(folder: Path) -> dict[str, bytes]:
    """All of a run but what it says of itself."""
    return {name: data for name, data in contents(folder).items() if name != MANIFEST}


def tables_of(tmp_path: Path, games: int) -> dict[str, bytes]:
    """Those of a run that was to have so many games."""
    folder = tmp_path / f"plain-{games}"
    record(plan_of(tmp_path, "random", "first", games=games), folder, workers=Processes(1))
    return tables(folder)


def after_games(games: int, act: Callable[[], None]) -> Callable[[int], None]:
    """What acts once when so many games are played."""
    played, acted = 0, False

    def progress(now: int) -> None:
        nonlocal played, acted
        played += now
        if played >= games and not acted:
            acted = True
            act()

    return progress


def resume(folder: Path, limits: Limits, jobs: int = 1) -> Outcome:
    begun = begun_run(folder)
    return record(begun.plan, folder, workers=Processes(jobs), begun=begun, limits=limits)


@contextmanager
def killed(monkeypatch: pytest.MonkeyPatch, module: ModuleType, *functions: str) -> Iterator[None]:
    """Within the block the process seems to be killed before it calls one of some functions."""

    def die(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        for function in functions:
            patch.setattr(module, function, die)
        with pytest.raises(RuntimeError):
            yield
