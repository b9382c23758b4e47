"""One player's side of the table, as any player sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType

import numpy as np

from analyzer.functions.rulebook import Rulebook
from analyzer.functions.things import Barrow, Counts, Field, Helper, ReadOnly, Roof, Row, Token, counts
from analyzer.scenario import vocabulary
from analyzer.scenario.model import Card
from analyzer.wording import words
from analyzer.wording.packed import members, used_part
from cext.types import Size

NOBODY = 255  # of the core: no token, no card


class Farm(ReadOnly):
    """A player's farm, goods, rows and tokens; ``seat`` is its number, 0 first in the first turn order."""

    seat: int
    _book: Rulebook
    _board: np.void
    _state: np.void

    def __init__(self, book: Rulebook, game: np.void, seat: int) -> None:
        self.__dict__.update(seat=seat, _book=book, _board=game["board"], _state=game["seats"][seat])

    @cached_property
    def goods(self) -> Counts:
        """What lies in the dens: good -> count, silver, vp and commodities too."""
        return counts(zip(words.GOODS, self._state["have"].tolist(), strict=True))

    @property
    def silver(self) -> int:
        """Silver in stock."""
        return self.goods.get("silver", 0)

    @property
    def vp(self) -> int:
        """Victory points so far."""
        return self.goods.get("vp", 0)

    @property
    def commodities(self) -> int:
        """Trade commodities in stock."""
        return self.goods.get("commodity", 0)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Cards placed as fields."""
        full = members(self._state["full"])
        return tuple(Field(self._card(card), card in full) for card in members(self._state["fields"]))

    @cached_property
    def barrows(self) -> tuple[Barrow, ...]:
        """Barrows, in the order played."""
        return tuple(self._barrow(card) for card in used_part(self._state, "barrows"))

    @cached_property
    def helpers(self) -> tuple[Helper, ...]:
        """Helpers, in the order played."""
        used = members(self._state["used"])
        return tuple(Helper(self._card(card), card in used) for card in used_part(self._state, "helpers"))

    @cached_property
    def extensions(self) -> tuple[Card, ...]:
        """Cards placed as extensions."""
        return tuple(self._card(card) for card in members(self._state["extensions"]))

    @cached_property
    def roofs(self) -> tuple[Roof, ...]:
        """Roofs, in the order bought."""
        used = members([self._state["roofs_used"]])
        bought = (self._book.roofs[words.roof_id(roof)] for roof in used_part(self._state, "roofs"))
        return tuple(replace(roof, used=slot in used) for slot, roof in enumerate(bought))

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """Rows of the craft buildings by name: "merchant_house" to "butcher"."""
        return MappingProxyType({name: self._row(place) for place, name in enumerate(words.BUILDINGS)})

    @cached_property
    def hand_size(self) -> int:
        """Cards in hand."""
        return int(self._state["n_hand"])

    @cached_property
    def hand_limit(self) -> int:
        """Cards that may be kept (F4)."""
        base = self._book.number("farm.hand_limit") + self._modifier("hand_limit")
        return base + len(self.extensions) * self._book.number("farm.hand_per_extension")

    @cached_property
    def icons(self) -> Counts:
        """Icons on the extensions: delivery, silver, den."""
        return counts(zip(vocabulary.ICONS, self._state["icons"].tolist(), strict=True))

    @cached_property
    def pig_spaces(self) -> int:
        """Pigs for which there is room in all (F9)."""
        dens = self.icons.get("den", 0) * self._book.number("extension.den")
        return self._book.number("farm.pig_spaces") + dens + self._modifier("pig_space")

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """Donkey tokens that can be chosen; one that is chosen and not yet shown is among them."""
        return tuple(self._book.tokens[token] for token in members([self._state["tokens"]]))

    @cached_property
    def used_tokens(self) -> tuple[Token, ...]:
        """Tokens that are out until all come back (T1)."""
        free = members([self._state["tokens"]])
        chosen = self._state["token"]
        return tuple(
            token for place, token in enumerate(self._book.tokens) if place not in free and place != chosen
        )

    @cached_property
    def token(self) -> Token | None:
        """The token of this round, once it is shown (one's own: chosen)."""
        token = int(self._state["token"])
        return None if token == NOBODY else self._book.tokens[token]

    @cached_property
    def space(self) -> int:
        """Space on the siesta track."""
        return int(self._state["space"])

    @cached_property
    def markers(self) -> tuple[int, ...]:
        """Numbers of the market hexes with a marker of this player."""
        return tuple(members([self._state["markers"]]))

    @cached_property
    def reserved(self) -> int | None:
        """Revenue space that is reserved for this player (reserve_die)."""
        return int(self._state["reserve"]) or None

    @cached_property
    def sell_price(self) -> Counts:
        """Silver for one resource sold (A1)."""
        return self._prices("sell", -self._modifier("sell_bonus"))

    @cached_property
    def buy_price(self) -> Mapping[str, int]:
        """Silver to buy one resource (A2)."""
        return self._prices("buy", self._modifier("buy_discount"))

    @cached_property
    def upgrade_price(self) -> Mapping[str, int]:
        """Silver to upgrade one resource (A3)."""
        return self._prices("upgrade", self._modifier("upgrade_discount"))

    @cached_property
    def roof_price(self) -> int:
        """Silver for a roof in this round (F8)."""
        prices = self._book.listed("roofs.price")
        price = prices[max(int(self._board["round"]), 1) - 1]
        return max(price - self._modifier("roof_discount"), 0)

    @cached_property
    def next_roof_vp(self) -> int:
        """Vp for the next roof bought (F8)."""
        given = self._book.listed("roofs.vp")
        owned = len(self.roofs)
        return given[owned] if owned < len(given) else self._book.number("roofs.sixth_vp")

    @cached_property
    def extra_price(self) -> int:
        """Silver for an extra delivery (T6)."""
        price = self._book.number("transport.extra_price")
        return max(price - self._modifier("extra_delivery_discount"), 0)

    @cached_property
    def extension_cost(self) -> int:
        """Different goods that the next extension costs (F2)."""
        return max(len(self.extensions) + 1 - self._modifier("extension_discount"), 0)

    def _modifier(self, word: str) -> int:
        return int(self._state["modifiers"][vocabulary.MODIFIERS[word]])

    def _prices(self, kind: str, discount: int) -> Mapping[str, int]:
        standard = {good: self._book.number(f"prices.{kind}.{good}") for good in vocabulary.RESOURCES}
        return MappingProxyType({good: max(price - discount, 0) for good, price in standard.items()})

    def _card(self, index: int) -> Card:
        return self._book.cards[index + 1]

    def _barrow(self, index: int) -> Barrow:
        card = self._card(index)
        delivered = int(self._board["delivered"][index])
        open_places = [good for place, good in enumerate(card.barrow_goods) if not delivered >> place & 1]
        return Barrow(card, counts((good, open_places.count(good)) for good in words.GOODS))

    def _row(self, place: int) -> Row:
        needs = self._state["row_need"][place * Size.N_GOODS : (place + 1) * Size.N_GOODS].tolist()
        done = bool(self._state["done"] >> place & 1)
        return Row(
            place + 1,
            words.BUILDINGS[place],
            counts(zip(words.GOODS, needs, strict=True)),
            done,
            bool(self._board["open"] >> place & 1),
            0 if done else self._completion_vp + (not self._board["finishers"][place]) * self._first_vp,
        )

    @cached_property
    def _completion_vp(self) -> int:
        """C2: the round's number, and the opening of another building."""
        rounds = self._book.listed("buildings.round_vp")
        opening = self._book.number("buildings.order_vp") if self._board["n_closed"] else 0
        return rounds[max(int(self._board["round"]), 1) - 1] + opening

    @cached_property
    def _first_vp(self) -> int:
        return self._book.number("buildings.first_vp")
