"""Value by round: how those fare who place cards early or late."""

from __future__ import annotations

from dataclasses import replace

from analyzer.analysis.placements import use_rounds
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.recording.schema import PLACEMENT_WORDS
from reports import words
from reports.figures.drawings import Curve, Panel, Panels
from reports.page import Figure
from reports.sections import names
from reports.sections.card_names import COUNTED, BotCards, plain_use
from reports.sections.placements_ranks import few_of_each

_USES = 6  # uses with a panel of their own

_READ = (
    "Each point is a mean with its 95\u202f% interval, and beneath it stands how many {counted} it rests "
    "on; grey: fewer than {small} blocks. Observed, not causal: a game in which a player can place early "
    "differs from one in which it has to wait. The round is that of the first such play."
)


def by_placement(study: Study, bots: tuple[BotCards, ...]) -> Figure:
    """The observed outcome by placement and round, a curve per bot."""
    panels = tuple(
        Panel(word, tuple(_curve(cards, cards.values.by_round[placement]) for cards in bots))
        for placement, word in enumerate(PLACEMENT_WORDS)
    )
    outcome = _outcome(study)
    return Figure(
        "placement-rounds",
        "Value by round played",
        f"Observed {outcome} by the round in which a card was placed, for each placement. "
        + _steepest(study, bots),
        _READ.format(counted=COUNTED, small=words.SMALL),
        _panels(study, panels),
        f"Observed mean {outcome} by placement and round, all cards together",
    )


def of_uses(study: Study, whose: tuple[BotCards, ...], bots: tuple[BotCards, ...]) -> Figure | None:
    """The same for the uses that stand out most for the first of ``whose``; None where none does."""
    keys = few_of_each(whose, _USES, words.SMALL * study.rounds)
    if not keys:
        return None
    found = use_rounds(study, keys)
    uses = {use.key: use for use in bots[0].values.cells}
    panels = tuple(
        Panel(
            plain_use(uses[key]),
            tuple(_curve(cards, found[key][cards.values.bot]) for cards in bots),
        )
        for key in keys
    )
    outcome = _outcome(study)
    return Figure(
        "placement-use-rounds",
        "Value by round of the uses that stand out",
        f"Observed {outcome} by the round of play for the uses that stand out as best and worst: "
        + words.listing([panel.title for panel in panels])
        + ".",
        _READ.format(counted="player-games", small=words.SMALL),
        _panels(study, panels),
        f"Observed mean {outcome} by round",
    )


def _outcome(study: Study) -> str:
    """What is drawn: bots of different strength are set to one level, and so is vp in solo games."""
    name = names.outcome_name(study)
    if study.solo:
        return f"{name} less the mean of all uses"
    return name if names.mirror(study) else f"{name} less the mean of all of the bot's uses"


def _curve(cards: BotCards, values: tuple[Estimate, ...]) -> Curve:
    return Curve(cards.bot_name, tuple(_levelled(cards, value) for value in values))


def _levelled(cards: BotCards, value: Estimate) -> Estimate:
    """Less the bot's mean, which has many more observations than the value: its error is left out."""
    even = names.mirror(cards.study) and not cards.study.solo
    level = 0.0 if even else cards.values.everything.mean
    return replace(value, mean=value.mean - level, low=value.low - level, high=value.high - level)


def _panels(study: Study, panels: tuple[Panel, ...]) -> Panels:
    rounds = tuple(str(r) for r in range(1, study.rounds + 1))
    even = names.mirror(study) and not study.solo
    axis = "vp margin" if even else "vp less the mean"
    return Panels(panels, rounds, axis, "round played", joined=False, counts=True, line=0.0)


def _steepest(study: Study, bots: tuple[BotCards, ...]) -> str:
    """The placement whose first and last trusted rounds differ most, for the first bot."""
    found: list[tuple[float, str, Estimate, int, Estimate, int]] = []
    for word, values in zip(PLACEMENT_WORDS, bots[0].values.by_round, strict=True):
        levelled = [_levelled(bots[0], value) for value in values]
        trusted = [(r, value) for r, value in enumerate(levelled, 1) if value.n and not words.is_small(value)]
        if len(trusted) > 1:
            (first, early), (last, late) = trusted[0], trusted[-1]
            found.append((abs(early.mean - late.mean), word, early, first, late, last))
    if not found:
        return "No round has enough games to be judged."
    _, word, early, first, late, last = max(found, key=lambda row: row[0])
    who = "" if names.mirror(study) else f" of {bots[0].bot_name}"
    return (
        f"Largest change: {word}{who}, from {words.with_interval(early, sign=True, unit='vp')} in round "
        f"{first} to {words.with_interval(late, sign=True, unit='vp')} in round {last}."
    )
