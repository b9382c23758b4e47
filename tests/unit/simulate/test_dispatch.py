"""Who gets which cut, and what becomes of those whose worker is lost; no cluster is needed for that."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import count
from typing import cast

import pytest

from analyzer.errors import BotError
from analyzer.simulate import dispatch as dispatching
from analyzer.simulate.crew import Cut
from analyzer.simulate.dispatch import Dispatch, Played
from analyzer.simulate.failures import RunFailed
from analyzer.simulate.job import Notice
from analyzer.simulate.post import ClusterTrouble, Joined, Left, Message, Post, Returned
from analyzer.simulate.remote import Failed, identity
from analyzer.simulate.staff import Staff


@dataclass(frozen=True)
class Blocks:
    """A task that nobody plays."""

    first: int
    seconds: float = 0.0

    @property
    def place(self) -> str:
        return f"block {self.first}"

    def play(self) -> Blocks:
        return self


class Course:
    """So many cuts."""

    slow = False

    def __init__(self, cuts: int) -> None:
        self._cuts = deque(Cut((first,), Blocks(first), 1) for first in range(cuts))

    def next_cut(self) -> Cut | None:
        return self._cuts.popleft() if self._cuts else None

    def keep(self, cut: Cut, answer: object) -> None:
        raise AssertionError(f"a dispatcher hands on what comes back, {answer}, and keeps nothing of {cut}")


class Line:
    """In the place of a Post: workers introduce themselves at once, and a script says what happens then."""

    address = "tcp://scheduler:8786"

    def __init__(self, hosts: dict[str, str]) -> None:
        self.hosts = hosts
        self.inbox: deque[Message] = deque(Joined(address) for address in hosts)
        self.sent: dict[str, str] = {}  # address by key, of cuts
        self.runs: dict[str, dict[str, str]] = {}
        self.lost = False
        self._keys = count()

    def send(self, address: str, call: str, *words: object) -> str:  # noqa: ARG002
        key = f"{call} {next(self._keys)}"
        if call == "introduce":
            runs = self.runs.get(address, identity())
            told = {"host": self.hosts[address], "process": 7, "threads": 1, "runs": runs, "lacks": None}
            self.inbox.append(Returned(key, told))
        else:
            self.sent[key] = address
        return key

    def drop(self, key: str) -> None:
        self.sent.pop(key, None)

    def next(self, seconds: float) -> Message | None:  # noqa: ARG002
        return self.inbox.popleft() if self.inbox else None


class Scene:
    """A staff, and a course that is played by it, message by message."""

    def __init__(self, cuts: int, **hosts: str) -> None:
        self.line = Line(hosts)
        self.notices: list[str] = []
        self.staff = Staff(cast("Post", self.line), self.notices.append)
        self.staff.assemble()
        self.dispatch = Dispatch(self.staff, Course(cuts), None)
        self.goes_on = self.dispatch._hand_out()

    @property
    def hands(self) -> dict[str, list[int]]:
        """The cuts in each worker's hands."""
        members = self.staff.members.values()
        return {member.address: [cut.key[0] for cut in member.cuts.values()] for member in members}

    def hear(self, message: Message) -> list[Played | Notice]:
        """What is told after a message."""
        events = [*self.dispatch._take(message)]
        while self.line.inbox:
            events += self.dispatch._take(self.line.inbox.popleft())
        self.goes_on = self.dispatch._hand_out()
        return events

    def returns(self, cut: int, result: object = "played") -> list[Played | Notice]:
        """What is told when a cut comes back."""
        members = self.staff.members.values()
        (key,) = [key for member in members for key, held in member.cuts.items() if held.key == (cut,)]
        return self.hear(Returned(key, result))


@pytest.fixture(autouse=True)
def _settled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatching, "_SETTLING", 0.0)


def test_each_worker_has_two_cuts_in_hand() -> None:
    scene = Scene(6, one="mill", two="barn")
    assert scene.hands == {"one": [0, 2], "two": [1, 3]}
    (played,) = scene.returns(0)
    assert isinstance(played, Played)
    assert (played.cut.key, played.answer) == ((0,), "played")
    assert scene.hands == {"one": [2, 4], "two": [1, 3]}
    for cut in (2, 4, 5, 1, 3):
        assert scene.goes_on
        scene.returns(cut)
    assert not scene.goes_on


def test_the_cuts_of_a_lost_worker_go_to_the_others() -> None:
    scene = Scene(5, one="mill", two="barn")
    (notice,) = scene.hear(Left("one", expected=False))
    assert isinstance(notice, Notice)
    assert notice.text == (
        "Worker one (mill, process 7) was lost; others play its blocks again: block 0; block 2."
    )
    assert scene.hands == {"two": [1, 3]}
    scene.returns(1)
    scene.returns(3)
    assert scene.hands == {"two": [0, 2]}, "before what nobody has begun"


