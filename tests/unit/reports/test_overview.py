"""The overview's further parts by value: luck, close games, what is hardly used, what holds in general."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.analysis.advantage import Advantage
from analyzer.analysis.findings import Report
from analyzer.analysis.findings.chosen import Findings
from analyzer.analysis.imbalances import Imbalance, Unused
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study, study_of
from analyzer.analysis.variance import FactorShare, VarianceShares
from analyzer.recording.schema import VP_SOURCES, Players
from analyzer.recording.store import Run
from reports.figures.drawings import Dots
from reports.page import Figure, Table, Text
from reports.sections import findings as findings_section
from reports.sections import luck, scores, unused
from tests.unit.analysis.made_up import made_up_study
from tests.unit.reports.plain import estimate, plain, ranked

NONE = Findings((), 0, (), 0, 0)


@pytest.fixture(scope="module")
def styles() -> Study:
    return made_up_study(Path("no-such-run"), "styles", 500, 2)


def share(key: str, name: str, total: float, alone: float) -> FactorShare:
    return FactorShare(key, name, estimate(total, 0.02), estimate(alone, 0.01))


SHARES = VarianceShares(
    outcome="vp margin",
    pool=("builder", "market"),
    factors=(
        share("dice", "dice", 0.6, 0.05),
        share("deal", "deal and draws", 0.9, 0.2),
        share("seat", "seat", 0.01, 0.0),
    ),
    all_luck=share("luck", "all luck together", 0.95, 0.3),
    of_win=(
        share("dice", "dice", 0.5, 0.0),
        share("deal", "deal and draws", 0.8, 0.1),
        share("seat", "seat", 0.02, 0.0),
    ),
    win_all_luck=share("luck", "all luck together", 0.9, 0.3),
    deviation=9.34,
    n=19500,
    blocks=500,
)


def test_luck_by_value(styles: Study) -> None:
    text, figure, table = luck.blocks(styles, SHARES)
    assert isinstance(text, Text)
    assert isinstance(figure, Figure)
    assert isinstance(table, Table)
    assert isinstance(figure.drawing, Dots)
    dots = [(dot.label, dot.value.mean, dot.group) for dot in figure.drawing.dots]
    together = "Together with all that acts along with it"
    assert dots == [
        ("all luck together", 0.3, "Alone"),
        ("deal and draws", 0.2, "Alone"),
        ("dice", 0.05, "Alone"),
        ("seat, whatever the cards", 0.0, "Alone"),
        ("all luck together", 0.95, together),
        ("deal and draws", 0.9, together),
        ("dice", 0.6, together),
        ("seat, whatever the cards", 0.01, together),
    ]
    said = plain(" ".join(text.paragraphs))
    assert "With all luck drawn anew 95.0 % (91.1 to 98.9 %) of the spread of the vp margin is new" in said
    assert "known before the game it would explain only 30.0 %" in said
    assert "more than 100 %" in said
    assert "builder and market" in said
    assert "9.3 vp (standard deviation, n 500 blocks of 39 games)" in said
    assert "each by itself, deal and draws 20.0 %" in said
    assert "not told from 0: seat" in said
    assert [row[0].text for row in table.rows] == [label for label, *_ in dots[:4]]
    assert len(table.columns) == 5
    assert "without how seat and cards act together" in figure.reading
    assert "half the mean product of the two changes" in table.note
    assert "the share stands here times 3/4 (seat)" in table.note
    assert "drawn from" not in luck.headline(styles, SHARES)


def test_bots_that_the_run_had_not_are_in_the_sentence(styles: Study) -> None:
    """The extra games of a run of one bot are at tables of many."""
    alone = replace(styles, bots=("balanced",))
    said = luck.headline(alone, SHARES)
    assert said.startswith(
        "With players drawn from 2 bots (builder and market), at tables that the run itself did not play: "
        "with all luck drawn anew 95.0"
    )
    report = Report(NONE, SHARES, None, ())
    (item,) = ranked(findings_section.section(alone, report), "in-general")
    assert item.text == said
    assert not any("drawn from" in remark for remark in item.remarks)


def test_solo_luck_speaks_of_no_seat_and_no_opponents(runs: Callable[[str], Run]) -> None:
    study = study_of(runs("solo"))
    play = share("play", "own play", 0.2, 0.1)
    shares = replace(SHARES, outcome="vp", factors=(SHARES.factors[0], play), of_win=(), win_all_luck=None)
    text, figure, table = luck.blocks(study, shares)
    assert isinstance(text, Text)
    assert isinstance(figure, Figure)
    assert isinstance(table, Table)
    helps = [column.help for column in table.columns]
    said = " ".join([*text.paragraphs, figure.alt, figure.subtitle, figure.reading, table.note, *helps])
    assert "the share stands here times 1/2 (own play)" in said
    for word in ("seat", "opponents", "players"):
        assert word not in said
    assert "seat" not in str(luck.blocks(study, None))


def test_without_the_study_luck_says_how_to_get_it(styles: Study) -> None:
    (text,) = luck.blocks(styles, None)
    assert isinstance(text, Text)
    assert "granja run SCENARIO --study luck" in text.paragraphs[0]


def test_luck_from_few_blocks_is_called_so(styles: Study) -> None:
    text = luck.blocks(styles, replace(SHARES, blocks=50))[0]
    assert isinstance(text, Text)
    assert "too few to rely on" in text.paragraphs[0]


def test_what_holds_in_general(styles: Study) -> None:
    sources = {source: estimate(0.1) for source in VP_SOURCES} | {Players.VP_ROOFS: estimate(3.0)}
    section = findings_section.section(styles, Report(NONE, SHARES, Advantage(estimate(11.0), sources), ()))
    about_luck, about_winners = ranked(section, "in-general")
    assert "all luck drawn anew" in about_luck.text
    assert "players drawn from builder and market" in about_luck.remarks
    assert plain(about_winners.text) == (
        "Winners end 11.0 vp (10.8 to 11.2) above the mean of the others; the largest part of it, 3.0 vp "
        "(2.8 to 3.2), comes from roofs."
    )
    assert about_winners.remarks[1].startswith("observed")


def test_hardly_used_in_words(styles: Study) -> None:
    never = Estimate(0.0, 0.0, 0.0077, 2000, 500, 0.0)
    made = (
        Imbalance(Unused.USES, ((1, 1), (23, 3)), 264, never),
        Imbalance(Unused.HELPERS, ((1,),), 40, never, shares=(never,)),
        Imbalance(Unused.BUILDING, ((4,),), 6, estimate(0.02, 0.001)),
        Imbalance(Unused.HEXES, ((0,), (1,)), 24, never),
        Imbalance(Unused.ACTIVITY, ((8,),), 20, never),
        Imbalance(Unused.CHOICE, ((),), 400, estimate(0.02, 0.001), "token"),
    )
    said = [plain(item.text) for item in unused.items(styles, made)]
    assert said[0] == (
        "Of the 264 uses of cards 2 never came up: Chef as a helper and Farm Servant as an extension. None "
        "of them is designed."
    )
    assert said[1].endswith("1 never did: Chef. None of them is designed.")
    assert said[2].startswith("The Deli is hardly ever completed: by the bot that does so most in 2.0")
    assert said[3].endswith("hex 0 (value 4) and hex 1 (value 5). All of them are designed.")
    assert said[4] == "Nobody ever did this: goods delivered, whatever caused it."
    assert said[5].startswith("Which donkey token is chosen hardly ever changes who wins: in 2.0")
    remarks = plain(" ".join(unused.items(styles, made)[0].remarks))
    assert remarks == "n 2 000 games, so each in at most 0.77 % of games (95 %) observed"


def test_many_unused_things_are_counted(styles: Study) -> None:
    things = tuple((card, 1) for card in range(1, 21))
    (item,) = unused.items(styles, (Imbalance(Unused.USES, things, 264, Estimate(0, 0, 0.001, 9, 9, 0)),))
    assert "and 12 more" in item.text


def test_close_games_of_several_bots(runs: Callable[[str], Run]) -> None:
    study = study_of(runs("four"))
    blocks = {getattr(block, "id", ""): block for block in scores.blocks(study)}
    assert {"scores", "margins", "leads", "lead-table"} <= set(blocks)
    table = blocks["lead-table"]
    assert isinstance(table, Table)
    assert [row[0].text for row in table.rows] == ["all games", "balanced", "random"][: len(table.rows)]


def test_solo_has_scores_alone(runs: Callable[[str], Run]) -> None:
    blocks = scores.blocks(study_of(runs("solo")))
    assert [getattr(block, "id", "") for block in blocks] == ["scores"]
