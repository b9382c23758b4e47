"""Roofs: what they do, where their data come from, and what buying one causes."""

from __future__ import annotations

from collections import Counter

from analyzer.analysis import overview
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.measures import use
from analyzer.analysis.probe_measures import CAUTION, against_none
from analyzer.analysis.probes import OptionEffect
from analyzer.analysis.roof_effects import RoofEffects, roof_effects
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
        tuple(roof_blocks(study, roof_effects(study))),
    )


def roof_blocks(study: Study, found: RoofEffects | None) -> list[Block]:
    """Words, and with probes the effects; then the table."""
    blocks: list[Block] = [Text((_sources(study),)), _use_table(study)]
    if found:
        define_probes(study)
        use(against_none(study.players))
        blocks.append(_effects(study, found))
    else:
        blocks.append(Text((_NOT_PLAYED,)))
    blocks.append(_table(study, found))
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
    return {roof_number(tile): _name(tile) for tile in study.scenario.rule_set.roof_tiles}


def _short(text: str) -> str:
    """A name that fits beside a dot."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}\u2026"


def _told(found: RoofEffects) -> dict[int, bool | None]:
    """Whether a roof is told from buying none, corrected for the number of roofs."""
    told = stand_out([option.effect for option in found.against_none], 0.0, least_blocks=words.SMALL)
    return {option.key[0]: verdict for option, verdict in zip(found.against_none, told, strict=True)}


def _effects(study: Study, found: RoofEffects) -> Figure:
    """All bots together, the best first."""
    ordered = sorted(found.against_none, key=lambda option: -option.effect.mean)
    name = _names(study)
    outcome = names.outcome_name(study)
    decisions = words.count(found.probed.decisions)
    return Figure(
        "roof-effects",
        "What buying a roof causes",
        f"Dot plot of the effect of buying each roof instead of none on the {outcome}, best first. "
        f"{_finding(study, found)}",
        f"In each of {decisions} games one purchase of a roof was drawn, and the game was played on once "
        f"with each roof that could be bought and once with none. The dot is the {outcome} with this roof "
        "less that of the same game with none, over the purchases in which it could be bought; the line is "
        "its 95\u202f% interval. Left of the dashed line buying it was worse than buying none. Grey: fewer "
        f"than {words.SMALL} games. {CAUTION}",
        Dots(
            tuple(Dot(_short(name[option.key[0]]), option.effect) for option in ordered),
            f"effect of buying it on the {outcome}, vp",
            line=0.0,
            line_label="buying none",
            signed=True,
        ),
        f"Effect on the {outcome} against buying none in the same game, n {decisions} purchases",
    )


def _finding(study: Study, found: RoofEffects) -> str:
    verdicts = _told(found)
    clear = [option for option in found.against_none if verdicts[option.key[0]]]
    if not clear:
        return "No roof is told from buying none."
    name = _names(study)

    def shown(option: OptionEffect) -> str:
        return f"roof {name[option.key[0]]}, {words.with_interval(option.effect, sign=True, unit='vp')}"

    best = max(clear, key=lambda option: option.effect.mean)
    worst = min(clear, key=lambda option: option.effect.mean)
    ends = "; ".join(shown(option) for option in dict.fromkeys((best, worst)))
    return (
        f"{len(clear)} of {len(verdicts)} roofs are told from buying none; best and worst of these: {ends}."
    )


def _table(study: Study, found: RoofEffects | None) -> Table:
    return Table(
        "roof-table",
        "All roofs" + (", effects ± half of the 95\u202f% interval" if found else ""),
        (
            Column("Roof", numeric=False),
            Column("Effect when used", numeric=False),
            Column("Usable in", numeric=False),
            Column("Price", unit="silver"),
            *(_effect_columns(study) if found else ()),
            Column("Source", numeric=False),
        ),
        tuple(_rows(study, found)),
        note=choice_note(study, found.probed) if found else "",
    )


def _effect_columns(study: Study) -> tuple[Column, ...]:
    return (
        Column("Against buying none, vp", help="The same game with this roof less with none"),
        Column("Told from none", numeric=False),
        Column("The same, where bought, vp"),
        *(() if study.solo else (Column("Win share against none"),)),
        Column(
            "Against the other roofs on offer, vp",
            help="Less the mean of the other roofs of the purchase, where there were some",
        ),
        Column("n on offer"),
        Column("n bought"),
    )


def _rows(study: Study, found: RoofEffects | None) -> list[tuple[Cell, ...]]:
    rule_set = study.scenario.rule_set
    rows: list[tuple[Cell, ...]] = []
    cells = _effect_cells(study, found) if found else {}
    blank = len(_effect_columns(study)) if found else 0
    for tile in rule_set.roof_tiles:
        price = rule_set.number(f"roofs.price.{tile.round - 1}")
        rows.append(
            (
                Cell(f"{tile.round}.{tile.slot}", roof_number(tile)),
                Cell(effect_words(tile.effect), effect_words(tile.effect)),
                Cell(" or ".join(tile.phases)),
                Cell(f"{price} silver", price),
                *cells.get(roof_number(tile), (Cell(words.NONE, None, muted=True),) * blank),
                Cell(tile.provenance, tile.provenance, mark=tile.provenance),
            )
        )
    return rows


def _effect_cells(study: Study, found: RoofEffects) -> dict[int, tuple[Cell, ...]]:
    """By number of the roof."""
    verdicts = _told(found)
    return {
        option.key[0]: (
            names.value_cell(option.effect, sign=True),
            verdict_cell(verdicts[option.key[0]]),
            names.value_cell(option.when_chosen, sign=True),
            *(() if study.solo else (points_cell(option),)),
            names.value_cell(found.among_roofs.get(option.key[0], NOTHING), sign=True),
            names.count_cell(option.offered),
            names.count_cell(option.chosen),
        )
        for option in found.against_none
    }
