"""`python -m tests.referee LOG.jsonl [TABLES]`: checks the games of a log with the standard tables."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

from .game import check_game
from .lines import Line

STANDARD = Path(__file__).resolve().parents[2] / "scenarios" / "standard"


def read_table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def read_games(path: Path) -> list[list[Line]]:
    """The games of a JSON Lines file; each begins with its `game` line."""
    games: list[list[Line]] = []
    for text in path.read_text(encoding="utf-8").splitlines():
        if text.strip():
            line: Line = json.loads(text)
            if line.get("event") == "game" or not games:
                games.append([])
            games[-1].append(line)
    return games


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        sys.stdout.write("usage: python -m tests.referee LOG.jsonl [FOLDER OF THE THREE TABLES]\n")
        return 2
    folder = Path(arguments[1]) if len(arguments) > 1 else STANDARD
    deck, market, roofs = (read_table(folder / f"{name}.csv") for name in ("deck", "market", "roofs"))
    games = read_games(Path(arguments[0]))
    faulty = 0
    for number, lines in enumerate(games):
        problems = check_game(lines, deck, market, roofs)
        faulty += bool(problems)
        for problem in problems:
            sys.stdout.write(f"game {number}: {problem}\n")
    sys.stdout.write(f"{len(games)} games, {faulty} with problems\n")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
