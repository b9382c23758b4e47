"""What it is worth to be dealt a card in the opening hand: luck alone decides who is."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.analysis.card_measures import dealt_effect
from analyzer.analysis.measures import WIN_SHARE, use
from analyzer.analysis.placements import judged_by
from analyzer.analysis.stats import FEW_BLOCKS, stand_out
from analyzer.analysis.study import Study
from analyzer.analysis.sums import sums_together
from analyzer.analysis.versus import Versus, bot_sums, compared, results_of_rows, versus_query
from analyzer.recording.schema import Deals
from analyzer.scenario.model import Card

_DRAFT = "setup.draft"
_NO_DRAFT = "none"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card in the opening hand of one bot: player-games that began with it against the others.

    ``versus``: of the main outcome, ``share``: of the win share (solo: nothing).  ``told``: whether
    the outcome's difference stands out of those of all cards (None: too few blocks to say).
    """

    card: Card
    versus: Versus
    share: Versus
    told: bool | None


def drafted(study: Study) -> bool:
    """Whether players choose their opening hands: then they are no matter of luck (S10)."""
    return study.scenario.rule_set.options[_DRAFT] != _NO_DRAFT


def deal_effects(study: Study) -> tuple[tuple[Dealt, ...], ...]:
    """By bot a row for each card of the deck; empty if opening hands are drafted."""
    if drafted(study):
        return ()
    use(dealt_effect(study.outcome))
    measures, by = judged_by(study), (Deals.BOT, Deals.CARD)
    rows = results_of_rows(study, [part.deals for part in study.parts], by, measures)
    (sums,) = sums_together(rows, [versus_query(measures, by)])
    found = compared(sums, bot_sums(study, measures), measures)
    deck = study.scenario.rule_set.deck

    def of(bot: int, card: Card, key: str) -> Versus:
        return found.get((bot, card.number), {}).get(key, Versus())

    effects = []
    for bot in range(len(study.bots)):
        outcomes = [of(bot, card, study.outcome.key) for card in deck]
        told = stand_out([outcome.difference for outcome in outcomes], 0.0, least_blocks=FEW_BLOCKS)
        effects.append(
            tuple(
                Dealt(card, outcome, of(bot, card, WIN_SHARE.key), flag)
                for card, outcome, flag in zip(deck, outcomes, told, strict=True)
            )
        )
    return tuple(effects)
