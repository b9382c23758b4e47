"""Scenario files for the tests: written to a folder, loaded, and their problems read."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.scenario import Scenario, ScenarioErrors, load_scenario
from analyzer.scenario.sources import SHIPPED

BASE = 'extends = "four-players"\n'


def table_text(table: str) -> str:
    """A standard table's text."""
    return (SHIPPED / "standard" / f"{table}.csv").read_text(encoding="utf-8")


def changed(table: str, *changes: tuple[str, str]) -> str:
    """A standard table's text with changes; each must change something."""
    text = table_text(table)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def write(folder: Path, text: str, **tables: str | bytes) -> Path:
    """Writes x.toml and its tables; names the tables in it."""
    for table, content in tables.items():
        data = content if isinstance(content, bytes) else content.encode()
        (folder / f"{table}.csv").write_bytes(data)
    named = "".join(f'{table} = "{table}.csv"\n' for table in tables)
    path = folder / "x.toml"
    path.write_text(text + (f"\n[tables]\n{named}" if named else ""), encoding="utf-8")
    return path


def load(folder: Path, text: str, **tables: str | bytes) -> Scenario:
    """The scenario of four-players with this text and these tables."""
    return load_scenario(str(write(folder, BASE + text, **tables)))


def load_rules(folder: Path, rules: str) -> Scenario:
    """The scenario of four-players with these rules."""
    return load(folder, f"[rules]\n{rules}")


def problems(folder: Path, text: str, **tables: str | bytes) -> list[str]:
    """The problems of that scenario, without the folder's name."""
    path = write(folder, text, **tables)
    with pytest.raises(ScenarioErrors) as caught:
        load_scenario(str(path))
    return [problem.replace(f"{folder}/", "") for problem in caught.value.problems]


def rule_problems(folder: Path, rules: str) -> list[str]:
    """The problems of four-players with these rules."""
    return problems(folder, f"{BASE}[rules]\n{rules}")
