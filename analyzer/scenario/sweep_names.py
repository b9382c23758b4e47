"""Folders of variants: names that every file system takes and none confuses."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Final

from analyzer.scenario.sweep_model import BASELINE

LONGEST: Final = 64
"""Characters; a run's files lie deeper, and some systems count whole paths."""
RESERVED: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])([.].*)?", re.IGNORECASE)
"""Names that Windows keeps for devices."""


class Folders:
    """Gives each variant of a sweep a folder of its own, apart from the baseline's."""

    def __init__(self) -> None:
        self._taken = {BASELINE}

    def of(self, name: str) -> str:
        """The folder of a name: the name itself as far as it can be one.

        Names that don't fit, or come to a folder that is taken (systems may not tell capitals apart),
        get a hash of the name behind them.
        """
        folder = _plain(name)
        if len(folder) > LONGEST or not folder or RESERVED.fullmatch(folder) or self._is_taken(folder):
            folder = _with_hash(folder, name)
        self._taken.add(folder.casefold())
        return folder

    def _is_taken(self, folder: str) -> bool:
        return folder.casefold() in self._taken


def _plain(name: str) -> str:
    """Letters without accents, digits, and of other signs only those that no shell or system minds."""
    text = unicodedata.normalize("NFKD", name)
    text = "".join(sign for sign in text if not unicodedata.combining(sign))
    text = re.sub(r"[^A-Za-z0-9._=,-]+", "-", text)
    return re.sub(r"-*([=,])-*", r"\1", text).strip("-._=,")


def _with_hash(folder: str, name: str) -> str:
    told = hashlib.sha256(name.encode()).hexdigest()[:8]
    start = folder[: LONGEST - len(told) - 1].rstrip("-._=,")
    return f"{start}-{told}" if start and not RESERVED.fullmatch(start) else f"variant-{told}"
