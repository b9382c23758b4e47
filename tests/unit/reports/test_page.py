"""The page model by value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import polars as pl
import pytest

from analyzer.analysis.study import study_of
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from reports.build import UNOFFICIAL, build_page
from reports.figures.drawings import Dots, Heat, HexMaps, Panels, Stack
from reports.page import Figure, Page, Table, Text
from tests.unit.reports.conftest import GAMES, KINDS
from tests.unit.simulate.plans import plan_of

Pages = Callable[[str], Page]


def figure(page: Page, name: str) -> Figure:
    return next(figure for figure in page.figures() if figure.id == name)


def table(page: Page, name: str) -> Table:
    tables = (b for section in page.sections for b in section.blocks if isinstance(b, Table))
    return next(table for table in tables if table.id == name)


@pytest.mark.parametrize("kind", KINDS)
def test_parts_in_their_order(kind: str, pages: Pages) -> None:
    assert [section.id for section in pages(kind).sections] == [
        "findings",
        "overview",
        "placements",
        "buildings",
        "market",
        "roofs",
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_every_figure_says_what_it_shows_and_how_to_read_it(kind: str, pages: Pages) -> None:
    for shown in pages(kind).figures():
        assert len(shown.alt) > 40
        assert len(shown.reading) > 40
        assert shown.title
        assert "nan" not in shown.alt


@pytest.mark.parametrize("kind", KINDS)
def test_tables_are_rectangular_and_hold_no_nan(kind: str, pages: Pages) -> None:
    page = pages(kind)
    for found in (b for section in page.sections for b in section.blocks if isinstance(b, Table)):
        assert {len(row) for row in found.rows} == {len(found.columns)}
        cells = [cell for row in found.rows for cell in row]
        assert not [cell for cell in cells if "nan" in (cell.text, str(cell.sort))]


def test_the_fair_share_is_marked(pages: Pages) -> None:
    for kind, fair in (("two", 1 / 2), ("three", 1 / 3), ("four", 1 / 4)):
        drawing = figure(pages(kind), "wins").drawing
        assert isinstance(drawing, Dots)
        assert drawing.line == fair


def test_bots_are_compared_only_where_they_differ(pages: Pages) -> None:
    def groups(kind: str) -> set[str]:
        drawing = figure(pages(kind), "wins").drawing
        assert isinstance(drawing, Dots)
        return {dot.group for dot in drawing.dots}

    assert groups("four") == {"By bot", "By seat"}
    assert groups("three") == {"By seat"}


def test_solo_has_vp_and_neither_margin_nor_shares(pages: Pages) -> None:
    page = pages("solo")
    names = {shown.id for shown in page.figures()}
    assert names.isdisjoint({"wins", "building-shares"})
    assert {"sources", "scores", "placement-heat", "completion", "held", "held-by"} <= names
    assert not [d for d in page.definitions if d.name in {"vp margin", "win share"}]
    heat = figure(page, "placement-heat").drawing
    assert isinstance(heat, Heat)
    assert heat.centre == heat.rows[0].values[0].mean
    assert not heat.signed


def test_uses_are_compared_with_an_even_game_or_with_the_bots_own_mean(pages: Pages) -> None:
    for kind, name in (("three", "placement-heat"), ("four", "placement-heat"), ("four", "placement-heat-1")):
        heat = figure(pages(kind), name).drawing
        assert isinstance(heat, Heat)
        assert heat.centre == (0.0 if kind == "three" else heat.rows[0].values[0].mean)


def test_the_heat_map_holds_every_card_in_every_placement(pages: Pages) -> None:
    heat = figure(pages("four"), "placement-heat").drawing
    assert isinstance(heat, Heat)
    assert heat.columns == ("any use", "field", "helper", "barrow", "extension")
    assert len(heat.rows) == 67
    assert all(len(row.values) == 5 for row in heat.rows)
    means = [row.values[0].mean for row in heat.rows[1:] if row.values[0].n]
    assert means == sorted(means, reverse=True)


def test_cells_are_coloured_after_a_correction_for_their_number(pages: Pages) -> None:
    for kind, name in (("three", "placement-heat"), ("four", "placement-heat-1")):
        shown = figure(pages(kind), name)
        heat = shown.drawing
        assert isinstance(heat, Heat)
        cells = [
            (value, coloured)
            for row in heat.rows[1:]
            for value, coloured in zip(row.values[1:], row.coloured[1:], strict=True)
        ]
        judged = [value for value, _ in cells if value.blocks >= 100]
        coloured = [value for value, coloured in cells if coloured]
        assert all(value.low > heat.centre or value.high < heat.centre for value in coloured)
        assert all(value.blocks >= 100 for value in coloured)
        assert f"Of 264 cells {len(judged)} rest on 100 blocks or more" in shown.reading
        assert f"{len(coloured)} are coloured" in shown.reading


def test_cards_that_were_never_played_so_are_counted(pages: Pages, runs: Callable[[str], Run]) -> None:
    said = " ".join(
        " ".join(block.paragraphs) for block in pages("two").sections[1].blocks if isinstance(block, Text)
    )
    played = runs("two").lazy("placements").select("card", "placement").unique().collect()
    for word in ("field", "helper", "barrow", "extension"):
        never = 66 - played.filter(pl.col("placement") == word).height
        assert (f"{never} as {word}" in said) == (never > 0)


def test_the_verdict_on_seats_allows_for_their_number(pages: Pages) -> None:
    for kind in ("two", "three", "four"):
        shown = figure(pages(kind), "wins")
        assert "which may be chance" in shown.alt or "unlikely to explain" in shown.alt
        assert "real advantage" not in shown.reading


def test_bots_that_play_alike_are_named_once_and_not_compared(tmp_path: Path) -> None:
    file = tmp_path / "my-bot.toml"
    file.write_text('name = "my-bot"\npolicy = "random"\n', encoding="utf-8")
    record(plan_of(tmp_path, "my-bot.toml", "random", games=300), tmp_path / "run", workers=Processes(1))
    run = open_run(tmp_path / "run")
    page = build_page(study_of(run), run.manifest)
    assert page.warnings == (
        "my-bot and random play alike: same policy and weights; their difference is 0 by construction.",
    )
    wins = figure(page, "wins")
    assert isinstance(wins.drawing, Dots)
    assert {dot.group for dot in wins.drawing.dots} == {"By seat"}
    assert "50.0\u202f% (50.0" not in wins.alt


def test_the_placement_table_has_provenance_by_use(pages: Pages) -> None:
    found = table(pages("four"), "placement-table")
    assert len(found.rows) == 2 * 66 * 4  # two bots
    marks = {(row[0].text, row[3].text): row[4].mark for row in found.rows}
    assert marks["Farm Servant", "field"] == "published"
    assert marks["Porter", "helper"] == "published"
    assert marks["Porter", "barrow"] == "designed"


def test_the_sources_sum_to_the_vp(pages: Pages) -> None:
    for kind in KINDS:
        stack = figure(pages(kind), "sources").drawing
        assert isinstance(stack, Stack)
        for bar in stack.bars:
            assert sum(bar.values) == pytest.approx(bar.total.mean)


def test_completion_curves_rise(pages: Pages) -> None:
    panels = figure(pages("four"), "completion").drawing
    assert isinstance(panels, Panels)
    assert len(panels.panels) == 6
    for panel in panels.panels:
        for curve in panel.curves:
            means = [value.mean for value in curve.values]
            assert means == sorted(means)


def test_the_map_is_the_whole_market_with_closed_hexes(pages: Pages) -> None:
    for kind, closed in (("solo", 10), ("two", 10), ("three", 10), ("four", 0)):
        maps = figure(pages(kind), "held").drawing
        assert isinstance(maps, HexMaps)
        assert len(maps.maps[0].cells) == 30
        assert [cell.closed for cell in maps.maps[0].cells].count(True) == closed


def test_how_the_page_was_made(pages: Pages, runs: Callable[[str], Run]) -> None:
    page, manifest = pages("four"), runs("four").manifest
    made = dict(page.made)
    assert made["Command"] == f"granja run small -n {GAMES} --seed 3"
    assert made["Differences from standard"] == "none"
    assert manifest.engine in made["Version"]
    assert page.notes[0] == UNOFFICIAL
    assert "30 of 30 market hexes" in page.notes[1]


def test_small_and_partial_runs_are_announced(runs: Callable[[str], Run]) -> None:
    run = runs("four")
    study = study_of(run)
    partial = msgspec.structs.replace(run.manifest, state="partial", stopped="interrupted", games=1000)
    (warning,) = build_page(study, partial).warnings
    assert warning.startswith("This run is not complete (interrupted): the report covers the first 400 of 1")


def test_greyed_cells_rest_on_few_blocks(pages: Pages, runs: Callable[[str], Run]) -> None:
    found = table(pages("four"), "placement-table")
    blocks = next(i for i, column in enumerate(found.columns) if column.title == "Blocks")
    for row in found.rows:
        count = row[blocks].sort
        assert row[blocks + 1].muted or not row[blocks + 1].text or int(str(count)) >= 100
    played = runs("four").lazy("placements").select(pl.len()).collect().item()
    assert sum(int(str(row[blocks - 2].sort)) for row in found.rows) == played
