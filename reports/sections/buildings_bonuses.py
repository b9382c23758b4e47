"""First-finisher and opening vp: who gets them, when, and what they decide."""

from __future__ import annotations

from analyzer.analysis.building_bonuses import Bonuses, BonusesOf, FirstDone
from analyzer.analysis.building_games import BOTH, FIRST, OPENING
from analyzer.analysis.buildings import BUILDINGS
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from reports import words
from reports.figures.drawings import Dot, Dots
from reports.page import Block, Cell, Column, Figure, Table, Text
from reports.sections import names


def bonus_blocks(study: Study, bonuses: Bonuses, firsts: tuple[FirstDone, ...]) -> tuple[Block, ...]:
    """Who gets the bonuses and what hangs on them; then by building and round."""
    who: tuple[Block, ...] = (
        () if study.solo else (_figure(study, bonuses), _decided(bonuses), _table(study, bonuses))
    )
    return (*who, _first_table(study, firsts), _opening_table(study, firsts))


def _groups(study: Study, bonuses: Bonuses) -> tuple[tuple[str, str, BonusesOf], ...]:
    """Group, label and values: bots where there are several, then seats."""
    bots = () if names.mirror(study) else bonuses.by_bot
    return (
        *(("By bot", study.bots[of.who], of) for of in bots),
        *(("By seat", names.seat(of.who), of) for of in bonuses.by_seat),
    )


def _figure(study: Study, bonuses: Bonuses) -> Figure:
    groups = _groups(study, bonuses)
    even = [
        sum(getattr(of, part).mean for of in bonuses.by_seat) / study.players for part in ("first", "opening")
    ]
    dots = tuple(
        dot
        for group, label, of in groups
        for dot in (
            Dot(f"{label}: first", of.first, 0, even[0], group),
            Dot(f"{label}: opening", of.opening, 1, even[1], group),
        )
    )
    _, most, of = max(groups, key=lambda each: each[2].first.mean + each[2].opening.mean)
    return Figure(
        "bonuses",
        "Who gets the bonuses",
        "First-finisher and opening vp per player-game by bot and seat. Most go to "
        f"{most}: {words.with_interval(of.first, unit='vp')} for being first and "
        f"{words.with_interval(of.opening, unit='vp')} for openings.",
        "vp that a player gets in a game for being the first to complete a craft building, and for "
        "completing one while a building-order marker is left. The grey tick is an even share between the "
        "seats. Bars are 95\u202f% intervals.",
        Dots(
            dots,
            "vp per player-game",
            series=("first at a building", "opening a building"),
            reference_label="even share",
        ),
        "First-finisher and opening vp per player-game",
    )


def _decided(bonuses: Bonuses) -> Text:
    def share(bonus: str) -> str:
        return words.percent_with_interval(bonuses.decided[bonus])

    games = words.count(bonuses.decided[BOTH].n)
    text = (
        f"In {share(BOTH)} of the games (n {games}) somebody who won would not have won if no player had got "
        f"first-finisher and opening vp; {share(FIRST)} without first-finisher vp alone, {share(OPENING)} "
        "without opening vp alone. This takes the vp off the results of these very games, ties by silver, "
        "and changes nothing else. It is arithmetic, not a forecast: without the bonuses players would have "
        "played for other things."
    )
    return Text((text,))


def _table(study: Study, bonuses: Bonuses) -> Table:
    return Table(
        "bonus-table",
        "Bonuses and win share with and without them, ± half of the 95\u202f% interval",
        (
            Column("Who", numeric=False),
            Column("First-finisher vp"),
            Column("Opening vp"),
            Column("Win share"),
            Column("Win share without bonuses"),
            Column("Won or lost by bonuses"),
            Column("n player-games"),
        ),
        tuple(
            (
                Cell(label, label),
                names.value_cell(of.first),
                names.value_cell(of.opening),
                names.share_cell(of.share),
                names.share_cell(of.without),
                names.points_cell(of.gained),
                names.count_cell(of.first.n),
            )
            for _, label, of in _groups(study, bonuses)
        ),
        note="Without bonuses: first-finisher and opening vp taken off every player's result and nothing "
        "else changed.",
    )


def _first_table(study: Study, firsts: tuple[FirstDone, ...]) -> Table:
    bots = () if names.mirror(study) else tuple(enumerate(study.bots))
    return Table(
        "first-table",
        "In which share of games a building is first completed in which round"
        + (" and by which bot" if bots else "")
        + ", ± half of the 95\u202f% interval",
        (
            Column("Building", numeric=False),
            *(Column(f"Round {r}") for r in range(1, study.rounds + 1)),
            Column("By nobody"),
            *(Column(f"By {name}") for _, name in bots),
            Column("n games"),
        ),
        tuple(
            (
                Cell(BUILDINGS[first.building - 1], first.building),
                *map(names.share_cell, first.by_round),
                names.share_cell(first.nobody),
                *(names.share_cell(first.by_bot[bot]) for bot, _ in bots),
                names.count_cell(first.nobody.n),
            )
            for first in firsts
        ),
        folded=True,
    )


def _opening_table(study: Study, firsts: tuple[FirstDone, ...]) -> Table:
    def cell(value: Estimate) -> Cell:
        return Cell("none", 0.0) if value.mean == 0 else names.value_cell(value)

    return Table(
        "opening-table",
        "Opening vp per game by the building whose completion took the marker, ± half of the 95\u202f% "
        "interval",
        (
            Column("Building", numeric=False),
            *(Column(f"Round {r}", unit="vp") for r in range(1, study.rounds + 1)),
            Column("n games"),
        ),
        tuple(
            (
                Cell(BUILDINGS[first.building - 1], first.building),
                *map(cell, first.openings),
                names.count_cell(first.nobody.n),
            )
            for first in firsts
        ),
        folded=True,
    )
