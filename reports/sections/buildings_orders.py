"""The order in which players complete craft buildings, and how those fare who do so."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.analysis.building_orders import OrderResult, Orders
from analyzer.analysis.buildings import BUILDINGS
from analyzer.analysis.study import Study
from reports import words
from reports.figures.drawings import Dot, Dots
from reports.page import Block, Cell, Column, Figure, Table
from reports.sections import names

MOST = 12
"""Orders of each kind and bot in the tables."""

_DRAWN = 12  # orders in the figure, over all bots together
_SHORT = {"Merchant House": "M. House", "Village Store": "V. Store"}
_THEN = " \u203a "


def order_blocks(study: Study, found: tuple[Orders, ...]) -> tuple[Block, ...]:
    """First buildings, first threes if there are any, and whole orders."""
    began, whole = _began_table(study, found), _whole_table(study, found)
    if not any(orders.threes for orders in found):
        return began, whole
    return _figure(study, found), began, _threes_table(study, found), whole


def in_words(buildings: Sequence[int], *, short: bool = False) -> str:
    """The buildings in their order; none if there are none."""
    full = [BUILDINGS[building - 1] for building in buildings]
    return _THEN.join(_SHORT.get(name, name) if short else name for name in full) or "none"


def _figure(study: Study, found: tuple[Orders, ...]) -> Figure:
    each = max(3, _DRAWN // len(found))
    outcome = names.outcome_name(study)
    dots = tuple(
        Dot(
            in_words(order.buildings, short=True),
            order.outcome,
            reference=orders.of_three.mean,
            group="" if names.mirror(study) else study.bots[orders.bot],
        )
        for orders in found
        for order in orders.threes[:each]
    )
    return Figure(
        "orders",
        "The most frequent first three buildings",
        f"Mean {outcome} of player-games by the first three craft buildings in their order, the most "
        f"frequent first. {' '.join(filter(None, (_told(study, orders) for orders in found)))}",
        f"A row is an order of the first three buildings, the most frequent at the top; the dot is the mean "
        f"{outcome} of the player-games that began so, with its 95\u202f% interval and their number. The "
        "grey tick is the mean of all that completed at least three: who completes three does better anyway "
        "than who doesn't. Observed, not causal: the order shows what cards and dice a player had, too.",
        Dots(
            dots,
            names.outcome_axis(study),
            signed=not study.solo,
            reference_label="all with at least three",
        ),
        f"Observed mean {outcome} by the first three buildings, in order of completion",
    )


def _told(study: Study, orders: Orders) -> str:
    """The most frequent order, and the best and worst of those told from the mean."""
    if not orders.threes:
        return ""
    signed = not study.solo
    who = "Most" if names.mirror(study) else f"{study.bots[orders.bot]}: most"

    def named(order: OrderResult) -> str:
        value = words.with_interval(order.outcome, sign=signed, unit="vp")
        return f"{in_words(order.buildings)}, {value}, n {words.count(order.outcome.n)}"

    most = f"{who} often {named(orders.threes[0])}."
    told = sorted((o for o in orders.threes if o.stands_out), key=lambda order: order.outcome.mean)
    mean = f"the mean {words.with_interval(orders.of_three, sign=signed, unit='vp')}"
    if not told:
        return f"{most} None of the {len(orders.threes)} most frequent is told from {mean}."
    return (
        f"{most} {len(told)} of the {len(orders.threes)} most frequent are told from {mean}; the highest of "
        f"them {named(told[-1])}, the lowest {named(told[0])}."
    )


def _result_columns(study: Study) -> tuple[Column, ...]:
    shares = () if study.solo else (Column("Win share"),)
    return (Column("n player-games"), Column(names.outcome_name(study)), *shares)


def _result_cells(study: Study, order: OrderResult) -> tuple[Cell, ...]:
    return (
        names.count_cell(order.outcome.n),
        names.value_cell(order.outcome, sign=not study.solo),
        *(() if study.solo else (names.share_cell(order.share),)),
    )


def _bot_cell(study: Study, orders: Orders) -> Cell:
    return Cell(study.bots[orders.bot], study.bots[orders.bot])


def _began_table(study: Study, found: tuple[Orders, ...]) -> Table:
    return Table(
        "began-table",
        "Results by the building that a player completed first, ± half of the 95\u202f% interval",
        (
            Column("First building", numeric=False),
            Column("Bot", numeric=False),
            Column("Share of player-games"),
            *_result_columns(study),
        ),
        tuple(
            (
                Cell(in_words(order.buildings), place),
                _bot_cell(study, orders),
                names.share_cell(often),
                *_result_cells(study, order),
            )
            for orders in found
            for place, (often, order) in enumerate(orders.began)
        ),
        note="Observed: who begins with a building had the goods for it.",
    )


def _threes_table(study: Study, found: tuple[Orders, ...]) -> Table:
    marks = {True: "yes", False: "no", None: "too few games"}
    return Table(
        "threes-table",
        f"The {MOST} most frequent first three buildings, mean ± half of the 95\u202f% interval",
        (
            Column("First three buildings", numeric=False),
            Column("Bot", numeric=False),
            *_result_columns(study),
            Column("Told from all with three"),
        ),
        tuple(
            (
                Cell(in_words(order.buildings), in_words(order.buildings)),
                _bot_cell(study, orders),
                *_result_cells(study, order),
                Cell(marks[order.stands_out]),
            )
            for orders in found
            for order in orders.threes
        ),
        folded=True,
    )


def _whole_table(study: Study, found: tuple[Orders, ...]) -> Table:
    kinds = words.listing(
        [
            words.count(orders.kinds) + ("" if names.mirror(study) else f" by {study.bots[orders.bot]}")
            for orders in found
        ]
    )
    return Table(
        "orders-table",
        f"The {MOST} most frequent complete orders of buildings, mean ± half of the 95\u202f% interval",
        (
            Column("All buildings of a player, in order", numeric=False),
            Column("Bot", numeric=False),
            Column("Buildings"),
            *_result_columns(study),
        ),
        tuple(
            (
                Cell(in_words(order.buildings), in_words(order.buildings)),
                _bot_cell(study, orders),
                names.count_cell(len(order.buildings)),
                *_result_cells(study, order),
            )
            for orders in found
            for order in orders.whole
        ),
        note=f"Different orders seen: {kinds}. Who completes more buildings does better: compare orders of "
        "the same length.",
        folded=True,
    )
