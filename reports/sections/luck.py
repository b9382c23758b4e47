"""How much of a result is seat, cards, dice, tiles, opponents and own play."""

from __future__ import annotations

from analyzer.analysis.study import Study
from analyzer.analysis.study_measures import ALONE_SHARE, TOTAL_SHARE
from analyzer.analysis.variance import FactorShare, VarianceShares
from reports import words
from reports.figures.drawings import Dot, Dots
from reports.page import Block, Cell, Column, Figure, Table, Text
from reports.sections import names

WITHOUT = (
    "How much of a result is seat, deal, dice and play is not known here: it takes extra games, in which one "
    "thing at a time is drawn anew (granja run SCENARIO --study luck)."
)


def blocks(study: Study, shares: VarianceShares | None) -> list[Block]:
    """Words, figure and table; without the study one sentence that says how to get it."""
    if shares is None:
        return [Text((WITHOUT,))]
    return [Text(_paragraphs(study, shares)), _figure(shares), _table(shares)]


def ranked(shares: VarianceShares) -> list[FactorShare]:
    """The largest share first."""
    return sorted((*shares.factors, shares.all_luck), key=lambda factor: -factor.total.mean)


def headline(shares: VarianceShares) -> str:
    """All shares, the largest first, in a sentence."""
    first, *others = ranked(shares)
    rest = words.listing([f"{words.percent_with_interval(each.total)} with {each.name}" for each in others])
    return (
        f"Of the spread of the {shares.outcome} {words.percent_with_interval(first.total)} comes with "
        f"{first.name}, {rest}. The shares overlap, because things act together."
    )


def _paragraphs(study: Study, shares: VarianceShares) -> tuple[str, ...]:
    results = "Results" if study.solo else "Margins"
    bots = words.listing(list(shares.pool))
    pool = (
        f"The pool from which player and opponents were drawn: {bots}."
        if len(shares.pool) > 1
        else f"Only {bots} was in the pool, so own play and opponents could not be drawn anew."
    )
    small = f" These are fewer than {words.SMALL} blocks: too few to rely on." if _is_small(shares) else ""
    spread = (
        f"{headline(shares)} {results} spread around their mean by {words.number(shares.deviation, 1)} vp "
        f"(standard deviation, n {words.count(shares.n)} games in {words.count(shares.blocks)} "
        f"blocks).{small}"
    )
    largest = max(shares.factors, key=lambda factor: factor.alone.mean)
    together = (
        "The shares may add up to more than 100\u202f%: a card is worth more with the dice that suit it, "
        "and such joint effects count for each of them. What a thing does by itself, whatever the rest, is "
        f"its share alone; the largest is that of {largest.name}, "
        f"{words.percent_with_interval(largest.alone)}. What all shares alone leave comes only of "
        f"combinations: with one other die a game can go another way. {pool} By chance an estimate can lie "
        "below 0 or above 100\u202f%. With other bots the shares would differ."
    )
    return spread, together


def _is_small(shares: VarianceShares) -> bool:
    return shares.blocks < words.SMALL


def _figure(shares: VarianceShares) -> Figure:
    dots = tuple(
        Dot(factor.name, factor.total, 0, factor.alone.mean if factor.alone.n else None)
        for factor in ranked(shares)
    )
    return Figure(
        "luck",
        "How much is luck, how much is play",
        f"Dot plot of shares in the spread of the {shares.outcome}. {headline(shares)}",
        "Each row draws one thing anew and leaves all else as it was. The dot says how much of the spread "
        "of results comes with it, together with whatever acts along with it; the bar is the 95\u202f% "
        "interval. The tick is the share that the thing explains alone. A dot far right of its tick: the "
        "thing matters, but which way depends on the rest. By chance a tick may stand a little left of 0.",
        Dots(
            dots,
            f"share in the variance of the {shares.outcome}, %",
            share=True,
            reference_label="alone",
            series=("together with others",),
        ),
        f"Shares in the variance of the {shares.outcome}, n {words.count(shares.n)} games",
    )


def _table(shares: VarianceShares) -> Table:
    of_win = {factor.key: factor for factor in shares.of_win}
    if shares.win_all_luck is not None:
        of_win[shares.win_all_luck.key] = shares.win_all_luck
    columns = [
        Column("Drawn anew", numeric=False),
        Column(f"Share, {shares.outcome}", help=TOTAL_SHARE.definition),
        Column("Alone", help=ALONE_SHARE.definition),
    ]
    if of_win:
        columns += [Column("Share, who wins"), Column("Alone, who wins")]
    rows = []
    for factor in ranked(shares):
        cells = [Cell(factor.name), names.share_cell(factor.total), names.share_cell(factor.alone)]
        if of_win:
            cells += [names.share_cell(of_win[factor.key].total), names.share_cell(of_win[factor.key].alone)]
        rows.append(tuple(cells))
    return Table(
        "luck-table",
        "Shares in the variance of results, ± half of the 95\u202f% interval",
        tuple(columns),
        tuple(rows),
        note=f"n {words.count(shares.n)} games in {words.count(shares.blocks)} blocks.",
        folded=True,
    )
