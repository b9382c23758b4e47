"""What the page says of runs that can't be told apart, of unequal runs, of small samples and long names."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import pytest

from analyzer.analysis.stats import FEW_BLOCKS, Estimate
from analyzer.recording.store import Run
from reports import figures, png, words
from reports.export import file_tables
from reports.figures import panels
from reports.figures.drawings import Curve, Panel, Panels
from reports.page import Figure, Page, Section, Table, Text
from reports.runs import page_of
from reports.sections import names
from reports.sections import runs as runs_section

Runs = Callable[[str], Run]


def fixed(mean: float, blocks: int) -> Estimate:
    return Estimate(mean, mean, mean, 2 * blocks, blocks, 0.0)


def chapter_of(*found: Run) -> tuple[Section, list[str]]:
    chapter = page_of([run.path for run in found]).sections[0]
    return chapter, [each for block in chapter.blocks if isinstance(block, Text) for each in block.paragraphs]


def test_the_same_run_twice_is_said_to_be_the_same_games(runs: Runs) -> None:
    chapter, told = chapter_of(runs("two"), runs("two"))
    assert told[-1] == "These are the same games: every result is equal."
    assert not [block for block in chapter.blocks if isinstance(block, Figure)]
    assert not [each for each in told if "differences" in each and "judged" in each]


def test_runs_of_unequal_players_share_little_luck_and_no_win_share(runs: Runs) -> None:
    chapter, told = chapter_of(runs("two"), runs("four"))
    (luck,) = [each for each in told if "has the seed of" in each]
    assert "closed hexes and piles differ" in luck
    assert "blocks have the same luck" not in luck
    (table,) = [block for block in chapter.blocks if isinstance(block, Table) and block.id == "run-measures"]
    assert not [row[0].text for row in table.rows if row[0].text.startswith("win share")]
    assert [row[0].text for row in table.rows if "of balanced" in row[0].text]
    assert "Win shares are left out" in table.note
    assert [block for block in chapter.blocks if isinstance(block, Figure)]


def test_runs_of_equal_players_keep_their_win_shares(runs: Runs) -> None:
    chapter, _ = chapter_of(runs("two"), runs("two"))
    (table,) = [block for block in chapter.blocks if isinstance(block, Table) and block.id == "run-measures"]
    assert [row[0].text for row in table.rows if "win share of balanced" in row[0].text.lower()]
    assert "left out" not in table.note


@pytest.mark.parametrize(
    ("judged", "wanted"), [(0, "no difference could be"), (1, "the one difference"), (2, "of 2 differences")]
)
def test_differences_are_counted_in_plain_words(judged: int, wanted: str) -> None:
    assert runs_section._none_found(judged).startswith(wanted)


def test_few_blocks_that_are_alike_promise_nothing() -> None:
    few, many = fixed(0.0, FEW_BLOCKS - 1), fixed(0.0, FEW_BLOCKS)
    assert words.plus_minus(few) == words.plus_minus(few, share=True, decimals=1) == "±?"
    assert words.with_interval(few, unit="vp") == "0.0\u202fvp (too few to say)"
    assert names.value_cell(few).text == "0.0 ±?"
    assert names.points_cell(few).text == "0.0 ±? points"
    assert words.plus_minus(many) == "±0.0"
    assert words.interval(many) == "0.0 to 0.0"


def test_what_is_fixed_by_construction_stays_certain() -> None:
    quarter = fixed(0.25, 5)
    assert words.plus_minus(quarter, share=True) == "±0.0"
    assert words.percent_interval(quarter) == "25.0 to 25.0\u202f%"
    assert words.plus_minus(Estimate(0.25, math.nan, math.nan, 1, 1), share=True) == "±?"


def test_tables_of_vp_and_of_counts_have_units(pages: Callable[[str], Page]) -> None:
    tables = {table.id: table for table in file_tables(pages("two"))}
    wanted = {
        "source-table": "vp",
        "opening-table": "vp",
        "building-vp-table": "vp",
        "building-worth-table": "vp",
        "activity": "count",
    }
    other = re.compile(
        r"^(Building|Bot|Source|Per player-game|Round|Unit|n .*|Lasting effect.*|.* (n|blocks|remark))$"
    )
    for name, unit in wanted.items():
        found = {
            c.name: c.unit for c in tables[name].columns if not other.match(c.name) or c.name == "Round 1"
        }
        assert found
        assert set(found.values()) == {unit}, (name, found)


def test_long_titles_of_panels_are_cut_and_their_key_is_not() -> None:
    name = "a-very-long-name-of-a-run-that-goes-on-and-on-and-on"
    curves = tuple(Curve(label, (fixed(1.0, 200), fixed(2.0, 200))) for label in (name, "other"))
    drawing = Panels((Panel(name, curves), Panel("short", curves)), ("1", "2"), "vp", "round")
    with figures.style():
        drawn = figures.draw(drawing)
        drawn.canvas.draw()
        titles = [axes.get_title(loc="left") for axes in drawn.axes]
        first = drawn.axes[0]
        wide = first._left_title.get_window_extent().width  # type: ignore[attr-defined]
        assert wide <= 1.15 * first.get_window_extent().width
    assert titles[1] == "short"
    assert "\u2026" in titles[0]
    assert name in [text.get_text() for text in drawn.legends[0].get_texts()]


def test_titles_of_ordinary_runs_are_whole(pages: Callable[[str], Page]) -> None:
    for figure in pages("four").figures():
        assert words.shortened(figure.title, png.TITLE) == figure.title
        if isinstance(figure.drawing, Panels):
            for panel in figure.drawing.panels:
                assert words.shortened(panel.title, panels.TITLE) == panel.title
