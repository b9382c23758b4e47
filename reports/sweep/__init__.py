"""The report of a sweep: its page, and its differences as files."""

from __future__ import annotations

from reports.sweep.page import build_sweep_page

__all__ = ["build_sweep_page"]
