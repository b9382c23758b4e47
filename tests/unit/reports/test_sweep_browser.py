"""The page of a sweep in headless Chromium: widths, contrast, no scripts; skipped without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reports.html import render
from reports.sweep import build_sweep_page
from tests.unit.reports import sweep_results as sweeps
from tests.unit.reports.browsing import OPEN_ALL, Open, chromium, opener


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("browser") / "sweep.html"
    path.write_text(render(build_sweep_page(sweeps.small_sweep())), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def look(browser: Any) -> Iterator[Open]:
    with opener(browser) as open_page:
        yield open_page


def test_nothing_is_wider_than_the_window_and_nothing_is_fetched(look: Open, file: Path) -> None:
    seen = look(file)
    seen.page.evaluate(OPEN_ALL)
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for width in (390, 1024, 1920):
        seen.page.set_viewport_size({"width": width, "height": 900})
        assert seen.page.evaluate(wider) == 0, width
    assert seen.wrong == []
    assert [url for url in seen.requests if not url.startswith("data:")] == [file.as_uri()]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_contrast_and_structure(dark: bool, look: Open, file: Path) -> None:
    broken, kept = look(file, dark=dark).violations()
    assert broken == []
    assert {"color-contrast", "svg-img-alt", "heading-order", "scope-attr-valid"} <= kept


def test_without_scripts_everything_is_there(look: Open, file: Path) -> None:
    seen = look(file, scripts=False)
    assert seen.page.locator("main h2").count() == 7
    assert seen.page.locator("#tornado-vp").is_visible()
    assert not seen.page.locator("#tornado-lead").is_visible()
    seen.page.locator("#single details summary").click()
    assert seen.page.locator("#tornado-lead").is_visible()
