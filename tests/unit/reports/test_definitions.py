"""A page defines what was computed for it: every measure that it shows, once, in the code's words."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import polars as pl
import pytest

from analyzer import analysis
from analyzer.analysis.measures import VP, WIN_SHARE, Measure, measures_used, use
from reports.definitions import definitions
from reports.page import Page
from tests.unit.reports.conftest import KINDS

ONLY_WITH_STUDIES: frozenset[str] = frozenset(
    (
        "choice decided the win",
        "choice mattered",
        "effect on the win share",
        "effect on the win share, when told",
        "how often it mattered",
        "share in the result of the seat, whatever the cards",
        "share in the result, alone",
        "share in the result, with interplay",
    )
)
"""Names of measures that a run without extra games can't show."""


def in_code() -> list[Measure]:
    """The measures that stand in the modules of the analysis, each object once."""
    modules = [
        importlib.import_module(f"{analysis.__name__}.{module.name}")
        for module in pkgutil.iter_modules(analysis.__path__)
    ]
    found = {
        id(each): each for module in modules for each in vars(module).values() if isinstance(each, Measure)
    }
    return list(found.values())


def test_no_two_measures_have_one_name() -> None:
    assert [name for name, count in Counter(each.name for each in in_code()).items() if count > 1] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_defines_each_measure_once(kind: str, pages: Callable[[str], Page]) -> None:
    names = Counter(each.name for each in pages(kind).definitions)
    assert [name for name, count in names.items() if count > 1] == []


def test_every_measure_of_the_code_is_defined_on_a_page(pages: Callable[[str], Page]) -> None:
    told = {(each.name, each.unit, each.text) for kind in KINDS for each in pages(kind).definitions}
    silent = [m.name for m in in_code() if (m.name, m.unit, m.definition) not in told]
    assert set(silent) - ONLY_WITH_STUDIES == set()


def test_only_what_is_computed_is_defined() -> None:
    with measures_used() as used:
        pl.DataFrame({"vp": [1]}).select(VP.value * 2)
        use(replace(WIN_SHARE, name="another"))
        assert VP.value is VP.expression
    assert [each.name for each in used] == ["vp", "another"]
    assert [each.name for each in definitions(used)][:2] == ["vp", "another"]
    with measures_used() as later:
        pass
    assert later == []


def test_a_column_that_its_table_explains_needs_no_definition() -> None:
    told = definitions([replace(VP, name="deliveries", definition="")])
    assert "deliveries" not in {each.name for each in told}


def test_outside_of_a_page_nothing_is_noted() -> None:
    assert use(VP) is VP
