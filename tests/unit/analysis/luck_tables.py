"""A made-up game with known shares in its result, played as the study ``luck`` plays: for tests."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from analyzer.recording.luck_variants import DEAL, DICE
from analyzer.recording.manifest import versions
from analyzer.recording.studies import (
    StudyFolder,
    StudyManifest,
    create_study,
    finish_study,
    open_study,
    study_frame,
    write_study_part,
)
from analyzer.recording.study_schema import LUCK
from analyzer.scenario import load_scenario
from analyzer.simulate.luck_study import PURPOSES, Draws, Game, drawn, luck_variants
from analyzer.simulate.study_rows import WHAT_IF_DTYPE

PLAYERS = 4
POOL = load_scenario("styles").bots[:3]
SEATS = (3.0, 1.0, -1.0, -3.0)
PLAY = (4.0, 0.0, -4.0)
OPPONENTS = (6.0, 0.0, -6.0)
HAND = 3.0  # deviation of what a hand is worth
DICE_USE = (3.0, 0.0, -3.0)  # what a bot makes of good dice: dice matter only together with who plays
FINE = 1000  # the study holds whole numbers


def variance(values: tuple[float, ...]) -> float:
    return sum(value * value for value in values) / len(values) - (sum(values) / len(values)) ** 2


PARTS = {
    "seat": variance(SEATS),
    "play": variance(PLAY),
    "opponents": variance(OPPONENTS) / (PLAYERS - 1),
    "deal": HAND**2,
    "dice with play": variance(DICE_USE),
}
ALL = sum(PARTS.values())
TOTAL = {
    "dice": PARTS["dice with play"],
    "deal": PARTS["deal"],
    "tiles": 0.0,
    "seat": PARTS["seat"],
    "opponents": PARTS["opponents"],
    "play": PARTS["play"] + PARTS["dice with play"],
    "luck": PARTS["deal"] + PARTS["dice with play"],
}
ALONE = {key: PARTS.get(key, 0.0) for key in TOTAL} | {"luck": PARTS["deal"]}


def result(seed: int, block: int, game: Game) -> float:
    """What the judged player has at the end."""
    seat, bots = game.table.seat, game.table.bots

    def chance(key: str, what: str) -> float:
        """Of deviation 1, by the root seed of the purpose."""
        root = game.seed if game.purposes & PURPOSES[key] else seed
        return (drawn(root, block, what, 1 << 32) / (1 << 32) - 0.5) * math.sqrt(12)

    opponents = sum(OPPONENTS[bot] for bot in bots[1:]) / (PLAYERS - 1)
    hand = HAND * chance(DEAL.key, f"hand {seat}")
    dice = DICE_USE[bots[0]] * chance(DICE.key, "dice")
    return SEATS[seat] + PLAY[bots[0]] + opponents + hand + dice


def luck_folder(folder: Path, blocks: int, seed: int) -> StudyFolder:
    """The study of this game; who has more than the mean wins."""
    variants = luck_variants(PLAYERS, POOL)
    manifest = StudyManifest(
        name=LUCK,
        scenario={},
        players=PLAYERS,
        bots=tuple(bot.name for bot in POOL),
        seating=(),
        seed=seed,
        blocks=blocks,
        blocks_per_part=200,
        engine="",
        versions=versions(),
        variants=variants,
    )
    create_study(folder, manifest)
    for part in range(manifest.parts):
        within = manifest.part_blocks(part)
        rows = np.zeros((len(within), len(variants)), WHAT_IF_DTYPE)
        for row, block in zip(rows, within, strict=True):
            draws = Draws(seed, block, PLAYERS, len(POOL))
            games = [draws.game(variant.key) for variant in variants]
            row["block"] = block
            row["variant"] = np.arange(len(variants))
            row["seat"] = [game.table.seat for game in games]
            row["bot"] = [game.table.bots[0] for game in games]
            row["margin"] = [round(FINE * result(seed, block, game)) for game in games]
            row["win"] = np.where(row["margin"] > 0, 12, 0)
        write_study_part(folder, part, study_frame(manifest, rows.reshape(-1)))
    finish_study(folder, manifest)
    return open_study(folder)
