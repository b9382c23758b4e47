"""The page of a sweep: what it says, in which order, and that nothing is lost."""

from __future__ import annotations

import re
from dataclasses import replace

import msgspec
import pytest

from analyzer.analysis.metrics.metric import Kind
from analyzer.analysis.sweep_result import SweepResult
from analyzer.scenario.sweep_model import Axis
from reports.html import render
from reports.page import Page
from reports.sweep import build_sweep_page, changes, names
from reports.sweep import differences as told
from reports.sweep.made import common_name
from reports.sweep.page import PLAY_ON
from tests.unit.reports import sweep_results as sweeps
from tests.unit.reports.plain import plain, ranked, section, table, text_of
from tests.unit.reports.sweep_results import Played
from tests.unit.reports.test_html import Document


@pytest.fixture(scope="module")
def result() -> SweepResult:
    return sweeps.small_sweep()


@pytest.fixture(scope="module")
def page(result: SweepResult) -> Page:
    return build_sweep_page(result)


def test_the_page_begins_with_what_was_played_and_found(page: Page, result: SweepResult) -> None:
    assert page.title == "Sweep: bonuses"
    assert page.subtitle.startswith("12 variants of four-players, each against it on the same 400 blocks")
    assert [each.id for each in page.sections] == ["changes", "single", "grids", "variants", "tables"]
    clear = sum(each.told is True for variant in result.variants for each in variant.compared)
    judged = sum(each.told is not None for variant in result.variants for each in variant.compared)
    values = [(plain(value), name) for value, name, _ in page.headline]
    assert values == [
        ("12", "variants"),
        ("20 800", "games"),
        ("400", "blocks"),
        (str(clear), f"of {judged} differences told apart"),
    ]
    assert page.headline[0][2] == "10 differ from the baseline, 1 the same"
    assert plain(page.headline[3][2]) == "on average at most about 5 % of them are chance"


def test_warnings_name_what_changes_nothing_and_how_bots_play(page: Page) -> None:
    assert page.warnings == (
        (
            "1 variant is the same as the baseline in every game: roofs max 6 instead of 5. For these bots "
            "the change never mattered, or it changes nothing that is played."
        ),
        PLAY_ON,
    )


def test_warnings_name_what_is_missing_partial_and_small() -> None:
    played = (
        Played(sweeps.named("whole"), {"vp": 1.0}),
        Played(sweeps.named("half"), {"vp": 1.0}, blocks=200),
        Played(sweeps.named("begun"), {"vp": 1.0}, blocks=50),
    )
    page = build_sweep_page(sweeps.sweep_result(played, missing=(sweeps.named("not begun"),)))
    assert page.warnings[:3] == (
        "1 variant has no games yet and is not in this report: not begun.",
        (
            "2 variants are not complete: half; begun. They are compared over the blocks that both have "
            "played, at least 50 of 400."
        ),
        "1 variant has played fewer than 100 blocks: its differences are grey and not judged.",
    )
    states = {row[0].text: row[-1].text for row in table(page, "variants-table").rows}
    assert states == {
        "whole": "complete",
        "half": "partial, 200 blocks",
        "begun": "partial, 50 blocks",
        "not begun": "not played",
    }
    assert "In \u201cbegun\u201d no difference could be judged." in text_of(page, "changes")
    verdicts = {(row[0].text, row[1].text): row[4].text for row in table(page, "differences-main").rows}
    assert verdicts["begun", "vp per player"] == "too few blocks"
    assert verdicts["whole", "vp per player"] == "more"


def test_the_same_in_few_games_says_little() -> None:
    page = build_sweep_page(sweeps.sweep_result([Played(sweeps.named("idle"))], blocks=20))
    assert page.warnings[1].endswith(
        "or it changes nothing that is played; with so few blocks that says little."
    )


def test_the_strongest_changes_come_first_in_plain_words(page: Page, result: SweepResult) -> None:
    items = ranked(section(page, "changes"), "strongest")
    said = [plain(item.text) for item in items]
    assert re.match(r"Market of the first edition: vp per player -\d\.\d \(-\d\.\d to -\d\.\d\)\.$", said[0])
    income = next(text for text in said if text.startswith("Merchant House income 6 instead of 3: "))
    assert re.search(r"vp per player \+1\.\d \(\+1\.\d to \+1\.\d\); lead of the winner -0\.\d", income)
    assert "n 1 600 games in 400 blocks" in plain(" ".join(items[0].remarks))
    assert "1 more told apart, most: vp from the market -" in plain(" ".join(items[0].remarks))
    about = next(item.remarks for item in items if item.text.startswith("Merchant House income 6"))
    assert f"{sweeps.INCOME}: silver income from the next round on (F5, C3)" in about
    strengths = [
        max(
            told.strength(each)
            for each in told.strongest(variant.compared)
            if each.metric.key in result.shown
        )
        for variant in changes.ranking(result)
        if any(each.metric.key in result.shown for each in told.strongest(variant.compared))
    ]
    assert strengths == sorted(strengths, reverse=True)


