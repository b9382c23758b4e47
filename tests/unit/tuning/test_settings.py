"""Settings: what is refused, and that no two purposes share luck."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from analyzer.errors import UserError
from analyzer.scenario.bots import known_weights
from analyzer.tuning.optimiser import default_population
from analyzer.tuning.settings import Options
from tests.unit.tuning.searches import BALANCED, SMALL, settings_of


def test_all_weights_by_default() -> None:
    settings = settings_of(options=Options())
    assert settings.weights == tuple(known_weights())
    assert settings.population == default_population(len(known_weights()))
    staged = settings_of(options=Options(staged=True))
    assert staged.population == default_population(3 * len(known_weights()))


def test_order_of_words_does_not_matter() -> None:
    assert settings_of(options=replace(SMALL, weights=("hat", "silver"))) == settings_of()
    assert settings_of(players=(3, 2)) == settings_of(players=(2, 3))


def test_a_line_up_of_each_seat() -> None:
    settings = settings_of("first, random,first", "balanced", players=(4,))
    assert settings.against == ("first,random,first", "balanced")
    assert [[bot.name for bot in bots] for bots in settings.opponents] == [
        ["first", "random", "first"],
        ["balanced"],
    ]


def test_purposes_and_seeds_have_luck_of_their_own() -> None:
    purposes = ("candidates", "search", "choice", "check", "self-play")
    seeds = [
        settings_of(options=replace(SMALL, seed=seed)).luck(purpose)
        for seed in (1, 2)
        for purpose in purposes
    ]
    assert len({*seeds, 1, 2}) == 12
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_other_parents_and_line_ups_have_luck_of_their_own() -> None:
    """Else a tuned bot would be tuned again on the games for which its weights were chosen."""
    settings = settings_of("first", "random")
    tuned = msgspec.structs.replace(BALANCED, weights=BALANCED.weights | {"hat": (1, 2, 3)})
    told = msgspec.structs.replace(BALANCED, restrictions=("never buy",))
    others = [
        msgspec.structs.replace(settings, parent=tuned),
        msgspec.structs.replace(settings, parent=told),
        settings_of("first"),
        settings_of("first", "balanced"),
        msgspec.structs.replace(settings, opponents=(settings.opponents[0], (tuned,))),
    ]
    for purpose in ("candidates", "search", "choice", "check", "self-play"):
        assert len({each.luck(purpose) for each in (settings, *others)}) == 6


def test_names_and_folders_have_no_part_in_luck() -> None:
    settings = settings_of("example.py:eager")
    ((eager,),) = settings.opponents
    assert eager.function is not None
    elsewhere = msgspec.structs.replace(eager.function, path="/elsewhere/example.py")
    same = msgspec.structs.replace(
        settings,
        parent=msgspec.structs.replace(BALANCED, name="other", description="another"),
        opponents=((msgspec.structs.replace(eager, function=elsewhere),),),
    )
    assert same.luck("search") == settings.luck("search")
    changed = msgspec.structs.replace(eager, function=msgspec.structs.replace(elsewhere, sha256="0"))
    assert msgspec.structs.replace(same, opponents=((changed,),)).luck("search") != same.luck("search")


def test_each_number_of_generations_has_luck_of_its_own() -> None:
    settings = settings_of()
    assert len({settings.luck("check", generations) for generations in (1, 2, 11, 12)}) == 4


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"weights": ("silvr",)}, "--weights: `silvr` is no weight; did you mean `silver`?"),
        ({"objective": "margn"}, "--objective: `margn` is no objective; did you mean `margin`?"),
        ({"sigma": 0.0}, "--sigma: 0 is out of range; give a number above 0 and up to 0.5."),
        ({"sigma": float("nan")}, "--sigma: nan is out of range; give a number above 0 and up to 0.5."),
        ({"seed": -1}, "--seed: -1 is out of range; give a number from 0 to 9223372036854775807."),
    ],
)
def test_bad_options(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(UserError) as error:
        settings_of(options=replace(SMALL, **changes))  # type: ignore[arg-type]
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("against", "players", "sentence"),
    [
        ("first", (1,), "--players: 1 can't be tuned for; give 2, 3 or 4, or several as 2,3,4."),
        ("first", (2, 2), "--players: 2 stands there twice; give each number once."),
        (
            "first,random",
            (3, 4),
            "--against first,random: 2 opponents don't fit 4 players; name one bot for all other seats, or 3.",  # noqa: E501
        ),
        (
            "frst",
            (2,),
            "--against frst: there is no bot `frst`, shipped or at this path; did you mean `first`?",
        ),
        (
            "first: never play card 99,random",
            (3,),
            (
                "--against first: never play card 99,random, bot `first`, `never play card 99`: the deck has "
                "no card 99; its numbers go from 1 to 66."
            ),
        ),
    ],
)
def test_bad_tables(against: str, players: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(UserError) as error:
        settings_of(against, players=players)
    assert str(error.value) == sentence


@pytest.mark.parametrize("bot", ["first", "random", "novice"])
def test_a_bot_without_weights(bot: str) -> None:
    with pytest.raises(UserError, match=rf"^{bot} can't be tuned, its policy `{bot}` has no weights; give"):
        settings_of(parent=bot)


def test_bots_whose_play_is_not_in_weights() -> None:
    with pytest.raises(
        UserError, match=r"^example\.py:eager can't be tuned, its policy `python` has no weig"
    ):
        settings_of(parent="example.py:eager")
    with pytest.raises(
        UserError, match=r"^search can't be tuned, since .* too slow .*; tune the bot that it"
    ):
        settings_of(parent="search")


def test_restricted_bots_and_functions_may_be_opponents() -> None:
    settings = settings_of(
        "balanced: never buy,example.py:eager", players=(3,), parent="balanced: never sell"
    )
    assert settings.parent.restrictions == ("never sell",)
    ((restricted, function),) = settings.opponents
    assert restricted.restrictions == ("never buy",)
    assert function.function is not None
