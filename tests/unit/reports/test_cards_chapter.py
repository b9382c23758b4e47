"""The chapter on cards by value, with made-up probes beside small runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from analyzer.analysis.measures import measures_used
from analyzer.analysis.study import Study, study_of
from analyzer.recording.store import open_run
from analyzer.scenario import load_scenario
from analyzer.simulate.plan import make_plan
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from reports.figures.drawings import Dots, Heat, Panels, Scatter
from reports.page import Figure, Fold, Section, Table, Text
from reports.sections import placements
from tests.unit.analysis.probe_tables import Decision, Option, study_of_decisions
from tests.unit.recording.owned import make_own
from tests.unit.simulate.plans import plan_of

FIELD, HELPER, BARROW, EXTENSION = range(4)
BANKER, CHEF, PORTER = 42, 1, 3
OUTCOMES: dict[int, tuple[int, ...]] = {
    BANKER: (0, 30, 0, -30),  # vp of the four placements; two players: the margin is vp less vp
    CHEF: (5, 4, 3, -12),
    PORTER: (0, 0, 0, 0),
}
ALIKE: dict[int, tuple[int, ...]] = {card: (0, 0, 0, 0) for card in range(20, 66) if card != BANKER}
"""Cards without effects: with them, effects of most uses that are played can be judged."""
NOISE = (0, 2, -2)
EACH = 120  # decisions of each card


def decisions(bots: int, outcomes: dict[int, tuple[int, ...]]) -> list[Decision]:
    """Decisions whose outcomes are known, with a little noise that differs by placement."""

    def options(card: int, turn: int) -> tuple[Option, ...]:
        return tuple(
            Option((card, place), vp + NOISE[(turn + place) % 3]) for place, vp in enumerate(outcomes[card])
        )

    cards = list(outcomes)
    rounds = ((block, *divmod(block, len(cards))) for block in range(EACH * len(cards) * bots))
    return [
        Decision(block, options(cards[index], turn), chosen=HELPER, bot=turn % bots)
        for block, turn, index in rounds
    ]


def study_with(folder: Path, *line_up: str, games: int, probes: bool, thin: bool = False) -> Study:
    """``thin``: probes of three cards alone."""
    record(plan_of(folder, *line_up, games=games), folder / "run", workers=Processes(1))
    run = open_run(folder / "run")
    if probes:
        bots, outcomes = run.manifest.bots, OUTCOMES if thin else OUTCOMES | ALIKE
        study_of_decisions(
            folder / "run" / "studies" / "probes-placement",
            decisions(len(bots), outcomes),
            blocks=EACH * len(outcomes) * len(bots),
            kind="placement",
            players=len(line_up),
            bots=bots,
            scenario=run.manifest.scenario,
        )
        make_own(folder / "run" / "studies" / "probes-placement")
    return study_of(open_run(folder / "run"))


@pytest.fixture(scope="module")
def probed(tmp_path_factory: pytest.TempPathFactory) -> Section:
    folder = tmp_path_factory.mktemp("probed")
    return placements.section(study_with(folder, "balanced", "balanced", games=1500, probes=True))


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Section:
    folder = tmp_path_factory.mktemp("several")
    return placements.section(study_with(folder, "balanced", "market", games=600, probes=True))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Section:
    folder = tmp_path_factory.mktemp("plain")
    return placements.section(study_with(folder, "balanced", "balanced", games=1500, probes=False))


def figures(section: Section) -> Iterator[Figure]:
    for block in section.blocks:
        for inner in block.blocks if isinstance(block, Fold) else (block,):
            if isinstance(inner, Figure):
                yield inner


def figure(section: Section, name: str) -> Figure:
    return next(found for found in figures(section) if found.id == name)


def table(section: Section, name: str) -> Table:
    return next(block for block in section.blocks if isinstance(block, Table) and block.id == name)


def said(section: Section) -> str:
    return " ".join(" ".join(block.paragraphs) for block in section.blocks if isinstance(block, Text))


def column(found: Table, title: str) -> int:
    return [each.title for each in found.columns].index(title)


def test_the_causal_map_shows_the_effects(probed: Section) -> None:
    """A use less the mean of the card's others: 30 - (0 + 0 - 30) / 3 = 40."""
    heat = figure(probed, "placement-effect").drawing
    assert isinstance(heat, Heat)
    assert heat.columns == ("field", "helper", "barrow", "extension")
    assert (heat.centre, heat.summary, len(heat.rows)) == (0.0, False, 66)
    rows = {row.label: row for row in heat.rows}
    assert [round(value.mean, 6) for value in rows["Banker 42"].values] == [0.0, 40.0, 0.0, -40.0]
    assert rows["Banker 42"].coloured == (False, True, False, True)
    assert rows["Porter 3"].coloured == (False,) * 4
    assert [value.n for value in rows["Banker 42"].values] == [EACH] * 4
    assert heat.rows[0].label == "Banker 42"  # its best use stands highest above the others
    assert all(value.n == 0 for value in heat.rows[-1].values)
    assert rows["Chef 1"].marks == ("designed", "published", "designed", "designed")


