"""The page in headless Chromium: widths, sorting, no errors, no requests; skipped without it."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
WIDTHS = (390, 1024, 1920)
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--virtual-time-budget=10000",
    "--enable-logging=stderr",
)
# The report in a frame that changes its width; what was found is written into the document.
HARNESS = """<!DOCTYPE html><meta charset="utf-8"><iframe style="border:0;height:900px"></iframe>
<pre id="found"></pre><script>
const frame = document.querySelector("iframe");
frame.addEventListener("load", () => {
  const inside = frame.contentDocument, found = {widths: {}};
  for (const details of inside.querySelectorAll("details")) details.open = true;
  for (const width of WIDTHS) {
    frame.style.width = width + "px";
    const page = inside.documentElement;
    found.widths[width] = page.scrollWidth - page.clientWidth;
  }
  const values = (table, column) =>
    [...table.tBodies[0].rows].map((row) => row.cells[column].dataset.sort ?? null);
  const table = inside.querySelector("#placement-table");
  const column = [...table.tHead.rows[0].cells].findIndex((head) => head.textContent === "vp margin");
  const head = table.tHead.rows[0].cells[column];
  found.before = values(table, column);
  head.querySelector("button").click();
  found.first = [head.getAttribute("aria-sort"), values(table, column)];
  head.querySelector("button").click();
  found.second = [head.getAttribute("aria-sort"), values(table, column)];
  found.requests = frame.contentWindow.performance.getEntriesByType("resource").map((entry) => entry.name);
  document.querySelector("#found").textContent = JSON.stringify(found);
});
frame.srcdoc = REPORT;
</script>"""


@pytest.fixture(scope="module")
def shown(
    tmp_path_factory: pytest.TempPathFactory, htmls: Callable[[str], str]
) -> subprocess.CompletedProcess[str]:
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        pytest.skip("no Chromium on this machine: the page was not looked at in a browser")
    folder = tmp_path_factory.mktemp("browser")
    report = json.dumps(htmls("four")).replace("</", "<\\/")
    harness = folder / "harness.html"
    harness.write_text(
        HARNESS.replace("WIDTHS", json.dumps(WIDTHS)).replace("REPORT", report), encoding="utf-8"
    )
    return subprocess.run(
        [browser, *QUIET, f"--user-data-dir={folder / 'profile'}", "--dump-dom", harness.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )


@pytest.fixture(scope="module")
def found(shown: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    match = re.search(r'<pre id="found">(.*?)</pre>', shown.stdout, re.DOTALL)
    assert match is not None
    assert match.group(1)
    result: dict[str, Any] = json.loads(html.unescape(match.group(1)))
    return result


def test_nothing_is_wider_than_the_window(found: dict[str, Any]) -> None:
    assert found["widths"] == {str(width): 0 for width in WIDTHS}


def test_tables_sort_by_a_click(found: dict[str, Any]) -> None:
    known = sorted((float(value) for value in found["before"] if value is not None), reverse=True)
    empty = [None] * (len(found["before"]) - len(known))

    def numbers(values: list[str | None]) -> list[float | None]:
        return [None if value is None else float(value) for value in values]

    assert found["first"][0] == "descending"
    assert numbers(found["first"][1]) == known + empty
    assert found["second"][0] == "ascending"
    assert numbers(found["second"][1]) == known[::-1] + empty


def test_no_errors_and_no_requests(shown: subprocess.CompletedProcess[str], found: dict[str, Any]) -> None:
    assert found["requests"] == []
    complaints = [line for line in shown.stderr.splitlines() if "CONSOLE" in line]
    assert complaints == []
