"""What stands out, at the top of the page: ranked sentences, each with a game to look at."""

from __future__ import annotations

from analyzer.analysis.advantage import Advantage
from analyzer.analysis.findings import Finding, Findings, Report
from analyzer.analysis.findings.choices import KINDS
from analyzer.analysis.findings.chosen import MOST, OF_ONE_TOPIC
from analyzer.analysis.findings.compared import Topic
from analyzer.analysis.overview import source_name
from analyzer.analysis.probe_measures import CAUTION
from analyzer.analysis.stats import FALSE_DISCOVERIES
from analyzer.analysis.study import Study
from reports import words
from reports.page import Block, Cell, Column, Item, Page, Ranked, Section, Table, Text
from reports.sections import finding_words, luck, names, unused

_COUNTED = {
    Topic.SEAT: ("seat", "seats"),
    Topic.BOT: ("bot", "bots"),
    Topic.DEAL: ("card of the opening hand", "cards of the opening hand"),
    Topic.PLACEMENT: ("placement of a card", "placements of cards"),
    Topic.HEX: ("market hex", "market hexes"),
    Topic.BUILDING: ("target of deliveries", "targets of deliveries"),
    Topic.ROOF: ("choice of a roof", "choices of roofs"),
    Topic.DIE: ("use of a die", "uses of dice"),
    Topic.TOKEN: ("donkey token", "donkey tokens"),
    Topic.DELAY: ("timing of a building", "timings of buildings"),
}
STANDING_OUT = "standing-out"
STUDIES = "granja run SCENARIO --study probes,restrictions,luck"


def section(study: Study, report: Report) -> Section:
    """The first part of the page."""
    found = report.findings
    blocks: list[Block] = [Text(_introduction(study, found))]
    if found.top:
        blocks.append(
            Ranked(STANDING_OUT, "What stands out", tuple(item(study, finding) for finding in found.top))
        )
    if found.compared:
        blocks.append(Text(_method(found)))
    if found.ranked:
        blocks.append(_table(study, found))
    general = _in_general(study, report)
    if general:
        blocks.append(Ranked("in-general", "In general", general))
    if report.imbalances:
        blocks.append(Ranked("hardly-used", "Hardly used", unused.items(study, report.imbalances)))
        blocks.append(Text((unused.CAUTION,)))
    return Section("findings", "Findings", "What would a designer want to know first?", tuple(blocks))


def item(study: Study, finding: Finding) -> Item:
    """A finding with its remarks."""
    return Item(
        finding_words.sentence(study, finding.compared),
        finding_words.remarks(study, finding),
        finding_words.command(finding),
    )


def first_sentences(page: Page, most: int) -> tuple[str, ...]:
    """The first findings of a run's page, in a sentence each."""
    blocks = (block for section in page.sections for block in section.blocks)
    found = (block.items for block in blocks if isinstance(block, Ranked) and block.id == STANDING_OUT)
    return tuple(each.text for items in found for each in items[:most])


def _introduction(study: Study, found: Findings) -> tuple[str, ...]:
    """How much was compared, how much of it stands out, and what it rests on."""
    one_bot = (_one_bot(study),) if names.mirror(study) and found.compared else ()
    return (_verdict(found), *one_bot)


def _verdict(found: Findings) -> str:
    if found.compared == 0:
        return f"Nothing can be judged yet: that takes at least {words.SMALL} blocks."
    counts = [f"{number} {_COUNTED[topic][number > 1]}" for topic, number in found.topics if number]
    noun = "comparison" if found.compared == 1 else "comparisons"
    compared = f"{words.count(found.compared)} {noun} ({words.listing(counts)})"
    if not found.ranked:
        return f"Nothing stands out: of {compared} none shows more than chance would among so many."
    chance = f"{100 * FALSE_DISCOVERIES:.0f}{words.NARROW}%"
    number = len(found.ranked)
    return (
        f"Of {compared} {words.count(number)} {'stands' if number == 1 else 'stand'} out, judged all at "
        f"once and also within {'its' if number == 1 else 'their'} kind; of those about {chance} may be "
        "chance."
    )


