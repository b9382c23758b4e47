"""When craft buildings are completed, and how those fare who complete them early, late or never."""

from __future__ import annotations

from itertools import product

from analyzer.analysis.buildings import BUILDINGS, NEVER, Completion, RoundResult
from analyzer.analysis.study import Study
from reports import words
from reports.figures.drawings import Curve, Panel, Panels
from reports.page import Block, Cell, Column, Figure, Notice, Table
from reports.sections import names


def completion_blocks(study: Study, curves: tuple[Completion, ...]) -> tuple[Block, ...]:
    """The curves, and the table of what they draw."""
    return _completion(study, curves), _completion_table(study, curves)


def result_blocks(study: Study, results: tuple[RoundResult, ...]) -> tuple[Block, ...]:
    """Observed results by round of completion, after a word of caution."""
    shares = () if study.solo else (_shares(study, results),)
    return _caution(study), _results(study, results), *shares, _result_table(study, results)


def _completion(study: Study, curves: tuple[Completion, ...]) -> Figure:
    rounds = tuple(str(r) for r in range(1, study.rounds + 1))
    panels = []
    for building, name in enumerate(BUILDINGS, 1):
        own = [curve for curve in curves if curve.building == building]
        lines = tuple(Curve(study.bots[curve.bot], curve.by_round) for curve in own)
        panels.append(Panel(name, lines, tuple(_never(study, curve) for curve in own)))
    return Figure(
        "completion",
        "Completion by round",
        "Curves of the share of player-games that have completed each craft building. "
        + _most_and_least(study, curves),
        "Each curve rises to the share of player-games that ever complete the building. Those who never "
        "do stay in the denominator, so that the curve ends below 100\u202f%: of them only is known that "
        "they would have needed more rounds. Their share stands in the corner. Bands are 95\u202f% "
        "intervals from blocks, often thinner than the line.",
        Panels(tuple(panels), rounds, "completed, %", "by the end of round", share=True),
        f"Share of player-games that have completed the building, n {words.count(study.player_games)}",
    )


def _never(study: Study, curve: Completion) -> str:
    """Share that never completes the building, with its half interval."""
    flipped = curve.never
    text = f"never {words.percent(flipped)} {words.plus_minus(flipped, share=True)}"
    return text if names.mirror(study) else f"{text} {study.bots[curve.bot]}"


def _most_and_least(study: Study, curves: tuple[Completion, ...]) -> str:
    ordered = sorted(curves, key=lambda curve: curve.by_round[-1].mean)
    least, most = ordered[0], ordered[-1]

    def who(curve: Completion) -> str:
        by = "" if names.mirror(study) else f" by {study.bots[curve.bot]}"
        return f"{BUILDINGS[curve.building - 1]}{by} ({words.percent_with_interval(curve.by_round[-1])})"

    return f"Most often completed: {who(most)}; least often: {who(least)}."


def _completion_table(study: Study, curves: tuple[Completion, ...]) -> Table:
    rounds = range(1, study.rounds + 1)
    return Table(
        "completion-table",
        "Completed by the end of each round, share ± half of the 95\u202f% interval",
        (
            Column("Building", numeric=False),
            Column("Bot", numeric=False),
            *(Column(f"Round {r}") for r in rounds),
            Column("Never"),
            Column("n player-games"),
        ),
        tuple(
            (
                Cell(BUILDINGS[curve.building - 1], curve.building),
                Cell(study.bots[curve.bot], study.bots[curve.bot]),
                *(names.share_cell(value) for value in curve.by_round),
                names.share_cell(curve.never),
                names.count_cell(curve.by_round[-1].n),
            )
            for curve in curves
        ),
        folded=True,
    )


def _caution(study: Study) -> Notice:
    luck = "cards or dice" if study.solo else "cards, dice or seat"
    return Notice(
        "Early finishers differ",
        f"Who completes a building early often had the better {luck}, and who never does may "
        f"have lost the game elsewhere. The next figures show the observed {names.outcome_name(study)} by "
        "round of completion; they do not show what rushing a building would do for a player who would "
        "not have rushed it. That is what the games after them are for, in which one player was told to.",
    )


def _panels(study: Study, results: tuple[RoundResult, ...], *, share: bool) -> tuple[Panel, ...]:
    """A panel per building with a curve per bot."""
    return tuple(
        Panel(
            name,
            tuple(
                Curve(
                    study.bots[bot],
                    tuple(
                        row.share if share else row.outcome
                        for row in results
                        if row.building == building and row.bot == bot
                    ),
                )
                for bot in range(len(study.bots))
            ),
        )
        for building, name in enumerate(BUILDINGS, 1)
    )


