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
from analyzer.recording.schema import BUILDING_WORDS, PLACEMENT_WORDS, VP_SOURCES, Placements, Players
from analyzer.recording.store import Run, open_run
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from reports.sections import unused
from tests.unit.analysis.probe_tables import Decision, Option, study_of_decisions
from tests.unit.reports.plain import plain
from tests.unit.simulate.plans import plan_of


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("imbalances")
    record(plan_of(folder, "first", "random", "first", games=600), folder / "run", workers=Processes(1))
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


def test_idle_helpers(run: Run, study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    few = 5
    monkeypatch.setattr("analyzer.analysis.imbalances.FEW_BLOCKS", few)
    helpers = run.lazy("placements").filter(pl.col("placement") == "helper").collect()
    static = {card.number for card in study.scenario.rule_set.deck if card.trigger == "static"}
    uses: dict[int, int] = defaultdict(int)
    blocks: dict[int, set[int]] = defaultdict(set)
    plays: dict[int, int] = defaultdict(int)
    for row in helpers.iter_rows(named=True):
        if row["card"] not in static:
            uses[row["card"]] += row["uses"]
            plays[row["card"]] += 1
            blocks[row["card"]].add(row["block"])
    judged = [card for card in sorted(uses) if len(blocks[card]) >= few]
    assert 1 < len(judged) < len(uses)
    found = {each.kind: each for each in imbalances(study, {})}
    idle = [card for card in judged if uses[card] == 0]
    helpers_found = found.get(Unused.HELPERS)
    assert (helpers_found.things if helpers_found else ()) == tuple((card,) for card in idle)
    if helpers_found:
        assert helpers_found.among == len(judged)
        assert [share.n for share in helpers_found.shares] == [plays[card] for card in idle]


@pytest.mark.parametrize(("blocks", "judged"), [(99, False), (100, True)])
def test_a_helper_is_judged_by_its_plays(study: Study, blocks: int, judged: bool) -> None:
    """Of the first card every play as a helper stays idle; two plays in each block, over two parts."""
    deck = study.scenario.rule_set.deck
    idle, busy = [card.number for card in deck if card.trigger != "static"][:2]
    rows = [
        {
            Placements.BLOCK: block,
            Placements.CARD: card,
            Placements.PLACEMENT: PLACEMENT_WORDS.index("helper"),
            Placements.USES: int(card == busy),
        }
        for block in range(blocks)
        for card in (idle, idle, busy)
    ]
    first = study.parts[0]
    empty = {name: getattr(first, name).head(0) for name in ("players", "buildings", "markers", "deals")}
    parts = (
        replace(first, placements=pl.LazyFrame(rows[:150])),
        replace(first, placements=pl.LazyFrame(rows[150:]), **empty),
    )
    found = [each for each in imbalances(replace(study, parts=parts), {}) if each.kind == Unused.HELPERS]
    assert len(found) == int(judged)
    if judged:
        assert (found[0].things, found[0].among) == (((idle,),), 2)
        (share,) = found[0].shares
        assert (share.mean, share.n, share.blocks) == (0.0, 200, 100)
        assert 0.03 < share.high < 0.05
        (said,) = unused.items(study, tuple(found))
        assert plain(said.remarks[0]).startswith(f"n {deck_name(study, idle)} 200 plays, so in at most 3.")


def deck_name(study: Study, card: int) -> str:
    return study.scenario.rule_set.card(card).name


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
