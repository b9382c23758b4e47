"""What the commands end with, besides 0 and the 1 of a finding or a failed check."""

from __future__ import annotations

from typing import Final

BAD_INPUT: Final = 2
BUG: Final = 70
INTERRUPTED: Final = 130
OUTPUT_CLOSED: Final = 141
