"""BASELINE.json of a gate: what was played, and where each tracked metric may lie.

Made to be kept in a repository: one metric a line, always in the same order, no times, no machine and
nothing that doesn't bear on the values, so that a diff shows what has changed.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from analyzer.errors import UserError
from analyzer.recording.writer import put_whole
from analyzer.scenario.model import Difference

KIND = "granja gate"
FORMAT = 1


class Tracked(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One metric that a gate watches: its value, and from where to where it may move by chance.

    ``target``: a band that the designer has written, which then takes the interval's place.
    """

    key: str
    name: str
    unit: str
    value: float
    low: float
    high: float
    n: int
    target: tuple[float, float] | None = None


class Baseline(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a gate compares with.

    ``bots``: by name a hash of all that a bot is but its name.  ``games_hash``: of all games, by which
    games that are all the same are known.  ``games`` are those of all ``blocks``.
    """

    kind: str = KIND
    format: int = FORMAT
    scenario: str
    players: int
    line_up: tuple[str, ...]
    bots: dict[str, str]
    rules_hash: str
    differences: tuple[Difference, ...]
    seed: int
    games: int
    blocks: int
    games_hash: str
    engine: str
    granja: str
    metrics: tuple[Tracked, ...]

    def of(self, key: str) -> Tracked | None:
        """The tracked metric of that key."""
        return next((tracked for tracked in self.metrics if tracked.key == key), None)


class _Header(msgspec.Struct):
    kind: str
    format: int
    granja: str = ""


def write_baseline(path: Path, baseline: Baseline) -> None:
    """Put the file into its place, whole or not at all.  Raises UserError if it can't be written."""
    try:
        put_whole(path, baseline_text(baseline).encode())
    except OSError as error:
        raise UserError(
            f"{path} can't be written: {error.strerror or error}; name a file in another folder."
        ) from None


def baseline_text(baseline: Baseline) -> str:
    """The file's text: a field a line, of lists of records a record a line."""
    fields = [f" {_json(name)}: {_value(value)}" for name, value in msgspec.to_builtins(baseline).items()]
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, Sequence) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f"  {_json(each)}" for each in value) + "\n ]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def read_baseline(path: Path, scenario: str) -> Baseline:
    """The baseline in a file; ``scenario`` as the user names it, for the remedy.

    Raises UserError for a file that isn't there, is damaged, newer, or no baseline at all.
    """
    update = f"granja gate --update {shlex.quote(str(path))} {scenario}"
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        raise UserError(f"{path}: there is no such baseline; write it with: {update}") from None
    except OSError as error:
        raise UserError(
            f"{path} can't be read: {error.strerror}; name a file that `{update}` wrote."
        ) from None
    anew = f"take the file away and write it anew with: {update}"
    try:
        header = msgspec.json.decode(text, type=_Header)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is no baseline of a gate ({error}); name one, or {anew}") from None
    if header.kind != KIND:
        raise UserError(f"{path} is no baseline of a gate but a `{header.kind}`; name one, or {anew}")
    if header.format > FORMAT:
        by = f" by granja {header.granja}" if header.granja else ""
        raise UserError(
            f"{path} was written{by} in format {header.format}, which is newer than this granja's {FORMAT}; "
            f"update granja, or {anew}"
        )
    try:
        baseline = msgspec.json.decode(text, type=Baseline)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UserError(f"{path} is damaged ({error}); mend it, or {anew}") from None
    if wrong := _wrong(baseline):
        raise UserError(f"{path}, {wrong}")
    return baseline


def _wrong(baseline: Baseline) -> str | None:
    """What a hand may have got wrong, with its place and what to write."""
    keys = [tracked.key for tracked in baseline.metrics]
    if not keys:
        return "`metrics`: the list is empty, so there is nothing to watch; put a metric back."
    if baseline.blocks < 1:
        return f"`blocks`: {baseline.blocks} blocks can't be played; put the number back."
    if baseline.games < 1 or baseline.games % baseline.blocks:
        return (
            f"`games`: {baseline.games} games are not the same number for each of {baseline.blocks} blocks; "
            "put the numbers back."
        )
    for tracked in baseline.metrics:
        where = f"metric `{tracked.key}`"
        if keys.count(tracked.key) > 1:
            return f"{where}: it stands there {keys.count(tracked.key)} times; keep one of them."
        if not tracked.low <= tracked.value <= tracked.high:
            return (
                f"{where}: its value lies outside of its own interval; for a band of your own write "
                '"target": [low, high] behind "n" and leave low and high as they were.'
            )
        if tracked.target is None:
            continue
        low, high = tracked.target
        if low > high:
            return f'{where}: its target begins above its end; write it like "target": [{high}, {low}].'
        if tracked.unit == "share" and not 0 <= low <= high <= 1:
            return (
                f"{where}: its target reaches beyond 0 and 1, but shares are fractions of 1; for 23 to 27 % "
                'write "target": [0.23, 0.27].'
            )
    return None
