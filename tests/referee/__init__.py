"""An independent referee for event logs: follows every line of a game and says what was not legal."""

from __future__ import annotations

from .game import check_game

__all__ = ["check_game"]
