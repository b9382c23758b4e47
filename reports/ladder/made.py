"""How a ladder was made, and how its measures are defined."""

from __future__ import annotations

import hashlib
import shlex

import msgspec

from analyzer.analysis.ladder import SAMPLES, Ladder
from analyzer.analysis.stats import FALSE_DISCOVERIES
from analyzer.recording.ladder_store import LadderManifest
from analyzer.scenario.model import Bot, plays_as
from analyzer.scenario.sources import shipped_names
from reports import words
from reports.made import shown_differences
from reports.page import Cell, Column, Definition, Table

_COMPANY = (
    " Tables of more than two different bots are not played but inferred: where a bot does better or worse "
    "in such company, its rating is off by more than its interval."
)


def made(ladder: Ladder, manifest: LadderManifest) -> tuple[tuple[str, str], ...]:
    """Pairs of name and value: everything that another needs to get the same ladder."""
    seats = "; ".join(" · ".join("AB"[bot] for bot in row) for row in manifest.seating)
    most, fewest = manifest.blocks
    blocks = words.count(most)
    if fewest < most:
        blocks += f", {words.count(fewest)} for pairs with a slow bot"
    return (
        ("Command", command(manifest)),
        ("Bots", _whence(manifest)),
        ("Players", str(manifest.players)),
        ("Seed", str(manifest.seed)),
        ("Blocks of a pair", blocks),
        ("Games", f"{words.count(ladder.games)} by {len(ladder.pairs)} pairs"),
        ("Seats in a block", f"{seats} (A and B the two bots)"),
        ("Rule set", f"{manifest.rule_set} (SHA-256 {manifest.rules_hash[:16]}…)"),
        ("Differences from standard", shown_differences(manifest.differences)),
        ("Version", f"granja {manifest.versions.granja}, engine signature {manifest.engine}"),
        ("Built with", f"Python {manifest.versions.python}, numpy {manifest.versions.numpy}"),
        ("Speeds", "measured, so not the same twice: in timings.json beside this page"),
    )


def _whence(manifest: LadderManifest) -> str:
    """The bots, and which of them the command knows by file only."""
    shipped = shipped_names("bots")
    own = [name for group in manifest.names for name in group if name not in shipped]
    files = f"; from files of their own: {words.listing(own)} (in full in ladder.json)" if own else ""
    return f"{', '.join(manifest.labels)}{files}"


def command(manifest: LadderManifest) -> str:
    """The command line of the ladder; bots that came from files stand by name."""
    most, fewest = manifest.blocks
    words_of_it = ["granja", "ladder", *(name for group in manifest.names for name in group)]
    words_of_it += ["--players", str(manifest.players), "-n", str(most)]
    if fewest < most:
        words_of_it += ["--slow-blocks", str(fewest)]
    if manifest.rule_set != "standard":
        words_of_it += ["--scenario", manifest.rule_set]
    return shlex.join([*words_of_it, "--seed", str(manifest.seed)])


def digest(bot: Bot) -> str:
    """Begin of a hash of all that makes a bot play as it does: policy, weights, restrictions."""
    return f"{hashlib.sha256(plays_as(bot)).hexdigest()[:12]}…"


def bots_table(manifest: LadderManifest) -> Table:
    """What each bot is."""
    bots = [msgspec.convert(content, Bot) for content in manifest.bots]
    return Table(
        "bots-table",
        "The bots of this ladder",
        (
            Column("Bot", numeric=False),
            Column("What it does", numeric=False),
            Column("Policy", numeric=False),
            Column("SHA-256", numeric=False, help="of policy and weights"),
        ),
        tuple(
            (Cell(label, label), Cell(bot.description), Cell(bot.policy, bot.policy), Cell(digest(bot)))
            for label, bot in zip(manifest.labels, bots, strict=True)
        ),
        folded=True,
    )


def foot(ladder: Ladder, manifest: LadderManifest) -> str:
    """The line under every picture."""
    most, fewest = manifest.blocks
    blocks = words.count(most) if most == fewest else f"{words.count(fewest)} to {words.count(most)}"
    return (
        f"{len(manifest.bots)} bots, {len(ladder.pairs)} pairs at {manifest.players} seats · "
        f"{words.count(ladder.games)} games, {blocks} blocks a pair · seed {manifest.seed} · rule set "
        f"{manifest.rule_set} · granja {manifest.versions.granja}, unofficial"
    )


def definitions(ladder: Ladder) -> tuple[Definition, ...]:
    """Every measure of the page."""
    return (
        Definition(
            "rating",
            "share",
            "The share of games that, by the model, one seat of the bot wins at a table whose other seats "
            "are each given to a bot of this ladder by lot (itself included). The mean of all ratings is the "
            f"fair share, 1/{ladder.players}.",
        ),
        Definition(
            "model",
            "",
            "Of Plackett and Luce, for the first place: each seat wins with the chance of its bot's strength "
            "over the sum of all seats'. Strengths are fitted to who won each game (vp, then silver, then "
            "shared), not to who came second or third: that says little about winning. Each pair begins with "
            f"one imagined win, half to each: else a bot that never loses to another would be infinitely "
            f"strong.{_COMPANY if ladder.players > 2 and len(ladder.rungs) > 2 else ''}",
        ),
        Definition(
            "against the next",
            "%",
            "Of the wins of one seat of the bot and one seat of the bot a rung below, the share that are the "
            "first's, by the model; 50 is level.",
        ),
        Definition(
            "win share",
            "%",
            "Games won per seat that the bot held, in games of two bots only; a win shared by k counts 1/k.",
        ),
        Definition(
            "vp margin", "vp", "Own vp less the mean of all others at the table, per seat that the bot held."
        ),
        Definition(
            "block",
            "",
            "One seed, played once for each way in which two bots can share the seats "
            f"({ladder.games_per_block} games at {ladder.players} seats). All pairs play the same blocks, so "
            "have the same luck. Blocks, not games, are the unit of all intervals.",
        ),
        Definition(
            "interval",
            f"95{words.NARROW}%",
            "Of win shares and margins: from the spread between blocks (Wilson's and Student's). Of ratings "
            f"and ranks: the middle of {words.count(SAMPLES)} ladders from blocks that were drawn again, the "
            "same in all pairs; that covers the luck of the games, not how well the model fits. Estimates "
            f"from fewer than {words.SMALL} blocks are grey and not judged.",
        ),
        Definition(
            "told apart",
            f"{100 * FALSE_DISCOVERIES:.0f}{words.NARROW}%",
            "By t tests of each pair's win share over blocks, with Benjamini and Hochberg's correction for "
            "the number of pairs: of those told apart this share may be so by chance.",
        ),
    )
