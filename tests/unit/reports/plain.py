"""Estimates for pages, and the page's words without their typography."""

from __future__ import annotations

from analyzer.analysis.stats import Estimate, t_quantile
from reports import words
from reports.page import Item, Ranked, Section


def estimate(mean: float, se: float = 0.1, blocks: int = 500) -> Estimate:
    half = float(t_quantile(blocks)) * se
    return Estimate(mean, mean - half, mean + half, blocks, blocks, se)


def plain(text: str) -> str:
    return text.replace(words.NARROW, " ").replace(words.MINUS, "-")


def ranked(section: Section, name: str) -> tuple[Item, ...]:
    return next((b.items for b in section.blocks if isinstance(b, Ranked) and b.id == name), ())
