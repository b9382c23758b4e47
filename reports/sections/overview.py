"""Overview: what was played, who wins, where the vp come from, what players do."""

from __future__ import annotations

import math

from analyzer.analysis import overview
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.measures import VP, WIN_SHARE
from analyzer.analysis.overview import Result
from analyzer.analysis.stats import detectable_difference, stand_out
from analyzer.analysis.study import Study
from analyzer.analysis.variance import variance_shares
from analyzer.recording.schema import VP_SOURCES, Players
from reports import words
from reports.figures.drawings import Bar, Dot, Dots, Stack
from reports.page import Block, Cell, Column, Facts, Figure, Section, Table, Text
from reports.sections import luck, names, scores


def section(study: Study) -> Section:
    """Who wins, and what results are made of."""
    by_bot, by_seat, by_both = overview.results_together(
        study, ((Players.BOT,), (Players.SEAT,), (Players.BOT, Players.SEAT))
    )
    blocks: list[Block] = [Facts(_played(study))]
    if study.solo:
        blocks.append(Text((_solo_sentence(study, by_bot),)))
    else:
        blocks += _winners(study, by_bot, by_seat)
        blocks.append(_result_table(study, by_both))
    blocks += _sources(study)
    blocks += scores.blocks(study)
    blocks += luck.blocks(study, variance_shares(study))
    blocks.append(_activity(study))
    question = "How far do players get?" if study.solo else "Who wins, and where do the points come from?"
    return Section("overview", "Overview", question, tuple(blocks))


def _played(study: Study) -> tuple[tuple[str, str], ...]:
    scenario = study.scenario
    arrangements = len(study.seating)
    order = " · ".join(scenario.line_up)
    return (
        ("Scenario", f"{scenario.name}: {scenario.description}" if scenario.description else scenario.name),
        ("Players", f"{study.players} ({order})" if not study.solo else f"solo ({order})"),
        ("Games", f"{words.count(study.games)} in {words.count(study.blocks)} blocks of {arrangements}"),
        ("Rule set", _rule_set(study)),
    )


def _rule_set(study: Study) -> str:
    changed = len(study.scenario.differences)
    name = study.scenario.rule_set.name
    if not changed:
        return f"{name}, no differences from standard"
    return f"{name}, {changed} {'difference' if changed == 1 else 'differences'} from standard (listed below)"


def _solo_sentence(study: Study, by_bot: tuple[Result, ...]) -> str:
    value = by_bot[0].outcomes[VP.key]
    return (
        f"{study.bots[0]} ends with {words.with_interval(value, unit='vp')} on average (n "
        f"{words.count(value.n)} games). A solo game has no margin and no fair share: vp itself is the "
        "measure."
    )


def _winners(study: Study, by_bot: tuple[Result, ...], by_seat: tuple[Result, ...]) -> list[Block]:
    fair = 1 / study.players
    dots = [Dot(names.seat(r.key[0]), r.outcomes[WIN_SHARE.key], 0, None, "By seat") for r in by_seat]
    differ = _bots_differ(by_bot)
    if differ:
        dots = [
            Dot(study.bots[r.key[0]], r.outcomes[WIN_SHARE.key], 0, None, "By bot") for r in by_bot
        ] + dots
    figure = Figure(
        "wins",
        "Who wins",
        _wins_alt(study, by_bot, by_seat),
        "A dot is the share of games won, the bar its 95\u202f% interval from blocks. The dashed line is "
        f"the fair share, 1/{study.players}. An interval that leaves it out points to an advantage, but of "
        "twenty such intervals one leaves it out by chance alone: the sentences above allow for the number "
        "of seats or bots compared. A shared win counts 1/k."
        + ("" if differ else " All seats are played alike, so only seats can differ."),
        Dots(
            tuple(dots),
            "win share, %",
            share=True,
            line=fair,
            line_label=f"fair share {100 * fair:.1f}{words.NARROW}%",
        ),
        f"Win share, n {words.count(study.games)} games",
    )
    return [Text(_win_sentences(study, by_bot, by_seat)), figure]


def _bots_differ(by_bot: tuple[Result, ...]) -> bool:
    """Whether the bots' win shares could differ: those of one bot, or of bots that play alike, can't."""
    return not all(result.outcomes[WIN_SHARE.key].is_fixed for result in by_bot)


def _wins_alt(study: Study, by_bot: tuple[Result, ...], by_seat: tuple[Result, ...]) -> str:
    return "Dot plot of win shares. " + " ".join(_win_sentences(study, by_bot, by_seat))


