"""The data of granja: the standard rule set, bots and scenarios, all plain text files."""

from __future__ import annotations
