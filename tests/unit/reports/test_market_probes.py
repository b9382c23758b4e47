"""What choosing a hex and buying a roof cause, as the page says it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.market import market
from analyzer.analysis.measures import measures_used
from analyzer.analysis.probes import OptionEffect, Probed
from analyzer.analysis.roof_effects import RoofEffects
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study, study_of
from analyzer.recording.store import Run
from analyzer.scenario import load_scenario
from reports.figures.drawings import Dots, HexMaps
from reports.page import Block, Figure, Table
from reports.sections import roofs
from reports.sections.market_choice import choice_blocks

Runs = Callable[[str], Run]
Studies = Callable[[str], Study]


@pytest.fixture(scope="module")
def studies(runs: Runs) -> Studies:
    return lambda kind: study_of(runs(kind))


def figure(blocks: tuple[Block, ...] | list[Block], name: str) -> Figure:
    return next(block for block in blocks if isinstance(block, Figure) and block.id == name)


def table(blocks: tuple[Block, ...] | list[Block], name: str) -> Table:
    return next(block for block in blocks if isinstance(block, Table) and block.id == name)


def of(mean: float, half: float = 0.1, blocks: int = 500) -> Estimate:
    return Estimate(mean, mean - half, mean + half, 1000, blocks, half / 2)


def option(number: int, mean: float, half: float, blocks: int = 400) -> OptionEffect:
    effect = of(mean, half, blocks)
    return OptionEffect((number, -1), blocks, blocks // 2, effect, effect, of(mean / 100, half / 100, blocks))


def probe(bot: int | None, *options: OptionEffect) -> Probed:
    share = Estimate(0.5, 0.4, 0.6, 100, 100, 0.05)
    return Probed("hex", bot, 400, options, of(0.8), of(0.4), share, share)


HEXES = probe(
    None, option(13, 2.0, 0.3), option(20, -1.5, 0.3), option(23, 0.1, 0.3), option(10, 3.0, 0.2, 20)
)


def test_hexes_told_from_zero_are_coloured_and_named(studies: Studies) -> None:
    study = studies("three")
    blocks = choice_blocks(study, (HEXES,), market(study).hexes)
    shown = figure(blocks, "hex-choice")
    assert isinstance(shown.drawing, HexMaps)
    cells = {cell.number: cell for cell in shown.drawing.maps[0].cells}
    assert {number for number, cell in cells.items() if cell.coloured} == {13, 20}
    assert cells[13].estimate == of(2.0, 0.3, 400)
    assert "best hex 13 (value 6)" in shown.alt
    assert "worst hex 20 (value 6)" in shown.alt


def test_the_table_of_choices_by_bot(studies: Studies) -> None:
    study = studies("four")
    probes = (HEXES, probe(0, option(13, 1.0, 0.3)), probe(1, option(13, 0.1, 0.3)))
    blocks = choice_blocks(study, probes, market(study).hexes)
    found = table(blocks, "choice-table")
    assert [row[2].text for row in found.rows] == ["all"] * 4 + ["balanced", "random"]
    assert [row[4].text for row in found.rows] == ["yes", "yes", "no", "too few games", "yes", "no"]
    assert found.rows[3][3].muted
    maps = figure(blocks, "hex-choice-bot").drawing
    assert isinstance(maps, HexMaps)
    assert [hexmap.title for hexmap in maps.maps] == ["balanced", "random"]
    assert maps.signed


def test_what_is_shown_is_defined(studies: Studies) -> None:
    study = studies("four")
    with measures_used() as used:
        choice_blocks(study, (HEXES,), market(study).hexes)
    assert {"effect", "effect when chosen", "regret", "choice mattered"} <= {measure.name for measure in used}


def test_no_hex_is_named_where_none_is_told(studies: Studies) -> None:
    study = studies("four")
    blocks = choice_blocks(study, (probe(None, option(13, 0.1, 0.3)),), market(study).hexes)
    assert "No hex is told from the others" in figure(blocks, "hex-choice").alt


def test_solo_choices_have_no_win_share(studies: Studies) -> None:
    study = studies("solo")
    plain = replace(option(13, 1.0, 0.3), share=NOTHING)
    blocks = choice_blocks(study, (replace(probe(None, plain), decided=NOTHING),), market(study).hexes)
    titles = [column.title for column in table(blocks, "choice-table").columns]
    assert "Effect on the win share" not in titles
    assert "who wins" not in table(blocks, "choice-table").note


def test_every_roof_has_effect_price_and_source(studies: Studies) -> None:
    found = table(roofs.roof_blocks(studies("four"), None), "roof-table")
    assert [row[0].text for row in found.rows] == [f"{r}.{slot}" for r in range(1, 7) for slot in range(1, 5)]
    assert found.rows[0][1].text == "gain 1 pig"
    assert [row[3].text for row in found.rows[::4]] == [f"{r} silver" for r in range(1, 7)]
    assert {row[-1].mark for row in found.rows} == {"designed"}


def test_roofs_of_probes(studies: Studies) -> None:
    pig, goods, alone = option(1, 1.5, 0.3), option(2, -2.0, 0.3), option(3, 0.1, 0.3)
    effects = RoofEffects(probe(None), (pig, goods, alone), {1: of(-0.7), 2: of(0.7)})
    with measures_used() as used:
        blocks = roofs.roof_blocks(studies("four"), effects)
    assert "effect against buying none" in {measure.name for measure in used}
    shown = figure(blocks, "roof-effects")
    assert isinstance(shown.drawing, Dots)
    assert [dot.label for dot in shown.drawing.dots] == [
        "1.1 gain 1 pig",
        "1.3 make 1 delivery",
        "1.2 gain two different harvest go\u2026",
    ]
    assert shown.drawing.line_label == "buying none"
    assert (
        "2 of 3 roofs are told from buying none; best and worst of these: roof 1.1 gain 1 pig, +1.5"
        in shown.alt
    )
    assert "cost vp" not in shown.reading
    found = table(blocks, "roof-table")
    assert len(found.rows) == 24
    assert all(len(row) == len(found.columns) for row in found.rows)
    assert found.rows[0][4].sort == 1.5
    assert [row[5].text for row in found.rows[:3]] == ["yes", "yes", "no"]
    beside = [column.title for column in found.columns].index("Against the other roofs on offer, vp")
    assert [row[beside].sort for row in found.rows[:3]] == [-0.7, 0.7, None]
    assert found.rows[3][4].sort is None  # never on offer


def test_the_subject_of_a_roof_is_its_number() -> None:
    tiles = load_scenario("four-players").rule_set.roof_tiles
    assert [roofs.roof_number(tile) for tile in tiles] == list(range(1, 25))
