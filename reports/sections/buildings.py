"""Building-rush timing: when craft buildings are completed, what that brings, and what waiting does."""

from __future__ import annotations

from analyzer.analysis.building_bonuses import first_done
from analyzer.analysis.building_worth import building_worth
from analyzer.analysis.buildings import building_results, completion
from analyzer.analysis.delays import delays
from analyzer.analysis.study import Study
from reports.page import Section
from reports.sections.buildings_bonuses import bonus_blocks
from reports.sections.buildings_orders import MOST, order_blocks
from reports.sections.buildings_rounds import completion_blocks, result_blocks
from reports.sections.buildings_told import told_blocks
from reports.sections.buildings_worth import worth_blocks


def section(study: Study) -> Section:
    """The third part of the report."""
    results = building_results(study, MOST)
    return Section(
        "buildings",
        "Building-rush timing",
        "When are craft buildings completed, how do those fare who complete them early, late or never, and "
        "what do rushing and waiting do?",
        (
            *completion_blocks(study, completion(study)),
            *result_blocks(study, results.rounds),
            *told_blocks(study, delays(study)),
            *worth_blocks(study, building_worth(study)),
            *bonus_blocks(study, results.bonuses, first_done(study)),
            *order_blocks(study, results.orders),
        ),
    )
