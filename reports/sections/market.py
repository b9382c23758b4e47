"""Market-hex control: who holds the hexes, what a marker there brings, and how it is lost."""

from __future__ import annotations

from analyzer.analysis.market import market
from analyzer.analysis.probes import probed
from analyzer.analysis.study import Study
from reports.page import Section, Text
from reports.sections.market_choice import choice_blocks
from reports.sections.market_held import held_blocks
from reports.sections.market_lives import life_blocks
from reports.sections.market_removals import removal_blocks
from reports.sections.market_worth import worth_blocks


def section(study: Study) -> Section:
    """The fourth part of the report."""
    found = market(study)
    return Section(
        "market",
        "Market-hex control",
        "Which hexes are held, by whom and for how long, and what does a marker bring there?",
        (
            Text((_map_sentence(study),)),
            *held_blocks(study, found.hexes),
            *worth_blocks(study, found.hexes, found.removals),
            *life_blocks(study, found.lives),
            *removal_blocks(study, found.removals),
            *choice_blocks(study, probed(study, "hex"), found.hexes),
        ),
    )


def _map_sentence(study: Study) -> str:
    hexes = study.scenario.rule_set.hexes
    closed = sum(study.is_closed(place) for place in hexes)
    designed = sum(place.source == "designed" for place in hexes)
    players = "in a solo game" if study.solo else f"with {study.players} players"
    shut = f"; {closed} of them are closed {players}" if closed else ""
    which = "all of them" if designed == len(hexes) else f"{designed} of them"
    source = (
        f" Place and value of {which} were designed for this project: what is said about single hexes holds "
        "for this map, not for the printed one."
        if designed
        else ""
    )
    return f"The market has {len(hexes)} hexes{shut}.{source}"
