"""What choosing a hex causes: the same game played on from each hex that could be chosen."""

from __future__ import annotations

from analyzer.analysis.market import HexControl
from analyzer.analysis.measures import use
from analyzer.analysis.probe_measures import CAUTION, probe_measures
from analyzer.analysis.probes import OptionEffect, Probed
from analyzer.analysis.stats import stand_out
from analyzer.analysis.study import Study
from reports import words
from reports.figures.drawings import HexMaps
from reports.page import Block, Cell, Column, Figure, Table, Text
from reports.sections import names
from reports.sections.market_map import hex_heads, hex_map, map_words, named, source_cell

NOT_PLAYED = (
    "Cause and effect: not played. granja run with --study probes plays games again from choices of a hex, "
    "once with each hex that could be chosen; what each of them does then stands here."
)


def choice_blocks(
    study: Study, probes: tuple[Probed, ...], hexes: tuple[HexControl, ...]
) -> tuple[Block, ...]:
    """Maps and table of the probes, or how to play them."""
    if not probes:
        return (Text((NOT_PLAYED,)),)
    define_probes(study)
    everybody, *bots = probes
    blocks: list[Block] = [_map(study, everybody, hexes)]
    if bots:
        blocks.append(_bot_maps(study, bots))
    return (*blocks, _table(study, probes, hexes))


def define_probes(study: Study) -> None:
    """All measures of probes are shown, and so defined on the page."""
    for measure in probe_measures(study.players):
        use(measure)


def told(probe: Probed) -> dict[int, bool | None]:
    """Which hexes' effects are told from zero, corrected for how many are compared; None: too few."""
    found = stand_out([option.effect for option in probe.options], 0.0, least_blocks=words.SMALL)
    return {_hex(option): verdict for option, verdict in zip(probe.options, found, strict=True)}


def _hex(option: OptionEffect) -> int:
    return option.key[0]


def _coloured(probe: Probed) -> dict[int, bool]:
    return {number: bool(verdict) for number, verdict in told(probe).items()}


def _unit(study: Study) -> str:
    return f"effect of choosing the hex on the {names.outcome_name(study)}, vp"


def _map(study: Study, probe: Probed, hexes: tuple[HexControl, ...]) -> Figure:
    return Figure(
        "hex-choice",
        "What choosing a hex causes",
        f"Map of the market: effect of choosing each hex on the {names.outcome_name(study)} of the player, "
        f"against the mean of the other hexes that could be chosen. {_finding(probe, hexes)}",
        f"In each of {words.count(probe.decisions)} games one choice of a hex was drawn, and the game was "
        f"played on once with each hex that could be chosen. The figure is the {names.outcome_name(study)} "
        "with this hex less the mean of those with the others, over the choices in which it could be chosen, "
        "± half of the 95\u202f% interval. A choice is among hexes of one value, so hexes are better or "
        "worse than others of their value. Coloured are those told from zero, after a correction for how "
        f"many are compared. {CAUTION}{map_words(study)}",
        HexMaps(
            (hex_map(study, "", {_hex(o): o.effect for o in probe.options}, _coloured(probe)),),
            _unit(study),
            signed=True,
        ),
        f"Effect on the {names.outcome_name(study)} against the other hexes on offer, "
        f"n {words.count(probe.decisions)} choices",
    )


def _finding(probe: Probed, hexes: tuple[HexControl, ...]) -> str:
    """The best and the worst hex that were told from zero."""
    places = {place.hex.number: place.hex for place in hexes}
    verdicts = told(probe)
    clear = [option for option in probe.options if verdicts[_hex(option)]]
    if not clear:
        return "No hex is told from the others of its value."
    best = max(clear, key=lambda option: option.effect.mean)
    worst = min(clear, key=lambda option: option.effect.mean)
    parts = []
    if best.effect.mean > 0:
        parts.append(f"best {named(places[_hex(best)])}, {words.with_interval(best.effect, sign=True)}")
    if worst.effect.mean < 0:
        parts.append(f"worst {named(places[_hex(worst)])}, {words.with_interval(worst.effect, sign=True)}")
    return f"Told from the others: {'; '.join(parts)}."


