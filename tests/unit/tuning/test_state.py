"""The state file: whole, and refused where it belongs to another search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from analyzer.errors import UserError
from analyzer.simulate.scores import Scorer
from analyzer.tuning import state as module
from analyzer.tuning.course import Limits, Standing, search_on
from analyzer.tuning.evaluation import Arena
from analyzer.tuning.settings import Settings
from analyzer.tuning.state import State, load, new_state, save
from tests.unit.tuning.searches import BALANCED, RULE_SET, SMALL, arena_of, settings_of


def nobody(standing: Standing) -> None:
    """Nobody looks."""


def searched(file: Path, generations: int, state: State | None = None) -> State:
    """A search written into a file."""
    state = state or new_state(settings_of())
    arena = Arena(state.settings, RULE_SET)
    with Scorer(1) as scorer:
        return search_on(arena, state, file, Limits(generations, None), scorer, nobody)[1]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new.tune"


def test_what_was_written_is_read(file: Path) -> None:
    state = searched(file, 3)
    assert len(state.generations) == 3
    assert load(file, settings_of()) == state
    assert [path.name for path in file.parent.iterdir()] == ["new.tune"]


def test_it_is_written_after_each_generation(file: Path) -> None:
    kept = []

    def look(standing: Standing) -> None:
        if standing.games_of_generation == 0:
            kept.append(len(load(file, settings_of()).generations))

    with Scorer(1) as scorer:
        search_on(arena_of(), new_state(settings_of()), file, Limits(3, None), scorer, look)
    assert kept == [1, 2, 3]


def test_a_longer_search_goes_on_and_a_shorter_one_takes_the_first(file: Path) -> None:
    whole = searched(file, 4)
    two = searched(file, 2)
    assert two.generations == whole.generations[:2]
    assert searched(file, 4, load(file, settings_of())).generations == whole.generations
    state = load(file, settings_of())
    with Scorer(1) as scorer:
        standing, _ = search_on(arena_of(), state, file, Limits(3, None), scorer, nobody)
    assert standing.search.generations == list(whole.generations[:3])
    assert len(load(file, settings_of()).generations) == 4


def test_a_budget_counts_the_time_before(file: Path) -> None:
    state = msgspec.structs.replace(searched(file, 1), seconds=100.0)
    with Scorer(1) as scorer:
        standing, after = search_on(arena_of(), state, file, Limits(None, 100.0), scorer, nobody)
        assert len(standing.search.generations) == 1
        assert after == state
        _, longer = search_on(arena_of(), state, file, Limits(None, 100.001), scorer, nobody)
    assert len(longer.generations) == 2
    assert longer.seconds > 100.0


def test_share_of_what_comes_first() -> None:
    assert Limits(10, None).share(2.5, 1e9) == 0.25
    assert Limits(None, 60.0).share(1e9, 15.0) == 0.25
    assert Limits(10, 60.0).share(4.0, 15.0) == 0.4
    assert Limits(10, 60.0).share(4.0, 90.0) == 1.0


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (lambda: settings_of(options=replace(SMALL, seed=2)), "--seed 1, now 2"),
        (lambda: settings_of(options=replace(SMALL, weights=("hat",))), "--weights silver,hat, now hat"),
        (lambda: settings_of(options=replace(SMALL, staged=True)), "--staged off, now on"),
        (lambda: settings_of(options=replace(SMALL, objective="win")), "--objective mixed, now win"),
        (lambda: settings_of(players=(2, 3)), "--players 2, now 2,3"),
        (lambda: settings_of("random"), "--against first, now random"),
        (lambda: settings_of("first", "random"), "--against first, now first and random"),
        (
            lambda: msgspec.structs.replace(settings_of(), rules="another"),
            "the rules were changed since",
        ),
        (
            lambda: msgspec.structs.replace(settings_of(), scenario="rich.toml", rules="another"),
            "--scenario not given, now rich.toml",
        ),
        (
            lambda: msgspec.structs.replace(
                settings_of(), parent=msgspec.structs.replace(BALANCED, weights={"hat": (1, 1, 1)})
            ),
            "the bot balanced was changed since",
        ),
        (
            lambda: msgspec.structs.replace(
                settings_of(), parent=msgspec.structs.replace(BALANCED, name="other")
            ),
            "the bot balanced, now other",
        ),
        (
            lambda: msgspec.structs.replace(settings_of(), opponents=((BALANCED,),)),
            "an opponent was changed since",
        ),
    ],
)
def test_other_options_are_refused(file: Path, other: Callable[[], Settings], words: str) -> None:
    save(new_state(settings_of()), file)
    with pytest.raises(UserError) as error:
        load(file, other())
    assert str(error.value) == (
        f"{file} was begun with other options ({words}); give those again, or begin anew with --force, "
        "or with another --out."
    )


def test_another_engine_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_state(settings_of())
    save(state, file)
    monkeypatch.setattr(module, "engine_signature", lambda: "0123456789ab")
    with pytest.raises(UserError) as error:
        load(file, settings_of())
    assert str(error.value).startswith(
        f"{file} was begun with engine {state.engine} and this one is 0123456789ab, which plays other games; "
    )


def test_no_state_and_broken_ones(file: Path) -> None:
    with pytest.raises(UserError, match=r"new\.tune: there is no search to resume; leave out --resume"):
        load(file, settings_of())
    for text in (b"", b"{}", b"[" * 100_000, b'{"format": 2}'):
        file.write_bytes(text)
        with pytest.raises(UserError, match=r"new\.tune can't be read \(.*\); begin anew with --force"):
            load(file, settings_of())
    save(msgspec.structs.replace(new_state(settings_of()), format=0), file)
    with pytest.raises(UserError, match=r"new\.tune has format 0 and this version reads 2; begin anew"):
        load(file, settings_of())
