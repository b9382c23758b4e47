"""The table of everything: a row for each card, placement and bot."""

from __future__ import annotations

from analyzer.analysis.card_measures import YIELD_MEASURES
from analyzer.analysis.card_yields import CardYield, Yields
from analyzer.analysis.placements import CardUse
from analyzer.analysis.probes import OptionEffect
from analyzer.analysis.study import Study
from analyzer.recording.schema import PLACEMENT_WORDS
from reports import words
from reports.page import Cell, Column, Table
from reports.sections import names
from reports.sections.card_names import BotCards, points_cell, share_cell, value_cell


def table(study: Study, bots: tuple[BotCards, ...], yields: Yields) -> Table:
    """All uses of all cards."""
    probed = any(cards.probes for cards in bots)
    rows = []
    for cards in bots:
        options = {option.key: option for option in cards.probes.options} if cards.probes else {}
        for use in cards.values.cells:
            of_use = yields.get((cards.values.bot, *use.key), CardYield())
            rows.append(
                (
                    *_use_cells(study, cards, use, of_use),
                    *_observed_cells(study, use),
                    *(_causal_cells(study, options.get(use.key)) if probed else ()),
                    *_yield_cells(of_use),
                )
            )
    return Table(
        "placement-table",
        "All uses of all cards, mean ± half of the 95\u202f% interval",
        _columns(study, probed),
        tuple(rows),
        note=f"Grey: fewer than {words.SMALL} blocks. With and without: player-games of the bot in which it "
        "did and didn't place the card so. What a use gave is per play; an empty cell is one that is not "
        "counted or was never seen.",
        folded=True,
    )


def _columns(study: Study, probed: bool) -> tuple[Column, ...]:
    outcome = names.outcome_name(study)
    shares = ("Win share with", "Win share without", "Win share difference, points")
    return (
        Column("Card", numeric=False),
        Column("No."),
        *(() if names.mirror(study) else (Column("Bot", numeric=False),)),
        Column("Placed as", numeric=False),
        Column("Source", numeric=False, help="where this use of the card comes from"),
        Column("n played"),
        Column("Player-games"),
        Column("Blocks"),
        Column(f"{outcome} with"),
        Column(f"{outcome} without"),
        Column("Difference, vp", help="observed: with less without"),
        *(() if study.solo else map(Column, shares)),
        *(_causal_columns(study) if probed else ()),
        Column("Mean round"),
        *(Column(measure.name.capitalize(), help=measure.definition) for measure in YIELD_MEASURES),
    )


def _causal_columns(study: Study) -> tuple[Column, ...]:
    shares = () if study.solo else (Column("Effect on win share, points"),)
    return (
        Column(
            "Effect, vp", help="causal, from probes: this use less the mean of the card's other placements"
        ),
        Column("n probed", help="probed decisions in which it could be chosen"),
        Column("Chosen, %", help="of these, in which the bot chose it"),
        Column("Effect when chosen, vp"),
        *shares,
    )


def _use_cells(study: Study, cards: BotCards, use: CardUse, of_use: CardYield) -> tuple[Cell, ...]:
    return (
        Cell(use.card.name, use.card.name),
        Cell(str(use.card.number), use.card.number),
        *(() if names.mirror(study) else (Cell(cards.bot_name, cards.bot_name),)),
        Cell(PLACEMENT_WORDS[use.placement], use.placement),
        Cell(use.provenance, use.provenance, mark=use.provenance),
        names.count_cell(of_use.plays),
        names.count_cell(use.outcome.n),
        names.count_cell(use.outcome.blocks),
    )


def _observed_cells(study: Study, use: CardUse) -> tuple[Cell, ...]:
    signed = not study.solo
    found = (
        value_cell(use.versus.having, sign=signed),
        value_cell(use.versus.lacking, sign=signed),
        value_cell(use.versus.difference, sign=True),
    )
    if study.solo:
        return found
    shares = (share_cell(use.share.having), share_cell(use.share.lacking), points_cell(use.share.difference))
    return (*found, *shares)


def _causal_cells(study: Study, option: OptionEffect | None) -> tuple[Cell, ...]:
    if option is None:
        return (Cell(""),) * (4 if study.solo else 5)
    chosen = 100 * option.chosen / option.offered
    return (
        value_cell(option.effect, sign=True),
        names.count_cell(option.offered),
        Cell(f"{chosen:.0f}", round(chosen, 1)),
        value_cell(option.when_chosen, sign=True),
        *(() if study.solo else (points_cell(option.share),)),
    )


def _yield_cells(of_use: CardYield) -> tuple[Cell, ...]:
    return (
        value_cell(of_use.round),
        *(
            (share_cell if measure.is_share else value_cell)(of_use.of(measure.key))
            for measure in YIELD_MEASURES
        ),
    )
