"""What winners are ahead by and what a game hardly uses, against a recount in plain Python."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import msgspec
import polars as pl
import pytest

from analyzer.analysis.advantage import winners_advantage
from analyzer.analysis.imbalances import SELDOM, Unused, imbalances
from analyzer.analysis.overview import ACTIVITY
from analyzer.analysis.study import Study, study_of
from analyzer.recording.schema import BUILDING_WORDS, PLACEMENT_WORDS, VP_SOURCES, Players
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from tests.unit.analysis.probe_tables import Decision, Option, study_of_decisions
from tests.unit.simulate.plans import plan_of


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("imbalances")
    record(plan_of(folder, "first", "random", "first", games=600), folder / "run", jobs=1)
    return open_run(folder / "run")


@pytest.fixture(scope="module")
def study(run: Run) -> Study:
    return study_of(run)


def test_winners_advantage_by_source(run: Run, study: Study) -> None:
    games: dict[tuple[int, int], list[dict]] = defaultdict(list)
    for row in run.lazy("players").collect().iter_rows(named=True):
        games[row["block"], row["game"]].append(row)
    alone = [game for game in games.values() if sum(row["winners"] > 0 for row in game) == 1]
    assert len(alone) < len(games), "some wins must be shared"
    found = winners_advantage(study)
    assert found is not None
    assert found.margin.n == len(alone)
    for source in (Players.VP, *VP_SOURCES):
        ahead = []
        for game in alone:
            winner = next(row for row in game if row["winners"] == 1)
            ahead.append(winner[source] - sum(row[source] for row in game if row is not winner) / 2)
        estimate = found.margin if source == Players.VP else found.by_source[source]
        assert estimate.mean == pytest.approx(sum(ahead) / len(ahead))
    assert found.largest == max(VP_SOURCES, key=lambda source: found.by_source[source].mean)
    assert sum(value.mean for value in found.by_source.values()) == pytest.approx(found.margin.mean)


def test_solo_has_no_winners(study: Study) -> None:
    scenario = msgspec.structs.replace(study.scenario, players=1)
    assert winners_advantage(replace(study, scenario=scenario)) is None


def test_uses_never_played(run: Run, study: Study) -> None:
    played = set(run.lazy("placements").select("card", "placement").collect().iter_rows())
    every = {(card, place) for card in range(1, 67) for place in range(4)}
    seen = {(card, PLACEMENT_WORDS.index(word)) for card, word in played}
    found = {each.kind: each for each in imbalances(study, {})}
    things = set(found[Unused.USES].things) if Unused.USES in found else set()
    assert things == every - seen


def test_idle_helpers(run: Run, study: Study) -> None:
    helpers = run.lazy("placements").filter(pl.col("placement") == "helper").collect()
    static = {card.number for card in study.scenario.rule_set.deck if card.trigger == "static"}
    uses: dict[int, int] = defaultdict(int)
    for row in helpers.iter_rows(named=True):
        if row["card"] not in static:
            uses[row["card"]] += row["uses"]
    found = {each.kind: each for each in imbalances(study, {})}
    idle = {(card,) for card, number in uses.items() if number == 0}
    assert set(found[Unused.HELPERS].things if Unused.HELPERS in found else ()) == idle
    if idle:
        assert found[Unused.HELPERS].among == len(uses)


def test_buildings_hardly_completed(run: Run, study: Study) -> None:
    """Those that both bots complete in surely less than a twentieth of their games."""
    done = run.lazy("buildings").collect()
    seats = run.lazy("players").collect().group_by("bot").len()
    player_games = dict(seats.iter_rows())
    seldom = set()
    for number, word in enumerate(BUILDING_WORDS, 1):
        rows = done.filter(pl.col("building") == word)
        shares = [rows.filter(pl.col("bot") == bot).height / n for bot, n in player_games.items()]
        if max(shares) < SELDOM:
            seldom.add(number)
    found = {each.things[0][0] for each in imbalances(study, {}) if each.kind == Unused.BUILDING}
    assert found <= seldom
    for each in imbalances(study, {}):
        if each.kind == Unused.BUILDING:
            assert each.share.high < SELDOM


def test_what_nobody_does(run: Run, study: Study) -> None:
    players = run.lazy("players").collect()
    never = {(place,) for place, column in enumerate(ACTIVITY) if players[column.value].sum() == 0}
    found = {each.kind: each for each in imbalances(study, {})}
    assert set(found[Unused.ACTIVITY].things if Unused.ACTIVITY in found else ()) == never


def test_few_blocks_warn_of_nothing(study: Study) -> None:
    assert imbalances(replace(study, blocks=99), {}) == ()


@pytest.mark.parametrize(("deciding", "warned"), [(1, True), (40, False)])
def test_choices_that_hardly_ever_decide(tmp_path: Path, study: Study, deciding: int, warned: bool) -> None:
    """In ``deciding`` of 400 decisions one option wins and the other does not."""
    decisions = [
        Decision(block, (Option((2, -1), 3, int(block < deciding)), Option((3, -1), 0)))
        for block in range(400)
    ]
    folder = study_of_decisions(tmp_path / "probes-token", decisions, blocks=400, kind="token")
    found = [each for each in imbalances(study, {"probes-token": folder}) if each.kind == Unused.CHOICE]
    assert len(found) == int(warned)
    if warned:
        assert (found[0].word, found[0].among) == ("token", 400)
        assert found[0].share.mean == deciding / 400


def test_studies_other_than_probes_are_left_alone(tmp_path: Path, study: Study) -> None:
    folder = study_of_decisions(
        tmp_path / "x", [Decision(0, (Option((2, -1), 3), Option((3, -1), 0)))], blocks=1
    )
    assert imbalances(study, {"luck": folder}) == imbalances(study, {})
