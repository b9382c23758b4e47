"""What a worker of a cluster does: it says what it runs, and plays the tasks that it is sent.

Both functions are called by name (``post``), so that a worker without granja, or with another version,
can still give an answer that is understood.
"""

from __future__ import annotations

import os
import pickle
import platform
import socket
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from analyzer import __version__
from analyzer.errors import BotError
from analyzer.simulate.failures import in_words
from analyzer.simulate.processes import ONE_THREAD

if TYPE_CHECKING:
    from analyzer.functions.asking import Functions

Identity = dict[str, str]
"""What must be equal at all workers for equal bytes: versions by name, and the engine's signature."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A worker's word on a task that it can't do.

    ``cause``: ``stranger``: the worker isn't the one that was asked before; else as in TaskFailed.
    ``text``: why in words, for the engine a traceback.
    """

    cause: Literal["stranger", "disk", "bot", "engine"]
    text: str


def identity() -> Identity:
    """What this process runs."""
    import polars

    from analyzer.simulate.signature import engine_signature

    return {"granja": __version__, "engine": engine_signature(), "polars": polars.__version__}


def introduce(functions: bytes | None) -> dict[str, Any]:
    """Who this worker is, in builtin types: other versions must be able to read it.

    ``functions``: pickled Functions whose files it needs, too; ``lacks`` is what is wrong with them.
    """
    from distributed import get_worker

    _keep_to_one_thread()
    return {
        "host": socket.gethostname(),
        "process": os.getpid(),
        "threads": get_worker().state.nthreads,
        "python": platform.python_version(),
        "runs": identity(),
        "lacks": None if functions is None else _lacks(functions),
    }


def _keep_to_one_thread() -> None:
    """As for local workers; it takes effect where polars wasn't loaded before."""
    for variable in ONE_THREAD:
        os.environ.setdefault(variable, "1")


def _lacks(pickled: bytes) -> str | None:
    """What is wrong with the files of Python bots on this machine."""
    from analyzer.functions.load import load_function
    from analyzer.scenario.functions import source_of

    try:
        functions: Functions = pickle.loads(pickled)
    except Exception:
        return None  # another version, which is refused anyway
    for function in filter(None, functions.by_bot):
        try:
            _, found = source_of(Path(function.path))
        except OSError as error:
            return f"lacks {function.path} ({error.strerror}); put that file there"
        if found != function.sha256:
            return f"has another {function.path} than this machine; put the same file there"
        try:
            load_function(function)
        except BotError as error:
            return f"can't use it: {error}"
    return None


def answer(asked_for: Identity, task: bytes) -> object:
    """Play a pickled task; a Failed if that can't be done, or not by who this is."""
    _keep_to_one_thread()
    if identity() != asked_for:
        return Failed("stranger", "another version than before")
    try:
        return pickle.loads(task).play()
    except BotError as error:
        return Failed("bot", str(error))
    except OSError as error:
        return Failed("disk", in_words(error))
    except Exception:
        return Failed("engine", traceback.format_exc())
