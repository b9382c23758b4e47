"""Studies that were begun and never got to their first finished part: told of, and no hindrance."""

from __future__ import annotations

from pathlib import Path

import pytest

import analyzer
from tests.integration.test_run import granja

KINDS = ("placement", "hex", "building", "roof", "die", "token")
NAMES = ("luck", *sorted(f"probes-{kind}" for kind in KINDS), "restrictions")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose studies have lost all their rows."""
    folder = tmp_path_factory.mktemp("unplayed")
    studies = "probes=20,restrictions=5,luck=9"
    words = ("-n", "60", "--study", studies, "--no-report", "--quiet", "--out", "run")
    done = granja(folder, "run", "two-players", *words)
    assert done.returncode == 0, done.stderr
    for file in folder.glob("run/studies/*/rows/*"):
        file.unlink()
    return folder / "run"


def sentences() -> list[str]:
    return [
        f"The study {name} has no finished part: play it again with granja run --resume." for name in NAMES
    ]


def test_the_report_names_them_and_says_what_else_it_knows(run: Path) -> None:
    done = granja(run.parent, "report", str(run))
    assert done.returncode == 0, done.stderr
    page = (run / "report.html").read_text(encoding="utf-8")
    for sentence in sentences():
        assert sentence in page


@pytest.mark.parametrize("words", [(), ("--raw",)], ids=str)
def test_the_export_notes_them(run: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    done = granja(tmp_path, "export", str(run), *words, "--out", "out")
    assert done.returncode == 0, done.stderr
    assert [line for line in done.stderr.splitlines() if "study" in line] == [
        f"Note: {sentence}" for sentence in sentences()
    ]


def test_a_notebook_is_warned_of_them(run: Path) -> None:
    with pytest.warns(UserWarning, match="no finished part") as told:
        loaded = analyzer.load_run(run)
    assert [str(each.message) for each in told] == sentences()
    assert not loaded.studies
    assert told[0].filename == __file__
