"""Which comparisons stand out among all, and in which order."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from analyzer.analysis.findings.compared import Compared, Evidence, Topic, is_judged, p_values_of
from analyzer.analysis.shrinkage import shrunk
from analyzer.analysis.stats import FALSE_DISCOVERIES, FEW_BLOCKS, benjamini_hochberg

MOST = 12
"""Findings at the top of a page."""
OF_ONE_TOPIC = 3
"""Of these, so many of one topic; the first of each topic is always among them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A comparison that stands out.

    ``shrunken``: what is left of its effect next to the others of its topic; ``weight``: vp that it
    moves in a game, by which findings are ranked; ``p``: corrected for all comparisons; ``game``: the
    number of a game to look at.
    """

    compared: Compared
    shrunken: float
    weight: float
    p: float
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """What stands out, the most important first; ``compared``: of how many judged comparisons.

    ``topics``: the comparisons of each topic.  ``too_few``: those of too few blocks to be judged;
    ``unmoved``: those that never changed anything, without any spread to judge by.
    """

    ranked: tuple[Finding, ...]
    compared: int
    topics: tuple[tuple[Topic, int], ...]
    too_few: int
    unmoved: int

    @property
    def top(self) -> tuple[Finding, ...]:
        """At most MOST, and OF_ONE_TOPIC, in their order; only one about the same subject."""
        places: list[int] = []
        for most in (1, OF_ONE_TOPIC):  # the best of each topic before others
            for place, finding in enumerate(self.ranked):
                mine = [self.ranked[other].compared for other in places]
                same_topic = [other for other in mine if other.topic == finding.compared.topic]
                is_new = all(other.key[0] != finding.compared.key[0] for other in same_topic)
                if finding.weight > 0.0 and len(places) < MOST and len(same_topic) < most and is_new:
                    places.append(place)
        return tuple(self.ranked[place] for place in sorted(places))


def choose(compared: Sequence[Compared]) -> Findings:
    """Benjamini and Hochberg over all comparisons at once; then ranks by shrunken effect times frequency.

    What stands out there must among its own kind too, by which the chapters judge.
    What occurs several times a game counts once: effects of repeated choices do not add up, and what
    several players gain alike cancels out in their margins.
    """
    judged = _with_clear_bots([each for each in compared if is_judged(each)])
    corrected = benjamini_hochberg([each.p for each in judged])
    of_kind = _corrected_in_kind(judged)
    shrunken = _shrunken(judged)
    found = [
        Finding(each, effect, abs(effect) * min(each.often, 1.0) if each.counts else 0.0, float(p))
        for each, effect, p, other_p in zip(judged, shrunken, corrected, of_kind, strict=True)
        if max(p, other_p) <= FALSE_DISCOVERIES
    ]
    found.sort(key=_order)
    topics = Counter(each.topic for each in judged)
    left = [each for each in compared if not is_judged(each)]
    too_few = sum(each.effect.blocks < FEW_BLOCKS for each in left)
    counts = tuple((topic, topics[topic]) for topic in Topic)
    return Findings(tuple(found), len(judged), counts, too_few, len(left) - too_few)


def _order(finding: Finding) -> tuple[bool, float, Topic, tuple[int, ...]]:
    """Effects before what is only observed; then by weight."""
    compared = finding.compared
    return compared.evidence == Evidence.OBSERVED, -finding.weight, compared.topic, compared.key


def _shrunken(judged: Sequence[Compared]) -> list[float]:
    """The effects, shrunk among those of their topic."""
    return _by_kind(judged, lambda kind: shrunk([each.effect for each in kind]))


def _corrected_in_kind(judged: Sequence[Compared]) -> list[float]:
    """p corrected for the comparisons of the same topic alone."""
    return _by_kind(judged, lambda kind: benjamini_hochberg([each.p for each in kind]))


def _by_kind(
    judged: Sequence[Compared], values_of: Callable[[Sequence[Compared]], Iterable[float]]
) -> list[float]:
    """A value for each, found among those of its topic."""
    found = [0.0] * len(judged)
    for topic in Topic:
        places = [place for place, each in enumerate(judged) if each.topic == topic]
        for place, value in zip(places, values_of([judged[place] for place in places]), strict=True):
            found[place] = float(value)
    return found


def _with_clear_bots(judged: Sequence[Compared]) -> list[Compared]:
    """Each with the bots whose own effect stands out, corrected for all bots of all comparisons."""
    every = [(place, bot) for place, each in enumerate(judged) for bot in each.by_bot]
    p_values = benjamini_hochberg(p_values_of(judged[place].by_bot[bot] for place, bot in every))
    clear: list[set[int]] = [set() for _ in judged]
    for (place, bot), p in zip(every, p_values, strict=True):
        if p <= FALSE_DISCOVERIES:
            clear[place].add(bot)
    return [
        dataclasses.replace(each, clear_bots=frozenset(bots))
        for each, bots in zip(judged, clear, strict=True)
    ]
