"""manifest.json: what a run is, in full; the same bytes for any number of jobs.

No times, paths or jobs are in it (timings.json has those), so that equal runs have
equal folders.
"""

from __future__ import annotations

import platform
import shlex
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from analyzer.errors import UserError
from analyzer.recording.schema import FORMAT
from analyzer.recording.writer import put_whole

MANIFEST = "manifest.json"
UNFINISHED = "the run ended before it could say why"

Ended = Literal["until", "budget"]
"""What ends a run before all its games: the rule of ``--until``, or the clock of ``--budget``."""

_GAMES, _UNTIL = "-n", "--until"

Whole = TypeVar("Whole")


class Versions(msgspec.Struct, frozen=True, kw_only=True):
    """Versions of what the tables' bytes depend on."""

    granja: str
    python: str
    numpy: str
    polars: str
    cython: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """One run.  ``games`` and ``blocks`` are what was asked for, in whole blocks.

    ``seating``: for each game of a block the bot (index into ``bots``) at each seat.
    ``command``: the words after "granja" that ask for the same run, without what concerns the machine.
    ``until``: the stop rule of a run that has one, as it was given ("vp ci=0.05").
    ``ended``: what ended the run before the ``most`` games that were asked for at most, if anything
    did: the rule, or the clock of its budget.  ``games``, ``blocks`` and ``parts`` are then what was
    played; before, they are the most.
    ``stopped`` says why a partial run is one.  ``blocks_done``, ``rows`` and
    ``decisions`` count what the finished parts hold (a killed run could not count).
    """

    format: int
    scenario: dict[str, Any]
    rules_hash: str
    players: int
    bots: tuple[str, ...]
    seating: tuple[tuple[int, ...], ...]
    seed: int
    games: int
    blocks: int
    games_per_block: int
    blocks_per_part: int
    parts: int
    engine: str
    versions: Versions
    command: tuple[str, ...] = ()
    until: str | None = None
    most: int | None = None
    ended: Ended | None = None
    state: Literal["partial", "complete"] = "partial"
    stopped: str | None = UNFINISHED
    blocks_done: int = 0
    decisions: int = 0
    rows: dict[str, int] = {}


class _Header(msgspec.Struct):
    format: int


class _Origin(msgspec.Struct):
    """What a manifest of any format says of where it comes from, as far as it does."""

    versions: dict[str, Any] = {}
    scenario: dict[str, Any] = {}
    games: int | None = None
    seed: int | None = None
    command: tuple[str, ...] = ()

    @property
    def again(self) -> str:
        """What to play again, in words."""
        if self.command:
            return f"play it again with: granja {shlex.join(self.command)}"
        name = self.scenario.get("name")
        if not isinstance(name, str) or self.games is None or self.seed is None:
            return "play it again"
        return f"play {name} again ({self.games} games, seed {self.seed})"


def versions() -> Versions:
    """Versions at work in this process."""
    import numpy
    import polars

    from analyzer import __version__
    from cext import core

    # Cython names the module of its function type after its version: _cython_3_3_1.
    cython = type(core.play_blocks).__module__.removeprefix("_cython_").replace("_", ".")
    return Versions(
        granja=__version__,
        python=platform.python_version(),
        numpy=numpy.__version__,
        polars=polars.__version__,
        cython=cython,
    )


def shortened(manifest: Manifest, blocks: int, ended: Ended) -> Manifest:
    """A run that ends after so many blocks instead of all."""
    games = blocks * manifest.games_per_block
    command = manifest.command if ended == "until" else _asking_for(manifest.command, games, None)
    return msgspec.structs.replace(
        manifest,
        games=games,
        blocks=blocks,
        parts=-(-blocks // manifest.blocks_per_part),
        command=command,
        most=manifest.games,
        ended=ended,
    )


def lengthened(manifest: Manifest) -> Manifest:
    """A run that was ended early, on its way to the most games again."""
    games = manifest.most or manifest.games
    blocks = games // manifest.games_per_block
    return msgspec.structs.replace(
        manifest,
        games=games,
        blocks=blocks,
        parts=-(-blocks // manifest.blocks_per_part),
        command=_asking_for(manifest.command, games, manifest.until),
        most=None,
        ended=None,
    )


def _asking_for(command: tuple[str, ...], games: int, until: str | None) -> tuple[str, ...]:
    """A command with another number of games, and a stop rule or none."""
    words = list(command)
    if _UNTIL in words:
        at = words.index(_UNTIL)
        del words[at : at + 2]
    if _GAMES in words:
        at = words.index(_GAMES) + 1
        words[at : at + 1] = [str(games), *([] if until is None else [_UNTIL, until])]
    return tuple(words)


def write_manifest(run: Path, manifest: Manifest) -> None:
    """Put the manifest into the run folder, whole or not at all."""
    put_whole(run / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")


def read_manifest(run: Path) -> Manifest:
    """The manifest of a run folder; raises UserError for anything that isn't one."""
    if not run.exists():
        raise UserError(f"{run}: there is no such run folder; `granja run` makes one.")
    try:
        text = (run / MANIFEST).read_bytes()
    except OSError:
        raise UserError(_no_run(run)) from None
    try:
        return decode_whole(run, text, Manifest, FORMAT)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UserError(f"{run / MANIFEST} can't be read ({error}); run the scenario again.") from None


def decode_whole(folder: Path, text: bytes, kind: type[Whole], read: int) -> Whole:
    """What a manifest says, in the only format that is ``read``; ``folder``: that it is of.

    Raises UserError for another format; msgspec.DecodeError or RecursionError for a damaged one.
    """
    header = msgspec.json.decode(text, type=_Header)
    if header.format != read:
        raise UserError(other_format(folder, text, header.format, read))
    return msgspec.json.decode(text, type=kind)


def _no_run(folder: Path) -> str:
    """What a folder without a manifest is, and what to give instead."""
    from analyzer.recording.sweep_manifest import RUNS, SWEEP

    runs = folder / RUNS
    if (folder / SWEEP).is_file() and runs.is_dir():
        return f"{folder} is the folder of a sweep; give one of its runs, such as {runs / 'baseline'}."
    return f"{folder} is not a run folder (it has no {MANIFEST}); give a folder that `granja run` made."


def other_format(folder: Path, manifest: bytes, found: int, read: int) -> str:
    """Why a run or study in another format is not read (its tables have other columns), and what to do.

    ``manifest``: its text; ``found``: the format that it names; ``read``: the only one that is read.
    """
    from analyzer import __version__

    try:
        origin = msgspec.json.decode(manifest, type=_Origin)
    except msgspec.ValidationError:
        origin = _Origin()
    writer = origin.versions.get("granja")
    written = f"{folder} was written in format {found}" + (f" by granja {writer}" if writer else "")
    if found > read:
        return f"{written}, which is newer than format {read} of this granja {__version__}; update granja."
    remedy = origin.again
    if writer not in (None, __version__):
        remedy += f", or read it with granja {writer}"
    return f"{written}, and this granja {__version__} reads format {read} only; {remedy}."
