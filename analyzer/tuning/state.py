"""The state of a search: a file from which it goes on as if it had never stopped.

It keeps what the optimiser was told, not the optimiser: played again from the settings, it asks for
the same candidates, and a hash of these in each generation shows that it does.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import msgspec

from analyzer import __version__
from analyzer.analysis.stats import Estimate
from analyzer.errors import UserError
from analyzer.recording.writer import put_whole
from analyzer.simulate.signature import engine_signature
from analyzer.tuning.settings import Settings

FORMAT = 2
ENDING = ".tune"
ANEW = "begin anew with --force, or with another --out"


class Generation(msgspec.Struct, frozen=True, kw_only=True):
    """One generation on ``blocks`` blocks; ``gains`` are the candidates' over the parent.

    ``noise``: squared error of such a gain next to the other candidates'.  ``centre``: what the middle
    of the candidates gained, on blocks that had no part in where it lies.  ``candidates``: their hash.
    """

    blocks: int
    candidates: str
    gains: tuple[float, ...]
    noise: float
    centre: Estimate
    best: Estimate
    """Of the candidate with the largest gain: flattered, since luck helped to choose it."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """All that is needed to go on; ``seconds`` of the clock so far, for --budget."""

    format: int
    engine: str
    versions: dict[str, str]
    settings: Settings
    generations: tuple[Generation, ...]
    seconds: float


def versions() -> dict[str, str]:
    """Versions of what the candidates depend on."""
    return {"granja": __version__} | {package: version(package) for package in ("cma", "numpy")}


def new_state(settings: Settings) -> State:
    """A search that has not begun."""
    return State(
        format=FORMAT,
        engine=engine_signature(),
        versions=versions(),
        settings=settings,
        generations=(),
        seconds=0.0,
    )


def state_file(out: Path) -> Path:
    """Where the state of a search lies: beside its bot file."""
    return out.with_suffix(ENDING)


def save(state: State, path: Path) -> None:
    """Write the state, whole or not at all."""
    put_whole(path, msgspec.json.format(msgspec.json.encode(state), indent=1) + b"\n")


def load(path: Path, settings: Settings) -> State:
    """The state of a search with just these settings.

    Raises UserError if there is none, if it can't be read, or if its settings or engine are others.
    """
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        raise UserError(f"{path}: there is no search to resume; leave out --resume to begin one.") from None
    try:
        state = msgspec.json.decode(text, type=State)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UserError(f"{path} can't be read ({error}); {ANEW}.") from None
    if state.format != FORMAT:
        raise UserError(f"{path} has format {state.format} and this version reads {FORMAT}; {ANEW}.")
    if differing := differences(state.settings, settings):
        raise UserError(
            f"{path} was begun with other options ({'; '.join(differing)}); give those again, or {ANEW}."
        )
    if state.engine != engine_signature():
        raise UserError(
            f"{path} was begun with engine {state.engine} and this one is {engine_signature()}, which plays "
            f"other games; go on with granja {state.versions['granja']} as it was then, or {ANEW}."
        )
    return state


def differences(kept: Settings, given: Settings) -> list[str]:
    """What differs between two searches, in words: "--seed 1, now 2"."""
    found = []
    for field in kept.__struct_fields__:
        before, now = getattr(kept, field), getattr(given, field)
        if before == now:
            continue
        match field:
            case "parent":
                found.append(_changed_bot(kept.parent.name, given.parent.name))
            case "opponents":
                if kept.against == given.against:
                    found.append("an opponent was changed since")
            case "rules":
                if kept.scenario == given.scenario:
                    found.append("the rules were changed since")
            case _:
                between = " and " if field == "against" else ","
                found.append(f"--{field} {_shown(before, between)}, now {_shown(now, between)}")
    return found


def _changed_bot(before: str, now: str) -> str:
    return f"the bot {now} was changed since" if before == now else f"the bot {before}, now {now}"


def _shown(value: object, between: str) -> str:
    """An option's value as it is given."""
    if value is None:
        return "not given"
    if isinstance(value, tuple):
        return between.join(map(str, value))
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
