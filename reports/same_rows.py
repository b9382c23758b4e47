"""Drawings of several runs with their rows in one order, so that the eye finds the same row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reports.figures.drawings import Drawing, Heat, HeatRow


def same_rows(drawings: Sequence[Drawing]) -> list[Drawing]:
    """Heat maps with their rows in the order of the first one's; rows that it lacks come last."""
    heats = [drawing for drawing in drawings if isinstance(drawing, Heat)]
    if len(heats) < len(drawings):
        return list(drawings)
    order = {row.label: place for place, row in enumerate(heats[0].rows)}

    def place(row: HeatRow) -> int:
        return order.get(row.label, len(order))

    return [replace(heat, rows=tuple(sorted(heat.rows, key=place))) for heat in heats]
