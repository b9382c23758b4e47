"""Names, ranges and places of the rule set's numbers and options (rules.md section 11).

Each entry ties a path of ``rules.toml`` to a member of the core's ``ValuesC``. The numbers
themselves stand in the rule set's files.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from analyzer.scenario.vocabulary import BUILDINGS, GOODS, RESOURCES
from cext.types import Size

HIGHEST: Final = 99
"""Prices and limits run from 0 to this."""


@dataclass(frozen=True)
class Number:
    """One number: the member of ValuesC (and index in it) that holds it, and its range."""

    member: str
    index: int | None = None
    low: int = 0
    high: int = HIGHEST


@dataclass(frozen=True)
class NumberList:
    """A list of numbers, how long it may be, and what its entries are by."""

    member: str
    shortest: int
    longest: int
    entries: str
    """What one entry is for: "space"."""


@dataclass(frozen=True)
class Option:
    """An option: the member of ValuesC that is the index of its word; the default stands first."""

    member: str
    words: tuple[str, ...]


NUMBERS: Final[dict[str, Number]] = {
    "rounds": Number("rounds", low=1, high=Size.N_ROUNDS),
    **{f"setup.start.{good}": Number("start", index) for good, index in GOODS.items()},
    "setup.cards": Number("setup_cards"),
    "setup.order_markers": Number("order_markers", high=Size.N_BUILDINGS),
    "donkeys.back_before_round": Number("tokens_back"),
    "dice.per_player": Number("dice_each", low=1, high=3),
    "dice.extra": Number("n_dice", low=1, high=3),
    "dice.solo": Number("n_dice", low=5, high=5),
    **{
        f"prices.{kind}.{resource}": Number(kind, index)
        for kind in ("sell", "buy", "upgrade")
        for index, resource in enumerate(RESOURCES)
    },
    "cash.silver": Number("cash_silver"),
    "cash.harvest": Number("cash_harvest", high=Size.N_HARVEST),
    "cash.upgrades": Number("cash_upgrades"),
    "farm.plays": Number("plays"),
    "farm.plays_first_round": Number("plays_first_round"),
    "farm.max_barrows": Number("max_barrows"),
    "farm.max_helpers": Number("max_helpers"),
    "farm.hand_limit": Number("hand_limit"),
    "farm.hand_per_extension": Number("hand_per_extension"),
    "farm.pig_spaces": Number("pig_spaces"),
    "farm.breeding_pigs": Number("breeding_pigs", low=1),
    "income.silver_icon": Number("income_icon"),
    "extension.den": Number("icon_den"),
    "extension.delivery": Number("icon_delivery"),
    "roofs.max": Number("roofs_max"),
    "roofs.sixth_vp": Number("roof_vp"),
    "revenue.4.silver": Number("revenue_silver_4"),
    "revenue.6.silver": Number("revenue_silver_6"),
    "revenue.5.upgrades": Number("revenue_upgrades"),
    "revenue.5.siesta": Number("revenue_siesta"),
    "transport.extra_price": Number("extra_price"),
    "transport.extra_limit": Number("extra_limit"),
    "barrow.commodity": Number("barrow_commodity"),
    "market.removal_vp": Number("removal_vp"),
    "buildings.first_vp": Number("first_vp"),
    "buildings.order_vp": Number("order_vp"),
    "buildings.merchant_house.at_once": Number("merchant_at_once"),
    "buildings.merchant_house.income": Number("merchant_income"),
    "buildings.deli.at_once": Number("deli_at_once"),
    "buildings.deli.income": Number("deli_income"),
    "buildings.greengrocer.at_once": Number("greengrocer_at_once"),
    "buildings.greengrocer.income": Number("greengrocer_income"),
    "buildings.village_store.at_once": Number("village_at_once"),
    "buildings.village_store.lasting": Number("village_lasting"),
    "buildings.butcher.at_once": Number("butcher_at_once"),
    "buildings.butcher.lasting": Number("butcher_lasting"),
    "buildings.wainwright.hats": Number("wainwright_hats"),
    "buildings.wainwright.donkeys": Number("wainwright_donkeys"),
    "scoring.marker_vp": Number("marker_vp"),
    "end.commodity_price": Number("commodity_price"),
    "end.silver_per_vp": Number("silver_per_vp", low=1),
    "solo.first_space": Number("solo_first_space"),
}

LISTS: Final[dict[str, NumberList]] = {
    "roofs.price": NumberList("roof_price", 1, Size.N_ROUNDS, "round"),
    "roofs.vp": NumberList("roof_vp", 0, Size.N_ROUNDS, "roof"),
    "buildings.round_vp": NumberList("round_vp", 1, Size.N_ROUNDS, "round"),
    "siesta.vp": NumberList("siesta_vp", 2, Size.N_TRACK, "space"),
}

ROWS: Final[dict[str, int]] = {f"buildings.{name}.row": index for name, index in BUILDINGS.items()}

TOKENS: Final = "donkeys.tokens"
TOKEN_NUMBERS: Final[dict[str, Number]] = {
    "donkeys": Number("token_donkeys"),
    "hats": Number("token_hats"),
}
FEWEST_TOKENS: Final = 3

OPTIONS: Final[dict[str, Option]] = {
    "setup.draft": Option("draft_pass", ("none", "pass")),
    "farm.play": Option("play_must", ("may", "must")),
    "extension.commodity_pays": Option("commodity_pays", ("no", "yes")),
    "breeding.full_stall": Option("breeding_sold", ("lost", "sold")),
    "pig.full_stall": Option("pig_lost", ("sold", "lost")),
    "extra.payment": Option("one_at_a_time", ("up_front", "one_at_a_time")),
    "market.displaced_scores": Option("displaced_silent", ("yes", "no")),
    "craft.lasting": Option("lasting_at_once", ("next_round", "at_once")),
}

LEAVES: Final = (*NUMBERS, *LISTS, *ROWS, TOKENS, *OPTIONS)
"""Every path at which rules.toml has a value."""
