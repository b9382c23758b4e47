"""Seats and bots against the fair share."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from analyzer.analysis.estimates import Found, estimates_together
from analyzer.analysis.findings.compared import Compared, Evidence, Topic, share_p_values, shifted
from analyzer.analysis.measures import WIN_SHARE, margin
from analyzer.analysis.study import Study
from analyzer.recording.schema import Players


def compared_standings(study: Study) -> Iterator[Compared]:
    """Every seat and, if they can differ, every bot; of two only the better, since the other mirrors it."""
    if study.solo:
        return
    outcome = margin(study.players)
    by_seat, by_bot, by_both = estimates_together(
        list(study.results()),
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
    if not all(row[WIN_SHARE.key].is_fixed for row in by_bot.values()):
        seats = {bot: study.seats_of(bot) / len(study.seating) for bot in range(len(study.bots))}
        yield from _against_fair(study, Topic.BOT, by_bot, seats)


def _against_fair(study: Study, topic: Topic, found: Found, often: Mapping[int, float]) -> Iterator[Compared]:
    fair = 1 / study.players
    rows = list(found.items())
    if len(rows) == 2:
        rows = [max(rows, key=lambda item: item[1][WIN_SHARE.key].mean)]
    p_values = share_p_values([row[WIN_SHARE.key] for _, row in rows], fair)
    for (key, row), p in zip(rows, p_values, strict=True):
        effect = row[margin(study.players).key]
        yield Compared(topic, key, Evidence.RANDOM, effect, often[key[0]], p, share=row[WIN_SHARE.key])
