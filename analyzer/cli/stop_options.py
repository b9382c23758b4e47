"""The options that say how long a comparison plays: -n, --until, --sprt and what belongs to them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from analyzer.analysis.sprt import ERROR_RATE, Sprt
from analyzer.analysis.stopping import StopRule, UntilDecided, UntilNarrow
from analyzer.errors import UserError

DEFAULT_BLOCKS = 1_000
DEFAULT_MOST = 100_000

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"
_UNTIL = re.compile(rf"ci\s*=\s*({_NUMBER})\s*(?:pp)?")
_SPRT = re.compile(rf"({_NUMBER})\s*(?:pp)?\s*,\s*({_NUMBER})\s*(?:pp)?")


@dataclass(frozen=True, slots=True)
class StopOptions:
    """The options as they were given; None for those that weren't."""

    blocks: int | None = None
    until: str | None = None
    sprt: str | None = None
    alpha: float | None = None
    beta: float | None = None
    most: int | None = None

    def rule(self) -> tuple[StopRule | None, int]:
        """The rule, if any, and the most blocks to play.  Raises UserError for what makes no sense."""
        self._check_together()
        most = DEFAULT_MOST if self.most is None else self.most
        if self.until is not None:
            return _until(self.until), most
        if self.sprt is not None:
            return self._sprt(self.sprt), most
        return None, DEFAULT_BLOCKS if self.blocks is None else self.blocks

    def _check_together(self) -> None:
        """Options that contradict each other or belong to one that isn't there."""
        given = [
            option
            for option, value in (("-n", self.blocks), ("--until", self.until), ("--sprt", self.sprt))
            if value is not None
        ]
        if len(given) > 1:
            raise UserError(f"{' and '.join(given)} each say how long to play; give one of them.")
        if self.sprt is None and (self.alpha, self.beta) != (None, None):
            raise UserError("--alpha and --beta are error rates of --sprt; leave them out, or give --sprt.")
        if self.most is not None and self.until is None and self.sprt is None:
            raise UserError("--max-blocks limits --until and --sprt; without these give -n.")

    def _sprt(self, text: str) -> UntilDecided:
        match = _SPRT.fullmatch(text.strip())
        if match is None:
            raise UserError(f"--sprt `{text}` is no pair of shares; write it like 0,2pp (percentage points).")
        low, high = (float(value) / 100 for value in match.groups())
        if not -1 < low < high < 1:
            raise UserError(f"--sprt `{text}`: the first value has to be below the second; try 0,2pp.")
        rates = []
        for option, rate in (("--alpha", self.alpha), ("--beta", self.beta)):
            if rate is not None and not 0 < rate < 0.5:
                raise UserError(f"{option} {rate:g} is no error rate; give one above 0 and below 0.5.")
            rates.append(ERROR_RATE if rate is None else rate)
        return UntilDecided(Sprt(low, high, *rates))


def _until(text: str) -> UntilNarrow:
    match = _UNTIL.fullmatch(text.strip())
    if match is None:
        raise UserError(f"--until `{text}` is no width; write it like ci=0.5pp (percentage points).")
    half_width = float(match[1]) / 100
    if not 0 < half_width < 0.5:
        raise UserError(f"--until `{text}`: give a width above 0 and below 50 points, such as ci=0.5pp.")
    return UntilNarrow(half_width)


def parse_players(text: str) -> tuple[int, ...]:
    """Numbers of players, each once: ``2,3,4``.  Raises UserError."""
    numbers = [part.strip() for part in text.split(",")]
    if not all(number in ("2", "3", "4") for number in numbers):
        raise UserError(
            f"--players `{text}`: bots are compared at 2, 3 or 4 players; write it like 4 or 2,3,4."
        )
    return tuple(dict.fromkeys(int(number) for number in numbers))
