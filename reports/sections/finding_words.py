"""Findings in words: one plain sentence each, and the remarks under it."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.analysis.buildings import BUILDINGS
from analyzer.analysis.estimates import NOTHING
from analyzer.analysis.findings.choices import KINDS
from analyzer.analysis.findings.chosen import Finding
from analyzer.analysis.findings.compared import Compared, Evidence, Topic
from analyzer.analysis.findings.delayed import RUSH
from analyzer.analysis.stats import Estimate
from analyzer.analysis.study import Study
from analyzer.wording.probe_options import option_name
from reports import words

EVIDENCE = {
    Evidence.CAUSAL: "causal",
    Evidence.RANDOM: "given by chance",
    Evidence.OBSERVED: "observed, so perhaps no effect",
}
"""How far a difference is an effect, in a word or two."""

_MARKS = {"designed": " (designed)", "partial": " (partly designed)"}

_CHOICES: dict[Topic, str] = {
    Topic.PLACEMENT: "Playing {}, whenever that can be done, brings {} than the same card in its other "
    "places.",
    Topic.HEX: "Taking {}, wherever it is open, brings {} than the other market hexes open to the same "
    "barrow.",
    Topic.BUILDING: "Making the next delivery to {}, wherever it can be made, brings {} than making it "
    "elsewhere.",
    Topic.ROOF: "Buying {}, wherever it is on offer, brings {} than buying none.",
    Topic.DIE: "Taking a {}, wherever it is on offer, brings {} than the other dice and uses of the same "
    "moment.",
    Topic.TOKEN: "The donkey token with {}, wherever it is left, brings {} than the others left at the same "
    "moment.",
}


def sentence(study: Study, compared: Compared) -> str:
    """What was found."""
    if compared.topic in KINDS:
        return _choice(study, compared)
    return _SENTENCES[compared.topic](study, compared)


def remarks(study: Study, finding: Finding) -> tuple[str, ...]:
    """Effect, sample, frequency, kind of evidence, and what single bots say."""
    compared = finding.compared
    found = [
        _second_effect(study, compared),
        _sample(compared),
        _where_chosen(study, compared),
        evidence(study, compared),
        bots(study, compared),
    ]
    return tuple(text for text in found if text)


def subject(study: Study, compared: Compared) -> str:
    """What it is about, for a table."""
    if compared.topic in KINDS:
        return _thing(study, compared)
    if compared.topic == Topic.DEAL:
        return f"dealt {_card(study, compared)}"
    if compared.topic == Topic.DELAY:
        return compared.told
    return study.bots[compared.key[0]] if compared.topic == Topic.BOT else f"seat {compared.key[0]}"


def evidence(study: Study, compared: Compared) -> str:
    """Whether it is causal, observed or random, and why."""
    match compared.topic:
        case Topic.SEAT if len(study.bots) > 1:
            return "no choice: each bot takes every seat in turn"
        case Topic.SEAT:
            return "no choice: the same bot plays all seats"
        case Topic.BOT:
            return "same seeds, each bot in every seat"
        case Topic.DEAL:
            return "random: chance deals the hand"
        case Topic.DELAY:
            only = f", of {words.listing([study.bots[bot] for bot in compared.among])} only"
            return f"causal: the same games again with one player told so{only if compared.among else ''}"
        case _ if compared.evidence == Evidence.CAUSAL:
            return "causal: the same game again with only this choice changed"
    return EVIDENCE[compared.evidence]


def bots(study: Study, compared: Compared) -> str:
    """For which of several bots it holds by itself; empty where only one plays or it is about one."""
    if not compared.by_bot:
        return ""
    same, opposite = ([study.bots[bot] for bot in some] for some in (compared.same, compared.opposite))
    few = [
        name
        for bot, name in enumerate(study.bots)
        if bot not in compared.by_bot or words.is_small(compared.by_bot[bot])
    ]
    if len(few) == len(study.bots):
        return "too few games to say for which bots"
    if len(same) == len(study.bots):
        return f"holds for all {len(same)} bots, each by itself"
    unclear = [name for name in study.bots if name not in (*same, *opposite, *few)]
    texts = [_agreeing(same, opposite)]
    if unclear:
        any_bot = not same and not opposite and not few
        texts.append(f"not clear for {'any bot by itself' if any_bot else words.listing(unclear)}")
    if few:
        texts.append(f"too few games for {words.listing(few)}")
    return "; ".join(text for text in texts if text)


def _agreeing(same: list[str], opposite: list[str]) -> str:
    """Bots that are clear by themselves."""
    if opposite:
        agreeing = f"holds for {words.listing(same)}, " if same else ""
        return f"depends on the bot: {agreeing}the other way round for {words.listing(opposite)}"
    each = "by itself" if len(same) == 1 else "each by itself"
    return f"holds for {words.listing(same)}, {each}" if same else ""


def command(finding: Finding) -> str:
    """How to look at a game of the run."""
    return "" if finding.game is None else f"granja trace RUN --game {finding.game}"


def _choice(study: Study, compared: Compared) -> str:
    return _CHOICES[compared.topic].format(_thing(study, compared), _more(compared))


def _thing(study: Study, compared: Compared) -> str:
    """An option with its provenance."""
    subject, place = compared.key
    text = option_name(study.scenario, compared.topic, (subject, place))
    if compared.topic == Topic.BUILDING and subject > 0:
        text = f"the {text}"
    if compared.topic == Topic.DIE:
        text = text.replace(": ", " for ")
    return text + _MARKS.get(compared.provenance, "")


def _card(study: Study, compared: Compared) -> str:
    return study.scenario.rule_set.card(compared.key[0]).name + _MARKS.get(compared.provenance, "")


def _more(compared: Compared) -> str:
    """ "2.1 vp (1.8 to 2.4) more", always as a positive number."""
    size = _positive(compared)
    return f"{size} {'more' if compared.effect.mean > 0 else 'less'}"


def _positive(compared: Compared) -> str:
    """The size of an effect with its interval."""
    return words.with_interval(
        compared.effect if compared.effect.mean >= 0 else words.scaled(compared.effect, -1), unit="vp"
    )


def _against_fair(study: Study, compared: Compared, who: str) -> str:
    """By margin, and whether the win share says the same."""
    side = "above" if compared.effect.mean > 0 else "below"
    others = "the other" if study.players == 2 else "the mean of the others"
    wins = f"wins {words.percent_with_interval(compared.share)} of the games"
    fair, share = 1 / study.players, compared.share
    text = (
        f"{who} ends {_positive(compared)} {side} {others} and {wins}; fair is "
        f"{100 * fair:.1f}{words.NARROW}%"
    )
    if share.low <= fair <= share.high:
        return f"{text}, from which its share can't be told."
    if (share.mean > fair) != (compared.effect.mean > 0):
        return f"{text}, so vp and wins disagree."
    return f"{text}."


def _seat(study: Study, compared: Compared) -> str:
    first = " (it starts)" if compared.key[0] == 0 else ""
    return _against_fair(study, compared, f"Seat {compared.key[0]}{first}")


def _bot(study: Study, compared: Compared) -> str:
    seats = study.seats_of(compared.key[0]) / len(study.seating)
    each = " in each of its seats" if seats > 1 else ""
    return _against_fair(study, compared, study.bots[compared.key[0]] + each)


def _deal(study: Study, compared: Compared) -> str:
    better = "better" if compared.effect.mean > 0 else "worse"
    return (
        f"Who is dealt {_card(study, compared)} in the opening hand ends {_positive(compared)} {better} "
        "than who is not."
    )


def _delay(_study: Study, compared: Compared) -> str:
    building, before = compared.key
    better = "better" if compared.effect.mean > 0 else "worse"
    name = BUILDINGS[building - 1]
    waits = f"may not complete the {name} before round {before}"
    told = f"rushes the {name}" if before == RUSH else waits
    return f"A player who {told} ends {_positive(compared)} {better} than with the bot's own timing."


_SENTENCES: dict[Topic, Callable[[Study, Compared], str]] = {
    Topic.SEAT: _seat,
    Topic.BOT: _bot,
    Topic.DEAL: _deal,
    Topic.DELAY: _delay,
}


def _second_effect(study: Study, compared: Compared) -> str:
    """The effect on the win share, where the sentence does not hold it."""
    if study.solo or compared.share.n == 0 or compared.topic in (Topic.SEAT, Topic.BOT):
        return ""
    points = words.scaled(compared.share, 100)
    return f"win share {words.with_interval(points, sign=True)} points"


def _sample(compared: Compared) -> str:
    unit = "player-games"
    if compared.topic in KINDS:
        unit = "decisions"
    elif compared.topic == Topic.DELAY:
        unit = "games"
    often = ""
    if compared.topic in KINDS:
        often = f", on offer {_times(compared.often)} times a game"
    elif compared.topic == Topic.DEAL:
        often = f", {_times(compared.often)} a game"
    return f"n {words.count(compared.effect.n)} {unit}{often}"


def _times(often: float) -> str:
    """Two digits, or whole times."""
    return f"{often:.2g}" if often < 10 else f"{often:.0f}"


def where_chosen(compared: Compared) -> Estimate:
    """The effect where it was chosen, if that rests on enough decisions; else NOTHING."""
    return NOTHING if words.is_small(compared.when_chosen) else compared.when_chosen


def _where_chosen(study: Study, compared: Compared) -> str:
    value = where_chosen(compared)
    if value.n == 0:
        return ""
    who = "the bot" if len(study.bots) == 1 else "bots"
    return (
        f"where {who} chose it: {words.with_interval(value, sign=True, unit='vp')}, n {words.count(value.n)}"
    )