def test_the_observed_map_stays_folded(probed: Section) -> None:
    folds = [block for block in probed.blocks if isinstance(block, Fold)]
    assert [[inner.id for inner in fold.blocks] for fold in folds] == [["placement-heat"]]


def test_best_and_worst_go_by_shrunk_effects(probed: Section) -> None:
    dots = figure(probed, "placement-extremes").drawing
    assert isinstance(dots, Dots)
    best, worst = dots.dots[0], next(dot for dot in dots.dots if dot.group == "Worst")
    assert (best.label, worst.label) == ("Banker as helper", "Banker as extension")
    assert best.value.mean == pytest.approx(40.0)
    assert best.reference is not None
    assert 39 < best.reference < 40
    assert "Chef as helper \u25cf" in {dot.label for dot in dots.dots}


def test_flags_are_the_uses_told_from_zero(probed: Section) -> None:
    found = table(probed, "placement-flags")
    uses = [row[0].text for row in found.rows]
    assert set(uses[:2]) == {"Banker as helper", "Banker as extension"}
    assert {"Chef as extension", "Chef as field"} <= set(uses)
    assert not [use for use in uses if "Porter" in use]
    assert found.rows[0][column(found, "n")].text == str(EACH)
    assert f"of {4 * len(OUTCOMES | ALIKE)}. " in found.note


def test_observed_against_causal(probed: Section) -> None:
    """Only the helper was chosen in the probes, so no other use can be compared."""
    shown = figure(probed, "placement-bias")
    scatter = shown.drawing
    assert isinstance(scatter, Scatter)
    assert scatter.diagonal
    assert {spot.series for spot in scatter.spots} == {HELPER}
    assert len(scatter.spots) > 3
    assert 30 <= max(spot.y.mean for spot in scatter.spots) < 60  # Banker: 30 less 0 to -30
    assert {spot.y.blocks for spot in scatter.spots} == {EACH}
    assert f"{len(scatter.spots)} uses" in shown.alt
    assert "both intervals leave 0 out" in shown.alt


def test_obvious_cards_and_real_choices(probed: Section) -> None:
    found = table(probed, "placement-choices")
    rows = {row[0].text: row for row in found.rows}
    assert len(rows) == 66
    banker, porter = rows["Banker 42"], rows["Porter 3"]
    assert banker[column(found, "Best use")].text == "helper"
    assert banker[column(found, "Advantage, vp")].sort == pytest.approx(30.0)
    assert banker[column(found, "n")].text == str(EACH)
    assert banker[column(found, "Verdict")].text in {"obvious", "favourite"}
    assert porter[column(found, "Verdict")].text in {"undecided", "real choice", "habit"}
    assert rows["Merchant 6"][column(found, "Verdict")].text == "too few"
    scatter = figure(probed, "placement-choice").drawing
    assert isinstance(scatter, Scatter)
    assert len(scatter.spots) == len(OUTCOMES | ALIKE)
    assert "Undecided (" in said(probed)


def test_the_table_of_everything(probed: Section) -> None:
    found = table(probed, "placement-table")
    assert len(found.rows) == 264
    row = next(r for r in found.rows if (r[0].text, r[2].text) == ("Banker", "helper"))
    assert row[column(found, "Effect, vp")].sort == pytest.approx(40.0)
    assert row[column(found, "n probed")].text == str(EACH)
    assert row[column(found, "Chosen, %")].text == "100"
    assert row[column(found, "Silver")].sort is not None
    assert row[column(found, "Hex income")].text == ""
    difference = row[column(found, "Difference, vp")].sort
    with_it, without = (row[column(found, f"vp margin {word}")].sort for word in ("with", "without"))
    assert isinstance(difference, float)
    assert isinstance(with_it, float)
    assert isinstance(without, float)
    assert difference == pytest.approx(with_it - without, abs=1e-2)
    assert found.folded


def test_few_judged_effects_come_after_what_was_observed(tmp_path: Path) -> None:
    section = placements.section(
        study_with(tmp_path, "balanced", "balanced", games=600, probes=True, thin=True)
    )
    ids = [found.id for found in figures(section)]
    assert ids.index("placement-heat") < ids.index("placement-extremes") < ids.index("placement-effect")
    assert ids.index("placement-effect") < ids.index("placement-extremes-after")
    assert "against player-games without it" in figure(section, "placement-extremes").alt
    assert "Banker as helper, +40" in figure(section, "placement-extremes-after").alt
    assert "observed" in table(section, "placement-flags").caption
    assert "(effect" in table(section, "placement-flags-after").caption
    assert "more than half of the uses" in said(section)


