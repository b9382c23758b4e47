"""How a sweep was made, and how what its page shows is defined."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from analyzer.analysis.metrics.metric import Metric
from analyzer.analysis.stats import FALSE_DISCOVERIES
from analyzer.analysis.sweep_result import SweepResult
from analyzer.scenario.model import rules_hash
from reports import words
from reports.made import shown_differences
from reports.page import Definition
from reports.sweep import differences as told


def made(result: SweepResult) -> tuple[tuple[str, str], ...]:
    """Pairs of name and value: everything that another needs to get the same sweep."""
    manifest, baseline = result.manifest, result.baseline
    versions = manifest.versions
    return (
        ("Command", shlex.join(("granja", *(manifest.command or ("sweep", manifest.name))))),
        ("Sweep", f"{manifest.name}: {manifest.description}" if manifest.description else manifest.name),
        ("Baseline", baseline.name + (f": {baseline.description}" if baseline.description else "")),
        ("Players", f"{baseline.players}: {' · '.join(baseline.line_up)}"),
        (
            "Bots",
            "; ".join(
                f"{bot.name}: {_bot(bot.description or bot.policy, bot.restrictions)}"
                for bot in baseline.bots
            ),
        ),
        ("Rule set", f"{baseline.rule_set.name} (SHA-256 {rules_hash(baseline.rule_set)[:16]}…)"),
        ("Differences from standard", shown_differences(baseline.differences)),
        ("Seed", str(manifest.seed)),
        ("Games", _games(result)),
        ("Variants", _variants(result)),
        ("Comparison", "paired by block: every variant plays the baseline's blocks, with the same luck"),
        ("Version", f"granja {versions.granja}, engine signature {manifest.engine}"),
        ("Built with", f"Python {versions.python}, numpy {versions.numpy}, polars {versions.polars}"),
    )


def _bot(about: str, restrictions: tuple[str, ...]) -> str:
    return f"{about} (told: {'; '.join(restrictions)})" if restrictions else about


def _games(result: SweepResult) -> str:
    asked = result.manifest.blocks
    of = f" of {words.count(asked)} asked for" if result.blocks < asked else ""
    played = f"{words.count(result.games)} in {words.count(result.blocks)} blocks"
    return f"{played}{of}, by each variant the same blocks"


def _variants(result: SweepResult) -> str:
    played, missing = len(result.variants), len(result.missing)
    return f"{played} played" + (f", {missing} not played yet" if missing else "")


def foot(result: SweepResult) -> str:
    """The line under every picture."""
    many = len(result.variants)
    return (
        f"Sweep {result.manifest.name} of {result.baseline.name} · {many} "
        f"{'variant' if many == 1 else 'variants'}, {told.sample(result)} · seed {result.manifest.seed} · "
        f"rule set {result.baseline.rule_set.name} · granja {result.manifest.versions.granja}, unofficial; "
        "parts of the tables are designed, not printed"
    )


def definitions(result: SweepResult) -> tuple[Definition, ...]:
    """The metrics that the page lists, in full or where they differ, and the words that all share."""
    leading = told.leading_metrics(result)
    keys = {metric.key for metric in leading}
    differing = (each.metric for variant in result.variants for each in variant.compared if each.told)
    return (*_together((*leading, *(metric for metric in differing if metric.key not in keys))), *_common())


def metric_definitions(result: SweepResult) -> tuple[Definition, ...]:
    """Every metric of the sweep by itself, for the export."""
    return tuple(Definition(each.name, each.unit, each.definition) for each, _ in result.values)


def _together(metrics: Iterable[Metric]) -> Iterator[Definition]:
    """Metrics that are defined in the same words, such as those of all cards, once."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for each in metrics:
        found.setdefault((each.unit, each.definition), {})[each.name] = None
    for (unit, text), names in found.items():
        yield Definition(common_name(list(names)), unit, text)


def common_name(names: Sequence[str]) -> str:
    """What several names have in common: win share of seat …"""
    if len(names) == 1:
        return names[0]
    split = [name.split(" ") for name in names]
    end = _alike([each[::-1] for each in split])
    return " ".join([*_alike(split), "\u2026", *end[::-1]])


def _alike(lists: Sequence[Sequence[str]]) -> list[str]:
    """What all begin with."""
    together = takewhile(lambda each: len(set(each)) == 1, zip(*lists, strict=False))
    return [first for first, *_ in together]


def _common() -> tuple[Definition, ...]:
    return (
        Definition(
            "difference",
            "",
            "The variant's value less the baseline's, over the blocks that both have played. It is taken "
            "block by block: both have the same luck there, which cancels out as far as the games stay "
            "alike. Where a metric is equal in every block, the difference is exactly 0 and called the same.",
        ),
        Definition(
            "block",
            "",
            "One seed, played once for each different arrangement of the line-up over the seats. Blocks, not "
            "games, are the unit of all intervals.",
        ),
        Definition(
            "interval",
            "95\u202f%",
            "Of a difference: from the spread of the blocks' differences, with Student's t for their "
            "number. It is not widened for the number of comparisons: of many intervals about one in twenty "
            f"misses the truth. Estimates from fewer than {words.SMALL} blocks are grey and not judged.",
        ),
        Definition(
            "told apart",
            f"{100 * FALSE_DISCOVERIES:.0f}\u202f%",
            "By t tests over the blocks' differences. Each p-value is corrected by Benjamini and Hochberg's "
            "procedure twice: for all comparisons of the sweep (every variant with every metric), and for "
            "those of its kind; the larger counts. On average at most about this share of those told apart "
            "is chance.",
        ),
        Definition(
            "strength",
            "standard deviations",
            "By which the page orders variants: the difference over the standard deviation of the metric "
            "between the baseline's blocks. It doesn't grow with the number of games.",
        ),
    )
