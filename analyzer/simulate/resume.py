"""A run as its folder holds it, to be played on or again: its plan, and what of it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from analyzer.errors import UserError
from analyzer.recording.manifest import MANIFEST, Manifest, Versions, read_manifest, versions
from analyzer.recording.store import missing_parts
from analyzer.scenario import scenario_from_dict
from analyzer.scenario.functions import source_of
from analyzer.scenario.model import Bot, Scenario
from analyzer.simulate.job import Part
from analyzer.simulate.plan import Plan, make_plan
from analyzer.simulate.record import plan_manifest
from analyzer.simulate.signature import engine_signature


@dataclass(frozen=True, slots=True)
class Begun:
    """A run that was begun: ``missing`` are the parts that it lacks, or of which a file is damaged.

    ``doubt``: why its bytes may differ from those of an undisturbed run; None if they can't.
    """

    plan: Plan
    manifest: Manifest
    missing: tuple[Part, ...]
    doubt: str | None

    @property
    def complete(self) -> bool:
        """Whether no game is left to play, and the manifest says so."""
        return not self.missing and self.manifest.state == "complete"

    @property
    def games(self) -> int:
        """Games that are there."""
        blocks = self.plan.blocks - sum(part.blocks for part in self.missing)
        return blocks * self.plan.games_per_block

    @property
    def disk_bytes_left(self) -> int:
        """About how much disk the games will take that are left."""
        return self.plan.disk_bytes * sum(part.blocks for part in self.missing) // self.plan.blocks


def begun_run(folder: Path) -> Begun:
    """The run in a folder, to go on with it.  Take the folder's lock first.

    Raises UserError if it isn't a run, or one that this engine or these files of Python bots would
    play otherwise.
    """
    manifest = read_manifest(folder)
    plan = plan_of_run(folder, manifest)
    check_engine(folder, manifest.engine, manifest.versions)
    if _asked(manifest) != _asked(plan_manifest(plan)):
        raise UserError(
            f"{folder}: this version plans the run otherwise than granja {manifest.versions.granja}, which "
            "began it; go on with that version, or begin anew with --force."
        )
    lacking = missing_parts(folder, manifest)
    missing = tuple(plan.parts[part] for part in lacking)
    return Begun(plan, manifest, missing, other_versions(manifest.versions))


def check_engine(folder: Path, engine: str, begun_with: Versions) -> None:
    """Raise UserError unless the engine with which a run or a sweep was begun is the one at work here."""
    here = engine_signature()
    if engine != here:
        raise UserError(
            f"{folder} was begun with engine {engine} (granja {begun_with.granja}) and this is {here}, which "
            "plays other games: go on with that version, or begin anew with --force."
        )


def plan_of_run(folder: Path, manifest: Manifest) -> Plan:
    """The plan of a run, from its manifest.

    Raises UserError if it can't be planned, or the file of a Python bot isn't the one that played.
    """
    scenario = scenario_from_dict(manifest.scenario, str(folder / MANIFEST))
    check_functions(scenario, folder)
    plan = make_plan(scenario, manifest.games, manifest.seed)
    return replace(plan, command=manifest.command, until=manifest.until)


def check_functions(scenario: Scenario, folder: Path) -> None:
    """Raise UserError unless the files of all Python bots are those with which a run was begun."""
    for bot in scenario.bots:
        for function in (each.function for each in _with_playout(bot) if each.function):
            try:
                _, found = source_of(Path(function.path))
            except OSError as error:
                raise UserError(
                    f"{folder} was played with {function.path}, which can't be read ({error.strerror}); put "
                    "that file back."
                ) from None
            if found != function.sha256:
                raise UserError(
                    f"{folder} was played with another {function.path} than the one that is there now; put "
                    f"the file back whose SHA-256 begins with {function.sha256[:12]}."
                )


def _with_playout(bot: Bot) -> Iterator[Bot]:
    """A bot, and the one that plays on in its search."""
    yield bot
    if bot.search is not None and bot.search.playout is not None:
        yield from _with_playout(bot.search.playout)


def other_versions(older: Versions) -> str | None:
    """Which versions differ from those at work here, in words: "polars 2.0.0 (here 2.1.0)"."""
    here = versions()
    words = [
        f"{name} {getattr(older, name)} (here {getattr(here, name)})"
        for name in Versions.__struct_fields__
        if getattr(older, name) != getattr(here, name)
    ]
    return ", ".join(words) or None


def _asked(manifest: Manifest) -> bytes:
    """All of a manifest but versions, how far the run came, and what ended it."""
    content = msgspec.to_builtins(manifest)
    for key in ("versions", "most", "ended", "state", "stopped", "blocks_done", "decisions", "rows"):
        del content[key]
    return msgspec.json.encode(content, order="deterministic")
