"""The sentences of restrictions: read, checked word by word, and told to the core."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from analyzer.scenario.problems import Problems, nearest, suggestion
from analyzer.scenario.restriction_menu import MENU, SLOTS, Form, Restriction
from analyzer.scenario.vocabulary import BUILDINGS


def parse_restriction(text: str, where: str, problems: Problems) -> Restriction | None:
    """The restriction of a sentence; None after a problem, which names the word that is wrong."""
    words = _words(text)
    forms: Sequence[Form] = MENU
    for place, word in enumerate(words):
        fitting = [form for form in forms if _fits(form, place, word)]
        if not fitting:
            before = " ".join(words[:place])
            problems.add(f"{where}, `{' '.join(words)}`", *_misfit(forms, place, word, before))
            return None
        forms = fitting
    complete = [form for form in forms if len(form.elements) == len(words)]
    if not complete:
        following = _following(forms, len(words))
        problems.add(
            f"{where}, `{' '.join(words)}`",
            "the sentence is not complete",
            f"go on with {_listed(following)}",
        )
        return None
    form = complete[0]
    pairs = zip(form.elements, words, strict=True)
    values = [SLOTS[element].value(word) for element, word in pairs if element in SLOTS]
    return Restriction(form, tuple(value for value in values if value is not None))


def parse_restrictions(texts: Iterable[str], where: str, problems: Problems) -> tuple[Restriction, ...]:
    """The restrictions of some sentences in the order of the menu, each once; problems for the others."""
    found = [parse_restriction(text, where, problems) for text in texts]
    return tuple(sorted({each for each in found if each is not None}, key=lambda each: each.order))


def sentences(restrictions: Iterable[Restriction]) -> tuple[str, ...]:
    """The canonical sentences."""
    return tuple(str(each) for each in restrictions)


def _words(text: str) -> list[str]:
    """The words of a sentence; a building's name of two words is one."""
    text = " ".join(text.lower().split())
    for building in BUILDINGS:
        text = text.replace(building.replace("_", " "), building)
    return text.split()


def _fits(form: Form, place: int, word: str) -> bool:
    if place >= len(form.elements):
        return False
    element = form.elements[place]
    return SLOTS[element].value(word) is not None if element in SLOTS else element == word


def _following(forms: Iterable[Form], place: int) -> list[str]:
    """What may stand at a place: words, and numbers by their slot."""
    following: dict[str, None] = {}
    for form in forms:
        if place < len(form.elements):
            element = form.elements[place]
            words = SLOTS[element].words if element in SLOTS else {element: 0}
            following.update(dict.fromkeys([element] if words is None else words))
    return list(following)


def _misfit(forms: Sequence[Form], place: int, word: str, before: str) -> tuple[str, str]:
    """What is wrong with a word, and what to do."""
    following = _following(forms, place)
    if not following:
        return f"nothing can follow `{before}`", f"leave out `{word}`, or put `;` between two restrictions"
    after = f"can't follow `{before}`" if before else "begins no restriction"
    if all(element in SLOTS for element in following):
        slot = SLOTS[following[0]]
        return f"`{word}` is no {slot.what}", f"use a number from {slot.low} to {slot.high}"
    words = [element for element in following if element not in SLOTS]
    if not before and not nearest(word, words):
        return f"`{word}` {after}", "see them all with 'granja bots --restrictions'"
    return f"`{word}` {after}", suggestion(word, words)


def _listed(following: Sequence[str]) -> str:
    """What may follow, in words: "`card` or a placement"."""
    shown = [f"a {SLOTS[each].what}" if each in SLOTS else f"`{each}`" for each in following]
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def tell(row: Any, texts: Sequence[str]) -> None:
    """Writes canonical sentences into a bot's ``restrictions`` (a record of ``core.BOT_DTYPE``)."""
    problems = Problems()
    for restriction in parse_restrictions(texts, "restrictions", problems):
        restriction.form.tell(row, *restriction.values)
        row["any"] = 1
    problems.raise_if_any()