def _bot_maps(study: Study, probes: list[Probed]) -> Figure:
    shown = [(study.bots[probe.bot], probe) for probe in probes if probe.bot is not None and probe.decisions]
    return Figure(
        "hex-choice-bot",
        "What choosing a hex causes, by bot",
        f"Maps of the market by bot: effect of choosing each hex on the {names.outcome_name(study)}. "
        + " ".join(
            f"{name}: {sum(map(bool, told(probe).values()))} of {len(probe.options)} hexes told from zero."
            for name, probe in shown
        ),
        "As above, of each bot's own choices; all maps have one scale. What holds for several bots depends "
        f"less on how one of them plays on. Intervals stand in the table.{map_words(study)}",
        HexMaps(
            tuple(
                hex_map(study, name, {_hex(o): o.effect for o in probe.options}, _coloured(probe))
                for name, probe in shown
            ),
            _unit(study),
            small=True,
            signed=True,
        ),
        "; ".join(f"{name} n {words.count(probe.decisions)} choices" for name, probe in shown),
    )


def _table(study: Study, probes: tuple[Probed, ...], hexes: tuple[HexControl, ...]) -> Table:
    several = len(probes) > 1
    places = {place.hex.number: place.hex for place in hexes}
    rows = []
    for probe in probes:
        verdicts = told(probe)
        who = "all" if probe.bot is None else study.bots[probe.bot]
        for option in probe.options:
            place = places[_hex(option)]
            rows.append(
                (
                    *hex_heads(place),
                    *((Cell(who, who),) if several else ()),
                    names.value_cell(option.effect, sign=True),
                    verdict_cell(verdicts[_hex(option)]),
                    names.value_cell(option.when_chosen, sign=True),
                    *(() if study.solo else (points_cell(option),)),
                    names.count_cell(option.offered),
                    names.count_cell(option.chosen),
                    source_cell(place),
                )
            )
    probe = probes[0]
    return Table(
        "choice-table",
        f"Effect of choosing a hex on the {names.outcome_name(study)}, ± half of the 95\u202f% interval",
        (
            Column("Hex", numeric=False),
            Column("Value"),
            *((Column("Bot", numeric=False),) if several else ()),
            Column("Effect, vp"),
            Column("Told from zero", numeric=False),
            Column("When chosen, vp"),
            *(() if study.solo else (Column("Effect on the win share"),)),
            Column("n on offer"),
            Column("n chosen"),
            Column("Source", numeric=False),
        ),
        tuple(rows),
        note=choice_note(study, probe),
    )


def verdict_cell(verdict: bool | None) -> Cell:
    """Whether an effect is told from zero."""
    return Cell({True: "yes", False: "no", None: "too few games"}[verdict], muted=verdict is None)


def points_cell(option: OptionEffect) -> Cell:
    """Effect on the win share, in points (hundredths)."""
    value = option.share
    if value.n == 0:
        return Cell(words.NONE, None, muted=True, value=value)
    decimals = max(1, words.digits(words.half(value, 100)))
    text = (
        f"{words.number(100 * value.mean, decimals, sign=True)} {words.plus_minus(value, share=True)} points"
    )
    return Cell(text, value.mean, muted=words.is_small(value), value=value)


def choice_note(study: Study, probe: Probed) -> str:
    """How much the choice matters in all, and how well it was made."""
    decided = (
        ""
        if study.solo
        else f", and decided who wins (or shares the win) in {words.percent_with_interval(probe.decided)}"
    )
    return (
        f"The choice changed the result in {words.percent_with_interval(probe.mattered)} of "
        f"{words.count(probe.decisions)} choices{decided}. What was chosen gains "
        f"{words.with_interval(probe.gain, sign=True, unit='vp')} over the mean of its alternatives; the "
        f"best one, known only afterwards, would have gained {words.with_interval(probe.regret, unit='vp')} "
        "more."
    )