def _method(found: Findings) -> tuple[str, ...]:
    """How the list was made, and what is not in it."""
    judged = [topic for topic, number in found.topics if number]
    texts = [_ranking()] if found.ranked else []
    if found.unmoved:
        texts.append(f"{words.count(found.unmoved)} more comparisons never changed a result.")
    if found.too_few:
        texts.append(
            f"{words.count(found.too_few)} more came up in too few games (fewer than {words.SMALL} blocks) "
            "to be judged."
        )
    paragraphs = [" ".join(texts)] if texts else []
    if any(topic in KINDS for topic in judged):
        paragraphs.append(CAUTION)
    if not any(topic in (Topic.PLACEMENT, Topic.DELAY) for topic in judged):
        paragraphs.append(
            "What single choices cause (where a card is placed, which hex is taken, when a building is "
            "completed) is not among them: that takes extra games, enough of them to judge by, which "
            f"{STUDIES} plays."
        )
    return tuple(paragraphs)


def _ranking() -> str:
    return (
        "Findings are ranked by the vp that they can move in a game: how large the effect is (drawn towards "
        "its like where it is uncertain) times how often it occurs or, for a choice, is on offer; once a "
        "game at most. The "
        f"first of each kind stands here, and {MOST} in all with at most {OF_ONE_TOPIC} of a kind; all are "
        "in the table below."
    )


def _one_bot(study: Study) -> str:
    seats = " ".join(f"--bot {bot}" for bot in ("builder", "market", "grower", "crafty")[: study.players])
    return (
        f"All of it rests on one bot, {study.bots[0]}: another may show other things. To check it with "
        f"others: granja run {study.scenario.name} {seats} --out DIR."
    )


def _in_general(study: Study, report: Report) -> tuple[Item, ...]:
    items = []
    if report.shares is not None and report.shares.blocks >= words.SMALL:
        pool = f"players drawn from {words.listing(list(report.shares.pool))}"
        told = luck.has_others(study, report.shares)  # then the sentence says it
        items.append(
            Item(
                luck.headline(study, report.shares),
                (
                    f"n {luck.sample(report.shares)}",
                    "causal: one thing drawn anew, all else as it was",
                    *(() if told else (pool,)),
                ),
            )
        )
    if report.advantage is not None:
        items.append(_advantage(study, report.advantage))
    return tuple(items)


def _advantage(study: Study, advantage: Advantage) -> Item:
    source = advantage.largest
    most = advantage.by_source[source]
    others = "the other" if study.players == 2 else "the mean of the others"
    return Item(
        f"Winners end {words.with_interval(advantage.margin, unit='vp')} above {others}; the largest part "
        f"of it, {words.with_interval(most, unit='vp')}, comes from {source_name(source)}.",
        (
            f"n {words.count(most.n)} games with one winner",
            "observed: what wins are made of, not what causes them",
        ),
    )


def _table(study: Study, found: Findings) -> Table:
    """All findings, those above too."""
    rows = tuple(
        (
            Cell(finding_words.subject(study, finding.compared)),
            Cell(_COUNTED[finding.compared.topic][0]),
            names.value_cell(finding.compared.effect, sign=True),
            names.value_cell(finding_words.where_chosen(finding.compared), sign=True),
            Cell(words.number(finding.shrunken, 2, sign=True), finding.shrunken),
            _if_counts(finding, finding.compared.often),
            _if_counts(finding, finding.weight),
            names.count_cell(finding.compared.effect.n),
            Cell(finding_words.evidence(study, finding.compared)),
            Cell(finding_words.bots(study, finding.compared) or words.NONE),
            Cell(words.NONE if finding.game is None else str(finding.game), finding.game),
        )
        for finding in found.ranked
    )
    outcome = names.outcome_name(study)
    columns = (
        Column("What", numeric=False),
        Column("Kind", numeric=False),
        Column(f"Effect, {outcome}", help="Mean ± half of the 95\u202f% interval"),
        Column(
            "Where chosen",
            help=f"The effect where a bot chose it, if that rests on {words.SMALL} decisions or more",
        ),
        Column("Shrunken", help="The effect drawn towards the others of its kind, as far as it is uncertain"),
        Column("Times a game", help="How often it occurs in a game; a choice: how often it is on offer"),
        Column(
            "vp moved a game",
            help="Size of the shrunken effect times the times a game, once a game at most",
        ),
        Column("n"),
        Column("Evidence", numeric=False),
        Column("Bots", numeric=False),
        Column("Game", help="Number of a typical game, for granja trace RUN --game"),
    )
    return Table(
        "findings-table",
        f"All {len(found.ranked)} findings, those above too",
        columns,
        rows,
        note="A rush that loses counts for nothing in the ranking, since bots don't rush of themselves.",
        folded=True,
    )


def _if_counts(finding: Finding, value: float) -> Cell:
    """Nothing for what does not count in the ranking."""
    if not finding.compared.counts:
        return Cell(words.NONE, None, muted=True)
    return Cell(words.number(value, 2), value)
