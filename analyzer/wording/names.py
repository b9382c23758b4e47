"""What a player calls the things in the log: cards, roofs, buildings, players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from analyzer.scenario.model import Card, RuleSet
from analyzer.scenario.words import barrow_words, effect_words, helper_words
from analyzer.wording import words

NEUTRAL = "neutral"
OWN_CAUSES = {"donkey": "donkey", "commodity": "commodity", "die": "die", "extra": "extra delivery"}


@dataclass(frozen=True)
class CardText:
    """A card in words, use by use."""

    name: str
    field: str
    barrow: str
    helper: str
    extension: str
    trigger: str
    """When its helper acts."""


@dataclass(frozen=True)
class Names:
    """The words for one game; cards by number, roofs by ``round.slot``, hexes by number -> value."""

    cards: Mapping[int, CardText]
    roofs: Mapping[str, str]
    hexes: Mapping[int, int]
    tokens: tuple[tuple[int, int], ...]
    """Donkeys and hats of each token, as printed."""

    def triggered(self, trigger: str) -> frozenset[int]:
        """The cards with helpers of one trigger."""
        return frozenset(number for number, card in self.cards.items() if card.trigger == trigger)

    def card(self, number: int) -> str:
        return self.cards[number].name

    def card_list(self, numbers: Iterable[int]) -> str:
        return ", ".join(map(self.card, numbers)) or "no cards"

    def use(self, number: int, placement: str) -> str:
        """A card as one of its four uses: "Porter as a field of grain"."""
        card = self.cards[number]
        return (
            card.name
            + {
                "field": f" as a field of {card.field}",
                "barrow": f" as a barrow ({card.barrow})",
                "helper": f" as a helper ({card.helper})",
                "extension": f" as an extension ({card.extension})",
            }[placement]
        )

    def field_good(self, number: int) -> str:
        return self.cards[number].field

    def roof(self, roof: str) -> str:
        return f"{roof} ({self.roofs[roof]})"

    def roof_list(self, roofs: Iterable[str]) -> str:
        return ", ".join(map(self.roof, roofs))

    def building(self, number: int) -> str:
        return words.BUILDINGS[number - 1].replace("_", " ").title()

    def cause(self, via: str | None) -> str:
        """What a ``via`` names."""
        kind, _, argument = (via or "").partition(":")
        if kind == "helper":
            return self.card(int(argument))
        if kind == "building":
            return self.building(int(argument))
        return f"roof {argument}" if kind == "roof" else OWN_CAUSES.get(kind, kind)


def names_of(rule_set: RuleSet) -> Names:
    """The words of a rule set's tables."""
    n_tokens = sum(
        path.endswith(".donkeys") and path.startswith("donkeys.tokens.") for path in rule_set.values
    )
    return Names(
        cards={card.number: _card_text(card) for card in rule_set.deck},
        roofs={f"{roof.round}.{roof.slot}": effect_words(roof.effect) for roof in rule_set.roof_tiles},
        hexes={hexagon.number: hexagon.value for hexagon in rule_set.hexes},
        tokens=tuple(
            (
                rule_set.number(f"donkeys.tokens.{token}.donkeys"),
                rule_set.number(f"donkeys.tokens.{token}.hats"),
            )
            for token in range(n_tokens)
        ),
    )


def _card_text(card: Card) -> CardText:
    helper = helper_words(card).removesuffix(".")
    return CardText(
        name=card.name,
        field=card.field,
        barrow=barrow_words(card),
        helper=helper[0].lower() + helper[1:],
        extension=", ".join(card.extension),
        trigger=card.trigger,
    )


def player_names(bots: list[str]) -> list[str]:
    """A name for each seat: "[0] balanced"; in solo games the neutral colour has seat 1."""
    named = [*bots, NEUTRAL] if len(bots) == 1 else bots
    return [f"[{seat}] {bot}" for seat, bot in enumerate(named)]
