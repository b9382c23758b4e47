"""What one completion brought, by its round: vp by part, the lasting effect, and when waiting paid."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.analysis.building_worth import (
    VP_PARTS,
    YIELD_UNITS,
    BuildingWorth,
    CompletionWorth,
    Waiting,
)
from analyzer.analysis.buildings import BUILDINGS
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.study import Study
from analyzer.recording.schema import Buildings
from reports import words
from reports.figures.drawings import Curve, Panel, Panels
from reports.page import Block, Cell, Column, Figure, Notice, Table, Text
from reports.sections import names

_VP = "vp"
_TOO_FEW = "No building was completed often enough to say more."


def worth_blocks(study: Study, found: tuple[BuildingWorth, ...]) -> tuple[Block, ...]:
    """Figures, the break-even table, what it can't tell, and everything by round."""
    together = tuple(worth for worth in found if worth.bot is None)
    return (
        _vp_figure(study, together),
        _yield_figure(study, together),
        *_turn_text(together),
        _turn_table(study, found),
        _caution(),
        _vp_table(together),
        _round_table(study, found),
    )


def _rounds(study: Study) -> tuple[str, ...]:
    return tuple(str(r) for r in range(1, study.rounds + 1))


def _vp_figure(study: Study, found: tuple[BuildingWorth, ...]) -> Figure:
    panels = tuple(
        Panel(
            BUILDINGS[worth.building - 1],
            (
                Curve("all direct vp", tuple(each.direct for each in worth.by_round)),
                Curve(
                    "of these by the lasting effect",
                    tuple(each.parts[Buildings.VP_LASTING] for each in worth.by_round),
                ),
            ),
        )
        for worth in found
    )
    return Figure(
        "building-vp",
        "vp of a completion by its round",
        "vp that one completion brought to the end of the game, by building and round of completion. "
        + (" ".join(filter(None, map(_best_words, found))) or _TOO_FEW),
        "The upper mark is all vp that the completion itself gave: first-finisher and opening vp, those of "
        "the round, at once and, to the end of the game, by the lasting effect; the lower mark the lasting "
        "effect's part. The vp of the round rise with every round, the lasting effect has less time. Bars "
        f"are 95\u202f% intervals, the small number is n completions, grey rests on fewer than {words.SMALL} "
        "blocks. Four of the six effects give goods, silver or deliveries, which are not vp: their lower "
        "mark is at zero, and what they gave stands in the next figure.",
        Panels(
            panels,
            _rounds(study),
            "vp",
            "completed in round (small: n)",
            joined=False,
            counts=True,
            alike=True,
        ),
        "Mean direct vp of one completion, all bots together",
    )


def _best_words(worth: BuildingWorth) -> str:
    best = worth.best
    if best is None:
        return ""
    value = words.with_interval(worth.by_round[best - 1].direct, unit=_VP)
    return f"{BUILDINGS[worth.building - 1]}: most in round {best}, {value}."


def _yield_figure(study: Study, found: tuple[BuildingWorth, ...]) -> Figure:
    panels = tuple(
        Panel(
            f"{BUILDINGS[worth.building - 1]}, {worth.unit}",
            (Curve("", tuple(each.lasting for each in worth.by_round)),),
        )
        for worth in found
    )
    return Figure(
        "building-yield",
        "What the lasting effect gave",
        "What the lasting effect of each craft building gave to the end of the game, in its own unit, by "
        "round of completion. " + (" ".join(filter(None, map(_yield_words, found))) or _TOO_FEW),
        "Each building in its own unit, named in its title: heights compare within a building, not between "
        "buildings. The effect starts with the round after the completion unless the rules say otherwise; "
        "donkeys are further deliveries that the bonus allowed in the transport phase. Bars are "
        "95\u202f% intervals, the small number is n completions.",
        Panels(
            panels,
            _rounds(study),
            "given to the end of the game",
            "completed in round (small: n)",
            joined=False,
            counts=True,
        ),
        "Mean yield of one completion's lasting effect, all bots together",
    )


def _ends(worth: BuildingWorth) -> tuple[tuple[int, CompletionWorth], ...]:
    """The first and the last round with enough completions to be trusted."""
    known = [(r, each) for r, each in enumerate(worth.by_round, 1) if not words.is_small(each.lasting)]
    return (known[0], known[-1]) if len(known) > 1 else ()


def _yield_words(worth: BuildingWorth) -> str:
    ends = _ends(worth)
    if not ends:
        return ""
    values = [f"in round {r} {words.with_interval(each.lasting)}" for r, each in ends]
    return f"{BUILDINGS[worth.building - 1]} ({worth.unit}): completed {words.listing(values)}."


def _turn_text(found: tuple[BuildingWorth, ...]) -> tuple[Text, ...]:
    """When waiting paid, for the buildings whose lasting effect gives vp."""
    told = [
        f"{BUILDINGS[worth.building - 1]} {waiting_words(worth.waiting)}"
        for worth in found
        if worth.unit == _VP and worth.waiting is not None
    ]
    if not told:
        return ()
    text = (
        "By direct vp alone, bonuses left out, completing one round later brought more than the lasting "
        f"effect lost: {'; '.join(told)}."
    )
    return (Text((text,)),)


