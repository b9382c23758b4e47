"""The house rules of the source tree: imports run one way, files stay small, only the CLI prints."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests import stubs

ROOT = Path(__file__).parents[2]

# What a part may import besides itself (architecture: "imports run one way").
ENGINE = {"cext", "scenarios", "analyzer", "analyzer.errors"}
SIMULATION = {
    f"analyzer.{part}" for part in ("scenario", "wording", "functions", "simulate", "recording", "trace")
}
MAY_IMPORT = {
    "cext": set(),
    "scenarios": set(),
    "analyzer": {"analyzer.notebook"},  # its front door, opened when called
    "analyzer.notebook": ENGINE | SIMULATION,
    "analyzer.errors": set(),
    **dict.fromkeys(SIMULATION, ENGINE | SIMULATION),
    "analyzer.analysis": ENGINE | SIMULATION,
    "analyzer.tuning": ENGINE | SIMULATION | {"analyzer.analysis"},
    "reports": ENGINE | SIMULATION | {"analyzer.analysis"},
    "analyzer.cli": ENGINE | SIMULATION | {"analyzer.analysis", "analyzer.tuning", "reports"},
}
OWN_PACKAGES = ("analyzer", "cext", "reports", "scenarios", "tests")
LONGEST = {".py": 330, ".pyx": 550, ".pxd": 550}


def sources(*suffixes: str, packages: tuple[str, ...] = OWN_PACKAGES[:4]) -> list[Path]:
    files = (path for package in packages for path in sorted((ROOT / package).rglob("*")))
    return [path for path in files if path.suffix in suffixes]


def part_of(module: str) -> str:
    """The part of the house to which a dotted module name belongs."""
    words = module.split(".")
    return ".".join(words[:2]) if words[0] == "analyzer" else words[0]


def module_name(path: Path) -> str:
    words = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(words[:-1] if words[-1] == "__init__" else words)


def imported_modules(path: Path) -> set[str]:
    """Own modules that a file imports, at its top or inside functions, for types too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            # `from analyzer import trace` names a part, `from analyzer import __version__` doesn't.
            base = ROOT.joinpath(*(node.module or "").split("."))
            found.update(
                f"{node.module}.{name.name}"
                if (base / name.name).is_dir() or (base / f"{name.name}.py").is_file()
                else str(node.module)
                for name in node.names
            )
    return {module for module in found if module.split(".")[0] in OWN_PACKAGES}


def part_imports() -> dict[str, set[str]]:
    """What each part of the house imports of the others."""
    graph: dict[str, set[str]] = {}
    for path in sources(".py"):
        part = part_of(module_name(path))
        others = {part_of(module) for module in imported_modules(path)} - {part}
        graph.setdefault(part, set()).update(others)
    return graph


def test_imports_run_one_way() -> None:
    wrong = {
        part: sorted(imports - MAY_IMPORT[part])
        for part, imports in part_imports().items()
        if imports - MAY_IMPORT[part]
    }
    assert not wrong


def test_no_two_parts_import_each_other() -> None:
    graph = part_imports()
    mutual = [(a, b) for a in graph for b in graph if a < b and b in graph[a] and a in graph[b]]
    assert not mutual


def test_core_cimports_only_itself_and_c() -> None:
    pattern = re.compile(r"^\s*(?:from\s+(\S+)\s+c?import|c?import\s+(\S+))", re.MULTILINE)
    allowed = ("cext", "libc", "cython", "cpython", "numpy", "enum", "hashlib", "__future__")
    wrong = [
        f"{path.relative_to(ROOT)}: {first or second}"
        for path in sources(".pyx", ".pxd", packages=("cext",))
        for first, second in pattern.findall(path.read_text(encoding="utf-8"))
        if (first or second).split(".")[0] not in allowed
    ]
    assert not wrong


def test_files_stay_small() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in sources(*LONGEST, packages=OWN_PACKAGES)
    }
    long = {name: lines for name, lines in lengths.items() if lines > LONGEST[Path(name).suffix]}
    assert not long


def test_only_the_command_line_prints() -> None:
    def prints(path: Path) -> bool:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
        return any(
            (isinstance(called, ast.Name) and called.id == "print")
            or (isinstance(called, ast.Attribute) and called.attr == "echo")
            for called in calls
        )

    talking = {part_of(module_name(path)) for path in sources(".py") if prints(path)}
    assert talking <= {"analyzer.cli"}


@pytest.mark.parametrize("path", sources(".py"), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not text.strip() or ast.get_docstring(ast.parse(text))


def test_every_folder_of_modules_is_a_package() -> None:
    """Others run from the source tree, but an installation lacks them."""
    folders = {path.parent for path in sources(".py", packages=OWN_PACKAGES)}
    assert not [str(folder) for folder in folders if not (folder / "__init__.py").is_file()]


def test_types_stub_is_current() -> None:
    assert stubs.STUB.read_text(encoding="utf-8") == stubs.render(), "run `make stubs`"
