"""Runs the file of a Python function and takes the function out of it."""

from __future__ import annotations

import inspect
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from analyzer.errors import BotError
from analyzer.scenario.functions import source_of
from analyzer.scenario.model import Function

Chooser = Callable[[Any, Any], Any]
"""A bot's function: a view and options -> the index of one of these."""


def load_function(function: Function) -> Chooser:
    """The function itself.

    Raises:
        BotError: the file is gone or has changed, can't be run, or has no such function of two arguments.
    """
    found = getattr(_module(function.path, function.sha256), function.name, None)
    place = f"{shown(function.path)}: `{function.name}`"
    if not callable(found):
        raise BotError(f"{place} is no function; write 'def {function.name}(view, options):'.")
    try:
        inspect.signature(found).bind(None, None)
    except TypeError:
        raise BotError(
            f"{place} takes other arguments; write 'def {function.name}(view, options):'."
        ) from None
    except ValueError:  # something built in that doesn't tell its arguments
        pass
    chooser: Chooser = found
    return chooser


def shown(path: str) -> str:
    """A path as messages show it: relative to the working folder if it lies within."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def failed_line(error: BaseException, path: str) -> int | None:
    """The last line of the file that was at work when an error was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == path), None)


def in_a_line(error: BaseException) -> str:
    """An error in words: "ZeroDivisionError: division by zero"."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


@cache
def _module(path: str, source_hash: str) -> ModuleType:
    """The module of a file, run once a process."""
    try:
        source, found = source_of(Path(path))
    except OSError as error:
        raise BotError(f"{shown(path)} can't be read ({error.strerror}); put the bot's file there.") from None
    if found != source_hash:
        raise BotError(f"{shown(path)} was changed while games were played; start again.")
    name = f"granja_bot_{source_hash[:16]}_{len(sys.modules)}"
    module = ModuleType(name)
    module.__file__ = path
    folder = str(Path(path).parent)
    if folder not in sys.path:
        sys.path.append(folder)  # its own helpers; at the end, so that they stand before nobody else's
    sys.modules[name] = module  # dataclasses and pickle look there
    try:
        with redirect_stdout(sys.stderr):
            exec(compile(source, path, "exec"), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        line = failed_line(error, path)
        place = shown(path) if line is None else f"{shown(path)}, line {line}"
        raise BotError(f"{place}: the file can't be run ({in_a_line(error)}); mend it.") from error
    return module
