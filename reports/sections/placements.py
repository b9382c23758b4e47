"""Card-placement value: what players got who placed a card in a given way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from analyzer.analysis.placements import CardUse, PlacementValues, never_played, placement_values
from analyzer.analysis.stats import FALSE_DISCOVERIES, Estimate, stand_out
from analyzer.analysis.study import Study
from analyzer.recording.schema import PLACEMENT_WORDS
from reports import words
from reports.figures.drawings import Dot, Dots, Heat, HeatRow
from reports.page import Block, Cell, Column, Figure, Fold, Notice, Section, Table, Text
from reports.sections import names

_LISTED = 12  # uses in each of the lists of best and worst


def section(study: Study) -> Section:
    """The second part of the report; with several bots the first one's figures are open."""
    values = placement_values(study)
    blocks: list[Block] = [_caution(study), Text((_provenance(study), _never(study, values)))]
    blocks += _figures(study, values[0])
    blocks += [Fold(f"The same for {study.bots[v.bot]}", tuple(_figures(study, v))) for v in values[1:]]
    blocks.append(_table(study, values))
    return Section(
        "placements",
        "Card-placement value",
        "What did players get who used a card as field, helper, barrow or extension?",
        tuple(blocks),
    )


def _figures(study: Study, values: PlacementValues) -> list[Figure]:
    ranked = _ranked(values)
    return [_heat(study, values), *([_extremes(study, values, ranked)] if ranked else [])]


def _bot(study: Study, values: PlacementValues) -> tuple[str, str]:
    """What tells the figures of several bots apart: an ending of ids, and words for titles."""
    if names.mirror(study):
        return "", ""
    return f"-{values.bot}" if values.bot else "", f", {study.bots[values.bot]}"


def _caution(study: Study) -> Notice:
    return Notice(
        "Observed is not causal",
        f"These figures are the mean {names.outcome_name(study)} of the player-games in which a card was "
        "so placed. They do not say what the placement caused: who plays it, when, and with what lead "
        "differ. A use that only leaders can afford looks good, one that players in trouble turn to looks "
        "bad, and a card played late belongs to a game that went on well."
        + ("" if names.mirror(study) else " Each bot has figures of its own."),
    )


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


def _heat_rows(study: Study, values: PlacementValues, centre: float) -> tuple[HeatRow, ...]:
    """All cards by the mean over all their uses, below the means of the placements."""
    cells = {(use.card.number, use.placement): use for use in values.cells}
    deck = sorted(
        study.scenario.rule_set.deck,
        key=lambda card: (
            -values.by_card[card.number].mean if values.by_card[card.number].n else 1e9,
            card.number,
        ),
    )
    sums = (values.everything, *values.by_placement, *(values.by_card[card.number] for card in deck))
    uses = [cells[card.number, place] for card in deck for place in range(len(PLACEMENT_WORDS))]
    told = _told(sums, centre)
    of_uses = _told([use.outcome for use in uses], centre)
    width = len(PLACEMENT_WORDS)
    rows = [HeatRow("all cards", sums[: width + 1], told[: width + 1], heading=True)]
    for index, card in enumerate(deck):
        own = slice(width * index, width * (index + 1))
        rows.append(
            HeatRow(
                f"{card.name} {card.number}",
                (values.by_card[card.number], *(use.outcome for use in uses[own])),
                (told[width + 1 + index], *of_uses[own]),
                ("", *(use.provenance for use in uses[own])),
            )
        )
    return tuple(rows)


def _told(values: Sequence[Estimate], centre: float) -> tuple[bool, ...]:
    """Which values can be told from the centre, corrected for their number."""
    return tuple(told is True for told in stand_out(values, centre, least_blocks=words.SMALL))


def _judged(rows: tuple[HeatRow, ...]) -> str:
    """How many cells were judged, and how many of the coloured ones chance may have coloured."""
    cells = [
        (value, coloured)
        for row in rows
        if not row.heading
        for value, coloured in zip(row.values[1:], row.coloured[1:], strict=True)
    ]
    judged = sum(not words.is_small(value) for value, _ in cells)
    coloured = sum(coloured for _, coloured in cells)
    return (
        f"Of {len(cells)} cells {judged} rest on {words.SMALL} blocks or more and were judged together, with "
        f"a correction for their number (Benjamini\u2013Hochberg): {coloured} are coloured, of which about "
        f"{FALSE_DISCOVERIES:.0%} may be so by chance. "
    ).replace("%", f"{words.NARROW}%")


def _heat(study: Study, values: PlacementValues) -> Figure:
    ending, of_bot = _bot(study, values)
    centre = _centre(study, values)
    rows = _heat_rows(study, values, centre)
    against = f"the mean of all uses, {words.number(centre, 1)} vp" if centre else "0"
    return Figure(
        f"placement-heat{ending}",
        f"Every card in every placement{of_bot}",
        f"Heat map of observed {names.outcome_name(study)} for {len(values.by_card)} cards by four "
        "placements. " + _best_sentence(values),
        f"Each cell: mean {names.outcome_name(study)} of the players who placed the card so, ± half of its "
        "95\u202f% interval, and how often it was so placed. Teal is better and brown worse than "
        f"{against}; cells without colour can't be told from it or rest on few blocks. {_judged(rows)}"
        "The darkest classes are open: they hold the few largest values too. Cards are sorted by the mean "
        "over all their uses. Compare a cell with the top row: a "
        "placement's own mean shows who makes it. A disc marks a published use, a half disc a partly "
        "published one; all others are designed.",
        Heat(
            rows,
            ("any use", *PLACEMENT_WORDS),
            f"mean {names.outcome_name(study)}" + ("" if study.solo else ", vp"),
            centre,
            signed=not study.solo,
            marked=True,
        ),
        f"Observed mean {names.outcome_name(study)} by card and placement",
    )


