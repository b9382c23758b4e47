"""Roofs: what they do, where their data come from, and what buying one causes."""

from __future__ import annotations

from collections import Counter

from analyzer.analysis import overview
from analyzer.analysis.probe_measures import CAUTION
from analyzer.analysis.probes import OptionEffect, Probed, probed
from analyzer.analysis.stats import stand_out
from analyzer.analysis.study import Study
from analyzer.recording.schema import Players
from analyzer.scenario.model import RoofTile
from analyzer.scenario.words import effect_words
from cext.types import Size
from reports import words
from reports.figures.drawings import Dot, Dots
from reports.page import Block, Cell, Column, Figure, Section, Table, Text
from reports.sections import names
from reports.sections.market_choice import choice_note, define_probes, points_cell, verdict_cell

NO_ROOF = 0
"""Subject of the option to buy none; roof i has i + 1."""

_LONGEST = 34  # characters of a roof's name in a figure
_COLUMNS = (Players.ROOFS, Players.ROOFS_USED, Players.VP_ROOFS)
_NOT_PLAYED = (
    "Cause and effect: not played. granja run with --study probes plays games again from purchases of roofs, "
    "once with each roof that could be bought and once with none; what each of them does then stands here."
)


def section(study: Study) -> Section:
    """A short part of the report."""
    return Section(
        "roofs",
        "Roofs",
        "What do the roofs do, how many are bought, and what does buying one cause?",
        tuple(roof_blocks(study, probed(study, "roof"))),
    )


def roof_blocks(study: Study, probes: tuple[Probed, ...]) -> list[Block]:
    """Words, and with probes the effects; then the table."""
    blocks: list[Block] = [Text((_sources(study),)), _use_table(study)]
    if probes:
        define_probes(study)
        blocks.append(_effects(study, probes[0]))
    else:
        blocks.append(Text((_NOT_PLAYED,)))
    blocks.append(_table(study, probes))
    return blocks


def _sources(study: Study) -> str:
    tiles = study.scenario.rule_set.roof_tiles
    marks = Counter(tile.provenance for tile in tiles)
    shown = words.listing([f"{n} {mark}" for mark, n in sorted(marks.items())])
    caution = " No figure about a designed roof is one about the printed game." if marks["designed"] else ""
    return (
        f"Of the {len(tiles)} roofs a part, drawn at random, is on sale in each game, those of a round "
        f"together. Where their effects come from: {shown}.{caution}"
    )


def _use_table(study: Study) -> Table:
    by_bot = overview.averages(study, _COLUMNS)
    return Table(
        "roof-use-table",
        "Roofs per player and game, mean ± half of the 95\u202f% interval",
        (
            Column("Bot", numeric=False),
            Column("Roofs bought", unit="roofs"),
            Column("Roofs used", unit="times"),
            Column("vp of roofs"),
            Column("n player-games"),
        ),
        tuple(
            (
                Cell(study.bots[bot], study.bots[bot]),
                *(names.value_cell(row[column]) for column in _COLUMNS),
                names.count_cell(row[Players.ROOFS].n),
            )
            for bot, row in sorted(by_bot.items())
        ),
        note="vp of roofs: for the 1st, 2nd … roof bought, whatever it does (F8).",
    )


def roof_number(tile: RoofTile) -> int:
    """The subject of a roof in probes."""
    return (tile.round - 1) * Size.N_ROOF_SLOTS + tile.slot


def _name(tile: RoofTile) -> str:
    return f"{tile.round}.{tile.slot} {effect_words(tile.effect)}"


def _names(study: Study) -> dict[int, str]:
    tiles = {roof_number(tile): _name(tile) for tile in study.scenario.rule_set.roof_tiles}
    return {NO_ROOF: "none", **tiles}


