"""Sums over blocks, by group, of the rows of a run: what every estimate and its error are made of.

Each part becomes a table of whole numbers, which the core adds up in one pass; a few parts are worked on
at a time.  What parts give is added up in their order, and sums are whole numbers, so that neither the
number of threads nor that of jobs changes a figure.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

import numpy as np
import polars as pl

from analyzer.recording.schema import Players
from cext.sums import block_sums

Key: TypeAlias = tuple[int, ...]
Row: TypeAlias = Mapping[str, int]
"""Sums of a group: n (rows), blocks (with rows), sizes (their rows squared), whole (see Query); and of each
value ``total``, ``squares`` and ``products`` (of a block's total and its rows)."""
Sums: TypeAlias = dict[Key, Row]
PartSums: TypeAlias = tuple[np.ndarray, np.ndarray]
"""Numbers of groups, and a row of sums for each."""

Given = TypeVar("Given")
Made = TypeVar("Made")

_RADIX = 256  # of the numbers that the core gives groups
_PARTS_AT_ONCE = min(8, pl.thread_pool_size())
_FIXED = ("n", "blocks", "sizes", "whole")
_WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Query:
    """What to add up, by group.

    ``by``: columns that make the groups, at most three, with values 0 to 255.  ``values``: whole numbers,
    none missing; within one pass a name stands for one expression.  ``totals``: more of them, of which
    only totals are asked.  ``whole``: a block counts as whole with so many rows of the group.
    """

    by: Sequence[str]
    values: Mapping[str, pl.Expr]
    totals: Mapping[str, pl.Expr] = field(default_factory=dict)
    whole: pl.Expr | None = None

    @property
    def names(self) -> list[str]:
        """The names of a row's sums, in the order of the core's columns."""
        return [
            *_FIXED,
            *(f"total {name}" for name in (*self.values, *self.totals)),
            *(f"squares {name}" for name in self.values),
            *(f"products {name}" for name in self.values),
        ]

    @property
    def columns(self) -> dict[str, pl.Expr]:
        """The columns of its table, by name."""
        by = {self._digit(column): pl.col(column) for column in self.by}
        whole = {} if self.whole is None else {_WHOLE: self.whole}
        return {**by, **self.values, **self.totals, **whole}

    def sums(self, table: np.ndarray, places: Mapping[str, int]) -> PartSums:
        """The sums of a part; ``places``: of the columns in its table."""
        by = np.array([places[self._digit(column)] for column in self.by], np.int32)
        values = np.array([places[name] for name in (*self.values, *self.totals)], np.int32)
        return block_sums(
            table, by, values, len(self.values), places[_WHOLE] if self.whole is not None else -1
        )

    def rows(self, parts: Sequence[PartSums]) -> Sums:
        """What all parts give together, groups in order."""
        if not parts:
            return {}
        numbers = np.concatenate([groups for groups, _ in parts])
        groups, place = np.unique(numbers, return_inverse=True)
        sums = np.zeros((len(groups), len(self.names)), np.int64)
        np.add.at(sums, place, np.concatenate([found for _, found in parts]))
        return {
            self._unpacked(group): dict(zip(self.names, row, strict=True))
            for group, row in zip(groups.tolist(), sums.tolist(), strict=True)
        }

    @staticmethod
    def _digit(column: str) -> str:
        return f"by {column}"

    def _unpacked(self, group: int) -> Key:
        return tuple(group // _RADIX**place % _RADIX for place in reversed(range(len(self.by))))


def sums_together(frames: Iterable[pl.LazyFrame], queries: Sequence[Query]) -> list[Sums]:
    """Answer several queries in one pass over the parts of a run."""
    return _merged(queries, side_by_side(_of_part(queries), frames))


def sums_apart(frames: Iterable[pl.LazyFrame], queries: Mapping[int, Query], column: str) -> list[Sums]:
    """Answer each query about the rows with its number in ``column``, all in one pass."""
    apart = [(pl.col(column) == number, _of_part([query])) for number, query in queries.items()]

    def of_part(rows: pl.LazyFrame) -> list[PartSums]:
        read = rows.collect().lazy()
        return [sums for condition, of_rows in apart for sums in of_rows(read.filter(condition))]

    return _merged(list(queries.values()), side_by_side(of_part, frames))


def _of_part(queries: Sequence[Query]) -> Callable[[pl.LazyFrame], list[PartSums]]:
    """What answers queries from the rows of a part."""
    columns = {Players.BLOCK.value: pl.col(Players.BLOCK)}
    for query in queries:
        columns |= query.columns
    select = [expression.cast(pl.Int64).alias(name) for name, expression in columns.items()]
    places = {name: place for place, name in enumerate(columns)}

    def of_part(rows: pl.LazyFrame) -> list[PartSums]:
        table = _in_order(rows.select(select).collect().to_numpy(order="fortran").T)
        return [query.sums(table, places) for query in queries]

    return of_part


def _merged(queries: Sequence[Query], parts: Iterable[list[PartSums]]) -> list[Sums]:
    """The answers to queries from those of all parts."""
    found = list(parts)
    return [query.rows([of_part[place] for of_part in found]) for place, query in enumerate(queries)]


def _in_order(table: np.ndarray) -> np.ndarray:
    """The rows of a table in the order of their blocks, as those of a run already are."""
    block = table[0]
    if (block[1:] >= block[:-1]).all():
        return table
    return np.ascontiguousarray(table[:, np.argsort(block, kind="stable")])


def side_by_side(work: Callable[[Given], Made], things: Iterable[Given]) -> Iterator[Made]:
    """Do some work on each thing, a few at a time, in threads; what it makes comes in order."""
    waiting: deque[Future[Made]] = deque()
    with ThreadPoolExecutor(_PARTS_AT_ONCE) as pool:
        for thing in things:
            waiting.append(pool.submit(work, thing))
            if len(waiting) > _PARTS_AT_ONCE:
                yield waiting.popleft().result()
        yield from (future.result() for future in waiting)
