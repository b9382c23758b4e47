"""Pages of several runs as one: the same figures on one scale, tables together, what differs first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from analyzer.analysis.stats import Estimate
from analyzer.errors import UserError
from analyzer.recording.store import Run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from reports import figures
from reports.figures.drawings import Bar, Dot, Dots, Drawing, Heat, HeatRow, Histogram, Spread, Stack
from reports.merged_tables import merge_tables
from reports.page import Beside, Block, Cell, Column, Definition, Figure, Fold, Page, Section, Table, Text
from reports.runs import names_of, page_of
from reports.same_rows import same_rows
from reports.side_by_side import MISSING, side_by_side
from reports.write import default_folder, write_report
from tests.unit.simulate.plans import plan_of

FIRST = Section("runs", "The runs", "", ())


def of(mean: float) -> Estimate:
    return Estimate(mean, mean - 1, mean + 1, 1000, 500, 0.5)


def dots(mean: float) -> Dots:
    return Dots((Dot("a", of(mean)),), "vp")


def figure(name: str, drawing: Drawing, reading: str = "reading") -> Figure:
    return Figure(name, f"Title of {name}", "alt", reading, drawing)


def table(rows: Sequence[tuple[str, float]], *columns: str, note: str = "") -> Table:
    cells = tuple((Cell(key), *(Cell(str(value), value) for _ in columns)) for key, value in rows)
    return Table("t", "caption", (Column("key", numeric=False), *map(Column, columns)), cells, note)


def page(*blocks: Block, **changes: Any) -> Page:
    whole = Page(
        "t", "s", (("10", "games", ""),), (), (Section("one", "One", "?", blocks),), (), (), (), "foot"
    )
    return replace(whole, **changes)


def together(*pages: Page, runs: Sequence[str] = ("A", "B")) -> Page:
    return side_by_side(pages, runs, FIRST, ["games"] * len(pages))


def blocks_of(whole: Page) -> tuple[Block, ...]:
    assert whole.sections[0] is FIRST
    return whole.sections[1].blocks


def test_figures_of_one_id_stand_beside_each_other() -> None:
    whole = together(page(figure("f", dots(1.0)), foot="first"), page(figure("f", dots(9.0)), foot="second"))
    (beside,) = blocks_of(whole)
    assert isinstance(beside, Beside)
    assert (beside.id, beside.title, beside.reading) == ("f", "Title of f", "reading")
    assert [name for name, _ in beside.items] == ["A", "B"]
    one, other = whole.figures()
    assert (one.id, other.id) == ("f-run-1", "f-run-2")
    assert (one.foot, other.foot) == ("first", "second")
    assert one.peers == (other.drawing,)
    assert other.alt == "B: alt"


def test_a_figure_that_one_run_lacks_is_said_to_be_missing() -> None:
    (beside,) = blocks_of(together(page(), page(figure("f", dots(1.0)))))
    assert isinstance(beside, Beside)
    assert beside.items[0] == ("A", MISSING)


def test_readings_that_differ_stay_with_their_figures() -> None:
    whole = together(page(figure("f", dots(1), "one")), page(figure("f", dots(2), "two")))
    assert [each.reading for each in whole.figures()] == ["one", "two"]


def test_folds_are_zipped_too() -> None:
    folds = [page(Fold("more", (figure("f", dots(mean)),))) for mean in (1.0, 2.0)]
    (fold,) = blocks_of(together(*folds))
    assert isinstance(fold, Fold)
    assert isinstance(fold.blocks[0], Beside)
    assert len(together(*folds).figures()) == 2


def test_words_that_all_runs_share_are_said_once() -> None:
    common, own = blocks_of(together(page(Text(("same", "one"))), page(Text(("same", "two")))))
    assert common == Text(("same",))
    assert isinstance(own, Beside)
    assert own.items == (("A", Text(("one",))), ("B", Text(("two",))))


def test_blocks_keep_their_order_where_one_run_has_more() -> None:
    one = page(figure("a", dots(1)), figure("c", dots(1)))
    other = page(figure("a", dots(1)), figure("b", dots(1)), figure("c", dots(1)))
    for pages in ((one, other), (other, one)):
        assert [block.id for block in blocks_of(together(*pages)) if isinstance(block, Beside)] == [
            "a",
            "b",
            "c",
        ]


def test_definitions_warnings_and_origin_name_runs_where_they_differ() -> None:
    one = page(definitions=(Definition("n", "", "x"), Definition("m", "", "one")), warnings=("w", "v"))
    other = page(definitions=(Definition("n", "", "x"), Definition("m", "", "two")), warnings=("w",))
    one, other = (
        replace(one, made=(("Seed", "1"), ("Bot", "b"))),
        replace(other, made=(("Seed", "2"), ("Bot", "b"))),
    )
    whole = together(one, other)
    assert [each.name for each in whole.definitions] == ["n", "m, A", "m, B"]
    assert whole.warnings == ("w", "A: v")
    assert whole.made == (("Seed, A", "1"), ("Seed, B", "2"), ("Bot", "b"))


def test_small_tables_are_merged_by_row() -> None:
    (merged,) = merge_tables(
        [table([("x", 1), ("y", 2)], "vp"), table([("y", 3), ("z", 4)], "vp")], ["A", "B"]
    )
    assert [column.title for column in merged.columns] == ["key", "A", "B"]
    assert [[cell.text for cell in row] for row in merged.rows] == [
        ["x", "1", "\u2013"],
        ["y", "2", "3"],
        ["z", "\u2013", "4"],
    ]


def test_columns_of_a_run_stand_under_its_name() -> None:
    (merged,) = merge_tables([table([("x", 1)], "vp", "n"), table([("x", 2)], "vp")], ["A", "B"])
    assert merged.groups == (("", 1), ("A", 2), ("B", 1))
    assert [cell.text for cell in merged.rows[0]] == ["x", "1", "1", "2"]


def test_wide_tables_and_repeated_rows_get_the_run_before_them() -> None:
    wide = table([("x", 1)], *"abcdef")
    (merged,) = merge_tables([wide, wide], ["A", "B"])
    assert [[cell.text for cell in row[:2]] for row in merged.rows] == [["A", "x"], ["B", "x"]]
    twice = table([("x", 1), ("x", 2)], "vp", note="only A")
    (merged,) = merge_tables([twice, table([("x", 1)], "vp")], ["A", "B"])
    assert [row[0].text for row in merged.rows] == ["A", "A", "B"]
    assert merged.note == "A: only A"


def test_tables_that_do_not_go_together_stay_apart() -> None:
    found = list(merge_tables([table([("x", 1)], *"abcdef"), table([("x", 1)], *"uvwxyz")], ["A", "B"]))
    assert [(each.id, each.caption) for each in found] == [
        ("t-run-1", "caption: A"),
        ("t-run-2", "caption: B"),
    ]


def limits(drawing: Drawing, peers: Sequence[Drawing]) -> tuple[float, float]:
    with figures.style():
        return figures.draw(drawing, peers).axes[0].get_xlim()


def stack(value: float) -> Stack:
    return Stack((Bar("a", (value,), of(value)),), ("part",), "vp")


def histogram(first: int) -> Histogram:
    return Histogram((Spread("a", first, (0.5, 0.5), 10, first, first, first + 1),), "vp")


@pytest.mark.parametrize(
    "drawings", [(dots(1), dots(9)), (stack(2), stack(7)), (histogram(3), histogram(30))]
)
def test_drawings_of_a_figure_have_one_axis(drawings: tuple[Drawing, Drawing]) -> None:
    one, other = drawings
    assert limits(one, [other]) == limits(other, [one])
    assert limits(one, []) != limits(other, [])


def test_what_measures_something_else_has_its_own_axis() -> None:
    other = Dots((Dot("a", of(900.0)),), "rounds")
    assert limits(dots(1), [other, stack(3)]) == limits(dots(1), [])


def heat(*labels: str, top: float = 4.0) -> Heat:
    rows = tuple(HeatRow(label, (of(top), of(top)), (True, True)) for label in labels)
    return Heat(rows, ("any", "field"), "vp")


def test_heat_maps_have_one_scale_and_one_order_of_rows() -> None:
    one, other = same_rows([heat("all", "x", "y"), heat("all", "y", "new", "x")])
    assert isinstance(other, Heat)
    assert [row.label for row in other.rows] == ["all", "x", "y", "new"]

    def colour(drawing: Drawing, peers: Sequence[Drawing]) -> object:
        with figures.style():
            return figures.draw(drawing, peers).axes[0].patches[1].get_facecolor()

    assert colour(one, []) != colour(one, [heat("x", top=40.0)])


def test_runs_have_names_of_their_own(runs: Callable[[str], Run]) -> None:
    two, four = runs("two"), runs("four")  # both of a scenario called small, in folders called run
    assert names_of([two, four]) == ["run (1)", "run (2)"]
    scenario = {**four.manifest.scenario, "name": "big"}
    other = replace(four, manifest=msgspec.structs.replace(four.manifest, scenario=scenario))
    assert names_of([two, other]) == ["small", "big"]


def test_a_run_beside_itself_differs_by_nothing(runs: Callable[[str], Run]) -> None:
    whole = page_of([runs("two").path] * 2)
    chapter = whole.sections[0]
    assert chapter.id == "runs"
    found = next(block for block in chapter.blocks if isinstance(block, Table) and block.id == "run-measures")
    place = [column.title for column in found.columns].index("run (2) less run (1)")
    assert {row[place].sort for row in found.rows} == {0.0}
    assert not [row for row in found.rows if row[place].text.endswith("*")]
    words = [text for block in chapter.blocks if isinstance(block, Text) for text in block.paragraphs]
    assert words[0].startswith("Nothing sets the runs apart.")
    assert "all blocks have the same luck" in words[1]
    ids = [figure.id for figure in whole.figures()]
    assert len(set(ids)) == len(ids)


def test_the_first_chapter_says_what_differs(runs: Callable[[str], Run]) -> None:
    chapter = page_of([runs("two").path, runs("four").path]).sections[0]
    apart = next(block for block in chapter.blocks if isinstance(block, Table) and block.id == "runs-apart")
    assert {row[0].text: [cell.text for cell in row[1:]] for row in apart.rows}["Players"] == ["2", "4"]


def test_solo_games_stand_alone(runs: Callable[[str], Run]) -> None:
    with pytest.raises(UserError, match="has solo games, which have no margin and no winner"):
        page_of([runs("two").path, runs("solo").path])


def test_several_runs_get_a_folder_of_their_own(tmp_path: Path) -> None:
    folders = []
    for name, seed in (("one", 3), ("two", 4)):
        record(
            plan_of(tmp_path, "random", "random", games=20, seed=seed), tmp_path / name, workers=Processes(1)
        )
        folders.append(tmp_path / name)
    assert write_report(folders) == tmp_path / "one-and-two" / "report.html"
    with pytest.raises(UserError, match="exists already; give another folder with --out, or --force"):
        write_report(folders)
    assert not (tmp_path / "one" / "report.html").exists()
    assert (tmp_path / "one-and-two" / "png" / "02-wins-run-1.png").is_file()


def test_long_names_of_folders_are_cut() -> None:
    assert default_folder([Path("/runs/a")]) == Path("/runs/a")
    assert len(default_folder([Path(f"/runs/{'x' * 60}{i}") for i in range(5)]).name) == 104