def test_variants_that_change_nothing_in_the_pictures_come_last_and_the_page_says_so() -> None:
    far = Played(sweeps.named("far"), {"vp": 9.0})
    near = Played(sweeps.named("near"), {"vp_market": 0.3})
    result = sweeps.sweep_result([far, near], shown=("vp_market",))
    assert [each.variant.name for each in changes.ranking(result)] == ["near", "far"]
    said = text_of(build_sweep_page(result), "changes")
    assert (
        "First come the variants in which something differs that the pictures show, then the others." in said
    )


def test_few_cells_of_a_grid_are_told_one_by_one(page: Page, result: SweepResult) -> None:
    said = [item.text for item in ranked(section(page, "changes"), "strongest")]
    assert len([text for text in said if "siesta vp (space 6)" in text]) == 2
    untold = len(changes.ranking(result)) - len(said)
    assert untold > 1
    assert f"{untold} more variants differ from the baseline too" in text_of(page, "changes")


def test_a_change_of_a_designed_card_says_so() -> None:
    rules = sweeps.standard().rule_set
    card = next(
        card for card in rules.deck if names.source_of(rules, f"deck.{card.number}.cost") == "designed"
    )
    path = f"deck.{card.number}.cost"
    axes = (Axis(path=path, baseline="silver 1", values=("silver 2",)),)
    played = [Played(sweeps.change(0, path, "silver 2"), {"vp": 1.0})]
    (item,) = ranked(
        section(build_sweep_page(sweeps.sweep_result(played, axes=axes)), "changes"), "strongest"
    )
    assert item.text.startswith(
        f"{card.name} ({card.number}) cost silver 2 instead of silver 1: vp per player"
    )
    assert f"{path}: designed" in item.remarks


def test_every_difference_in_a_sentence_is_told_apart(page: Page, result: SweepResult) -> None:
    shown = {changes.sentence(result, variant) for variant in changes.ranking(result)}
    assert {item.text for item in ranked(section(page, "changes"), "strongest")} <= shown
    quiet = next(each for each in result.variants if each.same)
    assert quiet not in changes.ranking(result)
    unclear = "roofs max 4 instead of 5"
    vp = next(each for each in result.variants if each.variant.name == "roofs.max = 4").of("vp")
    assert vp is not None
    assert vp.told is False
    assert not any(f"{unclear}: vp per player" in text for text in shown)


def test_a_sweep_in_which_nothing_differs_says_so() -> None:
    level = sweeps.sweep_result(
        [Played(sweeps.named("a"), {"vp": 0.0}), Played(sweeps.named("b"), {"lead": 0.0})]
    )
    page = build_sweep_page(level)
    assert ranked(section(page, "changes"), "strongest") == ()
    assert "In \u201ca\u201d and \u201cb\u201d no difference is more than chance explains." in text_of(
        page, "changes"
    )
    assert "a small effect may have been missed" in text_of(page, "changes")
    same = build_sweep_page(sweeps.sweep_result([Played(sweeps.named("a")), Played(sweeps.named("b"))]))
    assert text_of(same, "changes") == (
        "Nothing changes: in every game all variants are the same as the baseline."
    )
    assert same.headline[3][2] == "none could be judged"
    assert not [each for each in same.tables() if each.id == "overlooked"]


def test_what_may_have_been_overlooked_has_a_size_for_each_metric(page: Page) -> None:
    found = {row[0].text: row for row in table(page, "overlooked").rows}
    assert "vp per player" in found
    for row in found.values():
        assert isinstance(row[1].sort, float)
        assert isinstance(row[2].sort, float)
        assert 0 < row[1].sort < row[2].sort
    assert plain(found["win share of seat 1"][1].text).endswith(" points")
    # With a spread of 2.0 between the blocks' differences: (1.97 + 0.84) * 2.0 / 20.
    assert found["vp per player"][1].sort == pytest.approx(0.28, abs=0.03)