def _positions(study: Study) -> tuple[str, ...]:
    return (*(str(r) for r in range(1, study.rounds + 1)), "never")


def _results(study: Study, results: tuple[RoundResult, ...]) -> Figure:
    return Figure(
        "building-results",
        f"Observed {names.outcome_name(study)} by round of completion",
        f"Mean {names.outcome_name(study)} by round in which each craft building was completed. "
        + _steepest(study, results),
        f"A dot is the mean {names.outcome_name(study)} of the player-games that completed the building in "
        "that round, with its 95\u202f% interval; the last dot those that never did. The small number is "
        f"n; grey dots rest on fewer than {words.SMALL} blocks and may lie outside the frame."
        + ("" if study.solo else " The dashed line is an even game."),
        Panels(
            _panels(study, results, share=False),
            _positions(study),
            names.outcome_name(study),
            "completed in round (small: n)",
            joined=False,
            apart=True,
            line=None if study.solo else 0.0,
            counts=True,
        ),
        f"Observed mean {names.outcome_name(study)} by round of completion",
    )


def _steepest(study: Study, results: tuple[RoundResult, ...]) -> str:
    """The building where having it goes with the largest difference to never having it."""
    best: tuple[float, RoundResult, RoundResult] | None = None
    for building, bot in product(range(1, len(BUILDINGS) + 1), range(len(study.bots))):
        rows = [
            row
            for row in results
            if row.building == building and row.bot == bot and not words.is_small(row.outcome)
        ]
        never = next((row for row in rows if row.round == NEVER), None)
        done = [row for row in rows if row.round != NEVER]
        if never is None or not done:
            continue
        top = max(done, key=lambda row: row.outcome.mean)
        gap = top.outcome.mean - never.outcome.mean
        if best is None or gap > best[0]:
            best = (gap, top, never)
    if best is None:
        return "No building was completed often enough to compare."
    _, top, never = best
    signed = not study.solo
    who = "" if names.mirror(study) else f" by {study.bots[top.bot]}"
    return (
        f"The widest difference: {BUILDINGS[top.building - 1]} completed{who} in round {top.round}, "
        f"{words.with_interval(top.outcome, sign=signed, unit='vp')}, against never, "
        f"{words.with_interval(never.outcome, sign=signed, unit='vp')}."
    )


def _shares(study: Study, results: tuple[RoundResult, ...]) -> Figure:
    fair = f"{100 / study.players:.1f}{words.NARROW}%"
    return Figure(
        "building-shares",
        "Observed win share by round of completion",
        f"Win share by round in which each craft building was completed, against the fair share of {fair}. "
        + _highest_share(study, results),
        f"As above, for the share of games won. The dashed line is the fair share of {fair}.",
        Panels(
            _panels(study, results, share=True),
            _positions(study),
            "win share, %",
            "completed in round (small: n)",
            share=True,
            joined=False,
            apart=True,
            line=1 / study.players,
            counts=True,
        ),
        "Observed win share by round of completion",
    )


def _highest_share(study: Study, results: tuple[RoundResult, ...]) -> str:
    known = [row for row in results if not words.is_small(row.share)]
    if not known:
        return "No building was completed often enough to say more."

    def named(row: RoundResult) -> str:
        by = "" if names.mirror(study) else f" by {study.bots[row.bot]}"
        when = "never completed" if row.round == NEVER else f"completed in round {row.round}"
        return f"{BUILDINGS[row.building - 1]} {when}{by}, {words.percent_with_interval(row.share)}"

    ordered = sorted(known, key=lambda row: row.share.mean)
    return f"Highest: {named(ordered[-1])}; lowest: {named(ordered[0])}."


def _result_table(study: Study, results: tuple[RoundResult, ...]) -> Table:
    shares = () if study.solo else (Column("Win share"),)
    return Table(
        "building-result-table",
        "Results by building and round of completion, mean ± half of the 95\u202f% interval",
        (
            Column("Building", numeric=False),
            Column("Bot", numeric=False),
            Column("Round", numeric=False),
            Column("n player-games"),
            Column(names.outcome_name(study)),
            *shares,
        ),
        tuple(
            (
                Cell(BUILDINGS[row.building - 1], row.building),
                Cell(study.bots[row.bot], study.bots[row.bot]),
                Cell("never" if row.round == NEVER else str(row.round), row.round or study.rounds + 1),
                names.count_cell(row.outcome.n),
                names.value_cell(row.outcome, sign=not study.solo),
                *(() if study.solo else (names.share_cell(row.share),)),
            )
            for row in results
        ),
        folded=True,
    )
