"""Heat maps of cards by placements: what each use changes, and what was observed with it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.probe_measures import CAUTION
from analyzer.analysis.probes import Probed
from analyzer.analysis.shrinkage import shrunk
from analyzer.analysis.stats import FALSE_DISCOVERIES, Estimate, stand_out
from analyzer.recording.schema import PLACEMENT_WORDS
from reports import words
from reports.figures.drawings import Heat, HeatRow
from reports.page import Figure
from reports.sections import names
from reports.sections.card_names import COUNTED, MARKS_READ, BotCards, card_name
from reports.sections.placements_ranks import best_and_worst

_WIDTH = len(PLACEMENT_WORDS)


def causal_heat(cards: BotCards, probes: Probed) -> Figure:
    """What probes say each use changes."""
    outcome = names.outcome_name(cards.study)
    rows = _effect_rows(cards)
    return Figure(
        f"placement-effect{cards.ending}",
        f"What each use of a card changes{cards.of_bot}",
        f"Heat map of the causal effect on {outcome} for {len(rows)} cards by four placements. "
        + best_and_worst(cards, observed=False),
        f"Each cell: {outcome} at the end of the game with this use, less the mean of the card's other "
        "placements at the same moment, ± half of its 95\u202f% interval, and in how many probed "
        "decisions it could be chosen. Teal is better than the others and brown worse; pale cells "
        f"can't be told from 0 or rest on few blocks. {_judged(rows, first=0)}Cards are sorted by how much "
        f"their best use stands above the others, uncertain effects drawn to the mean. {MARKS_READ} "
        + CAUTION,
        Heat(
            rows,
            PLACEMENT_WORDS,
            f"effect on {outcome}" + ("" if cards.study.solo else ", vp"),
            marked=True,
            summary=False,
        ),
        f"Causal, from {words.count(probes.decisions)} probed decisions",
    )


def _effect_rows(cards: BotCards) -> tuple[HeatRow, ...]:
    """The cards by the largest of their shrunk effects; cards without any effect last."""
    effects = cards.effects
    uses = cards.values.cells
    values = [effects.get(use.key, NOTHING) for use in uses]
    told = _told(values, 0.0)
    drawn = shrunk(values)
    rows = []
    for start in range(0, len(uses), _WIDTH):
        own = slice(start, start + _WIDTH)
        known = [value for value in drawn[own] if math.isfinite(value)]
        order = (-max(known, default=-1e9), uses[start].card.number)
        marks = tuple(use.provenance for use in uses[own])
        rows.append((order, HeatRow(card_name(uses[start].card), tuple(values[own]), told[own], marks)))
    return tuple(row for _, row in sorted(rows, key=lambda row: row[0]))


def observed_heat(cards: BotCards) -> Figure:
    """The mean results of those who placed a card so."""
    study, values = cards.study, cards.values
    outcome = names.outcome_name(study)
    centre = _centre(cards)
    rows = _observed_rows(cards, centre)
    against = f"the mean of all uses, {words.number(centre, 1)} vp" if centre else "0"
    return Figure(
        f"placement-heat{cards.ending}",
        f"Observed: every card in every placement{cards.of_bot}",
        f"Heat map of observed {outcome} for {len(values.by_card)} cards by four placements. "
        + best_and_worst(cards, observed=True),
        f"Each cell: mean {outcome} of the player-games in which the player placed the card so, ± "
        "half of its 95\u202f% interval, and how many player-games that is; for any use and all cards, how "
        f"many {COUNTED}. Teal is better and brown worse "
        f"than {against}; cells without colour can't be told from it or rest on few blocks. "
        f"{_judged(rows, first=1)}"
        "The darkest classes are open: they hold the few largest values too. Cards are sorted by the mean "
        "over all their uses. Compare a cell with the top row: a "
        f"placement's own mean shows who makes it. {MARKS_READ}",
        Heat(
            rows,
            ("any use", *PLACEMENT_WORDS),
            f"mean {outcome}" + ("" if study.solo else ", vp"),
            centre,
            signed=not study.solo,
            marked=True,
        ),
        f"Observed mean {outcome} by card and placement",
    )


def _centre(cards: BotCards) -> float:
    """What cells are compared with: an even game, or the bot's own mean where that isn't one."""
    even = names.mirror(cards.study) and not cards.study.solo
    return 0.0 if even else cards.values.everything.mean


def _observed_rows(cards: BotCards, centre: float) -> tuple[HeatRow, ...]:
    """All cards by the mean over all their uses, below the means of the placements."""
    values = cards.values
    uses = {use.key: use for use in values.cells}
    deck = sorted(
        cards.study.scenario.rule_set.deck, key=lambda card: _order(values.by_card[card.number], card.number)
    )
    sums = (values.everything, *values.by_placement, *(values.by_card[card.number] for card in deck))
    cells = [uses[card.number, place] for card in deck for place in range(_WIDTH)]
    told = _told(sums, centre)
    of_uses = _told([use.outcome for use in cells], centre)
    rows = [HeatRow("all cards", sums[: _WIDTH + 1], told[: _WIDTH + 1], heading=True)]
    for index, card in enumerate(deck):
        own = slice(_WIDTH * index, _WIDTH * (index + 1))
        rows.append(
            HeatRow(
                card_name(card),
                (values.by_card[card.number], *(use.outcome for use in cells[own])),
                (told[_WIDTH + 1 + index], *of_uses[own]),
                ("", *(use.provenance for use in cells[own])),
            )
        )
    return tuple(rows)


def _order(value: Estimate, number: int) -> tuple[float, int]:
    return (-value.mean if value.n else 1e9, number)


def _told(values: Sequence[Estimate], centre: float) -> tuple[bool, ...]:
    """Which values can be told from the centre, corrected for their number."""
    return tuple(told is True for told in stand_out(values, centre, least_blocks=words.SMALL))


def _judged(rows: tuple[HeatRow, ...], first: int) -> str:
    """How many cells (from column ``first``) were judged, and how many coloured ones may be so by chance."""
    cells = [
        (value, coloured)
        for row in rows
        if not row.heading
        for value, coloured in zip(row.values[first:], row.coloured[first:], strict=True)
    ]
    judged = sum(not words.is_small(value) for value, _ in cells)
    coloured = sum(coloured for _, coloured in cells)
    return (
        f"Of {len(cells)} cells {judged} rest on {words.SMALL} blocks or more and were judged together, with "
        f"a correction for their number (Benjamini\u2013Hochberg): {coloured} are coloured, of which about "
        f"{FALSE_DISCOVERIES:.0%} may be so by chance. "
    ).replace("%", f"{words.NARROW}%")
