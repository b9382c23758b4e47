"""Questions about craft buildings against plain computations on the tables of small runs."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from analyzer.analysis.building_bonuses import first_done
from analyzer.analysis.building_games import BONUSES, BOTH, FIRST, OPENING
from analyzer.analysis.building_worth import VP_PARTS, building_worth
from analyzer.analysis.buildings import NEVER, BuildingResults, building_results, completion
from analyzer.analysis.study import Study, study_of
from analyzer.recording.schema import BUILDING_WORDS
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of

Row = dict[str, Any]
GAMES = 240
MOST = 5


class Plain:
    """The tables of a run as anyone would read them: rows of players, with their completions."""

    def __init__(self, run: Run) -> None:
        self.players: list[Row] = run.lazy("players").collect().to_dicts()
        self.buildings: list[Row] = run.lazy("buildings").collect().to_dicts()
        done: dict[tuple[int, int, int], list[Row]] = defaultdict(list)
        for row in self.buildings:
            done[row["block"], row["game"], row["seat"]].append(row)
        games: dict[tuple[int, int], list[Row]] = defaultdict(list)
        for row in self.players:
            row["done"] = sorted(done[row["block"], row["game"], row["seat"]], key=lambda each: each["order"])
            row["share"] = 1 / row["winners"] if row["winners"] else 0.0
            games[row["block"], row["game"]].append(row)
        self.games = list(games.values())
        for game in self.games:
            for row in game:
                others = [other["vp"] for other in game if other is not row]
                row["margin"] = row["vp"] - mean(others) if others else row["vp"]

    def of(self, bot: str) -> list[Row]:
        """The player-games of a bot."""
        return [row for row in self.players if row["bot"] == bot]

    def order(self, row: Row) -> tuple[int, ...]:
        """The buildings of a player-game in the order of their completion."""
        return tuple(BUILDING_WORDS.index(each["building"]) + 1 for each in row["done"])


def run_of(folder: Path, *line_up: str) -> Run:
    record(plan_of(folder, *line_up, games=GAMES), folder / "run", workers=Processes(1))
    return open_run(folder / "run")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run_of(tmp_path_factory.mktemp("buildings"), "balanced", "builder", "balanced")


@pytest.fixture(scope="module")
def plain(run: Run) -> Plain:
    return Plain(run)


@pytest.fixture(scope="module")
def study(run: Run) -> Study:
    return study_of(run)


@pytest.fixture(scope="module")
def results(study: Study) -> BuildingResults:
    return building_results(study, MOST)


@pytest.fixture(scope="module")
def solo(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run_of(tmp_path_factory.mktemp("solo"), "balanced")


def test_completion_counts_those_who_never_complete(plain: Plain, study: Study) -> None:
    for curve in completion(study):
        bot, word = study.bots[curve.bot], BUILDING_WORDS[curve.building - 1]
        own = [row["round"] for row in plain.buildings if (row["bot"], row["building"]) == (bot, word)]
        everyone = len(plain.of(bot))
        assert [value.n for value in curve.by_round] == [everyone] * 6
        for r, value in enumerate(curve.by_round, 1):
            assert value.mean == pytest.approx(sum(done <= r for done in own) / everyone)
        assert curve.never.mean == pytest.approx(1 - len(own) / everyone)
        assert curve.never.low <= curve.never.mean <= curve.never.high


def test_results_by_round_of_completion(plain: Plain, study: Study, results: BuildingResults) -> None:
    for found in results.rounds:
        rows = []
        for row in plain.of(study.bots[found.bot]):
            done = {each["building"]: each["round"] for each in row["done"]}
            if done.get(BUILDING_WORDS[found.building - 1], NEVER) == found.round:
                rows.append(row)
        assert found.outcome.n == len(rows)
        if rows:
            assert found.outcome.mean == pytest.approx(mean(row["margin"] for row in rows))
            assert found.share.mean == pytest.approx(mean(row["share"] for row in rows))
    for building in range(1, 7):
        assert sum(each.outcome.n for each in results.rounds if each.building == building) == 3 * GAMES


def test_the_most_frequent_orders_and_their_results(
    plain: Plain, study: Study, results: BuildingResults
) -> None:
    for orders in results.orders:
        rows = plain.of(study.bots[orders.bot])
        whole = Counter(map(plain.order, rows))
        assert orders.kinds == len(whole)
        wanted = sorted(whole, key=lambda order: (-whole[order], order))[:MOST]
        assert [each.buildings for each in orders.whole] == wanted
        for each in orders.whole:
            own = [row for row in rows if plain.order(row) == each.buildings]
            assert each.outcome.n == len(own)
            assert each.outcome.mean == pytest.approx(mean(row["margin"] for row in own))
            assert each.share.mean == pytest.approx(mean(row["share"] for row in own))


def test_the_first_three_buildings_of_those_who_completed_three(
    plain: Plain, study: Study, results: BuildingResults
) -> None:
    for orders in results.orders:
        rows = [row for row in plain.of(study.bots[orders.bot]) if len(row["done"]) >= 3]
        assert orders.of_three.n == len(rows)
        assert orders.of_three.mean == pytest.approx(mean(row["margin"] for row in rows))
        threes = Counter(plain.order(row)[:3] for row in rows)
        wanted = sorted(threes, key=lambda order: (-threes[order], order))[:MOST]
        assert [each.buildings for each in orders.threes] == wanted
        for each in orders.threes:
            own = [row for row in rows if plain.order(row)[:3] == each.buildings]
            assert each.outcome.mean == pytest.approx(mean(row["margin"] for row in own))


def test_the_building_completed_first(plain: Plain, study: Study, results: BuildingResults) -> None:
    for orders in results.orders:
        rows = plain.of(study.bots[orders.bot])
        assert sum(often.mean for often, _ in orders.began) == pytest.approx(1.0)
        assert [each.buildings for _, each in orders.began] == [(1,), (2,), (3,), (4,), (5,), (6,), ()]
        for often, each in orders.began:
            own = [row for row in rows if plain.order(row)[:1] == each.buildings]
            assert often.n == len(rows)
            assert often.mean == pytest.approx(len(own) / len(rows))
            assert each.outcome.n == len(own)
            if own:
                assert each.outcome.mean == pytest.approx(mean(row["margin"] for row in own))


def bonus(row: Row, *columns: str) -> int:
    return sum(int(each[column]) for each in row["done"] for column in columns)


PARTS = {FIRST: ("vp_first",), OPENING: ("vp_opening",), BOTH: ("vp_first", "vp_opening")}


def shares_without(game: list[Row], *columns: str) -> dict[int, float]:
    """Win share by seat with the bonuses taken off; ties by silver."""
    result = {row["seat"]: (row["vp"] - bonus(row, *columns), row["silver"]) for row in game}
    best = max(result.values())
    winners = [seat for seat, value in result.items() if value == best]
    return {row["seat"]: (row["seat"] in winners) / len(winners) for row in game}


def test_winners_without_bonuses(plain: Plain, results: BuildingResults) -> None:
    for kind in BONUSES:
        lost = 0
        for game in plain.games:
            without = shares_without(game, *PARTS[kind])
            lost += any(row["winners"] and not without[row["seat"]] for row in game)
        assert 0 < lost < GAMES
        assert results.bonuses.decided[kind].n == GAMES
        assert results.bonuses.decided[kind].mean == pytest.approx(lost / GAMES)


def test_taking_nothing_off_leaves_the_winners(plain: Plain) -> None:
    for game in plain.games:
        assert shares_without(game) == {row["seat"]: pytest.approx(row["share"]) for row in game}


def test_who_gets_the_bonuses(plain: Plain, study: Study, results: BuildingResults) -> None:
    groups = [(of, plain.of(study.bots[of.who])) for of in results.bonuses.by_bot]
    for of in results.bonuses.by_seat:
        groups.append((of, [row for row in plain.players if row["seat"] == of.who]))
    without = {
        id(row): share
        for game in plain.games
        for row, share in zip(game, shares_without(game, *PARTS[BOTH]).values(), strict=True)
    }
    assert len(groups) == 2 + 3
    for of, rows in groups:
        assert of.first.mean == pytest.approx(mean(bonus(row, "vp_first") for row in rows))
        assert of.opening.mean == pytest.approx(mean(bonus(row, "vp_opening") for row in rows))
        assert of.share.mean == pytest.approx(mean(row["share"] for row in rows))
        assert of.without.mean == pytest.approx(mean(without[id(row)] for row in rows))
        assert of.gained.mean == pytest.approx(of.share.mean - of.without.mean)


def test_first_completions_and_openings(plain: Plain, study: Study) -> None:
    for found in first_done(study):
        rows = [row for row in plain.buildings if row["building"] == BUILDING_WORDS[found.building - 1]]
        firsts = [row for row in rows if row["place"] == 1]
        assert found.nobody.mean == pytest.approx(1 - len(firsts) / GAMES)
        for r, (first, opening) in enumerate(zip(found.by_round, found.openings, strict=True), 1):
            assert first.mean == pytest.approx(sum(row["round"] == r for row in firsts) / GAMES)
            taken = sum(row["vp_opening"] for row in rows if row["round"] == r)
            assert opening.mean == pytest.approx(taken / GAMES)
        for bot, share in enumerate(found.by_bot):
            assert share.mean == pytest.approx(sum(row["bot"] == study.bots[bot] for row in firsts) / GAMES)


def test_what_completions_brought(plain: Plain, study: Study) -> None:
    found = building_worth(study)
    assert [(worth.building, worth.bot) for worth in found[:4]] == [(1, None), (1, 0), (1, 1), (2, None)]
    for worth in found:
        word = BUILDING_WORDS[worth.building - 1]
        rows = [row for row in plain.buildings if row["building"] == word]
        if worth.bot is not None:
            rows = [row for row in rows if row["bot"] == study.bots[worth.bot]]
        for r, each in ((0, worth.every), *enumerate(worth.by_round, 1)):
            own = [row for row in rows if r in (0, row["round"])]
            assert each.direct.n == len(own)
            if not own:
                continue
            for part in VP_PARTS:
                assert each.parts[part].mean == pytest.approx(mean(row[part] for row in own))
            assert each.direct.mean == pytest.approx(mean(sum(row[part] for part in VP_PARTS) for row in own))
            bonuses = mean(row["vp_first"] + row["vp_opening"] for row in own)
            assert each.own.mean == pytest.approx(each.direct.mean - bonuses)
            assert each.lasting.mean == pytest.approx(mean(row["lasting"] for row in own))


def test_solo_has_vp_and_no_winners(solo: Run) -> None:
    study, plain = study_of(solo), Plain(solo)
    results = building_results(study, MOST)
    assert results.bonuses.decided == {}
    assert [of.share.n for of in results.bonuses.by_seat] == [0]
    (orders,) = results.orders
    for each in orders.whole:
        own = [row["vp"] for row in plain.players if plain.order(row) == each.buildings]
        assert each.outcome.mean == pytest.approx(mean(own))
        assert each.share.n == 0
    first = results.bonuses.by_seat[0].first.mean
    assert first == pytest.approx(mean(bonus(row, "vp_first") for row in plain.players))
