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
    """All luck first, then the largest share alone first."""
    return [shares.all_luck, *sorted(shares.factors, key=lambda factor: -factor.alone.mean)]


def headline(shares: VarianceShares) -> str:
    """All shares alone, the largest first, in a sentence."""
    luck, *others = ranked(shares)
    rest = words.listing([f"{each.name} {words.percent_with_interval(each.alone)}" for each in others])
    return (
        f"Of the spread of the {shares.outcome} all luck together explains "
        f"{words.percent_with_interval(luck.alone)} by itself; one by one: {rest}. What is left comes of "
        "how these things meet."
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
    together = (
        "What a thing explains alone, whatever the rest, is what can be said of it before a game. "
        "Together with the rest each thing does far more: with one other card or die a game goes another "
        "way, and such joint effects count for each of them, so that these shares may add up to more than "
        f"100\u202f%. {pool} By chance an estimate can lie below 0 or above 100\u202f%. With other bots the "
        "shares would differ."
    )
    return spread, together


def _is_small(shares: VarianceShares) -> bool:
    return shares.blocks < words.SMALL


def _figure(shares: VarianceShares) -> Figure:
    dots = tuple(
        Dot(factor.name, value, 0, None, group)
        for group in ("Alone", "Together with all that acts along with it")
        for factor in ranked(shares)
        for value in (factor.alone if group == "Alone" else factor.total,)
    )
    return Figure(
        "luck",
        "How much is luck, how much is play",
        f"Dot plot of shares in the spread of the {shares.outcome}. {headline(shares)}",
        "Alone: how alike results are that have only this one thing in common. Together: how much results "
        "differ when this one thing is drawn anew and all else stays as it was. The bar is the 95\u202f% "
        "interval. Far more together than alone: the thing matters, but which way depends on the rest.",
        Dots(dots, f"share in the variance of the {shares.outcome}, %", share=True),
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
