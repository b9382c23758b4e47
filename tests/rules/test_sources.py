"""Section 12: every vp has a source, and the sources sum to the vp."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from analyzer.wording.words import SOURCES
from tests.rules.answers import buy_roof, deliver, fire, pay, place, play, use_helper, use_roof
from tests.rules.table import Table, at, deal


def barrow_with_removal() -> Table:
    table = at("deliver").seat(0, barrows={11: ["grain", "pig"]}, olive=1, token=0)
    table.seat(1, markers=[12]).play(deliver("olive", "barrow:11"), place(17))
    return table


def wainwright() -> Table:
    table = at("deliver").seat(0, rows={2: ["food", "wine"]}, meat=1, space=6, token=0).board(closed=[1])
    table.play(deliver("meat", "building:2"))
    return table


def butcher_with_the_village_store() -> Table:
    table = at("deliver").seat(0, rows={6: ["pig"] * 2}, pig=1, barrows={54: []}, token=0)
    table.seat(0, buildings=[3], lasting=[3]).seat(1, buildings=[6]).play(deliver("pig", "building:6"))
    return table


def barrow_with_the_butcher() -> Table:
    table = at("deliver").seat(0, barrows={54: ["olive"]}, olive=1, token=0, buildings=[6], lasting=[6])
    table.play(deliver("olive", "barrow:54"))
    return table


def scoring() -> Table:
    table = at("score").seat(0, markers=[11, 12], space=4, helpers=["Mayor"])
    table.play(fire)
    return table


def roofs() -> Table:
    table = at("roof").seat(0, silver=2, roofs={"1.1": True, "1.2": True}).board(face_up=["6.4"])
    table.play(buy_roof("6.4"), use_roof("6.4"))
    return table


def helper_for_vp() -> Table:
    table = at("roof").seat(0, helpers=["Wine Trader"], wine=1)
    table.play(use_helper("Wine Trader"))
    return table


def helper_that_costs_vp() -> Table:
    table = at("roof").seat(0, helpers=["Farm Worker"], vp=3, hand=[5])
    table.play(use_helper("Farm Worker"), play(5, "field"))
    return table


def extension_for_vp() -> Table:
    table = at("play").seat(0, vp=3, hand=[5])
    table.play(play(5, "extension"), pay("vp"))
    return table


def vp_delivered() -> Table:
    rules = {"buildings.merchant_house.row": ["vp", "vp"]}
    table = at("deliver", rules=rules).seat(0, vp=3, token=0)
    table.play(deliver("vp", "building:1"))
    return table


def end_silver() -> Table:
    table = at("end", round_number=6).seat(0, silver=11)
    table.play()
    return table


CASES: dict[Callable[[], Table], dict[str, int]] = {
    lambda: deal(2)[0]: {"start": 1},
    barrow_with_removal: {"barrows": 4, "removals": 1},
    wainwright: {"building_rounds": 2, "building_bonuses": 2, "building_effects": 3},
    butcher_with_the_village_store: {"building_rounds": 2, "building_effects": 1 + 2},
    barrow_with_the_butcher: {"barrows": 2, "building_effects": 1},
    scoring: {"market": 2, "siesta": 2, "helpers": 1},
    roofs: {"roofs": 2 + 1},
    helper_for_vp: {"helpers": 1},
    helper_that_costs_vp: {"start": 3, "spent": -1},
    extension_for_vp: {"start": 3, "spent": -1},
    vp_delivered: {"start": 3, "spent": -1},
    end_silver: {"end_silver": 2},
}


@pytest.mark.parametrize(("play_it", "sources"), list(CASES.items()))
def test_sources_of_vp(play_it: Callable[[], Table], sources: dict[str, int]) -> None:
    seat = play_it().state["seats"][0]
    by_source = dict(zip(SOURCES, seat["vp_by"].tolist(), strict=True))
    assert {source: vp for source, vp in by_source.items() if vp} == sources
    assert sum(sources.values()) == seat["have"][1]


def test_every_source_is_seen() -> None:
    assert {source for sources in CASES.values() for source in sources} == set(SOURCES)
