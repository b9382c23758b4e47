"""Cards and roofs in words a player understands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from analyzer.scenario.model import Card, Program
from analyzer.scenario.vocabulary import FARM_GOODS, TURN_PHASES

PLURALS: Final = {"olive": "olives", "pig": "pigs", "commodity": "commodities"}
"""Goods whose plural is a word of its own."""

# What an effect does; {n} is its number, {s} the plural ending.
EFFECT_WORDS: Final = {
    "harvest": "gain {n} harvest good{s} of your choice",
    "harvest_two_kinds": "gain two different harvest goods",
    "grain_or_olive": "gain a grain or an olive",
    "upgrade": "make up to {n} free upgrade{s}",
    "siesta": "move {n} step{s} on the siesta track",
    "delivery": "make {n} deliver{ies}",
    "draw_card": "draw {n} card{s}",
    "play_card": "play {n} card{s}",
    "play_or_draw": "play or draw a card",
    "flip_roof": "turn another used roof face up again",
    "second_option": "do a second, different option of that die",
    "reserve_die": "name a revenue space, from which only you may take a die that lies there alone",
    "revenue_of_round": "also do the revenue whose number is the round's",
    "repeat_die": "do the last die's revenue once more",
    "fill_field": "that field gets its good at once",
    "vp_per_extension": "gain {n} vp for each extension on your farm",
    "vp_per_helper": "gain {n} vp for each helper on your farm, this one too",
    "upgrade_discount": "each upgrade costs {n} silver less",
    "buy_discount": "each resource you buy costs {n} silver less",
    "sell_bonus": "each resource you sell brings {n} silver more",
    "roof_discount": "each roof costs {n} silver less",
    "extension_discount": "each extension costs {n} good{s} less",
    "extra_delivery_discount": "each extra delivery costs {n} silver less",
    "pig_space": "you have {n} more pig space{s}",
    "hand_limit": "your hand limit is {n} higher",
    "extra_delivery_limit": "you may make {n} more extra deliver{ies}",
    "roof_limit": "you may have {n} more roof{s}",
    "sell_from_fields": "you may sell from fields",
    "breeding_pair": "breeding needs {n} pig{s} less",
    "silver_per_vp_discount": "at the end a vp takes {n} silver less",
}

TRIGGER_WORDS: Final = {
    "static": "Always",
    "income": "After income",
    "growth": "After growth",
    "breeding": "After breeding",
    "scoring": "After scoring",
    "game_end": "At the end of the game",
    "before_roll": "Before the dice are rolled",
    "last_die": "After the last die",
    "donkeys": "When the donkey tokens are shown",
    "barrow": "When you complete a barrow",
    "building": "When you complete a craft building",
    "removal": "For each marker you remove",
    "removed": "For each marker you lose",
    "roof": "When you buy a roof",
}

CONDITION_WORDS: Final = {
    "fields": "you have {count} field{s}",
    "full_fields": "you have {count} full field{s}",
    "pigs": "you have {count} pig{s}",
    "buildings": "you have completed {count} craft building{s}",
    "market_markers": "you have {count} marker{s} on the market",
    "donkeys": "your token shows {count} donkey{s}",
    "siesta_vp": "your siesta space gives {count} vp",
}
COMPARE_WORDS: Final = {">=": "at least", "<=": "at most", "=": "exactly"}
ORDINALS: Final = ("", "first", "second", "third", "fourth")
ICON_WORDS: Final = {
    "delivery": "one more extra delivery",
    "silver": "silver income",
    "den": "a pig space",
}


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts as a list in a sentence: "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def goods_words(good: str, count: int) -> str:
    """So many of a good: "1 olive", "3 grain"."""
    return f"{count} {PLURALS.get(good, good) if count != 1 else good}"


def effect_words(program: Program) -> str:
    """What a program does: "gain 4 silver and gain 1 vp"."""
    return listed([_one_effect(effect, count) for effect, count in program])


def _one_effect(effect: str, count: int) -> str:
    if effect in FARM_GOODS or effect == "commodity":
        return f"gain {goods_words(effect, count)}"
    if effect == "upgrade" and count == 1:
        return "make one free upgrade"
    many = count != 1
    return EFFECT_WORDS[effect].format(n=count, s="s" if many else "", ies="ies" if many else "y")


def cost_words(cost: tuple[str, int]) -> str:
    """What a helper costs: "2 harvest goods"."""
    good, count = cost
    if good == "harvest":
        return f"{count} harvest good{'s' if count > 1 else ''}"
    return goods_words(good, count)


def condition_words(condition: tuple[str, str, int]) -> str:
    """A condition: "you have at least 3 pigs"."""
    name, compare, count = condition
    if name == "turn_order":
        if count == 1 and compare != ">=":
            return "you are first in turn order"
        place = ORDINALS[count] if 0 < count < len(ORDINALS) else str(count)
        after = {">=": " or later", "<=": " or earlier", "=": ""}[compare]
        return f"you are {place}{after} in turn order"
    text = CONDITION_WORDS[name]
    if count == 0 and compare != ">=":
        return text.format(count="no", s="s")
    return text.format(count=f"{COMPARE_WORDS[compare]} {count}", s="" if count == 1 else "s")


def trigger_words(card: Card) -> str:
    """When a helper acts: "When you take a die of 2 or 6"."""
    named = card.trigger_words
    if card.trigger == "action":
        return f"In your turn{_in_phases(card.phases)}"
    if card.trigger == "die":
        return f"When you take a die{' of ' + listed(named, 'or') if named else ''}"
    if card.trigger == "upgrade":
        upgraded = listed([_article(good) if good in PLURALS else good for good in named], "or")
        return f"Each time you upgrade {upgraded or 'a resource'}"
    if card.trigger == "card":
        return (
            f"When you play a card{' as ' + listed([_article(use) for use in named], 'or') if named else ''}"
        )
    return TRIGGER_WORDS[card.trigger]


def _article(use: str) -> str:
    return f"{'an' if use[0] in 'aeiou' else 'a'} {use}"


def _in_phases(phases: tuple[str, ...]) -> str:
    if phases == TURN_PHASES:
        return ""
    return f" in the {listed(phases, 'or')} phase"


def helper_words(card: Card) -> str:
    """A helper's whole sentence."""
    parts = [trigger_words(card)]
    if card.condition:
        parts.append(f"if {condition_words(card.condition)}")
    if card.once:
        parts.append("once a round")
    cost = f"pay {cost_words(card.cost)}, then " if card.cost else ""
    may = "you may " if card.trigger != "action" and (card.once or card.cost) and _is_deed(card) else ""
    later = " more in the transport phase" if card.trigger == "donkeys" else ""
    effects = [
        _one_effect(effect, count) + (later if effect == "delivery" else "") for effect, count in card.effect
    ]
    return f"{', '.join(parts)}: {may}{cost}{listed(effects)}."


def _is_deed(card: Card) -> bool:
    """Whether "you may" can stand before the effect."""
    return bool(card.cost) or not effect_words(card.effect).startswith(("that ", "each ", "you "))


def barrow_words(card: Card) -> str:
    """A barrow's goods and value: "2 olives, grain: 4 vp"."""
    goods = [
        good if count == 1 else goods_words(good, count) for good, count in Counter(card.barrow_goods).items()
    ]
    return f"{', '.join(goods)}: {card.barrow_value} vp"


def extension_words(card: Card) -> str:
    """What an extension brings besides the hand limit: "one more extra delivery and a pig space"."""
    return listed([ICON_WORDS[icon] for icon in card.extension])
