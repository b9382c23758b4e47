"""The chapter on craft buildings by value: effects of synthetic studies, and pages of small runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from analyzer.analysis.building_worth import waiting
from analyzer.analysis.delays import Delay, Delays
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.measures import measures_used
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study, study_of
from analyzer.recording.store import Run
from reports.figures.drawings import Curve, Dots, Panel, Panels
from reports.page import Block, Figure, Page, Table, Text
from reports.sections.buildings_orders import in_words
from reports.sections.buildings_told import NOT_PLAYED, told_blocks
from reports.sections.buildings_worth import waiting_words
from tests.unit.reports.conftest import KINDS
from tests.unit.reports.test_figures import drawn
from tests.unit.reports.test_figures import texts as texts_of
from tests.unit.reports.test_page import figure, table

Runs = Callable[[str], Run]
Pages = Callable[[str], Page]


def of(mean: float, se: float = 0.1, blocks: int = 1000) -> Estimate:
    return Estimate(mean, mean - 2 * se, mean + 2 * se, blocks, blocks, se)


def told(
    effects: Mapping[tuple[int, int | None], float], *, bots: int = 1, blocks: int = 1000, asked: int = 1000
) -> Delays:
    """A study with these effects, by building and round (None: rush), and none for the rest."""
    return Delays(
        blocks,
        asked,
        tuple(
            Delay(
                building,
                before,
                bot,
                "",
                of(effects.get((building, before), 0.0), blocks=blocks),
                of(effects.get((building, before), 0.0) / 100, se=0.001, blocks=blocks),
                of(0.5, se=0.01, blocks=blocks),
            )
            for building in range(1, 7)
            for before in (None, 2, 3, 4, 5, 6)
            for bot in (None, *range(bots if bots > 1 else 0))
        ),
        {building: tuple(range(bots)) for building in range(1, 7)},
    )


@pytest.fixture(scope="module")
def study(runs: Runs) -> Study:
    """Three players, one bot."""
    return study_of(runs("three"))


def only(blocks: tuple[Block, ...], name: str) -> Figure | Table:
    return next(block for block in blocks if isinstance(block, Figure | Table) and block.id == name)


def texts(found: Figure | Table, column: str) -> list[str]:
    assert isinstance(found, Table)
    place = [each.title for each in found.columns].index(column)
    return [row[place].text for row in found.rows]


EFFECTS = {(1, 4): -1.0, (1, 5): -2.0, (1, 6): -3.0, (2, None): 0.8, (6, None): -0.9, (3, 2): -0.15}


COSTS = "First that costs"


def test_waits_are_drawn_by_round(study: Study) -> None:
    shown = only(told_blocks(study, told(EFFECTS)), "told")
    assert isinstance(shown, Figure)
    assert isinstance(shown.drawing, Panels)
    assert shown.drawing.positions == ("2", "3", "4", "5", "6")
    assert shown.drawing.line == 0.0
    assert len(shown.drawing.panels) == 6
    (curve,) = shown.drawing.panels[0].curves
    assert [value.mean for value in curve.values] == [0.0, 0.0, -1.0, -2.0, -3.0]
    assert "What costs most: Merchant House not before round 6, \u22123.0\u202fvp" in shown.alt
    assert shown.alt.endswith("Nothing is told to gain anything.")


def test_rushing_is_drawn_apart(study: Study) -> None:
    shown = only(told_blocks(study, told(EFFECTS)), "told-rush")
    assert isinstance(shown, Figure)
    assert isinstance(shown.drawing, Dots)
    assert [dot.value.mean for dot in shown.drawing.dots] == [0.0, 0.8, 0.0, 0.0, 0.0, -0.9]
    assert shown.drawing.dots[1].label == "Wainwright"
    assert "What costs most: rush Butcher, \u22120.9\u202fvp" in shown.alt
    assert "What gains most: rush Wainwright, +0.8\u202fvp" in shown.alt


def test_the_first_wait_that_costs(study: Study) -> None:
    short = only(told_blocks(study, told(EFFECTS)), "told-short")
    assert texts(short, COSTS) == ["round 4", *["none told"] * 5]
    assert texts(short, "it costs, vp") == ["\u22121.0 ±0.2", *["\u2013"] * 5]
    assert texts(short, "Rush, vp")[1] == "+0.8 ±0.2"


def test_a_wait_that_gains(study: Study) -> None:
    short = only(told_blocks(study, told({**EFFECTS, (6, 5): 0.7, (6, 6): 0.6})), "told-short")
    assert texts(short, "Gains most") == [*["none told"] * 5, "round 5"]
    assert texts(short, "it gains, vp")[5] == "+0.7 ±0.2"


def test_what_never_changed_is_not_called_uncertain(study: Study) -> None:
    found = told(EFFECTS)
    still = [
        replace(each, margin=of(0.0, se=0.0)) if (each.building, each.before) == (4, 2) else each
        for each in found.effects
    ]
    rows = only(told_blocks(study, replace(found, effects=tuple(still))), "told-table")
    place = [(each.building, each.before) for each in still].index((4, 2))
    assert texts(rows, "Verdict")[place] == "nothing changed"
    assert texts(rows, "Verdict").count("nothing changed") == 1


def test_effects_in_games_that_changed(study: Study) -> None:
    """Half of the 1,000 games changed: the effect there is twice as large, in as many games."""
    rows = only(told_blocks(study, told(EFFECTS)), "told-table")
    place = [(e.building, e.before) for e in told(EFFECTS).effects].index((1, 6))
    assert texts(rows, "Effect in these, vp")[place].startswith("\u22126.0 ")


def test_effects_are_told_from_zero_with_all_of_them_in_view(study: Study) -> None:
    """p = 0.03 alone is told from zero at 5 %, but not as one of 36."""
    lone = told({(3, 2): -0.22})
    assert texts(only(told_blocks(study, lone), "told-short"), COSTS)[2].startswith("none")
    shown = only(told_blocks(study, lone), "told")
    assert isinstance(shown, Figure)
    assert "No effect is told from zero." in shown.alt


def test_few_blocks_are_not_judged(study: Study) -> None:
    blocks = told_blocks(study, told(EFFECTS, blocks=60))
    assert set(texts(only(blocks, "told-short"), COSTS)) == {"not judged"}
    assert set(texts(only(blocks, "told-table"), "Verdict")) == {"too few games"}
    found = only(blocks, "told-table")
    assert isinstance(found, Table)
    assert all(row[3].muted for row in found.rows)


def test_every_bot_has_its_row_and_what_holds_for_several_says_so(runs: Runs) -> None:
    study = study_of(runs("four"))
    found = told(EFFECTS, bots=2)
    odd = [
        replace(each, margin=of(0.0)) if (each.bot, each.building, each.before) == (1, 1, 6) else each
        for each in found.effects
    ]
    blocks = told_blocks(study, replace(found, effects=tuple(odd)))
    short = only(blocks, "told-short")
    assert texts(short, "Bot")[:3] == ["all bots", "balanced", "random"]
    shown = only(blocks, "told")
    assert isinstance(shown, Figure)
    assert shown.alt.split("Nothing")[0].endswith("(told for 1 of 2 bots). ")
    rush = only(blocks, "told-rush")
    assert isinstance(rush, Figure)
    assert rush.alt.count("(told for 2 of 2 bots)") == 2
    assert isinstance(shown.drawing, Panels)
    assert [curve.label for curve in shown.drawing.panels[0].curves] == ["balanced", "random"]
    assert isinstance(rush.drawing, Dots)
    assert [dot.label for dot in rush.drawing.dots] == ["balanced", "random"] * 6
    said = next(block for block in blocks if isinstance(block, Text))
    assert "All bots" not in " ".join(said.paragraphs)


def test_who_is_not_among_all_bots_is_said(runs: Runs) -> None:
    study = study_of(runs("four"))
    found = told(EFFECTS, bots=2)
    found = replace(found, pooled={**found.pooled, 4: (0,)})
    said = next(block for block in told_blocks(study, found) if isinstance(block, Text))
    assert "told everything about a building: Deli without “random”." in " ".join(said.paragraphs)


def test_solo_has_no_win_shares_in_the_effects(runs: Runs) -> None:
    study = study_of(runs("solo"))
    found = only(told_blocks(study, told(EFFECTS)), "told-table")
    assert isinstance(found, Table)
    titles = [column.title for column in found.columns]
    assert "effect on vp" in titles
    assert not [title for title in titles if "win share" in title]


def test_a_study_not_played_says_how_to(study: Study) -> None:
    assert told_blocks(study, None) == (Text((NOT_PLAYED,)),)
    assert "--study restrictions" in NOT_PLAYED


def test_a_study_that_was_stopped_says_so(study: Study) -> None:
    (text,) = [b for b in told_blocks(study, told({}, blocks=500, asked=900)) if isinstance(b, Text)]
    assert text.paragraphs[0].endswith("Only 500 of 900 blocks were played: the rest is missing.")


@pytest.mark.parametrize(
    ("means", "words"),
    [
        ((1.0, 0.5, 0.2), "in every round"),
        ((-1.0, -0.5, -0.2), "in no round"),
        ((-1.0, -0.5, 0.2), "from round 3 on"),
        ((1.0, 0.5, -0.2), "until round 3"),
        ((-1.0, 0.5, -0.2), "in rounds 2"),
        ((math.nan, -0.5, 0.2), "from round 3 on"),
        ((-1.0, 0.05, 0.2), "from round 2 on, unsure"),
    ],
)
def test_when_waiting_brought_vp(means: tuple[float, ...], words: str) -> None:
    found = waiting([NOTHING if math.isnan(mean) else of(mean, se=0.05) for mean in means])
    assert found is not None
    assert waiting_words(found) == words


def test_no_step_known_is_no_answer() -> None:
    assert waiting([NOTHING, NOTHING]) is None


def test_an_order_in_words() -> None:
    assert in_words((1, 5, 3)) == "Merchant House \u203a Greengrocer \u203a Village Store"
    assert in_words((1, 5, 3), short=True) == "M. House \u203a Greengrocer \u203a V. Store"
    assert in_words(()) == "none"


def test_vp_and_yield_are_drawn_by_round(pages: Pages) -> None:
    page = pages("four")
    vp, lasting = figure(page, "building-vp").drawing, figure(page, "building-yield").drawing
    assert isinstance(vp, Panels)
    assert isinstance(lasting, Panels)
    assert vp.alike
    for panel in vp.panels:
        everything, part = panel.curves
        assert [value.n for value in everything.values] == [value.n for value in part.values]
    units = [panel.title.split(", ")[1] for panel in lasting.panels]
    assert units == ["silver", "donkeys", "vp", "commodities", "resources", "vp"]
    store, yields = vp.panels[2].curves[1].values, lasting.panels[2].curves[0].values
    assert [value.mean for value in store if value.n] == [value.mean for value in yields if value.n]


def test_n_of_curves_of_the_same_rows_is_not_added_up() -> None:
    curve = Curve("", (of(1.0), of(2.0)))
    panels = Panels((Panel("Deli", (curve, curve)),), ("1", "2"), "vp", "round", joined=False, counts=True)
    assert texts_of(drawn(panels)).count("2.0k") == 2
    assert texts_of(drawn(replace(panels, alike=True))).count("1.0k") == 2


def test_when_waiting_paid_stands_in_words_too(pages: Pages) -> None:
    page = pages("solo")
    rows = table(page, "building-turn").rows
    judged = [f"{row[0].text} {row[3].text}" for row in rows if row[2].text == "vp" and not row[3].muted]
    (section,) = [section for section in page.sections if section.id == "buildings"]
    said = [text for block in section.blocks if isinstance(block, Text) for text in block.paragraphs]
    (sentence,) = [text for text in said if text.startswith("By direct vp alone")]
    assert judged
    assert sentence.endswith(f" lost: {'; '.join(judged)}.")


def test_vp_alone_judges_vp_effects_only(pages: Pages) -> None:
    for kind in KINDS:
        found = table(pages(kind), "building-turn")
        place = [column.title for column in found.columns].index("Waiting brought vp")
        for row in found.rows:
            answers = {"too few completions", "vp alone can't tell"}
            assert row[2].text == "vp" or row[place].text in answers
            assert row[2].text != "vp" or row[place].text != "vp alone can't tell"


def test_bonuses_are_drawn_by_bot_and_seat_but_not_solo(pages: Pages) -> None:
    drawing = figure(pages("four"), "bonuses").drawing
    assert isinstance(drawing, Dots)
    assert [dot.group for dot in drawing.dots] == ["By bot"] * 4 + ["By seat"] * 8
    assert [dot.series for dot in drawing.dots] == [0, 1] * 6
    even = drawing.dots[-1].reference
    assert even == pytest.approx(sum(dot.value.mean for dot in drawing.dots[5::2]) / 4)
    assert "bonuses" not in {shown.id for shown in pages("solo").figures()}


def test_first_completions_of_a_building_add_up_to_all_games(pages: Pages) -> None:
    for kind in KINDS:
        for row in table(pages(kind), "first-table").rows:
            assert sum(float(str(cell.sort)) for cell in row[1:8]) == pytest.approx(1.0)


def test_first_buildings_are_those_of_all_player_games(pages: Pages) -> None:
    found = table(pages("four"), "began-table")
    assert len(found.rows) == 2 * 7
    assert sum(int(str(row[3].sort)) for row in found.rows) == 4 * 400


def test_the_effect_where_something_changed_is_defined_with_its_study(study: Study) -> None:
    with measures_used() as used:
        told_blocks(study, told(EFFECTS))
    (measure,) = used
    assert measure.name == "effect on the vp margin, where it changed something"
    with measures_used() as used:
        told_blocks(study, None)
    assert used == []


def test_words_among_results_do_not_say_what_a_row_is_about(pages: Pages, study: Study) -> None:
    """Runs side by side find their rows by the columns up to the last one in words."""
    keys = {"Building", "Bot", "Told", "Round", "Who", "Lasting effect gives"}
    keys |= {"First building", "First three buildings", "All buildings of a player, in order"}
    chapter = next(section for section in pages("two").sections if section.id == "buildings")
    for block in (*chapter.blocks, *told_blocks(study, told(EFFECTS))):
        if isinstance(block, Table):
            assert {column.title for column in block.columns if not column.numeric} <= keys
