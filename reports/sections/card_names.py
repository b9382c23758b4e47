"""How the chapter about cards names cards, uses and bots, and the cells that its tables share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from analyzer.analysis.card_choice import use_effects
from analyzer.analysis.card_pairs import Contrasts
from analyzer.analysis.placements import CardUse, PlacementValues
from analyzer.analysis.probes import Probed
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.recording.schema import PLACEMENT_WORDS
from analyzer.scenario.model import Card
from reports import words
from reports.page import Cell
from reports.sections import names

_MARKS = {"published": " \u25cf", "partial": " \u25d0"}
COUNTED = "uses (a player counts once for each card so placed)"
"""What n is where several cards are put together."""

MARKS_READ = "A disc marks a published use, a half disc a partly published one; all others are designed."

_SORT_DIGITS = 4  # significant: enough to sort by, and short


@dataclass(frozen=True, slots=True)
class BotCards:
    """All that the figures about one bot's cards are made of; ``probes`` None: not probed.

    ``plays``: player-games by card number and placement.  ``contrasts``: one placement against another,
    from the probes.  ``together``: the probes and plays are those of all bots; ``values`` stay the first
    one's.
    """

    study: Study
    values: PlacementValues
    plays: Mapping[tuple[int, int], int]
    probes: Probed | None
    contrasts: Contrasts
    together: bool = False

    @property
    def ending(self) -> str:
        """The end of the ids of this bot's figures."""
        if self.together:
            return "-all"
        return f"-{self.values.bot}" if self.values.bot else ""

    @property
    def of_bot(self) -> str:
        """What tells the bot in a title where there are several."""
        return "" if names.mirror(self.study) else f", {self.bot_name}"

    @property
    def bot_name(self) -> str:
        """The bot's name."""
        return "all bots together" if self.together else self.study.bots[self.values.bot]

    @property
    def effects(self) -> dict[tuple[int, int], Estimate]:
        """The causal effects by card number and placement; empty without probes."""
        return use_effects(self.probes)

    @property
    def causal(self) -> bool:
        """Whether effects of most uses that were played can be judged: then rankings go by them."""
        effects = self.effects
        played = [key for key, n in self.plays.items() if n]
        judged = [key for key in played if key in effects and not words.is_small(effects[key])]
        return 2 * len(judged) > len(played)

    @property
    def judged(self) -> bool:
        """Whether any effect can be judged."""
        return any(not words.is_small(effect) for effect in self.effects.values())


def cards_of_bots(
    study: Study,
    values: tuple[PlacementValues, ...],
    probes: tuple[Probed, ...],
    contrasts: Mapping[int | None, Contrasts],
) -> tuple[BotCards, ...]:
    """By bot; with one bot its probes are those of all together."""
    whose = [values[0].bot] if len(probes) == 1 else [each.bot for each in probes]
    own = {bot: each for bot, each in zip(whose, probes, strict=True) if each.decisions}
    return tuple(
        BotCards(study, of_bot, _plays(of_bot), own.get(of_bot.bot), contrasts.get(of_bot.bot, Contrasts()))
        for of_bot in values
    )


def all_together(
    study: Study,
    values: tuple[PlacementValues, ...],
    probes: tuple[Probed, ...],
    contrasts: Mapping[int | None, Contrasts],
) -> BotCards | None:
    """The probes of all bots together, if there are several bots and enough probes for effects to lead."""
    if names.mirror(study) or not probes:
        return None
    plays: Counter[tuple[int, int]] = Counter()
    for of_bot in values:
        plays.update(_plays(of_bot))
    cards = BotCards(study, values[0], plays, probes[0], contrasts[None], together=True)
    return cards if cards.causal else None


def _plays(values: PlacementValues) -> dict[tuple[int, int], int]:
    return {use.key: use.outcome.n for use in values.cells}


def use_name(use: CardUse) -> str:
    """Chef as helper ●."""
    return f"{use.card.name} as {PLACEMENT_WORDS[use.placement]}{_MARKS.get(use.provenance, '')}"


def plain_use(use: CardUse) -> str:
    """A use in a sentence."""
    return f"{use.card.name} as {PLACEMENT_WORDS[use.placement]}"


def card_name(card: Card) -> str:
    """With the number, which tells cards of one name apart."""
    return f"{card.name} {card.number}"


def value_cell(value: Estimate, *, sign: bool = False) -> Cell:
    """Mean ± half interval, empty without observations."""
    return _short(names.value_cell(value, sign=sign)) if value.n else Cell("")


def share_cell(value: Estimate) -> Cell:
    """Share ± half interval in per cent, empty without observations."""
    return _short(names.share_cell(value)) if value.n else Cell("")


def points_cell(value: Estimate) -> Cell:
    """A difference of shares ± half interval, in percentage points."""
    if not value.n:
        return Cell("")
    decimals = max(1, words.digits(words.half(value, 100)))
    text = f"{words.number(100 * value.mean, decimals, sign=True)} {words.plus_minus(value, share=True)}"
    return _short(Cell(text, value.mean, muted=words.is_small(value)))


def _short(cell: Cell) -> Cell:
    """A sort key of few digits: there are tens of thousands of cells."""
    return (
        replace(cell, sort=float(f"{cell.sort:.{_SORT_DIGITS}g}")) if isinstance(cell.sort, float) else cell
    )
