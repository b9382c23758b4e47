"""Damaged or foreign studies don't hinder a report; errors in studies say that the run is whole."""

from __future__ import annotations

import json
import shutil
import warnings
from pathlib import Path

import pytest

import analyzer
from reports.runs import page_of
from tests.integration.test_run import granja


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    words = ("-n", "60", "--study", "probes=300,luck=9", "--no-report", "--quiet", "--out", "run")
    done = granja(folder, "run", "two-players", *words)
    assert done.returncode == 0, done.stderr
    return folder / "run"


@pytest.fixture
def run(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "run"))


def left_out(run: Path) -> list[str]:
    """What the page, the export and a notebook say of studies, which is the same."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        analyzer.load_run(run)
    sentences = [str(each.message) for each in told]
    assert [line for line in page_of([run]).warnings if "study" in line] == sentences
    done = granja(run.parent, "export", str(run), "--raw", "--out", "export", "--force")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "".join(f"Note: {sentence}\n" for sentence in sentences)
    return sentences


def test_studies_of_the_run_are_all_there(run: Path) -> None:
    assert left_out(run) == []
    assert len(analyzer.load_run(run).studies) == 7


def test_probes_of_another_scenario_are_no_figures_of_the_run(run: Path) -> None:
    words = ("four-players", "--at", "die", "-n", "30", "--out", str(run / "studies/probes-die"), "--force")
    done = granja(run.parent, "probe", *words, "--quiet")
    assert done.returncode == 0, done.stderr
    (sentence,) = left_out(run)
    assert sentence.startswith("The study probes-die is left out, since it is not of this run (")
    with pytest.warns(UserWarning, match="not of this run"):
        assert "probes-die" not in analyzer.load_run(run).studies


def test_probes_of_the_run_itself_are(run: Path) -> None:
    words = (str(run), "--at", "die", "-n", "30", "--out", str(run / "studies/probes-die"), "--force")
    assert granja(run.parent, "probe", *words, "--quiet").returncode == 0
    assert left_out(run) == []


def test_a_folder_of_another_name(run: Path) -> None:
    shutil.rmtree(run / "studies/luck")
    (run / "studies/probes-die").rename(run / "studies/luck")
    (sentence,) = left_out(run)
    assert "its folder holds the study probes-die" in sentence


def test_a_truncated_part_is_played_again_by_resuming(run: Path, sound: Path) -> None:
    part = Path("studies/luck/rows/part-00000.parquet")
    (run / part).write_bytes((run / part).read_bytes()[:100])
    (sentence,) = left_out(run)
    assert sentence.endswith("granja run --resume plays its missing parts again.")
    done = granja(run.parent, "run", "--resume", str(run), "--no-report", "--quiet")
    assert done.returncode == 0, done.stderr
    assert (run / part).read_bytes() == (sound / part).read_bytes()
    assert left_out(run) == []


def test_a_damaged_study_json_is_mended_as_it_says(run: Path, sound: Path) -> None:
    file = run / "studies/luck/study.json"
    file.write_text(json.dumps(json.loads(file.read_bytes()) | {"blocks_per_part": 0}), encoding="utf-8")
    (sentence,) = left_out(run)
    assert sentence.endswith("delete the folder studies/luck, and granja run --resume plays the run's own.")
    done = granja(run.parent, "run", "--resume", str(run), "--no-report", "--quiet")
    assert done.returncode == 2
    assert "remove that folder and resume again" in done.stderr
    assert f"{run} holds all of its games" in done.stderr
    shutil.rmtree(file.parent)
    assert granja(run.parent, "run", "--resume", str(run), "--no-report", "--quiet").returncode == 0
    assert file.read_bytes() == (sound / "studies/luck/study.json").read_bytes()


def test_a_bot_that_fails_in_a_study_leaves_a_whole_run(tmp_path: Path) -> None:
    (tmp_path / "try.py").write_text(
        "from pathlib import Path\n\n\n"
        "def mine(view, options):\n    return 1 // 0 if Path('run/studies').exists() else 0\n",
        encoding="utf-8",
    )
    words = ("--bot", "try.py:mine", "-n", "2", "--study", "luck=1", "--no-report", "--out", "run")
    done = granja(tmp_path, "run", "two-players", *words, "--quiet")
    assert done.returncode == 2
    assert "ZeroDivisionError" in done.stderr
    assert done.stderr.endswith(
        "\nThis was in the studies: run holds all of its games, and of the studies no part of them; 'granja "
        "report run' makes its report, and 'granja run --resume run' plays the rest.\n"
    )
    assert granja(tmp_path, "report", "run").returncode == 0
