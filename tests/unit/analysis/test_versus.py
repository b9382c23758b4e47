"""With against without: plain recounts of small runs, by player-game and by block."""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path

import pytest

from analyzer.analysis.deals import deal_effects, drafted
from analyzer.analysis.placements import judged_by, placement_values, use_rounds
from analyzer.analysis.stats import Estimate, t_quantile
from analyzer.analysis.study import Study, study_of
from analyzer.analysis.versus import Versus, bot_sums
from analyzer.recording.schema import PLACEMENT_WORDS
from analyzer.recording.store import Run, open_run
from analyzer.scenario import load_scenario
from analyzer.simulate.plan import make_plan
from analyzer.simulate.record import record
from analyzer.simulate.workers import Processes
from tests.unit.simulate.plans import plan_of

Owner = tuple[int, int, int]
"""Block, game and seat."""


@pytest.fixture(
    scope="module", params=[("balanced", "random", "balanced"), ("balanced",) * 4], ids=["two bots", "mirror"]
)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("versus")
    record(plan_of(folder, *request.param, games=240), folder / "run", workers=Processes(1))
    return open_run(folder / "run")


@pytest.fixture(scope="module")
def study(run: Run) -> Study:
    return study_of(run)


def margins(run: Run) -> dict[str, dict[Owner, float]]:
    """By bot, every player-game with its margin."""
    games: dict[tuple[int, int], dict[int, tuple[str, int]]] = defaultdict(dict)
    columns = ("block", "game", "seat", "bot", "vp")
    for block, game, seat, bot, vp in run.lazy("players").select(columns).collect().iter_rows():
        games[block, game][seat] = (bot, vp)
    found: dict[str, dict[Owner, float]] = defaultdict(dict)
    for (block, game), seats in games.items():
        total = sum(vp for _, vp in seats.values())
        for seat, (bot, vp) in seats.items():
            found[bot][block, game, seat] = vp - (total - vp) / (len(seats) - 1)
    return found


def recount(values: dict[Owner, float], having: set[Owner], blocks: int) -> tuple[float, float, float, int]:
    """Means with and without, the error of their difference from what each block adds, and blocks with."""
    own = [value for owner, value in values.items() if owner in having]
    others = [value for owner, value in values.items() if owner not in having]
    with_it, without = sum(own) / len(own), sum(others) / len(others)
    by_block = [0.0] * blocks
    for owner, value in values.items():
        in_it = owner in having
        by_block[owner[0]] += (value - with_it) / len(own) if in_it else -(value - without) / len(others)
    fewer = min(len({owner[0] for owner in values if (owner in having) == side}) for side in (True, False))
    error = math.sqrt(sum(part**2 for part in by_block) * fewer / (fewer - 1)) if fewer > 1 else math.nan
    return with_it, without, error, fewer


def check(found: Versus, values: dict[Owner, float], having: set[Owner], blocks: int) -> None:
    if not having or len(having) == len(values):
        assert math.isnan(found.difference.mean)
        return
    with_it, without, error, fewer = recount(values, having, blocks)
    assert (found.having.n, found.lacking.n) == (len(having), len(values) - len(having))
    assert found.having.mean == pytest.approx(with_it)
    assert found.lacking.mean == pytest.approx(without)
    assert found.difference.mean == pytest.approx(with_it - without)
    assert found.difference.blocks == fewer
    assert found.difference.se == pytest.approx(error, nan_ok=True, abs=1e-9)
    if fewer > 1:
        half = float(t_quantile(fewer)) * error
        assert found.difference.high - found.difference.mean == pytest.approx(half, abs=1e-8)


def test_uses_of_cards_with_and_without(run: Run, study: Study) -> None:
    """A card placed twice in the same way by a player is one player-game."""
    placed: dict[tuple[str, int, str], set[Owner]] = defaultdict(set)
    columns = ("bot", "card", "placement", "block", "game", "seat")
    rows = run.lazy("placements").select(columns).collect().rows()
    for bot, card, placement, *owner in rows:
        placed[bot, card, placement].add((owner[0], owner[1], owner[2]))
    plain = margins(run)
    for values in placement_values(study):
        bot = study.bots[values.bot]
        for use in values.cells:
            having = placed[bot, use.card.number, PLACEMENT_WORDS[use.placement]]
            check(use.versus, plain[bot], having, study.blocks)


