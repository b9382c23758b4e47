"""What a gate found, in words and figures: the same for the terminal, pull requests and CI viewers."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator
from typing import Any

import msgspec

from analyzer.analysis.gate import Checked, GateResult
from analyzer.recording.gate_file import Baseline, Tracked
from analyzer.scenario.problems import nearest
from analyzer.wording.words import counted
from reports import words

COLUMNS = ("metric", "baseline", "interval", "now", "difference")
REMARK = (
    "A gate tells that something moved by more than luck explains, not whether that is good or bad: "
    "'granja report' lays two runs side by side, 'granja sweep' tries one change at a time."
)
_MOST_DECIMALS = 6


def verdict(result: GateResult) -> str:
    """Whether the gate is passed, in one sentence."""
    tracked = counted(len(result.checked), "metric")
    if not result.failed:
        which = "is within its interval" if len(result.checked) == 1 else "are all within their intervals"
        return f"Passed: {tracked} {which}."
    whose = "its interval" if len(result.failed) == 1 else "their intervals"
    if len(_off_target(result)) == len(result.failed):
        whose = whose.replace("interval", "target")
    return f"Failed: {len(result.failed)} of {tracked} left {whose}."


def headline(result: GateResult, path: str) -> str:
    """What was played, and what it is held against."""
    played = result.now
    games = f"{counted_games(played.games)} (blocks 0 to {played.blocks - 1:,} of seed {played.seed})"
    return f"{played.scenario}, {games}, against {path}."


def counted_games(games: int) -> str:
    """1 game, 2,000 games."""
    return "1 game" if games == 1 else f"{games:,} games"


def same_games(result: GateResult) -> str | None:
    """That no game went otherwise, if so; what has changed then bears on none of them."""
    if not result.same_games:
        return None
    said = f"all {counted_games(result.now.games)} are the same as the baseline's."
    return f"A{said[1:]}" if changes(result.baseline, result.now) else f"Nothing has changed: {said}"


def unseen(result: GateResult) -> str | None:
    """What a gate that is passed has not looked for; None if it failed, or no game went otherwise."""
    if result.failed or result.same_games:
        return None
    now = result.now
    return (
        "That is no proof that nothing changed: what moves a metric by less than its interval is wide isn't "
        "seen. 'granja sweep' compares the same blocks of a change and its baseline in pairs, and sees much "
        f"smaller changes: play it with -n {now.games} --seed {now.seed}."
    )


def remarks(result: GateResult) -> Iterator[str]:
    """What a gate that failed tells, and what it doesn't."""
    missed = _off_target(result)
    if len(missed) < len(result.failed):
        yield REMARK
    if missed:
        yield (
            f"Outside of a target that was set by hand: {', '.join(each.tracked.name for each in missed)}. "
            "Change the rules, or the target in the file: --update never touches it."
        )


def remedy(result: GateResult, path: str, scenario: str, mark: str = "") -> str | None:
    """What to do if the change is meant; None if that wouldn't help.  ``mark``: stands around the command."""
    if len(_off_target(result)) == len(result.failed):
        return None
    return f"If it is meant to be so: {mark}granja gate --update {shlex.quote(path)} {scenario}{mark}"


def _off_target(result: GateResult) -> list[Checked]:
    """What left a band of the designer's own."""
    return [each for each in result.failed if each.tracked.target is not None and each.state == "outside"]


def cells(checked: Checked) -> tuple[str, str, str, str, str]:
    """A row: name, baseline, where it may lie, now, difference."""
    tracked, decimals = checked.tracked, _decimals(checked)
    low, high = checked.bounds
    between = f"{_number(low, tracked, decimals)} to {_number(high, tracked, decimals)}{_per_cent(tracked)}"
    if low == high:
        between = f"just {_number(low, tracked, decimals)}{_per_cent(tracked)}"
    if tracked.target is not None:
        between += " (target)"
    baseline = f"{_number(tracked.value, tracked, decimals)}{_unit(tracked)}"
    if checked.value is None or checked.difference is None:
        now = "gone" if checked.state == "missing" else "never counted"
        return tracked.name, baseline, between, now, ""
    now = f"{_number(checked.value, tracked, decimals)}{_unit(tracked)}"
    return tracked.name, baseline, between, now, _difference(checked.difference, tracked, decimals)


