"""Plays matches for their scores, here or in workers that stay for the next call.

What compares, ranks or tunes bots plays through it: many short matches, of which only wins and
vp are wanted.  Scores do not depend on how the matches are cut nor on who plays the cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyzer.simulate.crew import Crew, Cut, next_size
from analyzer.simulate.job import slow
from analyzer.simulate.matches import SHARES, Match, Played, Scores, no_scores

__all__ = ["SHARES", "Match", "Scorer", "Scores"]


def _no_progress(games: int) -> None:
    """No progress bar."""


class _Course:
    """The cuts that are left of some matches, and the scores so far.

    The key of a cut is its match's number, its first block and first arrangement in the match.
    """

    def __init__(self, matches: Sequence[Match], jobs: int) -> None:
        self.scores = [no_scores(match) for match in matches]
        self.slow = any(slow(match.bots, match.functions) for match in matches)
        self._matches = matches
        self._jobs = jobs
        self._left = sum(match.games for match in matches)  # games that aren't cut off yet
        self._number = self._block = self._row = 0
        self._aim = [1] * len(matches)  # games of the next cut

    def next_cut(self) -> Cut | None:
        """The next cut, about BATCH_SECONDS long; smaller at the end, so that workers end together."""
        while self._number < len(self._matches) and self._block >= self._matches[self._number].blocks:
            self._number, self._block = self._number + 1, 0
        if self._number == len(self._matches) or self._left == 0:
            return None
        match = self._matches[self._number]
        aim = self._aim[self._number]
        if self._jobs > 1:
            aim = max(1, min(aim, self._left // (2 * self._jobs)))
        blocks = rows = 1
        if self._row == 0 and aim >= match.games_per_block:
            blocks = min(aim // match.games_per_block, match.blocks - self._block)
            rows = match.games_per_block
        else:
            rows = min(aim, match.games_per_block - self._row)
        part = match.cut(self._block, blocks, self._row, rows)
        cut = Cut((self._number, self._block, self._row), part, part.games)
        self._left -= part.games
        self._row += rows
        if self._row == match.games_per_block:
            self._row, self._block = 0, self._block + blocks
        return cut

    def keep(self, cut: Cut, answer: Played) -> None:
        """Put the scores of a cut in their place."""
        number, block, row = cut.key
        blocks, rows, _ = answer.scores.wins.shape
        place = slice(block, block + blocks), slice(row, row + rows)
        scores = self.scores[number]
        scores.wins[place] = answer.scores.wins
        scores.vp[place] = answer.scores.vp
        assert scores.yields is not None
        scores.yields[place] = answer.scores.yields
        self._aim[number] = next_size(cut.size, answer.seconds)


class Scorer(Crew):
    """A crew that plays matches for their scores."""

    def __enter__(self) -> Scorer:
        return self

    def play(self, matches: Sequence[Match], progress: Callable[[int], None] = _no_progress) -> list[Scores]:
        """Play all blocks of all matches; one Scores for each match.

        ``progress`` is told games just played.  Raises what ``play_course`` raises.
        """
        course = _Course(matches, self.jobs)
        self.play_course(course, progress)
        return course.scores