def _turn_table(study: Study, found: tuple[BuildingWorth, ...]) -> Table:
    return Table(
        "building-turn",
        "What completing one round later brought in vp, without bonuses, ± half of the 95\u202f% interval",
        (
            Column("Building", numeric=False),
            Column("Bot", numeric=False),
            Column("Lasting effect gives", numeric=False),
            Column("Waiting brought vp"),
            Column("Most direct vp in round"),
            *(Column(f"{r} to {r + 1}") for r in range(1, study.rounds)),
            Column("n completions"),
        ),
        tuple(_turn_row(study, worth) for worth in found),
        note="From round to round: vp of the round, at once and by the lasting effect of completions in a "
        "round, less those of completions in the round before; first-finisher and opening vp, which hang on "
        "what the others do, are left out here and counted under “most direct vp”. Rounds with completions "
        f"in fewer than {words.SMALL} blocks are left out. Intervals are wide on purpose, since both means "
        "come from the same games; “unsure”: one of them holds zero.",
    )


def _who(study: Study, worth: BuildingWorth) -> str:
    if worth.bot is None:
        return study.bots[0] if names.mirror(study) else "all bots"
    return study.bots[worth.bot]


def _turn_row(study: Study, worth: BuildingWorth) -> tuple[Cell, ...]:
    best = worth.best
    return (
        Cell(BUILDINGS[worth.building - 1], worth.building),
        Cell(_who(study, worth), _who(study, worth)),
        Cell(worth.unit),
        _waiting_cell(worth),
        Cell(words.NONE, muted=True) if best is None else Cell(str(best), best),
        *(names.value_cell(step, sign=True) for step in worth.steps),
        names.count_cell(worth.every.direct.n),
    )


def _waiting_cell(worth: BuildingWorth) -> Cell:
    found = worth.waiting
    if found is None:
        return Cell("too few completions", muted=True)
    if worth.unit != _VP:
        return Cell("vp alone can't tell")
    return Cell(waiting_words(found))


def waiting_words(found: Waiting) -> str:
    """When waiting brought vp, as plainly as the steps allow."""
    unsure = "" if found.sure else ", unsure"
    if not found.gains:
        return f"in no round{unsure}"
    if found.gains == found.judged:
        return f"in every round{unsure}"
    if found.gains == found.judged[-len(found.gains) :]:
        return f"from round {found.gains[0]} on{unsure}"
    if found.gains == found.judged[: len(found.gains)]:
        return f"until round {found.gains[-1] + 1}{unsure}"
    return f"in rounds {words.listing([str(r) for r in found.gains])}{unsure}"


def _caution() -> Notice:
    units = sorted({unit for unit in YIELD_UNITS if unit != _VP})
    return Notice(
        "What vp alone can't tell",
        f"Where a lasting effect gives {words.listing(units)}, its vp depend on what the player makes of "
        "them, and no count of direct vp can say when waiting begins to pay: there the games with one player "
        "told to wait are the better guide. For the others too the figures compare different players in "
        "different games: who completed later had other cards and goods. So they say what a completion gave "
        "in that round, not what the same player would have got by waiting.",
    )


def _vp_cells(worth: CompletionWorth) -> Iterable[Cell]:
    return map(names.value_cell, (*worth.parts.values(), worth.direct))


def _vp_table(found: tuple[BuildingWorth, ...]) -> Table:
    return Table(
        "building-vp-table",
        "vp that one completion brought, by part, mean ± half of the 95\u202f% interval",
        (
            Column("Building", numeric=False),
            Column("n completions"),
            *(Column(title, unit=_VP) for title in (*VP_PARTS.values(), "all")),
            Column("Lasting effect gave", unit="see Unit"),
            Column("Unit"),
        ),
        tuple(
            (
                Cell(BUILDINGS[worth.building - 1], worth.building),
                names.count_cell(worth.every.direct.n),
                *_vp_cells(worth.every),
                names.value_cell(worth.every.lasting),
                Cell(worth.unit),
            )
            for worth in found
        ),
        note="First here: first-finisher vp. Opening: vp of a building-order marker. Lasting: to the end "
        "of the game. Goods, silver and commodities that a building gives are not vp and not counted here.",
    )


def _round_table(study: Study, found: tuple[BuildingWorth, ...]) -> Table:
    return Table(
        "building-worth-table",
        "What one completion brought by its round, mean ± half of the 95\u202f% interval",
        (
            Column("Building", numeric=False),
            Column("Bot", numeric=False),
            Column("Round"),
            Column("n completions"),
            *(Column(title, unit=_VP) for title in (*VP_PARTS.values(), "all")),
            Column("a round later, without bonuses", unit=_VP),
            Column("Lasting effect gave", unit="see Unit"),
            Column("Unit"),
        ),
        tuple(
            (
                Cell(BUILDINGS[worth.building - 1], worth.building),
                Cell(_who(study, worth), _who(study, worth)),
                names.count_cell(r),
                names.count_cell(each.direct.n),
                *_vp_cells(each),
                names.value_cell(step, sign=True),
                names.value_cell(each.lasting),
                Cell(worth.unit),
            )
            for worth in found
            for r, (each, step) in enumerate(zip(worth.by_round, (*worth.steps, NOTHING), strict=True), 1)
        ),
        note="A round later, without bonuses: direct vp of completions in the next round less those of this "
        "one, first-finisher and opening vp left out of both.",
        folded=True,
    )
