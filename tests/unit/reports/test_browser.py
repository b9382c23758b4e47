"""The page in headless Chromium: widths, tables, keyboard, contrast; skipped where there is no browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from analyzer.recording.store import Run
from reports.html import render
from reports.runs import page_of
from tests.unit.reports.browsing import OPEN_ALL, Open, Seen, chromium, opener

WIDTHS = (390, 1024, 1920)
PAGES = ("one run", "several runs")


@pytest.fixture(scope="module")
def files(
    tmp_path_factory: pytest.TempPathFactory, htmls: Callable[[str], str], runs: Callable[[str], Run]
) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("browser")
    found = {name: folder / f"{name}.html" for name in PAGES}
    found["one run"].write_text(htmls("four"), encoding="utf-8")
    several = render(page_of([runs("two").path, runs("four").path]))
    found["several runs"].write_text(several, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def look(browser: Any) -> Iterator[Open]:
    with opener(browser) as open_page:
        yield open_page


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_the_window(name: str, look: Open, files: dict[str, Path]) -> None:
    seen = look(files[name])
    seen.page.evaluate(OPEN_ALL)
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for width in WIDTHS:
        seen.page.set_viewport_size({"width": width, "height": 900})
        assert seen.page.evaluate(wider) == 0, width


@pytest.mark.parametrize("name", PAGES)
def test_no_errors_and_no_requests(name: str, look: Open, files: dict[str, Path]) -> None:
    seen = look(files[name])
    seen.page.evaluate(OPEN_ALL)
    seen.page.locator("thead button").first.click()
    assert seen.wrong == []
    assert [url for url in seen.requests if not url.startswith("data:")] == [files[name].as_uri()]


def column(seen: Seen, table: str, title: str) -> tuple[Any, list[str | None]]:
    """The head of a column, and what its cells sort by."""
    head = seen.page.locator(f"#{table} thead th", has_text=title).first
    place = head.evaluate("head => head.cellIndex")
    values = seen.page.evaluate(
        "([table, place]) => [...document.getElementById(table).tBodies[0].rows]"
        ".map((row) => row.cells[place].dataset.sort ?? null)",
        [table, place],
    )
    return head, values


def in_order(values: list[str | None], *, down: bool) -> list[float | None]:
    known = sorted((float(value) for value in values if value is not None), reverse=down)
    return [*known, *[None] * (len(values) - len(known))]


def test_tables_sort_by_a_click(look: Open, files: dict[str, Path]) -> None:
    seen = look(files["one run"])
    seen.page.evaluate(OPEN_ALL)
    head, before = column(seen, "placement-table", "vp margin")
    for order, down in (("descending", True), ("ascending", False)):
        head.locator("button").click()
        assert head.get_attribute("aria-sort") == order
        _, values = column(seen, "placement-table", "vp margin")
        assert [None if v is None else float(v) for v in values] == in_order(before, down=down)


def test_words_sort_as_words(look: Open, files: dict[str, Path]) -> None:
    seen = look(files["one run"])
    seen.page.evaluate(OPEN_ALL)
    seen.page.locator("#placement-table thead button").first.click()
    names = seen.page.locator("#placement-table tbody th").all_inner_texts()
    assert names == sorted(names)
    assert len(set(names)) > 10


def test_long_tables_can_be_filtered(look: Open, files: dict[str, Path]) -> None:
    seen = look(files["one run"])
    seen.page.evaluate(OPEN_ALL)
    line = seen.page.locator(
        ".filter", has=seen.page.locator("xpath=following-sibling::*//table[@id='placement-table']")
    )
    rows = seen.page.locator("#placement-table tbody tr:visible")
    every = rows.count()
    line.locator("input").fill("BARROW chef")
    kept = rows.all_inner_texts()
    assert kept
    assert all("Chef" in row and "barrow" in row for row in kept)
    assert line.locator("output").inner_text() == f"{len(kept)} of {every}"
    line.locator("input").fill("no such card")
    assert rows.count() == 0
    line.locator("input").fill("")
    assert rows.count() == every


def test_the_keyboard_reaches_content_and_sorts(look: Open, files: dict[str, Path]) -> None:
    seen = look(files["one run"])
    seen.page.keyboard.press("Tab")
    assert seen.page.evaluate("document.activeElement.className") == "skip"
    button = seen.page.locator("#results thead button").first
    button.focus()
    seen.page.keyboard.press("Enter")
    assert seen.page.locator("#results thead [aria-sort]").count() == 1
    assert seen.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_a_link_opens_what_is_folded(look: Open, files: dict[str, Path]) -> None:
    seen = look(files["one run"])
    assert not seen.page.locator("#placement-heat-1").is_visible()
    seen.page.evaluate("location.hash = '#placement-heat-1'")
    seen.page.locator("#placement-heat-1").wait_for(state="visible")


@pytest.mark.parametrize("name", PAGES)
def test_without_scripts_everything_is_there(name: str, look: Open, files: dict[str, Path]) -> None:
    seen = look(files[name], scripts=False)
    assert seen.page.locator("main h2").count() >= 6
    assert seen.page.locator("main svg.drawing").count() == files[name].read_text("utf-8").count("<svg class")
    assert seen.page.locator("#results").is_visible()
    assert seen.page.locator("thead button, .filter").count() == 0
    folded = seen.page.locator("details").first
    folded.locator("summary").click()
    assert folded.locator("table, figure").first.is_visible()


def test_figures_stand_side_by_side_where_there_is_room(look: Open, files: dict[str, Path]) -> None:
    seen = look(files["several runs"], 1920)
    boxes = seen.page.locator("#wins svg")

    def places() -> list[tuple[int, int]]:
        return [
            (round(box["x"]), round(box["y"])) for box in (each.bounding_box() for each in boxes.all()) if box
        ]

    (left, top), (right, beside) = places()
    assert right > left
    assert beside == top
    seen.page.set_viewport_size({"width": 390, "height": 900})
    (left, top), (under, below) = places()
    assert under == left
    assert below > top


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("name", PAGES)
def test_contrast_and_structure(
    name: str, width: int, dark: bool, look: Open, files: dict[str, Path]
) -> None:
    broken, kept = look(files[name], width, dark=dark).violations()
    assert broken == []
    assert {"color-contrast", "svg-img-alt", "heading-order", "scope-attr-valid", "label"} <= kept


def test_the_engine_sees_what_is_wrong(look: Open, files: dict[str, Path]) -> None:
    seen = look(files["one run"])
    seen.page.evaluate(
        "() => { document.querySelector('.subtitle').style.color = '#dddddd';"
        "document.querySelector('svg').removeAttribute('aria-label'); }"
    )
    broken, _ = seen.violations()
    assert {each.partition(":")[0] for each in broken} == {"color-contrast", "svg-img-alt"}
