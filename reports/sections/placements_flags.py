"""The uses that stand out, as a short list with the figures of every bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyzer.analysis.placements import CardUse
from analyzer.analysis.stats import FALSE_DISCOVERIES
from reports import words
from reports.page import Cell, Column, Table, Text
from reports.sections import names
from reports.sections.card_names import BotCards, plain_use, value_cell
from reports.sections.placements_ranks import Ranked, ranked

_FLAGS = 16


def standing_out(orders: Sequence[Mapping[tuple[int, int], Ranked]]) -> list[tuple[int, int]]:
    """The uses that stand out in any of some rankings, those with the largest shrunk value first."""
    sizes: dict[tuple[int, int], float] = {}
    for key, rank in (pair for order in orders for pair in order.items()):
        if rank.told:
            sizes[key] = max(abs(rank.shrunk), sizes.get(key, 0.0))
    return sorted(sizes, key=lambda key: (-sizes[key], key))


def flags(bots: tuple[BotCards, ...]) -> Table | Text:
    """The uses that stand out most, for whichever bot, with the figures of all bots.

    Causal if the first of ``bots`` (which may be all together) has effects to judge by.
    """
    observed = not bots[0].causal
    orders = [
        {rank.use.key: rank for rank in ranked(cards, observed=observed) if observed or cards.causal}
        for cards in bots
    ]
    told = standing_out(orders)
    listed = told[:_FLAGS]
    uses = {use.key: use for use in bots[0].values.cells}
    kind = "observed difference" if observed else "effect"
    judged = sum(len(order) for order in orders)
    if not told:
        return Text((f"No use of a card stands out: {judged} {kind}s rest on {words.SMALL} blocks or more.",))
    mirror = len(bots) == 1
    columns = (
        Column("Use", numeric=False),
        Column("Source", numeric=False, help="where this use of the card comes from"),
        *(Column(f"{kind.capitalize()}, vp" if mirror else f"{_short_name(cards)}, vp") for cards in bots),
        Column("n"),
        *(() if mirror else (Column("Stands out for", numeric=False),)),
    )
    shown = "all of them" if len(listed) == len(told) else f"the {len(listed)} with the largest"
    return Table(
        "placement-flags",
        f"Uses that stand out ({kind}, mean ± half of the 95\u202f% interval)",
        columns,
        tuple(_flag_row(uses[key], bots, [order.get(key) for order in orders]) for key in listed),
        note=f"{sum(rank.told for order in orders for rank in order.values())} of {judged} {kind}s that "
        f"rest on {words.SMALL} blocks or more differ from 0 when all of a bot are judged together "
        f"(Benjamini\u2013Hochberg); about {100 * FALSE_DISCOVERIES:.0f}{words.NARROW}% of those may do so "
        f"by chance. Listed: {shown}."
        + ("" if kind == "effect" else " They are observed, so they don't say what the use caused."),
    )


def _flag_row(use: CardUse, bots: tuple[BotCards, ...], ranks: list[Ranked | None]) -> tuple[Cell, ...]:
    known = [rank for rank in ranks if rank]
    who = [_short_name(cards) for cards, rank in zip(bots, ranks, strict=True) if rank and rank.told]
    signs = {rank.value.mean > 0 for rank in known if rank.told}
    everyone = len(who) == len(bots) and len(signs) == 1
    return (
        Cell(plain_use(use), plain_use(use)),
        Cell(use.provenance, use.provenance, mark=use.provenance),
        *(value_cell(rank.value, sign=True) if rank else Cell("too few") for rank in ranks),
        names.count_cell(known[0].value.n if bots[0].together else sum(rank.value.n for rank in known)),
        *(() if len(bots) == 1 else (Cell("all" if everyone else words.listing(who)),)),
    )


def _short_name(cards: BotCards) -> str:
    return "together" if cards.together else cards.bot_name
