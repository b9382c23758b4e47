"""The page of a ladder by value, its figures by their data, and its HTML."""

from __future__ import annotations

import re
from dataclasses import replace
from math import nan

import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure as Drawn

from analyzer.analysis.ladder import Ladder
from analyzer.analysis.stats import Estimate
from analyzer.recording.ladder_store import LadderManifest
from reports import figures
from reports.figures import colours
from reports.figures.drawings import Dots, Matrix, MatrixRow
from reports.html import render
from reports.ladder import build_ladder_page
from reports.ladder import sentences as said
from reports.page import Figure, Notice, Page, Table, Text
from tests.unit.ladders import by_worth, in_a_ring, ladder_and_manifest
from tests.unit.reports.test_html import Document

NAMES = ("anna", "bert", "cleo", "dora")


@pytest.fixture(scope="module")
def clear() -> tuple[Ladder, LadderManifest]:
    """Four bots; bert and cleo are equal, dora has few blocks."""
    found, manifest = ladder_and_manifest(NAMES, by_worth(1.0, 0.0, 0.0, -1.5), 300, fewer={3: 40})
    names = (("anna", "annas-twin"), ("bert",), ("cleo",), ("dora",))
    return found, LadderManifest(
        **{name: getattr(manifest, name) for name in manifest.__struct_fields__} | {"names": names}
    )


@pytest.fixture(scope="module")
def page(clear: tuple[Ladder, LadderManifest]) -> Page:
    return build_ladder_page(*clear)


@pytest.fixture(scope="module")
def ring() -> Page:
    return build_ladder_page(*ladder_and_manifest(NAMES, in_a_ring, 150))


def table(page: Page, name: str) -> Table:
    tables = (b for section in page.sections for b in section.blocks if isinstance(b, Table))
    return next(table for table in tables if table.id == name)


def figure(page: Page, name: str) -> Figure:
    return next(figure for figure in page.figures() if figure.id == name)


def texts(page: Page, section: str) -> str:
    blocks = next(each for each in page.sections if each.id == section).blocks
    return " ".join(" ".join(block.paragraphs) for block in blocks if isinstance(block, Text))


def test_the_page_says_what_it_is_about(page: Page) -> None:
    assert page.title == "Ladder of 4 bots"
    assert page.subtitle.startswith(
        "14\u202f280 games of La Granja, 4 players: every bot against every other"
    )
    assert [section.id for section in page.sections] == ["ranking", "everyone", "rings"]
    assert [(value, name) for value, name, _ in page.headline][1:] == [
        ("2", "of 6 pairs told apart"),
        ("0", "rings"),
        ("14\u202f280", "games"),
    ]


def test_warnings_name_bots_that_play_alike_and_few_blocks(page: Page) -> None:
    assert page.warnings == (
        (
            "anna and annas-twin play alike: same policy and weights; their difference is 0 by construction. "
            "One row stands for both."
        ),
        "3 of 6 pairs have not played 100 blocks: what rests on fewer is grey and not judged.",
    )


def test_the_ladder_figure_has_the_ratings_sorted(page: Page, clear: tuple[Ladder, LadderManifest]) -> None:
    drawing = figure(page, "ladder").drawing
    assert isinstance(drawing, Dots)
    assert drawing.line == 0.25
    assert [dot.value for dot in drawing.dots] == [rung.rating for rung in clear[0].rungs]
    means = [dot.value.mean for dot in drawing.dots]
    assert means == sorted(means, reverse=True)
    assert drawing.dots[0].label == "1  anna = annas-twin"
    assert drawing.dots[3].label == "4  dora"


def test_the_matrix_has_every_pair_twice_around_the_fair_share(page: Page) -> None:
    drawing = figure(page, "matrix").drawing
    assert isinstance(drawing, Matrix)
    assert drawing.centre == 0.25
    values = [row.values for row in drawing.rows]
    for i in range(4):
        assert values[i][i] is None
        for j in range(i):
            one, other = values[i][j], values[j][i]
            assert one is not None
            assert other is not None
            assert one.mean + other.mean == pytest.approx(0.5)
            assert drawing.rows[i].coloured[j] == drawing.rows[j].coloured[i]
    coloured = {drawing.rows[i].label[3:] for i in range(4) if any(drawing.rows[i].coloured)}
    assert coloured == {"anna = annas-twin", "bert", "cleo"}


