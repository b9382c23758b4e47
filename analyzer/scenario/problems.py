"""Problems of what the user wrote, collected so that all are shown at once."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable

from analyzer.errors import UserError


class ScenarioErrors(UserError):
    """A scenario, rule set or bot that can't be used; ``problems`` holds one sentence each."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class Problems:
    """A growing list of sentences: place, what is wrong, what to do."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def add(self, where: str, wrong: str, remedy: str) -> None:
        """One problem; the same sentence is kept once."""
        sentence = f"{where}: {wrong}; {remedy}{'' if remedy.endswith('?') else '.'}"
        if sentence not in self.sentences:
            self.sentences.append(sentence)

    def unknown(self, where: str, word: str, is_no: str, valid: Collection[str]) -> None:
        """A word that isn't one of ``valid``, with the nearest of them: "`olivs` is no good"."""
        self.add(where, f"`{word}` is no {is_no}", suggestion(word, valid))

    def raise_if_any(self) -> None:
        """Raises ScenarioErrors with all sentences, if there are any."""
        if self.sentences:
            raise ScenarioErrors(self.sentences)


def nearest(word: str, valid: Iterable[str]) -> str | None:
    """The valid word most like ``word``, if one is like it at all."""
    near = difflib.get_close_matches(word.lower(), list(valid), n=1, cutoff=0.6)
    return near[0] if near else None


def suggestion(word: str, valid: Collection[str]) -> str:
    """The remedy for an unknown word: the nearest valid one, or a short list."""
    near = nearest(word, valid)
    if near:
        return f"did you mean `{near}`?"
    if len(valid) == 1:
        return f"use `{next(iter(valid))}`"
    shown = list(valid)[:12]
    more = f" or {len(valid) - len(shown)} others" if len(valid) > len(shown) else ""
    return f"use one of {', '.join(shown)}{more}" if shown else "leave it out"
