"""How many examples a property test takes."""

from __future__ import annotations

import os

from hypothesis import settings

SEARCH = int(os.environ.get("GRANJA_SEARCH", "1"))


def examples(count: int) -> settings:
    """So many, or GRANJA_SEARCH times as many in a search."""
    return settings(max_examples=count * SEARCH)