def test_alt_texts_state_the_finding(page: Page) -> None:
    ladder, matrix = figure(page, "ladder"), figure(page, "matrix")
    assert (
        "anna = annas-twin is rated highest: against the field, by the model, a seat of it wins 4"
        in ladder.alt
    )
    assert re.search(r"Neighbours that may change places: (bert with cleo|cleo with bert)\.", ladder.alt)
    assert "(1 of 3 steps rest on too few blocks to say.)" in ladder.alt
    assert "2 of 6 pairs are told apart. The widest gap: anna = annas-twin wins" in matrix.alt
    assert all(len(each.reading) > 100 for each in page.figures())


def test_tables_by_value(page: Page, clear: tuple[Ladder, LadderManifest]) -> None:
    ranks = table(page, "rank-table")
    assert [row[0].text for row in ranks.rows] == [clear[1].labels[rung.bot] for rung in clear[0].rungs]
    assert [row[5].text for row in ranks.rows] == ["8\u202f960", "8\u202f960", "8\u202f960", "1\u202f680"]
    assert [row[2].muted for row in ranks.rows] == [False, False, False, True]
    assert ranks.rows[3][4].text == "\u2013"
    pairs = table(page, "pair-table")
    assert len(pairs.rows) == 6
    first = pairs.rows[0]
    assert first[0].text == "anna = annas-twin"
    assert first[6].text == "wins more"
    assert {row[6].text for row in pairs.rows} == {"wins more", "may be chance", "too few blocks"}
    for row in pairs.rows:
        pair = clear[0].pair(clear[1].labels.index(row[0].text), clear[1].labels.index(row[1].text))
        assert row[2].sort == pair.share.mean
        assert row[4].sort == pytest.approx(100 * pair.expected)
        assert row[5].sort == pair.sides[0].margin.mean
    assert {len(row) for found in (ranks, pairs) for row in found.rows} == {7, 9}


def test_how_the_page_was_made(page: Page) -> None:
    made = dict(page.made)
    assert made["Command"] == (
        "granja ladder anna annas-twin bert cleo dora --players 4 -n 300 --slow-blocks 40 --seed 7"
    )
    assert made["Bots"] == (
        "anna = annas-twin, bert, cleo, dora; from files of their own: anna, annas-twin, bert, cleo and dora "
        "(in full in ladder.json)"
    )
    assert made["Blocks of a pair"] == "300, 40 for pairs with a slow bot"
    assert made["Rule set"] == "standard (SHA-256 0123456789abcdef…)"
    assert "abcdef012345" in made["Version"]
    about = table(page, "bots-table")
    assert [row[0].text for row in about.rows] == ["anna = annas-twin", "bert", "cleo", "dora"]
    assert all(re.fullmatch(r"[0-9a-f]{12}…", row[3].text) for row in about.rows)


def test_a_ring_is_told(ring: Page) -> None:
    assert texts(ring, "rings") == (
        "A ring: anna beats bert, bert beats cleo and cleo beats anna, each clearly; no order of these 3 is "
        "right."
    )
    assert ("1", "rings", "A beats B beats C beats A") in ring.headline
    assert "the ratings are furthest off for" in texts(ring, "ranking")


def test_no_ring_is_told_too(page: Page) -> None:
    assert texts(page, "rings") == (
        "No ring found: of 3 pairs judged 2 are told apart, and no bots among them beat each other in a ring."
    )
    assert any(isinstance(block, Notice) for block in page.sections[2].blocks)


def test_few_blocks_say_so() -> None:
    found, manifest = ladder_and_manifest(NAMES[:2], by_worth(1.0, 0.0), 20)
    shown = build_ladder_page(found, manifest)
    assert texts(shown, "rings") == "No ring can be told: no pair has played 100 blocks."
    assert shown.warnings[0].startswith("No pair has played 100 blocks")
    assert ("0", "rings", "too few blocks to judge") in shown.headline
    assert "furthest off" not in texts(shown, "ranking")  # two bots: one number fits one pair
    assert said.neighbours_sentence(found, manifest.labels).startswith("No bot has played blocks enough")