def test_some_cards_are_placed_twice_in_the_same_way(run: Run) -> None:
    """Otherwise the test above would not show that they count once."""
    rows = run.lazy("placements").select("block", "game", "seat", "card", "placement").collect()
    assert rows.unique().height < rows.height or run.manifest.players < 4


def test_dealt_against_not_dealt(run: Run, study: Study) -> None:
    dealt: dict[tuple[str, int], set[Owner]] = defaultdict(set)
    for bot, card, *owner in (
        run.lazy("deals").select("bot", "card", "block", "game", "seat").collect().rows()
    ):
        dealt[bot, card].add((owner[0], owner[1], owner[2]))
    plain = margins(run)
    effects = deal_effects(study)
    assert [len(rows) for rows in effects] == [66] * len(study.bots)
    for bot, rows in zip(study.bots, effects, strict=True):
        for row in rows:
            check(row.versus, plain[bot], dealt[bot, row.card.number], study.blocks)
            assert (row.told is None) == (row.versus.difference.blocks < 100)


def test_sums_of_bots(run: Run, study: Study) -> None:
    plain = margins(run)
    scale = study.players - 1
    for bot, sums in bot_sums(study, judged_by(study)).items():
        values = plain[study.bots[bot]]
        assert sums.per_block * sums.blocks == len(values)
        assert sums.totals["margin"] == round(sum(values.values()) * scale)


def test_rounds_of_uses(run: Run, study: Study) -> None:
    """By the round of the first such play."""
    first: dict[tuple[str, int, int], dict[Owner, int]] = defaultdict(dict)
    columns = ("bot", "card", "placement", "block", "game", "seat", "round")
    for bot, card, word, block, game, seat, r in run.lazy("placements").select(columns).collect().rows():
        rounds = first[bot, card, PLACEMENT_WORDS.index(word)]
        rounds[block, game, seat] = min(r, rounds.get((block, game, seat), 99))
    plain = margins(run)
    uses = [(23, 0), (23, 2), (5, 0)]
    found = use_rounds(study, uses)
    assert set(found) == set(uses)
    for use, of_bots in found.items():
        for bot, by_round in zip(study.bots, of_bots, strict=True):
            for r, value in enumerate(by_round, 1):
                own = [plain[bot][owner] for owner, at in first[bot, *use].items() if at == r]
                assert value.n == len(own)
                if own:
                    assert value.mean == pytest.approx(sum(own) / len(own))


def test_win_shares_with_and_without(study: Study) -> None:
    """Together they are the bot's share, and no interval leaves 0 to 1."""
    for values in placement_values(study):
        for use in values.cells:
            having, lacking = use.share.having, use.share.lacking
            if having.n and lacking.n:
                ends = [end for value in (having, lacking) for end in (value.low, value.high)]
                assert all(0 <= end <= 1 for end in ends if not math.isnan(end))
                assert having.n + lacking.n == study.seats_of(values.bot) * study.blocks


def test_a_drafted_hand_is_no_matter_of_luck(tmp_path: Path) -> None:
    file = tmp_path / "drafted.toml"
    file.write_text(
        'name = "drafted"\nplayers = 2\nline_up = ["random", "random"]\ngames = 20\nseed = 1\n'
        '[rules.setup]\ndraft = "pass"\n',
        encoding="utf-8",
    )
    record(make_plan(load_scenario(str(file))), tmp_path / "run", workers=Processes(1))
    study = study_of(open_run(tmp_path / "run"))
    assert drafted(study)
    assert deal_effects(study) == ()


def test_estimates_are_plain_data(study: Study) -> None:
    """The same question twice gives the same answer."""
    first, second = (placement_values(study)[0].cells[0].versus.having for _ in range(2))
    assert isinstance(first, Estimate)
    assert first == second
