"""What the tables say that cards, buildings and markers gave, told again from the games' logs."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analyzer.recording.schema import Buildings, Placements
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from analyzer.trace.game import open_subject, traced_game
from tests.unit.simulate.plans import plan_of

GAMES = 48
GOODS = ("olive", "grain", "grapes", "pig", "food", "wine", "meat", "commodity")
FILLED = "fill_field"  # puts a good on a field, which no delta shows


@pytest.fixture(scope="module", params=[("balanced", "random", "random", "random"), ("random",)], ids=len)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder: Path = tmp_path_factory.mktemp("yields")
    record(plan_of(folder, *request.param, games=GAMES), folder / "run", workers=Processes(1))
    return open_run(folder / "run")


@dataclass
class Account:
    """One game's log, added up in the terms of the tables."""

    free: frozenset[int]
    """Helpers that cost nothing, whose lines show only what they gave."""
    gave: dict[tuple[int, int], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """What a card of a seat gave, by column, over all its plays."""
    markers: dict[int, int] = field(default_factory=dict)
    """Card (0 in the set-up) of the marker on each hex."""
    removed_from: list[tuple[int, int]] = field(default_factory=list)
    dealt: set[tuple[int, int]] = field(default_factory=set)
    full: dict[int, int] = field(default_factory=dict)

    def add(self, line: dict[str, Any]) -> None:
        seat, event = line.get("player", -1), line["event"]
        for source in [line.get("source"), *(paid["source"] for paid in line.get("pays", ()))]:
            if taken := re.fullmatch(r"field:(\d+)", str(source)):
                self.gave[seat, int(taken[1])]["used"] += 1
        helper = re.fullmatch(r"helper:(\d+)", str(line.get("via")))
        if helper:
            own = self.gave[seat, int(helper[1])]
            own["cards"] += len(line["cards"]) if event == "draw" else event == "play_card"
            own["upgrades"] += event == "upgrade"
            own["steps"] += line.get("steps", 0)
            own["silver"] += line["delta"]["silver"] if event == "pig_sold" else 0
        if tell := getattr(self, f"_{event}", None):
            tell(seat, line)

    def _deal(self, seat: int, line: dict[str, Any]) -> None:
        self.dealt |= {(seat, card) for card in line["cards"]}

    def _marker(self, seat: int, line: dict[str, Any]) -> None:
        gone = [removed["hex"] for removed in line["removed"]]
        gone += [line["hex"]] if line["displaced"] is not None else []
        self.removed_from += [(removed, line["hex"]) for removed in gone]
        for removed in gone:
            del self.markers[removed]
        card = self.full.pop(seat) if line["via"] == "barrow" else 0
        self.markers[line["hex"]] = seat * 1000 + card
        if card:
            self.gave[seat, card]["removals"] += len(gone)

    def _barrow_done(self, seat: int, line: dict[str, Any]) -> None:
        self.full[seat] = line["card"]

    def _score(self, seat: int, _line: dict[str, Any]) -> None:
        for owner, card in (divmod(of, 1000) for of in self.markers.values()):
            if owner == seat and card:
                self.gave[seat, card]["market"] += 1

    def _helper(self, seat: int, line: dict[str, Any]) -> None:
        if line["card"] in self.free:
            delta = line.get("delta", {})
            self.gave[seat, line["card"]]["silver"] += delta.get("silver", 0)
            self.gave[seat, line["card"]]["goods"] += sum(delta.get(good, 0) for good in GOODS)


def accounts(run: Run) -> list[Account]:
    subject = open_subject(str(run.path))
    free = frozenset(card.number for card in subject.scenario.rule_set.deck if card.cost is None)
    told = []
    for number in range(run.games):
        game = traced_game(subject, number)
        account = Account(free)
        for line in game.decoder.lines(game.play().words):
            account.add(line)
        told.append(account)
    return told


@pytest.fixture(scope="module")
def told(run: Run) -> list[Account]:
    return accounts(run)


def game_number(run: Run) -> pl.Expr:
    return pl.col("block").cast(pl.Int64) * run.manifest.games_per_block + pl.col("game")


@pytest.mark.parametrize(
    ("column", "placement"),
    [
        ("used", "field"),
        ("cards", "helper"),
        ("upgrades", "helper"),
        ("steps", "helper"),
        ("silver", "helper"),
        ("goods", "helper"),
        ("removals", "barrow"),
        ("market", "barrow"),
    ],
)
def test_yields_are_those_of_the_logs(run: Run, told: list[Account], column: str, placement: str) -> None:
    rows = (
        run.lazy("placements")
        .with_columns(game_number(run).alias("number"))
        .filter(pl.col("placement") == placement)
        .group_by("number", "seat", "card")
        .agg(pl.col(column).sum().alias("sum"))
        .collect()
    )
    deck = open_subject(str(run.path)).scenario.rule_set.deck
    plain = {card.number for card in deck if card.cost is None and FILLED not in str(card.effect)}
    cards = plain if column in ("silver", "goods") else {card.number for card in deck}
    found = {(n, seat, card): total for n, seat, card, total in rows.iter_rows() if total and card in cards}
    expected = {
        (n, *key): gave[column]
        for n, account in enumerate(told)
        for key, gave in account.gave.items()
        if gave[column] and key[1] in cards
    }
    assert found == expected
    assert sum(expected.values()) > 0 or run.manifest.players == 1  # alone, few things happen


def test_opening_hands(run: Run, told: list[Account]) -> None:
    deals = run.lazy("deals").with_columns(game_number(run).alias("number")).collect()
    found = {(n, seat, card) for n, seat, card in deals.select("number", "seat", "card").iter_rows()}
    assert len(found) == deals.height == 4 * run.games * run.manifest.players
    assert found == {(n, *card) for n, account in enumerate(told) for card in account.dealt}


def test_removals_from_where_to_where(run: Run, told: list[Account]) -> None:
    markers = run.lazy("markers").filter(pl.col("round_removed") > 0)
    rows = markers.select(game_number(run), "hex", "removed_from").collect().rows()
    assert sorted(rows) == sorted(
        (n, *pair) for n, account in enumerate(told) for pair in account.removed_from
    )
    standing = run.lazy("markers").filter(pl.col("round_removed") == 0).collect()
    assert standing["removed_from"].null_count() == standing.height


def test_lasting_effects(run: Run) -> None:
    """Incomes come in every round after the completion; vp are those of vp_lasting."""
    income = {"merchant_house": 3, "deli": 1, "greengrocer": 1, "wainwright": 1}
    rows = run.lazy("buildings").select(Buildings.BUILDING, "round", "lasting", "vp_lasting").collect()
    for building, completed, lasting, vp in rows.iter_rows():
        if building in income:
            assert (lasting, vp) == (income[building] * (6 - completed), 0)
        else:
            assert lasting == vp


def test_extensions(run: Run) -> None:
    """Silver of the icons; the deliveries of all extensions are those beyond the usual one."""
    rows = run.lazy("placements").filter(pl.col(Placements.PLACEMENT) == "extension").collect()
    assert rows.filter(pl.col("silver") != pl.col("uses")).is_empty()
    deck = {card.number: card for card in open_subject(str(run.path)).scenario.rule_set.deck}
    for card, deliveries, pigs in rows.select("card", "deliveries", "pigs").iter_rows():
        icons = list(deck[card].extension)
        assert 0 <= deliveries <= 6 * icons.count("delivery")
        assert 0 <= pigs <= 6 * icons.count("den")
    extra = run.lazy("players").select(pl.col("extra_deliveries").sum()).collect().item()
    assert rows["deliveries"].sum() <= extra
