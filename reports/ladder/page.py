"""The page of a ladder: who is strongest, everyone against everyone, and rings that no order fits."""

from __future__ import annotations

from analyzer.analysis.ladder import Ladder, Pair, Rung
from analyzer.analysis.stats import FALSE_DISCOVERIES
from analyzer.recording.ladder_store import LadderManifest
from reports import words
from reports.build import UNOFFICIAL
from reports.figures.drawings import Dot, Dots, Matrix, MatrixRow
from reports.ladder.made import bots_table, definitions, foot, made
from reports.ladder.sentences import (
    alike_sentences,
    best_sentence,
    cycle_sentences,
    fair_percent,
    leaders,
    matrix_sentence,
    misfit_sentence,
    model_sentence,
    neighbours_sentence,
    numbered,
    ranks,
)
from reports.page import Cell, Column, Figure, Notice, Page, Section, Table, Text
from reports.sections import names

_RINGS = (
    "A ladder puts bots in one line. Where A beats B, B beats C and C beats A, no line is true of all three, "
    "and which of them is best depends on who else sits at the table. Only pairs that are told apart count "
    "here, after a correction for the number of pairs."
)


def build_ladder_page(ladder: Ladder, manifest: LadderManifest) -> Page:
    """Lay the result of a ladder out as a page."""
    bots = manifest.labels
    return Page(
        title=f"Ladder of {len(bots)} bots",
        subtitle=f"{words.count(ladder.games)} games of La Granja, {ladder.players} players: every bot "
        "against every other",
        headline=_headline(ladder, bots),
        warnings=_warnings(ladder, manifest),
        sections=(
            _ranking(ladder, bots, bots_table(manifest)),
            _everyone(ladder, bots),
            _rings(ladder, bots),
        ),
        definitions=definitions(ladder),
        made=made(ladder, manifest),
        notes=(UNOFFICIAL,),
        foot=foot(ladder, manifest),
    )


def _headline(ladder: Ladder, bots: tuple[str, ...]) -> tuple[tuple[str, str, str], ...]:
    best, judged = leaders(ladder), [pair for pair in ladder.pairs if pair.clear is not None]
    rings = "none found" if judged else "too few blocks to judge"
    return (
        (
            words.percent(best[0].rating),
            f"rating of {_named(best, bots)}",
            f"{words.percent_interval(best[0].rating)}, fair {fair_percent(ladder)}",
        ),
        (
            str(sum(pair.clear is True for pair in ladder.pairs)),
            f"of {len(ladder.pairs)} pairs told apart",
            f"false at most in {100 * FALSE_DISCOVERIES:.0f}{words.NARROW}%",
        ),
        (str(len(ladder.cycles)), "rings", "A beats B beats C beats A" if ladder.cycles else rings),
        (words.count(ladder.games), "games", f"in blocks of {ladder.games_per_block}"),
    )


def _named(best: list[Rung], bots: tuple[str, ...]) -> str:
    return bots[best[0].bot] if len(best) == 1 else f"{len(best)} bots, level"


def _warnings(ladder: Ladder, manifest: LadderManifest) -> tuple[str, ...]:
    found = list(alike_sentences(manifest.names))
    few = [pair for pair in ladder.pairs if pair.share.blocks < words.SMALL]
    if few:
        which = "No pair" if len(few) == len(ladder.pairs) else f"{len(few)} of {len(ladder.pairs)} pairs"
        many = "has" if len(few) == len(ladder.pairs) else "have not"
        found.append(
            f"{which} {many} played {words.SMALL} blocks: what rests on fewer is grey and not judged."
        )
    return tuple(found)


def _ranking(ladder: Ladder, bots: tuple[str, ...], about: Table) -> Section:
    sentences = (
        best_sentence(ladder, bots),
        neighbours_sentence(ladder, bots),
        model_sentence(ladder),
        misfit_sentence(ladder, bots),
    )
    figure = Figure(
        "ladder",
        "The ladder",
        f"Dot plot of the bots' ratings, the strongest above. {sentences[0]} {sentences[1]}",
        "A dot is a bot's rating, the bar its 95\u202f% interval. The rating is the share of games that, by "
        "the model, one seat of the bot wins at a table whose other seats are given to bots of this ladder "
        "by lot; the interval covers the luck of the games played, not how well the model fits. The dashed "
        f"line is the fair share, 1/{ladder.players}, which is also the mean of all ratings. A rating is "
        "about this field: among other bots it is another.",
        Dots(
            tuple(
                Dot(words.shortened(numbered(rung, bots[rung.bot]), 30), rung.rating) for rung in ladder.rungs
            ),
            "win share against the field, %",
            share=True,
            line=ladder.fair,
            line_label=f"fair share {fair_percent(ladder)}",
        ),
        f"Rating from first places (Plackett-Luce), n {words.count(ladder.games)} games",
    )
    text = Text(tuple(sentence for sentence in sentences if sentence))
    return Section(
        "ranking", "Ranking", "Who is strongest?", (text, figure, _rank_table(ladder, bots), about)
    )


