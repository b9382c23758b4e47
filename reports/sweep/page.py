"""The page of a sweep: what its variants change, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.analysis.stats import FALSE_DISCOVERIES
from analyzer.analysis.sweep_result import SweepResult
from analyzer.scenario.sweep_model import Variant
from reports import words
from reports.build import UNOFFICIAL, designed_note
from reports.page import Page, Section
from reports.sweep import changes, grids, made, names, singles, tables, variants
from reports.sweep import differences as told

_NAMED = 8  # variants that a warning names

PLAY_ON = (
    "The bots play on as they do. They don't learn a changed rule: they see it only as far as what they look "
    "at when they choose has it in. People would adapt, so these are the first effects of a change, not its "
    "last."
)

DIRECT = (
    "What a change sets itself is no finding: without roofs there are no roofs and no vp from them. Findings "
    "are what follows from it, for wins, vp, margins and what else players do."
)


def build_sweep_page(result: SweepResult) -> Page:
    """Lay the result of a sweep out as a page."""
    manifest, many = result.manifest, len(result.variants)
    sections: tuple[Section | None, ...] = (
        changes.section(result),
        singles.section(result),
        grids.section(result),
        variants.section(result),
        tables.section(result),
    )
    return Page(
        title=f"Sweep: {manifest.name}",
        subtitle=f"{many} {'variant' if many == 1 else 'variants'} of {result.baseline.name}, each against "
        f"it on the same {words.count(result.blocks)} blocks{_about(manifest.description)}",
        headline=_headline(result),
        warnings=tuple(_warnings(result)),
        sections=tuple(section for section in sections if section is not None),
        definitions=made.definitions(result),
        made=made.made(result),
        notes=(DIRECT, UNOFFICIAL, designed_note(result.baseline.rule_set)),
        foot=made.foot(result),
    )


def _about(description: str) -> str:
    return f". {description}" if description else ""


def _headline(result: SweepResult) -> tuple[tuple[str, str, str], ...]:
    judged = told.judged(result.variants)
    clear = sum(each.told is True for each in judged)
    games = result.games + sum(each.games for each in result.variants)
    changed = sum(any(each.told for each in variant.compared) for variant in result.variants)
    same = sum(variant.same for variant in result.variants)
    return (
        (
            str(len(result.variants)),
            "variant" if len(result.variants) == 1 else "variants",
            f"{changed} differ from the baseline" + (f", {same} the same" if same else ""),
        ),
        (words.count(games), "games", f"the baseline's {words.count(result.games)} among them"),
        (words.count(result.blocks), "blocks", "the same luck in all variants"),
        (
            words.count(clear),
            f"of {words.count(len(judged))} differences told apart" if judged else "differences told apart",
            f"on average at most about {100 * FALSE_DISCOVERIES:.0f}{words.NARROW}% of them are chance"
            if judged
            else "none could be judged",
        ),
    )


def _warnings(result: SweepResult) -> Iterator[str]:
    """What a reader must know before he believes anything."""
    if result.missing:
        yield (
            f"{_count(len(result.missing), 'has', 'have')} no games yet and {_is(len(result.missing))} not "
            f"in this report: {_listed(result, result.missing)}."
        )
    partial = [each for each in result.variants if not each.complete]
    if partial:
        fewest = min(each.blocks for each in partial)
        yield (
            f"{_count(len(partial), 'is', 'are')} not complete: "
            f"{_listed(result, [e.variant for e in partial])}. They are compared over the blocks that both "
            f"have played, at least {words.count(fewest)} of {words.count(result.manifest.blocks)}."
        )
    few = [each for each in result.variants if each.blocks < words.SMALL]
    if few:
        whose = "its" if len(few) == 1 else "their"
        yield (
            f"{_count(len(few), 'has', 'have')} played fewer than {words.SMALL} blocks: {whose} differences "
            "are grey and not judged."
        )
    same = [each for each in result.variants if each.same]
    if same:
        little = "; with so few blocks that says little" if same[0] in few else ""
        yield (
            f"{_count(len(same), 'is', 'are')} the same as the baseline in every game: "
            f"{_listed(result, [each.variant for each in same])}. For these bots the change never mattered, "
            f"or it changes nothing that is played{little}."
        )
    if result.variants:
        yield PLAY_ON


def _count(number: int, one: str, many: str) -> str:
    return f"1 variant {one}" if number == 1 else f"{number} variants {many}"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _listed(result: SweepResult, some: list[Variant] | tuple[Variant, ...]) -> str:
    """Variants by name, the first ones of many."""
    rules = result.baseline.rule_set
    shown = [names.variant_name(rules, result.manifest, each) for each in some[:_NAMED]]
    more = len(some) - len(shown)
    return f"{'; '.join(shown)}{f'; and {more} more' if more > 0 else ''}"
