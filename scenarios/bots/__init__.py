"""The shipped bots."""

from __future__ import annotations
