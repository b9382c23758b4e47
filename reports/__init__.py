"""Reports: what a run shows, as one HTML file and a folder of PNGs."""

from __future__ import annotations

from reports.write import write_report

__all__ = ["write_report"]
