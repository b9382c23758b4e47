"""What the commands print with: results on stdout, notes and errors on stderr.

Texts are printed as they are: scenario names, paths and rows may hold brackets, so rich's markup,
highlighting and emoji codes are off.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console


def console(*, stderr: bool = False) -> Console:
    """A console for tables and wrapped text; colours only on a terminal."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def say(text: str) -> None:
    """One piece of the result."""
    typer.echo(text)


def note(text: str) -> None:
    """What is worth knowing but isn't the result."""
    typer.echo(text, err=True)


def complain(message: str) -> None:
    """Why the command could not do its work, with what to do next."""
    typer.echo(f"{typer.style('Error:', fg=typer.colors.RED, bold=True)} {message}", err=True)


def say_json(value: Any) -> None:
    """The result for machines: one JSON document, keys in their own order."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))