def _win_sentences(study: Study, by_bot: tuple[Result, ...], by_seat: tuple[Result, ...]) -> tuple[str, ...]:
    """The best bot and the best seat, each against the fair share, and what could have been seen."""
    sentences = []
    if _bots_differ(by_bot):
        bots = _against_fair(study, by_bot)
        sentences.append(f"{study.bots[bots[-1][0]]} {bots[-1][1]}.")
    seats = _against_fair(study, by_seat)
    sentences.append(f"The best seat, seat {seats[-1][0]}, {seats[-1][1]}.")
    sentences.append(f"The worst, seat {seats[0][0]}, {seats[0][1]}.")
    first = by_seat[0].outcomes[WIN_SHARE.key]
    smallest = 100 * detectable_difference(first.se, first.blocks)
    if math.isfinite(smallest):
        sentences.append(
            f"With {words.count(study.games)} games a seat's advantage of {words.number(smallest, 2)} "
            "percentage points or more would have been found with a probability of 80\u202f%."
        )
    return (" ".join(sentences),)


def _against_fair(study: Study, results: tuple[Result, ...]) -> list[tuple[int, str]]:
    """Bots or seats in the order of their win shares, the worst first, each with a verdict in words."""
    fair = 1 / study.players
    values = [result.outcomes[WIN_SHARE.key] for result in results]
    verdicts = stand_out(values, fair, share=True, least_blocks=words.SMALL)
    compared = sum(verdict is not None for verdict in verdicts)
    ranked = sorted(zip(results, values, verdicts, strict=True), key=lambda row: row[1].mean)
    return [
        (
            result.key[0],
            f"wins {words.percent_with_interval(value)} against a fair {100 * fair:.1f}{words.NARROW}%, "
            + _verdict(verdict, compared),
        )
        for result, value, verdict in ranked
    ]


def _verdict(verdict: bool | None, compared: int) -> str:
    if verdict is None:
        return "in too few games to judge"
    if not verdict:
        return "which may be chance"
    among = f", also as one of {compared} compared" if compared > 1 else ""
    return f"which chance alone is unlikely to explain{among}"


def _result_table(study: Study, by_both: tuple[Result, ...]) -> Table:
    rows = []
    for result in by_both:
        bot, seat = result.key
        share, margin, vp = (result.outcomes[m] for m in (WIN_SHARE.key, study.outcome.key, VP.key))
        rows.append(
            (
                Cell(study.bots[bot], study.bots[bot]),
                Cell(names.seat(seat), seat),
                names.share_cell(share),
                names.value_cell(margin, sign=True),
                names.value_cell(vp),
                names.count_cell(vp.n),
            )
        )
    columns = (
        Column("Bot", numeric=False),
        Column("Seat", numeric=False),
        Column("Win share"),
        Column("vp margin"),
        Column("vp"),
        Column("n player-games"),
    )
    return Table("results", "Results by bot and seat, ± half of the 95\u202f% interval", columns, tuple(rows))


def _sources(study: Study) -> list[Block]:
    columns = (*VP_SOURCES, Players.VP)
    rows = [(study.bots[bot], row, False) for bot, row in overview.averages(study, columns).items()]
    if not study.solo:
        by_result = overview.sources_by_result(study)
        named = [("winners", True), ("others", False)]  # without others if every game was shared by all
        rows += [(name, by_result[won], won) for name, won in named if won in by_result]
    largest = max(VP_SOURCES, key=lambda source: rows[0][1][source].mean)
    value = rows[0][1][largest]
    finding = (
        f"{rows[0][0]} gets most from {overview.source_name(largest)}: "
        f"{words.with_interval(value, unit='vp')} of "
        f"{words.with_interval(rows[0][1][Players.VP], unit='vp')} in a game."
    )
    figure = Figure(
        "sources",
        "Where the vp come from",
        f"Stacked bars of mean vp by source. {finding}",
        "Each bar is the mean vp of a player-game, cut into its sources; what was spent stands hatched at "
        "the left of zero. The bold number is the total with its interval."
        + (
            ""
            if study.solo
            else " Winners against others shows what winning games are made of, not what causes a win."
        ),
        Stack(
            tuple(
                Bar(label, tuple(row[source].mean for source in VP_SOURCES), row[Players.VP], gap)
                for label, row, gap in rows
            ),
            tuple(overview.source_name(source) for source in VP_SOURCES),
            "vp per player-game",
        ),
        f"Mean vp by source, n {words.count(study.player_games)} player-games",
    )
    table = Table(
        "source-table",
        "vp by source, mean ± half of the 95\u202f% interval",
        (Column("Source", numeric=False), *(Column(label, unit="vp") for label, _, _ in rows)),
        tuple(
            (
                Cell(overview.source_name(source) if source != Players.VP else "all"),
                *(names.value_cell(row[source]) for _, row, _ in rows),
            )
            for source in columns
        ),
        folded=True,
    )
    return [figure, table]


def _activity(study: Study) -> Table:
    found = overview.averages(study, overview.ACTIVITY)
    return Table(
        "activity",
        "What a player does in a game, mean ± half of the 95\u202f% interval",
        (Column("Per player-game", numeric=False), *(Column(study.bots[bot], unit="count") for bot in found)),
        tuple(
            (Cell(column.meaning), *(names.value_cell(row.get(column, NOTHING)) for row in found.values()))
            for column in overview.ACTIVITY
        ),
        note=f"n {words.count(study.player_games)} player-games.",
        folded=True,
    )
