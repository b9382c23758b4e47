"""Sums over blocks by group, recounted row by row."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import polars as pl
import pytest

from analyzer.analysis.sums import Query, Row, side_by_side, sums_apart, sums_together
from cext.sums import block_sums, first_of_each

X, Y = pl.col("x"), pl.col("x") * 3 - 1
QUERIES = (
    Query(("bot", "kind"), {"x": X, "y": Y}, {"z": pl.col("z")}, pl.col("seats")),
    Query(("kind",), {"x": X}),
    Query((), {"y": Y}),
)


@pytest.fixture(scope="module")
def rows() -> pl.DataFrame:
    """Blocks with few rows, some of which hold as many of a bot's as it has seats."""
    luck = np.random.default_rng(8)
    n = 900
    bot = luck.integers(0, 3, n)
    return pl.DataFrame(
        {
            "block": np.sort(luck.integers(100, 300, n)).astype(np.int32),
            "bot": bot,
            "kind": luck.choice([0, 7, 255], n),
            "x": luck.integers(-5, 9, n).astype(np.int16),
            "z": luck.integers(-100, 100, n),
            "seats": np.array([1, 2, 3])[bot],
        }
    )


def recounted(rows: pl.DataFrame, query: Query) -> dict[tuple[int, ...], Row]:
    """The same by plain Python."""
    values = [*query.values, *query.totals]
    expressions = {
        **query.values,
        **query.totals,
        "whole": query.whole if query.whole is not None else pl.lit(0),
    }
    blocks: dict[tuple[int, ...], dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for row in rows.select(
        "block", *query.by, **{f"={name}": each for name, each in expressions.items()}
    ).to_dicts():
        sums = blocks[tuple(row[column] for column in query.by)][row["block"]]
        sums["size"] += 1
        sums["seats"] = row["=whole"]
        for name in values:
            sums[name] += row[f"={name}"]
    found: dict[tuple[int, ...], Row] = {}
    for group, of_blocks in sorted(blocks.items()):
        each = list(of_blocks.values())
        total = {
            "n": sum(block["size"] for block in each),
            "blocks": len(each),
            "sizes": sum(block["size"] ** 2 for block in each),
            "whole": sum(block["size"] == block["seats"] for block in each),
        }
        total |= {f"total {name}": sum(block[name] for block in each) for name in values}
        total |= {f"squares {name}": sum(block[name] ** 2 for block in each) for name in query.values}
        total |= {
            f"products {name}": sum(block[name] * block["size"] for block in each) for name in query.values
        }
        found[group] = total
    return found


def parts(rows: pl.DataFrame, cuts: tuple[int, ...]) -> list[pl.LazyFrame]:
    ends = (*cuts, 10_000)
    return [
        rows.lazy().filter(pl.col("block").is_between(start, end, closed="left"))
        for start, end in zip((0, *cuts), ends, strict=True)
    ]


@pytest.mark.parametrize("cuts", [(), (150,), (50, 101, 220, 221, 400)])
def test_sums_are_those_of_a_plain_recount(rows: pl.DataFrame, cuts: tuple[int, ...]) -> None:
    found = sums_together(parts(rows, cuts), QUERIES)
    assert found == [recounted(rows, query) for query in QUERIES]
    assert all(list(sums) == sorted(sums) for sums in found)
    assert (
        0 < sum(row["whole"] for row in found[0].values()) < sum(row["blocks"] for row in found[0].values())
    )


def test_rows_in_any_order_give_the_same(rows: pl.DataFrame) -> None:
    shuffled = rows.sample(fraction=1, shuffle=True, seed=3)
    assert sums_together([shuffled.lazy()], QUERIES) == sums_together([rows.lazy()], QUERIES)


def test_queries_about_different_rows_are_answered_apart(rows: pl.DataFrame) -> None:
    queries = {7: QUERIES[0], 0: QUERIES[2]}
    found = sums_apart(parts(rows, (150,)), queries, "kind")
    assert found == [recounted(rows.filter(pl.col("kind") == kind), query) for kind, query in queries.items()]


def test_no_parts_have_no_groups() -> None:
    assert sums_together([], QUERIES) == [{}, {}, {}]


def test_the_core_refuses_what_it_cannot_add_up() -> None:
    by, values = np.array([1], np.int32), np.array([1], np.int32)
    for block, group in (([1, 0], [0, 0]), ([0, 1], [0, 256]), ([0, 1], [-1, 0])):
        with pytest.raises(ValueError, match="out of"):
            block_sums(np.array([block, group]), by, values, 1)


def test_the_first_of_each_number_is_told() -> None:
    assert first_of_each(np.array([3, 1, 3, 0, 1]), 4).tolist() == [True, True, False, True, False]
    with pytest.raises(ValueError, match="out of range"):
        first_of_each(np.array([4]), 4)


def test_work_side_by_side_comes_in_order() -> None:
    assert list(side_by_side(lambda number: number * 2, range(50))) == list(range(0, 100, 2))
