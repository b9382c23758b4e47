"""What rushing a craft building or waiting with it does: games played again with one player told so."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.analysis.buildings import BUILDINGS
from analyzer.analysis.delays import Delay, Delays
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.stats import FEW_BLOCKS, stand_out
from analyzer.analysis.study import Study
from reports import words
from reports.figures.drawings import Curve, Panel, Panels
from reports.page import Block, Cell, Column, Figure, Table, Text
from reports.sections import names

RUSH = None  # a Delay's ``before`` of a player who is told to rush


NOT_PLAYED = (
    "Cause and effect: not played. granja run with --study restrictions plays the same games again with one "
    "player told to rush a building or to wait with it; what that does then stands here."
)


def told_blocks(study: Study, found: Delays | None) -> tuple[Block, ...]:
    """Figure, words and tables of the study, or how to play it."""
    if found is None or not found.effects:
        return (Text((NOT_PLAYED,)),)
    told = _told(found)
    return (
        _figure(study, found, told),
        _holds_for(found),
        _short_table(study, found, told),
        _table(study, found, told),
    )


def _told(found: Delays) -> dict[Delay, bool | None]:
    """Which effects are told from zero, corrected for how many are compared."""
    margins = [effect.margin for effect in found.effects]
    return dict(zip(found.effects, stand_out(margins, 0.0, least_blocks=FEW_BLOCKS), strict=True))


def first_costly(effects: Sequence[Delay], told: dict[Delay, bool | None]) -> Delay | None:
    """The first wait that is told to cost something."""
    return next((e for e in effects if e.before is not RUSH and told[e] and e.margin.mean < 0), None)


def _bots(study: Study) -> tuple[int | None, ...]:
    """All bots together, then each if there are several."""
    return (None,) if names.mirror(study) else (None, *range(len(study.bots)))


def _who(study: Study, bot: int | None) -> str:
    if bot is None:
        return study.bots[0] if names.mirror(study) else "all bots"
    return study.bots[bot]


def _effect(study: Study) -> str:
    return "effect on vp" if study.solo else "effect on the vp margin, vp"


def _rounds(found: Delays) -> tuple[int, ...]:
    return tuple(sorted({effect.before for effect in found.effects if effect.before is not None}))


def _figure(study: Study, found: Delays, told: dict[Delay, bool | None]) -> Figure:
    rounds = (*_rounds(found), RUSH)
    series = (None,) if names.mirror(study) else tuple(range(len(study.bots)))
    panels = []
    for building, name in enumerate(BUILDINGS, 1):
        curves = []
        for bot in series:
            by_round = {effect.before: effect.margin for effect in found.of(building, bot)}
            curves.append(Curve(_who(study, bot), tuple(by_round.get(r, NOTHING) for r in rounds)))
        panels.append(Panel(name, tuple(curves)))
    outcome = names.outcome_name(study)
    return Figure(
        "told",
        "What waiting and rushing do",
        f"Effect on the {outcome} of a player who is told not to complete a building before a round, or to "
        f"rush it, by building. {_extremes(study, found, told)}",
        "One player of a game was told not to complete the building before the round below the dot, or "
        "(right of the dotted line) to go for it before all else; the same game, with the same luck, was "
        f"played without that. The dot is the mean change of that player's {outcome}, over all games, with "
        f"its 95\u202f% interval: below the dashed line being told so cost vp. The small number is n games; "
        f"grey dots rest on fewer than {words.SMALL} blocks.",
        Panels(
            tuple(panels),
            tuple("rush" if r is RUSH else str(r) for r in rounds),
            _effect(study),
            "told: not completed before round, or rushed (small: n)",
            joined=False,
            apart=True,
            line=0.0,
            counts=True,
        ),
        f"Effect of being told so on the player's own {outcome}, {words.count(found.blocks)} blocks",
    )


def _named(effect: Delay) -> str:
    """What was told, and about which building."""
    name = BUILDINGS[effect.building - 1]
    told = f"rush {name}" if effect.before is RUSH else f"{name} not before round {effect.before}"
    return f"{told}, {words.with_interval(effect.margin, sign=True, unit='vp')}"


def _extremes(study: Study, found: Delays, told: dict[Delay, bool | None]) -> str:
    """The largest gain and the largest loss among those told from zero, over all bots."""
    clear = [e for e in found.effects if e.bot is None and told[e]]
    if not clear:
        return "No effect is told from zero."
    worst = min(clear, key=lambda e: e.margin.mean)
    best = max(clear, key=lambda e: e.margin.mean)
    lost = f"What costs most: {_named(worst)}{_holds(study, worst, found, told)}."
    won = f"What gains most: {_named(best)}{_holds(study, best, found, told)}."
    if best.margin.mean <= 0:
        return f"{lost} Nothing is told to gain anything."
    return f"{lost} {won}" if worst.margin.mean < 0 else f"{won} Nothing is told to cost anything."


def _holds(study: Study, effect: Delay, found: Delays, told: dict[Delay, bool | None]) -> str:
    """For how many of several bots the same is told, in the same direction."""
    if names.mirror(study):
        return ""
    same = [
        each
        for each in found.effects
        if each.bot is not None
        and (each.building, each.before) == (effect.building, effect.before)
        and told[each]
        and (each.margin.mean > 0) == (effect.margin.mean > 0)
    ]
    return f" (told for {len(same)} of {len(study.bots)} bots)"


def _holds_for(found: Delays) -> Text:
    text = (
        "These are effects, not just what goes together: cards, dice and draws are the same in both games, "
        "and all that differs comes from what one player was told. They hold for these bots, which play on "
        "as they always do. A player told to wait goes on delivering to the row and only can't complete it, "
        "and plans nothing else meanwhile: somebody who waits on purpose may lose less. The means are over "
        "all games, also those in which nothing came of it because the player would have done so anyway; "
        "the table of all effects says how often something changed. In the next table a wait costs when the "
        f"loss is told from zero, with {words.count(len(found.effects))} effects compared at once."
    )
    if found.blocks < found.asked:
        done, asked = words.count(found.blocks), words.count(found.asked)
        text += f" Only {done} of {asked} blocks were played: the rest is missing."
    return Text((text,))


def _short_table(study: Study, found: Delays, told: dict[Delay, bool | None]) -> Table:
    """The causal break-even of each building in a row."""
    rows = []
    for building, name in enumerate(BUILDINGS, 1):
        for bot in _bots(study):
            effects = found.of(building, bot)
            rush = next((e for e in effects if e.before is RUSH), None)
            costly = first_costly(effects, told)
            rows.append(
                (
                    Cell(name, building),
                    Cell(_who(study, bot), _who(study, bot)),
                    names.value_cell(rush.margin, sign=True) if rush else Cell(words.NONE, muted=True),
                    _verdict(rush, told),
                    _costly_cell(effects, costly, told),
                    names.value_cell(costly.margin, sign=True) if costly else Cell(words.NONE, muted=True),
                    names.count_cell(max((e.margin.n for e in effects), default=0)),
                )
            )
    return Table(
        "told-short",
        f"From when on waiting costs, by effect on the {names.outcome_name(study)} ± half of the "
        "95\u202f% interval",
        (
            Column("Building", numeric=False),
            Column("Bot", numeric=False),
            Column("Told to rush, vp"),
            Column("Rushing", numeric=False),
            Column("First wait that costs", numeric=False),
            Column("What it costs, vp"),
            Column("n games"),
        ),
        tuple(rows),
        note="First wait that costs: the lowest round R at which “not before round R” is told to lose; "
        "waits shorter than that may cost too, less than these games can show.",
    )


def _verdict(effect: Delay | None, told: dict[Delay, bool | None]) -> Cell:
    if effect is None or told[effect] is None:
        return Cell("too few games", muted=True)
    if not told[effect]:
        return Cell("not told from nothing")
    return Cell("gains" if effect.margin.mean > 0 else "costs")


def _costly_cell(effects: Sequence[Delay], costly: Delay | None, told: dict[Delay, bool | None]) -> Cell:
    if costly is not None and costly.before is not None:
        return Cell(f"not before round {costly.before}", costly.before)
    if not any(told[e] is not None for e in effects if e.before is not RUSH):
        return Cell("too few games", 99, muted=True)
    return Cell("none is told to cost", 99)


def _table(study: Study, found: Delays, told: dict[Delay, bool | None]) -> Table:
    shares = () if study.solo else (Column("Effect on the win share"),)
    return Table(
        "told-table",
        "All effects of being told to wait or to rush, ± half of the 95\u202f% interval",
        (
            Column("Building", numeric=False),
            Column("Bot", numeric=False),
            Column("Told", numeric=False),
            Column(_effect(study)),
            Column("Told from zero", numeric=False),
            *shares,
            Column("Games in which it changed something"),
            Column("n games"),
        ),
        tuple(
            (
                Cell(BUILDINGS[effect.building - 1], effect.building),
                Cell(_who(study, effect.bot), _who(study, effect.bot)),
                Cell(
                    "rush" if effect.before is RUSH else f"not before round {effect.before}",
                    effect.before or 0,
                ),
                names.value_cell(effect.margin, sign=True),
                Cell({True: "yes", False: "no", None: "too few games"}[told[effect]]),
                *(() if study.solo else (names.points_cell(effect.share),)),
                names.share_cell(effect.mattered),
                names.count_cell(effect.margin.n),
            )
            for effect in found.effects
        ),
        folded=True,
    )
