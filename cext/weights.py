"""What a bot of policy `balanced` can be told: one row a weight.

Order and number are those of the enum in ``policies/weights.pxd``; a test holds them equal.
Values are fixed-point integers, 1000 = 1 vp (or 1.000 of a plain number).
"""

from __future__ import annotations

from typing import NamedTuple


class Weight(NamedTuple):
    """name, default, lowest and highest value in thousandths, what it stands for and in what unit."""

    name: str
    default: int
    low: int
    high: int
    meaning: str
    unit: str = "vp"


WEIGHTS: tuple[Weight, ...] = (
    Weight("silver", 670, 0, 2000, "worth of 1 silver in vp"),
    Weight("commodity", 1600, 0, 5000, "worth of a commodity in vp"),
    Weight("card", 400, 0, 3000, "worth of a card in hand in vp"),
    Weight("play", 2440, 0, 5000, "worth of playing one more card in vp"),
    Weight("siesta_step", 290, 0, 3000, "worth of a siesta step for the turn order in vp, its vp aside"),
    Weight("delivery", 900, 0, 5000, "worth of a further delivery later in the game in vp"),
    Weight("upgrade", 820, 0, 3000, "worth of a free upgrade later in the game in vp"),
    Weight("field", 860, 0, 3000, "worth of one growth of a field in vp"),
    Weight("field_fade", 70, 0, 1000, "how much less a growth is worth for each field already there, in vp"),
    Weight("extension", 700, 0, 5000, "worth of the higher hand limit of an extension in vp"),
    Weight("icon_delivery", 460, 0, 5000, "worth of a delivery icon in a round in vp"),
    Weight("icon_den", 170, 0, 3000, "worth of a pig space in a round in vp"),
    Weight("barrow", 460, 0, 3000, "share of a barrow's reward that counts when it is played", "share"),
    Weight("barrow_goods", 290, 0, 3000, "what a good for a barrow will cost when it is played, in vp"),
    Weight("marker", 400, 0, 2000, "share of a market marker's rounds that is expected to score", "share"),
    Weight("removal", 920, 0, 5000, "worth of removing an opponent's marker in vp, its vp aside included"),
    Weight("exposure", 260, 0, 3000, "cost in vp of an open neighbour of higher value beside an own marker"),
    Weight("lasting", 150, 0, 3000, "share of a building's lasting effect expected to count", "share"),
    Weight("helper", 900, 0, 3000, "share of a helper's uses that is expected to come", "share"),
    Weight("roof", 350, 0, 5000, "worth of one more roof for the roofs after it in vp"),
    Weight("finish_now", 60, 0, 2000, "bonus, as a share, for what can be completed in this round", "share"),
    Weight("later", 1100, 0, 2000, "share of a reward that counts if it can only come later", "share"),
    Weight("deliveries_per_round", 6800, 1000, 12000, "expected in each later round", "deliveries"),
    Weight("keep_token", 650, 0, 5000, "worth of keeping a donkey for a later round in vp"),
    Weight("hat", 50, 0, 3000, "worth of a hat when tokens are chosen in vp"),
    Weight(
        "silver_short",
        0,
        0,
        3000,
        "worth added to a silver that barrows and buildings within reach still want",
    ),
    Weight("best_play", 0, 0, 2000, "share of the best play that counts when one is offered", "share"),
    Weight("take_pig", 0, -5000, 5000, "worth added to a pig from a die or a commodity"),
    Weight("take_harvest", 0, -5000, 5000, "worth added to one harvest good from a die"),
    Weight("take_two_harvest", 0, -5000, 5000, "worth added to two harvest goods from a die or a commodity"),
    Weight("take_silver", 0, -5000, 5000, "worth added to the silver of a die"),
    Weight("take_upgrades", 0, -5000, 5000, "worth added to two free upgrades from a die or a commodity"),
    Weight("take_siesta", 0, -5000, 5000, "worth added to the siesta steps of a die"),
    Weight("take_delivery", 0, -5000, 5000, "worth added to the delivery of a die"),
    Weight("cash", 0, 0, 3000, "share of a commodity's best use that counts against keeping it", "share"),
    Weight("as_field", 0, -10000, 10000, "worth added to playing a card as field"),
    Weight("as_helper", 0, -10000, 10000, "worth added to playing a card as helper"),
    Weight("as_barrow", 0, -10000, 10000, "worth added to playing a card as barrow"),
    Weight("as_extension", 0, -10000, 10000, "worth added to playing a card as extension"),
    Weight("tokens_ahead", 0, 0, 3000, "share of what tokens left bring in two rounds that counts", "share"),
    Weight("token_use", 3000, 0, 6000, "deliveries of a token that a later round can use", "deliveries"),
    Weight("barrows", 1000, 0, 3000, "share of a barrow's reward in planning deliveries", "share"),
    Weight("buildings", 1000, 0, 3000, "share of a building's reward in planning deliveries", "share"),
    Weight("condition", 400, 0, 1000, "share of a helper's uses in which its condition holds", "share"),
    Weight(
        "steps_given",
        1000,
        0,
        4000,
        "share of the worth of siesta steps that helpers and roofs give",
        "share",
    ),
    Weight(
        "die_again", 1000, 0, 3000, "share of 4 silver that a die's further use by a helper is worth", "share"
    ),
    Weight(
        "extras_used", 1000, 0, 5000, "extra deliveries of a round that a helper makes cheaper", "deliveries"
    ),
    Weight("breeding_pair", 340, 0, 3000, "worth of pigs that breed sooner, in a round in vp"),
    Weight("merchant_house", 0, -10000, 10000, "worth added to completing the Merchant House"),
    Weight("wainwright", 0, -10000, 10000, "worth added to completing the Wainwright"),
    Weight("village_store", 0, -10000, 10000, "worth added to completing the Village Store"),
    Weight("deli", 0, -10000, 10000, "worth added to completing the Deli"),
    Weight("greengrocer", 0, -10000, 10000, "worth added to completing the Greengrocer"),
    Weight("butcher", 0, -10000, 10000, "worth added to completing the Butcher"),
)