def test_no_card_is_named_that_is_not_told_from_zero(tmp_path: Path) -> None:
    shown = figure(
        placements.section(study_with(tmp_path, "random", "random", games=1000, probes=False)),
        "placement-deals",
    )
    dots = shown.drawing
    assert isinstance(dots, Dots)
    told = [dot for dot in dots.dots if dot.series]
    assert ("best of them" in shown.alt) == any(dot.value.mean > 0 for dot in told)
    assert ("worst:" in shown.alt) == any(dot.value.mean < 0 for dot in told)
    assert ("None of the" in shown.alt) == (not told)


def test_without_probes_one_sentence_says_how_to_get_them(plain: Section) -> None:
    assert "granja run small --study probes" in said(plain)
    names = {found.id for found in figures(plain)}
    assert "placement-heat" in names
    assert names.isdisjoint({"placement-effect", "placement-bias", "placement-choice"})
    titles = [each.title for each in table(plain, "placement-table").columns]
    assert "Effect, vp" not in titles
    assert "observed" in table(plain, "placement-flags").caption


def test_cards_dealt_are_ranked(plain: Section) -> None:
    dots = figure(plain, "placement-deals").drawing
    assert isinstance(dots, Dots)
    means = [dot.value.mean for dot in dots.dots]
    assert means == sorted(means, reverse=True)
    found = table(plain, "deal-table")
    assert len(found.rows) == 66
    flagged = {dot.label for dot in dots.dots if dots.series[dot.series] == "stands out"}
    assert flagged == {row[0].text for row in found.rows if row[-1].text == "yes"}


def test_value_by_round(plain: Section) -> None:
    panels = figure(plain, "placement-rounds").drawing
    assert isinstance(panels, Panels)
    assert [panel.title for panel in panels.panels] == ["field", "helper", "barrow", "extension"]
    assert all(len(curve.values) == 6 for panel in panels.panels for curve in panel.curves)


def test_several_bots_have_figures_of_their_own_and_flags_side_by_side(several: Section) -> None:
    names = [found.id for found in figures(several)]
    assert len(set(names)) == len(names)
    assert {"placement-effect-all", "placement-effect", "placement-effect-1", "placement-heat-1"} <= set(
        names
    )
    heat = figure(several, "placement-effect-all").drawing
    assert isinstance(heat, Heat)
    assert next(row for row in heat.rows if row.label == "Banker 42").values[HELPER].n == 2 * EACH
    found = table(several, "placement-flags")
    assert [each.title for each in found.columns][2:5] == ["together, vp", "balanced, vp", "market, vp"]
    assert found.rows[0][-1].text == "all"
    assert "together " in found.note  # each column is counted by itself
    judged = 4 * len(OUTCOMES | ALIKE)
    assert found.note.count(f" of {judged}") == 3
    assert len(table(several, "placement-table").rows) == 528


def test_bots_of_different_strength_are_set_to_one_level(several: Section) -> None:
    panels = figure(several, "placement-rounds").drawing
    assert isinstance(panels, Panels)
    for index in range(2):
        values = [value for panel in panels.panels for value in panel.curves[index].values if value.n]
        assert sum(value.mean * value.n for value in values) == pytest.approx(0.0, abs=1e-6)


def test_solo_has_vp_and_no_shares(tmp_path: Path) -> None:
    section = placements.section(study_with(tmp_path, "balanced", games=200, probes=False))
    titles = [each.title for each in table(section, "placement-table").columns]
    assert "vp with" in titles
    assert not [title for title in titles if "share" in title]
    assert not [each.title for each in table(section, "deal-table").columns if "share" in each.title]


def test_drafted_hands_are_not_judged(tmp_path: Path) -> None:
    file = tmp_path / "drafted.toml"
    file.write_text(
        'name = "drafted"\nplayers = 2\nline_up = ["random", "random"]\ngames = 150\nseed = 1\n'
        '[rules.setup]\ndraft = "pass"\n',
        encoding="utf-8",
    )
    record(make_plan(load_scenario(str(file))), tmp_path / "run", workers=Processes(1))
    section = placements.section(study_of(open_run(tmp_path / "run")))
    assert "setup.draft = pass" in said(section)
    assert "placement-deals" not in {found.id for found in figures(section)}


def test_the_page_defines_what_the_chapter_shows(tmp_path: Path) -> None:
    with measures_used() as used:
        placements.section(study_with(tmp_path, "balanced", "balanced", games=1500, probes=True))
    names = {measure.name for measure in used}
    assert {"with less without", "dealt less not dealt", "drawn to the mean", "goods used"} <= names
    assert {
        "effect",
        "best use less its rival",
        "chosen less the card's other plays",
        "hex income",
        "pig-rounds",
    } <= names
