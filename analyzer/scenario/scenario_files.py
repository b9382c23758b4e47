"""The files of scenarios and sweeps: found by name or path, and read with those that they extend."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from analyzer.scenario.keys import Keys, drop_unusable
from analyzer.scenario.problems import Problems, ScenarioErrors, nearest, suggestion
from analyzer.scenario.rule_set import MOST_PLAYERS
from analyzer.scenario.sources import SHIPPED, label, read_toml, shipped_names

SWEEPS: Final = "sweeps"
"""The folder of the shipped sweeps."""
RANGES: Final = {"games": (1, 2_000_000_000), "seed": (0, 2**63 - 1)}
SCENARIO_KEYS: Final = Keys(
    "key of a scenario",
    (
        "name", "description", "extends", "players", "line_up", "games", "seed", "studies", "rules", "tables",
    ),
    texts=("name", "description", "extends"),
    numbers={"players": (1, MOST_PLAYERS), **RANGES},
    tables=("rules", "tables"),
)  # fmt: skip
ONLY_SCENARIOS: Final = frozenset({"extends", "players", "line_up", "studies", "rules", "tables"})
ONLY_SWEEPS: Final = frozenset({"baseline", "measures", "one_at_a_time", "grid", "variant"})
Kind = Literal["scenario", "sweep"]
FOLDERS: Final[dict[Kind, str]] = {"scenario": "", "sweep": SWEEPS}


@dataclass
class ScenarioFile:
    """One file of a chain of ``extends``, or content that is laid upon one and has no file of its own."""

    path: Path
    """Relative paths in it start from this file's folder."""
    content: dict[str, Any]
    dropped: set[str]
    """Keys whose value was of the wrong kind, and those that an unreadable base might have."""
    called: str
    """How messages name it."""

    def where(self, key: str) -> str:
        """The place of a key for messages."""
        return f"{self.called}, `{key}`"


def find_scenario(name_or_path: str) -> Path:
    """The file of a scenario.

    Raises:
        ScenarioErrors: there is none; names the nearest shipped one.
    """
    return _find(name_or_path, "scenario")


def find_sweep(name_or_path: str) -> Path:
    """The file of a sweep.

    Raises:
        ScenarioErrors: there is none; names the nearest shipped one.
    """
    return _find(name_or_path, "sweep")


def _find(name_or_path: str, kind: Kind) -> Path:
    shipped = shipped_names(FOLDERS[kind])
    if name_or_path in shipped:
        return SHIPPED / FOLDERS[kind] / f"{name_or_path}.toml"
    path = Path(name_or_path)
    if path.is_file():
        return path
    if path.is_dir():
        inside = sorted(file.name for file in path.glob("*.toml"))
        remedy = f"name a file in it, such as {path / inside[0]}" if inside else f"name a {kind} file"
        raise ScenarioErrors([f"{name_or_path}: this is a folder, not a {kind}; {remedy}."])
    other: Kind = "sweep" if kind == "scenario" else "scenario"
    if name_or_path in shipped_names(FOLDERS[other]):
        use = _use(other, name_or_path)
        raise ScenarioErrors([f"{name_or_path}: this is a {other}, not a {kind}; {use}."])
    nearby = [str(file) for file in path.parent.glob("*.toml")] if path.parent.is_dir() else []
    near = nearest(name_or_path, [*shipped, *nearby])
    remedy = f"did you mean `{near}`?" if near else suggestion(name_or_path, shipped)
    end = "" if remedy.endswith("?") else "."
    raise ScenarioErrors([f"There is no {kind} `{name_or_path}`, shipped or at this path; {remedy}{end}"])


def _use(kind: Kind, name: str) -> str:
    """What to do with a file of the other kind."""
    if kind == "sweep":
        return f"play it with 'granja sweep {shlex.quote(name)}'"
    return f"play it with 'granja run {shlex.quote(name)}', or name it as the `baseline` of a sweep"


def kind_of(content: Mapping[str, Any]) -> Kind | None:
    """What the keys of a file make it; None if they could stand in either, or contradict each other."""
    of_sweeps, of_scenarios = ONLY_SWEEPS & set(content), ONLY_SCENARIOS & set(content)
    if "baseline" in of_sweeps or (of_sweeps and not of_scenarios):
        return "sweep"
    return "scenario" if of_scenarios and not of_sweeps else None


def read_kind(path: Path, kind: Kind, problems: Problems) -> dict[str, Any] | None:
    """The content of a file; None after a problem, such as that it is one of the other kind."""
    content = read_toml(path, problems)
    if content is None:
        return None
    other = kind_of(content)
    if other not in (None, kind):
        problems.add(label(path), f"this is a {other}, not a {kind}", _use(other, str(path)))
        return None
    return content


def read_chain(path: Path, problems: Problems, seen: tuple[Path, ...] = ()) -> list[ScenarioFile]:
    """The file and those it extends, the base first; empty if the file itself can't be read."""
    content = read_kind(path, "scenario", problems)
    if content is None:
        return []
    file = ScenarioFile(path, content, set(), label(path))
    file.dropped |= drop_unusable(content, SCENARIO_KEYS, file.called, file.where, problems)
    base = content.get("extends")
    if not isinstance(base, str):
        return [file]
    before = len(problems.sentences)
    chain = _read_base(base, file, problems, seen)
    if len(problems.sentences) > before and not chain:
        file.dropped |= {"players", "line_up"}
    return [*chain, file]


def _read_base(
    base: str, file: ScenarioFile, problems: Problems, seen: tuple[Path, ...]
) -> list[ScenarioFile]:
    path = find_base(base, file.path.parent, file.where("extends"), problems)
    if path is None:
        return []
    if path.resolve() in (*seen, file.path.resolve()):
        problems.add(file.where("extends"), "the scenario extends itself", "name another one")
        return []
    return read_chain(path, problems, (*seen, file.path.resolve()))


def find_base(base: str, folder: Path, where: str, problems: Problems) -> Path | None:
    """The file of a scenario that another file names: a shipped one, or a path from that file's folder."""
    if base in shipped_names():
        return SHIPPED / f"{base}.toml"
    path = folder / base
    if path.is_file():
        return path
    valid = [*shipped_names(), *(other.name for other in folder.glob("*.toml"))]
    problems.add(where, f"there is no scenario `{base}`", suggestion(base, valid))
    return None


def check_name(name: str, where: str, problems: Problems) -> None:
    """A problem unless the name can be that of a folder."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
        wrong = f"`{name}` can't be the name of a folder everywhere"
        problems.add(where, wrong, "use letters, digits, - and _")
