"""granja: a Monte Carlo laboratory for the board game La Granja."""

from __future__ import annotations

__version__ = "0.1.0"
