"""Card-placement value: what each use of a card is worth."""

from __future__ import annotations

from collections import Counter

from analyzer.analysis.card_pairs import placement_contrasts
from analyzer.analysis.card_yields import card_yields
from analyzer.analysis.deals import Dealt, deal_effects, drafted
from analyzer.analysis.placements import PlacementValues, never_played, placement_values
from analyzer.analysis.probes import probed
from analyzer.analysis.study import Study
from analyzer.recording.schema import PLACEMENT_WORDS
from reports import words
from reports.page import Block, Figure, Fold, Notice, Section, Text
from reports.sections import names, placements_rounds
from reports.sections.card_names import BotCards, all_together, cards_of_bots
from reports.sections.placements_bias import bias
from reports.sections.placements_choice import choice_figure, choice_lists, choice_table
from reports.sections.placements_deals import DRAFTED, dealt_figure, dealt_table
from reports.sections.placements_flags import flags
from reports.sections.placements_heat import causal_heat, observed_heat
from reports.sections.placements_ranks import extremes
from reports.sections.placements_table import table

_PROBES_PER_CARD = 300
"""Probed placements of a card, on the mean, with which most of its uses rest on enough blocks."""
_TAKE_PROBES = {
    "placement-effect": "the map of what each use changes",
    "placement-choice": "obvious cards and real choices",
    "placement-bias": "observed against causal",
}
"""Figures that need probes, by how their ids begin."""


def section(study: Study) -> Section:
    """The second part of the report; with several bots one's figures, or those of all, are open."""
    values = placement_values(study)
    probes, contrasts = probed(study, "placement"), placement_contrasts(study)
    bots = cards_of_bots(study, values, probes, contrasts)
    together = all_together(study, values, probes, contrasts)
    everyone = (together, *bots) if together else bots
    judged = tuple(cards for cards in everyone if cards.judged)
    dealt = deal_effects(study)
    is_probed = any(cards.probes for cards in bots)
    of_uses = placements_rounds.of_uses(study, everyone, bots)
    figures = _figures(everyone, dealt)
    blocks: list[Block] = [
        _caution(study, is_probed),
        _facts(study, values, is_probed, everyone),
        *(lacking_probes(study, figures) if is_probed else []),
        *flags(everyone),
        *figures,
        *([choice_lists(judged)] if judged else []),
        *_observed_maps(bots),
        placements_rounds.by_placement(study, bots),
        *([of_uses] if of_uses else []),
        *([choice_table(judged)] if judged else []),
        *([dealt_table(study, bots, dealt)] if dealt else []),
        table(study, bots, card_yields(study)),
    ]
    return Section(
        "placements",
        "Card-placement value",
        "What is it worth to use a card as field, helper, barrow or extension?",
        tuple(blocks),
    )


def _figures(everyone: tuple[BotCards, ...], dealt: tuple[tuple[Dealt, ...], ...]) -> list[Block]:
    """The figures of the first open, those of the others folded."""
    first, *others = (_figures_of(cards, dealt) for cards in everyone)
    folds = [
        Fold(f"The same for {cards.bot_name}", tuple(figures))
        for cards, figures in zip(everyone[1:], others, strict=True)
    ]
    return [*first, *folds]


def _figures_of(cards: BotCards, dealt: tuple[tuple[Dealt, ...], ...]) -> list[Figure]:
    """The figures of one bot: by effects, or first as observed and then by the effects there are."""
    figures = [] if cards.causal else [observed_heat(cards), extremes(cards, observed=True)]
    if cards.judged and cards.probes:
        figures += [causal_heat(cards, cards.probes), extremes(cards, observed=False), choice_figure(cards)]
    if not cards.together:
        figures += [bias(cards), *([dealt_figure(cards, dealt[cards.values.bot])] if dealt else [])]
    return [figure for figure in figures if figure]


def _observed_maps(bots: tuple[BotCards, ...]) -> list[Fold]:
    """What was observed, folded, where a causal map takes its place."""
    maps = tuple(observed_heat(cards) for cards in bots if cards.causal)
    return [Fold("What was observed with each use, as a map", maps)] if maps else []


def _caution(study: Study, is_probed: bool) -> Notice:
    causal = (
        "Figures called causal come from games played again from the same seed with one choice changed. "
        if is_probed
        else ""
    )
    return Notice(
        "Observed is not causal",
        f"{causal}Figures called observed are the mean {names.outcome_name(study)} of the player-games in "
        "which a card was so placed. They do not say what the placement caused: who plays it, when, and "
        "with what lead differs. A use that only leaders can afford looks good, one that players in trouble "
        "turn to looks bad, and a card played late belongs to a game that went on well."
        + ("" if names.mirror(study) else " Each bot has figures of its own."),
    )


def _facts(
    study: Study, values: tuple[PlacementValues, ...], is_probed: bool, everyone: tuple[BotCards, ...]
) -> Text:
    """Provenance, uses never seen, and what this run can't tell."""
    paragraphs = [_provenance(study), _never(study, values)]
    if not is_probed:
        paragraphs.append(
            f"What each use causes is not known from this run: granja run {study.scenario.name} --study "
            "probes plays games again with other choices and adds it here."
        )
    elif not everyone[0].causal:
        paragraphs.append(
            "Rankings go by what was observed: they would go by effects if those of more than half of the "
            f"uses that were played rested on {words.SMALL} probed decisions or more (granja probe, or "
            "--study probes with a larger run)."
            + (" The effects that can be judged come after." if any(c.judged for c in everyone) else "")
        )
    if drafted(study):
        paragraphs.append(DRAFTED)
    return Text(tuple(paragraphs))


def lacking_probes(study: Study, shown: list[Block]) -> list[Text]:
    """Which figures more probed decisions would add, and how many that takes."""
    ids = tuple(block.id for block in shown if isinstance(block, Figure))
    lacking = [name for start, name in _TAKE_PROBES.items() if not any(i.startswith(start) for i in ids)]
    if not lacking:
        return []
    placements = _PROBES_PER_CARD * len(study.scenario.rule_set.deck)
    sentence = (
        f"Not shown, since too few decisions were probed: {words.listing(lacking)}. About "
        f"{words.count(placements)} probed placements show them, half of what granja run "
        f"{study.scenario.name} --study probes={2 * placements} plays."
    )
    return [Text((sentence,))]


def _provenance(study: Study) -> str:
    """How much of the deck is published, use by use."""
    uses = Counter(mark for card in study.scenario.rule_set.deck for mark in card.provenance)
    total = sum(uses.values())
    return (
        f"Of the {total} uses of the {len(study.scenario.rule_set.deck)} cards {uses['published']} are "
        f"published, {uses['partial']} are published in part and {uses['designed']} were designed for this "
        "project. A figure about a designed use says nothing about the printed game."
    )


def _never(study: Study, values: tuple[PlacementValues, ...]) -> str:
    """How many cards have no figure in a placement, because no bot chose it."""
    cards = len(study.scenario.rule_set.deck)
    counts = zip(PLACEMENT_WORDS, never_played(values), strict=True)
    never = [f"{count} as {word}" for word, count in counts if count]
    who = "this bot" if names.mirror(study) else "these bots"
    if not never:
        return f"Every one of the {cards} cards was played in every placement by {who} at least once."
    return (
        f"Of the {cards} cards, these many were never played by {who}: {words.listing(never)}. A use that is "
        "never chosen has no figure: that tells of the bot, not of the card."
    )
