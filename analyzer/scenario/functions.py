"""Bots that are Python functions, named ``path.py:name``: found and looked at, not yet run."""

from __future__ import annotations

import ast
import hashlib
import re
from pathlib import Path
from typing import Final

from analyzer.scenario.model import Bot, Function
from analyzer.scenario.problems import Problems, suggestion
from analyzer.scenario.sources import SHIPPED, file_remedy, label
from analyzer.scenario.vocabulary import FUNCTION_POLICY

NAMED: Final = re.compile(r"(?P<path>.+\.py)(?::(?P<name>\w*))?")
"""How a function is named; a path alone is taken for a name that was forgotten."""


def names_function(text: str) -> bool:
    """Whether a bot's name is that of a Python function, or of a Python file at least."""
    return NAMED.fullmatch(text) is not None


def function_bot(text: str, base: Path, where: str, problems: Problems) -> Bot | None:
    """The bot of a function: its file is read and parsed, but nothing of it runs. None after a problem.

    ``base``: the folder to which its path is relative.
    """
    named = NAMED.fullmatch(text)
    assert named is not None
    path = base / named["path"]
    if not path.is_file() and named["path"] in shipped_functions():
        path = SHIPPED / "bots" / named["path"]
    tree = _parsed(path, where, problems)
    if tree is None:
        return None
    module, source_hash = tree
    defined = _defined(module)
    if not named["name"]:
        example = next(iter(defined), "my_bot")
        problems.add(
            where, f"`{text}` names no function", f"name one in it, such as `{named['path']}:{example}`"
        )
        return None
    if named["name"] not in defined:
        wrong = f"{label(path)} has no function `{named['name']}`"
        problems.add(where, wrong, suggestion(named["name"], list(defined)) if defined else "write one there")
        return None
    return Bot(
        name=text,
        description=defined[named["name"]],
        policy=FUNCTION_POLICY,
        weights={},
        function=Function(path=str(path.resolve()), name=named["name"], sha256=source_hash),
    )


def shipped_functions() -> list[str]:
    """File names of the shipped Python bots."""
    return sorted(path.name for path in (SHIPPED / "bots").glob("*.py") if path.stem != "__init__")


def choosers_in(path: Path) -> list[str]:
    """The functions of a Python file that take (view, options): the bots in it; none if it can't be read."""
    module = _parsed(path, "", Problems())
    statements = module[0].body if module else []
    return [
        statement.name
        for statement in statements
        if isinstance(statement, ast.FunctionDef)
        and [argument.arg for argument in statement.args.args] == ["view", "options"]
    ]


def source_of(path: Path) -> tuple[bytes, str]:
    """A file's content and its SHA-256. Raises OSError."""
    source = path.read_bytes()
    return source, hashlib.sha256(source).hexdigest()


def _parsed(path: Path, where: str, problems: Problems) -> tuple[ast.Module, str] | None:
    try:
        source, source_hash = source_of(path)
    except (FileNotFoundError, NotADirectoryError):
        problems.add(where, f"there is no file {label(path)}", file_remedy(path))
        return None
    except OSError as error:
        problems.add(where, f"{label(path)} can't be read ({error.strerror})", "name a Python file")
        return None
    try:
        return ast.parse(source), source_hash
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        place = f"{label(path)}, line {line}" if line else label(path)
        problems.add(place, f"this is no Python ({getattr(error, 'msg', error)})", "mend it")
    return None


def _defined(module: ast.Module) -> dict[str, str]:
    """Names that the module's own lines define, functions first, with the first line of their docstring."""
    functions: dict[str, str] = {}
    others: dict[str, str] = {}
    for statement in module.body:
        if isinstance(statement, ast.FunctionDef):
            functions[statement.name] = (ast.get_docstring(statement) or "").partition("\n")[0]
        elif isinstance(statement, ast.ClassDef):
            others[statement.name] = ""
        elif isinstance(statement, ast.ImportFrom):
            others.update({name.asname or name.name: "" for name in statement.names})
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            others.update({target.id: "" for target in targets if isinstance(target, ast.Name)})
    return functions | {name: text for name, text in others.items() if name not in functions}
