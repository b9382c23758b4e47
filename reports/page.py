"""The page model: what a report says, as plain data, before any HTML or drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from analyzer.analysis.stats import Estimate
from reports.figures.drawings import Drawing


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: its text, the value it sorts by, and whether it is greyed (small sample).

    ``value`` is what the text shows, for exports; a number that is what it sorts by needs none.
    Shares are fractions in both, whatever the text says.
    """

    text: str
    sort: float | str | None = None
    muted: bool = False
    mark: str = ""  # provenance: published, partial or designed
    value: Estimate | float | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A table column; ``help`` explains the measure, ``unit`` is for exports (else the measure's own)."""

    title: str
    numeric: bool = True
    help: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table in its own scroll box; the first cell of a row is its heading.

    ``groups``: headings over neighbouring columns, each with the number of columns below it.
    """

    id: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    folded: bool = False  # behind a summary line, opened at a click
    groups: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: ``alt`` states what it shows, ``reading`` how to read it.

    ``peers``: drawings with the same scale.  ``foot``: its origin under a PNG, if not the page's.
    """

    id: str
    title: str
    alt: str
    reading: str
    drawing: Drawing
    subtitle: str = ""
    peers: tuple[Drawing, ...] = ()
    foot: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """Paragraphs."""

    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """A boxed word of caution."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Pairs of name and value."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence of a list, with short remarks under it and a command to look closer."""

    text: str
    remarks: tuple[str, ...] = ()
    command: str = ""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Sentences in their order, the most important first."""

    id: str
    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """The same block of several runs, side by side where there is room: each with its run's name.

    ``reading``: how to read the figures, where that is the same for all.
    """

    id: str
    title: str
    items: tuple[tuple[str, Figure | Table | Text | Notice | Facts | Ranked], ...]
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Fold:
    """Figures behind a summary line, opened at a click."""

    title: str
    blocks: tuple[Figure | Beside, ...]


Block: TypeAlias = Figure | Table | Text | Notice | Facts | Fold | Beside | Ranked


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page."""

    id: str
    title: str
    question: str  # what the part answers, under its title
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """A measure as the page defines it."""

    name: str
    unit: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """A whole report."""

    title: str
    subtitle: str
    headline: tuple[tuple[str, str, str], ...]  # value, name, interval or remark
    warnings: tuple[str, ...]
    sections: tuple[Section, ...]
    definitions: tuple[Definition, ...]
    made: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    foot: str  # one line under every PNG
    language: str = field(default="en")
    wide: bool = False  # several runs side by side

    def figures(self) -> tuple[Figure, ...]:
        """All figures in the order of the page."""
        return tuple(block for block in self._blocks() if isinstance(block, Figure))

    def tables(self) -> tuple[Table, ...]:
        """All tables in the order of the page."""
        return tuple(block for block in self._blocks() if isinstance(block, Table))

    def _blocks(self) -> Iterator[Block]:
        return _single(block for section in self.sections for block in section.blocks)


def _single(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks with what is in folds and side by side in their place."""
    for block in blocks:
        if isinstance(block, Fold):
            yield from _single(block.blocks)
        elif isinstance(block, Beside):
            yield from (each for _, each in block.items)
        else:
            yield block
