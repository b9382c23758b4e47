"""The first chapter of a report on several runs: what sets them apart, and by how much they differ."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from analyzer.analysis.overview import source_name
from analyzer.analysis.runs import (
    Compared,
    Question,
    all_equal,
    compare_runs,
    one_player_count,
    shared_blocks,
)
from analyzer.analysis.stats import FALSE_DISCOVERIES, Estimate
from analyzer.analysis.study import Study
from analyzer.recording.manifest import Manifest
from analyzer.recording.schema import VP_SOURCES, Players
from analyzer.scenario.model import plays_as
from reports import words
from reports.figures.colours import SERIES
from reports.figures.drawings import Dot, Dots
from reports.made import shown
from reports.page import Block, Cell, Column, Figure, Section, Table, Text
from reports.sections import names

TOLD = "*"


def section(studies: Sequence[Study], manifests: Sequence[Manifest], runs: Sequence[str]) -> Section:
    """``runs``: the names of the runs, each another."""
    compared = compare_runs(studies, [each.seed for each in manifests], words.SMALL)
    facts = _facts(studies, manifests)
    blocks: list[Block] = [Text((_common(facts), *_luck(studies, manifests, runs)))]
    apart = {name: values for name, values in facts.items() if len(set(values)) > 1}
    if apart:
        blocks.append(_apart(apart, runs))
    same = _same_games(facts, compared)
    blocks.append(Text(_findings(compared, runs, same)))
    if len(runs) - 1 <= len(SERIES) and not all(same):
        blocks.append(_sources(compared, runs, same))
    blocks.append(_table(compared, runs, wins=one_player_count(studies)))
    return Section(
        "runs", "The runs", "What sets the runs apart, and how do their results differ?", tuple(blocks)
    )


def _facts(studies: Sequence[Study], manifests: Sequence[Manifest]) -> dict[str, tuple[str, ...]]:
    """What each run is, by name of the fact."""
    scenarios = [study.scenario for study in studies]
    facts = {
        "Scenario": tuple(each.name for each in scenarios),
        "Players": tuple(str(each.players) for each in scenarios),
        "Line-up": tuple(" · ".join(each.line_up) for each in scenarios),
        "Seed": tuple(str(each.seed) for each in manifests),
        "Games": tuple(
            f"{words.count(study.games)} in {words.count(study.blocks)} blocks" for study in studies
        ),
        "Rule set": tuple(each.rule_set.name for each in scenarios),
        "Version": tuple(f"granja {m.versions.granja}, engine signature {m.engine}" for m in manifests),
    }
    standard: dict[str, str] = {}
    own: list[dict[str, str]] = []
    for scenario in scenarios:
        standard.update({d.path: f"{shown(d.standard)} (standard)" for d in scenario.differences})
        own.append({d.path: shown(d.value) for d in scenario.differences})
    facts |= {
        f"Rule {path}": tuple(each.get(path, value) for each in own) for path, value in standard.items()
    }
    return facts | _weights(studies)


def _weights(studies: Sequence[Study]) -> dict[str, tuple[str, ...]]:
    """Bots that several runs call by one name and that don't play alike."""
    of_run = [
        {bot.name: hashlib.sha256(plays_as(bot)).hexdigest()[:8] for bot in study.scenario.bots}
        for study in studies
    ]
    common = sorted(
        name for name in set().union(*of_run) if len({each.get(name) for each in of_run} - {None}) > 1
    )
    return {
        f"Bot {name}": tuple(f"its weights {each[name]}" if name in each else words.NONE for each in of_run)
        for name in common
    }


def _common(facts: dict[str, tuple[str, ...]]) -> str:
    alike = [f"{name} {values[0]}" for name, values in facts.items() if len(set(values)) == 1]
    apart = len(facts) - len(alike)
    if not apart:
        return f"Nothing sets the runs apart. All have: {'; '.join(alike)}."
    return f"The same in all runs: {'; '.join(alike)}." if alike else "The runs have nothing in common."


def _luck(studies: Sequence[Study], manifests: Sequence[Manifest], runs: Sequence[str]) -> tuple[str, ...]:
    """How each run's luck goes with the first run's."""
    told = []
    for study, manifest, run in zip(studies[1:], manifests[1:], runs[1:], strict=True):
        shared = shared_blocks(studies[0], study, (manifests[0].seed, manifest.seed))
        if not shared:
            told.append(
                f"{run} has another seed than {runs[0]}: its games have other luck, and their differences "
                "are those of independent runs."
            )
            continue
        if study.players != studies[0].players:
            told.append(
                f"{run} has the seed of {runs[0]} but another number of players: seats, closed hexes and "
                "piles differ, so at most the dice and a part of the hands are the same in both."
            )
            continue
        extent = "all" if shared == studies[0].blocks == study.blocks else f"the first {words.count(shared)}"
        told.append(
            f"{run} has the seed of {runs[0]}: {extent} blocks have the same luck in both, and differences "
            "are paired by block, so that luck common to both cancels out."
        )
    return tuple(told)


def _apart(apart: dict[str, tuple[str, ...]], runs: Sequence[str]) -> Table:
    return Table(
        "runs-apart",
        "What sets the runs apart",
        (Column("Of the run", numeric=False), *(Column(run, numeric=False) for run in runs)),
        tuple((Cell(name), *(Cell(value) for value in values)) for name, values in apart.items()),
    )


