"""Cards whose best use is obvious against those that leave a real choice."""

from __future__ import annotations

from analyzer.analysis.card_choice import ALIKE, NEARLY_ALWAYS, CardChoice, Verdict, card_choices
from analyzer.analysis.card_measures import advantage
from analyzer.analysis.measures import use as shown
from analyzer.analysis.stats import Estimate
from analyzer.recording.schema import PLACEMENT_WORDS
from reports import words
from reports.figures.drawings import Scatter, Spot
from reports.page import Cell, Column, Figure, Table, Text
from reports.sections import names
from reports.sections.card_names import BotCards, card_name, value_cell

VERDICTS = {
    Verdict.OBVIOUS: "one use is clearly best and nearly always chosen",
    Verdict.FAVOURITE: "one use is clearly best and the usual one, others are often chosen",
    Verdict.AGAINST: "one use is clearly best, also where the bot chose its usual one, which is another",
    Verdict.CHOICE: f"the best use and its rival differ by less than {ALIKE:g} vp, and the bot mixes",
    Verdict.HABIT: f"the best use and its rival differ by less than {ALIKE:g} vp, yet one is nearly always "
    "chosen",
    Verdict.UNDECIDED: "none of these is shown; more probes may tell",
    Verdict.UNKNOWN: "too few probed decisions to say",
}
_SHORT = {
    Verdict.OBVIOUS: "obvious",
    Verdict.FAVOURITE: "favourite",
    Verdict.AGAINST: "best use is not the usual one",
    Verdict.CHOICE: "real choice",
    Verdict.HABIT: "habit",
    Verdict.UNDECIDED: "undecided",
    Verdict.UNKNOWN: "too few",
}
_SERIES = {
    "equally good uses": (Verdict.CHOICE, Verdict.HABIT),
    "a clear best use": (Verdict.OBVIOUS, Verdict.FAVOURITE),
    "best use is not the usual one": (Verdict.AGAINST,),
    "undecided": (Verdict.UNDECIDED,),
}
"""What the figure tells by colour; the line in it tells the rest."""
_LABELLED = 5  # cards named at either end


def choices(cards: BotCards) -> tuple[CardChoice, ...]:
    """The verdict on every card of a bot; empty without probes."""
    if not cards.probes:
        return ()
    return card_choices(cards.study.scenario.rule_set.deck, cards.plays, cards.probes, cards.contrasts)


def choice_figure(cards: BotCards) -> Figure | None:
    """How much better the best use is, against how often the usual one is chosen; None if unknown."""
    known = [choice for choice in choices(cards) if choice.verdict is not Verdict.UNKNOWN]
    if not known:
        return None
    shown(advantage(cards.study.outcome))
    labelled = _labelled(known)
    spots = tuple(
        Spot(
            _usual_share(choice),
            choice.advantage,
            next(i for i, verdicts in enumerate(_SERIES.values()) if choice.verdict in verdicts),
            choice.card.name if choice.card.number in labelled else "",
        )
        for choice in known
    )
    counts = [
        f"{_SHORT[v]} {sum(choice.verdict is v for choice in known)}"
        for v in VERDICTS
        if v is not Verdict.UNKNOWN
    ]
    return Figure(
        f"placement-choice{cards.ending}",
        f"Obvious cards and real choices{cards.of_bot}",
        f"Scatter plot of {len(known)} cards: how often the usual use is chosen against how much better the "
        f"best use is than its rival. Cards by verdict: {words.listing(counts)}.",
        "Each point is a card. Up: its best use less its rival, the use that comes closest to it in the "
        "probed decisions that could choose either, with the 95\u202f% interval. Across: the share of the "
        "card's usual use in all its plays; the dashed line is "
        f"at {100 * NEARLY_ALWAYS:.0f}{words.NARROW}%. Upper right: the card plays itself. Lower left: its "
        "owner has to think. A best use is clear if it is better than each of the card's other uses, judged "
        "for all cards together (Benjamini\u2013Hochberg). A choice is real only if the whole interval lies "
        f"within {ALIKE:g} vp of 0; what is neither is undecided.",
        Scatter(
            spots,
            "usual use, % of the card's plays",
            "best use less its rival, vp",
            tuple(_SERIES),
            share_x=True,
            line_x=NEARLY_ALWAYS,
            corners=("", "the card plays itself", "its owner has to think", ""),
        ),
        "Causal effects from probes against what the bot chooses",
    )


