"""The words of one ``GameC`` -> the fields of a ``state`` line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from analyzer.trace.eventlog import each_record, record_fields
from analyzer.wording import words
from analyzer.wording.packed import members, used_part
from cext import core
from cext.types import Event, Field, Size

NEUTRAL = 1


def snapshots(rules: np.ndarray) -> Callable[[np.ndarray], dict[str, Any]]:
    """The converter of snapshots for one rule set (``core.RULES_DTYPE``, 0-d)."""
    values, cards = rules["v"], rules["cards"]
    donkeys = values["token_donkeys"].tolist()
    row_need = values["row_need"].tolist()
    spaces = range(int(values["track_top"]) + 1)
    barrow_goods = cards["barrow_goods"].tolist()
    solo = int(values["players"]) == 1

    def snapshot(game_words: np.ndarray) -> dict[str, Any]:
        game = _game(game_words)
        board, seats = game["board"], game["seats"]
        farms = seats[: int(board["n_seats"])]
        delivered = board["delivered"].tolist()
        return {
            "players": [_farm(seat, delivered, donkeys, row_need, barrow_goods) for seat in farms],
            "market": _market(seats),
            "siesta_stacks": _stacks(farms, spaces),
            "face_up_roofs": [words.roof_id(roof) for roof in used_part(board, "face_up")],
            "closed": [building + 1 for building in used_part(board, "closed")],
            "turn_order": _turn_order(board, solo),
            "deck": int(board["n_pile"]),
            "discards": int(board["n_discards"]),
        }

    return snapshot


def vp_by_source(records: np.ndarray) -> list[dict[str, int]]:
    """For each seat its vp by source (rules.md section 12), as of the last snapshot of a log's records."""
    snapshots_only = (record for record in each_record(records) if record[1] == Event.EVENT_STATE)
    *_, last = snapshots_only
    game = _game(record_fields(last)[Field.FIELD_STATE])
    seats = game["seats"][: int(game["board"]["n_seats"])]
    return [dict(zip(words.SOURCES, seat["vp_by"].tolist(), strict=True)) for seat in seats]


def _game(game_words: np.ndarray) -> np.void:
    game: np.void = np.frombuffer(game_words.tobytes(), core.GAME_DTYPE)[0]
    return game


def _farm(
    seat: np.void,
    delivered: list[int],
    donkeys: list[int],
    row_need: list[int],
    barrow_goods: list[list[int]],
) -> dict[str, Any]:
    full, used, roofs_used = members(seat["full"]), members(seat["used"]), members([seat["roofs_used"]])
    farm: dict[str, Any] = dict(zip(words.GOODS, seat["have"].tolist(), strict=True))
    farm["hand"] = _numbers(members(seat["hand"]))
    farm["fields"] = [{"card": card + 1, "full": card in full} for card in members(seat["fields"])]
    farm["barrows"] = [
        {"card": card + 1, "goods": _filled(barrow_goods[card], delivered[card])}
        for card in used_part(seat, "barrows")
    ]
    farm["helpers"] = [{"card": card + 1, "used": card in used} for card in used_part(seat, "helpers")]
    farm["extensions"] = _numbers(members(seat["extensions"]))
    farm["roofs"] = [
        {"roof": words.roof_id(roof), "used": slot in roofs_used}
        for slot, roof in enumerate(used_part(seat, "roofs"))
    ]
    farm["tokens"] = [donkeys[token] for token in members([seat["tokens"]])]
    farm["rows"] = _rows(seat["row_need"].tolist(), row_need)
    farm["buildings"] = _numbers(members([seat["done"]]))
    farm["siesta"] = int(seat["space"])
    return farm


def _numbers(indices: list[int]) -> list[int]:
    return [index + 1 for index in indices]


def _filled(goods: list[int], places: int) -> list[str]:
    return [words.GOODS[good] for place, good in enumerate(goods) if places >> place & 1]


def _rows(left: list[int], need: list[int]) -> dict[str, list[str]]:
    """What has been delivered to each building's row, a completed row in full."""
    rows = {}
    for building in range(Size.N_BUILDINGS):
        first = building * Size.N_GOODS
        rows[str(building + 1)] = [
            good for place, good in enumerate(words.GOODS, first) for _ in range(need[place] - left[place])
        ]
    return rows


def _market(seats: np.ndarray) -> dict[str, int]:
    owners = {
        hex_number: seat for seat, farm in enumerate(seats) for hex_number in members([farm["markers"]])
    }
    return {str(hex_number): owners[hex_number] for hex_number in sorted(owners)}


def _stacks(farms: np.ndarray, spaces: range) -> list[list[int]]:
    """Seats on each space, bottom first: the higher stamp lies on top (T2)."""
    stamps, at = farms["stamp"].tolist(), farms["space"].tolist()
    from_bottom = sorted(range(len(farms)), key=stamps.__getitem__)
    return [[seat for seat in from_bottom if at[seat] == space] for space in spaces]


def _turn_order(board: np.void, solo: bool) -> list[int]:
    if solo:  # O1: the neutral colour is first or second
        return [NEUTRAL, 0] if board["solo_second"] else [0, NEUTRAL]
    return list(board["order"][: int(board["n_seats"])].tolist())
