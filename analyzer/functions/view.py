"""The table as one seat may see it when it is asked something."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from types import MappingProxyType

import numpy as np

from analyzer.functions.farm import Farm
from analyzer.functions.rulebook import Rulebook
from analyzer.functions.things import Building, Counts, Hex, ReadOnly, Roof, counts
from analyzer.scenario.model import Card
from analyzer.wording import words
from analyzer.wording.packed import members, used_part
from cext import core, types

QUESTIONS = tuple(types.words(types.Decision))
STEPS = tuple(types.words(types.Step))
GRANTS = ("play", "upgrade", "delivery")


@dataclass(frozen=True, slots=True)
class Moment:
    """What stands around a question: ``asked_card`` is the number of the helper that may act, or None."""

    acts_left: int
    asked_card: int | None
    granted: tuple[int, int, int]
    noise: bytes


class View(ReadOnly):
    """What a seat may know: its own hand, all farms, the board. Nothing hidden is in it, wherever one looks.

    It is made anew for each question and can't be changed.
    """

    seat: int
    question: str
    """What is asked: "act" in one's own turn, "card", "die", "delivery", "hex", "token" and so on."""
    acts_left: int
    """Main acts left in the turn: cards to play, dice to use, deliveries to make."""
    _book: Rulebook
    _game: np.void
    _moment: Moment
    _draws: Iterator[int]

    def __init__(self, book: Rulebook, seen: bytes, seat: int, kind: int, moment: Moment) -> None:
        self.__dict__.update(
            seat=seat,
            question=QUESTIONS[kind],
            acts_left=moment.acts_left,
            _book=book,
            _game=np.frombuffer(seen, core.GAME_DTYPE)[0],
            _moment=moment,
            _draws=count(),
        )

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}, round {self.round}, {self.phase} phase, question {self.question}>"

    @property
    def players(self) -> int:
        """Players of the game."""
        return self._book.players

    @cached_property
    def round(self) -> int:
        """The round, from 1; 0 in the set-up."""
        return int(self._game["board"]["round"])

    @cached_property
    def rounds(self) -> int:
        """Rounds of the game."""
        return self.number("rounds")

    @cached_property
    def phase(self) -> str:
        """setup, farm, revenue, transport, scoring or end."""
        return words.PHASES[int(self._game["board"]["phase"])]

    @cached_property
    def step(self) -> str:
        """The step of the phase: play, income, growth, roof, die, last_die, token, deliver, extra …"""
        return STEPS[int(self._game["board"]["step"])]

    @cached_property
    def turn_order(self) -> tuple[int, ...]:
        """Seats, first to last; solo the neutral colour is seat 1."""
        board = self._game["board"]
        if self.players == 1:
            return (1, 0) if board["solo_second"] else (0, 1)
        return tuple(board["order"][: self.players].tolist())

    @cached_property
    def farms(self) -> tuple[Farm, ...]:
        """All farms by seat."""
        return tuple(Farm(self._book, self._game, seat) for seat in range(self.players))

    @property
    def me(self) -> Farm:
        """The farm of the seat that is asked."""
        return self.farms[self.seat]

    @property
    def others(self) -> tuple[Farm, ...]:
        """The other farms, by seat."""
        return self.farms[: self.seat] + self.farms[self.seat + 1 :]

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """One's own hand, by card number."""
        return tuple(self.cards[card + 1] for card in members(self._game["seats"][self.seat]["hand"]))

    @property
    def cards(self) -> Mapping[int, Card]:
        """All cards of the game by number, with name, field, barrow_goods, barrow_value, effect …"""
        return self._book.cards

    @cached_property
    def market(self) -> Mapping[int, Hex]:
        """The open hexes by number."""
        owners = {
            place: seat
            for seat, farm in enumerate(self._game["seats"])
            for place in members([farm["markers"]])
        }
        return MappingProxyType(
            {
                number: Hex(number, value, owners.get(number), self._book.neighbours[number])
                for number, value in self._book.values.items()
            }
        )

    @cached_property
    def buildings(self) -> Mapping[str, Building]:
        """The craft buildings by name."""
        done = [members([farm["done"]]) for farm in self._game["seats"][: self.players]]
        return MappingProxyType(
            {
                name: Building(
                    place + 1,
                    name,
                    bool(self._game["board"]["open"] >> place & 1),
                    tuple(seat for seat, places in enumerate(done) if place in places),
                )
                for place, name in enumerate(words.BUILDINGS)
            }
        )

    @cached_property
    def next_openings(self) -> tuple[str, ...]:
        """The closed buildings, in the order in which they open."""
        return tuple(words.BUILDINGS[place] for place in used_part(self._game["board"], "closed"))

    @cached_property
    def roofs(self) -> tuple[Roof, ...]:
        """The roofs on sale."""
        return tuple(
            self._book.roofs[words.roof_id(roof)] for roof in used_part(self._game["board"], "face_up")
        )

    @cached_property
    def dice(self) -> Mapping[int, int]:
        """The dice that lie there: number -> how many."""
        return MappingProxyType(
            {number: n for number, n in enumerate(self._game["board"]["dice"].tolist()) if n}
        )

    @cached_property
    def siesta(self) -> tuple[tuple[int, ...], ...]:
        """The siesta track: for each space the seats there, the lowest disc first."""
        from_bottom = sorted(self.farms, key=lambda farm: int(self._game["seats"][farm.seat]["stamp"]))
        spaces = range(len(self._book.listed("siesta.vp")))
        return tuple(tuple(farm.seat for farm in from_bottom if farm.space == space) for space in spaces)

    @cached_property
    def deck(self) -> int:
        """Cards in the draw pile."""
        return int(self._game["board"]["n_pile"])

    @cached_property
    def discards(self) -> tuple[Card, ...]:
        """The discard pile, by card number."""
        return tuple(self.cards[card + 1] for card in members(self._game["board"]["discards"]))

    @cached_property
    def granted(self) -> Counts:
        """What has been granted and not yet done: play, upgrade, delivery -> how often."""
        return counts(zip(GRANTS, self._moment.granted, strict=True))

    @cached_property
    def helper(self) -> Card | None:
        """The helper that may act now (question "fire"), else None."""
        card = self._moment.asked_card
        return None if card is None else self.cards[card]

    def number(self, path: str) -> int:
        """A number of the rule set by its path (`granja rules` lists them). Raises KeyError."""
        return self._book.number(path)

    def noise(self, n: int) -> int:
        """A random whole number from 0 to n - 1, of this seat's own luck.

        The same game asks with the same noise, so that it can be played again. Raises ValueError.
        """
        if n < 1:
            raise ValueError(f"noise({n!r}): give a whole number from 1 on")
        key = self._moment.noise + next(self._draws).to_bytes(4, "little")
        return int.from_bytes(hashlib.blake2b(key, digest_size=16).digest(), "little") % n
