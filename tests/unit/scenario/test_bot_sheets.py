"""What `granja bots` knows of a bot."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.scenario.bot_sheets import BotSheet, all_sheets, bot_sheet, value_words
from analyzer.scenario.bots import known_weights
from analyzer.scenario.sources import shipped_names

BASE = 'policy = "balanced"\ndescription = "The base."\n[weights]\nsilver = 0.5\n'
MINE = """extends = "base.toml"
name = "mine"
[weights]
silver = [0.5, 0.25, 0.125]
card = 1
[pedigree]
seed = 7
games = 1000
parent = "base"
gain = 1.25
players = [2, 4]
"""


def write(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return str(file)


def differing(sheet: BotSheet) -> dict[str, str]:
    return {line.weight.name: value_words(line.value) for line in sheet.weights if line.differs}


def test_weights_stand_beside_those_of_the_base(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", BASE)
    sheet = bot_sheet(write(tmp_path, "mine.toml", MINE))
    assert (sheet.bot.name, sheet.extends, sheet.base, sheet.differing) == (
        "mine",
        "base.toml",
        "base.toml",
        2,
    )
    assert differing(sheet) == {"silver": "0.5 0.25 0.125", "card": "1"}
    assert [line.weight.name for line in sheet.weights] == list(known_weights())
    silver = sheet.weights[0]
    assert (silver.value, silver.base) == ((500, 250, 125), (500, 500, 500))


def test_a_bot_without_base_is_compared_with_the_defaults(tmp_path: Path) -> None:
    sheet = bot_sheet(write(tmp_path, "base.toml", BASE))
    assert (sheet.extends, sheet.base, differing(sheet)) == (None, "the defaults", {"silver": "0.5"})


def test_a_pedigree_is_told_in_order_and_not_inherited(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.toml", MINE.replace('extends = "base.toml"', 'policy = "balanced"'))
    assert list(bot_sheet(path).pedigree.items()) == [
        ("seed", 7), ("games", 1000), ("parent", "base"), ("gain", 1.25), ("players", [2, 4])
    ]  # fmt: skip
    child = write(tmp_path, "child.toml", 'extends = "mine.toml"\n')
    assert bot_sheet(child).pedigree == {}


@pytest.mark.parametrize("name", ["first", "random", "novice", "example.py:eager"])
def test_some_policies_have_no_weights(name: str) -> None:
    sheet = bot_sheet(name)
    assert (sheet.weights, sheet.differing) == ((), 0)


def test_all_shipped_bots_are_listed_with_a_line_each() -> None:
    sheets = all_sheets()
    assert [sheet.called for sheet in sheets] == [*shipped_names("bots"), "example.py:eager"]
    assert [sheet.called for sheet in sheets if not sheet.bot.description] == []


def test_bots_of_a_folder_are_listed_after_them(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", BASE)
    write(tmp_path, "scenario.toml", 'players = 2\nline_up = "first"\n')
    write(tmp_path, "bots/child.toml", 'extends = "../base.toml"\n')
    write(tmp_path, "try.py", "def clever(view, options): return 0\ndef worth(option): return 1\n")
    write(tmp_path, "other.py", "def worth(option): return 1\n")
    added = all_sheets(tmp_path)[len(all_sheets()) :]
    assert [sheet.called.replace(f"{tmp_path}/", "") for sheet in added] == [
        "base.toml", "try.py:clever", "bots/child.toml"
    ]  # fmt: skip


def test_wrong_folders_and_bots(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such folder"):
        all_sheets(tmp_path / "none")
    with pytest.raises(UserError, match="there is no bot in this folder"):
        all_sheets(tmp_path)
    write(tmp_path, "base.toml", BASE.replace("silver", "silvr"))
    with pytest.raises(UserError, match="did you mean `silver`"):
        all_sheets(tmp_path)
    with pytest.raises(UserError, match="did you mean `silver`"):
        bot_sheet(str(tmp_path / "base.toml"))
    with pytest.raises(
        UserError, match=r"granja bots: there is no bot `balancd`, .* did you mean `balanced`\?"
    ):
        bot_sheet("balancd")
