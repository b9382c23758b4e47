"""How scores, margins and leads are spread, and how close games are."""

from __future__ import annotations

from analyzer.analysis import leads
from analyzer.analysis.leads import CLOSE, Leads
from analyzer.analysis.overview import Scores, score_distribution
from analyzer.analysis.study import Study
from reports import words
from reports.figures.drawings import Histogram, Spread
from reports.page import Block, Cell, Column, Figure, Table, Text
from reports.sections import names

_READING = (
    "The thick line below spans the middle 90\u202f%, the dot is the median: as many lie below it as above."
)


def blocks(study: Study) -> list[Block]:
    """The distributions, and for several players the words and the table about close games."""
    shown: list[Block] = [_scores(study, score_distribution(study))]
    if study.solo:
        return shown
    found = leads.leads(study)
    return [
        *shown,
        _margins(study, leads.margins(study)),
        Text((_closeness(found),)),
        _leads(study, found),
        _table(study, found),
    ]


def _spread(label: str, scores: Scores) -> Spread:
    return Spread(
        label,
        scores.first,
        tuple(count / scores.n for count in scores.counts),
        scores.n,
        scores.quantile(0.05),
        scores.quantile(0.5),
        scores.quantile(0.95),
    )


def _in_words(spreads: tuple[Spread, ...], what: str) -> str:
    return "; ".join(
        f"{s.label}: median {words.count(s.median)} vp, nine of ten {what} between {words.count(s.low)} and "
        f"{words.count(s.high)}"
        for s in spreads
    )


def _scores(study: Study, scores: tuple[Scores, ...]) -> Figure:
    spreads = tuple(_spread(study.bots[each.bot], each) for each in scores)
    return Figure(
        "scores",
        "How scores are spread",
        f"Distribution of vp by bot. {_in_words(spreads, 'player-games')}.",
        f"The height is the share of player-games that ended with so many vp. {_READING}",
        Histogram(spreads, "vp at the end of the game"),
        f"Distribution of vp, n {words.count(study.player_games)} player-games",
    )


def _margins(study: Study, scores: tuple[Scores, ...]) -> Figure:
    spreads = tuple(_spread(study.bots[each.bot], each) for each in scores)
    return Figure(
        "margins",
        "How far from the others players end",
        f"Distribution of the vp margin by bot. {_in_words(spreads, 'player-games')}.",
        "The height is the share of player-games that ended so many vp above (to the right of 0) or below "
        f"the mean of the others, in whole vp. {_READING} The wider a bot's distribution, the more a "
        "single game can turn out either way.",
        Histogram(spreads, "vp margin (own vp less the mean of the others)"),
        f"Distribution of the vp margin, n {words.count(study.player_games)} player-games",
    )


def _closeness(found: tuple[Leads, ...]) -> str:
    every = found[0]
    close, silver, shared = (
        words.percent_with_interval(share) for share in (every.close, every.by_silver, every.shared)
    )
    sentences = (
        f"The winner leads the next player by {words.with_interval(every.lead, unit='vp')} on average. Of "
        f"the games {close} are won by at most {CLOSE} vp, {silver} are ties that silver decides, and "
        f"{shared} are shared (n {words.count(every.close.n)} games)."
    )
    if words.is_small(every.lead):
        return f"{sentences} These are fewer than {words.SMALL} blocks: too few to rely on."
    return sentences


def _leads(study: Study, found: tuple[Leads, ...]) -> Figure:
    shown = found[1:] or found
    spreads = tuple(_spread(_name(study, each), each.counts) for each in shown)
    by = "" if len(shown) == 1 else " by the bot that won"
    return Figure(
        "leads",
        "How close games are",
        f"Distribution of the winning lead{by}. {_closeness(found)} {_in_words(spreads, 'games')}.",
        "The height is the share of won games in which the winner ended so many vp above the second. At 0 "
        f"stand ties, which silver decides or which are shared. {_READING}",
        Histogram(spreads, "vp by which the winner leads"),
        f"Distribution of the winning lead{by}, n {words.count(found[0].counts.n)} games",
    )


def _name(study: Study, leads: Leads) -> str:
    return "all games" if leads.bot is None else study.bots[leads.bot]


def _table(study: Study, found: tuple[Leads, ...]) -> Table:
    rows = tuple(
        (
            Cell(_name(study, each)),
            names.value_cell(each.lead),
            names.share_cell(each.close),
            names.share_cell(each.by_silver),
            names.share_cell(each.shared),
            names.count_cell(each.lead.n),
        )
        for each in found
    )
    return Table(
        "lead-table",
        "How close games are, by winner, ± half of the 95\u202f% interval",
        (
            Column("Won by", numeric=False),
            Column("Winning lead, vp", help=leads.LEAD.definition),
            Column(f"Won by at most {CLOSE} vp", help=leads.CLOSE_GAMES.definition),
            Column("Decided by silver", help=leads.BY_SILVER.definition),
            Column("Shared", help=leads.SHARED.definition),
            Column("n games"),
        ),
        rows,
        note="A shared win stands in the row of each bot that shares it; in the first row it counts once."
        if len(found) > 1
        else "",
        folded=True,
    )
