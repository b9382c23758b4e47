"""What rushing a craft building or waiting with it does: games played again with one player told so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from analyzer.analysis.building_told import where_changed, where_changed_measure
from analyzer.analysis.buildings import BUILDINGS
from analyzer.analysis.delays import Delay, Delays
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.measures import use
from analyzer.analysis.stats import FEW_BLOCKS, stand_out
from analyzer.analysis.study import Study
from reports import words
from reports.figures.drawings import Curve, Dot, Dots, Panel, Panels
from reports.page import Block, Cell, Column, Figure, Table, Text
from reports.sections import names

Told: TypeAlias = dict[Delay, bool | None]
"""Whether an effect is told from zero; None: not judged."""

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
    use(where_changed_measure(study.players))
    waits = (_wait_figure(study, found, told),) if _rounds(found) else ()
    return (
        *waits,
        _rush_figure(study, found, told),
        _holds_for(study, found),
        _short_table(study, found, told),
        _table(study, found, told),
    )


def _told(found: Delays) -> Told:
    """Which effects are told from zero, corrected for how many are compared."""
    margins = [effect.margin for effect in found.effects]
    return dict(zip(found.effects, stand_out(margins, 0.0, least_blocks=FEW_BLOCKS), strict=True))


def _bots(study: Study) -> tuple[int | None, ...]:
    """All bots together, then each if there are several."""
    return (None,) if names.mirror(study) else (None, *range(len(study.bots)))


def _series(study: Study) -> tuple[int | None, ...]:
    """What figures draw: each bot if there are several."""
    return (None,) if names.mirror(study) else tuple(range(len(study.bots)))


def _who(study: Study, bot: int | None) -> str:
    if bot is None:
        return study.bots[0] if names.mirror(study) else "all bots"
    return study.bots[bot]


def _effect(study: Study) -> str:
    return "effect on vp" if study.solo else "effect on the vp margin, vp"


def _rounds(found: Delays) -> tuple[int, ...]:
    return tuple(sorted({effect.before for effect in found.effects if effect.before is not None}))


def _wait_figure(study: Study, found: Delays, told: Told) -> Figure:
    rounds = _rounds(found)
    panels = []
    for building, name in enumerate(BUILDINGS, 1):
        curves = []
        for bot in _series(study):
            by_round = {effect.before: effect.margin for effect in found.of(building, bot)}
            curves.append(Curve(_who(study, bot), tuple(by_round.get(r, NOTHING) for r in rounds)))
        panels.append(Panel(name, tuple(curves)))
    outcome = names.outcome_name(study)
    waits = [effect for effect in found.effects if effect.before is not RUSH]
    return Figure(
        "told",
        "What waiting does",
        f"Effect on the {outcome} of a player who is told not to complete a building before a round, by "
        f"building and round. {_extremes(study, found, waits, told)}",
        "One player of a game was told not to complete the building before the round below the dot; the same "
        "game, with the same luck, was played without that. The dot is the mean change of that player's "
        f"{outcome}, over all games, with its 95\u202f% interval: below the dashed line waiting cost vp. The "
        f"small number is n games; grey dots rest on fewer than {words.SMALL} blocks.",
        Panels(
            tuple(panels),
            tuple(map(str, rounds)),
            _effect(study),
            "told not to complete it before round (small: n)",
            joined=False,
            line=0.0,
            counts=True,
        ),
        f"Effect of being told to wait on the player's own {outcome}, {words.count(found.blocks)} blocks",
    )


def _rush_figure(study: Study, found: Delays, told: Told) -> Figure:
    outcome = names.outcome_name(study)
    rushes = [effect for effect in found.effects if effect.before is RUSH]
    mirror = names.mirror(study)
    dots = tuple(
        Dot(
            BUILDINGS[effect.building - 1] if mirror else _who(study, effect.bot),
            effect.margin,
            group="" if mirror else BUILDINGS[effect.building - 1],
        )
        for effect in rushes
        if effect.bot in _series(study)
    )
    return Figure(
        "told-rush",
        "What rushing does",
        f"Effect on the {outcome} of a player who is told to rush a building, by building. "
        + _extremes(study, found, rushes, told),
        "One player of a game was told to go for the building before all else from its opening on, until it "
        "is done: to deliver to it first, and to keep, get and pay what it needs before anything else. The "
        f"dot is the mean change of that player's {outcome} against the same game without that, with its "
        "95\u202f% interval. That is hurry at any price; a little more hurry than the bot has by itself "
        "costs less, or may pay.",
        Dots(dots, _effect(study), line=0.0, signed=True),
        f"Effect of being told to rush on the player's own {outcome}, {words.count(found.blocks)} blocks",
    )


def _named(effect: Delay) -> str:
    """What was told, and about which building."""
    name = BUILDINGS[effect.building - 1]
    told = f"rush {name}" if effect.before is RUSH else f"{name} not before round {effect.before}"
    return f"{told}, {words.with_interval(effect.margin, sign=True, unit='vp')}"


def _extremes(study: Study, found: Delays, effects: Sequence[Delay], told: Told) -> str:
    """The largest gain and the largest loss among those told from zero, over all bots."""
    clear = [e for e in effects if e.bot is None and told[e]]
    if not clear:
        return "No effect is told from zero."
    worst = min(clear, key=lambda e: e.margin.mean)
    best = max(clear, key=lambda e: e.margin.mean)
    lost = f"What costs most: {_named(worst)}{_holds(study, worst, found, told)}."
    won = f"What gains most: {_named(best)}{_holds(study, best, found, told)}."
    if best.margin.mean <= 0:
        return f"{lost} Nothing is told to gain anything."
    return f"{lost} {won}" if worst.margin.mean < 0 else f"{won} Nothing is told to cost anything."


def _holds(study: Study, effect: Delay, found: Delays, told: Told) -> str:
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


def _holds_for(study: Study, found: Delays) -> Text:
    text = (
        "These are effects, not just what goes together: cards, dice and draws are the same in both games, "
        "and all that differs comes from what one player was told. They hold for these bots, which play on "
        "as they always do. A player told to wait goes on delivering to the row and only can't complete it, "
        "and plans nothing else meanwhile: somebody who waits on purpose may lose less. The means are over "
        "all games, also those in which nothing came of it because the player would have done so anyway; "
        "the table of all effects says how often something changed, and what it did then. In the next table "
        "a wait costs when the loss is told from zero, with "
        f"{words.count(len(found.effects))} effects compared at once."
    )
    if found.blocks < found.asked:
        done, asked = words.count(found.blocks), words.count(found.asked)
        text += f" Only {done} of {asked} blocks were played: the rest is missing."
    return Text((text, *_pool(study, found)))


def _pool(study: Study, found: Delays) -> tuple[str, ...]:
    """Who is not among all bots together, building by building."""
    missing = []
    for building, bots in sorted(found.pooled.items()):
        others = [f"\u201c{name}\u201d" for bot, name in enumerate(study.bots) if bot not in bots]
        if others:
            missing.append(f"{BUILDINGS[building - 1]} without {words.listing(others)}")
    if not missing:
        return ()
    text = (
        "\u201cAll bots\u201d are those that were told everything about a building: "
        f"{'; '.join(missing)}. What a bot does anyway, or can't do for what it is told already, was not "
        "played."
    )
    return (text,)


def _short_table(study: Study, found: Delays, told: Told) -> Table:
    """The causal break-even of each building in a row."""
    rows = []
    for building, name in enumerate(BUILDINGS, 1):
        for bot in _bots(study):
            effects = found.of(building, bot)
            waits = [effect for effect in effects if effect.before is not RUSH]
            rushes = [effect for effect in effects if effect.before is RUSH]
            rows.append(
                (
                    Cell(name, building),
                    Cell(_who(study, bot), _who(study, bot)),
                    *_wait_cells(waits, first_costly(waits, told), told),
                    *_wait_cells(waits, best_wait(waits, told), told),
                    names.value_cell(rushes[0].margin if rushes else NOTHING, sign=True),
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
            Column("First that costs"),
            Column("it costs, vp"),
            Column("Gains most"),
            Column("it gains, vp"),
            Column("Rush, vp"),
            Column("n games"),
        ),
        tuple(rows),
        note="Rounds R of “not before round R”. First that costs: the lowest R that is told to lose; shorter "
        "waits may cost too, less than these games can show. Gains most: of those told to gain.",
    )


def first_costly(waits: Sequence[Delay], told: Told) -> Delay | None:
    """The shortest wait that is told to cost something."""
    return next((wait for wait in waits if told[wait] and wait.margin.mean < 0), None)


def best_wait(waits: Sequence[Delay], told: Told) -> Delay | None:
    """The wait that gains most, of those that are told to gain."""
    gains = [wait for wait in waits if told[wait] and wait.margin.mean > 0]
    return max(gains, key=lambda wait: wait.margin.mean, default=None)


def _wait_cells(waits: Sequence[Delay], wait: Delay | None, told: Told) -> tuple[Cell, Cell]:
    """The round of a wait, and its effect."""
    if wait is not None:
        return _round_cell(wait), names.value_cell(wait.margin, sign=True)
    if any(told[each] is not None for each in waits):
        return Cell("none told", 99), names.value_cell(NOTHING)
    return Cell("not judged", 99, muted=True), names.value_cell(NOTHING)


def _round_cell(wait: Delay) -> Cell:
    return Cell(f"round {wait.before}", wait.before)


def _verdict(effect: Delay, told: Told) -> str:
    """What an effect is told to do, or why it isn't judged."""
    if told[effect] is None:
        return "too few games" if words.is_small(effect.margin) else "nothing changed"
    if not told[effect]:
        return "not told from nothing"
    return "gains" if effect.margin.mean > 0 else "costs"


def _table(study: Study, found: Delays, told: Told) -> Table:
    shares = () if study.solo else (Column("Effect on the win share"),)
    return Table(
        "told-table",
        "All effects of being told to wait or to rush, ± half of the 95\u202f% interval",
        (
            Column("Building", numeric=False),
            Column("Bot", numeric=False),
            Column("Told", numeric=False),
            Column(_effect(study)),
            Column("Verdict"),
            *shares,
            Column("Games in which it changed something"),
            Column("Effect in these, vp"),
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
                Cell(_verdict(effect, told)),
                *(() if study.solo else (names.points_cell(effect.share),)),
                names.share_cell(effect.mattered),
                names.value_cell(where_changed(effect), sign=True),
                names.count_cell(effect.margin.n),
            )
            for effect in found.effects
        ),
        folded=True,
    )
