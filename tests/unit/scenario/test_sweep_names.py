"""Folders of variants: safe and different on every system."""

from __future__ import annotations

import re

import pytest

from analyzer.scenario.sweep_names import LONGEST, Folders

SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._=,-]*[A-Za-z0-9]|[A-Za-z0-9]")


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("cash.silver = 3", "cash.silver=3"),
        ("cash.silver = 3, farm.hand_limit = 2", "cash.silver=3,farm.hand_limit=2"),
        ("siesta.vp = [0 1 2]", "siesta.vp=0-1-2"),
        ("bountiful roofs", "bountiful-roofs"),
        ("Dächer: teuer/billig", "Dacher-teuer-billig"),
    ],
)
def test_folder_of_a_name(name: str, folder: str) -> None:
    assert Folders().of(name) == folder


@pytest.mark.parametrize("name", ["..", "con", "屋根", "***"])
def test_a_name_that_leaves_nothing_gets_a_hash(name: str) -> None:
    assert re.fullmatch(r"variant-[0-9a-f]{8}", Folders().of(name))


@pytest.mark.parametrize(
    "name",
    [
        "a" * 300,
        "x = " + "[1 2] " * 40,
        "NUL.txt",
        "Com1",
        "lpt9",
        " . ",
        "../../etc",
        "a\\b:c*d?",
        "-rf",
        "a.",
    ],
)
def test_every_folder_is_safe(name: str) -> None:
    folder = Folders().of(name)
    assert SAFE.fullmatch(folder)
    assert len(folder) <= LONGEST
    assert folder.split(".")[0].lower() not in ("nul", "com1", "lpt9")


def test_no_two_are_one_on_any_system() -> None:
    folders = Folders()
    made = [folders.of(name) for name in ("Roofs", "roofs", "roofs!", "baseline!", "a" * 99, "a" * 98)]
    assert made[0] == "Roofs"
    assert len({folder.casefold() for folder in (*made, "baseline")}) == 7


def test_a_folder_hangs_on_its_name_alone_where_it_is_too_long() -> None:
    assert Folders().of("b" * 99) == Folders().of("b" * 99)
