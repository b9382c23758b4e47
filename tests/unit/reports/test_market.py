"""The market chapter: what the page says against the analysis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from analyzer.analysis.market import market
from analyzer.analysis.study import Study, study_of
from analyzer.recording.store import Run
from reports import figures, words
from reports.figures.drawings import HexArrows, HexMaps, Panels
from reports.figures.hexmap import draw_hexmaps
from reports.html import render
from reports.page import Block, Figure, Page, Section, Table, Text
from reports.sections import market as chapter
from reports.sections import roofs
from reports.sections.market_choice import NOT_PLAYED
from reports.sections.market_removals import drawn

KINDS = ("solo", "two", "three", "four")
Runs = Callable[[str], Run]
Studies = Callable[[str], Study]


@pytest.fixture(scope="module")
def studies(runs: Runs) -> Studies:
    return lambda kind: study_of(runs(kind))


@pytest.fixture(scope="module")
def sections(studies: Studies) -> Callable[[str], Section]:
    found: dict[str, Section] = {}

    def section(kind: str) -> Section:
        if kind not in found:
            found[kind] = chapter.section(studies(kind))
        return found[kind]

    return section


def figure(blocks: tuple[Block, ...] | list[Block], name: str) -> Figure:
    return next(block for block in blocks if isinstance(block, Figure) and block.id == name)


def table(blocks: tuple[Block, ...] | list[Block], name: str) -> Table:
    return next(block for block in blocks if isinstance(block, Table) and block.id == name)


def test_maps_by_seat_and_by_bot_have_one_scale(sections: Callable[[str], Section]) -> None:
    bots, seats = (figure(sections("four").blocks, name).drawing for name in ("held-bot", "held-by"))
    assert isinstance(bots, HexMaps)
    assert isinstance(seats, HexMaps)
    assert [hexmap.title for hexmap in bots.maps] == ["balanced", "random"]
    assert len(seats.maps) == 4
    with figures.style():
        keys = [[text.get_text() for text in draw_hexmaps(m).axes[-1].texts[:8]] for m in (bots, seats)]
    assert keys[0] == keys[1]


def test_one_bot_gets_no_maps_by_bot(sections: Callable[[str], Section]) -> None:
    for kind in ("solo", "three"):
        assert not [b for b in sections(kind).blocks if isinstance(b, Figure) and b.id == "held-bot"]
        assert not [b for b in sections(kind).blocks if isinstance(b, Table) and b.id == "market-bot-table"]


def test_solo_shows_player_and_neutral_colour(sections: Callable[[str], Section], studies: Studies) -> None:
    shown = figure(sections("solo").blocks, "held-by").drawing
    assert isinstance(shown, HexMaps)
    assert [hexmap.title for hexmap in shown.maps] == ["player", "neutral"]
    by_number = {place.hex.number: place for place in market(studies("solo")).hexes}
    for cell in shown.maps[1].cells:
        assert cell.estimate == (None if cell.closed else by_number[cell.number].by_seat[1])
    assert any(cell.estimate.mean > 0 for cell in shown.maps[1].cells if cell.estimate)


@pytest.mark.parametrize("kind", KINDS)
def test_every_table_of_hexes_has_all_thirty_with_their_source(
    sections: Callable[[str], Section], kind: str
) -> None:
    closed = 0 if kind == "four" else 10
    for name in ("held-table", "market-table"):
        found = table(sections(kind).blocks, name)
        assert len(found.rows) == 30
        assert all(len(row) == len(found.columns) for row in found.rows)
        assert [row[0].text.endswith(", closed") for row in found.rows].count(True) == closed
        assert [row[0].text.endswith(", start") for row in found.rows].count(True) == 4
        assert {row[-1].mark for row in found.rows} == {"designed"}
        assert found.columns[-1].title == "Source"


def test_the_tables_say_what_was_counted(sections: Callable[[str], Section], studies: Studies) -> None:
    study = studies("four")
    hexes = {place.hex.number: place for place in market(study).hexes}
    held = table(sections("four").blocks, "held-table")
    assert [column.title for column in held.columns[2:5]] == ["all", "balanced", "random"]
    for row in held.rows:
        place = hexes[int(str(row[0].sort))]
        assert [cell.sort for cell in row[2:-1]] == [
            value.mean for value in (place.held, *place.by_bot, *place.by_seat)
        ]
    worth = table(sections("four").blocks, "market-table")
    for row in worth.rows:
        place = hexes[int(str(row[0].sort))]
        if place.vp.n:
            total, removals, scored = (float(str(cell.sort)) for cell in row[2:5])
            assert total == pytest.approx(place.hex.value + removals + scored)


def test_curves_fall_and_end_where_few_blocks_are_left(sections: Callable[[str], Section]) -> None:
    for kind in KINDS:
        shown = figure(sections(kind).blocks, "lives").drawing
        assert isinstance(shown, Panels)
        assert len(shown.panels) == 6  # five values and the set-up
        for panel in shown.panels:
            for curve in panel.curves:
                known = [value for value in curve.values if value.n]
                assert all(value.mean == 1.0 for value in known[:1])  # none without any marker
                means = [value.mean for value in known]
                assert means == sorted(means, reverse=True)
                assert all(value.blocks >= words.SMALL for value in known[1:])
                gone = [value.n == 0 for value in curve.values]
                assert gone == sorted(gone)
                assert len(curve.values) == 1 + 3  # the start, and what all of its markers can be watched for


def test_the_table_of_lives_keeps_small_samples_greyed(
    sections: Callable[[str], Section], studies: Studies
) -> None:
    found = table(sections("three").blocks, "life-table")
    lives = market(studies("three")).lives
    assert len(found.rows) == len(lives) == 6
    for row, life in zip(found.rows, lives, strict=True):
        for cell, value in zip(row[3:6], life.standing, strict=True):
            assert cell.muted == (value.blocks < words.SMALL)
            assert cell.sort == (value.mean if value.n else None)


def test_arrows_are_the_most_frequent_removals(sections: Callable[[str], Section], studies: Studies) -> None:
    for kind in KINDS:
        removals = market(studies(kind)).removals
        shown = figure(sections(kind).blocks, "removals").drawing
        assert isinstance(shown, HexArrows)
        n = len(shown.arrows)
        assert [(a.source, a.target, a.value) for a in shown.arrows] == [
            (flow.remover, flow.removed, flow.per_game) for flow in removals.flows[:n]
        ]
        assert n == len(drawn(removals))
        displaced = {cell.number: cell.estimate for cell in shown.cells if cell.estimate is not None}
        assert displaced == removals.displaced
        for index, row in enumerate(shown.matrix):
            assert all(value is not None for value in row.values[: index + 1])
            assert all(value is None for value in row.values[index + 1 :])
        found = table(sections(kind).blocks, "removal-table")
        assert sum(int(str(row[-1].sort)) for row in found.rows) == sum(f.times for f in removals.flows)


def test_without_probes_a_sentence_says_how_to_play_them(sections: Callable[[str], Section]) -> None:
    last = sections("four").blocks[-1]
    assert isinstance(last, Text)
    assert last.paragraphs == (NOT_PLAYED,)


def test_tables_of_the_chapter_are_in_the_page(pages: Callable[[str], Page], studies: Studies) -> None:
    page = replace(pages("four"), sections=(chapter.section(studies("four")), roofs.section(studies("four"))))
    html = render(page)
    for name in ("held-table", "market-table", "life-table", "removal-table", "roof-table"):
        assert f'<table id="{name}">' in html
    assert len(html) < 1_500_000
