"""The page of a run: its parts, the definitions of all measures, and how it was made."""

from __future__ import annotations

from collections import Counter

from analyzer.analysis import findings, overview
from analyzer.analysis.alike import bots_alike
from analyzer.analysis.endings import Ending, ending_of
from analyzer.analysis.measures import measures_used
from analyzer.analysis.study import Study
from analyzer.analysis.told import told_bots
from analyzer.recording.manifest import Manifest
from analyzer.recording.run_studies import studies_left_out
from analyzer.recording.schema import Players
from analyzer.scenario.model import RuleSet
from reports import words
from reports.definitions import definitions
from reports.ending_words import explanation
from reports.made import made
from reports.page import Page
from reports.sections import buildings, market, placements, roofs
from reports.sections import findings as findings_section
from reports.sections import overview as overview_section

UNOFFICIAL = "granja is an unofficial tool, not connected with the authors or publishers of La Granja."


def build_page(study: Study, manifest: Manifest) -> Page:
    """Ask all questions of a run and lay the answers out as a page."""
    scenario = study.scenario
    ending = ending_of(study.folder, manifest)
    who = "solo" if study.solo else f"{study.players} players"
    with measures_used() as used:
        sections = (
            findings_section.section(study, findings.report(study)),
            overview_section.section(study),
            placements.section(study),
            buildings.section(study),
            market.section(study),
            roofs.section(study),
        )
    return Page(
        title=scenario.name,
        subtitle=f"{words.count(study.games)} games of La Granja, {who}: {words.listing(list(study.bots))}",
        headline=_headline(study),
        warnings=_warnings(study, manifest, ending),
        sections=sections,
        definitions=definitions(used),
        made=made(study, manifest, ending),
        notes=(UNOFFICIAL, designed_note(study.scenario.rule_set)),
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


def _warnings(study: Study, manifest: Manifest, ending: Ending | None) -> tuple[str, ...]:
    found = [told.sentence for told in told_bots(study)]
    found += [alike.sentence for alike in bots_alike(study.scenario, study.bots, study.seating)]
    if manifest.state == "partial":
        found.append(
            f"This run is not complete ({manifest.stopped}): the report covers the first "
            f"{words.count(study.games)} of {words.count(manifest.games)} games."
        )
    if ending is not None:
        found.append(explanation(ending))
    found += studies_left_out(study.folder)
    if study.blocks < words.SMALL:
        found.append(
            f"Only {_blocks_played(study.blocks)} played: nearly everything below is too uncertain to "
            "conclude from, and shown in grey."
        )
    return tuple(found)


def _blocks_played(blocks: int) -> str:
    return "1 block was" if blocks == 1 else f"{words.count(blocks)} blocks were"


def designed_note(rules: RuleSet) -> str:
    """Which data of a rule set are designed, in one sentence."""
    uses = Counter(mark for card in rules.deck for mark in card.provenance)
    roofs = Counter(roof.provenance for roof in rules.roof_tiles)
    hexes = Counter(place.source for place in rules.hexes)
    return (
        f"Designed for this project, not taken from the printed game: {uses['designed']} of {uses.total()} "
        f"uses of cards ({uses['partial']} more are partly so), {roofs['designed']} of {roofs.total()} "
        f"roofs and {hexes['designed']} of {hexes.total()} market hexes. No figure about them is one about "
        "the printed game."
    )