def test_what_most_variants_cannot_judge_has_no_size() -> None:
    played = [Played(sweeps.named(name), {"vp": 0.1}) for name in ("whole", "too")]
    played.append(Played(sweeps.named("begun"), {"vp": 0.1, "lead": 0.1}, blocks=50))
    found = table(build_sweep_page(sweeps.sweep_result(played)), "overlooked")
    assert [(row[0].text, row[4].text) for row in found.rows] == [("vp per player", "2 of 3")]
    assert found.note.endswith("In most variants not judged, so no size: lead of the winner.")


def test_what_the_pictures_lack_is_not_called_main() -> None:
    played = [Played(sweeps.named("a"), {"vp": 1.0})]
    shown = sweeps.sweep_result(played, shown=("lead",))
    (item,) = ranked(section(build_sweep_page(shown), "changes"), "strongest")
    assert "none of the metrics in the pictures is told apart" in item.remarks
    asked = replace(shown, manifest=msgspec.structs.replace(shown.manifest, measures=("lead",)))
    page = build_sweep_page(asked)
    (item,) = ranked(section(page, "changes"), "strongest")
    assert item.text.startswith("A: vp per player +")
    assert "none of the metrics that this sweep names is told apart" in item.remarks
    assert " main metrics" not in render(page)


def test_the_first_table_has_all_leading_metrics_of_all_variants(page: Page, result: SweepResult) -> None:
    found = table(page, "differences-main")
    leading = told.leading_metrics(result)
    assert {metric.key for metric in leading} == {
        *result.shown,
        *(metric.key for metric, _ in result.values if metric.kind is Kind.RESULTS),
    }
    assert len(found.rows) == len(leading) * len(result.variants)
    for row in found.rows:
        assert row[4].text in ("more", "less", "may be chance", "the same", "hardly ever differs")
        same = row[4].text == "the same"
        assert (row[2].text == "the same") == same
        assert (row[3].text == "in every block") == same


def test_other_metrics_are_listed_by_kind_and_those_of_cards_only_if_told(page: Page) -> None:
    kinds = [each.id for each in page.tables() if each.id.startswith("differences-")]
    assert kinds == [
        "differences-main",
        "differences-sources",
        "differences-play",
        "differences-buildings",
        "differences-hexes",
        "differences-card-uses",
        "differences-card-values",
    ]
    assert all(table(page, each).folded for each in kinds[1:])
    uses = table(page, "differences-card-uses")
    assert uses.caption.endswith("1 of 12 differences are told apart")
    assert [row[4].text for row in uses.rows] == ["more"]
    assert uses.rows[0][1].mark in ("published", "partial", "designed")
    assert "observed" in table(page, "differences-card-values").note


def test_every_metric_that_is_listed_is_defined(page: Page) -> None:
    defined = {each.name for each in page.definitions}
    listed = {
        row[1].text for each in page.tables() if each.id.startswith("differences-") for row in each.rows
    }
    told_apart = {
        row[1].text
        for each in page.tables()
        if each.id.startswith("differences-")
        for row in each.rows
        if row[4].text in ("more", "less")
    }
    assert told_apart <= defined
    assert {"vp per player", "lead of the winner"} <= listed & defined
    assert {"difference", "block", "interval", "told apart", "strength"} <= defined
    assert len(defined) == len(page.definitions)


def test_metrics_that_are_defined_in_the_same_words_are_defined_once() -> None:
    seats = ["win share of seat 1", "win share of seat 2"]
    assert common_name(seats) == "win share of seat \u2026"
    assert common_name(["Porter (3) as field: played", "Servant (4) as helper: played"]) == "\u2026 played"
    assert common_name(["vp per player"]) == "vp per player"


def test_how_the_page_was_made(page: Page) -> None:
    made = {name: plain(value) for name, value in page.made}
    assert made["Command"] == "granja sweep bonuses -n 1600"
    assert made["Seed"] == "7"
    assert made["Games"] == "1 600 in 400 blocks, by each variant the same blocks"
    assert "abcdef012345" in made["Version"]
    assert "paired by block" in made["Comparison"]
    assert any("unofficial" in note for note in page.notes)
    assert page.notes[0].startswith("What a change sets itself is no finding: ")
    assert any("Designed for this project" in note for note in page.notes)
    assert "unofficial" in page.foot


@pytest.mark.parametrize("kind", ["small", "nothing played"])
def test_the_html_is_whole_and_fetches_nothing(kind: str, page: Page) -> None:
    empty = sweeps.sweep_result([], missing=(sweeps.named("not begun"),))
    text = render(page if kind == "small" else build_sweep_page(empty))
    document = Document(text)
    assert (document.wrong, document.open) == ([], [])
    ids = [attributes["id"] for _, attributes in document.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert "prefers-color-scheme: dark" in text
    assert "nan" not in re.findall(r">([^<]*)<", text)