def _centre(study: Study, values: PlacementValues) -> float:
    """What cells are compared with: an even game, or the bot's own mean where that isn't one."""
    return 0.0 if names.mirror(study) and not study.solo else values.everything.mean


def _ranked(values: PlacementValues) -> list[CardUse]:
    """Uses with enough blocks, the best first: by the end of the interval nearest to the mean of all.

    So a use is not listed for a high mean that rests on few games.
    """
    centre = values.everything.mean

    def cautious(use: CardUse) -> float:
        value = use.outcome
        if value.mean >= centre:
            return max(value.low, centre)
        return min(value.high, centre)

    trusted = [use for use in values.cells if not words.is_small(use.outcome)]
    return sorted(
        trusted, key=lambda use: (-cautious(use), -use.outcome.mean, use.card.number, use.placement)
    )


def _best_sentence(values: PlacementValues) -> str:
    ranked = _ranked(values)
    if not ranked:
        return "No use of a card was seen in enough games to be judged."
    best, worst = ranked[0], ranked[-1]
    return (
        f"Best observed: {best.card.name} as {PLACEMENT_WORDS[best.placement]}, "
        f"{words.with_interval(best.outcome, sign=True, unit='vp')}; worst: {worst.card.name} as "
        f"{PLACEMENT_WORDS[worst.placement]}, {words.with_interval(worst.outcome, sign=True, unit='vp')}."
    )


def _extremes(study: Study, values: PlacementValues, ranked: list[CardUse]) -> Figure:
    ending, of_bot = _bot(study, values)
    listed = min(_LISTED, len(ranked) // 2 or 1)
    groups = [("Best", ranked[:listed]), ("Worst", ranked[: -listed - 1 : -1])]
    dots = tuple(
        Dot(
            f"{use.card.name} as {PLACEMENT_WORDS[use.placement]}",
            use.outcome,
            use.placement,
            values.by_placement[use.placement].mean,
            group,
        )
        for group, uses in groups
        for use in uses
    )
    return Figure(
        f"placement-extremes{ending}",
        f"Best and worst uses{of_bot}",
        f"Dot plot of the {listed} best and {listed} worst uses of a card. " + _best_sentence(values),
        f"Mean {names.outcome_name(study)} with its 95\u202f% interval; colour and shape give the "
        "placement, the thin tick the mean of that placement over all cards. The order goes by the end of "
        "the interval nearest to the mean of all placements, so that rare uses don't rank high by luck. "
        "The extremes of many estimates still tend to be overstated.",
        Dots(
            dots,
            names.outcome_axis(study),
            line=_centre(study, values),
            line_label="mean of all uses" if _centre(study, values) else "",
            signed=not study.solo,
            series=PLACEMENT_WORDS,
            reference_label="mean of the placement",
        ),
        f"Observed mean {names.outcome_name(study)}, uses seen in at least {words.SMALL} blocks",
    )


def _table(study: Study, values: tuple[PlacementValues, ...]) -> Table:
    shares = () if study.solo else (Column("Win share"),)
    columns = (
        Column("Card", numeric=False),
        Column("No."),
        *(() if names.mirror(study) else (Column("Bot", numeric=False),)),
        Column("Placed as", numeric=False),
        Column("Source", numeric=False, help="where this use of the card comes from"),
        Column("n played"),
        Column("Blocks"),
        Column(names.outcome_name(study)),
        Column("Difference from placement's mean"),
        *shares,
        Column("Mean round"),
        Column("Direct vp"),
        Column("Uses"),
    )
    return Table(
        "placement-table",
        "All uses of all cards, mean ± half of the 95\u202f% interval",
        columns,
        tuple(_row(study, of_bot, use) for of_bot in values for use in of_bot.cells),
        note=f"Grey: fewer than {words.SMALL} blocks. Uses: goods grown on a field, firings of a helper, "
        "goods delivered to a barrow, silver of an extension's icons. The difference is that of the two "
        "means; its interval is about that of the use.",
        folded=True,
    )


def _row(study: Study, values: PlacementValues, use: CardUse) -> tuple[Cell, ...]:
    small = words.is_small(use.outcome)
    difference = use.outcome.mean - values.by_placement[use.placement].mean
    decimals = max(1, words.digits(use.outcome.half_width))
    return (
        Cell(use.card.name, use.card.name),
        Cell(str(use.card.number), use.card.number),
        *(() if names.mirror(study) else (Cell(study.bots[values.bot], study.bots[values.bot]),)),
        Cell(PLACEMENT_WORDS[use.placement], use.placement),
        Cell(use.provenance, use.provenance, mark=use.provenance),
        names.count_cell(use.outcome.n),
        names.count_cell(use.outcome.blocks),
        names.value_cell(use.outcome, sign=not study.solo),
        Cell(
            words.number(difference, decimals, sign=True), difference if use.outcome.n else None, muted=small
        ),
        *(() if study.solo else (names.share_cell(use.share),)),
        names.value_cell(use.round),
        names.value_cell(use.direct_vp),
        names.value_cell(use.uses),
    )
