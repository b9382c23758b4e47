"""Findings in words: one plain sentence each, and the remarks under it."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.analysis.buildings import BUILDINGS
from analyzer.analysis.findings.choices import KINDS
from analyzer.analysis.findings.chosen import Finding
from analyzer.analysis.findings.compared import Compared, Evidence, Topic
from analyzer.analysis.findings.delayed import RUSH
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
    Topic.PLACEMENT: "Playing {} brings {} than the same card in its other places.",
    Topic.HEX: "Taking {} brings {} than the other market hexes open to the same barrow.",
    Topic.BUILDING: "Making the next delivery to {} brings {} than making it elsewhere.",
    Topic.ROOF: "Buying {} brings {} than the other roofs of the same moment, or none.",
    Topic.DIE: "Taking a {} brings {} than the other dice and uses of the same moment.",
    Topic.TOKEN: "The donkey token with {} brings {} than the others left at the same moment.",
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
    each = "by itself" if len(same) == 1 else "each by itself"
    if opposite:
        agreeing = f"holds for {words.listing(same)}, " if same else ""
        return f"depends on the bot: {agreeing}the other way round for {words.listing(opposite)}"
    if all(words.is_small(value) for value in compared.by_bot.values()):
        return "too few games to say for which bots"
    if len(same) == len(study.bots):
        return f"holds for all {len(same)} bots, {each}"
    if not same:
        return "not clear for any bot by itself"
    return f"holds for {words.listing(same)}, {each}; not clear for the others"


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
    fair = f"{100 / study.players:.1f}{words.NARROW}%"
    return f"{who} wins {words.percent_with_interval(compared.share)} of the games; fair is {fair}."


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
    """For a win share the margin; for an effect on the margin that on the win share."""
    if compared.topic in (Topic.SEAT, Topic.BOT):
        return f"vp margin {words.with_interval(compared.effect, sign=True)}"
    if study.solo or compared.share.n == 0:
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
    if compared.topic in KINDS or compared.topic == Topic.DEAL:
        often = f", {compared.often:.2g} a game"
    return f"n {words.count(compared.effect.n)} {unit}{often}"