def _usual_share(choice: CardChoice) -> Estimate:
    """The share as an estimate without an interval: a description of this bot's plays."""
    n = sum(choice.plays)
    return Estimate(choice.usual_share, choice.usual_share, choice.usual_share, n, n, 0.0)


def _labelled(known: list[CardChoice]) -> set[int]:
    """The cards with the largest advantages, and the most mixed ones without a clear best use."""
    clear = sorted(known, key=lambda choice: (-choice.advantage.low, choice.card.number))[:_LABELLED]
    mixed = sorted(
        (choice for choice in known if choice.verdict is Verdict.CHOICE),
        key=lambda choice: (choice.usual_share, choice.card.number),
    )[:_LABELLED]
    return {choice.card.number for choice in (*clear, *mixed)}


def choice_lists(bots: tuple[BotCards, ...]) -> Text:
    """The cards by verdict, named, for each bot."""
    paragraphs = []
    for cards in bots:
        found = choices(cards)
        who = "" if len(bots) == 1 else f"{cards.bot_name}: "
        for verdict in (Verdict.OBVIOUS, Verdict.CHOICE, Verdict.AGAINST, Verdict.UNDECIDED):
            own = [choice.card.name for choice in found if choice.verdict is verdict]
            listed = words.listing(own) if own else "none"
            kind = f"{_SHORT[verdict].capitalize()} ({len(own)} cards; {VERDICTS[verdict]})"
            paragraphs.append(f"{who}{kind}: {listed}.")
    return Text(tuple(paragraphs))


def choice_table(bots: tuple[BotCards, ...]) -> Table:
    """Every card with its best uses, the advantage, and how it is played."""
    mirror = len(bots) == 1
    columns = (
        Column("Card", numeric=False),
        *(() if mirror else (Column("Bot", numeric=False),)),
        Column("Verdict", numeric=False),
        Column("Best use", numeric=False),
        Column("Rival", numeric=False, help="the use that comes closest to the best one"),
        Column("Advantage, vp", help="best use less its rival, within the same decisions"),
        Column("n", help="probed decisions that could choose either"),
        *(Column(f"Played as {word}, %") for word in PLACEMENT_WORDS),
        Column("Plays", help="player-games in which the card was so placed, over all placements"),
    )
    rows = tuple(_row(cards, choice, mirror) for cards in bots for choice in choices(cards))
    return Table(
        "placement-choices",
        "Every card: its best use, and how it is played",
        columns,
        rows,
        note=" ".join(f"{_SHORT[v].capitalize()}: {VERDICTS[v]}." for v in VERDICTS)
        + f" Nearly always: {100 * NEARLY_ALWAYS:.0f}{words.NARROW}% of the plays or more.",
        folded=True,
    )


def _row(cards: BotCards, choice: CardChoice, mirror: bool) -> tuple[Cell, ...]:
    def use(placement: int) -> Cell:
        return Cell(PLACEMENT_WORDS[placement], PLACEMENT_WORDS[placement]) if placement >= 0 else Cell("")

    plays = sum(choice.plays)
    shares = (100 * count / plays if plays else None for count in choice.plays)
    return (
        Cell(card_name(choice.card), choice.card.name),
        *(() if mirror else (Cell(cards.bot_name, cards.bot_name),)),
        Cell(_SHORT[choice.verdict], _SHORT[choice.verdict], muted=choice.verdict is Verdict.UNKNOWN),
        use(choice.best),
        use(choice.rival),
        value_cell(choice.advantage, sign=True),
        names.count_cell(choice.advantage.n),
        *(Cell("" if share is None else f"{share:.0f}", share and round(share, 1)) for share in shares),
        names.count_cell(plays),
    )
