"""Which comparisons stand out among all, and in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.analysis.findings.compared import Compared, Evidence, Topic, is_judged
from analyzer.analysis.shrinkage import shrunk
from analyzer.analysis.stats import FALSE_DISCOVERIES, benjamini_hochberg

MOST = 12
"""Findings at the top of a page."""
OF_ONE_TOPIC = 3
"""Of these, so many of one topic: where many stand out, the first of each kind say most."""


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

    ``too_few``: comparisons of too few blocks to be judged; ``topics``: those judged.
    """

    ranked: tuple[Finding, ...]
    compared: int
    too_few: int
    topics: tuple[tuple[Topic, int], ...]

    @property
    def top(self) -> tuple[Finding, ...]:
        """At most MOST, and OF_ONE_TOPIC; only one about the same subject, none of no weight."""
        taken: list[Finding] = []
        topics: Counter[Topic] = Counter()
        subjects = set()
        for finding in self.ranked:
            topic, subject = finding.compared.topic, (finding.compared.topic, finding.compared.key[0])
            if (
                finding.weight == 0.0
                or len(taken) == MOST
                or topics[topic] == OF_ONE_TOPIC
                or subject in subjects
            ):
                continue
            taken.append(finding)
            topics[topic] += 1
            subjects.add(subject)
        return tuple(taken)


def choose(compared: Sequence[Compared]) -> Findings:
    """Benjamini and Hochberg over all comparisons at once; then ranks by shrunken effect times frequency."""
    judged = [each for each in compared if is_judged(each)]
    corrected = benjamini_hochberg([each.p for each in judged])
    shrunken = _shrunken(judged)
    found = [
        Finding(each, effect, abs(effect) * each.often, float(p))
        for each, effect, p in zip(judged, shrunken, corrected, strict=True)
        if p <= FALSE_DISCOVERIES
    ]
    found.sort(
        key=lambda one: (
            one.compared.evidence == Evidence.OBSERVED,
            -one.weight,
            one.compared.topic,
            one.compared.key,
        )
    )
    topics = Counter(each.topic for each in judged)
    return Findings(
        tuple(found),
        len(judged),
        len(compared) - len(judged),
        tuple((topic, topics[topic]) for topic in Topic),
    )


def _shrunken(judged: Sequence[Compared]) -> list[float]:
    """The effects, shrunk among those of their topic."""
    found = [0.0] * len(judged)
    for topic in Topic:
        places = [place for place, each in enumerate(judged) if each.topic == topic]
        for place, effect in zip(places, shrunk([judged[place].effect for place in places]), strict=True):
            found[place] = effect
    return found