def _rank_table(ladder: Ladder, bots: tuple[str, ...]) -> Table:
    columns = (
        Column("Bot", numeric=False),
        Column("Rank"),
        Column("Rating", help="win share of one seat against the field, by the model"),
        Column("Rank between", help="95 % interval of the rank"),
        Column(
            "Against the next", help="share of the wins of one seat of each that are this bot's, by the model"
        ),
        Column("Games"),
        Column("Blocks", help="most blocks of one of its pairs"),
    )
    return Table(
        "rank-table",
        "Ratings and ranks, ± half of the 95\u202f% interval",
        columns,
        tuple(
            (
                Cell(bots[rung.bot], bots[rung.bot]),
                Cell(str(rung.rank), rung.rank),
                names.share_cell(rung.rating),
                Cell(ranks(rung), rung.rank_low, muted=words.is_small(rung.rating)),
                _against_cell(rung),
                names.count_cell(rung.rating.n),
                names.count_cell(rung.rating.blocks),
            )
            for rung in ladder.rungs
        ),
    )


def _against_cell(rung: Rung) -> Cell:
    against = rung.against_next
    return Cell(words.NONE, None, muted=True) if against is None else names.share_cell(against)


def _everyone(ladder: Ladder, bots: tuple[str, ...]) -> Section:
    clear = sum(pair.clear is True for pair in ladder.pairs)
    most = words.number(200 * ladder.fair, 1)  # half of all seats are its own
    figure = Figure(
        "matrix",
        "Row against column",
        f"Matrix of win shares, bots sorted by rating. {matrix_sentence(ladder, bots)}",
        "A cell is the share of games won per seat of the row's bot where only it and the column's bot (by "
        "rank) sat at the table, below it half of the 95\u202f% interval and the games. Fair is "
        f"{fair_percent(ladder)}; a bot that wins every game has {most}{words.NARROW}%, since it has half of "
        f"all seats. Teal wins more than its share, brown less. Of {len(ladder.pairs)} pairs {clear} are "
        "coloured: chance alone is unlikely to explain them, also as one of so many.",
        _matrix(ladder, bots),
        f"Win share per seat of two bots at {ladder.players} seats, in all fair mixes",
    )
    return Section(
        "everyone",
        "Everyone against everyone",
        "Who beats whom, and by how much?",
        (figure, _pair_table(ladder, bots)),
    )


def _matrix(ladder: Ladder, bots: tuple[str, ...]) -> Matrix:
    rows = []
    for rung in ladder.rungs:
        seen = [None if other is rung else ladder.pair(rung.bot, other.bot) for other in ladder.rungs]
        values = tuple(pair.share if pair else None for pair in seen)
        coloured = tuple(bool(pair and pair.clear) for pair in seen)
        rows.append(MatrixRow(words.shortened(numbered(rung, bots[rung.bot]), 30), values, coloured))
    columns = tuple(str(rung.rank) for rung in ladder.rungs)
    return Matrix(tuple(rows), columns, "win share, %", ladder.fair)


def _pair_table(ladder: Ladder, bots: tuple[str, ...]) -> Table:
    columns = (
        Column("Bot", numeric=False),
        Column("Against", numeric=False),
        Column("Win share", help="per seat of the first bot"),
        Column("95\u202f% interval"),
        Column("By the ratings", help="the win share that the ratings lead one to expect"),
        Column("vp margin", help="mean vp of the first bot's seats less that of the other's"),
        Column("Verdict", numeric=False),
        Column("Games"),
        Column("Blocks"),
    )
    place = {rung.bot: index for index, rung in enumerate(ladder.rungs)}
    sorted_pairs = sorted(ladder.pairs, key=lambda pair: sorted((place[pair.first], place[pair.second])))
    return Table(
        "pair-table",
        "All pairs, the higher-rated bot first",
        columns,
        tuple(_pair_row(ladder, pair, place, bots) for pair in sorted_pairs),
        folded=True,
    )


def _pair_row(ladder: Ladder, pair: Pair, place: dict[int, int], bots: tuple[str, ...]) -> tuple[Cell, ...]:
    turned = ladder.pair(*sorted((pair.first, pair.second), key=lambda bot: place[bot]))
    expected = 100 * turned.expected
    verdict = "too few blocks" if turned.clear is None else "may be chance"
    if turned.clear:
        verdict = "wins more" if turned.share.mean > ladder.fair else "wins less"
    return (
        Cell(bots[turned.first], bots[turned.first]),
        Cell(bots[turned.second], bots[turned.second]),
        Cell(words.percent(turned.share), turned.share.mean, muted=words.is_small(turned.share)),
        Cell(words.percent_interval(turned.share), turned.share.low),
        Cell(f"{words.number(expected, 1)}{words.NARROW}%", expected),
        names.value_cell(turned.sides[0].margin, sign=True),
        Cell(verdict, verdict, muted=turned.clear is None),
        names.count_cell(turned.share.n),
        names.count_cell(turned.share.blocks),
    )


def _rings(ladder: Ladder, bots: tuple[str, ...]) -> Section:
    blocks = (Text(cycle_sentences(ladder, bots)), Notice("How to read this", _RINGS))
    question = "Does the ladder hold, or do bots beat each other in a ring?"
    return Section("rings", "Rings", question, blocks)
