"""What ends a sweep is told with its place, by the process that a user starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.integration.test_run import granja
from tests.integration.test_sweep import WORDS, write_files


def test_an_error_names_its_run(tmp_path: Path) -> None:
    """One that fails before its first batch, at once and when the sweep goes on."""
    write_files(tmp_path)
    (tmp_path / "bot.py").write_text("def fails(view, options):\n    return 1 // 0\n", encoding="utf-8")
    (tmp_path / "failing.toml").write_text(
        'name = "failing"\nbaseline = "base.toml"\n[[variant]]\nname = "fails"\nline_up = "bot.py:fails"\n',
        encoding="utf-8",
    )
    said = (
        "This was in fails: failing-8 holds 1 of 2 runs in full and 8 of 12 games; 'granja sweep --resume "
        "failing-8' plays the rest.\n"
    )
    done = granja(tmp_path, "sweep", "failing.toml", "-n", "8", "--jobs", "1", "--out", "failing-8", *WORDS)
    assert done.returncode == 2
    assert done.stderr.endswith(said), done.stderr
    again = granja(tmp_path, "sweep", "--resume", "failing-8", "--jobs", "1", *WORDS)
    assert (again.returncode, again.stderr) == (2, done.stderr)


def test_without_its_cluster_a_sweep_leaves_nothing(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra dask")
    write_files(tmp_path)
    done = granja(tmp_path, "sweep", "small.toml", "--cluster", "nonsense", "--out", "it", *WORDS)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: nonsense is no address of a Dask scheduler")
    assert "This was in" not in done.stderr
    assert not (tmp_path / "it").exists()
