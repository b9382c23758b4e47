"""Makes a study folder: the tables to edit, a scenario that uses them, a sweep of it, a bot to change."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from analyzer.errors import UserError
from analyzer.scenario.bots import in_units, known_weights, load_file
from analyzer.scenario.problems import Problems
from analyzer.scenario.sources import SHIPPED
from analyzer.scenario.tables import COLUMNS, standard_file

SCENARIO = """\
# {title}: what this study asks, in a sentence.
name = "{name}"
description = "My changes to the standard rule set."
# Players, bots and seed are those of the scenario it extends: both play the same blocks with the same
# luck (dice, draws and roofs), so that your change shows with less chance about it.
extends = "four-players"
games = 20_000
# Your own bot against three standard ones; every block is then four games, so that each sits in every
# seat. Compare the bots within such a run: its games are other ones than those of `four-players`.
# line_up = ["my-bot.toml", "balanced", "balanced", "balanced"]
# Further games from the same seed, each with something changed: they tell causes (about a third more time).
# studies = ["probes", "restrictions", "luck"]

[tables]
deck = "deck.csv"
market = "market.csv"
roofs = "roofs.csv"

[rules]
# Any path that `granja rules` shows, for example:
# "siesta.vp.6" = 4
# buildings.merchant_house.income = 4
# extra.payment = "one_at_a_time"
"""

SWEEP = """\
# What if single numbers were others? Each variant plays the same blocks as the scenario beside this file,
# and is compared with it.
name = "{name}-sweep"
description = "Single numbers of my study, smaller and larger."
baseline = "scenario.toml"
games = 20_000                  # of the scenario; the variants play the same blocks

[one_at_a_time]                 # each value of each path is a variant; the scenario's own value is none
"cash.silver" = [3, 4, 5]       # silver for a commodity
"deck.23.barrow_value" = [2, 4, 6]

# [grid]                        # all combinations of some values
# "cash.silver" = [3, 4, 5]
# "farm.hand_limit" = [2, 3, 4]

# [[variant]]                   # any changes at once, under a name
# name = "four roofs, no helpers"
# rules = {{ "roofs.max" = 4 }}
# restrict = ["balanced: never play helper"]
"""

BOT = """\
# A bot of your own: it plays as `balanced` does, but for the weights below.
name = "my-bot"
description = "Balanced play with weights of my own."
extends = "balanced"

[weights]
{weights}"""

README = """\
# {title}

A study with granja: change a file, run, read what the change does.

- `scenario.toml`: what differs in the rules (`granja rules {scenario} --changed` lists it), and who plays
- `deck.csv`, `market.csv`, `roofs.csv`: the tables; edit them in a spreadsheet
- `sweep.toml`: which numbers to vary, for `granja sweep`
- `my-bot.toml`: a bot to change; it plays when the scenario's `line_up` names it

    granja check {scenario}
    granja run {scenario}
    granja run four-players -n 20000
    granja trace {scenario} --game 0
    granja sweep {sweep}

The values of most cards were designed for this tool; the column `source` of the tables says which are
published. Set it to what is true of the rows you change.
"""


def create_study(folder: Path) -> list[Path]:
    """Writes the study's files into a new or empty folder and returns their paths.

    Raises:
        UserError: the folder holds something already, or can't be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder}: this is there already and not an empty folder; name a new one.")
    title = folder.resolve().name or "study"
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", title).strip("-._") or "study"
    scenario, sweep = (shlex.quote(str(folder / file)) for file in ("scenario.toml", "sweep.toml"))
    texts = {
        "scenario.toml": SCENARIO.format(title=title, name=name),
        "sweep.toml": SWEEP.format(name=name),
        "my-bot.toml": BOT.format(weights=_weights()),
        "README.md": README.format(title=title, scenario=scenario, sweep=sweep),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        for file, text in texts.items():
            (folder / file).write_text(text, encoding="utf-8")
            written.append(folder / file)
        for table in COLUMNS:
            target = folder / f"{table}.csv"
            target.write_bytes(standard_file(SHIPPED, table).read_bytes())
            written.append(target)
    except OSError as error:
        raise UserError(f"{folder}: can't be written ({error.strerror}); name another folder.") from error
    return written


def _weights() -> str:
    """All weights of `balanced` as comments: name, value, meaning and range."""
    problems = Problems()
    balanced = load_file("balanced", SHIPPED, "balanced", problems)
    problems.raise_if_any()
    assert balanced is not None
    return "".join(
        f"# {name} = {in_units(balanced.weights[name][0])}  # {weight.meaning}"
        f" ({in_units(weight.low)} to {in_units(weight.high)})\n"
        for name, weight in known_weights().items()
    )
