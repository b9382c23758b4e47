"""Putting things onto the farms and the board of a core state (``core.GAME_DTYPE``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from analyzer.wording import words
from cext.types import Good, Size, Source
from tests.rules.answers import number, roof_index

NOBODY = 255
Cards = Iterable[int | str]


def clear(state: np.ndarray, rules: np.ndarray) -> None:
    """Leaves an empty table: all cards in the pile, nothing on farms and market, all buildings open."""
    board = state["board"]
    board["pile"] = rules["deck"]
    board["n_pile"] = sum(int(half).bit_count() for half in rules["deck"])
    board["discards"] = board["n_discards"] = board["occupied"] = 0
    board["n_closed"] = board["n_face_up"] = board["decisions"] = board["solo_second"] = 0
    board["open"] = 63
    for seat in state["seats"]:
        seat["have"] = seat["vp_by"] = seat["hand"] = seat["markers"] = seat["cards_drawn"] = 0
        seat["n_hand"] = seat["peak_markers"] = 0


def add_cards(masks: np.ndarray, cards: Cards) -> int:
    """Sets the bits of cards; returns how many they are."""
    numbers = [number(card) for card in cards]
    for card in numbers:
        masks[(card - 1) // 64] |= np.uint64(1 << (card - 1) % 64)
    return len(numbers)


def take(state: np.ndarray, cards: Cards) -> list[int]:
    """Takes cards out of the pile; each must be there (a card lies in one place only)."""
    board = state["board"]
    numbers = [number(card) for card in cards]
    for card in numbers:
        bit = 1 << (card - 1) % 64
        half = (card - 1) // 64
        assert int(board["pile"][half]) & bit, f"card {card} has been placed before"
        board["pile"][half] ^= np.uint64(bit)
        board["n_pile"] -= 1
    return numbers


def put_goods(seat: Any, goods: Mapping[str, int]) -> None:
    """Sets counts in dens; vp beyond those that have a source count as start vp."""
    for good, count in goods.items():
        seat["have"][words.GOODS.index(good)] = count
    if "vp" in goods:
        seat["vp_by"][Source.SOURCE_START] += goods["vp"] - seat["vp_by"].sum()


def put_fields(state: np.ndarray, rules: np.ndarray, seat: Any, fields: Mapping[Any, bool]) -> None:
    """Card -> whether its good lies on it."""
    take(state, fields)
    seat["n_fields"] += add_cards(seat["fields"], fields)
    full = [number(card) for card, is_full in fields.items() if is_full]
    add_cards(seat["full"], full)
    for card in full:
        kind = int(rules["cards"][card - 1]["field"]) - Good.GOOD_OLIVE
        seat["n_full"][kind] += 1
        seat["full_kinds"] |= 1 << kind


def put_barrows(
    state: np.ndarray, rules: np.ndarray, seat: Any, barrows: Mapping[Any, Sequence[str]]
) -> None:
    """Card -> goods already delivered to it."""
    for card, delivered in zip(take(state, barrows), barrows.values(), strict=True):
        row = rules["cards"][card - 1]
        places = row["barrow_goods"][: row["barrow_length"]].tolist()
        filled: set[int] = set()
        for good in delivered:
            kind = words.GOODS.index(good)
            filled.add(next(i for i, wanted in enumerate(places) if wanted == kind and i not in filled))
        board = state["board"]
        board["delivered"][card - 1] = sum(1 << place for place in filled)
        open_kinds = {wanted for i, wanted in enumerate(places) if i not in filled}
        board["wanted"][card - 1] = sum(1 << wanted for wanted in open_kinds)
        seat["barrows"][seat["n_barrows"]] = card - 1
        seat["n_barrows"] += 1


def put_helpers(state: np.ndarray, seat: Any, helpers: Cards, used: Cards) -> None:
    for card in take(state, helpers):
        seat["helpers"][seat["n_helpers"]] = card - 1
        seat["n_helpers"] += 1
    add_cards(seat["used"], used)


def put_extensions(state: np.ndarray, rules: np.ndarray, seat: Any, extensions: Cards) -> None:
    numbers = take(state, extensions)
    seat["n_extensions"] += add_cards(seat["extensions"], numbers)
    for card in numbers:
        seat["icons"] += rules["cards"][card - 1]["icons"]


def put_roofs(seat: Any, roofs: Mapping[str, bool]) -> None:
    """Roof -> whether it has been used."""
    for roof, is_used in roofs.items():
        slot = int(seat["n_roofs"])
        seat["roofs"][slot] = roof_index(roof)
        seat["roofs_used"] |= is_used << slot
        seat["n_roofs"] += 1


def put_buildings(state: np.ndarray, seat: Any, buildings: Iterable[int], lasting: Iterable[int]) -> None:
    """Buildings completed, and those whose lasting effect is on."""
    for building in buildings:
        seat["done"] |= 1 << (building - 1)
        seat["buildings_done"] += 1
        seat["row_left"][building - 1] = 0
        seat["row_kinds"][building - 1] = 0
        seat["row_need"][(building - 1) * Size.N_GOODS : building * Size.N_GOODS] = 0
        state["board"]["finishers"][building - 1] += 1
    for building in lasting:
        seat["lasting"] |= 1 << (building - 1)


def put_rows(seat: Any, rows: Mapping[int, Sequence[str]]) -> None:
    """Building -> goods already delivered to its row."""
    for building, delivered in rows.items():
        for good in delivered:
            kind = words.GOODS.index(good)
            place = (building - 1) * Size.N_GOODS + kind
            assert seat["row_need"][place] > 0, f"building {building} takes no more {good}"
            seat["row_need"][place] -= 1
            seat["row_left"][building - 1] -= 1
            if seat["row_need"][place] == 0:
                seat["row_kinds"][building - 1] &= 0xFFFF ^ (1 << kind)


def put_markers(state: np.ndarray, seat: Any, markers: Iterable[int]) -> None:
    for hexagon in markers:
        bit = np.uint64(1 << hexagon)
        assert not state["board"]["occupied"] & bit, f"hex {hexagon} holds a marker already"
        seat["markers"] |= bit
        state["board"]["occupied"] |= bit


def put_dice(board: Any, dice: Iterable[int]) -> None:
    board["dice"] = 0
    board["n_dice"] = 0
    for face in dice:
        board["dice"][face] += 1
        board["n_dice"] += 1


def put_list(struct: Any, name: str, values: Sequence[int]) -> None:
    """A list whose length is kept in ``n_<name>``."""
    struct[name][: len(values)] = values
    struct[f"n_{name}"] = len(values)
