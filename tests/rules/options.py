"""Options of the rules, tested in all their settings."""

from __future__ import annotations

import pytest

from analyzer.scenario.spec import OPTIONS


def both_settings(path: str) -> pytest.MarkDecorator:
    """Runs a test with ``word`` set to each setting of the option (test_coverage looks for the ids)."""
    settings = OPTIONS[path].words
    return pytest.mark.parametrize("word", settings, ids=[f"{path}={word}" for word in settings])
