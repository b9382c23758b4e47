"""What to say when a report or an export can't be written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from analyzer.errors import UserError

_REASON: Final = re.compile(r"([^:]+?) \(os error \d+\)")


def unwritable(folder: Path, error: BaseException) -> UserError:
    """The folder that the user named, why it can't be written, and what to do."""
    return UserError(
        f"{folder} can't be written: {_reason(error)}; make room, or give another folder with --out."
    )


def _reason(error: BaseException) -> str:
    """Why a file could not be written: polars wraps the system's words, which end in their number.

    The end of a Parquet file comes with no such words.
    """
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    found = _REASON.search(str(error))
    return found.group(1).strip() if found else "the disk may be full"
