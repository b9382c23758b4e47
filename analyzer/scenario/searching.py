"""The table ``[search]`` of a bot's file: which choices it plays forward, how often and with whom."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from analyzer.scenario.model import Bot, Search
from analyzer.scenario.problems import Problems
from analyzer.scenario.vocabulary import DECISIONS

SEARCH_POLICY: Final = "search"
SEARCHABLE: Final = tuple(word for word in DECISIONS if word not in ("act", "draft"))
"""Choices that can be played forward.  Acts and drafts are left to the bot's weights."""
PLAYOUTS: Final = (1, 1000)
DEFAULT: Final = Search(playouts=8, choices=("card", "die", "token", "hex"))
MEANINGS: Final = {
    "playouts": "games played forward for each option that is still in the running, in each of three stages",
    "choices": f"the choices it plays forward, of {', '.join(SEARCHABLE)}",
    "playout": "the bot that plays them to their end in all seats; without it the bot's own weights",
}
"""What each key of the table says."""
TRYING: Final = ("balanced", "novice", "random", "first")
"""Policies of which a bot can play on."""


class Given(NamedTuple):
    """A value as it stands in a file: ``where`` names the file, ``base`` is its folder."""

    value: Any
    where: str
    base: Path


Load = Callable[[str, Path, str, Problems], Bot | None]


def given_search(content: dict[str, Any], where: str, base: Path, problems: Problems) -> dict[str, Given]:
    """The keys of a file's own table; unknown ones are told and dropped."""
    table = content.get("search", {})
    if not isinstance(table, dict):
        problems.add(f"{where}, `search`", "the search is no table", "write it under [search]")
        return {}
    for key in table:
        if key not in MEANINGS:
            problems.unknown(f"{where}, `search`", key, "key of a search", MEANINGS)
    return {key: Given(value, where, base) for key, value in table.items() if key in MEANINGS}


def read_search(given: dict[str, Given], policy: str, load: Load | None, problems: Problems) -> Search | None:
    """The search of a bot; None for bots of other policies.

    ``load`` loads the bot that plays its playouts; None: that one is of no matter.
    """
    if policy != SEARCH_POLICY:
        for key, (_, where, _) in given.items():
            place = f"{where}, `search.{key}`"
            problems.add(
                place, f"a bot of policy `{policy}` does not search", f'write policy = "{SEARCH_POLICY}"'
            )
        return None
    return Search(
        playouts=_playouts(given.get("playouts"), problems),
        choices=_choices(given.get("choices"), problems),
        playout=_playout(given.get("playout"), load, problems),
    )


def _playouts(given: Given | None, problems: Problems) -> int:
    low, high = PLAYOUTS
    if given is None:
        return DEFAULT.playouts
    if isinstance(given.value, bool) or not isinstance(given.value, int) or not low <= given.value <= high:
        place = f"{given.where}, `search.playouts`"
        problems.add(place, f"`{given.value}` is no number of playouts", f"write one from {low} to {high}")
        return DEFAULT.playouts
    return given.value


def _choices(given: Given | None, problems: Problems) -> tuple[str, ...]:
    if given is None:
        return DEFAULT.choices
    place = f"{given.where}, `search.choices`"
    if not isinstance(given.value, list) or not given.value:
        problems.add(place, "this is no list of choices", 'write some, such as ["card", "die"]')
        return DEFAULT.choices
    for word in given.value:
        if word not in SEARCHABLE:
            problems.unknown(place, str(word), "choice that can be played forward", SEARCHABLE)
    return tuple(word for word in SEARCHABLE if word in given.value)


def _playout(given: Given | None, load: Load | None, problems: Problems) -> Bot | None:
    if given is None or load is None:
        return None
    place = f"{given.where}, `search.playout`"
    if not isinstance(given.value, str):
        problems.add(place, f"`{given.value}` is no bot", "write its name in quotes")
        return None
    bot = load(given.value, given.base, place, problems)
    if bot is not None and bot.policy not in TRYING:
        wrong = f"a bot of policy `{bot.policy}` can't play the playouts"
        problems.add(place, wrong, f"name one of policy {', '.join(TRYING)}")
    if bot is not None and bot.restrictions:
        wrong = f"`{bot.name}` is told something, which counts in no playout"
        problems.add(place, wrong, "tell the searching bot, or leave it out")
    return bot


def wrong_with_search(search: Search) -> str | None:
    """What of a search, as a manifest has it, this version can't play; in words."""
    low, high = PLAYOUTS
    if not low <= search.playouts <= high:
        return f"{search.playouts} playouts, which is outside {low} to {high}"
    for word in search.choices:
        if word not in SEARCHABLE:
            return f"a search of `{word}`, which this version doesn't know"
    if search.playout is not None and search.playout.policy not in TRYING:
        return f"playouts by the policy `{search.playout.policy}`, which can't play them"
    return None
