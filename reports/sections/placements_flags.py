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


def flags(bots: tuple[BotCards, ...]) -> list[Table | Text]:
    """The uses that stand out most, for whichever bot, with the figures of all bots.

    Causal if the first of ``bots`` (which may be all together) is ranked by effects; else as observed and
    then by those effects that can be judged.
    """
    if bots[0].causal:
        return [_flags(bots, observed=False)]
    judged = any(cards.judged for cards in bots)
    return [_flags(bots, observed=True), *([_flags(bots, observed=False)] if judged else [])]


def _flags(bots: tuple[BotCards, ...], *, observed: bool) -> Table | Text:
    """Those by what was observed, or by effects."""
    orders = [{rank.use.key: rank for rank in ranked(cards, observed=observed)} for cards in bots]
    told = standing_out(orders)
    listed = told[:_FLAGS]
    uses = {use.key: use for use in bots[0].values.cells}
    kind = "observed difference" if observed else "effect"
    counted = (
        f"Of the {kind}s that rest on {words.SMALL} blocks or more, these many differ from 0: "
        f"{_counted(bots, orders)}. "
    )
    if not told:
        return Text((f"No use of a card stands out. {counted}".rstrip(),))
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
        "placement-flags" if observed != bots[0].causal else "placement-flags-after",
        f"Uses that stand out ({kind}, mean ± half of the 95\u202f% interval)",
        columns,
        tuple(_flag_row(uses[key], bots, [order.get(key) for order in orders]) for key in listed),
        note=f"{counted}All of a bot are judged together (Benjamini\u2013Hochberg); about "
        f"{100 * FALSE_DISCOVERIES:.0f}{words.NARROW}% of those that stand out may do so "
        f"by chance. Listed: {shown}."
        + ("" if kind == "effect" else " They are observed, so they don't say what the use caused."),
    )


def _counted(bots: tuple[BotCards, ...], orders: Sequence[Mapping[tuple[int, int], Ranked]]) -> str:
    """How many stand out of how many, for each column by itself: all together hold those of each bot."""
    counts = [f"{sum(rank.told for rank in order.values())} of {len(order)}" for order in orders]
    if len(bots) == 1:
        return counts[0]
    return words.listing([f"{_short_name(each)} {n}" for each, n in zip(bots, counts, strict=True)])


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
