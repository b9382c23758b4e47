"""Cards of the opening hand: chance deals them, so who has one did not choose it."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.analysis.deals import drafted
from analyzer.analysis.estimates import NOTHING, estimates_together
from analyzer.analysis.findings.choices import provenance
from analyzer.analysis.findings.compared import Compared, Evidence, Topic, p_values_of
from analyzer.analysis.measures import WIN_SHARE, Measure
from analyzer.analysis.placements import judged_by
from analyzer.analysis.stats import Estimate, t_quantile
from analyzer.analysis.study import Study
from analyzer.analysis.versus import at_hand, results_of_rows
from analyzer.recording.schema import Deals

_KEY = (Deals.BOT, Deals.CARD)


def compared_deals(study: Study) -> Iterator[Compared]:
    """Every card: results of those who were dealt it, less those of who were not.

    None where players draft: who has a card then chose it (S10).
    """
    if drafted(study):
        return
    bots = len(study.bots) if len(study.bots) > 1 else 0
    measures = judged_by(study)
    rows = results_of_rows(study, [part.deals for part in study.parts], _KEY, measures)
    by_card, by_card_and_bot = estimates_together(
        rows, [(at_hand(measures), by) for by in ((Deals.CARD,), (Deals.CARD, Deals.BOT))]
    )
    alone, of_bot = estimates_together(study.results(), [(measures, ()), (measures, (Deals.BOT,))])
    main = study.outcome
    cards = sorted(by_card)
    effects = [_effect(by_card[card], alone[()], main) for card in cards]
    for card, effect, p in zip(cards, effects, p_values_of(effects), strict=True):
        yield Compared(
            Topic.DEAL,
            card,
            Evidence.RANDOM,
            effect,
            effect.n / study.games,
            p,
            share=NOTHING if study.solo else _effect(by_card[card], alone[()], WIN_SHARE),
            by_bot={
                bot: _effect(by_card_and_bot[*card, bot], of_bot[bot,], main)
                for bot in range(bots)
                if (*card, bot) in by_card_and_bot
            },
            provenance=provenance(study, Topic.DEAL, card),
        )


def _effect(having: dict[str, Estimate], everybody: dict[str, Estimate], measure: Measure) -> Estimate:
    """The mean of those who have the card less that of those who do not.

    As in ``deals``, but over several bots at once, whose games of a block share their hands.  The mean of
    all is known far better than that of a few, so its error is left out; margins sum to 0 anyway.
    """
    mine, every = having[measure.key], everybody[measure.key]
    if mine.n == every.n:
        return NOTHING
    factor = every.n / (every.n - mine.n)
    mean = (mine.mean - every.mean) * factor
    se = mine.se * factor
    half = float(t_quantile(mine.blocks)) * se
    return Estimate(mean, mean - half, mean + half, mine.n, mine.blocks, se)
