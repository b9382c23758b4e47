"""The fields of each event (event-log.md): which must be there, and which may."""

from __future__ import annotations

from typing import Any

COMMON = frozenset({"n", "round", "phase", "event", "player", "delta", "why"})
NOBODYS = "game building_order roofs reshuffle remove_die turn_order solo_card roofs_revealed result state"
WITHOUT_PLAYER = frozenset(NOBODYS.split())
REQUIRED = {
    event: frozenset(words.split())
    for event, words in {
        "game": "rule_set rules_hash options values players seed game bots",
        "building_order": "buildings",
        "roofs": "rounds",
        "deal": "cards",
        "draft": "keeps",
        "marker": "hex displaced removed via",
        "play_card": "card as via",
        "draw": "cards via",
        "discard": "cards",
        "reshuffle": "count",
        "income": "",
        "growth": "fields",
        "breeding": "result",
        "buy_roof": "roof",
        "pass": "step",
        "sell": "good count source",
        "buy": "good count",
        "upgrade": "good to source",
        "cash": "use",
        "use_roof": "roof",
        "helper": "card",
        "gain": "via",
        "pig_sold": "via",
        "reserve": "space",
        "roll": "dice",
        "take_die": "die pick choice",
        "remove_die": "die",
        "token": "donkeys hats",
        "siesta": "steps space via",
        "turn_order": "order",
        "buy_extra": "count",
        "deliver": "good source to via",
        "barrow_done": "card value",
        "building_done": "building first opened",
        "solo_card": "card",
        "score": "market siesta",
        "roofs_revealed": "roofs",
        "sell_off": "",
        "result": "players",
        "state": "players market siesta_stacks closed turn_order deck discards",
    }.items()
}
OPTIONAL = {
    "play_card": frozenset({"pays", "discards"}),
    "upgrade": frozenset({"price", "via"}),
    "use_roof": frozenset({"flips"}),
    "helper": frozenset({"choice", "flips"}),
    "state": frozenset({"face_up_roofs"}),
}
NO_FIELDS: frozenset[str] = frozenset()


def faults(line: dict[str, Any]) -> list[str]:
    event = line.get("event")
    if event not in REQUIRED:
        return [f"there is no event {event!r}"]
    required = REQUIRED[event]
    found = [f"{event} has no {name}" for name in sorted(required - set(line))]
    solo_marker = event == "marker" and line.get("via") == "solo"
    if "player" not in line and event not in WITHOUT_PLAYER and not solo_marker:
        found.append(f"{event} has no player")
    known = COMMON | required | OPTIONAL.get(event, NO_FIELDS)
    return found + [f"{event} has a field {name!r}" for name in sorted(set(line) - known)]
