"""The page of a ladder, and the sentences that the terminal shows too."""

from __future__ import annotations

from reports.ladder.page import build_ladder_page

__all__ = ["build_ladder_page"]
