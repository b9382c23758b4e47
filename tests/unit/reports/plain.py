"""Estimates for pages, parts of pages, and the page's words without their typography."""

from __future__ import annotations

from analyzer.analysis.stats import Estimate, t_quantile
from reports import words
from reports.page import Figure, Item, Page, Ranked, Section, Table, Text


def estimate(mean: float, se: float = 0.1, blocks: int = 500) -> Estimate:
    half = float(t_quantile(blocks)) * se
    return Estimate(mean, mean - half, mean + half, blocks, blocks, se)


def plain(text: str) -> str:
    return text.replace(words.NARROW, " ").replace(words.MINUS, "-")


def ranked(section: Section, name: str) -> tuple[Item, ...]:
    return next((b.items for b in section.blocks if isinstance(b, Ranked) and b.id == name), ())


def section(page: Page, name: str) -> Section:
    return next(each for each in page.sections if each.id == name)


def table(page: Page, name: str) -> Table:
    return next(each for each in page.tables() if each.id == name)


def figure(page: Page, name: str) -> Figure:
    return next(each for each in page.figures() if each.id == name)


def text_of(page: Page, name: str) -> str:
    blocks = section(page, name).blocks
    return " ".join(" ".join(block.paragraphs) for block in blocks if isinstance(block, Text))
