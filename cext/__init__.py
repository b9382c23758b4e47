"""The compiled core: rules and policies of the game, sums over columns; nothing of files or reports.

The release build lies beside this file. With GRANJA_BUILD=check or GRANJA_BUILD=sanitize the
modules of that build are loaded from ``build/`` instead (``make check-build``, ``make sanitize``).
"""

from __future__ import annotations

import os
from pathlib import Path

_build = os.environ.get("GRANJA_BUILD") or "release"
if _build != "release":
    _folder = Path(__file__).parent.parent / "build" / _build / "cext"
    if not _folder.is_dir():
        raise ImportError(f"GRANJA_BUILD={_build}, but there is no such build in {_folder}", name="cext")
    __path__.insert(0, str(_folder))
