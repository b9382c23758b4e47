"""What it is worth to be dealt a card in the opening hand."""

from __future__ import annotations

from analyzer.analysis.deals import Dealt
from analyzer.analysis.stats import FALSE_DISCOVERIES
from analyzer.analysis.study import Study
from reports import words
from reports.figures.drawings import Dot, Dots
from reports.page import Cell, Column, Figure, Table
from reports.sections import names
from reports.sections.card_names import BotCards, card_name, points_cell, value_cell

_LISTED = 12  # cards at either end where several bots have a figure each

DRAFTED = (
    "What it is worth to be dealt a card can't be told from this run: players pass cards on before they play "
    "(setup.draft = pass), so an opening hand is chosen and no matter of luck."
)


def dealt_figure(cards: BotCards, dealt: tuple[Dealt, ...]) -> Figure | None:
    """Cards ranked by what being dealt them changes; None where nothing can be judged."""
    order = sorted(
        (row for row in dealt if row.told is not None),
        key=lambda row: (-row.versus.difference.mean, row.card.number),
    )
    if not order:
        return None
    shown = (
        order
        if names.mirror(cards.study) or len(order) <= 2 * _LISTED
        else [*order[:_LISTED], *order[-_LISTED:]]
    )
    outcome = names.outcome_name(cards.study)
    return Figure(
        f"placement-deals{cards.ending}",
        f"Dealt in the opening hand{cards.of_bot}",
        f"Dot plot of {len(shown)} cards by the effect of being dealt them. {_ends(order)}",
        f"Each dot: mean {outcome} of the player-games that began with the card in hand less that of the "
        "bot's other player-games, with its 95\u202f% interval. Luck alone deals, so this is what holding "
        "the card early changes, whatever is then done with it. Squares stand out when all cards are judged "
        f"together (Benjamini\u2013Hochberg: about {100 * FALSE_DISCOVERIES:.0f}{words.NARROW}% of them may "
        "by chance); discs can't be told from 0. Of so many cards the outermost tend to be overstated.",
        Dots(
            tuple(Dot(card_name(row.card), row.versus.difference, int(row.told is True)) for row in shown),
            f"difference of {outcome}, vp" if not cards.study.solo else "difference of vp",
            line=0.0,
            signed=True,
            series=("not told from 0", "stands out"),
        ),
        "Causal: dealt less not dealt; "
        + ("all cards" if len(shown) == len(order) else "best and worst cards"),
    )


def _ends(order: list[Dealt]) -> str:
    """How many stand out, and the outermost of these at either end; ``order``: the best first."""
    told = [row for row in order if row.told]
    if not told:
        return f"None of the {len(order)} cards can be told from 0."
    good = [row for row in told if row.versus.difference.mean > 0][:1]
    bad = [row for row in told if row.versus.difference.mean < 0][-1:]
    ends = [f"best of them: {_sentence(row)}" for row in good] + [f"worst: {_sentence(row)}" for row in bad]
    return f"{len(told)} of {len(order)} stand out; {'; '.join(ends)}."


def _sentence(row: Dealt) -> str:
    return f"{row.card.name}, {words.with_interval(row.versus.difference, sign=True, unit='vp')}"


def dealt_table(study: Study, bots: tuple[BotCards, ...], dealt: tuple[tuple[Dealt, ...], ...]) -> Table:
    """All cards, dealt and not dealt."""
    mirror = names.mirror(study)
    outcome = names.outcome_name(study)
    shares = () if study.solo else (Column("Win share difference, points"),)
    columns = (
        Column("Card", numeric=False),
        *(() if mirror else (Column("Bot", numeric=False),)),
        Column("n dealt"),
        Column(f"{outcome}, dealt"),
        Column(f"{outcome}, not dealt"),
        Column("Difference, vp"),
        *shares,
        Column("Stands out", numeric=False),
    )
    rows = tuple(
        (
            Cell(card_name(row.card), row.card.name),
            *(() if mirror else (Cell(cards.bot_name, cards.bot_name),)),
            names.count_cell(row.versus.having.n),
            value_cell(row.versus.having, sign=not study.solo),
            value_cell(row.versus.lacking, sign=not study.solo),
            value_cell(row.versus.difference, sign=True),
            *(() if study.solo else (points_cell(row.share.difference),)),
            Cell("yes" if row.told else "", int(row.told is True)),
        )
        for cards, of_bot in zip(bots, dealt, strict=True)
        for row in of_bot
    )
    return Table(
        "deal-table",
        "Every card dealt in the opening hand, mean ± half of the 95\u202f% interval",
        columns,
        rows,
        note=f"Grey: fewer than {words.SMALL} blocks.",
        folded=True,
    )