def test_only_what_was_at_work_is_blamed_for_a_loss() -> None:
    scene = Scene(2, one="mill")
    scene.hear(Left("one", expected=False))
    assert (scene.hands, scene.goes_on) == ({}, True)
    scene.hear(Joined("one"))
    assert scene.hands == {"one": [0, 1]}
    scene.returns(0)
    scene.hear(Left("one", expected=False))  # the first loss with block 1 at work
    scene.hear(Joined("one"))
    with pytest.raises(
        RunFailed, match=r"Two workers died over the same blocks, the last one one .*: block 1\."
    ):
        scene.hear(Left("one", expected=False))


def test_workers_that_were_told_to_go_are_not_blamed_on_blocks() -> None:
    scene = Scene(1, one="mill")
    for _ in range(3):
        (notice, *_) = scene.hear(Left("one", expected=True))
        assert isinstance(notice, Notice)
        assert notice.text == "Worker one (mill, process 7) has left; others play its blocks again: block 0."
        scene.hear(Joined("one"))
    assert scene.hands == {"one": [0]}


def test_a_machine_that_is_switched_off_takes_all_its_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was lost with one of them isn't given to the next, which is only not yet known to be gone."""
    monkeypatch.setattr(dispatching, "_SETTLING", 60.0)
    scene = Scene(4, one="mill", two="mill")
    scene.hear(Left("one", expected=False))
    scene.returns(1)
    scene.returns(3)
    assert (scene.hands, scene.goes_on) == ({"two": []}, True)
    scene.line.hosts["three"] = "barn"
    scene.hear(Joined("three"))
    assert scene.notices == ["Worker three (barn, process 7) has joined."]
    assert scene.hands == {"two": [], "three": [0, 2]}


def test_a_late_worker_of_another_version_plays_nothing() -> None:
    scene = Scene(9, one="mill")
    scene.line.hosts["two"] = "barn"
    scene.line.runs["two"] = identity() | {"engine": "other"}
    assert scene.hear(Joined("two")) == []
    engine = identity()["engine"]
    (notice,) = scene.notices
    assert notice == (
        f"Worker two gets nothing to play: it runs engine other (here {engine}); install the same version "
        "there ('granja --version' shows it)."
    )
    assert scene.hands == {"one": [0, 1]}


def test_a_worker_that_is_another_now_plays_no_more() -> None:
    scene = Scene(4, one="mill", two="barn")
    scene.returns(0, Failed("stranger", "another version than before"))
    assert scene.notices == [
        "Worker one (mill, process 7) gets nothing more to play: it runs another version than before."
    ]
    assert scene.hands == {"two": [1, 3]}
    scene.returns(1)
    scene.returns(3)
    assert scene.hands == {"two": [0, 2]}


def test_what_lies_before_a_failing_bot_is_played() -> None:
    scene = Scene(9, one="mill", two="barn")
    assert scene.returns(2, Failed("bot", "it failed")) == []
    assert scene.hands == {"one": [0], "two": [1]}
    scene.returns(1, Failed("bot", "it failed before"))
    scene.hear(Left("one", expected=False))
    assert scene.hands == {"two": [0]}
    scene.line.inbox.append(Returned(next(iter(scene.staff.members["two"].cuts)), "played"))
    with pytest.raises(BotError, match="it failed before"):
        list(scene.dispatch.events())


def test_an_engine_that_fails_names_the_blocks() -> None:
    with pytest.raises(RunFailed, match=r"The engine failed in block 1:\nTraceback"):
        Scene(2, one="mill").returns(1, Failed("engine", "Traceback"))


def test_nobody_there_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(1, one="mill")
    scene.hear(Left("one", expected=False))
    assert list(scene.dispatch._loneliness()) == []
    monkeypatch.setattr(dispatching, "PATIENCE", 0.0)
    (notice,) = scene.dispatch._loneliness()
    assert notice.text == (
        "There is no worker at tcp://scheduler:8786: waiting for one, start it with "
        "'dask worker tcp://scheduler:8786 --nthreads 1'. Ctrl-C ends the run."
    )
    assert list(scene.dispatch._loneliness()) == []


def test_a_scheduler_that_goes_away_is_said() -> None:
    scene = Scene(1, one="mill")
    scene.line.lost = True
    with pytest.raises(
        ClusterTrouble, match=r"is gone; what was written before stays .* go on with --resume"
    ):
        list(scene.dispatch.events())