def _name(question: Question) -> str:
    """A main measure in words."""
    measure = question.measure
    if question.bot is not None:
        return f"{measure.name} of {question.bot}"
    if question.seat is not None:
        return f"{measure.name} of {names.seat(question.seat)}"
    for column in Players:
        if column == measure.key and column is not Players.VP:
            return f"vp from {source_name(column)}" if column in VP_SOURCES else column.meaning
    return measure.name


def _shown(value: Estimate, share: bool) -> str:
    """A difference for a sentence."""
    if share:
        mean, low, high = (
            words.number(100 * each, 1, sign=True) for each in (value.mean, value.low, value.high)
        )
        return f"{mean} points ({low} to {high})"
    return words.with_interval(value, sign=True)


def _same_games(facts: dict[str, tuple[str, ...]], compared: Sequence[Compared]) -> list[bool]:
    """By run after the first whether it is the first one once more, or a copy of it."""
    count = len(compared[0].differences)
    return [
        all(values[0] == values[1 + index] for values in facts.values()) and all_equal(compared, index)
        for index in range(count)
    ]


def _findings(compared: Sequence[Compared], runs: Sequence[str], same: Sequence[bool]) -> tuple[str, ...]:
    """By run the differences that are more than chance, the surest first."""
    told = []
    for index, run in enumerate(runs[1:]):
        if same[index]:
            which = "These" if len(runs) == 2 else f"{run} and {runs[0]}"
            told.append(f"{which} are the same games: every result is equal.")
            continue
        judged = [each for each in compared if each.told[index] is not None]
        found = [each for each in judged if each.told[index]]
        found.sort(key=lambda each: -abs(each.differences[index].mean / each.differences[index].se))
        if not found:
            told.append(f"{run} against {runs[0]}: {_none_found(len(judged))}.")
            continue
        listed = [
            f"{_name(each.question)} {_shown(each.differences[index], each.question.measure.is_share)}"
            for each in found[:3]
        ]
        told.append(
            f"{run} against {runs[0]}: of {_differences(len(judged))} judged {len(found)} "
            f"{'is' if len(found) == 1 else 'are'} more than chance explains. "
            f"{'It is' if len(found) == 1 else 'The surest'}: {'; '.join(listed)}."
        )
    return tuple(told)


def _none_found(judged: int) -> str:
    if judged == 0:
        return "no difference could be judged; there are too few blocks, or nothing varies"
    if judged == 1:
        return "the one difference that could be judged is not more than chance"
    return f"of {_differences(judged)} that could be judged none is more than chance"


def _differences(number: int) -> str:
    return "1 difference" if number == 1 else f"{number} differences"


def _sources(compared: Sequence[Compared], runs: Sequence[str], same: Sequence[bool]) -> Figure:
    """How vp and its sources differ from the first run's."""
    shown_measures = [
        each
        for each in compared
        if each.question.measure.unit == "vp" and each.question.bot is None and each.question.seat is None
    ]
    dots = tuple(
        Dot(_name(each.question), each.differences[index], index, None, f"{run} less {runs[0]}")
        for index, run in enumerate(runs[1:])
        for each in shown_measures
    )
    return Figure(
        "run-differences",
        f"Where the vp differ from those of {runs[0]}",
        "Dot plot of differences in vp and its sources between runs. "
        + " ".join(_findings(compared, runs, same)),
        f"A dot is the mean vp per player-game less that in {runs[0]}, the bar its 95\u202f% interval. A bar "
        "that leaves out 0 points to a difference, but of twenty one does so by chance: the table says with "
        f"\u201c{TOLD}\u201d which are told from 0 after a correction for their number. n: player-games "
        "of the smaller run.",
        Dots(dots, "difference in vp per player-game", line=0.0, line_label="no difference", signed=True),
        "Mean vp per player-game, difference of runs",
    )


def _difference(value: Estimate, told: bool | None, share: bool) -> Cell:
    if value.n == 0:
        return Cell(words.NONE, None, muted=True, value=value)
    factor = 100 if share else 1
    decimals = max(1, words.digits(words.half(value, factor)))
    text = f"{words.number(value.mean * factor, decimals, sign=True)} {words.plus_minus(value, share=share)}"
    shown = f"{text} {TOLD}" if told else text
    return Cell(shown, value.mean, muted=words.is_small(value), value=value)


def _table(compared: Sequence[Compared], runs: Sequence[str], *, wins: bool) -> Table:
    """``wins``: whether win shares are among the measures."""
    rows = []
    shares = (
        "Differences of shares in percentage points."
        if wins
        else "Win shares are left out: with another number of players a fair share is another."
    )
    for each in compared:
        share = each.question.measure.is_share
        cell = names.share_cell if share else names.value_cell
        rows.append(
            (
                Cell(_name(each.question)),
                *(cell(value) for value in each.values),
                *(_difference(v, told, share) for v, told in zip(each.differences, each.told, strict=True)),
            )
        )
    return Table(
        "run-measures",
        "Main measures, ± half of the 95\u202f% interval",
        (
            Column("Per player-game", numeric=False),
            *(Column(run) for run in runs),
            *(Column(f"{run} less {runs[0]}") for run in runs[1:]),
        ),
        tuple(rows),
        note=f"{TOLD} told from 0 by t tests over blocks, corrected for the number compared (Benjamini and "
        f"Hochberg: of those marked {100 * FALSE_DISCOVERIES:.0f}\u202f% may be so by chance). "
        f"{shares} Grey: fewer than {words.SMALL} blocks. A dash: not in this run.",
    )
