"""Findings in words, and the first chapter of the page by value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.analysis.findings import Report, findings
from analyzer.analysis.findings.chosen import Finding, Findings, choose
from analyzer.analysis.findings.compared import Compared, Evidence, Topic, p_values_of
from analyzer.analysis.study import Study
from reports import words
from reports.html import render
from reports.page import Page, Ranked, Section, Table, Text
from reports.sections import finding_words
from reports.sections import findings as findings_section
from tests.unit.analysis.made_up import Recipe, made_up_study
from tests.unit.reports.plain import estimate, plain, ranked

NONE = Findings((), 0, (), 0, 0)


@pytest.fixture(scope="module")
def styles() -> Study:
    return made_up_study(Path("no-such-run"), "styles", 500, 2, Recipe(seat={0: 2.0}, card={13: 6.0}))


@pytest.fixture(scope="module")
def mirror() -> Study:
    return made_up_study(Path("no-such-run"), "four-players", 500, 2, Recipe(seat={0: 2.0}))


def compared(topic: Topic, key: tuple[int, ...], mean: float = 2.0, **more: object) -> Compared:
    effect = estimate(mean)
    made = Compared(topic, key, Evidence.CAUSAL, effect, 1.0, p_values_of([effect])[0])
    return replace(made, **more)  # type: ignore[arg-type]


def paragraphs(section: Section) -> str:
    return plain(" ".join(p for b in section.blocks if isinstance(b, Text) for p in b.paragraphs))


MORE, LESS = "2.0 vp (1.8 to 2.2) more than", "2.0 vp (1.8 to 2.2) less than"
BETTER, WORSE = "2.0 vp (1.8 to 2.2) better than", "2.0 vp (1.8 to 2.2) worse than"
WINS = (
    "ends 2.0 vp (1.8 to 2.2) above the mean of the others and wins 27.1 % (26.9 to 27.3 %) of the games; "
    "fair is 25.0 %."
)
MADE, OTHER_DICE = "wherever it can be made,", "the other dice and uses of the same moment."
OTHER_HEXES = "the other market hexes open to the same barrow."
DEPENDS = "depends on the bot:"
PLAYS, OWN = "the same card in its other places.", "with the bot's own timing."


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (
            compared(Topic.PLACEMENT, (1, 1)),
            f"Playing Chef as a helper, whenever that can be done, brings {MORE} {PLAYS}",
        ),
        (
            compared(Topic.PLACEMENT, (1, 3), -2.0, provenance="designed"),
            f"Playing Chef as an extension (designed), whenever that can be done, brings {LESS} {PLAYS}",
        ),
        (
            compared(Topic.HEX, (0, -1), provenance="designed"),
            f"Taking hex 0 (value 4) (designed), wherever it is open, brings {MORE} {OTHER_HEXES}",
        ),
        (
            compared(Topic.BUILDING, (4, -1)),
            f"Making the next delivery to the Deli, {MADE} brings {MORE} making it elsewhere.",
        ),
        (
            compared(Topic.BUILDING, (0, -1)),
            f"Making the next delivery to a barrow, {MADE} brings {MORE} making it elsewhere.",
        ),
        (
            compared(Topic.ROOF, (1, -1), -2.0),
            f"Buying roof 1.1 (gain 1 pig), wherever it is on offer, brings {LESS} buying none.",
        ),
        (
            compared(Topic.DIE, (4, 5)),
            f"Taking a 4 for silver, wherever it is on offer, brings {MORE} {OTHER_DICE}",
        ),
        (
            compared(Topic.DELAY, (4, 3), -2.0),
            f"A player who may not complete the Deli before round 3 ends {WORSE} {OWN}",
        ),
        (compared(Topic.DELAY, (4, 0)), f"A player who rushes the Deli ends {BETTER} {OWN}"),
        (
            compared(Topic.DEAL, (1,), provenance="partial"),
            f"Who is dealt Chef (partly designed) in the opening hand ends {BETTER} who is not.",
        ),
        (compared(Topic.SEAT, (0,), share=estimate(0.271, 0.001)), f"Seat 0 (it starts) {WINS}"),
        (compared(Topic.BOT, (2,), share=estimate(0.271, 0.001)), f"grower {WINS}"),
    ],
)
def test_each_kind_of_finding_is_one_sentence(styles: Study, made: Compared, sentence: str) -> None:
    assert plain(finding_words.sentence(styles, made)) == sentence


def test_every_option_of_every_kind_has_words(styles: Study) -> None:
    tokens = [(Topic.TOKEN, (token, -1)) for token in range(4)]
    roofs = [(Topic.ROOF, (roof, -1)) for roof in range(1, 25)]
    for topic, key in [*tokens, *roofs]:
        assert "brings" in finding_words.sentence(styles, compared(topic, key))


def test_remarks_hold_effect_sample_evidence_and_bots(styles: Study) -> None:
    made = compared(
        Topic.HEX,
        (3, -1),
        often=0.42,
        share=estimate(0.05, 0.01),
        by_bot={0: estimate(2), 1: estimate(-2), 2: estimate(0.01), 3: estimate(2)},
        clear_bots=frozenset((0, 1, 3)),
        when_chosen=estimate(-1.0, blocks=100),
    )
    remarks = finding_words.remarks(styles, Finding(made, 2.0, 0.8, 0.001, 17))
    assert [plain(remark) for remark in remarks] == [
        "win share +5 (+3 to +7) points".replace(
            "+5 (+3 to +7)", plain(words.with_interval(estimate(5, 1), sign=True))
        ),
        "n 500 decisions, on offer 0.42 times a game",
        "where bots chose it: -1.0 vp (-1.2 to -0.8), n 100",
        "causal: the same game again with only this choice changed",
        f"{DEPENDS} holds for builder and crafty, the other way round for market; not clear for grower",
    ]
    assert finding_words.command(Finding(made, 2.0, 0.8, 0.001, 17)) == "granja trace RUN --game 17"


def test_what_holds_for_which_bots(styles: Study) -> None:
    def said(*means: float) -> str:
        made = compared(Topic.SEAT, (1,), by_bot={bot: estimate(mean) for bot, mean in enumerate(means)})
        clear = frozenset(bot for bot, mean in enumerate(means) if mean)
        return finding_words.bots(styles, replace(made, clear_bots=clear))

    assert said(1, 1, 1, 1) == "holds for all 4 bots, each by itself"
    assert said(1, 0, 1, 0) == "holds for builder and grower, each by itself; not clear for market and crafty"
    assert said(0, 0, 0, 0) == "not clear for any bot by itself"
    assert (
        said(-1, 0, 0, 0)
        == f"{DEPENDS} the other way round for builder; not clear for market, grower and crafty"
    )
    assert said(1, 0, 1, 1) == "holds for builder, grower and crafty, each by itself; not clear for market"
    assert said() == ""
    few = compared(Topic.SEAT, (1,), by_bot={bot: estimate(1.0, blocks=60) for bot in range(4)})
    assert finding_words.bots(styles, few) == "too few games to say for which bots"


def test_an_effect_of_some_bots_says_of_which(styles: Study) -> None:
    made = compared(Topic.DELAY, (4, 3), told="deli not before round 3")
    causal = "causal: the same games again with one player told so"
    assert finding_words.evidence(styles, made) == causal
    assert (
        finding_words.evidence(styles, replace(made, among=(0, 2))) == f"{causal}, of builder and grower only"
    )


def test_too_few_games_are_not_called_unclear(styles: Study) -> None:
    of_bots = {0: estimate(1.0), 1: estimate(0.0), 2: estimate(1.0, blocks=60)}
    made = compared(Topic.HEX, (3, -1), by_bot=of_bots, clear_bots=frozenset((0,)))
    assert finding_words.bots(styles, made) == (
        "holds for builder, by itself; not clear for market; too few games for grower and crafty"
    )
    nothing = replace(made, clear_bots=frozenset())
    assert finding_words.bots(styles, nothing) == (
        "not clear for builder and market; too few games for grower and crafty"
    )


def test_vp_and_wins_may_disagree(styles: Study) -> None:
    def said(mean: float, share: float) -> str:
        made = compared(Topic.BOT, (3,), mean, share=estimate(share, 0.001))
        return plain(finding_words.sentence(styles, made))

    assert said(-1.0, 0.257).startswith(
        "crafty ends 1.0 vp (0.8 to 1.2) below the mean of the others and wins"
    )
    assert said(-1.0, 0.257).endswith("fair is 25.0 %, so vp and wins disagree.")
    assert said(1.0, 0.251).endswith("fair is 25.0 %, from which its share can't be told.")
    assert said(1.0, 0.257).endswith("fair is 25.0 %.")


def test_few_choices_have_no_effect_where_chosen(styles: Study) -> None:
    few = compared(Topic.HEX, (3, -1), when_chosen=estimate(-1.0, blocks=99))
    assert not [text for text in finding_words.remarks(styles, Finding(few, 2, 1, 0.01)) if "chose" in text]


def test_the_table_shows_where_chosen_and_no_times_for_what_does_not_count(styles: Study) -> None:
    hexagon = compared(Topic.HEX, (3, -1), often=2.5, when_chosen=estimate(-1.0))
    rush = compared(Topic.DELAY, (4, 0), -9.0, told="rush deli", counts=False)
    section = findings_section.section(styles, Report(choose([hexagon, rush]), None, None, ()))
    table = next(block for block in section.blocks if isinstance(block, Table))
    titles = [column.title for column in table.columns]
    chosen, times, moved = (
        titles.index(name) for name in ("Where chosen", "Times a game", "vp moved a game")
    )
    first, last = table.rows
    assert (first[chosen].sort, first[times].sort) == (-1.0, 2.5)
    assert [last[place].text for place in (chosen, times, moved)] == [words.NONE] * 3


def test_the_chapter_of_a_run_with_findings(styles: Study) -> None:
    found = findings(styles, {})
    section = findings_section.section(styles, Report(found, None, None, ()))
    items = ranked(section, "standing-out")
    assert [plain(item.text) for item in items] == [
        plain(finding_words.sentence(styles, finding.compared)) for finding in found.top
    ]
    assert all(item.command.startswith("granja trace RUN --game ") for item in items)
    assert any("Seat 0 (it starts) ends" in item.text for item in items)
    text = paragraphs(section)
    assert text.startswith(
        f"Of {found.compared} comparisons (4 seats, 4 bots and {found.compared - 8} cards of the opening "
        f"hand) {len(found.ranked)} stand out"
    )
    assert "--study probes,restrictions,luck" in text
    assert "rests on one bot" not in text


def test_all_findings_are_in_the_table(styles: Study) -> None:
    found = findings(styles, {})
    section = findings_section.section(styles, Report(found, None, None, ()))
    table = next(block for block in section.blocks if isinstance(block, Table))
    assert table.folded
    assert len(table.rows) == len(found.ranked)
    assert [row[-1].sort for row in table.rows] == [finding.game for finding in found.ranked]
    assert {len(row) for row in table.rows} == {len(table.columns)}


def test_a_mirror_says_that_it_rests_on_one_bot(mirror: Study) -> None:
    section = findings_section.section(mirror, Report(findings(mirror, {}), None, None, ()))
    text = paragraphs(section)
    assert "All of it rests on one bot, balanced" in text
    assert "granja run four-players --bot builder --bot market --bot grower --bot crafty" in text


def test_nothing_stands_out_is_said(styles: Study) -> None:
    effects = [compared(Topic.SEAT, (seat,), 0.01) for seat in range(4)]
    section = findings_section.section(styles, Report(choose(effects), None, None, ()))
    assert paragraphs(section).startswith("Nothing stands out: of 4 comparisons (4 seats) none")
    assert not [block for block in section.blocks if isinstance(block, Ranked | Table)]


def test_nothing_to_judge_is_said(styles: Study) -> None:
    section = findings_section.section(styles, Report(NONE, None, None, ()))
    assert paragraphs(section) == "Nothing can be judged yet: that takes at least 100 blocks."


def test_probes_come_with_their_caution(styles: Study) -> None:
    effects = [compared(Topic.PLACEMENT, (card, 1)) for card in range(1, 4)]
    section = findings_section.section(styles, Report(choose(effects), None, None, ()))
    assert "holds for the moments at which that bot had that choice" in paragraphs(section)
    assert "--study" not in paragraphs(section)


@pytest.mark.parametrize("kind", ["solo", "two", "three", "four"])
def test_every_page_begins_with_findings(kind: str, pages: Callable[[str], Page]) -> None:
    page = pages(kind)
    assert page.sections[0].id == "findings"
    assert paragraphs(page.sections[0])
    first = findings_section.first_sentences(page, 3)
    assert list(first) == [item.text for item in ranked(page.sections[0], "standing-out")[:3]]


def test_the_list_is_one_in_html(pages: Callable[[str], Page]) -> None:
    page = pages("four")
    html = render(page)
    items = ranked(page.sections[0], "standing-out")
    assert items, "balanced beats random"
    assert '<ol class="ranked">' in html
    assert f"<code>{items[0].command}</code>" in html