def sentence(checked: Checked, known: tuple[str, ...]) -> str:
    """One metric in a sentence; ``known``: the metrics that there are."""
    tracked = checked.tracked
    name, baseline, between, now, difference = cells(checked)
    if checked.state == "missing":
        near = nearest(tracked.key, known)
        meant = f"is it `{near}` now? " if near else ""
        return (
            f"{name}: the scenario has no metric `{tracked.key}` any more; {meant}--update leaves it out, "
            "--update with --metric says what to track instead."
        )
    if checked.state == "uncounted":
        return f"{name}: nothing of it was counted in any game (baseline {baseline})."
    where = "is in" if checked.state == "inside" else "is out of"
    what = "its target" if tracked.target is not None else "its interval"
    between = between.removesuffix(" (target)")
    return f"{name}: {now} {where} {what} {between} (baseline {baseline}, difference {difference})."


def changes(before: Baseline, now: Baseline) -> list[str]:
    """What is not as it was when the baseline was made: rules, bots, seed, engine."""
    found = list(_rule_changes(before, now))
    if before.rules_hash != now.rules_hash and not found:
        found.append("the rules (another rules hash)")
    if before.line_up != now.line_up:
        found.append(f"line-up: {', '.join(before.line_up)} → {', '.join(now.line_up)}")
    found += [
        f"bot {name} plays otherwise" for name, bot in now.bots.items() if before.bots.get(name, bot) != bot
    ]
    if before.seed != now.seed:
        found.append(f"seed: {before.seed} → {now.seed}")
    if before.engine != now.engine:
        found.append(f"engine: {before.engine} (granja {before.granja}) → {now.engine} (granja {now.granja})")
    return found


def _rule_changes(before: Baseline, now: Baseline) -> Iterator[str]:
    """Every rule that is not what it was: path, before, after."""
    older, newer = (
        {each["path"]: each for each in msgspec.to_builtins(baseline.differences)}
        for baseline in (before, now)
    )
    for path in dict.fromkeys([*older, *newer]):
        standard = (older.get(path) or newer[path])["standard"]
        was, is_now = (side.get(path, {"value": standard})["value"] for side in (older, newer))
        if was != is_now:
            yield f"{path}: {value_words(was)} → {value_words(is_now)}"


def value_words(value: Any) -> str:
    """A value or cell of a rule set; None: that rule set lacks it."""
    if value is None:
        return "none"
    return (", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)) or "(empty)"


def reach(tracked: Tracked) -> str:
    """From where to where a metric may move, for a sentence."""
    name, _, between, _, _ = cells(Checked(tracked, None))
    unit = "" if tracked.unit == "share" or tracked.target is not None else _unit(tracked)
    return f"{name} {between}{unit}"


def _decimals(checked: Checked) -> int:
    """As many as the interval bears, and enough to show that what is outside is so."""
    tracked = checked.tracked
    scale = _scale(tracked)
    wanted = max(1, words.digits((tracked.high - tracked.low) / 2 * scale, _MOST_DECIMALS))
    for side in checked.tracked.target or ():
        wanted = max(wanted, _places(side * scale))
    if checked.state == "outside" and checked.value is not None:
        low, high = checked.bounds
        beyond = max(low - checked.value, checked.value - high) * scale
        wanted = max(wanted, words.digits(beyond, _MOST_DECIMALS))
    return wanted


def _places(value: float) -> int:
    """Decimals that a hand has written."""
    _, _, decimals = f"{value:.{_MOST_DECIMALS}f}".rstrip("0").partition(".")
    return len(decimals)


def _scale(tracked: Tracked) -> float:
    return 100.0 if tracked.unit == "share" else 1.0


def _number(value: float, tracked: Tracked, decimals: int) -> str:
    return words.number(value * _scale(tracked), decimals)


def _difference(value: float, tracked: Tracked, decimals: int) -> str:
    if value == 0.0 or not math.isfinite(value):
        return "none"
    points = " pp" if tracked.unit == "share" else ""
    return f"{words.number(value * _scale(tracked), decimals, sign=True)}{points}"


def _per_cent(tracked: Tracked) -> str:
    return " %" if tracked.unit == "share" else ""


def _unit(tracked: Tracked) -> str:
    if tracked.unit == "share":
        return " %"
    return f" {tracked.unit}" if tracked.unit else ""
