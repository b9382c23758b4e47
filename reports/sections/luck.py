"""How much of a result is seat, cards, dice, tiles, opponents and own play."""

from __future__ import annotations

from analyzer.analysis.study import Study
from analyzer.analysis.study_measures import SEAT_SHARE, TOTAL_SHARE, alone_share
from analyzer.analysis.variance import FactorShare, VarianceShares
from analyzer.recording.luck_variants import PLAY, SEAT
from reports import words
from reports.figures.drawings import Dot, Dots
from reports.page import Block, Cell, Column, Figure, Table, Text
from reports.sections import names

WITHOUT = (
    "How much of a result is {things} is not known here: it takes extra games, in which one thing at a time "
    "is drawn anew (granja run SCENARIO --study luck)."
)


def blocks(study: Study, shares: VarianceShares | None) -> list[Block]:
    """Words, figure and table; without the study one sentence that says how to get it."""
    if shares is None:
        things = "deal, dice and play" if study.solo else "seat, deal, dice and play"
        return [Text((WITHOUT.format(things=things),))]
    return [Text(_paragraphs(study, shares)), _figure(study, shares), _table(study, shares)]


def ranked(shares: VarianceShares) -> list[FactorShare]:
    """All luck first, then the largest share alone first."""
    return [shares.all_luck, *sorted(shares.factors, key=lambda factor: -factor.alone.mean)]


def headline(study: Study, shares: VarianceShares) -> str:
    """All shares alone, the largest first, in a sentence that names bots which the run had not."""
    luck, *others = ranked(shares)
    told = [f"{each.name} {words.percent_with_interval(each.alone)}" for each in others if each.alone.low > 0]
    untold = [each.name for each in others if not each.alone.low > 0]
    alone = [
        *([f"by itself, {words.listing(told)}"] if told else []),
        *([f"not told from 0: {words.listing(untold)}"] if untold else []),
    ]
    return (
        f"{_drawn_from(study, shares)}{'with' if has_others(study, shares) else 'With'} all luck drawn anew "
        f"{words.percent_with_interval(luck.total)} of the spread of the {shares.outcome} is new, but known "
        f"before the game it would explain only {words.percent_with_interval(luck.alone)}. One by one, each "
        f"{'; '.join(alone)}. What is left comes of how these things meet."
    )


def has_others(study: Study, shares: VarianceShares) -> bool:
    """Whether players were drawn from bots that the run itself did not play."""
    return not set(shares.pool) <= set(study.bots)


def sample(shares: VarianceShares) -> str:
    """What the shares rest on: a block's games are one observation."""
    return f"{words.count(shares.blocks)} blocks of {shares.games_per_block} games"


def _drawn_from(study: Study, shares: VarianceShares) -> str:
    if not has_others(study, shares):
        return ""
    who = "the player" if study.solo else "players"
    what = "in games" if study.solo else "at tables"
    return (
        f"With {who} drawn from {len(shares.pool)} bots ({words.listing(list(shares.pool))}), {what} that "
        "the run itself did not play: "
    )


def _label(factor: FactorShare) -> str:
    """The seat's share is defined in another way than the others', and its name says so."""
    return f"{factor.name}, whatever the cards" if factor.key == SEAT.key else factor.name


def _has_seat(shares: VarianceShares) -> bool:
    return any(factor.key == SEAT.key for factor in shares.factors)


def _paragraphs(study: Study, shares: VarianceShares) -> tuple[str, ...]:
    results = "Results" if study.solo else "Margins"
    bots = words.listing(list(shares.pool))
    drawn = "the player was" if study.solo else "player and opponents were"
    undrawn = "own play" if study.solo else "own play and opponents"
    pool = (
        f"The pool from which {drawn} drawn: {bots}."
        if len(shares.pool) > 1
        else f"Only {bots} was in the pool, so {undrawn} could not be drawn anew."
    )
    small = f" These are fewer than {words.SMALL} blocks: too few to rely on." if _is_small(shares) else ""
    spread = (
        f"{headline(study, shares)} {results} spread around their mean by "
        f"{words.number(shares.deviation, 1)} vp (standard deviation, n {sample(shares)}).{small}"
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


def _figure(study: Study, shares: VarianceShares) -> Figure:
    dots = tuple(
        Dot(_label(factor), value, 0, None, group)
        for group in ("Alone", "Together with all that acts along with it")
        for factor in ranked(shares)
        for value in (factor.alone if group == "Alone" else factor.total,)
    )
    return Figure(
        "luck",
        "How much is luck, how much is play",
        f"Dot plot of shares in the spread of the {shares.outcome}. {headline(study, shares)}",
        "Alone: how alike results are that have only this one thing in common. Together: how much results "
        "differ when this one thing is drawn anew and all else stays as it was. The bar is the 95\u202f% "
        "interval. Far more together than alone: the thing matters, but which way depends on the rest."
        + (
            " The seat is an exception: together counts what moving does whatever the cards, without how "
            "seat and cards act together."
            if _has_seat(shares)
            else ""
        ),
        Dots(dots, f"share in the variance of the {shares.outcome}, %", share=True),
        f"Shares in the variance of the {shares.outcome}, n {sample(shares)}",
    )


def _table(study: Study, shares: VarianceShares) -> Table:
    of_win = {factor.key: factor for factor in shares.of_win}
    if shares.win_all_luck is not None:
        of_win[shares.win_all_luck.key] = shares.win_all_luck
    columns = [
        Column("Drawn anew", numeric=False),
        Column(f"Share, {shares.outcome}", help=TOTAL_SHARE.definition),
        Column("Alone", help=alone_share(study.players).definition),
    ]
    if of_win:
        columns += [Column("Share, who wins"), Column("Alone, who wins")]
    rows = []
    for factor in ranked(shares):
        cells = [Cell(_label(factor)), names.share_cell(factor.total), names.share_cell(factor.alone)]
        if of_win:
            cells += [names.share_cell(of_win[factor.key].total), names.share_cell(of_win[factor.key].alone)]
        rows.append(tuple(cells))
    return Table(
        "luck-table",
        "Shares in the variance of results, ± half of the 95\u202f% interval",
        tuple(columns),
        tuple(rows),
        note=f"n {sample(shares)}.{_exceptions(study, shares)}",
        folded=True,
    )


def _exceptions(study: Study, shares: VarianceShares) -> str:
    """How the shares of seat and own play are measured in another way than the rest."""
    sizes = {SEAT: study.players, PLAY: len(shares.pool)}
    keys = {factor.key for factor in shares.factors}
    times = [
        f"times {size - 1}/{size} ({factor.name})"
        for factor, size in sizes.items()
        if factor.key in keys and size > 1
    ]
    text = f" {SEAT.name.capitalize()}: {SEAT_SHARE.definition}" if _has_seat(shares) else ""
    if times:
        what = "Another seat and another bot are" if len(times) > 1 else "Another bot is"
        text += (
            f" {what} drawn from the others only; a draw from all would now and then change nothing, "
            f"which is why the share stands here {' and '.join(times)}."
        )
    return text
