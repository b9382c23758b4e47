"""Seats and bots against the fair share."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from analyzer.analysis.estimates import Found, estimates_together
from analyzer.analysis.findings.compared import (
    Compared,
    Evidence,
    Topic,
    p_values_of,
    shifted,
)
from analyzer.analysis.measures import WIN_SHARE, margin
from analyzer.analysis.study import Study
from analyzer.recording.schema import Players


def compared_standings(study: Study) -> Iterator[Compared]:
    """Every seat and, if they can differ, every bot; of two only the better, since the other mirrors it."""
    if study.solo:
        return
    outcome = margin(study.players)
    by_seat, by_bot, by_both = estimates_together(
        study.results(),
        [
            ((outcome, WIN_SHARE), (Players.SEAT,)),
            ((outcome, WIN_SHARE), (Players.BOT,)),
            ((outcome,), (Players.BOT, Players.SEAT)),
        ],
    )
    own_mean = {key[0]: row[outcome.key].mean for key, row in by_bot.items()}
    for compared in _against_fair(study, Topic.SEAT, by_seat, dict.fromkeys(range(study.players), 1.0)):
        seat = compared.key[0]
        apart = {
            bot: shifted(row[outcome.key], -own_mean[bot])
            for (bot, of_seat), row in by_both.items()
            if of_seat == seat
        }
        yield dataclasses.replace(compared, by_bot=apart if len(study.bots) > 1 else {})
    if any(row[outcome.key].se > 0.0 for row in by_bot.values()):
        seats = {bot: study.seats_of(bot) / len(study.seating) for bot in range(len(study.bots))}
        yield from _against_fair(study, Topic.BOT, by_bot, seats)


def _against_fair(study: Study, topic: Topic, found: Found, often: Mapping[int, float]) -> Iterator[Compared]:
    """Judged and ranked by margin; the win share stands beside it."""
    rows = list(found.items())
    outcome = margin(study.players).key
    if len(rows) == 2:
        rows = [max(rows, key=lambda item: item[1][outcome].mean)]
    for (key, row), p in zip(rows, p_values_of(row[outcome] for _, row in rows), strict=True):
        yield Compared(topic, key, Evidence.RANDOM, row[outcome], often[key[0]], p, share=row[WIN_SHARE.key])
