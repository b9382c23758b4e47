"""Pictures drawn in another process are those drawn in this one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from reports import png_process
from reports.page import Page
from reports.png import write_pngs
from reports.png_process import FEW, Pictures


@pytest.fixture
def page(pages: Callable[[str], Page]) -> Page:
    whole = pages("two")
    assert len(whole.figures()) > FEW
    return whole


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_bytes_from_both(page: Page, tmp_path: Path) -> None:
    few = replace(page, sections=page.sections[1:2])
    write_pngs(few, tmp_path / "here")
    process = png_process._start(few, tmp_path / "there")
    assert process is not None
    assert process.wait() == 0
    assert contents(tmp_path / "there") == contents(tmp_path / "here") != {}


def test_a_process_that_fails_is_made_up_for(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    small = replace(page, sections=(replace(page.sections[1], blocks=page.sections[1].blocks * 3),))
    with Pictures(small, tmp_path / "a") as pictures:
        assert len(pictures.paths()) == len(small.figures())


def test_nothing_is_left_running(page: Page, tmp_path: Path) -> None:
    with Pictures(page, tmp_path / "a") as pictures:
        process = pictures._process
    assert process is not None
    assert process.poll() is not None
