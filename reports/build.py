"""The page of a run: its four parts, the definitions of all measures, and how it was made."""

from __future__ import annotations

from collections import Counter

from analyzer.analysis import leads, measures, overview
from analyzer.analysis.alike import bots_alike
from analyzer.analysis.measures import Measure
from analyzer.analysis.overview import source_name
from analyzer.analysis.stats import FALSE_DISCOVERIES
from analyzer.analysis.study import Study
from analyzer.analysis.told import told_bots
from analyzer.recording.manifest import Manifest
from analyzer.recording.schema import VP_SOURCES, Players
from analyzer.scenario.model import Difference
from reports import words
from reports.page import Definition, Page
from reports.sections import buildings, market, placements
from reports.sections import overview as overview_section

UNOFFICIAL = "granja is an unofficial tool, not connected with the authors or publishers of La Granja."


def build_page(study: Study, manifest: Manifest) -> Page:
    """Ask all questions of a run and lay the answers out as a page."""
    scenario = study.scenario
    who = "solo" if study.solo else f"{study.players} players"
    return Page(
        title=scenario.name,
        subtitle=f"{words.count(study.games)} games of La Granja, {who}: {words.listing(list(study.bots))}",
        headline=_headline(study),
        warnings=_warnings(study, manifest),
        sections=(
            overview_section.section(study),
            placements.section(study),
            buildings.section(study),
            market.section(study),
        ),
        definitions=_definitions(study),
        made=_made(study, manifest),
        notes=(UNOFFICIAL, _designed(study)),
        foot=(
            f"{scenario.name} · {words.count(study.games)} games in {words.count(study.blocks)} blocks · "
            f"seed {manifest.seed} · rule set {scenario.rule_set.name} · granja "
            f"{manifest.versions.granja}, unofficial; parts of the tables are designed, not printed"
        ),
    )


def _headline(study: Study) -> tuple[tuple[str, str, str], ...]:
    """The figures at the top: value, name, interval."""
    columns = (Players.VP, Players.BARROWS_DONE, Players.BUILDINGS_DONE)
    all_players = overview.overall(study, columns)
    cards = [
        (words.count(study.games), "games", f"in {words.count(study.blocks)} blocks"),
        *(
            (words.mean(all_players[column]), name, f"{words.interval(all_players[column])} per player-game")
            for column, name in zip(columns, ("vp", "barrows", "craft buildings"), strict=True)
        ),
    ]
    return tuple(cards)


def _warnings(study: Study, manifest: Manifest) -> tuple[str, ...]:
    found = [told.sentence for told in told_bots(study)]
    found += [alike.sentence for alike in bots_alike(study.scenario, study.bots, study.seating)]
    if manifest.state == "partial":
        found.append(
            f"This run is not complete ({manifest.stopped}): the report covers the first "
            f"{words.count(study.games)} of {words.count(manifest.games)} games."
        )
    if study.blocks < words.SMALL:
        found.append(
            f"Only {_blocks_played(study.blocks)} played: nearly everything below is too uncertain to "
            "conclude from, and shown in grey."
        )
    return tuple(found)


def _blocks_played(blocks: int) -> str:
    return "1 block was" if blocks == 1 else f"{words.count(blocks)} blocks were"


def _definitions(study: Study) -> tuple[Definition, ...]:
    """Every measure of the page, in the words that stand beside the expression that computes it."""
    used: list[Measure] = [
        *study.outcomes,
        *(() if study.solo else leads.MEASURES),
        measures.ROUND,
        measures.CARD_VP,
        measures.USES,
        measures.COMPLETED,
        measures.HELD,
        measures.MARKER_VP,
        measures.BEYOND,
        measures.STOOD,
        measures.REMOVED,
    ]
    sources = "; ".join(f"{source_name(column)}: {column.meaning}" for column in VP_SOURCES)
    return (
        *(Definition(measure.name, measure.unit, measure.definition) for measure in used),
        Definition("vp by source", "vp", f"The sources sum to vp. {sources}."),
        Definition(
            "n",
            "count",
            "Observations behind a figure: player-games, placements, completions, markers or phases.",
        ),
        Definition(
            "block",
            "",
            "One seed, played once for each different arrangement of the line-up over the seats. Games of "
            "a block share their luck, so blocks, not games, are the unit of all intervals.",
        ),
        Definition(
            "interval",
            "95\u202f%",
            "From the spread between blocks: the standard error of a ratio of block sums, with Student's "
            "t for the number of blocks; for shares Wilson's interval with the number of games that this "
            f"error amounts to. Estimates from fewer than {words.SMALL} blocks are grey.",
        ),
        Definition(
            "told apart",
            f"{100 * FALSE_DISCOVERIES:.0f}\u202f%",
            "Where several seats, bots or cells are judged at once, by t tests over blocks with Benjamini "
            "and Hochberg's correction: of those told from the fair share or the centre, this share may be "
            "so by chance.",
        ),
    )


def _made(study: Study, manifest: Manifest) -> tuple[tuple[str, str], ...]:
    scenario = study.scenario
    arrangements = "; ".join(" · ".join(study.bots[bot] for bot in row) for row in study.seating)
    return (
        ("Command", f"granja run {scenario.name} -n {manifest.games} --seed {manifest.seed}"),
        ("Scenario", scenario.name + (f": {scenario.description}" if scenario.description else "")),
        ("Rule set", f"{scenario.rule_set.name} (SHA-256 {manifest.rules_hash[:16]}…)"),
        ("Differences from standard", shown_differences(scenario.differences)),
        ("Seed", str(manifest.seed)),
        ("Games", f"{words.count(study.games)} in {words.count(study.blocks)} blocks"),
        ("Seats in a block", arrangements),
        ("Bots", "; ".join(f"{bot.name}: {bot.description or bot.policy}" for bot in scenario.bots)),
        ("Version", f"granja {manifest.versions.granja}, engine signature {manifest.engine}"),
        ("Built with", f"Python {manifest.versions.python}, polars {manifest.versions.polars}"),
    )


def shown_differences(differences: tuple[Difference, ...]) -> str:
    """What differs from the standard rules, in one line."""
    if not differences:
        return "none"

    def shown(value: object) -> str:
        return "absent" if value is None else str(value)

    return "; ".join(f"{d.path}: {shown(d.value)} (standard {shown(d.standard)})" for d in differences)


def _designed(study: Study) -> str:
    """Which data of the run are designed, in one sentence."""
    rules = study.scenario.rule_set
    uses = Counter(mark for card in rules.deck for mark in card.provenance)
    roofs = Counter(roof.provenance for roof in rules.roof_tiles)
    hexes = Counter(place.source for place in rules.hexes)
    return (
        f"Designed for this project, not taken from the printed game: {uses['designed']} of {uses.total()} "
        f"uses of cards ({uses['partial']} more are partly so), {roofs['designed']} of {roofs.total()} "
        f"roofs and {hexes['designed']} of {hexes.total()} market hexes. No figure about them is one about "
        "the printed game."
    )
