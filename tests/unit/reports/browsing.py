"""The report in a real browser: headless Chromium from the system, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking")
OPEN_ALL = "for (const each of document.querySelectorAll('details')) each.open = true"
# The engine needs seconds for a thousand elements, and looks at each of them: rows are all of a kind, and
# what a drawing is made of is not read (its label is). A shade that says "scroll" hides what lies below it.
SHORTEN = """() => {
  for (const body of document.querySelectorAll("tbody")) while (body.rows.length > 4) body.rows[4].remove();
  for (const drawing of document.querySelectorAll("svg")) drawing.replaceChildren();
  for (const box of document.querySelectorAll(".scroll")) box.style.background = "none";
}"""


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser; the test is skipped where there is none."""
    path = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium on this machine: the page was not looked at in a browser")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is missing ('make browser'): the page was not looked at"
    )
    with playwright.sync_playwright() as driver:
        try:
            browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        except playwright.Error as error:
            pytest.skip(f"{path} doesn't start ({error.name}): the page was not looked at in a browser")
        try:
            yield browser
        finally:
            browser.close()


class Seen:
    """A page that is open, and what it did that it should not."""

    def __init__(
        self, browser: Any, file: Path, width: int, *, dark: bool = False, scripts: bool = True
    ) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            java_script_enabled=scripts,
            bypass_csp=scripts,  # for the engine's own script
        )
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())

    def violations(self) -> tuple[list[str], set[str]]:
        """What the accessibility engine objects to, and the rules that it found kept."""
        self.page.evaluate(OPEN_ALL)
        self.page.evaluate(SHORTEN)
        self.page.add_script_tag(content=(files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        broken = [
            f"{rule['id']}: {node['html'][:120]}: {node['failureSummary']}"
            for rule in found["violations"]
            for node in rule["nodes"]
        ]
        return broken, {rule["id"] for rule in found["passes"]}


Open = Callable[..., Seen]


@contextmanager
def opener(browser: Any) -> Iterator[Open]:
    """Opens pages, and closes them in the end."""
    seen: list[Seen] = []

    def open_page(file: Path, width: int = 1200, *, dark: bool = False, scripts: bool = True) -> Seen:
        seen.append(Seen(browser, file, width, dark=dark, scripts=scripts))
        return seen[-1]

    yield open_page
    for each in seen:
        each.context.close()