def _short(text: str) -> str:
    """A name that fits beside a dot."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}\u2026"


def _told(probe: Probed) -> dict[int, bool | None]:
    found = stand_out([option.effect for option in probe.options], 0.0, least_blocks=words.SMALL)
    return {option.key[0]: verdict for option, verdict in zip(probe.options, found, strict=True)}


def _effects(study: Study, probe: Probed) -> Figure:
    """All bots together, the best first."""
    ordered = sorted(probe.options, key=lambda option: -option.effect.mean)
    name = _names(study)
    outcome = names.outcome_name(study)
    return Figure(
        "roof-effects",
        "What buying a roof causes",
        f"Dot plot of the effect of buying each roof on the {outcome}, best first. {_finding(study, probe)}",
        f"In each of {words.count(probe.decisions)} games one purchase of a roof was drawn, and the game was "
        "played on once with each roof that could be bought and once with none. The dot is the "
        f"{outcome} with this one less the mean of those with the others, over the purchases in which it "
        "could be bought; the line is its 95\u202f% interval. Left of the dashed line it cost vp. Grey: "
        f"fewer than {words.SMALL} games. {CAUTION}",
        Dots(
            tuple(Dot(_short(name[option.key[0]]), option.effect) for option in ordered),
            f"effect of buying it on the {outcome}, vp",
            line=0.0,
            line_label="the others on offer",
            signed=True,
        ),
        f"Effect on the {outcome} against the other options of the purchase, "
        f"n {words.count(probe.decisions)} purchases",
    )


def _finding(study: Study, probe: Probed) -> str:
    verdicts = _told(probe)
    clear = [option for option in probe.options if verdicts[option.key[0]]]
    if not clear:
        return "No option is told from the others."
    name = _names(study)

    def shown(option: OptionEffect) -> str:
        called = "buying none" if option.key[0] == NO_ROOF else f"roof {name[option.key[0]]}"
        return f"{called}, {words.with_interval(option.effect, sign=True, unit='vp')}"

    best = max(clear, key=lambda option: option.effect.mean)
    worst = min(clear, key=lambda option: option.effect.mean)
    found = [shown(option) for option in dict.fromkeys((best, worst))]
    return f"Of those told from the others, best and worst: {'; '.join(found)}."


def _table(study: Study, probes: tuple[Probed, ...]) -> Table:
    effects = (
        (
            Column("Effect, vp"),
            Column("Told from zero", numeric=False),
            Column("When bought, vp"),
            *(() if study.solo else (Column("Effect on the win share"),)),
            Column("n on offer"),
            Column("n bought"),
        )
        if probes
        else ()
    )
    return Table(
        "roof-table",
        "All roofs" + (", effects ± half of the 95\u202f% interval" if probes else ""),
        (
            Column("Roof", numeric=False),
            Column("Effect when used", numeric=False),
            Column("Usable in", numeric=False),
            Column("Price", unit="silver"),
            *effects,
            Column("Source", numeric=False),
        ),
        tuple(_rows(study, probes)),
        note=choice_note(study, probes[0]) if probes else "",
    )


def _rows(study: Study, probes: tuple[Probed, ...]) -> list[tuple[Cell, ...]]:
    rule_set = study.scenario.rule_set
    options = {option.key[0]: option for option in probes[0].options} if probes else {}
    verdicts = _told(probes[0]) if probes else {}

    def effects(number: int) -> tuple[Cell, ...]:
        option = options.get(number)
        if not probes:
            return ()
        if option is None:
            return tuple(Cell(words.NONE, None, muted=True) for _ in range(5 if study.solo else 6))
        return (
            names.value_cell(option.effect, sign=True),
            verdict_cell(verdicts[number]),
            names.value_cell(option.when_chosen, sign=True),
            *(() if study.solo else (points_cell(option),)),
            names.count_cell(option.offered),
            names.count_cell(option.chosen),
        )

    rows: list[tuple[Cell, ...]] = []
    for tile in rule_set.roof_tiles:
        price = rule_set.number(f"roofs.price.{tile.round - 1}")
        rows.append(
            (
                Cell(f"{tile.round}.{tile.slot}", roof_number(tile)),
                Cell(effect_words(tile.effect), effect_words(tile.effect)),
                Cell(" or ".join(tile.phases)),
                Cell(f"{price} silver", price),
                *effects(roof_number(tile)),
                Cell(tile.provenance, tile.provenance, mark=tile.provenance),
            )
        )
    if probes:
        none = Cell("none", NO_ROOF)
        blank = Cell(words.NONE, None, muted=True)
        rows.append((none, blank, blank, blank, *effects(NO_ROOF), blank))
    return rows
