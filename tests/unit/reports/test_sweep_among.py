"""What is said of means of those who did something, wherever the page of a sweep shows them."""

from __future__ import annotations

import pytest

from analyzer.scenario.sweep_model import Axis
from reports.page import Page
from reports.sweep import build_sweep_page
from reports.sweep.among import NOTE
from tests.unit.reports import sweep_results as sweeps
from tests.unit.reports.plain import ranked, section, table
from tests.unit.reports.sweep_results import Played

AXIS = Axis(path=sweeps.ROOFS, baseline=5, values=(4, 6))
ROUND = "round in which the Deli is completed"


def page_of(*shifts: dict[str, float], shown: tuple[str, ...] = ("vp",)) -> Page:
    played = [
        Played(sweeps.change(0, sweeps.ROOFS, 4 + 2 * place), each) for place, each in enumerate(shifts)
    ]
    return build_sweep_page(sweeps.sweep_result(played, axes=(AXIS,), shown=shown))


def remarks(page: Page) -> tuple[str, ...]:
    (item,) = ranked(section(page, "changes"), "strongest")
    return item.remarks


def test_a_sentence_says_of_whom_and_whether_they_are_others() -> None:
    alike = remarks(page_of({"deli.round": 1.0}))
    assert f"of those who did it only: {ROUND}" in alike
    others = remarks(page_of({"deli.round": 1.0, "deli.completed": 0.2}))
    assert f"how many do it differs too, so other players are compared: {ROUND}" in others
    assert not any("those who did" in each for each in remarks(page_of({"vp": 1.0})))


def test_the_value_of_a_card_is_called_observed_in_sentences() -> None:
    (item,) = ranked(section(page_of({"card.23.barrow.margin": 2.0}), "changes"), "strongest")
    assert item.text.startswith("Roofs max 4 instead of 5: margin with card 23 as a barrow (observed) +")
    behind = remarks(page_of({"vp": 1.0, "card.23.barrow.margin": 2.0}))
    assert any("most: margin with card 23 as a barrow (observed) +" in each for each in behind)


def test_tables_say_it_and_how_often_others_did() -> None:
    page = page_of({"deli.round": 1.0, "deli.completed": 0.2}, {"deli.round": 1.0})
    note = table(page, "differences-buildings").note
    assert f" {ROUND[:1].upper()}{ROUND[1:]}: only of those who did it (" in note
    assert note.endswith(" In 1 of 2 of these differences how many did is told apart too.")
    assert "those who did it" not in table(page, "differences-sources").note


@pytest.mark.parametrize("key", ["vp", "deli.round"])
def test_figures_say_it_of_such_metrics_only(key: str) -> None:
    page = page_of({"deli.round": 1.0, "vp": 1.0}, shown=(key,))
    figures = [each for each in page.figures() if each.id.startswith(("tornado", "variants"))]
    assert len(figures) == 2
    assert [NOTE in each.reading for each in figures] == [key == "deli.round"] * 2
