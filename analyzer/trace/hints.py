"""Which options of a decision a log's next lines speak for.

Hints only order the search of ``follow``: what speaks for no option is tried all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analyzer.scenario import vocabulary
from analyzer.trace.eventlog import Line
from analyzer.wording import words
from analyzer.wording.names import Names
from analyzer.wording.options import PASS_DELIVERY, TARGET_BUILDING, act_of
from cext.types import Act, Decision

NOTHING: Line = {"event": None}
MAIN_EVENTS = {"income", "growth", "breeding", "buy_roof", "take_die", "buy_extra"}


@dataclass(frozen=True)
class Ahead:
    """What the log holds from a decision on, as seen by the seat that decides."""

    lines: Sequence[Line]
    first: int
    """Place of the next line."""
    seat: int
    earlier: int
    """Questions of this kind that the seat has answered since the last snapshot."""
    names: Names

    @property
    def next(self) -> Line:
        """The next line, if it is of this seat."""
        line = self.lines[self.first] if self.first < len(self.lines) else NOTHING
        return line if line.get("player") == self.seat else NOTHING

    def later(self, event: str) -> Line:
        """The next line of this seat and event."""
        rest = (self.lines[place] for place in range(self.first, len(self.lines)))
        own = (line for line in rest if line.get("event") == event and line.get("player") == self.seat)
        return next(own, NOTHING)

    def change(self, good: int) -> int:
        """How the next line changes the count of a good."""
        delta: dict[str, int] = self.next.get("delta", {})
        return delta.get(words.GOODS[good], 0)


def likely(kind: int, options: Sequence[int], ahead: Ahead) -> list[int]:
    """The places of the options, those that the log speaks for in front."""
    places = range(len(options))
    hint = HINTS.get(kind)
    if hint is None:
        return list(places)
    try:
        return sorted(places, key=lambda place: not hint(options[place], ahead))
    except (AttributeError, KeyError, TypeError):
        return list(places)  # a line of another shape speaks for no option


def _from(source: object) -> bool:
    return str(source).startswith("field:")


def _is_main(line: Line) -> bool:
    plain = (line["event"], line.get("via")) in {
        ("play_card", "farm"),
        ("deliver", "donkey"),
        ("deliver", "extra"),
    }
    return plain or line["event"] in MAIN_EVENTS


ACT_EVENTS = {
    Act.ACT_SELL: "sell",
    Act.ACT_SELL_FIELD: "sell",
    Act.ACT_BUY: "buy",
    Act.ACT_UPGRADE: "upgrade",
    Act.ACT_UPGRADE_FIELD: "upgrade",
    Act.ACT_CASH: "cash",
    Act.ACT_ROOF: "use_roof",
    Act.ACT_HELPER: "helper",
    Act.ACT_GRANT_PLAY: "play_card",
    Act.ACT_GRANT_UPGRADE: "upgrade",
    Act.ACT_GRANT_DELIVERY: "deliver",
}
GRANTS = {Act.ACT_GRANT_PLAY, Act.ACT_GRANT_UPGRADE, Act.ACT_GRANT_DELIVERY}


def _act(option: int, ahead: Ahead) -> bool:
    act, place = act_of(option)
    line = ahead.next
    if act == Act.ACT_MAIN:
        return _is_main(line)
    if act == Act.ACT_DONE:
        return not _is_main(line) and line["event"] not in ACT_EVENTS.values()
    if line["event"] != ACT_EVENTS[act]:
        return False
    if act in GRANTS:
        return line.get("via") not in (None, "farm", "donkey")
    if act == Act.ACT_CASH:
        return bool(line.get("use") == words.CASH_USES[place])
    if act in (Act.ACT_ROOF, Act.ACT_HELPER):
        return True
    from_field = act in (Act.ACT_SELL_FIELD, Act.ACT_UPGRADE_FIELD)
    return line.get("good") == vocabulary.RESOURCES[place] and _from(line.get("source")) == from_field


def _card(option: int, ahead: Ahead) -> bool:
    card, placement = divmod(option, len(words.PLACEMENTS))
    return (ahead.next.get("card"), ahead.next.get("as")) == (card + 1, words.PLACEMENTS[placement])


def _pay(option: int, ahead: Ahead) -> bool:
    good, from_field = divmod(option, 2)
    pays = [(pay.get("good"), _from(pay.get("source"))) for pay in ahead.next.get("pays", [])]
    return (words.GOODS[good], bool(from_field)) in pays


def _die(option: int, ahead: Ahead) -> bool:
    number, choice = divmod(option, 16)
    return (ahead.next.get("die"), ahead.next.get("choice")) == (number, words.CHOICES[choice])


def _upgrade(option: int, ahead: Ahead) -> bool:
    resource, from_field = divmod(option, 2)
    line = ahead.next
    return line.get("good") == vocabulary.RESOURCES[resource] and _from(line.get("source")) == bool(
        from_field
    )


def _token(option: int, ahead: Ahead) -> bool:
    token = ahead.later("token")
    return ahead.names.tokens[option] == (token.get("donkeys"), token.get("hats"))


def _draft(option: int, ahead: Ahead) -> bool:
    keeps: list[int] = ahead.later("draft").get("keeps", [])
    return keeps[ahead.earlier : ahead.earlier + 1] == [option + 1]


def _delivery(option: int, ahead: Ahead) -> bool:
    line = ahead.next
    if option == PASS_DELIVERY:
        return bool(line["event"] != "deliver")
    good, target = divmod(option, 256)
    building = target - TARGET_BUILDING
    to = f"building:{building + 1}" if building >= 0 else f"barrow:{target + 1}"
    return (line.get("good"), _from(line.get("source")), line.get("to")) == (
        words.GOODS[good // 2],
        bool(good % 2),
        to,
    )


def _play_or_draw(option: int, ahead: Ahead) -> bool:
    after = ahead.lines[ahead.first + 1 : ahead.first + 2]
    return [line.get("event") == "draw" for line in after] == [bool(option)]


HINTS: dict[int, Callable[[int, Ahead], bool]] = {
    Decision.DECISION_DRAFT: _draft,
    Decision.DECISION_ACT: _act,
    Decision.DECISION_CARD: _card,
    Decision.DECISION_DISCARD_OLD: lambda option, ahead: ahead.next.get("discards") == option + 1,
    Decision.DECISION_PAY: _pay,
    Decision.DECISION_COST: lambda option, ahead: ahead.change(option) < 0,
    Decision.DECISION_HARVEST: lambda option, ahead: ahead.change(option) > 0,
    Decision.DECISION_DISCARD: lambda option, ahead: option + 1 in ahead.next.get("cards", []),
    Decision.DECISION_ROOF: lambda option, ahead: ahead.next.get("roof") == words.roof_id(option),
    Decision.DECISION_DIE: _die,
    Decision.DECISION_REVENUE: lambda option, ahead: ahead.next.get("choice") == words.CHOICES[option],
    Decision.DECISION_UPGRADE: _upgrade,
    Decision.DECISION_TOKEN: _token,
    Decision.DECISION_DELIVERY: _delivery,
    Decision.DECISION_HEX: lambda option, ahead: ahead.next.get("hex") == option,
    Decision.DECISION_FIRE: lambda option, ahead: (ahead.next["event"] == "helper") == bool(option),
    Decision.DECISION_RESERVE: lambda option, ahead: ahead.later("reserve").get("space") == option,
    Decision.DECISION_EXTRA: lambda option, ahead: ahead.next.get("count") == option,
    Decision.DECISION_PLAY_OR_DRAW: _play_or_draw,
}