def test_bots_that_are_level_are_said_to_be() -> None:
    found, manifest = ladder_and_manifest(NAMES[:3], by_worth(0.0, 0.0, 0.0), 1)
    one, *others = (replace(rung, rank=1, rating=Estimate(0.25, nan, nan, 28, 1)) for rung in found.rungs)
    level = replace(found, rungs=(one, *others))
    text = "All 3 bots are level: by the model each wins the fair share, 25.0\u202f%."
    assert said.best_sentence(level, manifest.labels) == text
    pair = replace(found, rungs=level.rungs[:2])
    assert said.best_sentence(pair, manifest.labels).startswith("Both bots are level: ")
    shown = build_ladder_page(level, manifest)
    assert text in texts(shown, "ranking")
    assert shown.headline[0][1] == "rating of 3 bots, level"
    two = replace(found, rungs=(one, others[0], replace(others[1], rank=3)))
    names = [manifest.labels[rung.bot] for rung in two.rungs]
    assert said.best_sentence(two, manifest.labels).startswith(
        f"{names[0]} and {names[1]} are level and rated highest: against the field, by the model, a "
    )


def test_the_page_says_what_intervals_leave_out(page: Page) -> None:
    assert "by the model" in figure(page, "ladder").reading
    assert "covers the luck of the games played, not how well the model fits" in texts(page, "ranking")
    assert "beside a much weaker bot it can be off by some points" in texts(page, "ranking")
    told = {each.name: each.text for each in page.definitions}
    assert "not to who came second or third" in told["model"]
    assert "Tables of more than two different bots are not played but inferred" in told["model"]


def test_many_rings_are_counted() -> None:
    found, manifest = ladder_and_manifest(NAMES, in_a_ring, 150)
    many = Ladder(4, 14, found.rungs, found.pairs, found.cycles * 7)
    told = said.cycle_sentences(many, manifest.labels)
    assert len(told) == 6
    assert told[-1] == "And 2 more such rings."


@pytest.mark.parametrize("name", ["page", "ring"])
def test_the_html_is_whole_and_fetches_nothing(name: str, request: pytest.FixtureRequest) -> None:
    text = render(request.getfixturevalue(name))
    document = Document(text)
    assert (document.wrong, document.open) == ([], [])
    ids = [attributes["id"] for _, attributes in document.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert text.count('class="scroll') == len(document.all("table", "svg"))
    assert document.all("img", "iframe", "object") == []
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert "prefers-color-scheme: dark" in text
    assert "nan" not in re.findall(r">([^<]*)<", text)


def of(mean: float, half: float = 0.01, blocks: int = 500) -> Estimate:
    return Estimate(mean, mean - half, mean + half, 14 * blocks, blocks, half / 2)


def drawn(*values: Estimate | None, coloured: tuple[bool, ...], columns: int | None = None) -> Drawn:
    names = tuple(str(place) for place in range(columns or len(values)))
    filled = values + (None,) * (len(names) - len(values))
    row = MatrixRow("1  anna", filled, coloured + (False,) * (len(names) - len(coloured)))
    with figures.style():
        return figures.draw(Matrix((row,), names, "win share, %", 0.25))


def test_cells_are_coloured_by_their_distance_from_the_fair_share() -> None:
    values = (of(0.50), of(0.0), of(0.26), of(0.30), of(0.30, blocks=5), None)
    figure = drawn(*values, coloured=(True, True, True, False, False, False))
    cells = figure.axes[0].patches[:5]
    wanted = [colours.DIVERGING[8], colours.DIVERGING[0], colours.DIVERGING[5], colours.PAPER, colours.PAPER]
    assert [to_hex(cell.get_facecolor()) for cell in cells] == wanted
    assert [cell.get_linestyle() for cell in cells[3:]] == ["solid", (0, (1.5, 1.5))]


def test_cells_hold_share_interval_and_games_as_far_as_there_is_room() -> None:
    def written(columns: int) -> set[str]:
        shown = drawn(of(0.421), coloured=(True,), columns=columns)
        return {text.get_text() for axes in shown.axes for text in axes.texts}

    assert {"42.1", "±1.0", "n 7.0k", "1  anna"} <= written(12)
    assert "42.1" in written(18)
    assert "±1.0" not in written(18)
    assert "42.1" not in written(30)


def test_the_key_begins_above_nothing() -> None:
    shown = drawn(of(0.5), of(0.0), coloured=(True, True))
    edges = [text.get_text() for text in shown.axes[0].texts if text.get_text().startswith("\u2264")]
    assert edges == ["\u22647.5"]
